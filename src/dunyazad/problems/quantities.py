"""What is asked about numbers in sentences.

The certifier asks about the same sentence from several sides: a short memory makes that cheap. It is small, so that
long texts do not pile up.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from dunyazad.numbers import Quantity, find_quantities

__all__ = ["alike", "changed_quantities", "quantities_in", "readings", "states", "states_number"]

_DOZEN = 12


@lru_cache(maxsize=32)
def quantities_in(text: str) -> tuple[Quantity, ...]:
    """Find the quantities of a sentence."""
    return find_quantities(text)


def readings(quantity: Quantity, value: Fraction) -> set[str]:
    """Give the ways in which a quantity states a value: "20%" states 20 as written and 1/5 as a value."""
    ways = {"value": quantity.value, "number": quantity.number}
    if "dozen" in quantity.text:
        ways["dozens"] = quantity.value / _DOZEN
    return {way for way, stated in ways.items() if stated == value}


def states(quantity: Quantity, value: Fraction) -> bool:
    """Does a quantity state a value? "20%" states 20 and 1/5, "3 dozen" states 36 and 3."""
    if value in (quantity.value, quantity.number):
        return True
    return "dozen" in quantity.text and quantity.value == value * _DOZEN


def alike(first: Quantity, second: Quantity) -> bool:
    """Are two quantities of one unit? "$3" and "4" are not, nor "3 dozen" and "4"."""
    return first.unit == second.unit and ("dozen" in first.text) == ("dozen" in second.text)


def states_number(text: str, value: Fraction) -> bool:
    """Does any quantity of a text state a value? "50%" states both 50 and 1/2."""
    return any(states(quantity, value) for quantity in quantities_in(text))


def changed_quantities(first: str, second: str) -> tuple[Quantity, Quantity] | None:
    """Give the one quantity in which two texts differ, as each has it; None where they differ in none or in more."""
    pairs = list(zip(quantities_in(first), quantities_in(second), strict=False))
    changes = [pair for pair in pairs if pair[0].value != pair[1].value]
    same_count = len(quantities_in(first)) == len(quantities_in(second))
    return changes[0] if len(changes) == 1 and same_count else None
