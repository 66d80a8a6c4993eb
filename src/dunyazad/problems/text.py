"""Texts with slots, as templates write them.

For example: "{name} bakes {trays:word} trays for ${price} each."

A slot is `{name}` or `{name:style}`. Styles of numeric slots:

    (none)                  digits: 12, 2.5, 2/3
    word                    a number word: twelve (whole, 0 to 99)
    percent                 20%
    times                   twice, three times (whole, from 2)
    plural:apple:apples     the noun alone, singular for 1; it does not state the number

Money needs no style: after "$" or before " dollars" a number that is not whole gets two decimals.
"""

from __future__ import annotations

import string
from collections.abc import Mapping
from fractions import Fraction

import msgspec

from dunyazad.numbers import render_number
from dunyazad.problems.word_lists import words

__all__ = ["Piece", "number_word", "parse_text", "render_text"]

_UNITS = words(
    """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen
    """
)
_TENS = words("twenty thirty forty fifty sixty seventy eighty ninety")
_STYLES = ("word", "percent", "times", "plural")


class Piece(msgspec.Struct, frozen=True):
    """A stretch of literal text, and the slot after it.

    Attributes:
        literal: The text before the slot.
        slot: The slot's name; empty after the last stretch.
        style: How a numeric slot is shown.
        forms: Singular and plural, for the style `plural`.
        money: Is it an amount of dollars?
    """

    literal: str
    slot: str = ""
    style: str = ""
    forms: tuple[str, ...] = ()
    money: bool = False

    @property
    def states_number(self) -> bool:
        """Does the piece show the slot's number, rather than a noun that agrees with it?"""
        return bool(self.slot) and self.style != "plural"


def parse_text(text: str) -> tuple[Piece, ...]:
    """Cut a text at its slots.

    Raises:
        ValueError: Unbalanced braces, a slot without a name, an unknown style.

    Example:
        >>> [piece.slot for piece in parse_text("{name} has {n:word} hens.")]
        ['name', 'n', '']
    """
    pieces: list[Piece] = []
    parts = list(string.Formatter().parse(text))
    for index, (literal, field, spec, conversion) in enumerate(parts):
        if field is None:
            pieces.append(Piece(literal))
            continue
        if not field.isidentifier() or conversion:
            raise ValueError(f"not a slot: {{{field}}}")
        style, *forms = (spec or "").split(":")
        if style not in ("", *_STYLES) or len(forms) != (2 if style == "plural" else 0):
            raise ValueError(f"unknown style {spec!r} of slot {{{field}}}")
        following = parts[index + 1][0] if index + 1 < len(parts) else ""
        money = literal.endswith("$") or following.startswith(" dollars")
        pieces.append(Piece(literal, field, style, tuple(forms), money))
    return tuple(pieces)


def number_word(number: int) -> str:
    """A number from 0 to 99 as a word.

    Raises:
        ValueError: It is outside that range.

    Example:
        >>> number_word(42)
        'forty-two'
    """
    if not 0 <= number < 100:
        raise ValueError(f"no number word for {number}: 0 to 99 only")
    if number < 20:
        return _UNITS[number]
    tens, units = divmod(number, 10)
    return _TENS[tens - 2] + (f"-{_UNITS[units]}" if units else "")


def render_text(pieces: tuple[Piece, ...], values: Mapping[str, Fraction | str]) -> str:
    """Fill the slots.

    Raises:
        ValueError: A number cannot be shown in its style.

    Example:
        >>> from fractions import Fraction
        >>> render_text(parse_text("{name} pays ${p}."), {"name": "Ada", "p": Fraction(33, 2)})
        'Ada pays $16.50.'
    """
    return "".join(piece.literal + (_show(piece, values[piece.slot]) if piece.slot else "") for piece in pieces)


def _show(piece: Piece, value: Fraction | str) -> str:
    if isinstance(value, str):
        if piece.style:
            raise ValueError(f"slot {{{piece.slot}}} is no number and takes no style {piece.style!r}")
        return value
    match piece.style:
        case "word":
            return number_word(_whole(value))
        case "times":
            return _times(_whole(value))
        case "plural":
            return piece.forms[0] if value == 1 else piece.forms[1]
        case "percent":
            return f"{render_number(value)}%"
        case _:
            return _money(value) if piece.money else render_number(value)


def _whole(value: Fraction) -> int:
    if value.denominator != 1:
        raise ValueError(f"{value} is not whole")
    return value.numerator


def _times(number: int) -> str:
    if number < 2:
        raise ValueError(f"no multiple for {number}: from 2 on only")
    return "twice" if number == 2 else f"{number_word(number)} times"


def _money(value: Fraction) -> str:
    cents = value * 100
    if value.denominator == 1 or cents.denominator != 1:
        return render_number(value)
    sign = "-" if cents < 0 else ""
    dollars, rest = divmod(abs(cents.numerator), 100)
    return f"{sign}{dollars}.{rest:02d}"
