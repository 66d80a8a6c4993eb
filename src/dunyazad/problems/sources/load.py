"""Read any set: a file, one of the Hugging Face Hub, a generator; in any format that is known.

A loader gives rows and a name. The format is told by the first rows that can be read, once for a whole set, so that
one odd row becomes a rejection and not a problem of another format. Each problem has an id of its own: the set's name
and the set's own id for it, or its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

import msgspec

from dunyazad._exceptions import InputError
from dunyazad.problems.decomposition.record import Rejected, SourceProblem
from dunyazad.problems.sources.files import read_rows
from dunyazad.problems.sources.formats import FORMATS, Format, recognise
from dunyazad.problems.sources.gym import GYM, gym_rows
from dunyazad.problems.sources.hub import HUB, hub_set
from dunyazad.problems.sources.options import SourceOptions
from dunyazad.problems.sources.rows import Damaged, Row, Rows

__all__ = ["Entry", "read_entries", "read_sources"]

_SAMPLE = 50
_LONGEST_ID = 120
_ON_HUB = re.compile(r"[\w-][\w.-]*/[\w-][\w.-]*")
_FILE_ENDINGS = (".jsonl", ".json", ".csv", ".tsv", ".xml", ".parquet", ".gz", ".txt")
_OWN_IDS = ("id", "iindex", "qid", "question_id", "problem_id", "uid", "idx", "index")


class _Set(NamedTuple):
    """Rows with what their ids begin with.

    Attributes:
        rows: The rows.
        source: The set's name; "" where its format gives it.
        part: What stands between the name and a problem's own id ("main/test").
        fallback: The name where neither the set nor its format has one.
    """

    rows: Rows
    source: str
    part: str = ""
    fallback: str = ""


class Entry(NamedTuple):
    """One entry of a set, before its format has read it.

    Attributes:
        id: The problem's id.
        source: The set's name.
        row: What the file holds; None for a problem whose id stood before.
        format: The set's format; None where no row of its beginning could be read.
        first: For an id that stood before: at which place.
    """

    id: str
    source: str
    row: Row | Damaged | None
    format: Format | None
    first: int = 0

    def read(self) -> SourceProblem | Rejected:
        """The problem, or why it is none."""
        if self.row is None:
            return Rejected("duplicate-id", f"the problem at place {self.first} has the id {self.id!r} too", self.id)
        return _read(self.row, self.id, self.source, self.format)


def read_sources(place: str, options: SourceOptions | None = None) -> Iterator[SourceProblem | Rejected]:
    """Yield the problems of a set in order; what cannot be read is a rejection in its place.

    Args:
        place: A file, `-`, `hf:owner/name`, `owner/name` where no such file is, `hf:FOLDER`, or
            `reasoning-gym:gsm_symbolic`.
        options: What the set does not tell by itself.

    Raises:
        InputError: There is no such set, or it holds nothing that is known here.
        MissingExtraError: The extra that this needs is not installed.

    Example:
        >>> import pathlib, tempfile
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "own.jsonl"
        >>> _ = file.write_text('{"question": "Bo has 3 hens and buys 4. How many has Bo?", "answer": "3+4=7"}')
        >>> [(source.id, source.equations) for source in read_sources(str(file))]
        [('own/0', ('3 + 4 = 7',))]
    """
    return (entry.read() for entry in read_entries(place, options))


def read_entries(place: str, options: SourceOptions | None = None) -> Iterator[Entry]:
    """Yield the entries of a set in order, each with its id; see `read_sources`.

    Raises:
        InputError: There is no such set, or it holds nothing that is known here.
        MissingExtraError: The extra that this needs is not installed.
    """
    options = options or SourceOptions()
    found = _find(place, options)
    rows = _renamed(found.rows, options)
    sample = list(islice(rows, _SAMPLE))
    format = _format(sample, options, place)
    source = options.name or found.source or _name_of(format, found)
    prefix = f"{source}/{found.part}/" if found.part else f"{source}/"
    # A place must not pass for an id of the set's own, where only some of its problems have one.
    unnamed = "at-" if any(_own_id(row) for row in sample) else ""
    seen: dict[str, int] = {}
    for place_in_set, row in enumerate(chain(sample, rows)):
        id = prefix + (_own_id(row) or f"{unnamed}{place_in_set}")
        first = seen.setdefault(id, place_in_set)
        yield Entry(id, source, row if first == place_in_set else None, format, first)


def _find(place: str, options: SourceOptions) -> _Set:
    if place.startswith(GYM):
        return _Set(gym_rows(place, size=options.size, seed=options.seed), place, str(options.seed))
    on_hub = _ON_HUB.fullmatch(place) and not place.endswith(_FILE_ENDINGS) and not Path(place).exists()
    if place.startswith(HUB) or on_hub:
        found = hub_set(place, config=options.config, split=options.split, revision=options.revision)
        return _Set(found.rows, found.name, found.part)
    if place != "-" and Path(place).is_dir():
        raise InputError(f"cannot read {place}: it is a folder; a set in a folder is read as {HUB}{place}")
    return _Set(read_rows(place), "", fallback="stdin" if place == "-" else Path(place).name.split(".")[0])


def _name_of(format: Format | None, found: _Set) -> str:
    """Published formats name their problems; others are named after the file, without signs that no id may hold."""
    if format is not None and format.name != "plain":
        return format.name
    return re.sub(r"[^\w.-]+", "-", found.fallback).strip("-") or "set"


def _renamed(rows: Rows, options: SourceOptions) -> Rows:
    """Give the fields that the user named the names that are known here."""
    names = {"question": options.question_field.lower(), "answer": options.answer_field.lower()}
    named = {ours: theirs for ours, theirs in names.items() if theirs}
    for row in rows:
        if isinstance(row, Damaged) or not named:
            yield row
            continue
        others = {name: value for name, value in row.fields.items() if name not in named}
        yield Row(others | {ours: row.fields[theirs] for ours, theirs in named.items() if theirs in row.fields})


def _format(sample: list[Row | Damaged], options: SourceOptions, place: str) -> Format | None:
    """The format of a set; None where no row of its beginning could be read.

    Raises:
        InputError: The rows can be read, and are of no format.
    """
    rows = [row.fields for row in sample if isinstance(row, Row)]
    if options.format:
        return FORMATS[options.format]
    format = recognise(rows)
    if format is None and rows:
        shown = ", ".join(map(str, list(rows[0])[:12])) or "none"
        raise InputError(f"{place}: no known format has its fields ({shown[:200]}); name those of question and answer")
    return format


def _own_id(row: Row | Damaged) -> str:
    """The set's own id for a problem, or ""."""
    fields = row.fields if isinstance(row, Row) else {}
    found = next((fields[name] for name in _OWN_IDS if fields.get(name) not in (None, "")), None)
    text = str(found).strip() if isinstance(found, str | int) and not isinstance(found, bool) else ""
    return text if text.isprintable() and len(text) <= _LONGEST_ID else ""


def _read(row: Row | Damaged, id: str, source: str, format: Format | None) -> SourceProblem | Rejected:
    if isinstance(row, Damaged):
        return Rejected(row.code, row.sentence, id)
    if format is None:
        return Rejected("line-malformed", "the line is of no known format", id)
    read = format.read(row.fields, id)
    return read if isinstance(read, Rejected) else msgspec.structs.replace(read, source=source)
