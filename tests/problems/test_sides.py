"""Either side of a problem as the true one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from dunyazad.problems import certify, make_problems
from dunyazad.problems.record import Given, Operation, Problem, Program
from dunyazad.problems.sides import OTHER, SOURCE, SOURCE_ONLY, draw_side, other_side


def hens(*, alternate: int = 5) -> Problem:
    """Ada's hens: 4 hens, 3 eggs each, 2 broken: 4 * 3 - 2 = 10; with 5 hens 13."""
    return Problem(
        id="hens",
        first_premise="Ada keeps 4 hens.",
        alternate_first_premise=f"Ada keeps {alternate} hens.",
        premises="Each of Ada's hens lays 3 eggs. Ada breaks 2 of the eggs.",
        question="How many whole eggs does Ada have?",
        answer=Fraction(10),
        conclusion="Ada has 10 whole eggs.",
        counterfactual_answer=Fraction(alternate * 3 - 2),
        wrong_conclusion=f"Ada has {alternate * 3 - 2} whole eggs.",
        wrong_answer=Fraction(alternate * 3 - 2),
        names=("Ada",),
        program=Program(
            (
                Given("hens", Fraction(4), "first_premise"),
                Given("each", Fraction(3), "premises"),
                Given("broken", Fraction(2), "premises"),
            ),
            (
                Operation("laid", "hens * each", Fraction(12)),
                Operation("whole", "laid - broken", Fraction(10)),
            ),
            "hens",
            Fraction(alternate),
        ),
    )


def test_the_other_side_by_hand() -> None:
    # 5 hens: 5 * 3 = 15, 15 - 2 = 13; the alternate is now the 4 hens of before, with 10.
    other = other_side(hens())
    assert other is not None
    assert other.first_premise == "Ada keeps 5 hens."
    assert other.alternate_first_premise == "Ada keeps 4 hens."
    assert (other.answer, other.conclusion) == (Fraction(13), "Ada has 13 whole eggs.")
    assert (other.counterfactual_answer, other.wrong_conclusion) == (Fraction(10), "Ada has 10 whole eggs.")
    assert other.program is not None
    assert [given.value for given in other.program.givens] == [5, 3, 2]
    assert [done.value for done in other.program.operations] == [15, 13]
    assert other.program.alternate_value == 4
    assert [step.text for step in other.solution] == ["5 * 3 = 15.", "15 - 2 = 13."]
    assert certify(other) == ()


def test_the_other_side_of_the_other_side_is_the_problem() -> None:
    for problem in make_problems(60, seed=4):
        other = other_side(problem)
        assert other is not None
        again = other_side(other)
        assert again is not None
        assert msgspec.structs.replace(again, solution=problem.solution) == problem


@pytest.mark.parametrize(
    "lacking",
    [
        {"program": None},
        {"counterfactual_answer": None, "program": None},
        {"wrong_answer": Fraction(77), "wrong_conclusion": "Ada has 77 whole eggs."},
    ],
)
def test_without_a_certain_other_answer_there_is_no_other_side(lacking: dict[str, Any]) -> None:
    problem = msgspec.structs.replace(hens(), **lacking)
    assert other_side(problem) is None
    assert draw_side(problem).tags == (SOURCE_ONLY,)


def test_an_other_side_that_is_not_sound_is_none() -> None:
    # With no hens there would be minus two eggs.
    assert other_side(hens(alternate=0)) is None


def test_the_coin_is_fair_and_the_same_every_time() -> None:
    problems = [msgspec.structs.replace(hens(), id=f"hens/{number}") for number in range(400)]
    drawn = [draw_side(problem) for problem in problems]
    assert drawn == [draw_side(problem) for problem in problems]
    assert {problem.tags for problem in drawn} == {(SOURCE,), (OTHER,)}
    # 200 expected, standard deviation 10.
    assert 160 < sum(OTHER in problem.tags for problem in drawn) < 240
    assert all((OTHER in problem.tags) == (problem.answer == 13) for problem in drawn)
