"""Progress on standard error: a bar on a terminal, nothing in a pipe or a log."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import click

__all__ = ["counter", "note", "track"]

T = TypeVar("T")


def track(items: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
    """Yield the items, with a progress bar where standard error is a terminal."""
    if not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        yield from progress.track(items, total=total, description=what)


@contextlib.contextmanager
def counter(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Give what is to be called with each number of further items; a bar where standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda further: progress.advance(task, further)


def note(message: str) -> None:
    """Say something to the person, apart from the data."""
    click.echo(message, err=True)
