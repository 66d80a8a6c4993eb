"""What commands on annotated chains share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dunyazad.cli.progress import note

if TYPE_CHECKING:
    from dunyazad.perl import Malformed

__all__ = ["in_files", "told_apart"]

in_files = click.argument("files", type=click.Path(path_type=Path, allow_dash=True), nargs=-1, required=True)

_SHOWN = 5


def told_apart(malformed: Sequence[Malformed]) -> None:
    """Name the items that could not be read; the first few of them."""
    for item in malformed[:_SHOWN]:
        note(f"left out: {item.path}, item {item.place}: {item.problem}")
    if len(malformed) > _SHOWN:
        note(f"left out: {len(malformed) - _SHOWN} more items that could not be read")
