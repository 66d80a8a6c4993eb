"""Read the rows of a file, whatever it is: lines or lists of JSON, tables, XML; plain or compressed.

What a file is shows in its first bytes; its name decides only where these do not. Files that are read whole (a list of
JSON, a parquet table from a pipe) are bounded in size; lines are bounded in length. A damaged entry is given as such
and the rest goes on; a file that is no set at all is one error.
"""

from __future__ import annotations

import codecs
import contextlib
import gzip
import io
import itertools
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, cast

import msgspec

from dunyazad._exceptions import InputError
from dunyazad.problems.sources.markup import xml_rows
from dunyazad.problems.sources.rows import Damaged, Rows, decode_row, rows_of
from dunyazad.problems.sources.tables import csv_rows, looks_like_csv, parquet_rows

__all__ = ["read_rows"]

MAX_LINE = 8_000_000
MAX_WHOLE = 1_000_000_000
_PEEKED = 8192
_NO_SET = {
    codecs.BOM_UTF16_LE: "this is UTF-16; write it as UTF-8",
    codecs.BOM_UTF16_BE: "this is UTF-16; write it as UTF-8",
    b"PK\x03\x04": "this is a zip archive; unpack it",
    b"GGUF": "this is a model",
    b"SQLite": "this is a data base",
}


def read_rows(path: Path | str) -> Rows:
    """Yield the rows of a file; `-` is standard input.

    Raises:
        InputError: The file cannot be read, or is no set of problems as a whole.
        MissingExtraError: It is a parquet table, and the extra `data` is not installed.
    """
    name = "<stdin>" if str(path) == "-" else str(path)
    try:
        with contextlib.ExitStack() as stack:
            stream = sys.stdin.buffer if str(path) == "-" else stack.enter_context(open(path, "rb"))
            yield from _by_content(_peekable(stream), name)
    except OSError as error:
        reason = "it is damaged inside its gzip" if isinstance(error, gzip.BadGzipFile) else error.strerror or error
        raise InputError(f"cannot read {name}: {reason}") from error
    except (EOFError, zlib.error) as error:
        raise InputError(f"cannot read {name}: its gzip ends too early or is damaged") from error


def _peekable(stream: IO[bytes]) -> io.BufferedReader:
    return stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(cast(io.RawIOBase, stream))


def _by_content(stream: io.BufferedReader, name: str) -> Rows:
    head = stream.peek(_PEEKED)[:_PEEKED]
    if head.startswith(b"\x1f\x8b"):
        plain = name.removesuffix(".gz")
        stream = io.BufferedReader(gzip.GzipFile(fileobj=stream))
        head, name = stream.peek(_PEEKED)[:_PEEKED], plain
    if head.startswith(b"PAR1"):
        return parquet_rows(stream, name)
    for start, what in _NO_SET.items():
        if head.startswith(start):
            raise InputError(f"cannot read {name}: {what}")
    if b"\x00" in head:
        raise InputError(f"cannot read {name}: it holds no text")
    if head.startswith(codecs.BOM_UTF8):
        stream.read(len(codecs.BOM_UTF8))
    return _text_rows(stream, head.removeprefix(codecs.BOM_UTF8), name)


def _text_rows(stream: io.BufferedReader, head: bytes, name: str) -> Rows:
    first, ending = head.lstrip()[:1], Path(name).suffix.lower()
    if ending == ".xml" or first == b"<":
        return xml_rows(stream, name)
    if ending in (".csv", ".tsv") or (ending not in (".json", ".jsonl") and looks_like_csv(head)):
        return csv_rows(stream, name, tabs=ending == ".tsv")
    return _json_rows(stream, name, is_list=first == b"[")


def _json_rows(stream: IO[bytes], name: str, *, is_list: bool) -> Rows:
    """JSON lines, or one list of objects, or one object over several lines."""
    if is_list:
        yield from _list_rows(_whole(stream, name))
        return
    lines = _lines(stream)
    first = next(lines, None)
    if first is None:
        return
    if isinstance(first, bytes) and isinstance(decode_row(first), Damaged) and first.lstrip().startswith(b"{"):
        rest = first + _whole(stream, name)
        fields = decode_row(rest)
        if not isinstance(fields, Damaged):
            yield from rows_of(fields)
            return
        lines = _lines(io.BytesIO(rest))
        first = next(lines, b"")
    for line in itertools.chain((first,), lines):
        yield from _line_rows(line)


def _line_rows(line: bytes | Damaged) -> Rows:
    fields = line if isinstance(line, Damaged) else decode_row(line)
    if isinstance(fields, Damaged):
        yield fields
    else:
        yield from rows_of(fields)


def _list_rows(data: bytes) -> Rows:
    try:
        entries = msgspec.json.decode(data, type=list[msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        for line in _lines(io.BytesIO(data)):  # a first line that is no object, and then others
            yield from _line_rows(line)
        return
    for entry in entries:
        yield from _line_rows(bytes(entry))


def _lines(stream: IO[bytes]) -> Iterator[bytes | Damaged]:
    """Give the lines that are not blank; of one that is far too long nothing is kept."""
    while line := stream.readline(MAX_LINE + 1):
        if len(line) > MAX_LINE:
            while line and not line.endswith(b"\n"):
                line = stream.readline(MAX_LINE + 1)
            yield Damaged("line-too-long", f"the line has over {MAX_LINE} bytes")
        elif line.strip():
            yield line


def _whole(stream: IO[bytes], name: str) -> bytes:
    data = stream.read(MAX_WHOLE + 1)
    if len(data) > MAX_WHOLE:
        raise InputError(f"cannot read {name}: over {MAX_WHOLE} bytes that are no JSON lines")
    return data
