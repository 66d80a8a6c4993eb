"""`dunyazad problems make`."""

from __future__ import annotations

from pathlib import Path

import click

from dunyazad.cli import options
from dunyazad.cli.progress import note, track

__all__ = ["make"]


@click.command()
@click.option("-n", "--count", type=click.IntRange(min=1), default=200, show_default=True, help="How many.")
@click.option("--template", "only", multiple=True, metavar="ID", help="Draw from this template only; repeatable.")
@options.seed
@options.out_file("The problems, as JSON lines")
def make(count: int, only: tuple[str, ...], seed: int, out: Path) -> None:
    """Make certified problems from the templates."""
    from dunyazad._records import write_records
    from dunyazad.problems import make_problems, select_templates

    templates = select_templates(only) if only else None
    made = make_problems(count, seed=seed, templates=templates)
    written = write_records(out, track(made, "Making problems", count))
    note(f"{written} problems, each certified: {out}")
