"""Adding up, problem by problem, how a measure goes with the truth; memory grows with the problems, not the gates.

Two kinds of question. Of things listed side by side, of which one is the true one (`Choices`): how often does the true
one have the larger value? And of a thing that is true or not (`Singles`): does its value go with that? There a value
counts by how far it is from the mean of the same problem, so that what differs from problem to problem is no noise; the
mean is drawn a little towards that of all, for a problem that is seen once.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from dunyazad.chaining.leaks.evidence import area_of, sign_flip_p
from dunyazad.chaining.leaks.features import Vector

__all__ = ["Choices", "Measured", "Singles", "scores_of"]


class Measured(msgspec.Struct, frozen=True):
    """What was found of one measure, before any correction.

    Attributes:
        what: Of what it was taken.
        measure: Its name.
        cases: How many gates or claims were looked at.
        problems: How many problems say something: those whose sum is not zero.
        area: The chance that the true one has the larger value, equal ones counting half; 1/2 is no leak.
        error: The standard error of the area, by problems.
        correlation: For a thing by itself, the error and the area are worked out from it; None for listed things.
        p: Two-sided; None where the measure never differs.
    """

    what: str
    measure: str
    cases: int
    problems: int
    area: float
    error: float
    correlation: float | None
    p: float | None

    def area_at(self, errors: float) -> float:
        """The area that lies so many standard errors above 1/2."""
        shift = errors * self.error
        return min(1.0, 0.5 + shift if self.correlation is None else area_of(min(1.0, shift)))


@lru_cache(maxsize=1 << 15)
def scores_of(vectors: tuple[Vector, ...], gold: int) -> Vector:
    """For each measure, how the true one compares with the others: 1 larger than all, -1 smaller than all, 0 equal.

    Example:
        >>> scores_of(((1.0, 5.0), (2.0, 5.0)), 1)
        (1.0, 0.0)
    """
    true = vectors[gold]
    others = [vector for place, vector in enumerate(vectors) if place != gold]
    return tuple(
        [
            sum((value > other[place]) - (value < other[place]) for other in others) / len(others)
            for place, value in enumerate(true)
        ]
    )


class Choices:
    """Things listed side by side, one of which is the true one.

    Example:
        >>> choices = Choices("first premise", ["words"])
        >>> for name in ("hens", "oven", "bus"):
        ...     choices.add(name, (1.0,))
        >>> [found] = choices.measured()
        >>> found.area, found.p
        (1.0, 0.25)
    """

    def __init__(self, what: str, measures: Sequence[str]) -> None:
        self._what, self._measures = what, tuple(measures)
        self._seen: Counter[tuple[str, Vector]] = Counter()

    def add(self, problem: str, scores: Vector) -> None:
        """Count one case, as `scores_of` gives it."""
        self._seen[problem, scores] += 1

    def measured(self) -> Iterator[Measured]:
        """Yield what was found of each measure."""
        cases = self._seen.total()
        if not cases:
            return
        for place, measure in enumerate(self._measures):
            by_problem: dict[str, float] = {}
            differs = False
            for (problem, scores), count in self._seen.items():
                differs = differs or scores[place] != 0
                by_problem[problem] = by_problem.get(problem, 0.0) + scores[place] * count
            sums = list(by_problem.values())
            yield Measured(
                what=self._what,
                measure=measure,
                cases=cases,
                problems=sum(map(bool, sums)),
                area=(1 + sum(sums) / cases) / 2,
                error=_root(sums) / cases / 2,
                correlation=None,
                p=sign_flip_p(sums) if differs else None,
            )


class Singles:
    """Things that are true or not, each looked at by itself.

    Example:
        >>> singles = Singles("claim", ["words"])
        >>> for name in ("hens", "oven", "bus"):
        ...     singles.add(name, 1.0, (7.0,))
        ...     singles.add(name, -1.0, (5.0,))
        >>> [found] = singles.measured()
        >>> found.p, found.area > 0.9
        (0.25, True)
    """

    def __init__(self, what: str, measures: Sequence[str]) -> None:
        self._what, self._measures = what, tuple(measures)
        # By problem: cases, their truth, its square; then for each measure the sums of value, square, value by truth.
        self._sums: dict[str, list[float]] = {}

    def add(self, problem: str, truth: float, values: Vector, count: int = 1) -> None:
        """Count one case, or several alike.

        Args:
            problem: Whose.
            truth: 1 or -1, less what it is on average by design.
            values: One for each measure.
            count: How many.
        """
        sums = self._sums.get(problem)
        if sums is None:
            sums = self._sums[problem] = [0.0] * (3 + 3 * len(self._measures))
        sums[0] += count
        sums[1] += count * truth
        sums[2] += count * truth * truth
        place = 3
        for value in values:
            weighted = count * value
            sums[place] += weighted
            sums[place + 1] += weighted * value
            sums[place + 2] += weighted * truth
            place += 3

    def measured(self) -> Iterator[Measured]:
        """Yield what was found of each measure."""
        cases = sum(own[0] for own in self._sums.values())
        if not cases:
            return
        truths = sum(own[2] for own in self._sums.values())
        for place, measure in enumerate(self._measures, start=1):
            mean = sum(own[3 * place] for own in self._sums.values()) / cases
            sums, spread = self._centred(3 * place, mean)
            norm = math.sqrt(truths * spread)
            differs = norm > 1e-9 * cases * (1 + abs(mean))
            correlation = sum(sums) / norm if differs else 0.0
            yield Measured(
                what=self._what,
                measure=measure,
                cases=round(cases),
                problems=sum(map(bool, sums)) if differs else 0,
                area=area_of(correlation),
                error=_root(sums) / norm if differs else 0.0,
                correlation=correlation,
                p=sign_flip_p(sums) if differs else None,
            )

    def _centred(self, place: int, mean: float) -> tuple[list[float], float]:
        """By problem the sum of truth times distance from the middle; and all squared distances together."""
        sums, spread = [], 0.0
        for own in self._sums.values():
            middle = (own[place] + mean) / (own[0] + 1)
            value = own[place + 2] - middle * own[1]
            sums.append(value if abs(value) > 1e-9 * own[0] * (1 + abs(middle)) else 0.0)
            spread += max(0.0, own[place + 1] - 2 * middle * own[place] + middle * middle * own[0])
        return sums, spread


def _root(sums: Sequence[float]) -> float:
    return math.sqrt(sum(value * value for value in sums))
