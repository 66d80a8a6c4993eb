"""What an equation in a text is."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from dunyazad.numbers.expression import Expression

__all__ = ["Equation"]


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
        restated: Is it no equation as written, but what one phrase is said to be twice ("Cost = 3 * 4. Cost = 12")?
    """

    text: str
    start: int
    end: int
    sides: tuple[Expression, ...]
    values: tuple[Fraction | None, ...]
    holds: bool | None
    rounded: bool = False
    restated: bool = False
