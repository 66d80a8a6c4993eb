"""The program of a solution that is given as equations, or whose prose states them.

Sets such as SVAMP give one formula with brackets. It is cut into steps, so that each can be judged by itself: what a
bracket or a product gives must make sense as much as the end does. Products stay whole, for a fraction of the text
("3/4 of the tiles") stands in them as two literals.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from dunyazad._exceptions import NumberError
from dunyazad.numbers import Equation, find_equations, parse_expression, parse_number, render_number
from dunyazad.problems.decomposition.program import (
    MAX_LEAVES,
    MAX_OPERATIONS,
    Binary,
    Leaf,
    RawOperation,
    RawProgram,
    Tree,
    extract_program,
    leaves,
    render,
    tree_of,
    value_of,
)
from dunyazad.problems.decomposition.record import Rejected, SourceProblem

__all__ = ["equations_in_prose", "program_of"]

_SIGNS = re.compile(r"[=≈≅]|[\d)%]\s*(?:[*×÷+]|\\times|\\cdot)\s*[($\d]")


def program_of(source: SourceProblem) -> RawProgram | Rejected:
    """Read a source's program: from its equations where it gives them, from its annotations elsewhere.

    Example:
        >>> source = SourceProblem("set/0", "", "", Fraction(48), equations=("6.0 * (3.0 + 5.0) = 48",))
        >>> [render(operation.tree) for operation in program_of(source).operations]
        ['3 + 5', '6 * 8']
    """
    if not source.equations:
        return extract_program(source)
    operations: list[RawOperation] = []
    for equation in source.equations:
        found = _steps(equation)
        if isinstance(found, Rejected):
            return Rejected(found.code, found.sentence, source.id)
        operations += found
    return _ending_in(operations, source)


def _ending_in(operations: list[RawOperation], source: SourceProblem) -> RawProgram | Rejected:
    if not operations:
        return Rejected("program-empty", f"{source.equations[0][:60]!r} computes nothing", source.id)
    count = sum(len(leaves(operation.tree)) for operation in operations)
    if len(operations) > MAX_OPERATIONS or count > MAX_LEAVES:
        return Rejected("too-many-steps", f"the solution has {len(operations)} steps over {count} numbers", source.id)
    value = operations[-1].value
    if value != source.final:
        shown = f"the last equation gives {render_number(value)}, the answer is {render_number(source.final)}"
        return Rejected("program-answer", shown, source.id)
    return RawProgram(tuple(operations))


def _steps(equation: str) -> list[RawOperation] | Rejected:
    left, equals, right = equation.rpartition("=")
    if not equals or "=" in left:
        return Rejected("equation-malformed", f"{equation[:60]!r} is not of the form a=b")
    try:
        tree = tree_of(parse_expression(left))
        stated = parse_number(right)
        value = value_of(tree)
        steps: list[RawOperation] = []
        _cut(tree, steps)
    except (NumberError, ZeroDivisionError) as error:
        return Rejected("equation-malformed", f"{equation[:60]!r} cannot be computed: {error}")
    if value != stated:
        return Rejected("equation-inexact", f"{equation[:60]!r}: it gives {render_number(value)} exactly")
    return steps


def _cut(tree: Tree, steps: list[RawOperation]) -> Leaf:
    """Append the steps of a tree, the inner ones first, and give the literal that stands for it."""
    if isinstance(tree, Leaf):
        return tree
    whole = _product(tree, steps) if tree.operator in ("*", "/") else _sum(tree, steps)
    value = value_of(whole)
    steps.append(RawOperation(whole, value))
    return Leaf(value)


def _sum(tree: Binary, steps: list[RawOperation]) -> Binary:
    left = _cut(tree.left, steps)
    return Binary(tree.operator, left, _cut(tree.right, steps))


def _product(tree: Binary, steps: list[RawOperation]) -> Binary:
    left, right = (
        _product(side, steps) if isinstance(side, Binary) and side.operator in ("*", "/") else _cut(side, steps)
        for side in (tree.left, tree.right)
    )
    return Binary(tree.operator, left, right)


def equations_in_prose(text: str, final: Fraction) -> tuple[str, ...]:
    """Read the arithmetic of a solution in words, where it is certain; empty where it is not.

    It is certain where every equation of the text holds exactly, the last one ends in the answer, and no sign of
    arithmetic is left over: a step that was not understood would be missing from the program.

    Example:
        >>> equations_in_prose("She sells 3 × $4 = $12 a day, so 12*5=60 in all.", Fraction(60))
        ('3 * 4 = 12', '12 * 5 = 60')
        >>> equations_in_prose("10 / 3 = 3.33, so 3.", Fraction(3))
        ()
    """
    found: list[str] = []
    for equation in _computing(text):
        if equation is None:
            return ()
        found.append(equation)
    if not found or parse_number(found[-1].rpartition("=")[2]) != final:
        return ()
    return tuple(dict.fromkeys(found))


def _computing(text: str) -> Iterator[str | None]:
    """Give the equations of a text that compute something, and None for each that is not sure."""
    equations = find_equations(text)
    if _SIGNS.search(_without(text, equations)):
        yield None
    for equation in equations:
        if equation.holds is not True:
            yield None
            continue
        # "7/20 * 100% = 35%" counts in percent; "20% * 50 = 10" holds only where the sign is a hundredth.
        readings = [_reading(equation, percent=percent) for percent in (False, True)]
        yield from next((reading for reading in readings if reading is not None), (None,))


def _without(text: str, equations: tuple[Equation, ...]) -> str:
    start, rest = 0, []
    for equation in equations:
        rest.append(text[start : equation.start])
        start = equation.end
    return " | ".join((*rest, text[start:]))


def _reading(equation: Equation, *, percent: bool) -> tuple[str, ...] | None:
    """Read an equation as one step; empty where it computes nothing, None where it does not hold so."""
    try:
        tree, last = tree_of(equation.sides[0], percent=percent), tree_of(equation.sides[-1], percent=percent)
    except NumberError:
        return None
    if not isinstance(last, Leaf) or _value(tree) != last.value:
        return None
    return () if isinstance(tree, Leaf) else (f"{render(tree)} = {render_number(last.value)}",)


def _value(tree: Tree) -> Fraction | None:
    try:
        return value_of(tree)
    except ZeroDivisionError:
        return None
