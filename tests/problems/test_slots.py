"""The number of a first premise as a slot: what stays outside, what is refused, and the formula."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.problems.samples import HONEY, altered, with_program
from tests.problems.test_alternates import stated

from dunyazad.numbers import evaluate
from dunyazad.problems import Operation, Problem, make_problems
from dunyazad.problems.dice import Dice
from dunyazad.problems.lacking import Lacking
from dunyazad.problems.number_places import find_place
from dunyazad.problems.slots import SLOT_NAME, NumericSlot, Operand, answer_from, numeric_slot, operand


def slot_of(problem: Problem) -> NumericSlot:
    slot = numeric_slot(problem)
    assert not isinstance(slot, Lacking), slot
    return slot


def from_pair(first: str, second: str) -> Problem:
    place = find_place(first, second)
    assert place is not None
    here, other = (place.here, place.other) if place.text == first else (place.other, place.here)
    return stated(first, second, here.number, other.number, 20 * here.number, 20 * other.number)


def test_the_slot_of_a_plain_number() -> None:
    # 6 hives: (6 * 4 - 5) * 3 = 57; with 8: 81.
    slot = slot_of(HONEY)
    assert slot == NumericSlot(
        "Ottilie keeps ", " hives in Brackenmoor.", Fraction(6), "(N_ * 4 - 5) * 3", Fraction(57)
    )
    assert evaluate(slot.formula, {SLOT_NAME: Fraction(8)}) == 81


@pytest.mark.parametrize(
    ("first", "second", "shown"),
    [
        ("Ottilie has $74 to spend.", "Ottilie has $80 to spend.", "Ottilie has $(N + 5) to spend."),
        ("Ottilie has $4.50.", "Ottilie has $6.50.", "Ottilie has $(N + 5)."),
        ("Ottilie sold 25% of them.", "Ottilie sold 35% of them.", "Ottilie sold (N + 5)% of them."),
        ("Ottilie owns three hives.", "Ottilie owns five hives.", "Ottilie owns (N + 5) hives."),
        ("Three hives are Ottilie's.", "Five hives are Ottilie's.", "(N + 5) hives are Ottilie's."),
        ("Ottilie has 1,250 bees.", "Ottilie has 1,400 bees.", "Ottilie has (N + 5) bees."),
        ("Ottilie has 3 dozen bees.", "Ottilie has 5 dozen bees.", "Ottilie has (N + 5) dozen bees."),
        ("Ottilie is four times as old.", "Ottilie is six times as old.", "Ottilie is (N + 5) times as old."),
    ],
)
def test_units_stay_outside(first: str, second: str, shown: str) -> None:
    slot = slot_of(from_pair(first, second))
    assert f"{slot.before}(N + 5){slot.after}" == shown
    assert evaluate(slot.formula, {SLOT_NAME: slot.value}) == slot.answer


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        ("Ottilie plans a 3-day trip.", "Ottilie plans a 5-day trip.", "number-joined"),
        ("Ottilie weighs 60kg in all.", "Ottilie weighs 70kg in all.", "number-joined"),
        ("Ottilie ate 1/4 of them.", "Ottilie ate 2/5 of them.", "number-fraction"),
        ("Ottilie has twice as many.", "Ottilie has three times as many.", "number-multiplier"),
        ("Ottilie drew an 8 again.", "Ottilie drew an 11 again.", "number-article"),
        ("Ottilie gets up at 6 o'clock.", "Ottilie gets up at 7 o'clock.", "number-date"),
        ("Ottilie was born in 1990.", "Ottilie was born in 1985.", "number-date"),
        ("Ottilie has 1 hive.", "Ottilie has 3 hives.", "number-one"),
        ("Ottilie has 3 hives.", "Ottilie has 1 hive.", "number-one"),
    ],
)
def test_numbers_that_no_amount_can_replace(first: str, second: str, code: str) -> None:
    found = numeric_slot(from_pair(first, second))
    assert isinstance(found, Lacking)
    assert found.code == code


def test_a_dozen_that_the_program_counts_in_pieces() -> None:
    # 3 dozen are 36 in the program: 36 * 20 = 720; 5 dozen give 60 * 20 = 1200. As written, N_ is 3.
    first, second = "Ottilie has 3 dozen bees.", "Ottilie has 5 dozen bees."
    slot = slot_of(stated(first, second, Fraction(36), Fraction(60), Fraction(720), Fraction(1200)))
    assert (slot.value, slot.formula) == (Fraction(3), "N_ * 12 * 20")


def test_a_percentage_that_the_program_takes_as_a_part() -> None:
    first, second = "Ottilie sold 25% of them.", "Ottilie sold 35% of them."
    numbers = Fraction(1, 4), Fraction(7, 20), Fraction(5), Fraction(7)
    slot = slot_of(stated(first, second, *numbers))
    assert slot.value == 25
    assert evaluate(slot.formula, {SLOT_NAME: Fraction(35)}) == 7


def test_a_program_that_does_not_give_the_answers_is_refused() -> None:
    found = numeric_slot(altered(answer=Fraction(58)))
    assert isinstance(found, Lacking)
    assert found.code == "formula-wrong"
    bare = numeric_slot(altered(program=None))
    assert isinstance(bare, Lacking)
    assert bare.code == "no-program"


def test_a_program_that_grows_with_every_step_is_refused() -> None:
    doubled = [Operation(f"r{n}", f"r{n - 1} + r{n - 1}" if n else "hives", Fraction(0)) for n in range(12)]
    found = numeric_slot(with_program(operations=tuple(doubled)))
    assert isinstance(found, Lacking)
    assert found.code == "formula-long"


@pytest.mark.parametrize(
    ("expression", "expected"),
    [("100 - (hives - each)", "100 - (N_ - 4)"), ("each / (hives / 2)", "4 / (N_ / 2)"), ("-hives * each", "-N_ * 4")],
)
def test_formulas_keep_the_brackets_that_count(expression: str, expected: str) -> None:
    def at(value: Fraction) -> Fraction:
        return evaluate(expression, {"hives": value, "each": Fraction(4)})

    problem = with_program(operations=(Operation("r", expression, at(Fraction(6))),))
    answers = {"answer": at(Fraction(6)), "counterfactual_answer": at(Fraction(8))}
    assert slot_of(msgspec.structs.replace(problem, **answers)).formula == expected


def test_every_template_problem_has_a_slot_that_gives_both_answers() -> None:
    for problem in make_problems(60, seed=4):
        slot = slot_of(problem)
        assert (
            slot.before + problem.first_premise[len(slot.before) : -len(slot.after)] + slot.after
            == problem.first_premise
        )
        assert problem.program is not None
        assert problem.alternate_first_premise.startswith(slot.before)
        assert problem.alternate_first_premise.endswith(slot.after)
        assert evaluate(slot.formula, {SLOT_NAME: slot.value}) == problem.answer
        assert evaluate(slot.formula, {SLOT_NAME: problem.program.alternate_value}) == problem.counterfactual_answer


def test_operands_by_hand() -> None:
    dice = Dice("operands")
    assert operand(Fraction(12), Fraction(5), dice) == Operand("minus", Fraction(7))
    assert operand(Fraction(12), Fraction(20), dice) == Operand("plus", Fraction(8))
    assert operand(Fraction(0), Fraction(20), dice) == Operand("plus", Fraction(20))
    assert operand(Fraction(33, 2), Fraction(3), dice) == Operand("minus", Fraction(27, 2))
    assert operand(Fraction(9), Fraction(9), dice) == Operand("plus", Fraction(0))
    # 4 times 6 is 24, and so is 6 + 18: a coin decides.
    drawn = {operand(Fraction(6), Fraction(24), dice) for _ in range(40)}
    assert drawn == {Operand("times", Fraction(4)), Operand("plus", Fraction(18))}


@given(st.fractions(-1000, 1000), st.fractions(-1000, 1000), st.integers(0, 99))
def test_an_operand_gives_the_number_back(parent: Fraction, value: Fraction, seed: int) -> None:
    given_as = operand(parent, value, Dice("operand", seed))
    assert given_as.apply(parent) == value
    assert evaluate(given_as.text("M"), {"M": parent}) == value
    assert given_as.amount > 0 or parent == value


def test_the_answer_that_follows_from_a_wrong_number() -> None:
    # 57 = (6 * 4 - 5) * 3. N - 4 is 6 where N is 10; where N is 12, 8 hives give 81.
    slot, given_as = slot_of(HONEY), Operand("minus", Fraction(4))
    assert answer_from(slot, given_as, Fraction(12)) == 81
    same = answer_from(slot, given_as, Fraction(10))
    assert isinstance(same, Lacking)
    assert same.code == "answer-same"
    for number, code in ((Fraction(3), "number-negative"), (Fraction(5), "answer-negative")):
        assert isinstance(answer_from(slot, given_as, number), Fraction)
        refused = answer_from(slot, given_as, number, sane=True)
        assert isinstance(refused, Lacking)
        assert refused.code == code
    by_zero = answer_from(NumericSlot("", "", Fraction(2), "8 / N_", Fraction(4)), given_as, Fraction(4))
    assert isinstance(by_zero, Lacking)
    assert by_zero.code == "no-answer"
