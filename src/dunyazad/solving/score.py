"""Tables over many solutions: counts first, rates only where there is something to divide.

Two rates stand side by side everywhere, for they answer different questions: of the responses that could be scored, how
many are right (`of_answered`); and of everything that was asked, how much came back right (`of_all`). An outage lowers
the second, never the first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import get_args

import msgspec

from dunyazad.chaining.record import Order
from dunyazad.solving.record import Diagnosis, Outcome, Protocol, Solution

__all__ = ["Cell", "CellKey", "Count", "PositionScore", "Rate", "summarise"]


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How often one name occurred."""

    name: str
    n: int


class Rate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many are right: of those that could be scored, and of all.

    Attributes:
        correct: How many are right.
        answered: How many could be scored.
        total: How many were tried, whatever came back.

    Example:
        >>> Rate(3, 4, 6).of_answered, Rate(3, 4, 6).of_all, Rate(0, 0, 6).of_answered
        (0.75, 0.5, None)
        >>> Rate(0, 0, 6).reason
        'none of 6 could be scored'
    """

    correct: int
    answered: int
    total: int

    def __post_init__(self) -> None:
        if not 0 <= self.correct <= self.answered <= self.total:
            raise ValueError(f"{self.correct} correct of {self.answered} answered of {self.total}")

    @property
    def of_answered(self) -> float | None:
        """Correct by scored; None where nothing could be scored."""
        return self.correct / self.answered if self.answered else None

    @property
    def of_all(self) -> float | None:
        """Correct by all; None where nothing was tried."""
        return self.correct / self.total if self.total else None

    @property
    def reason(self) -> str:
        """Why `of_answered` is None; empty where it is not."""
        if self.answered:
            return ""
        return f"none of {self.total} could be scored" if self.total else "nothing was tried"


class CellKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True, order=True):
    """What a cell of a table holds together."""

    model: str
    protocol: Protocol
    order: Order
    length: int


class PositionScore(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One position of the chains of a cell, over the answered responses.

    Attributes:
        position: 0-based, in solving order.
        rate: Right, of the answered responses in which it was asked for.
        diagnoses: Every diagnosis with its count, zeros included, in the record's order.
    """

    position: int
    rate: Rate
    diagnoses: tuple[Count, ...]


class Cell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All solutions of one model, protocol, order and length.

    Attributes:
        key: Which.
        n: How many solutions.
        outcomes: Every outcome with its count, zeros included, in the record's order.
        all_links: Every link correct; scored where the response is answered and every link was asked for.
        final: The final answer correct; scored where the response is answered.
        positions: One entry a position.
        diagnoses: Over all links of the answered responses, zeros included.
        first_failed: How many answered responses broke first at each position; one entry a position.
        unbroken: How many answered responses broke nowhere that was asked for.
    """

    key: CellKey
    n: int
    outcomes: tuple[Count, ...]
    all_links: Rate
    final: Rate
    positions: tuple[PositionScore, ...]
    diagnoses: tuple[Count, ...]
    first_failed: tuple[int, ...]
    unbroken: int


def summarise(solutions: Iterable[Solution]) -> tuple[Cell, ...]:
    """Tabulate solutions by model, protocol, order and length, sorted by these; empty for no solutions.

    Reads the solutions once and keeps counts only, so memory does not grow with their number.
    """
    tallies: dict[CellKey, _Tally] = {}
    for solution in solutions:
        key = CellKey(solution.model, solution.protocol, solution.chain.order, solution.chain.length)
        tallies.setdefault(key, _Tally(key)).add(solution)
    return tuple(tallies[key].cell() for key in sorted(tallies))


class _Tally:
    """The running counts of one cell."""

    def __init__(self, key: CellKey) -> None:
        self._key = key
        self._outcomes: Counter[str] = Counter()
        self._links: list[Counter[str]] = [Counter() for _ in range(key.length)]
        self._all = Counter[bool | None]()
        self._final = Counter[bool | None]()
        self._first: Counter[int | None] = Counter()

    def add(self, solution: Solution) -> None:
        self._outcomes[solution.outcome] += 1
        self._all[solution.all_links_correct] += 1
        self._final[solution.final_correct] += 1
        if solution.outcome != "answered":
            return
        self._first[solution.first_failed] += 1
        for link in solution.links:
            self._links[link.position][link.diagnosis] += 1

    def cell(self) -> Cell:
        total = self._outcomes.total()
        return Cell(
            key=self._key,
            n=total,
            outcomes=_counts(get_args(Outcome), self._outcomes),
            all_links=_rate(self._all, total),
            final=_rate(self._final, total),
            positions=tuple(self._position(position) for position in range(self._key.length)),
            diagnoses=_counts(get_args(Diagnosis), sum(self._links, Counter())),
            first_failed=tuple(self._first[position] for position in range(self._key.length)),
            unbroken=self._first[None],
        )

    def _position(self, position: int) -> PositionScore:
        counts = self._links[position]
        asked = counts.total() - counts["not_asked"]
        return PositionScore(
            position, Rate(counts["correct"], asked, counts.total()), _counts(get_args(Diagnosis), counts)
        )


def _rate(verdicts: Counter[bool | None], total: int) -> Rate:
    return Rate(verdicts[True], verdicts[True] + verdicts[False], total)


def _counts(names: Sequence[str], counter: Counter[str]) -> tuple[Count, ...]:
    return tuple(Count(name, counter[name]) for name in names)
