"""Writing rows as JSON lines and as Parquet, in bounded memory.

Parquet is written in row groups. A row group is closed by its bytes and not only by its rows, since a chain of fifty
problems is fifty times as long as a plain one.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from dunyazad._records import AtomicFile, encode, require
from dunyazad.chaining import ChainedProblem
from dunyazad.engines.export.columns import COLUMNS, RECORD, Column, Kind, row_of

__all__ = ["TABLE_COLUMNS", "TableWriter", "arrow_schema", "write_jsonl", "write_parquet"]

TABLE_COLUMNS = (*COLUMNS, RECORD)
_GROUP_BYTES = 8 << 20
_GROUP_ROWS = 10_000


def write_jsonl(out: Path | str, chains: Iterable[ChainedProblem]) -> int:
    """Stream chains to a file of flat rows, one JSON object a line; gives how many were written.

    Raises:
        InputError: The place cannot be written to.
    """
    count = 0
    with AtomicFile(out) as file:
        for chain in chains:
            file.write(encode(row_of(chain)) + b"\n")
            count += 1
    return count


def write_parquet(out: Path | str, chains: Iterable[ChainedProblem]) -> int:
    """Stream chains to a Parquet file; gives how many were written.

    Raises:
        InputError: The place cannot be written to.
        MissingExtraError: pyarrow is not installed.
    """
    count = 0
    with AtomicFile(out) as file, TableWriter(_Sink(file)) as table:
        for chain in chains:
            table.add(chain)
            count += 1
    return count


class _Sink(io.RawIOBase):
    """An AtomicFile as pyarrow wants it: one that says where it is."""

    def __init__(self, file: AtomicFile) -> None:
        self._file, self._place = file, 0

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._place

    def write(self, data: Any) -> int:
        written = bytes(data)
        self._file.write(written)
        self._place += len(written)
        return len(written)


class TableWriter:
    """Writes chains to one Parquet file, row group by row group; used in a `with` block.

    Attributes:
        rows: How many chains were added.
        pending: About how many bytes wait for the next row group.
        size: How many bytes were written, as they are in memory.
    """

    def __init__(self, where: Any) -> None:
        self._parquet = require("pyarrow.parquet", "data")
        self._arrow = require("pyarrow", "data")
        self._schema = arrow_schema(TABLE_COLUMNS)
        self._writer = self._parquet.ParquetWriter(where, self._schema, compression="zstd")
        self._waiting: list[dict[str, Any]] = []
        self.rows = self.pending = self.size = 0

    def __enter__(self) -> TableWriter:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                self.flush()
        finally:
            self._writer.close()

    def add(self, chain: ChainedProblem) -> None:
        """Add a chain's row."""
        row = row_of(chain, TABLE_COLUMNS)
        self._waiting.append(row)
        self.rows += 1
        # The record holds everything once, and the row everything about twice.
        self.pending += 2 * len(str(row[RECORD.name]))
        if self.pending >= _GROUP_BYTES or len(self._waiting) >= _GROUP_ROWS:
            self.flush()

    def flush(self) -> None:
        """Write what waits as a row group."""
        if self._waiting:
            table = self._arrow.Table.from_pylist(self._waiting, schema=self._schema)
            self._writer.write_table(table)
            self.size += table.nbytes
        self._waiting, self.pending = [], 0


def arrow_schema(columns: Iterable[Column]) -> Any:
    """The columns' exact types, as pyarrow's schema.

    Raises:
        MissingExtraError: pyarrow is not installed.
    """
    arrow = require("pyarrow", "data")
    types: dict[Kind, Any] = {
        "text": arrow.string(),
        "whole": arrow.int64(),
        "texts": arrow.list_(arrow.string()),
        "wholes": arrow.list_(arrow.int64()),
        "text_lists": arrow.list_(arrow.list_(arrow.string())),
    }
    return arrow.schema([(column.name, types[column.kind]) for column in columns])
