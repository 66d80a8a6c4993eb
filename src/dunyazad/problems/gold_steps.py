"""A program written out as gold steps."""

from __future__ import annotations

import re
from fractions import Fraction

from dunyazad.numbers import names_in, render_number
from dunyazad.problems.programs import parsed
from dunyazad.problems.record import GoldStep, Program

__all__ = ["gold_steps"]

_NAME = re.compile(r"[A-Za-z_]\w*")


def gold_steps(program: Program) -> tuple[GoldStep, ...]:
    """Write out a program as gold steps, one an operation: bare equations, in nobody's words.

    Example:
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
        written = _NAME.sub(lambda match: _operand(values[match[0]]), operation.expression)
        text = f"{written} = {_operand(operation.value)}."
        steps.append(GoldStep(text, tuple(premises), operation.value))
        values[operation.name] = operation.value
        origins[operation.name] = number
    return tuple(steps)


def _operand(value: Fraction) -> str:
    shown = render_number(value)
    return f"({shown})" if value < 0 or "/" in shown else shown
