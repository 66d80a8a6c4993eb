"""A program written out as gold steps."""

from __future__ import annotations

from dunyazad.numbers import names_in
from dunyazad.problems.programs import filled, operand, parsed
from dunyazad.problems.record import GoldStep, Program

__all__ = ["gold_steps"]


def gold_steps(program: Program) -> tuple[GoldStep, ...]:
    """Write out a program as gold steps, one an operation: bare equations, in nobody's words.

    Example:
        >>> from fractions import Fraction
        >>> from dunyazad.problems.record import Given, Operation
        >>> givens = Given("bags", Fraction(3), "first_premise"), Given("each", Fraction(4), "premises")
        >>> program = Program(givens, (Operation("all", "bags * each", Fraction(12)),), "bags", Fraction(5))
        >>> gold_steps(program)[0].text
        '3 * 4 = 12.'
    """
    values = {given.name: given.value for given in program.givens}
    origins = dict.fromkeys(values, 0)
    steps: list[GoldStep] = []
    for number, operation in enumerate(program.operations, start=1):
        used = names_in(parsed(operation.expression))
        premises = sorted({origins[name] for name in used}) or [0]
        text = f"{filled(operation.expression, values)} = {operand(operation.value)}."
        steps.append(GoldStep(text, tuple(premises), operation.value))
        values[operation.name] = operation.value
        origins[operation.name] = number
    return tuple(steps)
