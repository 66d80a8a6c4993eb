"""Equations with an unknown, solved; what is not linear, or says nothing, is left alone."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad.problems.decomposition.program import Binary, Leaf, RawOperation, render, value_of
from dunyazad.problems.decomposition.unknowns import solved_programs, turned


def solved(text: str, final: int) -> list[list[str]]:
    return [[render(step.tree) for step in program.operations] for program in solved_programs(text, Fraction(final))]


@pytest.mark.parametrize(
    ("text", "final", "steps"),
    [
        ("P - P*20% = $48, .8P = $48, P = $60", 60, [["48 / (1 - 0.2)"], ["48 / 0.8"]]),
        ("9p + p = 5,000, 10p = 5,000 and p = 500", 500, [["5000 / (9 + 1)"], ["5000 / 10"]]),
        ("x + x + 4 = 20, so x = 8, and 8 + 4 = 12", 12, [["(20 - 4) / (1 + 1)", "8 + 4"]]),
        ("5 + 1 = 6. Now 3/4 * x = 6, so x = 8.", 8, [["5 + 1", "6 / 0.75"]]),
        ("20 = 4 + x, so x = 16", 16, [["(4 - 20) / (0 - 1)"]]),
        ("x / 3 = 5, so x = 15", 15, [["5 / (1 / 3)"]]),
    ],
)
def test_an_equation_with_one_unknown_is_solved(text: str, final: int, steps: list[list[str]]) -> None:
    assert solved(text, final) == steps


@pytest.mark.parametrize(
    "text",
    [
        "x * x = 16, so x = 4",
        "12 / x = 3, so x = 4",
        "x = 4",
        "c + p = 8 and c = p",
        "x - x + 3 = 7, so x = 4",
        "x + 1 = x + 5 - x = 5",
        "2 * x = 9, so x = 4",
        "",
    ],
)
def test_what_is_not_linear_in_one_unknown_or_ends_elsewhere_gives_nothing(text: str) -> None:
    assert solved(text, 4) == []


@given(st.integers(1, 99), st.integers(1, 99), st.integers(1, 99))
def test_what_is_solved_is_the_unknown(factor: int, rest: int, x: int) -> None:
    found = list(solved_programs(f"{factor} * x + {rest} = {factor * x + rest}", Fraction(x)))
    assert [value_of(program.operations[0].tree) for program in found] == [x]


def test_a_step_is_turned_to_the_literal_that_was_not_known() -> None:
    nine, fourteen = Leaf(Fraction(9)), Leaf(Fraction(14))
    step = RawOperation(Binary("*", nine, fourteen), Fraction(126))
    found = turned(step, Fraction(9))
    assert found is not None
    assert (render(found.tree), found.value) == ("126 / 14", Fraction(9))
    assert turned(step, Fraction(8)) is None
    assert turned(RawOperation(Binary("*", nine, nine), Fraction(81)), Fraction(9)) is None  # which of the two?
    assert turned(RawOperation(Binary("/", fourteen, nine), Fraction(14, 9)), Fraction(9)) is None
