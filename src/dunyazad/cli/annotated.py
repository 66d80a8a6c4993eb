"""What commands on annotated chains share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from dunyazad.cli.progress import note

if TYPE_CHECKING:
    from dunyazad.perl import Malformed

__all__ = ["in_files", "records_option", "told_apart", "verifier_options"]

F = TypeVar("F", bound=Callable[..., Any])

in_files = click.argument("files", type=click.Path(path_type=Path, allow_dash=True), nargs=-1, required=True)

records_option = click.option(
    "--records",
    type=click.Path(path_type=Path, allow_dash=True),
    help="Score these verifications, as `verify` wrote them for the same chains; nothing is run.",
)

_SHOWN = 5


def verifier_options(command: F) -> F:
    """The options that say how chains are verified."""
    for option in (
        click.option(
            "--gold",
            type=click.Path(path_type=Path, allow_dash=True),
            help="Gold solutions for `reference` where chains bring none: JSON lines with question and answer.",
        ),
        click.option("--premises", default="provenance", show_default=True, help="How to find what a step rests on."),
        click.option("--errors", default="arithmetic", show_default=True, help="How to judge: arithmetic, reference."),
    ):
        command = option(command)
    return command


def told_apart(malformed: Sequence[Malformed]) -> None:
    """Name the items that could not be read; the first few of them."""
    for item in malformed[:_SHOWN]:
        note(f"left out: {item.path}, item {item.place}: {item.problem}")
    if len(malformed) > _SHOWN:
        note(f"left out: {len(malformed) - _SHOWN} more items that could not be read")
