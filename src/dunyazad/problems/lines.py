"""Problems as they are read: each with the line where it stands, and no two with one id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dunyazad._records import Line
from dunyazad.problems.record import Problem

__all__ = ["unique"]


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
