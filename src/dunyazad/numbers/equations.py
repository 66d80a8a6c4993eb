"""Finding the equations that a text asserts, and whether they hold.

Strategy. The text is cut into tokens once. Around every `=` and `≈` stand segments. A segment between two signs
that is arithmetic as a whole is a side of one chain ("3 * 4 = 12 = 24/2"). Otherwise its beginning may close the chain
before it and its end may open the next one: "… = 12 apples, and 5 + 3 = …". Where a side begins in prose is found
by walking from the sign outward; the walk stops at punctuation, at a word that no number stands before, or at an
unmatched bracket.

What is read wrongly would be called false, so the walk is cautious. Where the neighbour of a side may belong to it
("half of", "6 : 2 = 3", "= 12 times the rate"), or anything inside cannot be read, there is no equation. Two
different bare numbers ("day 1 = 5 apples") claim no arithmetic and are none either. A difference that units of one
kind, a remainder, or rounding on the way explains leaves it open (`holds` is None).
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import msgspec

from dunyazad._exceptions import NumberError
from dunyazad.numbers.expression import Expression, Name, evaluate, parse_tokens
from dunyazad.numbers.sides import between, is_sign, walk_back, walk_on
from dunyazad.numbers.tokens import Token, tokenize
from dunyazad.numbers.units import drop_units, mixes_measures
from dunyazad.numbers.words import find_word_numbers

__all__ = ["Equation", "find_equations"]


class Equation(msgspec.Struct, frozen=True, kw_only=True):
    """Sides that a text says are equal.

    Attributes:
        text: As written, from the first side to the last.
        start: Where it begins in the text, from 0.
        end: Where it ends, exclusive.
        sides: Two or more.
        values: Each side's value; None where it has an unknown or cannot be computed.
        holds: Are all sides equal? None where that is open: an unknown, or a difference that units, rounding or
            percent may explain.
        rounded: Do some sides agree only because one is the other, rounded to the decimals that it shows?
    """

    text: str
    start: int
    end: int
    sides: tuple[Expression, ...]
    values: tuple[Fraction | None, ...]
    holds: bool | None
    rounded: bool = False


class _Side(NamedTuple):
    """A side as it stands in the text."""

    expression: Expression
    value: Fraction | None
    units: tuple[str, ...]
    tokens: tuple[Token, ...]  # units taken out
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


def find_equations(text: str) -> tuple[Equation, ...]:
    r"""Find the equations that a text asserts, left to right; empty where there are none.

    Example:
        >>> found = find_equations(r"So 12 eggs * $2/egg = $24, and \(\frac{1}{2} \times 8 = 5\).")
        >>> [(equation.text, equation.holds) for equation in found]
        [('12 eggs * $2/egg = $24', True), ('\\frac{1}{2} \\times 8 = 5', False)]
    """
    if "=" not in text and "≈" not in text and "\\" not in text and "≅" not in text:
        return ()
    return tuple(_Finder(text).run())


class _Finder:
    """Walks over the signs of a text and builds chains of sides."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _with_parts(text, tokenize(text, prose=True))
        self.found: list[Equation] = []
        self.sides: list[_Side] = []
        self.relations: list[str] = []

    def run(self) -> list[Equation]:
        signs = [index for index, token in enumerate(self.tokens) if token.kind == "relation"]
        bounds = [-1, *signs, len(self.tokens)]
        for number, sign in enumerate(signs):
            before = self.segment(bounds[number] + 1, sign)
            after = self.segment(sign + 1, bounds[number + 2])
            if not self.sides and (side := self.opening(*before)) is not None:
                self.sides = [side]
            if not self.sides:
                continue
            last = number + 1 == len(signs)
            whole = None if last else self.whole(*after)
            side = whole or self.closing(*after)
            if side is not None:
                self.sides.append(side)
                self.relations.append(self.tokens[sign].text)
            if whole is None:
                self.close()
        return self.found

    def segment(self, start: int, end: int) -> tuple[int, int]:
        """Tokens between two signs, without the line breaks and markers that touch a sign."""
        while start < end and self.tokens[start].kind in ("newline", "marker"):
            start += 1
        while start < end and self.tokens[end - 1].kind in ("newline", "marker"):
            end -= 1
        return start, end

    def whole(self, start: int, end: int) -> _Side | None:
        for index in range(start, end):
            kind = self.tokens[index].kind
            if kind in ("newline", "break") or (kind == "marker" and not between(self.tokens, index, start, end)):
                return None
        return self.read(start, end)

    def opening(self, start: int, end: int) -> _Side | None:
        """The side that ends where a sign stands."""
        begin = walk_back(self.tokens, start, end)
        return None if begin is None else self.read(begin, end)

    def closing(self, start: int, end: int) -> _Side | None:
        """The side that begins behind a sign."""
        stop = walk_on(self.tokens, start, end)
        return None if stop is None else self.read(start, stop)

    def read(self, start: int, end: int) -> _Side | None:
        while start < end and self.tokens[start].kind == "marker":
            start += 1
        while start < end and self.tokens[end - 1].kind == "marker":
            end -= 1
        if start >= end or any(is_sign(self.tokens, index) for index in range(start + 1, end)):
            return None
        first, last = self.tokens[start].start, self.tokens[end - 1].end
        kept, units = drop_units(self.tokens[start:end], letters_are_names=True, words_are_names=False)
        try:
            expression = parse_tokens(kept, self.text[first:last])
        except NumberError:
            return None
        return _Side(expression, _value(expression), units, tuple(kept), first, last)

    def close(self) -> None:
        """End the chain that is being built; keep it where it is one and claims anything."""
        sides, relations = self.sides, self.relations
        self.sides, self.relations = [], []
        if len(sides) < 2:
            return
        verdicts = [self.agree(*pair) for pair in zip(itertools.pairwise(sides), relations, strict=True)]
        label = sides[0].bare and (sides[0].units or {*verdicts[1:]} in ({"equal"}, {"rounded"}))
        if label and verdicts[0] in ("different", "open"):
            # "2 dimes = 2 * 10 = 20 cents" says what is computed, not that 2 is 20
            sides, verdicts = sides[1:], verdicts[1:]
        claims = any(not side.bare for side in sides) or all(verdict in ("equal", "unknown") for verdict in verdicts)
        if len(sides) < 2 or not claims:
            return
        start, end = sides[0].start, sides[-1].end
        self.found.append(
            Equation(
                text=self.text[start:end],
                start=start,
                end=end,
                sides=tuple(side.expression for side in sides),
                values=tuple(side.value for side in sides),
                holds=_all_hold(verdicts),
                rounded="rounded" in verdicts,
            )
        )

    def agree(self, sides: tuple[_Side, _Side], relation: str) -> str:
        verdict = _agree(*sides, relation)
        around = self.text[sides[0].start : sides[1].end + _NEARBY]
        if verdict == "different" and _divides_with_rest(*sides, around):
            return "open"
        return verdict


# How far behind a side a remark on it ("rounded up", "remainder 1") may stand.
_NEARBY = 60


def _with_parts(text: str, tokens: list[Token]) -> list[Token]:
    """Make numbers of parts in words before "of" ("two thirds of 12"); other words stay words, mostly of units."""
    if _OF.search(text) is None:
        return tokens
    parts = [found for found in find_word_numbers(text) if found.value < 1 and _OF.match(text, found.end)]
    merged: list[Token] = []
    upcoming = iter(parts)
    part = next(upcoming, None)
    for token in tokens:
        while part is not None and token.start >= part.end:
            part = next(upcoming, None)
        if part is None or token.start < part.start:
            merged.append(token)
        elif token.start == part.start:
            merged.append(Token("number", text[part.start : part.end], part.start, part.end, part.value))
    return merged


_OF = re.compile(r" of [0-9$(\\]")


def _all_hold(verdicts: Sequence[str]) -> bool | None:
    if "different" in verdicts:
        return False
    return None if "unknown" in verdicts or "open" in verdicts else True


def _value(expression: Expression) -> Fraction | None:
    first, *others = expression.code
    if isinstance(first, Fraction) and not others:
        return first
    if Name in map(type, expression.code):
        return None
    try:
        return evaluate(expression)
    except NumberError:
        return None


# --- Whether two sides agree ---------------------------------------------------------------------------------


def _agree(left: _Side, right: _Side, relation: str) -> str:
    """Compare two sides: "equal", "rounded", "different", "unknown" (no value) or "open" (cannot be told)."""
    if left.value is None or right.value is None:
        return "unknown"
    if left.value == right.value or _equal_in_percent(left, right):
        return "equal"
    if _is_rounding(left, right, relation) or _is_rounding(right, left, relation):
        return "rounded"
    if mixes_measures(left.units + right.units) or _may_be_rounded(left, right, relation):
        return "open"
    return "different"


def _equal_in_percent(left: _Side, right: _Side) -> bool:
    """`5/20*100 = 25%` counts in percent; `5/20 = 25%` does not, and both are said."""
    for one, other in ((left, right), (right, left)):
        code = one.expression.code
        if len(code) == 2 and code[1] == "%" and one.value is not None and one.value * 100 == other.value:
            return True
    return False


def _is_rounding(exact: _Side, shown: _Side, relation: str) -> bool:
    """Is one side a bare number and the other one, rounded to the decimals that it shows?"""
    if not shown.bare or exact.value is None or shown.value is None:
        return False
    if shown.decimals == 0 and relation != "≈":
        return False
    return abs(exact.value - shown.value) <= Fraction(1, 2 * 10**shown.decimals)


def _may_be_rounded(left: _Side, right: _Side, relation: str) -> bool:
    """Could numbers that were rounded on the way, or cut off, explain the difference?"""
    if left.value is None or right.value is None:
        return False
    gap = abs(left.value - right.value)
    if relation == "≈":
        return gap * 10 < max(abs(left.value), abs(right.value))
    cut = max((Fraction(1, 10**side.decimals) for side in (left, right) if side.bare and side.decimals >= 2), default=0)
    return gap < cut or gap <= _slack(left) + _slack(right)


def _slack(side: _Side) -> Fraction:
    """How far a side may be off if each decimal in it that looks rounded is; a bare number has said what it is."""
    looks_rounded = [
        index
        for index, token in enumerate(token for token in side.tokens if token.kind == "number")
        if token.decimals >= 2 and token.text[-1] not in "05"
    ]
    if side.bare or side.value is None or len(looks_rounded) > _MOST_ROUNDED:
        return Fraction(0)
    return sum((_shift(side, index) for index in looks_rounded), Fraction(0))


def _shift(side: _Side, index: int) -> Fraction:
    """How much a side's value changes if its number at an index is off by half of its last decimal."""
    numbers = [token for token in side.tokens if token.kind == "number"]
    places = [place for place, item in enumerate(side.expression.code) if isinstance(item, Fraction)]
    code = list(side.expression.code)
    code[places[index]] = side.expression.numbers[index] + Fraction(1, 2 * 10 ** numbers[index].decimals)
    shifted = _value(Expression(side.expression.text, tuple(code)))
    return abs(shifted - side.value) if shifted is not None and side.value is not None else Fraction(0)


_MOST_ROUNDED = 6


def _divides_with_rest(left: _Side, right: _Side, around: str) -> bool:
    """Is "25 / 4 = 6" said of whole things, with a remainder or rounding named nearby?"""
    if left.value is None or right.value is None or "/" not in left.expression.code or not right.bare:
        return False
    whole = right.value in (math.floor(left.value), math.ceil(left.value))
    return whole and _REST.search(around) is not None


_REST = re.compile(r"remain|round|whole|left ?over|rest\b|integer|nearest", re.IGNORECASE)
