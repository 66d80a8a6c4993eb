"""Tables as sets: CSV with a header, and parquet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from typing import IO, Any

from dunyazad._exceptions import InputError
from dunyazad._records import require
from dunyazad.problems.sources.rows import Damaged, Row, Rows

__all__ = ["csv_rows", "looks_like_csv", "parquet_rows"]

_HEADERS = ("question", "problem", "prompt", "body", "squestion", "answer", "input")
_BATCH = 256


def looks_like_csv(head: bytes) -> bool:
    """Does a text without a telling name begin with a header that names a question?"""
    first = head.lstrip().split(b"\n", 1)[0].decode("utf-8", "replace").lower()
    cells = [cell.strip(" \r\"'") for cell in first.replace(";", ",").replace("\t", ",").split(",")]
    return len(cells) > 1 and any(cell in _HEADERS for cell in cells)


def csv_rows(stream: IO[bytes], name: str, *, tabs: bool = False) -> Rows:
    """Yield the rows of a CSV table under the names of its header.

    Raises:
        InputError: There is no header.
    """
    # A byte that is no UTF-8 becomes a sign that no text holds, so that its row can be told and the rest goes on.
    text = io.TextIOWrapper(stream, encoding="utf-8", errors="surrogateescape", newline="")
    try:
        header_line = text.readline(_LONGEST_HEADER)
        header = next(csv.reader([header_line], delimiter=_delimiter(header_line, tabs=tabs)), [])
        names = [cell.strip().lower() for cell in header]
        if not any(names):
            return
        yield from _table_rows(csv.reader(text, delimiter=_delimiter(header_line, tabs=tabs)), names)
    except csv.Error as error:
        raise InputError(f"cannot read {name}: its header is no line of a table: {error}") from error
    finally:
        text.detach()


_LONGEST_HEADER = 100_000


def _delimiter(header: str, *, tabs: bool) -> str:
    if tabs or ("\t" in header and "," not in header):
        return "\t"
    return ";" if ";" in header and "," not in header else ","


def _table_rows(reader: Iterator[list[str]], names: list[str]) -> Rows:
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield Damaged("line-malformed", f"the line of the table cannot be read: {error}")
            continue
        if not any(cell.strip() for cell in cells):
            continue
        yield _row(cells, names)


def _row(cells: list[str], names: list[str]) -> Row | Damaged:
    if len(cells) != len(names):
        return Damaged("line-malformed", f"the line has {len(cells)} cells, the header has {len(names)}")
    if any("\udc80" <= sign <= "\udcff" for cell in cells for sign in cell):
        return Damaged("line-malformed", "the line is not in UTF-8")
    return Row(dict(zip(names, cells, strict=True)))


def parquet_rows(stream: IO[bytes], name: str) -> Rows:
    """Yield the rows of a parquet table.

    Raises:
        InputError: It is damaged.
        MissingExtraError: The extra `data` is not installed.
    """
    parquet, arrow = require("pyarrow.parquet", "data"), require("pyarrow", "data")
    try:
        whole = stream if stream.seekable() else io.BytesIO(stream.read())
        for batch in parquet.ParquetFile(whole).iter_batches(batch_size=_BATCH):
            for fields in batch.to_pylist():
                yield from _parquet_row(fields)
    except arrow.ArrowException as error:
        raise InputError(f"cannot read {name}: {str(error).splitlines()[0]}") from error


def _parquet_row(fields: Mapping[str, Any]) -> Rows:
    yield Row({str(key).strip().lower(): value for key, value in fields.items()})
