"""Running programs: what each operation gives, as the problem stands or with other numbers in it.

All who compute a problem anew (the certifier, templates, judges, the simulated solver) do it here. Expressions are
parsed once: the same problems stand in many chains, and templates repeat theirs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from dunyazad._exceptions import NumberError
from dunyazad.numbers import Expression, evaluate, parse_expression, render_number
from dunyazad.problems.record import Program

__all__ = ["compute", "filled", "operand", "parsed", "results", "run"]

_NONE: Final[Mapping[str, Fraction]] = MappingProxyType({})


_NAME = re.compile(r"[A-Za-z_]\w*")


def operand(value: Fraction) -> str:
    """A number as it stands in an expression: in brackets where its sign or stroke would be read with its neighbours.

    Example:
        >>> operand(Fraction(3)), operand(Fraction(-2)), operand(Fraction(1, 3))
        ('3', '(-2)', '(1/3)')
    """
    shown = render_number(value)
    return f"({shown})" if value < 0 or "/" in shown else shown


def filled(expression: str, values: Mapping[str, Fraction]) -> str:
    """An expression with the numbers put in for its names.

    Raises:
        KeyError: A name has no value.

    Example:
        >>> filled("a * (b - 1)", {"a": Fraction(3), "b": Fraction(-2)})
        '3 * ((-2) - 1)'
    """
    return _NAME.sub(lambda match: operand(values[match[0]]), expression)


@lru_cache(maxsize=8192)
def parsed(expression: str) -> Expression:
    """Parse an expression.

    Raises:
        NumberError: It is none.
    """
    return parse_expression(expression)


def results(
    steps: Iterable[tuple[str, Expression]], values: dict[str, Fraction], *, replaced: Mapping[str, Fraction] = _NONE
) -> Iterator[tuple[str, Fraction]]:
    """Compute steps one by one, adding each result to `values`; those in `replaced` are taken as they are.

    Raises:
        NumberError: A step cannot be computed. Earlier ones have been given.
    """
    for name, expression in steps:
        value = replaced.get(name)
        values[name] = value = evaluate(expression, values) if value is None else value
        yield name, value


def compute(
    program: Program, *, changed: Fraction | None = None, replaced: Mapping[str, Fraction] = _NONE
) -> dict[str, Fraction]:
    """Give every quantity of a program by name, givens and results.

    Args:
        program: What to run.
        changed: Another value for the given that the alternate changes; None leaves the problem as it stands.
        replaced: Results that are not computed but taken as they are here, by name.

    Raises:
        NumberError: An operation cannot be computed.

    Example:
        >>> from dunyazad.problems.record import Given, Operation
        >>> givens = Given("bags", Fraction(3), "first_premise"), Given("each", Fraction(4), "premises")
        >>> program = Program(givens, (Operation("all", "bags * each", Fraction(12)),), "bags", Fraction(5))
        >>> compute(program)["all"], compute(program, changed=program.alternate_value)["all"]
        (Fraction(12, 1), Fraction(20, 1))
    """
    values = {given.name: given.value for given in program.givens}
    if changed is not None:
        values[program.changed] = changed
    steps = ((operation.name, parsed(operation.expression)) for operation in program.operations)
    for _ in results(steps, values, replaced=replaced):
        pass
    return values


def run(
    program: Program, *, changed: Fraction | None = None, replaced: Mapping[str, Fraction] = _NONE
) -> dict[str, Fraction] | None:
    """Give every quantity of a program by name, as `compute` does; None where it cannot be computed."""
    try:
        return compute(program, changed=changed, replaced=replaced)
    except NumberError:
        return None
