"""Equations in their plainest form, taken at a glance: "so 12 * 3 = 36 eggs", "Cost: 4 pens * $5.50/pen = $22".

Most steps of written solutions hold nothing else, and cutting a step into tokens takes longer than all the rest. Two
patterns take such an equation whole: numbers, with a unit or without, and one sign between each two; one number behind
the sign of equality; around them what surely belongs to neither side. A text that holds any sign of equality beside
these is left to the full reading, and so is one with an equation that does not hold: units and words nearby may explain
that. What is taken here, the full reading would take in the same way.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from dunyazad._exceptions import NumberError
from dunyazad.numbers.equation import Equation
from dunyazad.numbers.expression import Expression, Operator, evaluate, flat_code
from dunyazad.numbers.literal import read_numeral
from dunyazad.numbers.sides import goes_with_number, stands_before_a_side
from dunyazad.numbers.spoken import may_be_spoken
from dunyazad.numbers.tokens import math_dollars
from dunyazad.numbers.units import is_plain_unit

__all__ = ["plain_equations"]

_NUMBER = r"\$?(?:[0-9]{1,3}(?:,[0-9]{3})++|[0-9]{1,9})(?:\.[0-9]{1,9})?"
_SIGN = r"[-+*/×÷·−–]|\\times|\\cdot"
_OPERATORS: Final[dict[str, Operator]] = {
    "+": "+", "-": "-", "−": "-", "–": "-", "*": "*", "×": "*", "·": "*", "\\times": "*", "\\cdot": "*",
    "/": "/", "÷": "/",
}  # fmt: skip
_UNIT = r"(?: [A-Za-z]{2,}+)?(?:/[A-Za-z]{2,}+)?"
# It begins its line, or stands behind a word's punctuation, or behind a word that no number stands before.
# A sign behind a unit has space around it: "3 eggs -2" may be read in two ways.
_LEFT = re.compile(
    rf"(?:^|(?<=[A-Za-z][,;:.!?] )|(?:^|(?<=[A-Za-z,;:.!?] ))([A-Za-z]{{2,}}+) )"
    rf"((?:{_NUMBER}(?: ?(?:{_SIGN}) ?(?=[$0-9])|{_UNIT} (?:{_SIGN}) ))++{_NUMBER}{_UNIT}) ?=",
    re.MULTILINE,
)
# Nothing but words follow on the line, or before the next punctuation.
_WORD = r"[A-Za-z]++(?:['’-][A-Za-z]++)*+"
_RIGHT = re.compile(
    rf" ?({_NUMBER})(?: (a|of(?= [A-Za-z]{{2}})|(?!of\b)[A-Za-z]{{2,}}+)(?: {_WORD})*+)?(?=[.,;!?](?:[ \n]|\Z)|\n|\Z)"
)
_PIECE = re.compile(rf"{_NUMBER}|/?[A-Za-z]++|{_SIGN}")
_LONGEST_LEFT = 50


def plain_equations(text: str) -> tuple[Equation, ...] | None:
    """The equations of a text where all are plain and hold; None where it has to be read in full.

    Example:
        >>> [found.text for found in plain_equations("So 3 * 12 = 36 eggs. She pays 36 / 6 = $6.")]
        ['3 * 12 = 36 eggs', '36 / 6 = $6']
        >>> plain_equations("So 3 * 12 = 35 eggs."), plain_equations("half of 12 / 3 = 2"), plain_equations("x = 2")
        (None, None, None)
    """
    if "≈" in text or "≅" in text or ("$" in text and math_dollars(text)) or may_be_spoken(text):
        return None
    found: list[Equation] = []
    end, sign, commands = 0, text.find("="), text.count("\\")
    while sign >= 0:
        right = _RIGHT.match(text, sign + 1)
        left = _LEFT.search(text, max(end, sign - _LONGEST_LEFT), sign + 1) if right is not None else None
        equation = _equation(text, left, right) if left is not None and right is not None else None
        if equation is None:
            return None
        found.append(equation)
        commands -= equation.text.count("\\")
        end, sign = sign + 1, text.find("=", sign + 1)
    return tuple(found) if not commands else None  # one that is left may be a sign of equality, or money


def _equation(text: str, left: re.Match[str], right: re.Match[str]) -> Equation | None:
    """The equation of two sides; None where their surroundings are unsure, or where it does not hold."""
    word, unit = left[1], right[2]
    if word is not None and not stands_before_a_side(word):
        return None
    shown, end = read_numeral(right[1].lstrip("$")), right.end(1)
    if unit == "of":
        if shown.denominator != 1:  # "18 of them" are counted, "0.5 of them" is a product
            return None
    elif unit is not None:
        belongs = goes_with_number(unit)
        if belongs is None:
            return None
        end = right.end(2) if belongs else end
    numbers: list[Fraction] = []
    operators: list[Operator] = []
    for piece in _PIECE.findall(left[2]):
        if piece in _OPERATORS:
            operators.append(_OPERATORS[piece])
        elif piece[-1].isdigit():
            numbers.append(read_numeral(piece.lstrip("$")))
        elif piece[0] != "/" and not is_plain_unit(piece):
            return None
    computed = Expression(left[2], flat_code(numbers, operators))
    try:
        value = evaluate(computed)
    except NumberError:  # it divides by zero
        return None
    if value.as_integer_ratio() != shown.as_integer_ratio():
        return None
    start, middle = left.start(2), right.start(1)
    return Equation(
        text=text[start:end],
        start=start,
        end=end,
        sides=(computed, Expression(text[middle:end], (shown,))),
        values=(value, shown),
        holds=True,
    )
