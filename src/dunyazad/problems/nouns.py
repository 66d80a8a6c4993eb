"""What a number counts, as far as the words behind it tell: hens, miles, nothing that one can see."""

from __future__ import annotations

import re

from dunyazad.problems.word_lists import word_set

__all__ = ["measure_behind", "nouns_behind"]

_MEASURE = re.compile(
    r"[ -](?:hours?|minutes?|seconds?|days?|weeks?|months?|years?|miles?|feet|foot|inch(?:es)?|yards?|meters?|metres?|"
    r"kilometers?|km|cm|centimeters?|pounds?|lbs?|ounces?|oz|kilograms?|kg|grams?|tons?|gallons?|liters?|litres?|ml|"
    r"quarts?|pints?|cups?|degrees?|calories|points?|pages?|words?|square|cubic|mph|dollars?|cents?|percent|"
    r"(?:kilo|mega|giga|tera)\w+|watts?|milli\w+)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[A-Za-z]+")
_TWO_WORDS = re.compile(r"(?:[ -][A-Za-z]+){0,2}")
_FUNCTION_WORDS = word_set(
    """
    a an the of in on at to for from by with and or but as is are was were be has have had more less fewer than
    per each every times that which who it he she they his her their its so if when then
    """
)


def measure_behind(text: str, end: int) -> str:
    """The unit of measure that follows a number which ends there, in lower case; "" where none does.

    Example:
        >>> measure_behind("a 12-hour walk", 4)
        'hour'
    """
    match = _MEASURE.match(text, end)
    return match[0].lower().strip(" -") if match else ""


def nouns_behind(text: str, end: int) -> set[str]:
    """The words right behind a number that may say what it counts, without a plural's s; empty where there are none.

    Example:
        >>> nouns_behind("Ada has 3 hens.", 9)
        {'hen'}
    """
    after = _TWO_WORDS.match(text, end)
    words = _WORD.findall(after[0].lower()) if after else []
    return {word.rstrip("s") for word in words if word not in _FUNCTION_WORDS}
