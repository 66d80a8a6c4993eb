"""Reading files so that an empty one is told from one in which all is well."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from dunyazad._exceptions import InputError

__all__ = ["some"]

T = TypeVar("T")


def some(records: Iterable[T], what: str, file: Path | str) -> Iterator[T]:
    """Yield the records of a file.

    Raises:
        InputError: There is none; `what` says of what. "0 of 0 are sound" would read as success.
    """
    empty = True
    for record in records:
        empty = False
        yield record
    if empty:
        raise InputError(f"no {what} in {'<stdin>' if str(file) == '-' else file}: the file is empty")
