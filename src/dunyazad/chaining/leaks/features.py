"""What of a text's look is measured: each measure is a number, and each is cheap.

Two sets: of a first premise among the others that a gate lists (`branch_measures`), and of a claim (`claim_measures`).
Both depend on the texts alone, and a problem's texts stand in many chains, so both are kept.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from dunyazad.numbers import Quantity, find_quantities

__all__ = [
    "BRANCH_MEASURES",
    "CLAIM_MEASURES",
    "Sized",
    "Vector",
    "branch_measures",
    "claim_measures",
    "differing",
    "differing_sizes",
    "number_key",
    "numbers_of",
    "size",
    "sized",
    "stray_spaces",
]

Vector = tuple[float, ...]
Key = int | tuple[int, int]

_PUNCTUATION = re.compile(r"[^\w\s]")
_BRACKETED_SPACE = re.compile(r"[(\[]\s|\s[)\]]")


@lru_cache(maxsize=1 << 15)
def _quantities(text: str) -> tuple[Quantity, ...]:
    return find_quantities(text)


_TEXT: dict[str, Callable[[str], float]] = {
    "characters": len,
    "words": lambda text: len(text.split()),
    "white space": lambda text: sum(map(str.isspace, text)),
    "spaces at its start": lambda text: len(text) - len(text.lstrip()),
    "spaces at its end": lambda text: len(text) - len(text.rstrip()),
    "doubled spaces": lambda text: text.count("  "),
    "spaces inside brackets": lambda text: len(_BRACKETED_SPACE.findall(text)),
    "punctuation marks": lambda text: len(_PUNCTUATION.findall(text)),
    "commas": lambda text: text.count(","),
    "full stops": lambda text: text.count("."),
    "capital letters": lambda text: sum(map(str.isupper, text)),
    "signs beyond ASCII": lambda text: sum(ord(sign) > 127 for sign in text),
    "digits": lambda text: sum(map(str.isdigit, text)),
    "numbers": lambda text: len(_quantities(text)),
}


def size(number: Fraction) -> float:
    """A number's size on a scale on which few numbers are far out.

    Example:
        >>> size(Fraction(0)), round(size(Fraction(-999)), 2)
        (0.0, -6.91)
    """
    top, bottom = abs(number.numerator), number.denominator
    # By the integers' own logarithms: a quotient of numbers of 400 digits is no float.
    large = math.log(top + bottom) - math.log(bottom)
    return large if number >= 0 else -large


class Sized(NamedTuple):
    """A number as it is compared: its key and its size."""

    key: Key
    size: float


@lru_cache(maxsize=1 << 15)
def sized(numerator: int, denominator: int) -> Sized:
    """A number's key and size."""
    number = Fraction(numerator, denominator)
    return Sized(number_key(number), size(number))


def _digit_sum(number: Fraction) -> float:
    return sum(map(int, str(abs(number.numerator))))


def _zeros(number: Fraction) -> float:
    digits = str(abs(number.numerator))
    return len(digits) - len(digits.rstrip("0")) if number else 0


_NUMBER: dict[str, Callable[[Fraction], float]] = {
    "number: size": size,
    "number: digits": lambda number: len(str(abs(number.numerator))),
    "number: zeros at its end": _zeros,
    "number: divisible by 5": lambda number: number % 5 == 0,
    "number: even": lambda number: number % 2 == 0,
    "number: no whole one": lambda number: number.denominator != 1,
    "number: digit sum": _digit_sum,
    "number: first digit": lambda number: int(str(abs(number.numerator))[0]),
    "number: last digit": lambda number: abs(number.numerator) % 10,
}
_AMONG = ("number: written as a word", "number: far from the middle")
BRANCH_MEASURES = (*_TEXT, *_NUMBER, *_AMONG)
CLAIM_MEASURES = (*_TEXT, *_NUMBER)
_NO_NUMBER = (0.0,) * len(_NUMBER)


@lru_cache(maxsize=1 << 15)
def stray_spaces(text: str) -> int:
    """White space at the ends of a text and doubled within it.

    Example:
        >>> stray_spaces(" Each hen  lays 2 eggs.")
        2
    """
    return len(text) - len(" ".join(text.split()))


def number_key(number: Fraction) -> Key:
    """A number as something that hashes quickly."""
    return number.numerator if number.denominator == 1 else (number.numerator, number.denominator)


@lru_cache(maxsize=1 << 15)
def numbers_of(text: str) -> tuple[Key, ...]:
    """The numbers of a text as keys, each as often as it stands there."""
    return tuple([number_key(quantity.number) for quantity in _quantities(text)])


@lru_cache(maxsize=1 << 15)
def _of_text(text: str) -> Vector:
    return tuple([float(measure(text)) for measure in _TEXT.values()])


def _of_number(number: Fraction) -> Vector:
    return tuple([float(measure(number)) for measure in _NUMBER.values()])


@lru_cache(maxsize=1 << 15)
def differing(texts: tuple[str, ...]) -> tuple[Quantity, ...] | None:
    """For each text, the first number in which it differs from the others; None where there is none.

    Example:
        >>> [quantity.text for quantity in differing(("2 boys have 30 cards.", "2 boys have 45 cards.")) or ()]
        ['30', '45']
    """
    found = [_quantities(text) for text in texts]
    if len({len(quantities) for quantities in found}) != 1:
        return None
    places = zip(*found, strict=True)
    return next((place for place in places if len({quantity.number for quantity in place}) > 1), None)


@lru_cache(maxsize=1 << 15)
def differing_sizes(texts: tuple[str, ...]) -> tuple[Sized, ...] | None:
    """Key and size of the numbers that `differing` gives."""
    found = differing(texts)
    return None if found is None else tuple([sized(*one.number.as_integer_ratio()) for one in found])


@lru_cache(maxsize=1 << 15)
def branch_measures(texts: tuple[str, ...]) -> tuple[Vector, ...]:
    """Measure the first premises that a gate lists; one vector each, as `BRANCH_MEASURES` names its entries."""
    quantities = differing(texts)
    if quantities is None:
        return tuple([(*_of_text(text), *_NO_NUMBER, 0.0, 0.0) for text in texts])
    sizes = [size(quantity.number) for quantity in quantities]
    return tuple(
        [
            (*_of_text(text), *_of_number(quantity.number), float(quantity.kind == "word"), _off_middle(sizes, place))
            for place, (text, quantity) in enumerate(zip(texts, quantities, strict=True))
        ]
    )


def _off_middle(sizes: Sequence[float], place: int) -> float:
    # Of two numbers each is as far from the middle: only a switch has one that stands between others.
    rank = sum(other < sizes[place] for other in sizes) + (sum(other == sizes[place] for other in sizes) - 1) / 2
    return abs(rank - (len(sizes) - 1) / 2)


@lru_cache(maxsize=1 << 15)
def claim_measures(text: str, claimed: Fraction) -> Vector:
    """Measure a claim, and the number that it claims, as `CLAIM_MEASURES` names the entries."""
    return (*_of_text(text), *_of_number(claimed))
