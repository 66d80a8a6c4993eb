"""What stands around a number of a story, as far as that says what it counts."""

from __future__ import annotations

from dunyazad.problems.decomposition.record import TextNumber
from dunyazad.problems.nouns import measure_behind, nouns_behind

__all__ = ["SMALL", "alike", "is_measured", "kind_of", "nouns_of", "preference"]

# Up to here a number is a count that a story may spell out, thing by thing.
SMALL = 12


def is_measured(number: TextNumber, sentences: tuple[str, ...]) -> bool:
    """Does a unit of measure follow?"""
    return bool(measure_behind(sentences[number.sentence], number.quantity.end))


def kind_of(number: TextNumber, sentences: tuple[str, ...]) -> str:
    """What a number counts, as far as its neighbours tell: money, parts, a measure, or "" for anything."""
    quantity = number.quantity
    if quantity.unit in ("$", "cents"):
        return "$"
    if quantity.unit == "%" or quantity.value < 1:
        return "%"
    return measure_behind(sentences[number.sentence], quantity.end).rstrip("s")


def alike(first: str, second: str) -> bool:
    """May two kinds be added? What has no unit may have its neighbour's ("10 pounds: 6 of figs, 4 of dates")."""
    return first == second or ("" in (first, second) and not {first, second} & {"$", "%"})


def nouns_of(number: TextNumber, sentences: tuple[str, ...]) -> set[str]:
    """The words right behind a number that may say what it counts, without a plural's s; empty where there are none."""
    return nouns_behind(sentences[number.sentence], number.quantity.end)


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
