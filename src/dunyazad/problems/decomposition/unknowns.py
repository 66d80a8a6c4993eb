"""Steps that a solution states backwards: an equation with one unknown, solved for it.

"Let X be the price: X - X * 25% = $21" computes nothing as it stands; solved, it is 21 / (1 - 25%), and that can be
computed anew with another price. The same holds for "He sold 11 because 11 x 15 = 165", where the 165 was known and the
11 was not. Only equations that are linear in their unknown are solved, each side by itself as `factor * x + rest`, with
trees for the factor and the rest, so that every literal of the text keeps its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple, TypeGuard

from dunyazad._exceptions import NumberError
from dunyazad.numbers import Equation, Expression, Name, find_equations
from dunyazad.problems.annotations import ANNOTATION
from dunyazad.problems.decomposition.program import (
    Binary,
    Leaf,
    Operator,
    RawOperation,
    RawProgram,
    Tree,
    leaves,
    tree_of,
    value_of,
)

__all__ = ["solved_programs", "turned"]

_ONE, _ZERO = Leaf(Fraction(1)), Leaf(Fraction(0))
_MOST_NAMES = 40
_MOST_EQUATIONS = 30


class _Side(NamedTuple):
    """One side of an equation: factor * x + rest; None stands for zero."""

    factor: Tree | None
    rest: Tree | None


def solved_programs(answer: str, final: Fraction) -> Iterator[RawProgram]:
    """Give the programs that a solution's text states where its equations are solved for their unknowns.

    Each takes one equation with an unknown, the earlier ones first, and the plain equations of the text; it ends in the
    answer. Nothing is given where no equation has one unknown.

    Example:
        >>> from dunyazad.problems.decomposition.program import render
        >>> text = "Let x be the price. x - x * 25% = 21, so x = 28. With the bag it is 28 + 2 = 30."
        >>> [[render(step.tree) for step in program.operations] for program in solved_programs(text, Fraction(30))]
        [['21 / (1 - 0.25)', '28 + 2']]
    """
    equations = find_equations(ANNOTATION.sub("", answer))[:_MOST_EQUATIONS]
    steps = [_solved(equation) or _plain(equation) for equation in equations]
    for chosen, equation in enumerate(equations):
        if steps[chosen] is None or _name(equation) is None:
            continue
        kept = [
            step
            for place, step in enumerate(steps)
            if step is not None and (place == chosen or _name(equations[place]) is None)
        ]
        ends = [place for place, step in enumerate(kept) if step.value == final]
        if ends:
            yield RawProgram(tuple(kept[: ends[-1] + 1]))


def turned(operation: RawOperation, unknown: Fraction) -> RawOperation | None:
    """Solve a step for one of its literals, which becomes what it gives; None where that cannot be done.

    Example:
        >>> from dunyazad.problems.decomposition.program import render
        >>> step = RawOperation(Binary("*", Leaf(Fraction(11)), Leaf(Fraction(15))), Fraction(165))
        >>> render(turned(step, Fraction(11)).tree)
        '165 / 15'
    """
    if [leaf.value for leaf in leaves(operation.tree)].count(unknown) != 1:
        return None
    tree = _quotient(_side_of_tree(operation.tree, unknown), _Side(None, Leaf(operation.value)))
    return None if tree is None else _step(tree, unknown)


def _step(tree: Tree, value: Fraction) -> RawOperation | None:
    try:
        return RawOperation(tree, value) if value_of(tree) == value else None
    except ZeroDivisionError:
        return None


def _plain(equation: Equation) -> RawOperation | None:
    if equation.holds is not True:
        return None
    try:
        tree, last = tree_of(equation.sides[0]), tree_of(equation.sides[-1])
    except NumberError:
        return None
    return _step(tree, last.value) if isinstance(tree, Binary) and isinstance(last, Leaf) else None


def _name(equation: Equation) -> str | None:
    """The one name of an equation."""
    names = {item.name for side in equation.sides for item in side.code if isinstance(item, Name)}
    return names.pop() if len(names) == 1 else None


def _solved(equation: Equation) -> RawOperation | None:
    if _name(equation) is None or len(equation.sides) != 2:
        return None
    left, right = (_side(side) for side in equation.sides)
    if left is None or right is None:
        return None
    tree = _quotient(left, right)
    if not isinstance(tree, Binary):
        return None  # "x = 28" only says what came out
    try:
        return RawOperation(tree, value_of(tree))
    except ZeroDivisionError:
        return None


def _quotient(left: _Side | None, right: _Side | None) -> Tree | None:
    """Solve left = right for the unknown."""
    if left is None or right is None:
        return None
    factor = _joined("-", left.factor, right.factor)
    rest = _joined("-", right.rest, left.rest)
    if factor is None or rest is None:
        return None
    return _product("/", rest, factor)


def _side(expression: Expression) -> _Side | None:
    """Read a side of an equation; None where it is not linear in its name."""
    stack: list[_Side] = []
    if len(expression.code) > _MOST_NAMES:
        return None
    for item in expression.code:
        if isinstance(item, Fraction):
            stack.append(_Side(None, Leaf(item)))
        elif isinstance(item, Name):
            stack.append(_Side(_ONE, None))
        elif item == "%" and isinstance(top := stack[-1].rest, Leaf) and stack[-1].factor is None:
            stack[-1] = _Side(None, Leaf(top.value / 100))
        elif item in ("+", "-", "*", "/"):
            right = stack.pop()
            joined = _combined(item, stack.pop(), right)
            if joined is None:
                return None
            stack.append(joined)
        else:
            return None
    return stack[0]


def _side_of_tree(tree: Tree, unknown: Fraction) -> _Side | None:
    if isinstance(tree, Leaf):
        return _Side(_ONE, None) if tree.value == unknown else _Side(None, tree)
    left, right = _side_of_tree(tree.left, unknown), _side_of_tree(tree.right, unknown)
    return None if left is None or right is None else _combined(tree.operator, left, right)


def _combined(operator: Operator, left: _Side, right: _Side) -> _Side | None:
    if operator in ("+", "-"):
        return _Side(_joined(operator, left.factor, right.factor), _joined(operator, left.rest, right.rest))
    if right.factor is not None:
        if operator == "/" or left.factor is not None:
            return None
        left, right = right, left
    if right.rest is None:
        return None
    if operator == "/" and left.factor is None and _is_part(left.rest, right.rest):
        return _Side(None, Leaf(value_of(Binary("/", left.rest, right.rest))))
    return _Side(*(part and _product(operator, part, right.rest) for part in left))


def _is_part(above: Tree | None, below: Tree) -> TypeGuard[Tree]:
    """Is it a fraction as texts state them, which is one number: 2/3 of x?"""
    if not isinstance(above, Leaf) or not isinstance(below, Leaf):
        return False
    return above.value.denominator == below.value.denominator == 1 and 0 < above.value < below.value


def _joined(operator: Operator, left: Tree | None, right: Tree | None) -> Tree | None:
    if right is None:
        return left
    if left is None:
        return right if operator == "+" else Binary("-", _ZERO, right)
    return Binary(operator, left, right)


def _product(operator: Operator, left: Tree, right: Tree) -> Tree:
    """A product or a quotient; nothing is multiplied or divided by one that no text states."""
    if right is _ONE:
        return left
    return right if operator == "*" and left is _ONE else Binary(operator, left, right)
