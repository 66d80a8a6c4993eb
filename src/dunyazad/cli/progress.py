"""Progress on standard error: a bar on a terminal, nothing in a pipe or a log."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import TypeVar

import click

__all__ = ["counter", "note", "track"]

T = TypeVar("T")
_REDRAW = 0.1  # seconds


def track(items: Iterable[T], what: str, total: int | None = None, *, steady: bool = False) -> Iterator[T]:
    """Yield the items, with a progress bar where standard error is a terminal.

    Args:
        items: The items.
        what: What is done with them.
        total: How many there are, where that is known.
        steady: Do they come so fast that nobody misses a bar that moves between them? Then there is no thread for it,
            and processes that make the items start at once.
    """
    if steady:
        with counter(what, total) as advance:
            for item in items:
                yield item
                advance(1)
        return
    if not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        yield from progress.track(items, total=total, description=what)


@contextlib.contextmanager
def counter(what: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """Give what is to be called with each number of further items; a bar where standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress

    # Drawn when something is told and not by a thread: processes are started faster where there is no other thread.
    with Progress(console=Console(stderr=True), transient=True, auto_refresh=False) as progress:
        task = progress.add_task(what, total=total)
        drawn = 0.0

        def advance(further: int) -> None:
            nonlocal drawn
            progress.advance(task, further)
            if (now := monotonic()) - drawn > _REDRAW:
                progress.refresh()
                drawn = now

        yield advance


def note(message: str) -> None:
    """Say something to the person, apart from the data."""
    click.echo(message, err=True)
