r"""Reading one answer as a model wrote it: "**$1,200**", "42 apples", "\(\frac{33}{2}\)", "6 * 7 = 42".

Strategy: take the markup off, then accept the text if it names exactly one number. Two different numbers ("between 3
and 4") are no answer; guessing one of them would turn an unread answer into a wrong one. The gold answer only settles
what the text leaves open: whether "50%" means 50 or 1/2, and whether an expression that is no plain number equals it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from dunyazad._exceptions import NumberError
from dunyazad.numbers import Quantity, answers_equal, evaluate, find_quantities, parse_number

__all__ = ["matching_brace", "read_answer", "unmark"]

# An answer is short; what is longer is prose, and reading it costs time for nothing.
_LONGEST = 300

_BOXED = re.compile(r"\\(?:boxed|fbox|text|textbf|mathrm|mathbf|mbox)\s*\{")
_MARKUP = re.compile(r"\*\*|__|`|\\[()\[\]]|\\[,;!:]|\\quad|\\displaystyle|\$\$")
_MATH = re.compile(r"\$([^$]*)\$")
_BRACKETED = re.compile(r"(?<![\w)])\([^()]*\)")  # a remark; glued to a number it would be a factor
_RELATION = re.compile(r"=|≈|\\approx|→|⇒|->|=>")
_FORMULA_SIGN = re.compile(r"[\\^√+*×÷]")
# What is worth a symbolic comparison: a formula, and not a list of alternatives, one of which would always do.
_FORMULA = re.compile(r"[\\^*/+√].*[0-9]|[0-9].*[\\^*/+√].*\w")
_OPERATOR = re.compile(r"[-−–—+*/×÷·^]|\\(?:times|cdot|div|[dt]?frac)\b")
_UNEQUAL = re.compile(r"!=|=/=|≠|\\neq?\b|<>")
_ALTERNATIVES = re.compile(r"\b(?:or|either)\b", re.IGNORECASE)
# What makes the number behind it something other than the answer: "not 12", "more than 12", "see step 12", "< 12".
_NO_ANSWER = re.compile(
    r"(?:\b(?:not|than|steps?|questions?|problems?|claims?|premises?)\b\s*|n't\s+|(?:^|\s)[<>]\s*)[#(]?$", re.IGNORECASE
)
_QUESTION = re.compile(r"(?:how|what|which|when|where|who|whose|why|find|calculate|compute|determine)\b", re.IGNORECASE)
# Glued to a number, it makes another one: "12²", "0x0c".
_GLUED = re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹]|[^\W\d_]+\d")
_ANGLED = re.compile(r"<\s*([^<>]*?)\s*>")
_SEVERAL = re.compile(r"\b(?:or|and|to|between|either)\b|[,;]\s", re.IGNORECASE)


def matching_brace(text: str, opening: int) -> int | None:
    """The index of the `}` that closes the `{` at `opening`; None where it stays open.

    Example:
        >>> matching_brace("{a{b}}", 0)
        5
    """
    depth = 0
    for index in range(opening, len(text)):
        if text[index] == "{":
            depth += 1
        elif text[index] == "}":
            depth -= 1
            if depth == 0:
                return index
    return None


def unmark(text: str) -> str:
    r"""Take off markdown emphasis, mathematics delimiters, `\boxed{}` and `\text{}`; keep what they enclose.

    Example:
        >>> unmark(r"**\(\boxed{42}\)** apples")
        '42 apples'
    """
    text = _MARKUP.sub("", text)
    # Each round opens one wrapper; an answer has few, and the bound keeps a hostile text from costing more.
    for _ in range(20):
        found = _BOXED.search(text)
        if found is None:
            break
        end = matching_brace(text, found.end() - 1)
        if end is None:
            break
        text = f"{text[: found.start()]}{text[found.end() : end]}{text[end + 1 :]}"
    text = _MATH.sub(lambda match: match[1], text)
    return text.replace("\\$", "$").replace("\\%", "%").strip()


def read_answer(text: str, *, expected: Fraction, others: Sequence[Fraction] = ()) -> Fraction | None:
    r"""Read the one number that an answer gives; None where it gives none, or several.

    Args:
        text: The answer as written.
        expected: The gold answer. Never guessed at: it decides only between readings that the text itself allows.
        others: The answers on other branches, used in the same way.

    Example:
        >>> read_answer("**$1,200**", expected=Fraction(7))
        Fraction(1200, 1)
        >>> read_answer("between 3 and 4", expected=Fraction(3)) is None
        True
    """
    if len(text) > _LONGEST:
        return None
    text = unmark(text).rstrip(" .;,!").strip()
    angled = _ANGLED.fullmatch(text)
    text = angled[1] if angled else text
    if not text or _UNEQUAL.search(text) or _QUESTION.match(text):
        return None
    candidates = _candidates(text)
    hoped = (expected, *others)
    for value in hoped:
        if value in candidates:
            return value
    if candidates:
        return candidates[0]
    if _FORMULA.search(text) and not _SEVERAL.search(text):
        return next((value for value in hoped if _equal(text, value)), None)
    return None


def _candidates(text: str) -> list[Fraction]:
    """The readings that a text allows, the most literal first; none where it names no number, or several."""
    # "6 * 7 = 42": what stands last is the answer; "x = 5" is 5. "12 -> 14" and "x = 12 or x = 14" are two answers.
    *before, last = (side.strip() for side in _RELATION.split(text))
    if before and (_ALTERNATIVES.search(text) or ("≈" not in text and "approx" not in text and _differs(before, last))):
        return []
    for stretch in (last, _BRACKETED.sub(" ", last).strip()):
        found = _values(stretch)
        if found:
            return found
    return []


def _differs(before: list[str], last: str) -> bool:
    """Does another number stand alone on an earlier side of a relation?"""
    end = _values(last)
    return any(_plain(side) not in (None, *end) for side in before) if end else False


def _plain(text: str) -> Fraction | None:
    try:
        return parse_number(text)
    except NumberError:
        return None


def _values(text: str) -> list[Fraction]:
    if not text:
        return []
    quantities = find_quantities(text)
    if any(_NO_ANSWER.search(text[: quantity.start]) for quantity in quantities):
        return []
    joined = [bool(_OPERATOR.search(text[a.end : b.start + 1])) for a, b in pairwise(quantities)]
    if not all(_stands_alone(text, quantity) for quantity in quantities):
        quantities = ()
    if len(quantities) == 1 and quantities[0].kind == "percent":
        return [quantities[0].number, quantities[0].value]
    plain = _plain(text)
    if plain is not None:
        return [plain]
    distinct = {quantity.value for quantity in quantities}
    if len(distinct) == 1 and not any(joined):
        return [quantities[0].value]
    return _computed(text) if all(joined) else []


def _computed(text: str) -> list[Fraction]:
    """The value of plain arithmetic. "12-14" is more likely a range than -2, and so it is neither."""
    try:
        value = evaluate(text)
    except NumberError:
        return []
    return [] if value < 0 and text[0].isdigit() else [value]


def _stands_alone(text: str, quantity: Quantity) -> bool:
    r"""Is a quantity no part of a formula, as the 2 of "x^2" and "\sqrt{2}" is? A unit may have a stroke: "km/h"."""
    if _GLUED.match(text, quantity.end):
        return False
    before, after = text[: quantity.start].rstrip(), text[quantity.end :].lstrip()
    return not (_FORMULA_SIGN.search(before) or _FORMULA_SIGN.search(after) or before.endswith("/"))


def _equal(text: str, value: Fraction) -> bool:
    try:
        return answers_equal(text, value)
    except NumberError:
        return False
