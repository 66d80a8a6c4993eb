"""Reading a file of chained problems for a run: all of it, its beginning, or the beginning of every cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from dunyazad._exceptions import InputError
from dunyazad._records import Line, read_lines
from dunyazad.chaining.certify import check_shape
from dunyazad.chaining.record import ChainedProblem

__all__ = ["read_chains", "whole_chain"]


def read_chains(
    path: Path | str, *, limit: int | None = None, per_cell: int | None = None
) -> tuple[ChainedProblem, ...]:
    """Read chained problems, in the order of the file.

    Args:
        path: The file.
        limit: Take only the first so many; None for all.
        per_cell: Take only the first so many of each length and manner; None for all. Counts before `limit` does.

    Raises:
        InputError: The file cannot be read, holds no chain, or holds an id twice; or a number is below 1.
        RecordError: A line is no chained problem, or one whose parts do not fit together.
    """
    for name, number in (("limit", limit), ("per_cell", per_cell)):
        if number is not None and number < 1:
            raise InputError(f"{name} must be at least 1, not {number}")
    chosen = tuple(islice(_of_cells(map(whole_chain, read_lines(path)), per_cell), limit))
    if not chosen:
        raise InputError(f"{path}: no chained problem in the file")
    twice = [name for name, count in Counter(chain.id for chain in chosen).items() if count > 1]
    if twice:
        # Everything downstream is keyed by id: one of the two would silently stand in for the other.
        raise InputError(f"{path}: the id {twice[0]!r} stands more than once ({len(twice)} such ids)")
    return chosen


def whole_chain(line: Line) -> ChainedProblem:
    """Read a chain, and refuse one whose parts do not fit together: no answer to it could be scored.

    Raises:
        RecordError: The line is no chained problem, or such a one.
    """
    chain = line.decode(ChainedProblem)
    finding = next(iter(check_shape(chain)), None)
    if finding is not None:
        raise line.error(finding.sentence)
    return chain


def _of_cells(chains: Iterator[ChainedProblem], per_cell: int | None) -> Iterator[ChainedProblem]:
    seen: Counter[tuple[int, str]] = Counter()
    for chain in chains:
        cell = (chain.length, chain.manner)
        seen[cell] += 1
        if per_cell is None or seen[cell] <= per_cell:
            yield chain
