"""Where an alternate leads in the reading that a person would take; silence where no reading is likelier."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from dunyazad.problems import Problem
from dunyazad.problems.decomposition.likely import Likely, likely_answer
from dunyazad.problems.decomposition.record import Rejected
from dunyazad.problems.decomposition.recovery import recover

from .handcut import (
    DISHES,
    DISHES_SOLUTION,
    FISH,
    FISH_SOLUTION,
    KITES,
    KITES_SOLUTION,
    LAMP,
    LAMP_SOLUTION,
    SOAPS,
    SOAPS_SOLUTION,
    handcut,
    original,
    solutions,
)


def likely(problem: Problem, solution: str) -> Likely:
    found = likely_answer(problem, original(problem, solution))
    assert isinstance(found, Likely), found
    return found


def refusal(problem: Problem, solution: str) -> str:
    found = likely_answer(problem, original(problem, solution))
    assert isinstance(found, Rejected)
    assert found.sentence
    return found.code


def test_each_number_stays_with_its_noun() -> None:
    reason = recover(SOAPS, solutions(SOAPS, SOAPS_SOLUTION)).reason
    assert reason is not None
    assert reason.code == "bindings-disagree"  # 12 soaps or $12; 36 soaps or the $36 of the slabs
    found = likely(SOAPS, SOAPS_SOLUTION)
    assert found.answer == 120
    assert found.steps == "36 / 18 = 2; 12 * 2 = 24; 4 * 36 = 144; 144 - 24 = 120"
    assert found.money


@pytest.mark.parametrize(
    ("problem", "solution", "answer", "steps"),
    [
        (LAMP, LAMP_SOLUTION, Fraction(70), "56 / (1 - 0.2) = 70"),
        (FISH, FISH_SOLUTION, Fraction(1000, 3), "5000 / (14 + 1) = 1000/3"),
        (KITES, KITES_SOLUTION, Fraction(4), "4 * 30 = 120; 120 + 6 = 126; 126 / 18 = 7; 11 - 7 = 4"),
    ],
)
def test_solutions_that_state_an_unknown_or_a_step_backwards_are_read(
    problem: Problem, solution: str, answer: Fraction, steps: str
) -> None:
    assert recover(problem, solutions(problem, solution)).problem == problem  # nothing of it is certified
    found = likely(problem, solution)
    assert (found.answer, found.steps) == (answer, steps)


def test_a_number_that_stands_for_several_of_the_text_is_not_told() -> None:
    assert refusal(DISHES, DISHES_SOLUTION) == "likely-unsure"


def test_arithmetic_in_words_is_read_where_all_of_it_is_understood() -> None:
    solution = "The plates cost 4 * $5 = $20.\nThe bowls cost 4 * $7 = $28.\nSo she spends 20 + 28 = 48 dollars."
    assert likely(DISHES, solution).answer == 58  # 6 * 5 + 4 * 7
    assert refusal(DISHES, "She spends four times five, and four times seven.") == "prose-unread"


def test_hours_on_the_clock_are_no_unknown_numbers() -> None:
    # From 2 to 6 are 4 hours, at 5 pages; at 7 pages, 28.
    pages = handcut(
        "Sten reads 5 pages an hour.",
        "Sten reads 7 pages an hour.",
        "How many pages does Sten read from 2:00 PM to 6:00 PM?",
        "Sten reads {} pages.",
        "20",
        "21",
    )
    found = likely(pages, "He reads for 6 - 2 = <<6-2=4>>4 hours.\nThat is 5 * 4 = <<5*4=20>>20 pages.")
    assert found.answer == 28


def test_the_first_step_below_zero_is_told() -> None:
    # 30 - 12 - 4 = 14; of 10 eggs, 12 cannot be sold.
    eggs = handcut(
        "Liv has 30 eggs.",
        "Liv has 10 eggs.",
        "Liv sells 12 eggs. Then Liv buys 8 eggs. How many eggs does Liv have?",
        "Liv has {} eggs.",
        "26",
        "6",
    )
    solution = "She keeps 30 - 12 = <<30-12=18>>18.\nThen she has 18 + 8 = <<18+8=26>>26."
    assert likely(eggs, solution).below_zero == "10 - 12 = -2"


def test_a_solution_that_does_not_use_what_changes_tells_nothing() -> None:
    other = msgspec.structs.replace(
        LAMP,
        first_premise="Tove paid for a lamp in 3 shops.",
        alternate_first_premise="Tove paid for a lamp in 4 shops.",
    )
    text = msgspec.structs.replace(other, premises="The lamp had a 20% discount and cost $48.")
    assert refusal(text, LAMP_SOLUTION) == "number-unused"
    assert refusal(msgspec.structs.replace(LAMP, alternate_first_premise=LAMP.first_premise), "") == "alternate-numbers"


def test_a_number_is_rarely_taken_twice_and_no_constant_stands_for_what_is_told() -> None:
    # 5 loaves on each of 5 weekdays; 6 * 5 = 30, not 6 * 6.
    bread = handcut(
        "Runa bakes 5 loaves each weekday.",
        "Runa bakes 6 loaves each weekday.",
        "Runa sells each loaf for $3. How many dollars does Runa get a week?",
        "Runa gets {} dollars.",
        "75",
        "80",
    )
    solution = "She bakes 5 * 5 = <<5*5=25>>25 loaves.\nShe gets 25 * 3 = <<25*3=75>>75 dollars."
    assert likely(bread, solution).answer == 90
    # 2 / 2: two hours by half; with four, 4 / 2 + 4 = 6, and neither 2 / 4 nor a constant 2.
    swim = handcut(
        "Arvid swims for 2 hours and rows for half as long.",
        "Arvid swims for 4 hours and rows for half as long.",
        "How many hours does Arvid swim and row?",
        "Arvid swims and rows for {} hours.",
        "3",
        "5",
    )
    assert likely(swim, "He rows for 2/2 = <<2/2=1>>1 hour.\nIn all 2 + 1 = <<2+1=3>>3 hours.").answer == 6


def test_what_is_added_is_of_the_kind_of_its_sum() -> None:
    # 3 jars of 2 figs, and 6 dates: the 6 figs are added to the 5 figs, and the 6 dates are dates.
    figs = handcut(
        "Ebba has 6 dates.",
        "Ebba has 8 dates.",
        "Ebba has 3 jars with 2 figs each and 5 loose figs. She eats 4 dates. How many more figs than dates has Ebba?",
        "Ebba has {} more figs than dates.",
        "9",
        "8",
    )
    solution = "The jars hold 3 * 2 = <<3*2=6>>6 figs.\nSo there are 6 + 5 = <<6+5=11>>11 figs.\n"
    solution += "There are 6 - 4 = <<6-4=2>>2 dates left.\nThat is 11 - 2 = <<11-2=9>>9 more."
    assert likely(figs, solution).answer == 7
