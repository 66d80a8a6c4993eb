"""`dunyazad perl make`."""

from __future__ import annotations

from pathlib import Path

import click

from dunyazad.cli import options
from dunyazad.cli.certified_options import certified_options, write_chains

__all__ = ["make"]


@click.command()
@click.option("-n", "--count", type=click.IntRange(min=1), default=200, show_default=True, help="How many.")
@certified_options
@options.seed
@options.out_file("The chains")
@options.as_json
def make(count: int, kinds: tuple[str, ...], sound_every: int, to: str, seed: int, out: Path, json_: bool) -> None:
    """Make solutions of problems from our templates whose premises and labels are known exactly.

    In each, one step is made wrong and all that rests on it computed anew; every so often one is left sound.
    """
    from typing import cast

    from dunyazad.perl import KINDS, Kind, certified_chains

    chosen = cast("tuple[Kind, ...]", kinds or tuple(KINDS))
    chains = certified_chains(count, seed=seed, kinds=chosen, sound_every=sound_every)
    write_chains(out, chains, to, count, json_=json_)
