from __future__ import annotations

from fractions import Fraction

import pytest
from tests.problems.samples import HONEY

from dunyazad._exceptions import NumberError
from dunyazad.problems import Given, Operation, Program
from dunyazad.problems.programs import compute, run

assert HONEY.program is not None
PROGRAM = HONEY.program


def test_running_a_problem_gives_its_own_values_and_its_answer() -> None:
    values = compute(PROGRAM)
    for operation in PROGRAM.operations:
        assert values[operation.name] == operation.value
    assert values[PROGRAM.operations[-1].name] == HONEY.answer


def test_running_it_under_its_alternate_gives_the_counterfactual_answer() -> None:
    values = run(PROGRAM, changed=PROGRAM.alternate_value)
    assert values is not None
    assert values[PROGRAM.changed] == PROGRAM.alternate_value
    assert values[PROGRAM.operations[-1].name] == HONEY.counterfactual_answer


def test_a_result_may_be_taken_as_it_is_and_what_follows_is_computed_from_it() -> None:
    # 6 hives of 4 jars are 24 jars; had somebody counted 25, 19 would be left over 6 kept, at 3 dollars each.
    first = PROGRAM.operations[0].name
    values = compute(PROGRAM, replaced={first: Fraction(25)})
    assert values[first] == 25
    assert values[PROGRAM.operations[-1].name] == HONEY.answer + 3


def test_what_cannot_be_computed_is_none_or_an_error() -> None:
    givens = (Given("all", Fraction(6), "premises"), Given("bags", Fraction(2), "first_premise"))
    program = Program(givens, (Operation("each", "all / bags", Fraction(3)),), "bags", Fraction(0))
    assert run(program) == {"all": Fraction(6), "bags": Fraction(2), "each": Fraction(3)}
    assert run(program, changed=Fraction(0)) is None
    with pytest.raises(NumberError):
        compute(program, changed=Fraction(0))
