"""Means over nothing are None: never 0, never NaN."""

from __future__ import annotations

import math
from collections.abc import Iterable

__all__ = ["harmonic", "mean"]


def mean(values: Iterable[float]) -> float | None:
    """The mean; None over nothing. The sum is exact, so that the order of values changes nothing.

    Example:
        >>> mean([1, 0, 0, 1]), mean([])
        (0.5, None)
    """
    known = list(values)
    return math.fsum(known) / len(known) if known else None


def harmonic(first: float | None, second: float | None) -> float | None:
    """The harmonic mean, 0 where both are 0; None where either is not known.

    Example:
        >>> harmonic(0.5, 1.0), harmonic(0.0, 0.0), harmonic(None, 1.0)
        (0.6666666666666666, 0.0, None)
    """
    if first is None or second is None:
        return None
    return 2 * first * second / (first + second) if first + second else 0.0
