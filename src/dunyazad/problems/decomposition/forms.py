"""In which forms a program may use a number of the text, and which numbers it may use that no text states.

"20%" appears in programs as 20, as 0.2, and, where the text speaks of a discount, as 80 or 0.8. Every such form is a
small expression over the number, so that the program can be computed anew with another number. Knowledge that no part
states (7 days in a week) is admitted only where a word of the text calls for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from dunyazad.numbers import Quantity
from dunyazad.problems.knowledge import constants_of

__all__ = ["AS_IS", "RECIPROCAL", "Form", "Forms", "base_of", "constants_of", "forms_of"]


class Form(NamedTuple):
    """One way to use a number.

    Attributes:
        text: As an expression, with `{n}` for the number's name.
        compute: As a function.
        is_factor: Does it make sense only where something is multiplied or divided by it?
    """

    text: str
    compute: Callable[[Fraction], Fraction]
    is_factor: bool = False


AS_IS: Final = Form("{n}", lambda n: n)
_HUNDREDTH: Final = Form("({n} / 100)", lambda n: n / 100)
_HUNDRED_TIMES: Final = Form("({n} * 100)", lambda n: n * 100)
_DOZENS: Final = Form("({n} * 12)", lambda n: n * 12)
RECIPROCAL: Final = Form("(1 / {n})", lambda n: 1 / n, is_factor=True)
_PERCENT_DOWN: Final = (
    Form("(100 - {n})", lambda n: 100 - n, is_factor=True),
    Form("(1 - {n} / 100)", lambda n: 1 - n / 100, is_factor=True),
)
_PERCENT_UP: Final = (
    Form("(100 + {n})", lambda n: 100 + n, is_factor=True),
    Form("(1 + {n} / 100)", lambda n: 1 + n / 100, is_factor=True),
)
_PART_DOWN: Final = Form("(1 - {n})", lambda n: 1 - n, is_factor=True)
_PART_UP: Final = Form("(1 + {n})", lambda n: 1 + n, is_factor=True)

_DOZEN = 12
_DOWN = re.compile(
    r"\b(?:off|discount\w*|less|lower\w*|decreas\w*|reduc\w*|cheaper|drop\w*|depreciat\w*|los[est]\w*|remain\w*|rest|left|"
    r"others?|not|no|\w+n't|only|down|sale|younger|fewer|shorter|lighter|smaller|keeps?|kept|keeping|sav\w*|without|"
    r"g[ai]v\w*|ate|eat\w*|sold|sell\w*|us(?:e|ed|es|ing)|spen\w*|t[ao]k\w*|took|paid|pays?|donat\w*|br[oe]k\w*)\b",
    re.IGNORECASE,
)
_UP = re.compile(
    r"\b(?:more|increas\w*|rais\w*|interest|tips?|tax\w*|extra|add\w*|profit\w*|gain\w*|high\w*|gr[oe]w\w*|ris\w*|rose|"
    r"above|mark\w*|plus|up|and a half|larger|bigger|older|longer|taller|heavier|faster|premium|appreciat\w*|fees?|"
    r"over\w*|bonus|again)\b",
    re.IGNORECASE,
)
_SCALES = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_SCALED = re.compile(r"[0-9][ -]?(hundred|thousand|million|billion|trillion)\b", re.IGNORECASE)

# A unit, a smaller one, and how many make one of the larger.
_CONVERSIONS = (
    (r"hours?|hrs?", r"minutes?|mins?", 60),
    (r"minutes?|mins?", r"seconds?|secs?", 60),
    (r"hours?|hrs?", r"seconds?", 3600),
    (r"days?", r"hours?|hourly", 24),
    (r"weeks?", r"days?|daily", 7),
    (r"years?", r"months?|monthly", 12),
    (r"years?", r"weeks?|weekly", 52),
    (r"years?", r"days?|daily", 365),
    (r"decades?", r"years?", 10),
    (r"feet|foot", r"inch(?:es)?", 12),
    (r"yards?", r"feet|foot", 3),
    (r"miles?", r"feet|foot", 5280),
    (r"pounds?|lbs?", r"ounces?|oz", 16),
    (r"tons?", r"pounds?|lbs?", 2000),
    (r"gallons?", r"quarts?", 4),
    (r"gallons?", r"pints?", 8),
    (r"gallons?", r"cups?", 16),
    (r"gallons?", r"ounces?", 128),
    (r"quarts?", r"pints?", 2),
    (r"quarts?", r"cups?", 4),
    (r"pints?", r"cups?", 2),
    (r"kilometers?|kilometres?|km", r"meters?|metres?|m", 1000),
    (r"kilograms?|kilos?|kg", r"grams?|g", 1000),
    (r"lit(?:er|re)s?|L", r"millilit(?:er|re)s?|ml|mL", 1000),
    (r"meters?|metres?|m", r"centimeters?|centimetres?|cm", 100),
)
_UNITS = tuple(
    (re.compile(rf"[ -](?:{large})\b"), re.compile(rf"\b(?:{large})\b"), re.compile(rf"\b(?:{small})\b"), factor)
    for large, small, factor in _CONVERSIONS
)
_SMALL_AFTER = tuple(
    (re.compile(rf"[ -](?:{small})\b"), re.compile(rf"\b(?:{large})\b"), factor)
    for large, small, factor in _CONVERSIONS
)


def base_of(quantity: Quantity) -> Fraction:
    """The number that a program's given holds: 20 for "20%", 3 for "3 dozen", else what the text denotes."""
    if quantity.kind == "percent":
        return quantity.number
    return quantity.value / _DOZEN if _counts_dozens(quantity) else quantity.value


def _counts_dozens(quantity: Quantity) -> bool:
    return quantity.text.lower().endswith("dozen") and quantity.value > _DOZEN


class Forms(NamedTuple):
    """The forms of one number; the far ones count only where nothing nearer gives a value."""

    near: tuple[Form, ...]
    far: tuple[Form, ...]


def forms_of(quantity: Quantity, sentence: str, story: str) -> Forms:
    """The forms in which a program may use a number of the story; each applies to `base_of(quantity)`."""
    return Forms(tuple(_near(quantity, sentence, story)), tuple(_far(quantity, story)))


def _near(quantity: Quantity, sentence: str, story: str) -> Iterator[Form]:
    yield AS_IS
    base = base_of(quantity)
    if quantity.kind == "percent":
        yield _HUNDREDTH
    elif quantity.unit == "" and 0 < base < 1:
        yield RECIPROCAL
    if _counts_dozens(quantity):
        yield _DOZENS
    if scaled := _SCALED.search(quantity.text):
        yield _ratio(1, _SCALES[scaled[1].lower()])
    if quantity.unit == "cents":
        yield _HUNDREDTH
    if quantity.unit == "$" and "cent" in story:
        yield _HUNDRED_TIMES
    yield from _conversions(quantity, sentence, story)


def _far(quantity: Quantity, story: str) -> Iterator[Form]:
    """What is left without a part, and what there is with it; not "three times" as 3 + 1, which is mostly chance."""
    is_part = quantity.unit == "" and 0 < quantity.value < 1
    if not is_part and quantity.kind != "percent":
        return
    if _DOWN.search(story):
        yield from (_PART_DOWN,) if is_part else _PERCENT_DOWN
    if _UP.search(story):
        yield from (_PART_UP,) if is_part else _PERCENT_UP


def _conversions(quantity: Quantity, sentence: str, story: str) -> Iterator[Form]:
    for after, _, small, factor in _UNITS:
        if after.match(sentence, quantity.end) and small.search(story):
            yield _ratio(factor, 1)
    for after, large, factor in _SMALL_AFTER:
        if after.match(sentence, quantity.end) and large.search(story):
            yield _ratio(1, factor)


@lru_cache(maxsize=256)
def _ratio(above: int, below: int) -> Form:
    if below == 1:
        return Form(f"({{n}} * {above})", lambda n: n * above)
    return Form(f"({{n}} / {below})", lambda n: n / below)
