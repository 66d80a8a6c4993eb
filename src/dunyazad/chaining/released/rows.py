"""The published rows of chained problems with a model's answers: the format, line by line.

A row holds the ids of its problems, the text, their answers, what the model answered to each question, and whether all
of that was right. Nothing more is promised: a text may be a placeholder, an answer may be missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import msgspec

from dunyazad._exceptions import RecordError
from dunyazad._records import Line, exact, read_lines

__all__ = ["NumberedRow", "ReleasedRow", "is_released", "number_of", "numbered", "read_released"]

_Value = int | float | str | None
_MOST_PROBLEMS = 1000


class ReleasedRow(msgspec.Struct, frozen=True):
    """One line of the format, as published. Fields that it may have besides are not read.

    Attributes:
        id_chain: The problems' ids.
        problem: The text.
        solutions: The problems' answers, in no settled order.
        output: What the model answered, by question; empty where it answered nothing.
        is_correct: Were all of its answers right?
        model_string: The model's name.
    """

    id_chain: tuple[int | str, ...]
    problem: str
    solutions: tuple[int | float | str, ...]
    output: dict[str, _Value]
    is_correct: bool
    model_string: str = ""

    @property
    def length(self) -> int:
        """How many problems are joined."""
        return len(self.id_chain)

    @property
    def answered(self) -> bool:
        """Did the model answer any question?"""
        return any(number_of(value) is not None for value in self.output.values())


class NumberedRow(msgspec.Struct, frozen=True):
    """A row and where it stands; or why the line is none.

    Attributes:
        number: The line's number, from 1.
        row: The row; None where the line is none.
        problem: What is wrong with the line; empty where it is a row.
    """

    number: int
    row: ReleasedRow | None
    problem: str = ""


class _Sniff(msgspec.Struct, frozen=True):
    schema: str | None = None
    id_chain: list[int | str] | None = None


def is_released(line: Line) -> bool:
    """Does a file's first line look like this format?"""
    try:
        sniff = line.decode(_Sniff)
    except RecordError:
        return False
    return sniff.schema is None and sniff.id_chain is not None


def number_of(value: _Value) -> Fraction | None:
    """A number as the rows give it; None where it is none ("<UNKNOWN>").

    Example:
        >>> number_of(2.5), number_of("<UNKNOWN>")
        (Fraction(5, 2), None)
    """
    if value is None:
        return None
    try:
        # By its digits, so that 0.1 is a tenth.
        return exact(value.strip().replace(",", "") if isinstance(value, str) else repr(value))
    except ValueError:
        return None


def read_released(path: Path | str) -> Iterator[NumberedRow]:
    """Yield every line that is not blank, malformed ones too. `-` is standard input.

    Raises:
        InputError: The file cannot be read.
    """
    return map(numbered, read_lines(path))


def numbered(line: Line) -> NumberedRow:
    """Read one line; one that is no row is told, not raised."""
    try:
        row = line.decode(ReleasedRow)
    except RecordError as error:
        return NumberedRow(line.number, None, error.problem)
    if not 1 <= row.length <= _MOST_PROBLEMS:
        return NumberedRow(line.number, None, f"id_chain holds {row.length} problems")
    return NumberedRow(line.number, row)
