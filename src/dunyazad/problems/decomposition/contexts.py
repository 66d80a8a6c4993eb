"""What stands around a number of a story, as far as that says what it counts."""

from __future__ import annotations

import re

from dunyazad.problems.decomposition.record import TextNumber

__all__ = ["SMALL", "alike", "is_measured", "kind_of", "nouns_of", "preference"]

# Up to here a number is a count that a story may spell out, thing by thing.
SMALL = 12

_MEASURE = re.compile(
    r"[ -](?:hours?|minutes?|seconds?|days?|weeks?|months?|years?|miles?|feet|foot|inch(?:es)?|yards?|meters?|metres?|"
    r"kilometers?|km|cm|centimeters?|pounds?|lbs?|ounces?|oz|kilograms?|kg|grams?|tons?|gallons?|liters?|litres?|ml|"
    r"quarts?|pints?|cups?|degrees?|calories|points?|pages?|words?|square|cubic|mph|dollars?|cents?|percent)\b",
    re.IGNORECASE,
)

_WORD = re.compile(r"[A-Za-z]+")
_FUNCTION_WORDS = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "in",
        "on",
        "at",
        "to",
        "for",
        "from",
        "by",
        "with",
        "and",
        "or",
        "but",
        "as",
        "is",
        "are",
        "was",
        "were",
        "be",
        "has",
        "have",
        "had",
        "more",
        "less",
        "fewer",
        "than",
        "per",
        "each",
        "every",
        "times",
        "that",
        "which",
        "who",
        "it",
        "he",
        "she",
        "they",
        "his",
        "her",
        "their",
        "its",
        "so",
        "if",
        "when",
        "then",
    ]
)


def is_measured(number: TextNumber, sentences: tuple[str, ...]) -> bool:
    """Does a unit of measure follow?"""
    return _MEASURE.match(sentences[number.sentence], number.quantity.end) is not None


def kind_of(number: TextNumber, sentences: tuple[str, ...]) -> str:
    """What a number counts, as far as its neighbours tell: money, parts, a measure, or "" for anything."""
    quantity = number.quantity
    if quantity.unit in ("$", "cents"):
        return "$"
    if quantity.unit == "%" or quantity.value < 1:
        return "%"
    measure = _MEASURE.match(sentences[number.sentence], quantity.end)
    return measure[0].lower().strip(" -").rstrip("s") if measure else ""


def alike(first: str, second: str) -> bool:
    """May two kinds be added? What has no unit may have its neighbour's ("10 pounds: 6 of figs, 4 of dates")."""
    return first == second or ("" in (first, second) and not {first, second} & {"$", "%"})


def nouns_of(number: TextNumber, sentences: tuple[str, ...]) -> set[str]:
    """The words right behind a number that may say what it counts, without a plural's s; empty where there are none."""
    after = re.match(r"(?:[ -][A-Za-z]+){0,2}", sentences[number.sentence][number.quantity.end :])
    words = _WORD.findall(after[0].lower()) if after else []
    return {word.rstrip("s") for word in words if word not in _FUNCTION_WORDS}


def preference(number: TextNumber, sentences: tuple[str, ...]) -> int:
    """Which numbers to change first: prices, then measures, then large counts, then small ones."""
    quantity = number.quantity
    if quantity.unit in ("$", "cents"):
        return 0
    if is_measured(number, sentences) or quantity.kind == "percent":
        return 1
    if quantity.value > SMALL:
        return 2
    return 4 if quantity.kind in ("word", "multiplier") or quantity.value <= 4 else 3
