"""Reading files so that an empty one is told from one in which all is well, and one chain from none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from dunyazad._exceptions import InputError

__all__ = ["some", "the_one"]

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


def the_one(items: Iterable[T], wanted: str, file: Path | str, name: Callable[[T], str]) -> Iterator[T]:
    """Yield the one item of an id; reads no further.

    Raises:
        InputError: There is none.
    """
    for item in items:
        if name(item) == wanted:
            yield item
            return
    raise InputError(f"{file}: no chain of the id {wanted!r}")
