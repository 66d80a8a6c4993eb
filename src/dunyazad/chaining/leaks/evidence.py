"""Is a sum over problems further from zero than chance makes it? Tests whose unit is the problem, not the gate.

A problem stands in hundreds of chains, and what its texts look like is the same in all of them. So gates are added up
by problem first, and only problems count as independent. If nothing tells which side is the true one, then each
problem's sum is as likely the opposite: the p-value is the share of all choices of signs under which the total is at
least as large. That share is counted exactly where few problems weigh, and taken from the normal distribution with
the same variance (a score test, robust to dependence within a problem) where there are many.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import NormalDist

__all__ = ["adjusted", "area_of", "effective_count", "sign_flip_p", "z_score"]

_NORMAL = NormalDist()
# With so many problems of like weight the normal distribution is as good as counting.
_MANY = 60
_RESOLUTION = 4000


def z_score(sums: Iterable[float]) -> float:
    """The total over the root of the sum of squares; 0 where all is zero.

    Example:
        >>> z_score([1, 1, 1, 1])
        2.0
    """
    total = squares = 0.0
    for value in sums:
        total += value
        squares += value * value
    return total / math.sqrt(squares) if squares else 0.0


def effective_count(sums: Sequence[float]) -> float:
    """How many problems of equal weight would spread the total as much.

    Example:
        >>> effective_count([2, -2, 0])
        2.0
    """
    squares = [value * value for value in sums if value]
    return sum(squares) ** 2 / sum(square * square for square in squares) if squares else 0.0


def sign_flip_p(sums: Sequence[float]) -> float:
    """The two-sided p-value of the total, each problem's sum being as likely positive as negative.

    Example:
        >>> sign_flip_p([1, 1, 1])  # two of eight choices of signs give a total of 3 or -3
        0.25
    """
    sums = [value for value in sums if value]
    if not sums:
        return 1.0
    if effective_count(sums) >= _MANY:
        return 2 * _NORMAL.cdf(-abs(z_score(sums)))
    return _counted(_whole(sums))


def _whole(sums: Sequence[float]) -> list[int]:
    """The sums as whole numbers, which is exact if they are; else to a few thousandths of their spread."""
    spread = sum(map(abs, sums))
    if spread <= _RESOLUTION and all(value == round(value) for value in sums):
        return [round(value) for value in sums]
    return [round(value * _RESOLUTION / spread) for value in sums]


def _counted(sums: Sequence[int]) -> float:
    """Count the choices of signs with a total at least as far from zero.

    The generating function of the totals, the product of (1 + x^|s|), is multiplied out as one long integer, a fixed
    number of bits a coefficient: a factor is a shift and an addition.
    """
    sums = [value for value in sums if value]
    spread, total = sum(map(abs, sums)), abs(sum(sums))
    width = len(sums) // 8 + 1  # bytes: coefficients are at most 2 ** len(sums)
    product = 1
    for value in sums:
        product += product << (8 * width * abs(value))
    packed = product.to_bytes((spread + 1) * width, "little")
    # Coefficient i counts the choices with i on the positive side: a total of 2i - spread.
    reached = range((spread + total + 1) // 2, spread + 1)
    tail = sum(int.from_bytes(packed[place * width : (place + 1) * width], "little") for place in reached)
    both = 2 * tail if total else 1 << len(sums)
    return min(1.0, both / (1 << len(sums)))


def adjusted(values: Sequence[float]) -> list[float]:
    """Holm's correction: p-values such that one below alpha turns up by chance with probability alpha at most.

    Example:
        >>> adjusted([0.01, 0.04, 0.5])
        [0.03, 0.08, 0.5]
    """
    found = [0.0] * len(values)
    largest = 0.0
    for rank, place in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        largest = max(largest, min(1.0, (len(values) - rank) * values[place]))
        found[place] = largest
    return found


def area_of(correlation: float) -> float:
    """The area under the ROC curve that belongs to a correlation with a fair coin, were the measure normal.

    Example:
        >>> area_of(0.0), round(area_of(0.5), 2)
        (0.5, 0.79)
    """
    correlation = max(-1.0, min(1.0, correlation))
    if abs(correlation) == 1:
        return (1 + correlation) / 2
    return _NORMAL.cdf(correlation * math.sqrt(2 / (1 - correlation * correlation)))
