"""`dunyazad problems make`."""

from __future__ import annotations

from pathlib import Path

import click

from dunyazad.cli import options
from dunyazad.cli.progress import track

__all__ = ["make"]


@click.command()
@click.option("-n", "--count", type=click.IntRange(min=1), default=200, show_default=True, help="How many.")
@click.option("--templates", type=click.Path(path_type=Path), help="A TOML file or a folder of them, not our own.")
@click.option("--template", "only", multiple=True, metavar="ID", help="Draw from this template only; repeatable.")
@options.seed
@options.out_file("The problems, as JSON lines")
@options.as_json
def make(count: int, templates: Path | None, only: tuple[str, ...], seed: int, out: Path, json_: bool) -> None:
    """Make certified problems from our templates, or from your own."""
    from dunyazad._records import write_records
    from dunyazad.problems import load_templates, make_problems, select_templates

    options.refuse_both(out, json_)
    chosen = load_templates(templates)
    if only:
        chosen = select_templates(only, chosen)
    made = make_problems(count, seed=seed, templates=chosen)
    written = write_records(out, track(made, "Making problems", count))
    summary = {"problems": written, "templates": len(chosen), "seed": seed} if json_ else None
    options.summarise(out, f"{written} problems, each certified: {out}", summary)
