"""`dunyazad perl perturb`."""

from __future__ import annotations

from pathlib import Path

import click

from dunyazad.cli import options
from dunyazad.cli.certified_options import certified_options, write_chains

__all__ = ["perturb"]


@click.command()
@click.argument("file", type=options.in_file)
@click.option("-n", "--count", type=click.IntRange(min=1), help="How many; as many as there are where not given.")
@certified_options
@options.seed
@options.out_file("The chains")
@options.as_json
def perturb(
    file: Path, count: int | None, kinds: tuple[str, ...], sound_every: int, to: str, seed: int, out: Path, json_: bool
) -> None:
    """Make the gold solutions of FILE wrong in one step, with premises and labels that are known exactly.

    FILE holds our problems, or questions and answers as GSM8K's, with calculator annotations. Solutions whose numbers
    may come from two places are passed over.
    """
    from typing import cast

    from dunyazad.perl import KINDS, Kind, certified, read_sketches

    chosen = cast("tuple[Kind, ...]", kinds or tuple(KINDS))
    chains = certified(read_sketches(file), count, seed=seed, kinds=chosen, sound_every=sound_every)
    write_chains(out, chains, to, count, json_=json_)
