"""Programs of sets that give formulas, and of solutions in plain words."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dunyazad.problems.decomposition.equations import equations_in_prose, program_of
from dunyazad.problems.decomposition.program import RawProgram, render
from dunyazad.problems.decomposition.record import Rejected, SourceProblem


def program(final: str, *equations: str) -> RawProgram | Rejected:
    return program_of(SourceProblem("own/0", "", "", Fraction(final), equations=equations))


@pytest.mark.parametrize(
    ("final", "equation", "steps"),
    [
        ("5", "( 8.0 - 3.0 ) = 5", ["8 - 3"]),
        ("48", "(6.0*(3.0+5.0)) = 48", ["3 + 5", "6 * 8"]),
        # 2 * 3 = 6; 4 + 6 = 10; 10 - 1 = 9.
        ("9", "4 + 2 * 3 - 1 = 9", ["2 * 3", "4 + 6", "10 - 1"]),
        # A fraction of the text stands in a product as two literals, so that it must not be torn apart.
        ("6", "8 * 3 / 4 = 6", ["8 * 3 / 4"]),
        ("10", "20% * 50 = 10", ["0.2 * 50"]),
    ],
)
def test_a_formula_is_cut_into_steps(final: str, equation: str, steps: list[str]) -> None:
    found = program(final, equation)
    assert isinstance(found, RawProgram)
    assert [render(operation.tree) for operation in found.operations] == steps
    assert found.operations[-1].value == Fraction(final)


@pytest.mark.parametrize(
    ("equations", "code"),
    [
        (("3 + 4 = 8",), "equation-inexact"),
        (("3 + 4",), "equation-malformed"),
        (("3 + = 7",), "equation-malformed"),
        (("3 / 0 = 7",), "equation-malformed"),
        (("2 ^ 3 = 8",), "equation-malformed"),
        (("1 = 3 = 7",), "equation-malformed"),
        (("7 = 7",), "program-empty"),
        (("3 + 3 = 6",), "program-answer"),
        (("+".join(["1"] * 200) + " = 200",), "equation-malformed"),
        (tuple(f"{n} + 1 = {n + 1}" for n in range(40)), "too-many-steps"),
    ],
)
def test_a_formula_that_is_no_program_is_a_coded_rejection(equations: tuple[str, ...], code: str) -> None:
    found = program("7", *equations)
    assert isinstance(found, Rejected)
    assert (found.code, found.id) == (code, "own/0")


@pytest.mark.parametrize(
    ("text", "final", "equations"),
    [
        ("12*3=36", 36, ("12 * 3 = 36",)),
        ("Olga paints 2 × 6 = 12 chairs, and earns 12*$4 = $48.", 48, ("2 * 6 = 12", "12 * 4 = 48")),
        ("20% * 50 = 10", 10, ("0.2 * 50 = 10",)),
        ("7/20 * 100% = 35%", 35, ("7 / 20 * 100 = 35",)),
        ("3 + 4 = 7, so again 3 + 4 = 7", 7, ("3 + 4 = 7",)),
        ("", 7, ()),
        ("Bo has 7.", 7, ()),
        ("3 + 4 = 7", 8, ()),
        ("3 + 4 = 8 and 8 - 1 = 7", 7, ()),
        ("10 / 3 = 3.33 and 3 + 4 = 7", 7, ()),
        ("x = 3, x + 4 = 7", 7, ()),
        # The first step cannot be read; a program of the second alone would take 8 for a number of the text.
        ("That is 4 (Ana) + 4 9Bo) = 8 figs, and 8 + 3 = 11", 11, ()),
        ("That is 2 * 4, and 8 + 3 = 11", 11, ()),
    ],
)
def test_prose_is_read_only_where_it_is_certain(text: str, final: int, equations: tuple[str, ...]) -> None:
    assert equations_in_prose(text, Fraction(final)) == equations
