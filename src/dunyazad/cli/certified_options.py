"""Options of the commands that make certified chains."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from dunyazad.cli import options
from dunyazad.cli.progress import track

if TYPE_CHECKING:
    from dunyazad.perl import AnnotatedChain

__all__ = ["certified_options", "write_chains"]

F = TypeVar("F", bound=Callable[..., Any])
_KINDS = ("slip", "operation", "given", "operand", "omitted")


def certified_options(command: F) -> F:
    """Which kinds, how many sound, in which format."""
    for option in (
        click.option(
            "--to",
            type=click.Choice(["jsonl", "perl", "parquet", "processbench", "chains"]),
            default="jsonl",
            show_default=True,
            help="The format, as for `perl convert`.",
        ),
        click.option(
            "--sound-every",
            type=click.IntRange(min=0),
            default=4,
            show_default=True,
            help="One chain of so many is left sound; 0 for none, 1 for all.",
        ),
        click.option(
            "--kind",
            "kinds",
            type=click.Choice(_KINDS),
            multiple=True,
            help="How a step may be made wrong: miscalculated, another operation, a number of the question misread, "
            "another known number taken, an operand left out. Repeatable; all where not given.",
        ),
    ):
        command = option(command)
    return command


def write_chains(out: Path, chains: Iterable[AnnotatedChain], to: str, total: int | None, *, json_: bool) -> None:
    """Write certified chains, and say how many of each kind."""
    from collections import Counter

    from dunyazad.perl import write_annotated

    options.refuse_both(out, json_)
    kinds: Counter[str] = Counter()

    def counted(chain: AnnotatedChain) -> AnnotatedChain:
        kinds[chain.source.removeprefix("certified-")] += 1
        return chain

    written = write_annotated(out, map(counted, track(chains, "Making", total)), to)
    told = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    options.summarise(out, f"{written} chains ({told}): {out}", {"chains": written, "kinds": kinds} if json_ else None)
