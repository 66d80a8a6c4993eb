"""Reading chains for export, one at a time: what cannot be scored is refused, and so is an id that stands twice."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

from dunyazad._exceptions import InputError
from dunyazad._records import read_lines
from dunyazad.chaining import ChainedProblem
from dunyazad.engines.chains_file import whole_chain
from dunyazad.engines.export.columns import SMALLEST_AND_LARGEST

__all__ = ["stream_chains"]


def stream_chains(path: Path | str) -> Iterator[ChainedProblem]:
    """Yield the chained problems of a file, in its order; of earlier ones only eight bytes an id are kept.

    Raises:
        InputError: The file cannot be read, holds no chain, or holds an id twice.
        RecordError: A line is no chained problem, or one whose parts do not fit together, or with a number past 64
            bits.
    """
    seen: set[bytes] = set()
    low, high = SMALLEST_AND_LARGEST
    for line in read_lines(path):
        chain = whole_chain(line)
        if not (low <= chain.seed <= high and low <= chain.index <= high):
            raise line.error("its seed or index is past 64 bits, which no table can hold")
        digest = blake2b(chain.id.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        if digest in seen:
            raise line.error(f"the id {chain.id!r} stood before")
        seen.add(digest)
        yield chain
    if not seen:
        raise InputError(f"no chains in {'<stdin>' if str(path) == '-' else path}: the file is empty")
