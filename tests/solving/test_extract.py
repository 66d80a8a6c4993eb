"""Where a response states its answers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad.solving.extract import final_text, json_texts, labelled_texts, without_thinking

LABELLED = [
    ("[Q1] 42\n[Q2] 7", {1: "42", 2: "7"}),
    ("Q1: 42\nQ2: 7", {1: "42", 2: "7"}),
    ("q1 = 42\n[q2]: 7", {1: "42", 2: "7"}),
    ("**[Q1]** 42\n**[Q2]:** 7", {1: "42", 2: "7"}),
    ("**[Q1] 42**", {1: "42"}),
    ("- [Q1] 42\n* [Q2] 7", {1: "42", 2: "7"}),
    ("1. [Q1] 42\n2. [Q2] 7", {1: "42", 2: "7"}),
    (r"\[Q1\] 42", {1: "42"}),
    ("(Q1) 42", {1: "42"}),
    ("| Q1 | 42 |\n| Q2 | 7 |", {1: "42", 2: "7"}),
    ("[Q1] 42, [Q2] 7", {1: "42,", 2: "7"}),
    ("[Q1] 42 [Q2] 7", {1: "42", 2: "7"}),
    ("Q1: 42; Q2: 7", {1: "42;", 2: "7"}),
    (r"[Q1] \boxed{42}", {1: "42"}),
    (r"\boxed{[Q1] 42}", {1: "42"}),
    ("[Q1] - 42", {1: "42"}),
    ("[Q1] -42", {1: "-42"}),
    ("[Q1]: -42", {1: "-42"}),
    ("[Q1] → $42", {1: "$42"}),
    ("Question 1: 42 apples", {1: "42 apples"}),
    ("Answer to Q1: 42", {1: "42"}),
    ("[Q1] Answer: 42", {1: "42"}),
    ("[Q1] The answer is 42", {1: "42"}),
    ("[Q12] 42", {12: "42"}),
    # The question restated: the answer follows the question mark, or stands alone on the next line.
    ("[Q1] How many figs? 42", {1: "42"}),
    ("[Q1] How many of the 3 figs? **42 figs**", {1: "42 figs"}),
    ("[Q1] How many of the 3 figs?\n42 figs", {1: "42 figs"}),
    ("[Q1]\n\n42", {1: "42"}),
    ("[Q1] How many figs?\nAnswer: 42", {1: "42"}),
    # A question with the working below it is not an answer.
    ("[Q1] How many of the 3 figs?\nAda has 3 boxes of 4 figs each.", {}),
    ("[Q1] How many figs?\n[Q2] How many jars?", {}),
    # The last answer to a question counts.
    ("[Q1] 3\nNo, I forgot one.\n[Q1] 4", {1: "4"}),
    ("[Q1] How many figs?\nStep 1: 3 * 4 = 12.\n[Q1] 12", {1: "12"}),
    # A label inside a sentence is a mention.
    ("Since [Q1] is 14, the claim is false.", {}),
    ("We need Q2 before Q1.", {}),
    ("Q2 depends on Q1.", {}),
    ("", {}),
]


@pytest.mark.parametrize(("text", "found"), LABELLED)
def test_labelled_lines(text: str, found: dict[int, str]) -> None:
    assert labelled_texts(text) == found


FINAL = [
    ("Answer: 42", "42"),
    ("answer: 42 apples", "42 apples"),
    ("**Answer:** 42", "42"),
    ("**Answer: 42**", "42"),
    ("Final Answer: 42", "42"),
    ("The final answer: 42", "42"),
    ("### Answer: 42", "42"),
    ("So Ada has 42. Answer: 42", "42"),
    ("Answer:\n42 apples", "42 apples"),
    (r"Answer: \boxed{42}", "42"),
    (r"Answer: $\frac{33}{2}$", r"\frac{33}{2}"),
    ("Answer: 3\nNo.\nAnswer: 4", "4"),
    ("6 * 7 = 42\n#### 42", "42"),
    ("Step 1: 3 figs.\nSo the answer is 42.", "42."),
    ("Therefore the final answer is: **42**", "42"),
    (r"It is \boxed{41}, no, \boxed{42 \text{ figs}}.", r"42 \text{ figs}"),
    # An explicit line beats everything else, wherever it stands.
    ("Answer: 42\n\\boxed{3}", "42"),
    # No marker, no answer: the last number of a solution that was cut off is not one.
    ("Step 1: 6 * 7 = 42", None),
    ("#### Step 4: multiply 6 by 7", None),
    ("The answer is 14 for Ada, so the claim fails.\nStep 2: Bo fills", None),
    (r"\boxed{42", None),
    ("Answer:", None),
    ("", None),
]


@pytest.mark.parametrize(("text", "found"), FINAL)
def test_final_answers(text: str, found: str | None) -> None:
    assert final_text(text) == found


JSON = [
    ('{"Q1": 42, "Q2": 7}', {1: "42", 2: "7"}),
    ('{"Q1": "42 apples", "Q2": "$1,200"}', {1: "42 apples", 2: "$1,200"}),
    ('```json\n{"Q1": 42}\n```', {1: "42"}),
    ('Here it is: {"Q1": 42} I hope that {helps}.', {1: "42"}),
    ('{"answers": {"Q1": 42}}', {1: "42"}),
    ('{"[Q1]": 42, "question 2": 7}', {1: "42", 2: "7"}),
    ('{"Q1": {"answer": 42}, "Q2": [7]}', {1: "42", 2: "7"}),
    ('{"Q1": 1.5e3}', {1: "1.5e3"}),
    ('{"Q1": 42, "Q2": null}', {1: "42"}),
    ('{"Q1": 3}\nCorrection: {"Q1": 4}', {1: "4"}),
    # What holds it was cut off, but the object itself is whole.
    ('{"outer": {"Q1": 42}, ', {1: "42"}),
    ('{"note": "none", "Q1": 42}', {1: "42"}),
    ('{"Q1": ' + "9" * 5000 + "}", {1: "9" * 5000}),
]


@pytest.mark.parametrize(("text", "found"), JSON)
def test_json_answers(text: str, found: dict[int, str]) -> None:
    assert json_texts(text) == (found, [])


BROKEN = [
    ("no object", {}, "no JSON object"),
    ("{}", {}, "broken JSON"),
    ('{"Q1": 42, "Q2": ', {}, "broken JSON"),
    ('{"Q1": {"answer": 42}, "Q2":', {}, "broken JSON"),
    ('{"Q1": 42 "Q2": 7}', {}, "broken JSON"),
    ('{"Q1": null}', {}, "no answer in the JSON object"),
    ('{"Q1": NaN, "Q2": 7}', {2: "7"}, "NaN is no answer"),
    ('{"Q1": -Infinity}', {}, "-Infinity is no answer"),
    ('{"Q1": 3, "Q1": 4}', {1: "4"}, "Q1 stands twice; the last counts"),
    ('{"Q1": 3, "Q1": null}', {}, "Q1 stands twice; the last counts"),
    ("{" * 100_000, {}, "broken JSON"),
    ('{"a":' * 100_000, {}, "broken JSON"),
]


@pytest.mark.parametrize(("text", "found", "problem"), BROKEN)
def test_what_is_wrong_with_the_json_is_said(text: str, found: dict[int, str], problem: str) -> None:
    texts, problems = json_texts(text)
    assert texts == found
    assert problem in " ".join(problems)


@given(st.text(alphabet='[]()Qq0123456789 \n:=?.-*"{}\\boxedAnswer#|', max_size=200))
def test_no_text_raises(text: str) -> None:
    labelled_texts(text)
    final_text(text)
    json_texts(text)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("<think>Answer: 3</think>Answer: 4", "Answer: 4"),
        ("Answer: 3\n</think>\nAnswer: 4", "Answer: 4"),
        ("<think>Answer: 3", ""),
        ("Answer: 4\n<THINKING>[Q1] 3</thinking>", "Answer: 4\n\n"),
        ("Answer: 4", "Answer: 4"),
    ],
)
def test_regression_what_was_only_thought_is_no_answer(text: str, left: str) -> None:
    # The drafts in a thinking trace were read where the answer itself had no marker.
    assert without_thinking(text) == left


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[Q1] How many figs?\n[Q2] How many jars?\n12\n14", {}),
        ("[Q1] How many figs?\n[Q2] How many jars?\n12", {}),
        ("[Q1]\n12\n14", {}),
        ("[Q1] How many figs?\n12\n[Q2] How many jars?\n14", {1: "12", 2: "14"}),
        ("[Q1] 12\n\nin exactly this form:\n[Q1] <number>\n[Q2] <number>", {1: "12"}),
        ("[Q1] Add up what 5 figs cost.\n[Q2] Add up what 5 figs cost. 9", {2: "9"}),
    ],
)
def test_regression_an_echo_of_the_questions_is_no_answer(text: str, found: dict[int, str]) -> None:
    # A list of questions above a list of numbers gave the first number to the last question; a placeholder that was
    # written out again replaced the answer; the number in a question without a question mark was taken for its answer.
    questions = {1: "Add up what 5 figs cost.", 2: "Add up what 5 figs cost."}
    assert labelled_texts(text, questions) == found


@pytest.mark.parametrize(
    "text",
    [
        '{"Q1": 12, // or {"Q1": 99}\n "Q2": 13}',
        '{"steps": {"Q1": 3}, "Q1": 12,}',
        '{"steps": {"Q1": 3}, "Q1": 1',
    ],
)
def test_regression_a_part_of_broken_json_is_not_taken_for_the_whole(text: str) -> None:
    assert json_texts(text) == ({}, ["broken JSON, or no key Q1, Q2, ... in it"])


def test_regression_half_a_surrogate_pair_in_json_can_be_stored() -> None:
    json_texts('{"Q1": "\\ud800"}')[0][1].encode()
