"""`dunyazad problems make`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dunyazad._exceptions import InputError
from dunyazad.cli import denying, options
from dunyazad.cli.progress import track

if TYPE_CHECKING:
    from dunyazad.problems import Template
    from dunyazad.problems.deny import DenyList

__all__ = ["make"]


@click.command()
@click.option("-n", "--count", type=click.IntRange(min=1), default=200, show_default=True, help="How many.")
@click.option("--templates", type=click.Path(path_type=Path), help="A TOML file or a folder of them, not our own.")
@click.option("--template", "only", multiple=True, metavar="ID", help="Draw from this template only; repeatable.")
@denying.deny
@options.seed
@options.out_file("The problems, as JSON lines")
@options.as_json
def make(
    count: int,
    templates: Path | None,
    only: tuple[str, ...],
    deny_files: tuple[Path, ...],
    seed: int,
    out: Path,
    json_: bool,
) -> None:
    """Make certified problems from our templates, or from your own.

    A deny-list may name single problems, or all of a template as template:NAME. Others take their place, so that there
    are as many as asked for.
    """
    from dunyazad._records import write_records
    from dunyazad.problems import load_templates, make_problems, select_templates
    from dunyazad.problems.deny import read_deny

    options.refuse_both(out, json_)
    options.refuse_overwriting((out,), (templates, *deny_files))
    deny = read_deny(deny_files)
    chosen = load_templates(templates)
    if only:
        chosen = select_templates(only, chosen)
    denied = _denied(chosen, deny)
    # A longer draw begins with the shorter one: whoever is left out has others behind him.
    made = deny.keep(make_problems(count + len(deny), seed=seed, templates=chosen, without=denied))
    written = write_records(out, track(islice(made, count), "Making problems", count))
    told = denying.tell(deny)
    summary = {"problems": written, "templates": len(chosen) - len(denied), "seed": seed, **told} if json_ else None
    options.summarise(out, f"{written} problems, each certified: {out}", summary)


def _denied(templates: Sequence[Template], deny: DenyList) -> tuple[str, ...]:
    """Give the templates that are denied whole, and have the list know that they exist."""
    names = set(deny.templates())
    denied = tuple(template.id for template in templates if template.id in names)
    for name in denied:
        deny.meet(f"template:{name}")
    if templates and len(denied) == len(templates):
        raise InputError(f"the deny-list names every template, {denied[0]} first")
    return denied
