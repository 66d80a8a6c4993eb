"""A dataset folder that `datasets.load_dataset(folder, config)` loads: Parquet for each cell, and a card.

Strategy. Chains of different cells may come in any order, and a cell's file stays open until its last chain. So that
neither memory nor open files grow with the number of cells, all cells share one budget of waiting bytes (the fullest
cell writes a row group when it is spent), and only so many files are open: the one not written to for longest is
closed, and if its cell comes again it gets another shard.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from dunyazad._exceptions import InputError
from dunyazad.chaining import ChainedProblem, FloorReport
from dunyazad.engines.export.card import CardText, dataset_card
from dunyazad.engines.export.licences import joined, licence_of
from dunyazad.engines.export.tables import TABLE_COLUMNS, TableWriter
from dunyazad.engines.export.tally import Passing, Tally

__all__ = ["write_dataset"]

_MOST_OPEN = 64
_MOST_WAITING = 24 << 20


def write_dataset(
    folder: Path,
    chains: Iterable[ChainedProblem],
    *,
    name: str,
    licence: str | None = None,
    command: str = "",
    floors: FloorReport | None = None,
) -> Passing:
    """Write chains to `data/CELL/test-*.parquet` and the card to `README.md`, into a folder that is there.

    Args:
        folder: An empty folder.
        chains: Read one at a time.
        name: The dataset's name, for the card.
        licence: What the user says the licence is; None for what is known of the sources.
        command: How the chains were made, for the card.
        floors: What policies without reasoning reach on these chains, for the card.

    Raises:
        InputError: Nothing is known of the licence of a source, and nothing is said of it; or the floors are those of
            other chains.
        MissingExtraError: pyarrow is not installed.
    """
    tally, shards, sources = Tally(), _Shards(folder / "data"), set[str]()
    try:
        for chain in chains:
            if chain.source not in sources:
                licence_of(chain.source, licence)  # before an hour of writing, not after
                sources.add(chain.source)
            shards.add(tally.add(chain), chain)
    finally:
        shards.close()
    shards.rename()
    passing = tally.done()
    if floors is not None:
        _refuse_others(floors, passing)
    text = CardText(name, licence_of(joined(sources), licence), command, floors)
    (folder / "README.md").write_text(dataset_card(text, passing, TABLE_COLUMNS, shards.sizes), encoding="utf-8")
    return passing


def _refuse_others(floors: FloorReport, passing: Passing) -> None:
    told = {(cell.length, cell.order): cell.chains for cell in floors.cells}
    found: dict[tuple[int | None, str | None], int] = {(length, order): n for length, order, n in passing.told}
    for length, order in sorted({*told, *found}, key=str):
        counts = told.get((length, order), 0), found.get((length, order), 0)
        if counts[0] != counts[1]:
            raise InputError(
                f"the floors are of other chains: of length {length}, {order}, they are over {counts[0]}, "
                f"and {counts[1]} are exported"
            )


class _Shards:
    """The open files, by cell; the one written to last stands last. `sizes` holds each cell's bytes in memory."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open: dict[str, TableWriter] = {}
        self._made: Counter[str] = Counter()
        self.sizes: Counter[str] = Counter()

    def add(self, cell: str, chain: ChainedProblem) -> None:
        writer = self._open.pop(cell, None) or self._begin(cell)
        self._open[cell] = writer
        writer.add(chain)
        if sum(writer.pending for writer in self._open.values()) > _MOST_WAITING:
            max(self._open.values(), key=lambda writer: writer.pending).flush()

    def _begin(self, cell: str) -> TableWriter:
        if len(self._open) >= _MOST_OPEN:
            self._end(next(iter(self._open)))
        (self._folder / cell).mkdir(parents=True, exist_ok=True)
        writer = TableWriter(str(self._folder / cell / f"{self._made[cell]:05d}.parquet"))
        self._made[cell] += 1
        return writer

    def _end(self, cell: str) -> None:
        writer = self._open.pop(cell)
        writer.__exit__(None)
        self.sizes[cell] += writer.size

    def close(self) -> None:
        """Write what waits and close all files."""
        while self._open:
            self._end(next(iter(self._open)))

    def rename(self) -> None:
        """Give the shards their names, which tell how many there are."""
        for cell, count in self._made.items():
            for shard in range(count):
                place = self._folder / cell
                (place / f"{shard:05d}.parquet").rename(place / f"test-{shard:05d}-of-{count:05d}.parquet")
