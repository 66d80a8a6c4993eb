"""Hand-made records get the programs of their originals; nothing is joined or certified by chance."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dunyazad.problems import Problem, certify, is_certified, read_handmade
from dunyazad.problems.decomposition.recovery import Recovered, Solutions, read_solutions, recover

SHARED = Path(__file__).parents[4] / "shared" / "data"

QUESTION = (
    "Ottilie fills 6 crates with pears. Each crate holds 20 pears and she sells every crate for $9. "
    "Boxes cost her $4 in all. How many dollars does she have left?"
)
ANSWER = "She gets 6 * 9 = $<<6*9=54>>54. She keeps 54 - 4 = $<<54-4=50>>50.\n#### 50"
# 6 * 9 - 4 = 50; with 8 crates 8 * 9 - 4 = 68.
PEARS = Problem(
    id="handmade/1",
    first_premise="Ottilie fills 6 crates with pears.",
    alternate_first_premise="Ottilie fills 8 crates with pears.",
    premises="Each of Ottilie's crates holds 20 pears and she sells every crate for $9. Boxes cost her $4 in all.",
    question="How many dollars does Ottilie have left?",
    answer=Fraction(50),
    conclusion="Ottilie has 50 dollars left.",
    counterfactual_answer=None,
    wrong_conclusion="Ottilie has 61 dollars left.",
    wrong_answer=Fraction(61),
    names=("Ottilie",),
    source="handmade",
)


def solutions(question: str = QUESTION, answer: str = ANSWER) -> Solutions:
    """A set whose second problem this is."""
    other = {"question": "Bo has 2 hats and 3 caps. How many is that?", "answer": "<<2+3=5>>5\n#### 5"}
    lines = [other, {"question": question, "answer": answer}]
    return Solutions({place: msgspec.json.encode(line) for place, line in enumerate(lines)})


def changed(**fields: Any) -> Problem:
    return msgspec.structs.replace(PEARS, **fields)


def reason(recovered: Recovered) -> str:
    assert recovered.reason is not None
    assert recovered.reason.id == recovered.problem.id
    assert recovered.reason.sentence
    return recovered.reason.code


def test_the_program_and_the_counterfactual_answer_are_recovered_and_certified() -> None:
    found = recover(PEARS, solutions())
    assert found.reason is None
    problem = found.problem
    assert problem.counterfactual_answer == 68
    assert problem.program is not None
    assert [operation.value for operation in problem.program.operations] == [54, 50]
    assert [step.text for step in problem.solution] == ["6 * 9 = 54.", "54 - 4 = 50."]
    assert problem.wrong_answer == 61  # as published
    assert {finding.code for finding in certify(problem)} == {"wrong-arbitrary", "number-unbound"}


def test_the_wrong_conclusion_may_be_put_at_the_counterfactual_answer() -> None:
    problem = recover(PEARS, solutions(), conclusions=True).problem
    assert problem.wrong_conclusion == "Ottilie has 68 dollars left."
    assert problem.wrong_answer == 68
    assert is_certified(problem)


@pytest.mark.parametrize(
    ("conclusion", "wrong"),
    [
        ("Ottilie has $50.00 left.", "Ottilie has $68.00 left."),
        ("Ottilie has fifty dollars left.", "Ottilie has sixty-eight dollars left."),
    ],
)
def test_a_conclusions_number_keeps_its_style(conclusion: str, wrong: str) -> None:
    record = changed(conclusion=conclusion, wrong_conclusion=conclusion.replace("50", "61").replace("fifty", "sixty"))
    record = msgspec.structs.replace(record, wrong_answer=Fraction(60 if "fifty" in conclusion else 61))
    assert recover(record, solutions(), conclusions=True).problem.wrong_conclusion == wrong


def test_a_wrong_join_is_refused_and_leaves_the_record_as_it_was() -> None:
    for record, code in [
        (changed(id="handmade/0"), "solution-other-text"),
        (changed(id="handmade/7"), "solution-none"),
        (changed(id="handmade/x"), "solution-none"),
        (changed(id="handmade/" + "9" * 5000), "solution-none"),
        (changed(answer=Fraction(51)), "solution-other-answer"),
    ]:
        found = recover(record, solutions())
        assert reason(found) == code
        assert found.problem == record


@pytest.mark.parametrize(
    ("question", "answer", "code"),
    [
        (QUESTION, "She has some.\n#### 50", "no-annotations"),
        (QUESTION, "<<6*9=54>> <<54-2=52>>\n#### 50", "program-answer"),
        (QUESTION, "<<6*9=54>> <<54-4=51>>\n#### 50", "annotation-inexact"),
        (QUESTION, "<<6*13=78>> <<78-28=50>>\n#### 50", "literal-unbound"),
        (QUESTION, "no number\n#### many", "answer-no-number"),
    ],
)
def test_a_solution_that_gives_no_program_is_a_reason(question: str, answer: str, code: str) -> None:
    found = recover(PEARS, solutions(question, answer))
    assert reason(found) == code
    assert found.problem == PEARS


def test_a_line_that_is_no_problem_is_a_reason() -> None:
    assert reason(recover(PEARS, Solutions({1: b"[" * 9000}))) == "line-malformed"


def test_bindings_that_disagree_give_a_program_and_no_counterfactual_answer() -> None:
    # Two nines: 9 crates for $9. With 12 crates, 12 * 9 - 4 and, the nines being one, 12 * 12 - 4.
    record = changed(
        first_premise="Ottilie fills 9 crates with pears.",
        alternate_first_premise="Ottilie fills 12 crates with pears.",
        premises=PEARS.premises.replace("$4 in all", "$9 in all"),
        answer=Fraction(72),
        conclusion="Ottilie has 72 dollars left.",
    )
    answer = "<<9*9=81>> <<81-9=72>>\n#### 72"
    found = recover(record, solutions(QUESTION.replace("6 crates", "9 crates"), answer))
    assert reason(found) == "bindings-disagree"
    assert found.problem.program is not None
    assert found.problem.counterfactual_answer is None
    assert is_certified(found.problem)


def test_things_do_not_come_in_pieces() -> None:
    # 60 pears in crates of 20 are 3 crates; 70 would be 3.5.
    record = changed(
        first_premise="Ottilie picks 60 pears.",
        alternate_first_premise="Ottilie picks 70 pears.",
        premises="Each of Ottilie's crates holds 20 pears.",
        question="How many crates does Ottilie fill?",
        answer=Fraction(3),
        conclusion="Ottilie fills 3 crates.",
        wrong_conclusion="Ottilie fills 4 crates.",
        wrong_answer=Fraction(4),
    )
    question = "Ottilie picks 60 pears. Each of Ottilie's crates holds 20 pears. How many crates does Ottilie fill?"
    found = recover(record, solutions(question, "60 / 20 = <<60/20=3>>3\n#### 3"))
    assert reason(found) == "answer-broken"
    assert "3.5" in found.reason.sentence  # type: ignore[union-attr]


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="the published data are not beside the checkout")
def test_the_published_set() -> None:
    found = read_solutions(SHARED / "gsm8k/test.jsonl")
    problems = list(read_handmade(SHARED / "scheherazade/manual-benchmark.jsonl"))
    recovered = [recover(problem, found) for problem in problems]
    assert all((r.reason is None) == (r.problem.counterfactual_answer is not None) for r in recovered)
    assert sum(r.problem.program is not None for r in recovered) >= 55
    known = {r.problem.id: r.problem for r in recovered if r.problem.counterfactual_answer is not None}
    assert len(known) >= 30
    assert all(is_certified(r.problem) for r in recovered)
    equal = {name for name, problem in known.items() if problem.wrong_answer == problem.counterfactual_answer}
    # Three are at it in all; of two the solution has no annotations or can be read in several ways.
    assert equal == {"handmade/81"}
    # Alternates under which things would come in pieces have no certified answer.
    assert not known.keys() & {f"handmade/{number}" for number in (18, 25, 35, 37, 38, 55, 76, 88)}


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="the published data are not beside the checkout")
def test_no_record_of_the_published_set_is_joined_to_another_solution() -> None:
    lines = (SHARED / "gsm8k/test.jsonl").read_bytes().splitlines()
    shifted = Solutions({place + 1: line for place, line in enumerate(lines[:-1])})
    for problem in read_handmade(SHARED / "scheherazade/manual-benchmark.jsonl"):
        assert recover(problem, shifted).problem == problem
