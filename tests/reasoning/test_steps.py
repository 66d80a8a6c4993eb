"""Cutting texts into steps: every scheme, what stays whole, what is dropped, and that nothing is lost."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dunyazad.reasoning import Cut, cut_steps, leading_label, split_steps, split_thinking, strip_label

CASES = [
    pytest.param("", "sentence", [], id="empty"),
    pytest.param(" \n\n \t", "sentence", [], id="white space"),
    pytest.param(
        "Step 1: 2 + 2 = 4\nStep 2: 4 * 3 = 12", "step", ["Step 1: 2 + 2 = 4", "Step 2: 4 * 3 = 12"], id="steps"
    ),
    pytest.param(
        "**Step 2a:** We add.\n\n**Step 3**\n5 + 6 = 11",
        "step",
        ["**Step 2a:** We add.", "**Step 3**\n5 + 6 = 11"],
        id="bold steps",
    ),
    pytest.param(
        "### Step 1 - Pens\n4 pens\n\n### Step 2 - Caps\n3 caps",
        "step",
        ["### Step 1 - Pens\n4 pens", "### Step 2 - Caps\n3 caps"],
        id="step headings",
    ),
    pytest.param(
        "We have 7 nuts.\n\nStep 1: eat 2",
        "step",
        ["We have 7 nuts.", "Step 1: eat 2"],
        id="content before the first step",
    ),
    pytest.param("1. Add: 2 + 3 = 5\n2. Double: 10", "number", ["1. Add: 2 + 3 = 5", "2. Double: 10"], id="numbers"),
    pytest.param(
        "(i) a is 3\n(ii) b is 4\n(iii) c is 5", "number", ["(i) a is 3", "(ii) b is 4", "(iii) c is 5"], id="roman"
    ),
    pytest.param(
        "1) a\n   a) inner\n   b) inner\n2) b", "number", ["1) a\n   a) inner\n   b) inner", "2) b"], id="sub-list"
    ),
    pytest.param(
        "1. a is 3\n\n2. b is 4\n\nTherefore 7.",
        "number",
        ["1. a is 3", "2. b is 4", "Therefore 7."],
        id="closing paragraph",
    ),
    pytest.param(
        "## Pens\n4 pens\n\n## Caps\n3 caps", "heading", ["## Pens\n4 pens", "## Caps\n3 caps"], id="headings"
    ),
    pytest.param(
        "- 4 pens cost 8\n- 3 caps cost 9\n- 17 in all",
        "bullet",
        ["- 4 pens cost 8", "- 3 caps cost 9", "- 17 in all"],
        id="bullets",
    ),
    pytest.param(
        "We have 3.\nThat is few.\n\nWe get 4 more.",
        "paragraph",
        ["We have 3.\nThat is few.", "We get 4 more."],
        id="paragraphs",
    ),
    pytest.param("Ann has 3 nuts.\nBob has 4 nuts.", "line", ["Ann has 3 nuts.", "Bob has 4 nuts."], id="lines"),
    pytest.param(
        "Mr. Li has 3 nuts, e.g. figs. He eats 1. So 2 stay.",
        "sentence",
        ["Mr. Li has 3 nuts, e.g. figs.", "He eats 1.", "So 2 stay."],
        id="sentences",
    ),
    pytest.param(
        "He has 3. She has 4.\n[Q1] 3\n[Q2] 4",
        "sentence",
        ["He has 3.", "She has 4.", "[Q1] 3", "[Q2] 4"],
        id="answer list",
    ),
    pytest.param(
        "Step one: a is 3\nStep two: b is 4", "step", ["Step one: a is 3", "Step two: b is 4"], id="steps in words"
    ),
    pytest.param("Step 1： 3 + 4\nStep 2： 7", "step", ["Step 1： 3 + 4", "Step 2： 7"], id="wide colon"),
    pytest.param("第一步：3 + 4\n第二步：7", "step", ["第一步：3 + 4", "第二步：7"], id="Chinese steps"),
    pytest.param("I. a is 3\nII. b is 4", "number", ["I. a is 3", "II. b is 4"], id="capital roman"),
    pytest.param("① a is 3\n② b is 4", "number", ["① a is 3", "② b is 4"], id="circled numbers"),
    pytest.param(
        "Step 1: 3 * 4 = 13\n\nWait, that is wrong: 12.\n\nStep 2: 12 + 1",
        "step",
        ["Step 1: 3 * 4 = 13", "Wait, that is wrong: 12.", "Step 2: 12 + 1"],
        id="taking back opens a step",
    ),
    pytest.param("So it is 7.\n\nAnswer: 7", "sentence", ["So it is 7.", "Answer: 7"], id="answer line"),
    pytest.param(
        "We add:\n\n$$\n3 + 4 = 7\n$$\n\nwhere 3 is given.\n\nThen 7 * 2 = 14.",
        "paragraph",
        ["We add:\n\n$$\n3 + 4 = 7\n$$\n\nwhere 3 is given.", "Then 7 * 2 = 14."],
        id="maths stays with its sentence",
    ),
]


@pytest.mark.parametrize(("text", "scheme", "steps"), CASES)
def test_each_scheme(text: str, scheme: str, steps: list[str]) -> None:
    cut = cut_steps(text)
    assert [step.text for step in cut.steps] == steps
    assert cut.scheme == scheme


def test_regression_all_steps_of_one_line_are_seen() -> None:
    # Fault 7: only the first "Step N" of a line was read.
    steps = split_steps("Step 1: 2 + 3 = 5. Step 2: 5 * 4 = 20. **Step 3:** 20 - 1 = 19")
    assert [step.label for step in steps] == ["Step 1", "Step 2", "Step 3"]


def test_regression_numbers_are_labels_and_positions_count_the_steps() -> None:
    # Fault 8: numbers may skip and restart; a step's place is its place in the tuple.
    steps = split_steps("Step 3: a = 1\nStep 7: b = 2\nStep 1: c = 3")
    assert [step.label for step in steps] == ["Step 3", "Step 7", "Step 1"]


def test_a_mentioned_step_opens_none() -> None:
    text = "Step 1: 2 + 3 = 5\nStep 2: as found in Step 1: 5, and from Step 1 we go on\nStep 1 gave 5, so 5 + 1 = 6"
    assert [step.label for step in split_steps(text)] == ["Step 1", "Step 2"]


def test_empty_steps_and_introductions_are_dropped_and_reported() -> None:
    text = "Let's solve this step by step:\n\nStep 1:\nStep 2: 3 + 4 = 7\nStep 3:"
    cut = cut_steps(text)
    assert [step.text for step in cut.steps] == ["Step 2: 3 + 4 = 7"]
    assert [text[slice(*span)] for span in cut.dropped] == ["Let's solve this step by step:", "Step 1:", "Step 3:"]


@pytest.mark.parametrize(
    "block",
    [
        "```\nStep 9: code\n\n1. more\n```",
        "\\[\nStep 9: a = 1\n\\]",
        "\\begin{align}\n1. a &= 2 \\\\\n2. b &= 3\n\\end{align}",
        "| 1. a | Step 4: b |\n|---|---|\n| 2 | 3 |",
        "a | b\n---|---\nStep 4: c | d\n1. e | f",
        "<table><tr><td>\nStep 4: c\n</td></tr></table>",
        "````\n```\nStep 9: code\n```\n````",
    ],
)
def test_code_maths_and_tables_stay_whole(block: str) -> None:
    text = f"Step 1: look here\n{block}\nStep 2: and go on"
    assert [step.text for step in split_steps(text)] == [f"Step 1: look here\n{block}", "Step 2: and go on"]


def test_taking_back_opens_no_step_in_what_stays_whole_nor_where_a_scheme_is_asked_for() -> None:
    code = "Step 1: look\n```\na = 1\nWait, that is wrong.\n```"
    assert [step.text for step in split_steps(code)] == [code]
    assert len(split_steps("Step 1: a = 1\nWait, that is wrong.", scheme="step")) == 1


def test_both_parts_are_cut_by_their_own_schemes_and_the_last_with_steps_is_told() -> None:
    cut = cut_steps("<think>Step 1: a\nStep 2: b</think>", trace="both")
    assert (cut.scheme, len(cut.steps)) == ("step", 2)


def test_maths_that_is_never_closed_swallows_no_steps() -> None:
    assert len(split_steps("Step 1: so $$ a = 1\n\nStep 2: b $$ c\n\nStep 3: d = \\[ 4")) == 3


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("<think>a</think> b", ("a", "b")),
        ("<think>\na\n", ("a", "")),
        ("a\n</think>\nb", ("a", "b")),
        ("a b", ("", "a b")),
        ("<thinking>a</thinking>b", ("a", "b")),
        ("The tag <think> is not mine", ("", "The tag <think> is not mine")),
        ("", ("", "")),
    ],
)
def test_thinking_is_parted_from_the_answer(text: str, parts: tuple[str, str]) -> None:
    assert split_thinking(text) == parts


def test_trace_says_which_part_is_cut() -> None:
    text = "<think>Step 1: 1 + 1 = 2</think>Step 1: It is 2."
    assert [step.text for step in split_steps(text)] == ["Step 1: It is 2."]
    assert [step.text for step in split_steps(text, trace="thinking")] == ["Step 1: 1 + 1 = 2"]
    both = split_steps(text, trace="both")
    assert len(both) == 2
    assert all(step.span and text[slice(*step.span)] == step.text for step in both)


@pytest.mark.parametrize(
    ("text", "label", "rest"),
    [
        ("Step 2: 3 + 4", "Step 2", "3 + 4"),
        ("**Step 2a:** 3 + 4", "Step 2a", "3 + 4"),
        ("2) 3 + 4", "2)", "3 + 4"),
        ("(iii) 3 + 4", "(iii)", "3 + 4"),
        ("3 + 4 = 7", "", "3 + 4 = 7"),
        ("3.5 kg", "", "3.5 kg"),
        ("Step by step", "", "Step by step"),
    ],
)
def test_labels_are_told_from_numbers(text: str, label: str, rest: str) -> None:
    assert leading_label(text) == label
    assert strip_label(text) == rest


PIECES = st.sampled_from(
    [
        "Step 1:",
        "Step 2. ",
        "**Step 3**",
        "1. ",
        "2) ",
        "(iv) ",
        "- ",
        "# ",
        "**b**",
        "$$",
        "\\[",
        "\\]",
        "```",
        "|",
        "\n",
        "\n\n",
        " ",
        "word",
        "Word. ",
        "3 + 4 = 7",
        "Answer: 7",
        "[Q1] 7",
        "<think>",
        "</think>",
        "\\begin{a}",
        "\\end{a}",
        "Let's solve",
        ":",
        "\nWait, that is wrong. ",
        "\na | b\n---|---\n",
        "<table>",
        "</table>",
        "````",
        "I made a mistake in step 2",
    ]
)
TEXTS = st.one_of(st.text(max_size=200), st.lists(PIECES, max_size=25).map("".join))


def check_cover(text: str, cut: Cut) -> None:
    spans = sorted([step.span for step in cut.steps if step.span] + list(cut.dropped))
    place = 0
    for start, end in spans:
        assert place <= start < end
        assert not text[place:start].strip()
        place = end
    assert not text[place:].strip()


@given(TEXTS, st.sampled_from(["auto", "step", "heading", "number", "bullet", "paragraph", "line", "sentence"]))
@example("Step 1:", "auto")
def test_steps_and_dropped_stretches_cover_the_text(text: str, scheme: str) -> None:
    plain = text.replace("think", "thunk")
    cut = cut_steps(plain, scheme=scheme)  # type: ignore[arg-type]
    check_cover(plain, cut)
    for step in cut.steps:
        assert step.span is not None
        assert step.text == plain[slice(*step.span)] == step.text.strip() != ""
    stretches = sorted([step.span for step in cut.steps if step.span] + list(cut.dropped))
    assert "".join("".join(plain[slice(*span)] for span in stretches).split()) == "".join(plain.split())


@given(TEXTS)
def test_spans_hold_with_thinking_too(text: str) -> None:
    for step in split_steps(text, trace="both"):
        assert step.span is not None
        assert text[slice(*step.span)] == step.text


@pytest.mark.parametrize(
    "unit",
    [
        "1",
        "\n",
        "(",
        "\\[",
        "$$",
        "\\begin{a}",
        "Step 1: ",
        "**",
        "1. ",
        "|",
        "```\n",
        "[Q1] 1\n",
        "Wait, that is wrong\n",
        "no, ",
        "a|b\n---|---\n",
        "---|---\n",
        "<table>",
        "`",
        "step 1 is wrong and ",
        "and 1 ",
    ],
)
def test_long_runs_of_one_thing_are_cut(unit: str) -> None:
    # What would be quadratic does not end here in reasonable time; no clock is read.
    text = unit * (60_000 // len(unit))
    check_cover(text, cut_steps(text))


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("2 + 2 = 4. 4 * 2 = 8. Done.", ["2 + 2 = 4.", "4 * 2 = 8.", "Done."]),
        ("It is 3.5. 4 more make 7.5.", ["It is 3.5.", "4 more make 7.5."]),
        ("1. Buy 3. 2. Sell 5. 3. Stop.", ["1. Buy 3.", "2. Sell 5.", "3. Stop."]),
        ("He pays Rs. 5 for No. 7 at 3 p.m. 5 days later.", ["He pays Rs. 5 for No. 7 at 3 p.m. 5 days later."]),
        ("先算3+4=7。再算7*2=14。", ["先算3+4=7。", "再算7*2=14。"]),
    ],
)
def test_regression_sentences_that_begin_with_a_number_or_need_no_space(text: str, steps: list[str]) -> None:
    assert [step.text for step in split_steps(text)] == steps


def test_regression_a_list_may_have_a_thousand_items() -> None:
    # Numbers of four digits opened nothing, so that item 1000 became a part of item 999.
    assert len(split_steps("\n".join(f"{k}. {k} + 1 = {k + 1}" for k in range(1, 1003)))) == 1002
