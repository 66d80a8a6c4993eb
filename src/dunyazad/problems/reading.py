"""Read problems from a file, whichever of the known formats it is in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from dunyazad._exceptions import RecordError
from dunyazad._records import Line, read_lines
from dunyazad.problems.handmade import handmade_line
from dunyazad.problems.lines import unique
from dunyazad.problems.record import Problem

__all__ = ["read_problems"]


class _Sniff(msgspec.Struct, frozen=True):
    """The fields by which a file's first record tells its format."""

    schema: str | None = None
    benchmark_id: int | str | None = None


def read_problems(path: Path | str) -> Iterator[Problem]:
    """Yield the problems of a JSONL file: our own records, or the published hand-made format.

    The first record decides which; all lines must be of that format. Nothing is certified here: see `certify`.

    Raises:
        InputError: The file cannot be read.
        RecordError: A line is no such record, or an id stands twice; names the file, the line and the value.

    Example:
        >>> import pathlib, tempfile
        >>> from dunyazad._records import write_records
        >>> from dunyazad.problems import make_problems
        >>> place = pathlib.Path(tempfile.mkdtemp()) / "problems.jsonl"
        >>> write_records(place, make_problems(3, seed=1))
        3
        >>> list(read_problems(place)) == list(make_problems(3, seed=1))
        True
    """
    return unique(_read(path))


def _read(path: Path | str) -> Iterator[tuple[Line, Problem]]:
    reader: Callable[[Line], Problem] | None = None
    for line in read_lines(path):
        reader = reader or _reader_for(line)
        yield line, reader(line)


def _reader_for(line: Line) -> Callable[[Line], Problem]:
    try:
        sniff = line.decode(_Sniff)
    except RecordError:
        return _own_line  # which gives the error in the format's words
    return handmade_line if sniff.schema is None and sniff.benchmark_id is not None else _own_line


def _own_line(line: Line) -> Problem:
    return line.decode(Problem)
