"""What is counted of chains while they pass: cells, sources, seeds, generators; constant memory for any number."""

from __future__ import annotations

from collections import Counter

import msgspec

from dunyazad.chaining import ChainedProblem
from dunyazad.engines.export.columns import cell_of

__all__ = ["Passing", "Tally"]

_MOST_SHOWN = 20


class Passing(msgspec.Struct, frozen=True):
    """What a dataset card or a task folder says of its chains.

    Attributes:
        cells: How many chains each cell has; in the order in which they first came.
        told: How many chains each length and order has, as floors count them.
        sources: Where their problems come from.
        seeds: The seeds they were made with; the first twenty.
        generators: What made them, with versions.
        canaries: The fixed strings in their rows.
    """

    cells: tuple[tuple[str, int], ...]
    told: tuple[tuple[int, str, int], ...]
    sources: tuple[str, ...]
    seeds: tuple[int, ...]
    generators: tuple[str, ...]
    canaries: tuple[str, ...]

    @property
    def total(self) -> int:
        """All chains."""
        return sum(count for _, count in self.cells)


class Tally:
    """Counts chains; `done` gives what was found."""

    def __init__(self) -> None:
        self._cells: Counter[str] = Counter()
        self._told: Counter[tuple[int, str]] = Counter()
        self._found: dict[str, dict[str | int, None]] = {name: {} for name in ("source", "seed", "generator", "canary")}

    def add(self, chain: ChainedProblem) -> str:
        """Count a chain; give its cell."""
        cell = cell_of(chain)
        self._cells[cell] += 1
        self._told[chain.length, chain.order] += 1
        for name, seen in self._found.items():
            if len(seen) < _MOST_SHOWN:
                seen.setdefault(getattr(chain, name))
        return cell

    def done(self) -> Passing:
        """Give what was counted."""
        texts = {name: tuple(str(value) for value in seen) for name, seen in self._found.items()}
        return Passing(
            cells=tuple(self._cells.items()),
            told=tuple((*key, count) for key, count in self._told.items()),
            sources=texts["source"],
            seeds=tuple(int(value) for value in self._found["seed"]),
            generators=texts["generator"],
            canaries=texts["canary"],
        )
