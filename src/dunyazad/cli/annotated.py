"""What commands on annotated chains share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from dunyazad.cli.progress import note

if TYPE_CHECKING:
    from dunyazad.benchmarks import Saved
    from dunyazad.perl import AnnotatedChain, Malformed, ProcessChain

__all__ = ["in_files", "records_option", "told_apart", "verified_by", "verifier_options"]

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


def verified_by(
    chains: Sequence[AnnotatedChain | ProcessChain],
    records: Path | None,
    gold: Path | None,
    *,
    premises: str,
    errors: str,
) -> Saved:
    """The verifications of chains: those of a saved file, or those that methods without a model give now.

    Raises:
        InputError: There is no such method, or a file cannot be used.
    """
    from dunyazad.benchmarks import Saved, read_gold, reference_of, saved, verifier

    if records is not None:
        return saved(records, chains)
    solutions = {} if gold is None else read_gold(gold)
    if errors == "reference":
        unknown = sum(reference_of(chain, solutions) is None for chain in chains)
        if unknown:
            note(f"no gold solution or answer for {unknown} of {len(chains)} chains: reference claims nothing of them")
    return Saved(verifier(premises, errors, solutions), premises, errors)
