"""Marks that pages saved, read from several files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from dunyazad._exceptions import InputError

__all__ = ["readers_of"]

M = TypeVar("M")


def readers_of(paths: tuple[Path, ...], read: Callable[[Path], dict[str, list[M]]]) -> dict[str, list[M]]:
    """Read the marks of all files; a name that two files have is told apart by the file.

    Raises:
        InputError: A file is given twice, or there are no marks in any.
    """
    found: dict[str, list[M]] = {}
    for path in paths:
        for reader, marks in read(path).items():
            name = f"{reader} ({path})" if reader in found else reader
            if name in found:
                raise InputError(f"--marks {path} is given twice")
            found[name] = marks
    if paths and not found:
        raise InputError(f"no marks in {', '.join(map(str, paths))}: the file is empty")
    return found
