"""Values near two given ones, drawn so that nothing tells the two from what is added.

All here is a function of the two as an unordered pair: which of them is the true one plays no part.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from dunyazad.problems.dice import Dice
from dunyazad.problems.number_places import DIGITS, Place
from dunyazad.problems.plausible import Worlds

__all__ = ["arrangement", "near_values"]

_MOST_CANDIDATES = 160
_MOST_TIMES = 3
_MOST_STEPS = 1000
_LEVELS: Final = (100000, 50000, 10000, 5000, 1000, 500, 100, 50, 10, 5, 1)
_PARTS: Final = tuple(
    Fraction(text) for text in ("1/2", "1/3", "2/3", "1/4", "3/4", "1/5", "2/5", "3/5", "4/5", "1/6", "1/8", "1/10")
)
# What cannot be more: what follows the number, what the sentence says, the bound.
_BOUNDS = (
    (re.compile(r"[ -]hours?\b"), re.compile(r"\b(?:day|daily|night|sleep)", re.IGNORECASE), 16),
    (re.compile(r"[ -](?:week)?days?\b"), re.compile(r"\bweek", re.IGNORECASE), 7),
    (re.compile(r"[ -]weeks?\b"), re.compile(r"\bmonth", re.IGNORECASE), 4),
    (re.compile(r"[ -]months?\b"), re.compile(r"\byear", re.IGNORECASE), 12),
    (re.compile(r"[ -]years?\b"), re.compile(r"\b(?:old|age)\b", re.IGNORECASE), 95),
    (re.compile(r""), re.compile(r"\b(?:score|grade|test|exam|quiz)", re.IGNORECASE), 100),
)


def near_values(place: Place, worlds: Worlds, count: int, dice: Dice, *, strict: bool) -> set[Fraction]:
    """Give values for the changed given near its two, at which the story stands.

    Args:
        place: Where the first premise states it.
        worlds: The problem under both values.
        count: How many are needed: the window is wide enough for that many on either side.
        dice: Which to take where there are more.
        strict: As for `Worlds.holds`.
    """
    grid = [
        value for value in _grid(place, worlds, count) if value not in worlds.pair and _may_be(place, worlds, value)
    ]
    some = dice.shuffled(grid)[:_MOST_CANDIDATES]
    return {value for value in some if value not in worlds.stated and worlds.holds(value, strict=strict)}


def _grid(place: Place, worlds: Worlds, count: int) -> list[Fraction]:
    low, high = sorted(worlds.pair)
    if "/" in place.here.text:
        return list(_PARTS)
    if place.here.kind == "multiplier":
        return [Fraction(times) for times in range(2, 6)]
    step = min(_level(worlds.pair[0], place), _level(worlds.pair[1], place))
    # As far apart as the two are, and room for all on one side; a few steps more where the numbers are small.
    reach = max(2 * (high - low), (count + 2) * step)
    first = max(low - reach, low / _MOST_TIMES)
    last = min(high + reach, max(_MOST_TIMES * high, high + (count + 2) * step))
    start, end = -(-first // step), last // step
    stride = max(1, (end - start) // _MOST_STEPS)
    return [number * step for number in range(int(start), int(end) + 1, int(stride))]


def _unit(place: Place) -> Fraction:
    """The unit of the last digit that is written, for the named value."""
    shown = [DIGITS.search(text) for text in (place.here.text, place.other.text)]
    decimals = max((len(match[0].partition(".")[2]) for match in shown if match), default=0)
    return Fraction(1, 10**decimals)


def _level(value: Fraction, place: Place) -> Fraction:
    """How round a number is: the largest of 1, 5, 10, 50, … in its last digit that divides it."""
    unit = _unit(place)
    count = value / unit
    return unit * next((level for level in _LEVELS if count % level == 0 and count >= level), 1)


def _may_be(place: Place, worlds: Worlds, value: Fraction) -> bool:
    """Is a value within what its unit allows? Not 8 days a week where the two that are known are within the week."""
    if value <= 0 or value == 1 or place.crosses_thousand(value):
        return False
    high = max(worlds.pair)
    for behind, about, bound in _BOUNDS:
        if high <= bound < value and behind.match(place.after) and about.search(place.text):
            return False
    if place.here.unit == "%" and high < 100 <= value:
        return False
    part = value / 100 if place.here.unit == "%" and high > 1 else value
    if place.here.unit == "%" or "/" in place.here.text:
        # The smaller part stays the smaller one.
        halves = [2 * known > (100 if place.here.unit == "%" and high > 1 else 1) for known in worlds.pair]
        return (2 * part > 1) in halves and part != Fraction(1, 2)
    return True


def arrangement(
    values: Sequence[Fraction], pair: tuple[Fraction, Fraction], count: int, dice: Dice
) -> tuple[Fraction, ...]:
    """Choose `count` of the values so that the pair's ranks among all are uniform over the pairs of ranks possible.

    Gives them in random order; nothing where there are too few.

    Args:
        values: In ascending order, without the pair.
        pair: The two values that are given.
        count: How many to add, at least one.
        dice: The draws.

    Example:
        >>> values = [Fraction(number) for number in (4, 6, 8, 14)]
        >>> chosen = arrangement(values, (Fraction(12), Fraction(10)), 2, Dice("example"))
        >>> len(set(chosen) & set(values))
        2
    """
    low, high = min(pair), max(pair)
    regions = (
        [value for value in values if value < low],
        [value for value in values if low < value < high],
        [value for value in values if value > high],
    )
    wanted = [
        (one, two - one - 1, count + 1 - two)
        for one, two in itertools.combinations(range(count + 2), 2)
        if one <= len(regions[0]) and two - one - 1 <= len(regions[1]) and count + 1 - two <= len(regions[2])
    ]
    if not wanted:
        return ()
    chosen = [_some(region, size, pair, dice) for region, size in zip(regions, dice.pick(wanted), strict=True)]
    return tuple(dice.shuffled([value for part in chosen for value in part]))


def _some(region: list[Fraction], size: int, pair: tuple[Fraction, Fraction], dice: Dice) -> list[Fraction]:
    """Draw from a region, each as round as one of the pair, which a coin names; where none is, any."""
    left, chosen = dice.shuffled(region), []
    for _ in range(size):
        wanted = _roundness(dice.pick(pair))
        value = next((value for value in left if _roundness(value) == wanted), left[0])
        left.remove(value)
        chosen.append(value)
    return chosen


def _roundness(value: Fraction) -> Fraction:
    """The largest of 1, 5, 10, 50, … (or, for decimals, of 0.01, 0.05, 0.1, …) that divides a number."""
    return next(
        (
            Fraction(level, scale)
            for scale in (1, 100)
            for level in _LEVELS
            if (value * scale / level).denominator == 1 and abs(value) * scale >= level
        ),
        Fraction(1, value.denominator),
    )
