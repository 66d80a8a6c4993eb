"""Whether two sides of an equation agree, and what may explain it where they do not.

What could be rounding, a change of units, or a remainder leaves it open: only what is surely wrong is called so.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from dunyazad._exceptions import NumberError
from dunyazad.numbers.expression import Expression, Name, evaluate
from dunyazad.numbers.tokens import Token
from dunyazad.numbers.units import count_of, mixes_measures

__all__ = ["Side", "agree", "divides_with_rest", "value_of"]


class Side(NamedTuple):
    """A side as it stands in the text."""

    expression: Expression
    value: Fraction | None
    units: tuple[str, ...]
    tokens: Sequence[Token]  # units taken out
    start: int
    end: int

    @property
    def bare(self) -> bool:
        """Is it one number, with a sign or percent at most?"""
        return len(self.expression.code) <= 2

    @property
    def decimals(self) -> int:
        """The most decimals that a number in it shows."""
        return max((token.decimals for token in self.tokens), default=0)


def value_of(expression: Expression) -> Fraction | None:
    """What an expression comes to; None where it has an unknown or cannot be computed."""
    first, *others = expression.code
    if not others and isinstance(first, Fraction):
        return first
    if isinstance(first, Name) or Name in map(type, others):
        return None
    try:
        return evaluate(expression)
    except NumberError:
        return None


def agree(left: Side, right: Side, relation: str) -> str:
    """Compare two sides: "equal", "rounded", "different", "unknown" (no value) or "open" (cannot be told)."""
    if left.value is None or right.value is None:
        return "unknown"
    # Pairs of whole numbers compare at once; fractions first ask what they are compared with.
    if left.value.as_integer_ratio() == right.value.as_integer_ratio() or _equal_in_percent(left, right):
        return "equal"
    if _is_rounding(left, right, relation) or _is_rounding(right, left, relation):
        return "rounded"
    if _differs_by_counting(left, right):
        return "different"
    if _divides_by_a_fraction(left) or _divides_by_a_fraction(right):
        return "open"
    if mixes_measures(left.units + right.units) or _may_be_rounded(left, right, relation):
        return "open"
    return "different"


def _divides_by_a_fraction(side: Side) -> bool:
    """Does a spaced slash divide by a fraction without brackets ("6 / 1/2"), so that either slash may come first?"""
    slashes = [token for token in side.tokens if token.text == "/"]
    if len(slashes) < 2:
        return False
    ends = {token.end: token.start for token in side.tokens if token.kind == "number"}
    starts = {start: end for end, start in ends.items()}
    return any(
        first.start not in ends and second.start in ends and second.end in starts and ends[second.start] > first.end
        for first, second in itertools.pairwise(slashes)
    )


def _differs_by_counting(left: Side, right: Side) -> bool:
    """Is "108 / 12 = 14 dozens" wrong whether the dozens are counted or the things? Told only of one counting word."""
    if not right.bare or count_of(left.units) != 1 or left.value is None or right.value is None:
        return False
    count = count_of(right.units)
    return count is not None and count > 1 and left.value != right.value * count


def _equal_in_percent(left: Side, right: Side) -> bool:
    """`5/20*100 = 25%` counts in percent; `5/20 = 25%` does not, and both are said."""
    for one, other in ((left, right), (right, left)):
        code = one.expression.code
        if len(code) == 2 and code[1] == "%" and one.value is not None and one.value * 100 == other.value:
            return True
    return False


def _is_rounding(exact: Side, shown: Side, relation: str) -> bool:
    """Is one side a bare number and the other one, rounded to the decimals that it shows?"""
    if not shown.bare or exact.value is None or shown.value is None:
        return False
    if shown.decimals == 0 and relation != "≈":
        return False
    return abs(exact.value - shown.value) <= Fraction(1, 2 * 10**shown.decimals)


def _may_be_rounded(left: Side, right: Side, relation: str) -> bool:
    """Could numbers that were rounded on the way, or cut off, explain the difference?"""
    if left.value is None or right.value is None:
        return False
    if relation == "≈":
        return abs(left.value - right.value) * 10 < max(abs(left.value), abs(right.value))
    if not left.decimals and not right.decimals:
        return False
    gap = abs(left.value - right.value)
    cut = max((Fraction(1, 10**side.decimals) for side in (left, right) if side.bare and side.decimals >= 2), default=0)
    return gap < cut or gap <= _slack(left) + _slack(right)


def _slack(side: Side) -> Fraction:
    """How far a side may be off if each decimal in it that looks rounded is; a bare number has said what it is."""
    looks_rounded = [
        index
        for index, token in enumerate(token for token in side.tokens if token.kind == "number")
        if token.decimals >= 2 and token.text[-1] not in "05"
    ]
    if side.bare or side.value is None or len(looks_rounded) > _MOST_ROUNDED:
        return Fraction(0)
    return sum((_shift(side, index) for index in looks_rounded), Fraction(0))


def _shift(side: Side, index: int) -> Fraction:
    """How much a side's value changes if its number at an index is off by half of its last decimal."""
    numbers = [token for token in side.tokens if token.kind == "number"]
    places = [place for place, item in enumerate(side.expression.code) if isinstance(item, Fraction)]
    code = list(side.expression.code)
    code[places[index]] = side.expression.numbers[index] + Fraction(1, 2 * 10 ** numbers[index].decimals)
    shifted = value_of(Expression(side.expression.text, tuple(code)))
    return abs(shifted - side.value) if shifted is not None and side.value is not None else Fraction(0)


_MOST_ROUNDED = 6


def divides_with_rest(left: Side, right: Side, around: str) -> bool:
    """Is "25 / 4 = 6" said of whole things, with a remainder or rounding named nearby?"""
    if left.value is None or right.value is None or "/" not in left.expression.code or not right.bare:
        return False
    whole = right.value in (math.floor(left.value), math.ceil(left.value))
    return whole and _REST.search(around) is not None


_REST = re.compile(r"remain|round|whole|left ?over|rest\b|integer|nearest", re.IGNORECASE)
