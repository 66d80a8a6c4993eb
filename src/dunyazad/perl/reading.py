"""Reading annotated chains: PERL's files, ProcessBench's, JSON lines of either or of our own records, and tables.

A file is read whole, for published files are one JSON list. What is wrong with one item spoils that item alone: it is
told apart with its place, and the rest is read.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

import msgspec

from dunyazad._exceptions import InputError, RecordError
from dunyazad._records import read_lines
from dunyazad.perl.items import Item, ItemError, read_item
from dunyazad.perl.record import AnnotatedChain, ProcessChain
from dunyazad.perl.tables import read_table

__all__ = ["Malformed", "Read", "read_annotated", "read_file", "read_process"]

T = TypeVar("T")


class Malformed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An item of a file that is no annotated chain.

    Attributes:
        path: The file.
        place: Which item, from 0 in a list; which line, from 1, in a file of lines.
        problem: What is wrong with it.
    """

    path: str
    place: int
    problem: str


class Read(NamedTuple):
    """What a file holds.

    Attributes:
        items: In the order of the file.
        malformed: What could not be read.
    """

    items: tuple[Item, ...]
    malformed: tuple[Malformed, ...]


def read_annotated(paths: Iterable[Path | str]) -> tuple[tuple[AnnotatedChain, ...], tuple[Malformed, ...]]:
    """Read the annotated chains of files; see `read_file`.

    Raises:
        InputError: A file cannot be read, or holds solutions without step annotations, or nothing at all.
    """
    return _read_kind(paths, AnnotatedChain, "annotated chains")


def read_process(paths: Iterable[Path | str]) -> tuple[tuple[ProcessChain, ...], tuple[Malformed, ...]]:
    """Read the solutions of files of which the first wrong step is known; see `read_file`.

    Raises:
        InputError: A file cannot be read, or holds chains of another kind, or nothing at all.
    """
    return _read_kind(paths, ProcessChain, "solutions with a first wrong step")


def _read_kind(paths: Iterable[Path | str], kind: type[T], what: str) -> tuple[tuple[T, ...], tuple[Malformed, ...]]:
    items: list[T] = []
    malformed: list[Malformed] = []
    files = [Path(path) for path in paths]
    for place, path in enumerate(files):
        if path in files[:place]:
            raise InputError(f"{path} is named twice: its chains would count twice")
        found = read_file(path)
        if not found.items:
            why = found.malformed[0].problem if found.malformed else "the file is empty"
            raise InputError(f"no {what} in {path}: {why}")
        alike = sum(other.stem == path.stem for other in files) > 1
        for item in found.items:
            if not isinstance(item, kind):
                raise InputError(f"{path}: {item.id!r} is of another kind; wanted are {what}")
            items.append(_told_apart(item, path.parent.name) if alike else item)
        malformed += found.malformed
    return tuple(items), tuple(malformed)


def _told_apart(item: T, folder: str) -> T:
    """A chain of one of several files of one name: the folder's name goes before the file's."""
    assert isinstance(item, AnnotatedChain | ProcessChain)
    changed = msgspec.structs.replace(item, id=f"{folder}/{item.id}", source=f"{folder}/{item.source}")
    return cast("T", changed)


def read_file(path: Path | str) -> Read:
    """Read a file of annotated chains, whichever format it is in; `-` is standard input.

    A JSON list holds PERL's items or ProcessBench's; a file of lines or a Parquet table these or our own records.

    Raises:
        InputError: The file cannot be read.
        RecordError: It is no JSON.
        MissingExtraError: It is a Parquet table, and the extra `data` is not installed.

    Example:
        >>> import pathlib, tempfile
        >>> place = pathlib.Path(tempfile.mkdtemp()) / "mine.json"
        >>> _ = place.write_text('[{"id": "a", "problem": "2 + 2?", "steps": ["2 + 2 = 5"], "label": 0}, 7]')
        >>> read = read_file(place)
        >>> read.items[0].first_error, read.malformed[0].place
        (1, 1)
    """
    table = _table(path)
    if table is not None:
        return _sorted_out("<stdin>" if str(path) == "-" else str(path), enumerate(table))
    lines = list(read_lines(path))
    if not lines:
        return Read((), ())
    name = lines[0].path
    if not lines[0].data.lstrip().startswith(b"["):
        entries: Iterator[tuple[int, Any]] = ((line.number, line.data) for line in lines)
        return _sorted_out(name, entries)
    try:
        listed = msgspec.json.decode(b"".join(line.data for line in lines), type=list[msgspec.Raw])
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        raise RecordError(name, 0, f"no JSON list: {error}") from None
    return _sorted_out(name, enumerate(listed))


def _table(path: Path | str) -> list[bytes] | None:
    """The rows of a Parquet table; None if it is none. What is no regular file (a pipe) can be opened only once."""
    if str(path) == "-":
        peek = getattr(sys.stdin.buffer, "peek", None)
        is_table = peek is not None and peek(len(_TABLE)).startswith(_TABLE)
        return list(read_table(sys.stdin.buffer, "<stdin>")) if is_table else None
    if not Path(path).is_file():
        return None
    try:
        with open(path, "rb") as stream:
            return list(read_table(stream, str(path))) if stream.peek(len(_TABLE)).startswith(_TABLE) else None
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from error


# How a Parquet table begins.
_TABLE = b"PAR1"


def _sorted_out(name: str, entries: Iterable[tuple[int, Any]]) -> Read:
    items: list[Item] = []
    malformed = []
    places: dict[str, int] = {}
    for place, raw in entries:
        try:
            item = read_item(raw, Path(name), place)
            if item.id in places:
                raise ItemError(f"the id {item.id!r} stands twice, first at {places[item.id]}")
            places[item.id] = place
            items.append(item)
        except ItemError as error:
            malformed.append(Malformed(name, place, str(error)))
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            malformed.append(Malformed(name, place, " ".join(str(error).split())[:300]))
    return Read(tuple(items), tuple(malformed))
