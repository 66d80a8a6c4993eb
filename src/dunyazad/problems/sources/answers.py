r"""The number that a set gives as the answer, as surely as it can be read.

Sets write it as a number, as text ("1,250", "9 (apples)", "$3.50"), behind `####`, in `\boxed{}`, at the end of "the
answer is …", or as the end of a calculation. What is none of these is no number: a number that merely stands somewhere
in a solution is never taken for the answer.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

from dunyazad._exceptions import NumberError
from dunyazad.numbers import Quantity, find_equations, find_quantities

__all__ = ["answer_of"]

_MOST_DIGITS = 400
_HASHES = re.compile(r"####[ \t]*([^\n]*)\s*\Z")
_BOXED = re.compile(r"\\boxed\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
_SAID = re.compile(r"\b(?:answer|result)(?: is|:| =)\s*([^\n]{1,60}?)\s*\Z", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"\s*\(([^()]*)\)\s*\Z")
_UNIT = re.compile(r"[ -]?[A-Za-z%°][A-Za-z .'/-]{0,40}\Z")
_MARKS = " \t\r\n.*$\\"


def _number(value: Any) -> Fraction:
    """Read a JSON or table value as a number."""
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(_bounded(Decimal(value)))
    if isinstance(value, float):
        return Fraction(_bounded(Decimal(repr(value))))
    if isinstance(value, Decimal):
        return Fraction(_bounded(value))
    raise NumberError(f"not a number: {str(value)[:60]!r}")


def _bounded(value: Decimal) -> Decimal:
    if not value.is_finite() or abs(value.adjusted()) > _MOST_DIGITS:
        raise NumberError(f"not a number, or one with over {_MOST_DIGITS} digits: {str(value)[:60]!r}")
    return value


def answer_of(value: Any, question: str) -> Fraction:
    r"""Read the answer of a set.

    Args:
        value: What the set gives: a number or a text.
        question: The problem, for what it asks: "20%" is 20 where a percentage is asked, and refused elsewhere.

    Raises:
        NumberError: No number is surely the answer.

    Example:
        >>> answer_of("9 (apples)", "How many?"), answer_of(r"So \boxed{1,250}.", "How many?")
        (Fraction(9, 1), Fraction(1250, 1))
    """
    if isinstance(value, list) and len(value) == 1:
        return answer_of(value[0], question)
    if not isinstance(value, str):
        return _number(value)
    for pattern in (_HASHES, _BOXED):
        marked = pattern.findall(value)
        if marked:
            return _from_words(marked[-1], question)
    said = _SAID.search(value.strip(_MARKS))
    if said:
        return _from_words(said[1], question)
    calculated = _calculated(value)
    return _from_words(value, question) if calculated is None else calculated


def _calculated(text: str) -> Fraction | None:
    """What a text ends in that ends in a calculation: "12 * 3 = 36 hens."."""
    equations = find_equations(text)
    if not equations or equations[-1].holds is not True:
        return None
    last = equations[-1]
    rest = text[last.end :]
    return last.values[-1] if not re.search(r"[\d\n]", rest.strip()) else None


def _from_words(text: str, question: str) -> Fraction:
    """Read "9", "$9.50", "9 (apples)", "9 apples"."""
    plain = text.strip().strip("*").rstrip(".").strip().removeprefix(r"\$").strip()
    bracketed = _IN_BRACKETS.search(plain)
    unit = bracketed[1] if bracketed else ""
    plain = plain[: bracketed.start()] if bracketed else plain
    found = find_quantities(plain)
    if len(found) != 1 or found[0].start != 0:
        raise NumberError(f"not a number: {text.strip()[:60]!r}")
    rest = plain[found[0].end :]
    if rest and not _UNIT.match(rest):
        raise NumberError(f"not a number: {text.strip()[:60]!r}")
    return _in_units_of(found[0], f"{found[0].text} {rest} {unit}".lower(), question.lower())


def _in_units_of(quantity: Quantity, written: str, question: str) -> Fraction:
    """The number as the question counts: percent and cents are taken only where it asks for them."""
    if "%" in written or "percent" in written:
        if "percent" in question or "%" in question:
            return quantity.number
        raise NumberError(f"a percentage where none is asked: {quantity.text[:60]!r}")
    if re.search(r"\bcents?\b|¢", written):
        if "cent" in question.replace("percent", ""):
            return quantity.number
        raise NumberError(f"an amount in cents where none is asked: {quantity.text[:60]!r}")
    return quantity.value
