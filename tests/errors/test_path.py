"""Following values along the gold solution: each rule on a chain worked by hand, and the gold solutions themselves."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad.errors import Reference, Verdict, reference_for_answer, reference_for_problem, verify
from dunyazad.errors.asserted import asserted_equations, read_asserted
from dunyazad.problems import make_problems
from dunyazad.reasoning import ReasoningChain, Step

SHARED = Path(__file__).parents[2] / "../shared/data"

# 20 hens eat 3 cups each, 60 cups; 15 and 25 are given out, 20 are left.
QUESTION = (
    "Each of 20 hens eats 3 cups a day. Ann gives 15 cups at dawn and 25 at noon. How many are left for the evening?"
)
HENS = reference_for_answer(
    "They eat 3*20=<<3*20=60>>60 cups. The rest is 60-15-25=<<60-15-25=20>>20.\n#### 20", QUESTION
)


def judged(*steps: str, reference: Reference = HENS, question: str = QUESTION) -> tuple[Verdict, ...]:
    chain = ReasoningChain(id="c", question=question, steps=tuple(map(Step, steps)))
    return verify(chain, errors="reference", reference=reference).verdicts


def labels(*steps: str, reference: Reference = HENS, question: str = QUESTION) -> list[str]:
    return [verdict.label or verdict.outcome for verdict in judged(*steps, reference=reference, question=question)]


def test_a_part_of_the_gold_formula_is_sound_even_in_a_chain_that_goes_wrong() -> None:
    # 15 + 25 is what the gold solution takes away; 40 + 60 is where it goes wrong.
    verdicts = judged("15 + 25 = 40 cups", "3 * 20 = 60 cups", "40 + 60 = 100 cups", "So 100 cups are left.")
    assert [v.label for v in verdicts] == ["correct", "correct", "logical_inconsistency", "accumulation_error"]
    assert verdicts[0].evidence[-1].finding == "40 is a part of how the gold solution computes 20"
    assert verdicts[2].evidence[-1].finding == "100 is no value of the gold solution"
    assert verdicts[3].origin == 3


def test_a_part_that_the_chain_takes_for_the_whole_leaves_something_out() -> None:
    # The gold solution adds 20 + 50 + 8 and doubles 78. The chain leaves the 50 out and doubles 28.
    reference = reference_for_answer("20+50+8=<<20+50+8=78>>78 78*2=<<78*2=156>>156\n#### 156", "20, 50 and 8 shells")
    steps = ("20 + 8 = 28 shells", "28 * 2 = 56 pieces")
    assert labels(*steps, reference=reference, question="20, 50 and 8 shells") == [
        "logical_inconsistency", "accumulation_error",
    ]  # fmt: skip


def test_a_value_that_leads_to_a_gold_value_is_sound() -> None:
    # Each hen gets 2 cups before the evening, so 1 is left for it: 1 * 20 = 20.
    verdicts = judged("(15 + 25) / 20 = 2 cups for each", "3 - 2 = 1 cup for each", "1 * 20 = 20 cups")
    assert [v.label for v in verdicts] == ["correct"] * 3
    assert "leads to" in verdicts[0].evidence[-1].finding


def test_a_detour_in_a_chain_that_arrives_is_suspect_and_no_error() -> None:
    verdicts = judged("20 + 3 = 23", "3 * 20 = 60", "60 - 15 - 25 = 20 cups")
    assert [(v.label, v.outcome) for v in verdicts[:2]] == [(None, "suspect"), ("correct", "judged")]


def test_a_given_that_stands_nowhere_is_an_error() -> None:
    # The question says 25 at noon.
    verdicts = judged("3 * 20 = 60 cups", "Ann gives 15 cups at dawn and 27 at noon.", "60 - 15 - 27 = 18 cups")
    assert [v.label for v in verdicts] == ["correct", "logical_inconsistency", "accumulation_error"]


def test_a_gold_value_reached_in_a_way_that_is_not_gold_is_an_error_in_a_chain_that_goes_wrong() -> None:
    # 60 comes from 3 * 20, never from 15 + 45 or 100 - 40.
    verdicts = judged("100 - 40 = 60 cups", "60 - 15 = 45 cups")
    assert verdicts[0].label == "logical_inconsistency"
    assert verdicts[0].evidence[-1].finding == "60 is a value of the gold solution, which never computes it in this way"


def test_an_answer_that_is_an_inner_gold_value_is_the_fault_of_the_step_that_takes_it() -> None:
    verdicts = judged("3 * 20 = 60 cups", "So 60 cups are left for the evening.")
    assert [v.label for v in verdicts] == ["correct", "logical_inconsistency"]
    assert verdicts[1].evidence[-1].finding == "takes 60 for the answer; the gold answer is 20"
    assert verdicts[1].evidence[-1].expected == "20"


def test_the_step_that_sets_a_formula_up_in_words_is_to_blame() -> None:
    steps = ("3 * 20 = 60 cups", "Cups left = cups eaten + cups at dawn.", "Cups left = 60 + 15 = 75 cups.")
    verdicts = judged(*steps)
    assert [v.label for v in verdicts] == ["correct", "logical_inconsistency", "accumulation_error"]
    assert verdicts[2].origin == 2


def test_the_step_that_sets_an_equation_up_is_to_blame() -> None:
    # In 7 years Ali is 44 + 7 = 51, three times as old as Ben then: 17, so 10 now. The chain forgets the 7 years.
    question = "Ali is 44. In 7 years he is three times as old as Ben. How old is Ben today?"
    reference = reference_for_answer("44+7=<<44+7=51>>51 51/3=<<51/3=17>>17 17-7=<<17-7=10>>10\n#### 10", question)
    steps = (
        "44 + 7 = 51",
        "Let x be the age of Ben. Then we have \\( 51 = 3x \\).",
        "x = 51 / 3 = 17",
        "Ben is 17 today.",
    )
    assert labels(*steps, reference=reference, question=question)[:2] == ["correct", "logical_inconsistency"]


def test_a_root_that_comes_to_a_gold_value_with_its_factor_is_sound() -> None:
    # 7x + 11x = 162 has the root 9; the gold solution goes by 11/18 of 162, which is 99.
    question = "The ages of two trees are as 7 to 11, and 162 years together. How old is the older one?"
    reference = reference_for_answer("7+11=<<7+11=18>>18 11/18*162=<<11/18*162=99>>99\n#### 99", question)
    steps = ("7x + 11x = 162", "18x = 162", "x = 9", "11 * 9 = 99 years")
    assert labels(*steps, reference=reference, question=question) == ["correct"] * 4


def test_what_rests_on_a_value_off_the_path_is_accumulation_whatever_the_premises() -> None:
    chain = ReasoningChain(id="c", question=QUESTION, steps=tuple(map(Step, ("20 + 3 = 23", "23 - 15 = 8", "8 cups"))))
    verdicts = verify(chain, premises="previous", errors="reference", reference=HENS).verdicts
    assert [v.label for v in verdicts] == ["logical_inconsistency", "accumulation_error", "accumulation_error"]


def test_a_gold_solution_that_contradicts_itself_blames_no_ending() -> None:
    reference = reference_for_answer("10 - 4 = <<10-4=6>>6\n#### 4", "Of 10 lessons 4 are missed.")
    assert labels("10 - 4 = 6 lessons", reference=reference, question="Of 10 lessons 4 are missed.") == ["correct"]


@pytest.mark.parametrize(
    "ending",
    [
        "20 cups are left.",
        "The answer is \\boxed{20}.",
        "So 20 cups.",
        "\\boxed{20\\text{ cups}}",
        "Left = 60 - 40 = 20",
    ],
)
def test_endings_that_arrive(ending: str) -> None:
    assert labels("3 * 20 = 60", "15 + 25 = 40", ending)[-1] == "correct"


@pytest.mark.parametrize("ending", ["60 cups are left.", "\\boxed{60}", "Left = 20 + 40 = 60 cups"])
def test_endings_that_do_not_arrive(ending: str) -> None:
    assert "logical_inconsistency" in labels("3 * 20 = 60", "15 + 25 = 40", ending)


def test_lines_joined_into_one_are_read_as_lines() -> None:
    (equation,) = asserted_equations("Find the cost. Total cost = 6 * 7 Total cost = 43 dollars")
    assert equation.holds is False
    assert equation.text == "6 * 7 Total cost = 43 dollars"


def test_what_a_step_asserts() -> None:
    found = read_asserted("10 * 2 / 3 = 20 / 3 = 6.67 and 2y = 8")
    assert [float(value) for value in found.results] == [6.67, 4.0]
    assert found.computed[1].root
    assert {20, 3} <= found.between
    assert read_asserted("").written == ()


def test_gold_steps_of_our_own_problems_are_never_wrong() -> None:
    for problem in make_problems(60, seed=11):
        chain = ReasoningChain(id="g", question=problem.text, steps=tuple(Step(step.text) for step in problem.solution))
        verdicts = verify(chain, errors="reference", reference=reference_for_problem(problem)).verdicts
        assert not any(verdict.wrong for verdict in verdicts), problem.text


PIECES = st.sampled_from(
    ["3 * 20 = 60", "x = 4", "= ", "\\boxed{7}", "\\boxed{", "60 - 15", "20%", "Cost = a + b", "1/0 = 2", "\n"]
)


@given(st.lists(st.one_of(st.text(max_size=30), st.lists(PIECES, max_size=5).map(" ".join)), max_size=5))
def test_no_text_raises_and_every_verdict_says_why(steps: list[str]) -> None:
    for verdict in judged(*steps):
        assert verdict.label is not None or verdict.outcome == "suspect"
        assert verdict.evidence
        assert all(piece.finding for piece in verdict.evidence)


@pytest.mark.shared
def test_gold_solutions_cut_into_steps_are_never_called_wrong() -> None:
    path = SHARED / "gsm8k/test.jsonl"
    if not path.is_file():
        pytest.skip(f"no data at {path}")
    counts: Counter[str] = Counter()
    for line in path.read_text().splitlines()[::6]:  # a sixth: `python -m benchmarks.errors` takes all of them
        item = json.loads(line)
        text = re.sub(r"<<[^<>]*>>", "", item["answer"].split("####")[0])
        steps = tuple(Step(row) for row in text.splitlines() if row.strip())
        chain = ReasoningChain(id="g", question=item["question"], steps=steps)
        reference = reference_for_answer(item["answer"], item["question"])
        for errors in ("reference", "arithmetic"):
            verdicts = verify(chain, premises="previous", errors=errors, reference=reference).verdicts
            counts[errors] += sum(verdict.native_error for verdict in verdicts)
            counts["steps"] += len(verdicts)
    assert counts["reference"] == 0
    assert counts["arithmetic"] <= counts["steps"] / 2 / 100
