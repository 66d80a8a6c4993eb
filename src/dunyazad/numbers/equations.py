"""Finding the equations that a text asserts, and whether they hold.

Strategy. The text is cut into tokens once. Around every `=` and `≈` stand segments. A segment between two signs
that is arithmetic as a whole is a side of one chain ("3 * 4 = 12 = 24/2"). Otherwise its beginning may close the chain
before it and its end may open the next one: "… = 12 apples, and 5 + 3 = …". Where a side begins in prose is found
by walking from the sign outward; the walk stops at punctuation, at a word that no number stands before, or at an
unmatched bracket.

What is read wrongly would be called false, so the walk is cautious. Where the neighbour of a side may belong to it
("half of", "6 : 2 = 3", "= 12 times the rate"), or anything inside cannot be read, there is no equation. Two
different bare numbers ("day 1 = 5 apples") claim no arithmetic and are none either. A difference that units of one
kind, a remainder, or rounding on the way explains leaves it open (`holds` is None); so does a text that goes on to
deny what it wrote ("3 + 4 = 8 is wrong").

What a phrase is said to be twice running must agree too: "Total cost = 18 * 79. Total cost = 1440" is an equation
between 18 * 79 and 1440.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from dunyazad._exceptions import NumberError
from dunyazad.numbers.agreement import Side, agree, divides_with_rest, value_of
from dunyazad.numbers.equation import Equation
from dunyazad.numbers.expression import parse_tokens
from dunyazad.numbers.plain import plain_equations
from dunyazad.numbers.sides import between, is_sign, label_before, walk_back, walk_on
from dunyazad.numbers.spoken import may_be_spoken, with_spoken_signs
from dunyazad.numbers.tokens import Token, tokenize
from dunyazad.numbers.units import drop_units
from dunyazad.numbers.words import find_word_numbers

__all__ = ["find_equations"]


def find_equations(text: str) -> tuple[Equation, ...]:
    r"""Find the equations that a text asserts, left to right; empty where there are none.

    Example:
        >>> found = find_equations(r"So 12 eggs * $2/egg = $24, and \(\frac{1}{2} \times 8 = 5\).")
        >>> [(equation.text, equation.holds) for equation in found]
        [('12 eggs * $2/egg = $24', True), ('\\frac{1}{2} \\times 8 = 5', False)]
    """
    if "=" in text:
        if (plain := plain_equations(text)) is not None:
            return plain
    elif _SIGN.search(text) is None and not may_be_spoken(text):
        return ()
    return tuple(_Finder(text).run())


# What the tokenizer makes a relation of, "=" aside.
_SIGN = re.compile(r"[≈≅]|\\(?:approx|simeq|cong|sim)(?![A-Za-z])")


class _Finder:
    """Walks over the signs of a text and builds chains of sides."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _with_parts(text, tokenize(text, prose=True))
        if may_be_spoken(text):
            self.tokens = with_spoken_signs(self.tokens)
        self.found: list[Equation] = []
        self.sides: list[Side] = []
        self.relations: list[str] = []
        self.named: tuple[str, Side] | None = None  # the last phrase that was said to be something, and what it is

    def run(self) -> list[Equation]:
        signs = [index for index, token in enumerate(self.tokens) if token.kind == "relation"]
        bounds = [-1, *signs, len(self.tokens)]
        segments = [self.segment(left + 1, right) for left, right in itertools.pairwise(bounds)]
        for number, (sign, before, after) in enumerate(zip(signs, segments, segments[1:], strict=False)):
            if not self.sides and (side := self.opening(*before)) is not None:
                self.sides = [side]
            last = number + 1 == len(signs)
            whole = None if last else self.whole(*after)
            side = whole or self.closing(*after)
            if not self.sides:
                self.restate(before, side)
                continue
            if side is not None:
                self.sides.append(side)
                self.relations.append(self.tokens[sign].text)
            if whole is None:
                self.close()
        return self.found

    def segment(self, start: int, end: int) -> tuple[int, int]:
        """Tokens between two signs, without the line breaks and markers that touch a sign."""
        tokens = self.tokens
        while start < end and tokens[start].kind in ("newline", "marker"):
            start += 1
        while start < end and tokens[end - 1].kind in ("newline", "marker"):
            end -= 1
        return start, end

    def whole(self, start: int, end: int) -> Side | None:
        for index in range(start, end):
            kind = self.tokens[index].kind
            if kind in ("newline", "break") or (kind == "marker" and not between(self.tokens, index, start, end)):
                return None
        return self.read(start, end)

    def opening(self, start: int, end: int) -> Side | None:
        """The side that ends where a sign stands."""
        begin = walk_back(self.tokens, start, end)
        return None if begin is None else self.read(begin, end)

    def closing(self, start: int, end: int) -> Side | None:
        """The side that begins behind a sign."""
        stop = walk_on(self.tokens, start, end)
        return None if stop is None else self.read(start, stop)

    def read(self, start: int, end: int) -> Side | None:
        tokens = self.tokens
        while start < end and tokens[start].kind == "marker":
            start += 1
        while start < end and tokens[end - 1].kind == "marker":
            end -= 1
        if start >= end:
            return None
        tokens = tokens[start:end]
        first, last = tokens[0].start, tokens[-1].end
        kept, units = drop_units(tokens, letters_are_names=True, words_are_names=False)
        if kept is not tokens:  # there are words
            for index, token in enumerate(tokens):
                if token.text == "-" and is_sign(tokens, index):
                    return None
        try:
            expression = parse_tokens(kept, self.text[first:last])
        except NumberError:
            return None
        return Side(expression, value_of(expression), units, kept, first, last)

    def restate(self, before: tuple[int, int], side: Side | None) -> None:
        """Compare what a phrase is said to be with what it was said to be just before."""
        label = label_before(self.tokens, *before)
        if side is None or not label:
            self.named = None
            return
        before_label, earlier = self.named or ("", side)
        if before_label == label and side.bare and not earlier.bare and earlier.value is not None:
            self.sides, self.relations = [earlier, side], ["="]
            self.close(restated=True)
        self.named = (label, side)

    def close(self, *, restated: bool = False) -> None:
        """End the chain that is being built; keep it where it is one and claims anything."""
        sides, relations = self.sides, self.relations
        self.sides, self.relations = [], []
        if len(sides) < 2:
            return
        verdicts = [self.agree(*pair) for pair in zip(itertools.pairwise(sides), relations, strict=True)]
        differs = verdicts[0] in ("different", "open") and sides[0].bare
        if differs and (sides[0].units or {*verdicts[1:]} in ({"equal"}, {"rounded"})):
            # "2 dimes = 2 * 10 = 20 cents" says what is computed, not that 2 is 20
            sides, verdicts = sides[1:], verdicts[1:]
        claims = any(not side.bare for side in sides) or {"equal", "unknown"}.issuperset(verdicts)
        if len(sides) < 2 or not claims:
            return
        start, end = sides[0].start, sides[-1].end
        self.found.append(
            Equation(
                text=self.text[start:end],
                start=start,
                end=end,
                sides=tuple([side.expression for side in sides]),
                values=tuple([side.value for side in sides]),
                holds=_all_hold(verdicts),
                rounded="rounded" in verdicts,
                restated=restated,
            )
        )

    def agree(self, sides: tuple[Side, Side], relation: str) -> str:
        verdict = agree(*sides, relation)
        if verdict != "different":
            return verdict
        around = self.text[sides[0].start : sides[1].end + _NEARBY]
        denied = _DENIED.match(self.text, sides[1].end)
        return "open" if denied or divides_with_rest(*sides, around) else verdict


# How far behind a side a remark on it ("rounded up", "remainder 1") may stand.
_NEARBY = 60
_DENIED = re.compile(
    r"[\s)\]$*`.,\\]{0,6}(?:\?|(?:(?:this|that|it|which|but)\s){0,2}(?:is|was|are|seems|looks|would\sbe)\s(?:also\s|clearly\s)?"
    r"(?:not\b|wrong|incorrect|false|impossible|absurd|a\scontradiction|a\smistake|an\serror)|isn[’']t\b)",
    re.IGNORECASE,
)


def _with_parts(text: str, tokens: list[Token]) -> list[Token]:
    """Make numbers of parts in words before "of" ("two thirds of 12"); other words stay words, mostly of units."""
    if " of " not in text or _OF.search(text) is None:
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
