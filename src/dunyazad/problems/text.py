"""Texts with slots, as templates write them.

For example: "{name} bakes {trays:word} trays for ${price} each."

A slot is `{name}` or `{name:style}`. Styles of numeric slots:

    (none)                  digits: 12, 2.5, 2/3
    word                    a number word: twelve (whole, 0 to 99)
    percent                 20%
    fraction                3/8, where digits give 0.375 (not whole)
    times                   twice, three times (whole, from 2)
    plural:apple:apples     the noun alone, singular for 1; it does not state the number

A stretch in square brackets is optional: it is shown or left out as a whole, with the space that sets it off.

Money needs no style: after "$" or before " dollars" a number that is not whole gets two decimals.
"""

from __future__ import annotations

import re
import string
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction

import msgspec

from dunyazad.numbers import number_word, render_number

__all__ = ["Piece", "parse_text", "render_text"]

_STYLES = ("word", "percent", "fraction", "times", "plural")
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")


class Piece(msgspec.Struct, frozen=True):
    """A stretch of literal text, and the slot after it.

    Attributes:
        literal: The text before the slot.
        slot: The slot's name; empty after the last stretch.
        style: How a numeric slot is shown.
        forms: Singular and plural, for the style `plural`.
        money: Is it an amount of dollars?
        optional: Which optional stretch it belongs to, counted from 1; 0 for what always stands.
    """

    literal: str
    slot: str = ""
    style: str = ""
    forms: tuple[str, ...] = ()
    money: bool = False
    optional: int = 0

    @property
    def states_number(self) -> bool:
        """Does the piece show the slot's number, rather than a noun that agrees with it?"""
        return bool(self.slot) and self.style != "plural"


def parse_text(text: str) -> tuple[Piece, ...]:
    """Cut a text at its slots and at its optional stretches.

    Raises:
        ValueError: Unbalanced braces or brackets, a slot without a name, an unknown style.

    Example:
        >>> [piece.slot for piece in parse_text("{name} has {n:word} hens.")]
        ['name', 'n', '']
    """
    pieces: list[Piece] = []
    for index, stretch in enumerate(_stretches(text)):
        pieces.extend(_pieces(stretch, optional=(index + 1) // 2 if index % 2 else 0))
    return tuple(pieces)


def _stretches(text: str) -> list[str]:
    """Cut a text at its brackets: what always stands and what is optional take turns, in this order."""
    parts = _OPTIONAL.split(text)
    if any(sign in part for part in parts for sign in "[]"):
        raise ValueError("unbalanced or nested square brackets")
    for index in range(1, len(parts), 2):
        # The space before goes with the stretch; at the start of the text the space after.
        if parts[index - 1].endswith(" "):
            parts[index - 1], parts[index] = parts[index - 1][:-1], f" {parts[index]}"
        elif parts[index + 1].startswith(" "):
            parts[index + 1], parts[index] = parts[index + 1][1:], f"{parts[index]} "
    return parts


def _pieces(text: str, optional: int) -> Iterator[Piece]:
    parts = list(string.Formatter().parse(text))
    for index, (literal, field, spec, conversion) in enumerate(parts):
        if field is None:
            yield Piece(literal, optional=optional)
            continue
        if not field.isidentifier() or conversion:
            raise ValueError(f"not a slot: {{{field}}}")
        style, *forms = (spec or "").split(":")
        if style not in ("", *_STYLES) or len(forms) != (2 if style == "plural" else 0):
            raise ValueError(f"unknown style {spec!r} of slot {{{field}}}")
        following = parts[index + 1][0] if index + 1 < len(parts) else ""
        money = literal.endswith("$") or following.startswith(" dollars")
        yield Piece(literal, field, style, tuple(forms), money, optional)


def render_text(
    pieces: tuple[Piece, ...], values: Mapping[str, Fraction | str], *, options: Collection[int] = ()
) -> str:
    """Fill the slots; of the optional stretches, those numbered in `options` are shown.

    Raises:
        ValueError: A number cannot be shown in its style.

    Example:
        >>> from fractions import Fraction
        >>> render_text(parse_text("{name} pays ${p}."), {"name": "Ada", "p": Fraction(33, 2)})
        'Ada pays $16.50.'
        >>> text = parse_text("Ada is here. [Ada has {n} cats.] Ada waits.")
        >>> render_text(text, {"n": Fraction(3)}), render_text(text, {"n": Fraction(3)}, options=[1])
        ('Ada is here. Ada waits.', 'Ada is here. Ada has 3 cats. Ada waits.')
    """
    shown = (piece for piece in pieces if piece.optional == 0 or piece.optional in options)
    return "".join(piece.literal + (_show(piece, values[piece.slot]) if piece.slot else "") for piece in shown)


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
        case "fraction":
            return f"{value.numerator}/{value.denominator}"
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
