"""Finding the equations that a text asserts, and whether they hold.

Strategy. The text is cut into tokens once. Around every `=` and `≈` stand segments. A segment between two signs
that is arithmetic as a whole is a side of one chain ("3 * 4 = 12 = 24/2"). Otherwise its beginning may close the chain
before it and its end may open the next one: "… = 12 apples, and 5 + 3 = …". Where a side begins in prose is found
by walking from the sign outward; the walk stops at punctuation, at a word that no number stands before, or at an
unmatched bracket.

What is read wrongly would be called false, so the walk is cautious. Where the neighbour of a side may belong to it
("half of", "6 : 2 = 3", "= 12 times the rate"), or anything inside cannot be read, there is no equation. Two
different bare numbers ("day 1 = 5 apples") claim no arithmetic and are none either. A difference that units of one kind,
rounding on the way, or a percentage explains leaves it open (`holds` is None).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import msgspec

from dunyazad._exceptions import NumberError
from dunyazad.numbers.expression import Expression, Name, evaluate, parse_tokens
from dunyazad.numbers.tokens import Token, tokenize
from dunyazad.numbers.units import OPERATOR_WORDS, drop_units, mixes_measures

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
        """Is it a number and nothing else?"""
        return len(self.expression.code) <= 2 and not any(item in ("+", "*") for item in self.expression.code)


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
        self.tokens = tokenize(text, prose=True)
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
        if any(token.kind in ("newline", "break") for token in self.tokens[start:end]):
            return None
        return self.read(start, end)

    def opening(self, start: int, end: int) -> _Side | None:
        """The side that ends where a sign stands."""
        begin = _walk_back(self.tokens, start, end)
        return None if begin is None else self.read(begin, end)

    def closing(self, start: int, end: int) -> _Side | None:
        """The side that begins behind a sign."""
        stop = _walk_on(self.tokens, start, end)
        return None if stop is None else self.read(start, stop)

    def read(self, start: int, end: int) -> _Side | None:
        while start < end and self.tokens[start].kind == "marker":
            start += 1
        while start < end and self.tokens[end - 1].kind == "marker":
            end -= 1
        if start >= end:
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
        verdicts = [_agree(*pair, relation) for pair, relation in zip(_pairs(sides), relations, strict=True)]
        if all(side.bare for side in sides) and not all(verdict in ("equal", "unknown") for verdict in verdicts):
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


def _pairs(sides: Sequence[_Side]) -> list[tuple[_Side, _Side]]:
    return list(zip(sides, sides[1:], strict=False))


def _all_hold(verdicts: Sequence[str]) -> bool | None:
    if "different" in verdicts:
        return False
    return None if "unknown" in verdicts or "open" in verdicts else True


def _value(expression: Expression) -> Fraction | None:
    if any(isinstance(item, Name) for item in expression.code):
        return None
    try:
        return evaluate(expression)
    except NumberError:
        return None


# --- Where a side begins and ends in prose -------------------------------------------------------------------

_MOST_UNIT_WORDS = 5
# Words that make what stands beside them part of a larger quantity which this reader does not know.
_BINDING = {
    *" ".join(OPERATOR_WORDS).split(), "over", "per", "by", "and", "half", "twice", "thrice", "double", "triple", "squared",
    "cubed", "sum", "difference", "product", "quotient", "remainder", "mod", "modulo", "root", "sqrt", "power", "less", "more",
    "than", "hundred", "thousand", "million", "billion", "dozen", "percent", "to", "from", "log", "ln", "sin", "cos", "max", "min",
}  # fmt: skip
_LOOSE = {"and", "to", "from", "than", "over", "per", "more", "less", "by"}
# Words that begin a new clause and are no part of a unit.
_CLAUSE = set(
    ["and", "so", "then", "the", "is", "are", "was", "were", "that", "which", "this", "there", "he", "she", "they", "it", "we", "you", "so", "since", "because", "if", "but"]
)
_SAFE_BREAKS = set(".,;:?!\"'“”‘’«»…—–•#|→⇒>&()[]") | {
    "=>",
    "->",
    "-->",
    "==>",
    "<<",
    ">>",
    "\\Rightarrow",
    "\\implies",
    "\\to",
    "\\rightarrow",
}


def _walk_back(tokens: Sequence[Token], start: int, end: int) -> int | None:
    """Where the arithmetic begins that ends at `end`; None where that is not certain."""
    index, depth = end, 0
    while index > start:
        token = tokens[index - 1]
        if token.kind == "close":
            depth += 1
        elif token.kind == "open":
            if depth == 0:
                return _begin(tokens, index, start, end)
            depth -= 1
        elif (depth == 0 and token.kind in ("newline", "break")) or (depth == 0 and token.kind == "marker" and not _inside(tokens, index - 1, start, end)):
            return _begin(tokens, index, start, end)
        elif depth == 0 and token.kind == "word" and not _is_letter(token):
            first = _unit_phrase(tokens, index, start)
            if _needs_operand(tokens, index, end) or first is None:
                return _before_word(tokens, index, start, end)
            index = first + 1
        index -= 1
    return _begin(tokens, index, start, end) if depth == 0 else None


def _begin(tokens: Sequence[Token], index: int, start: int, end: int) -> int | None:
    """Check the place where a side would begin."""
    if index >= end:
        return None
    first = tokens[index]
    if first.kind == "operator":
        spaced = index + 1 < end and tokens[index + 1].start > first.end
        at_line = index == start or tokens[index - 1].kind == "newline"
        if first.text in "-*+" and spaced and at_line:
            return index + 1  # a list's bullet
        if first.text not in "-+" or spaced:
            return None
    if index > start and (before := tokens[index - 1]).kind == "break" and before.text not in _SAFE_BREAKS:
        return None
    if index > start + 1 and tokens[index - 1].text == ":" and tokens[index - 2].kind == "number":
        ratio = tokens[index - 1].start > tokens[index - 2].end or tokens[index - 1].end == first.start
        return None if ratio else index
    return index


def _before_word(tokens: Sequence[Token], index: int, start: int, end: int) -> int | None:
    """A side that begins after a word, unless the word may belong to the arithmetic."""
    word = tokens[index - 1]
    if word.text.lower() in _BINDING - {"and", "to"} or index >= end:
        return None
    if tokens[index].kind == "open" and tokens[index].start == word.end:
        return None  # f(3) = 7
    return _begin(tokens, index, start, end)


def _needs_operand(tokens: Sequence[Token], index: int, end: int) -> bool:
    """Does an operand, and no operator, follow a word? Then the word stands before the arithmetic."""
    if index >= end:
        return False
    word = tokens[index - 1].text.lower()
    if word in OPERATOR_WORDS or (
        word == "by" and index > 1 and tokens[index - 2].text.lower() in ("divided", "multiplied")
    ):
        return False
    return tokens[index].kind in ("number", "money", "open", "fraction", "marker") or _is_letter(tokens[index])


def _unit_phrase(tokens: Sequence[Token], index: int, start: int) -> int | None:
    """Walk back over the words that end before `index` to the operand that they are units of; gives its index."""
    place = index - 1
    for _ in range(_MOST_UNIT_WORDS):
        if place < start or tokens[place].kind != "word":
            break
        place -= 1
    if place < start:
        return None
    if tokens[place].kind == "operator" and tokens[place].text == "/":
        return place
    known = tokens[place].kind in ("number", "close", "percent", "money")
    words = {token.text.lower() for token in tokens[place + 1 : index]}
    return place + 1 if known and not words & _CLAUSE else None


def _is_letter(token: Token) -> bool:
    return token.kind == "word" and len(token.text) == 1 and token.text.isalpha() and token.text not in "aAI"


def _inside(tokens: Sequence[Token], index: int, start: int, end: int) -> bool:
    """Does a marker stand between an operator and its operand, where it means nothing?"""
    before = tokens[index - 1] if index > start else None
    after = tokens[index + 1] if index + 1 < end else None
    return (before is not None and before.kind in ("operator", "money")) or (
        after is not None and after.kind in ("operator", "close")
    )


def _walk_on(tokens: Sequence[Token], start: int, end: int) -> int | None:
    """Where the arithmetic ends that begins at `start`; None where that is not certain."""
    index, depth, operand = start, 0, False
    while index < end:
        token = tokens[index]
        if token.kind == "open":
            if depth == 0 and operand and token.start > tokens[index - 1].end:
                return index  # a remark in brackets
            depth += 1
        elif token.kind == "close":
            if depth == 0:
                return index
            depth -= 1
            operand = True
        elif depth == 0 and token.kind in ("newline", "break"):
            return _stop(tokens, index, end) if operand else None
        elif depth == 0 and token.kind == "marker" and operand and not _inside(tokens, index, start, end):
            return index
        elif depth == 0 and token.kind == "operator" and operand and not _operand_follows(tokens, index + 1, end):
            if not (token.text == "/" and index + 1 < end and tokens[index + 1].kind == "word"):
                return index if token.text == "-" else None
            index += 1  # a unit's slash
        elif depth == 0 and token.kind == "word" and operand and not _is_letter(token):
            following = _past_unit(tokens, index, end)
            if following is None:
                return _after_word(tokens, index)
            index = following - 1
        elif token.kind == "operator":
            operand = False
        elif token.kind == "number" or _is_letter(token):
            operand = True
        index += 1
    return index if depth == 0 and operand else None


def _stop(tokens: Sequence[Token], index: int, end: int) -> int | None:
    token = tokens[index]
    ratio = (
        token.text == ":"
        and index + 1 < end
        and tokens[index + 1].kind == "number"
        and tokens[index + 1].start == token.end
    )
    known = token.kind == "newline" or token.text in _SAFE_BREAKS
    return index if known and not ratio else None


def _operand_follows(tokens: Sequence[Token], index: int, end: int) -> bool:
    while index < end and tokens[index].kind in ("marker", "money"):
        index += 1
    if index >= end:
        return False
    token = tokens[index]
    return (
        token.kind in ("number", "open", "fraction")
        or _is_letter(token)
        or (token.kind == "operator" and token.text == "-")
    )


def _past_unit(tokens: Sequence[Token], index: int, end: int) -> int | None:
    """Where the words end that begin at `index`, if arithmetic goes on behind them; else None."""
    if tokens[index].text.lower() in OPERATOR_WORDS and _operand_follows(tokens, index + 1, end):
        return index + 1
    place = index
    while place < end and place - index < _MOST_UNIT_WORDS and tokens[place].kind == "word":
        place += 1
    if place >= end or any(token.text.lower() in _CLAUSE for token in tokens[index:place]):
        return None
    goes_on = tokens[place].kind == "operator" and _operand_follows(tokens, place + 1, end)
    return place if goes_on else None


def _after_word(tokens: Sequence[Token], index: int) -> int | None:
    """A side that ends before a word, unless the word may belong to the arithmetic; a unit's word is kept with it."""
    word = tokens[index].text.lower()
    if word in _BINDING - _LOOSE and word not in ("hundred", "thousand", "million", "billion", "dozen"):
        return None
    return index if word in _CLAUSE or word in _LOOSE else index + 1


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
    decimals = shown.tokens[-1].decimals if shown.tokens[-1].kind == "number" else 0
    if decimals == 0 and relation != "≈":
        return False
    return abs(exact.value - shown.value) <= Fraction(1, 2 * 10**decimals)


def _may_be_rounded(left: _Side, right: _Side, relation: str) -> bool:
    """Could numbers that were rounded on the way explain the difference?"""
    if left.value is None or right.value is None:
        return False
    scale = max(abs(left.value), abs(right.value))
    gap = abs(left.value - right.value) / scale
    if relation == "≈":
        return gap < Fraction(1, 10)
    decimals = max((token.decimals for token in left.tokens + right.tokens), default=0)
    return decimals >= 2 and gap < Fraction(1, 100)
