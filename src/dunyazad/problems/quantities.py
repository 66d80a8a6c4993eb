"""What the certifier asks about numbers in sentences.

It asks about the same sentence from several sides, and templates repeat their expressions: short memories make that
cheap. They are small, so that long texts do not pile up.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from dunyazad.numbers import Expression, Quantity, find_quantities, parse_expression

__all__ = ["parsed", "quantities_in", "states", "text_states"]

_DOZEN = 12


@lru_cache(maxsize=32)
def quantities_in(text: str) -> tuple[Quantity, ...]:
    """Find the quantities of a sentence."""
    return find_quantities(text)


@lru_cache(maxsize=512)
def parsed(expression: str) -> Expression:
    """Parse an expression.

    Raises:
        NumberError: It is none.
    """
    return parse_expression(expression)


def states(quantity: Quantity, value: Fraction) -> bool:
    """Does a quantity state a value? "20%" states 20 and 1/5, "3 dozen" states 36 and 3."""
    dozens = "dozen" in quantity.text and quantity.value == value * _DOZEN
    return dozens or value in (quantity.value, quantity.number)


def text_states(text: str, value: Fraction) -> bool:
    """Does any quantity of a text state a value?"""
    return any(states(quantity, value) for quantity in quantities_in(text))
