"""Intervals for figures over chains that share questions: a bootstrap that draws questions, not chains.

Positives and chains made wrong from them are about the same questions, and are no independent evidence. So questions
are drawn with replacement, each with all of its chains in all files, and every figure is computed anew from what was
drawn: means of means and harmonic means need no formula of their own. Draws are a function of the seed alone, and
questions are taken in the order of their names, so that the order of files and chains changes nothing.

Where all draws give the same, the bootstrap says nothing of what was not seen. If that is 0 or 1, the far end is what n
questions can exclude: the rate at which n right ones in a row happen in one of forty cases, n being the questions that
the figure has a value for. If it lies between (every question does as well as every other), it is Wilson's interval for
that rate over n questions; there is none where n is below two.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from statistics import NormalDist
from typing import Protocol, TypeVar

import msgspec

from dunyazad.problems.dice import Dice

__all__ = ["DRAWS", "Interval", "clustered_intervals", "percent"]

DRAWS = 1000
_TAIL = 0.025


class _Asked(Protocol):
    @property
    def question(self) -> str: ...


T = TypeVar("T", bound=_Asked)


class Interval(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A 95 % interval."""

    low: float
    high: float


def clustered_intervals(
    rows: Sequence[T], measure: Callable[[Iterable[T]], Sequence[float | None]], *, draws: int = DRAWS, seed: int = 0
) -> tuple[Interval | None, ...]:
    """Give the interval of each figure of a measure.

    Args:
        rows: What is measured, each with the name of its question.
        measure: Computes the figures of some rows; always as many.
        draws: How often questions are drawn; 0 gives no intervals.
        seed: Same seed, same intervals.

    Returns:
        One interval a figure; None where there are fewer than two questions, where less than half of the draws give
        the figure a value, or where all draws give the same between 0 and 1 and that is of one question.

    Example:
        >>> from dunyazad.benchmarks.processbench import ProcessRow
        >>> rows = [ProcessRow(str(k), "", 1, 1 if k % 2 else 2) for k in range(100)]
        >>> share = lambda drawn: [sum(row.found == 1 for row in drawn) / 100]
        >>> interval, = clustered_intervals(rows, share)
        >>> 0.38 < interval.low < 0.45 and 0.55 < interval.high < 0.62
        True
    """
    groups: dict[str, list[T]] = {}
    for row in rows:
        groups.setdefault(row.question, []).append(row)
    clusters = [groups[name] for name in sorted(groups)]
    if len(clusters) < 2 or not draws:
        return tuple(None for _ in measure(rows))
    dice = Dice("bootstrap", seed)
    drawn = [measure([row for _ in clusters for row in clusters[dice.below(len(clusters))]]) for _ in range(draws)]
    alone = [measure(cluster) for cluster in clusters]
    return tuple(
        _interval([one[place] for one in drawn], sum(one[place] is not None for one in alone))
        for place in range(len(drawn[0]))
    )


def _interval(values: list[float | None], questions: int) -> Interval | None:
    known = sorted(value for value in values if value is not None)
    if 2 * len(known) < len(values):
        return None
    cut = int(_TAIL * len(known))
    low, high = known[cut], known[len(known) - 1 - cut]
    excluded = _TAIL ** (1 / questions) if questions else 0.0
    if low == high == 1:
        return Interval(excluded, 1.0)
    if low == high == 0:
        return Interval(0.0, 1 - excluded)
    if known[0] == known[-1]:
        return _wilson(low, questions) if questions > 1 else None
    return Interval(low, high)


def _wilson(rate: float, n: int) -> Interval:
    z = NormalDist().inv_cdf(1 - _TAIL)
    scale = 1 + z * z / n
    centre = (rate + z * z / (2 * n)) / scale
    half = z / scale * math.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    return Interval(centre - half, centre + half)


def percent(value: float | None) -> str:
    """A rate in per cent with one decimal; a dash over nothing."""
    return "–" if value is None else f"{100 * value:.1f}"
