"""What a step asserts: the values that it computes, from which operands, and the values that it merely writes.

An equation computes the value of its last side that has one, from the numbers of its other sides. Where an unknown
stands in an equation ("51 = 3x"), what it asserts is the unknown's value, if the equation is linear in it.
"""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

import msgspec

from dunyazad._exceptions import NumberError
from dunyazad.numbers import Equation, Expression, evaluate, find_equations, find_quantities, names_in

__all__ = ["Asserted", "Computed", "read_asserted"]


# A phrase that begins with a capital and is said to equal something.
_LABEL = re.compile(r"(?<![A-Za-z])([A-Z][a-z’']{1,20}(?: [A-Za-z’'-]{1,20}){0,7}) ?=")


class Computed(msgspec.Struct, frozen=True, gc=False):
    """One value that a step computes.

    Attributes:
        value: The value.
        operands: The numbers that it is computed from, as denoted.
        text: The equation, verbatim; empty where a step merely concludes the value.
        expression: What it is computed by: the equation's first side that is arithmetic.
        root: Is it the root of an equation with an unknown that is not solved there?
        holds: Is the equation not surely false?
    """

    value: Fraction
    operands: tuple[Fraction, ...]
    text: str
    expression: Expression | None = None
    root: bool = False
    holds: bool = True


class Asserted(msgspec.Struct, frozen=True, gc=False):
    """What a step asserts.

    Attributes:
        computed: What its equations compute, in order.
        written: Every value that stands in it, in order of first appearance.
        between: Numbers that its equations arrive at on the way ("10 * 2 / 3 = 20 / 3": 20 and 3).
        readings: For each of `written`, the other ways to read it ("20%" is 1/5 or 20, "50 cents" is 50 or 1/2).
    """

    computed: tuple[Computed, ...]
    written: tuple[Fraction, ...]
    readings: dict[Fraction, tuple[Fraction, ...]]
    between: frozenset[Fraction] = frozenset()

    @property
    def results(self) -> tuple[Fraction, ...]:
        """The values that it computes, in order."""
        return tuple(one.value for one in self.computed)


def read_asserted(text: str) -> Asserted:
    """Find what a step asserts; empty where it holds no number.

    Example:
        >>> found = read_asserted("3 * 4 = 12 eggs, so 2x = 12.")
        >>> [(one.value, one.operands) for one in found.computed]
        [(Fraction(12, 1), (Fraction(3, 1), Fraction(4, 1))), (Fraction(6, 1), (Fraction(2, 1), Fraction(12, 1)))]
    """
    equations = asserted_equations(text)
    computed = [found for equation in equations if (found := _computed(equation)) is not None]
    readings: dict[Fraction, tuple[Fraction, ...]] = {}
    for quantity in find_quantities(text):
        other = (quantity.number,) if quantity.number != quantity.value else ()
        readings[quantity.value] = tuple(dict.fromkeys((*readings.get(quantity.value, ()), *other)))
    later = (side for equation in equations if equation.holds is not False for side in equation.sides[1:])
    between = frozenset(number for side in later for number in side.numbers)
    return Asserted(tuple(computed), tuple(readings), readings, between)


def asserted_equations(text: str) -> tuple[Equation, ...]:
    """Find the equations of a step, also where what stood on lines of its own was joined into one.

    "Cost = 3 * 4 Cost = 12" says the same as on two lines: a phrase that opens two equations begins a line.

    Example:
        >>> [equation.values for equation in asserted_equations("The cost is: Cost = 3 * 4 Cost = 13")]
        [(Fraction(12, 1), Fraction(13, 1))]
    """
    if text.count("=") < 2:
        return find_equations(text)
    labels = list(_LABEL.finditer(text))
    often = Counter(found[1] for found in labels)
    if len(often) == len(labels):  # no phrase opens two
        return find_equations(text)
    lines = list(text)
    for found in labels:
        if often[found[1]] > 1 and found.start(1) and lines[found.start(1) - 1] == " ":
            lines[found.start(1) - 1] = "\n"
    equations = find_equations("".join(lines))
    return tuple(msgspec.structs.replace(one, text=text[one.start : one.end]) for one in equations)


def _computed(equation: Equation) -> Computed | None:
    known = [index for index, value in enumerate(equation.values) if value is not None]
    if len(known) < len(equation.values) and not _solved(equation):
        root = _root(equation)
        numbers = [number for side in equation.sides for number in side.numbers]
        return None if root is None else Computed(root, tuple(numbers), equation.text, root=True)
    last = known[-1]
    value = equation.values[last]
    operands = [number for index, side in enumerate(equation.sides) if index != last for number in side.numbers]
    if len(equation.sides[last].code) > 1:
        operands += equation.sides[last].numbers
    return (
        None
        if value is None
        else Computed(value, tuple(operands), equation.text, _worked(equation), holds=equation.holds is not False)
    )


def _worked(equation: Equation) -> Expression | None:
    sides = zip(equation.sides, equation.values, strict=True)
    return next((side for side, value in sides if value is not None and len(side.code) > 1), None)


def _solved(equation: Equation) -> bool:
    """Is the only unknown alone on its side, and the rest known ("x = 51 / 3 = 17")?"""
    unknown = [side for side, value in zip(equation.sides, equation.values, strict=True) if value is None]
    return len(unknown) == 1 and len(unknown[0].code) == 1 and len(equation.sides) > 1


def _root(equation: Equation) -> Fraction | None:
    """The root of an equation with one unknown, where it is linear."""
    names = {name for side in equation.sides for name in names_in(side)}
    if len(names) != 1 or len(equation.sides) != 2:
        return None
    (name,) = names
    try:
        at = [_difference(equation, {name: Fraction(point)}) for point in (0, 1, 2)]
    except NumberError:
        return None
    slope = at[1] - at[0]
    return -at[0] / slope if slope and at[2] - at[1] == slope else None


def _difference(equation: Equation, values: dict[str, Fraction]) -> Fraction:
    left, right = (evaluate(side, values) for side in equation.sides)
    return left - right
