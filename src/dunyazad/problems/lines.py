"""Lines of a JSONL file, each with where it stands, so that every error can say so."""

from __future__ import annotations

import codecs
import contextlib
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, TypeVar

import msgspec

from dunyazad._exceptions import InputError, RecordError
from dunyazad._records import decode
from dunyazad.problems.record import Problem

__all__ = ["Line", "read_lines", "unique"]

T = TypeVar("T")

_NO_TEXT = {
    b"\x1f\x8b": "this is compressed by gzip",
    b"PK\x03\x04": "this is a zip archive",
    codecs.BOM_UTF16_LE: "this is UTF-16",
    codecs.BOM_UTF16_BE: "this is UTF-16",
}


class Line(msgspec.Struct, frozen=True):
    """A line that is not blank: the file's name, its number from 1, its bytes."""

    path: str
    number: int
    data: bytes

    def decode(self, kind: type[T]) -> T:
        """Read the line as a record.

        Raises:
            RecordError: It is no such record.
        """
        try:
            return decode(self.data, kind)
        except (msgspec.DecodeError, ValueError) as error:
            raise self.error(str(error)) from None
        except RecursionError:
            raise self.error("nested too deeply") from None

    def error(self, problem: str) -> RecordError:
        """Give the error that this line is wrong."""
        shown = self.data.strip()[:80].decode("utf-8", "replace")
        return RecordError(self.path, self.number, f"{problem} (line begins {shown!r})")


def read_lines(path: Path | str) -> Iterator[Line]:
    """Yield the lines of a file that are not blank; the last may lack its newline. `-` is standard input.

    Raises:
        InputError: The file cannot be read.
    """
    name = "<stdin>" if str(path) == "-" else str(path)
    try:
        with contextlib.ExitStack() as stack:
            stream: IO[bytes] = sys.stdin.buffer if str(path) == "-" else stack.enter_context(open(path, "rb"))
            for number, raw in enumerate(stream, start=1):
                data = _opened(name, raw) if number == 1 else raw
                if data.strip():
                    yield Line(name, number, data)
    except OSError as error:
        raise InputError(f"cannot read {name}: {error.strerror or error}") from error


def _opened(name: str, data: bytes) -> bytes:
    """Take the mark off the first line that some editors put before UTF-8, and refuse what is no text.

    Raises:
        RecordError: The file is compressed or in another encoding.
    """
    for start, what in _NO_TEXT.items():
        if data.startswith(start):
            raise RecordError(name, 1, f"{what}; problems are read from plain text in UTF-8, a record a line")
    return data.removeprefix(codecs.BOM_UTF8)


def unique(problems: Iterable[tuple[Line, Problem]]) -> Iterator[Problem]:
    """Yield the problems, and refuse the second of an id, and an id that nobody could name.

    Raises:
        RecordError: An id stands twice, is blank or holds signs that cannot be printed.
    """
    first_lines: dict[str, int] = {}
    for line, problem in problems:
        if not problem.id.strip() or not problem.id.isprintable():
            raise line.error(f"the id {problem.id!r} is blank or cannot be printed")
        first = first_lines.setdefault(problem.id, line.number)
        if first != line.number:
            raise line.error(f"duplicate id {problem.id!r}, first on line {first}")
        yield problem
