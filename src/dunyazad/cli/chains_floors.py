"""`dunyazad chains floors`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dunyazad.cli import options
from dunyazad.cli.progress import track

if TYPE_CHECKING:
    from rich.table import Table

    from dunyazad.chaining.floors import FloorCell, FloorReport, Share

__all__ = ["floors"]


@click.command()
@click.argument("file", type=options.in_file)
@options.limit
@options.as_json
def floors(file: Path, limit: int | None, json_: bool) -> None:
    """Say what shortcuts score on the chains of FILE: exact expectations by length and order.

    Always the first branch, always the second, a random one; a guess at the last problem alone; the number that stands
    most often; branches inferred from the kind of gate. A model's score means what it is above these.
    """
    from itertools import islice

    from dunyazad._records import read_records
    from dunyazad.chaining import ChainedProblem, shortcut_floors
    from dunyazad.cli.files import some

    rows = islice(some(read_records(file, ChainedProblem), "chains", file), limit)
    report = shortcut_floors(track(rows, "Floors"))
    if json_:
        options.print_json(report)
    else:
        _print(report)


def _print(report: FloorReport) -> None:
    from rich.console import Console

    console = Console()
    for name, share in (("all links", "all_links"), ("final answer", "final")):
        console.print(_table(report, f"{name}: expected % of chains", share))
        console.print()
    left_out = max(floor.left_out for floor in report.overall.floors)
    if left_out:
        click.echo(f"final answers of {left_out:,} chains are not in the shares: too many different sums", err=True)


def _table(report: FloorReport, title: str, share: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(
        title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=0,
        collapse_padding=True,
    )  # fmt: skip
    table.add_column("order", no_wrap=True)
    table.add_column("L", justify="right", no_wrap=True)
    table.add_column("n", justify="right", no_wrap=True)
    for floor in report.overall.floors:
        table.add_column(floor.policy.replace("-", " "), justify="right")
    previous = ""
    for cell in sorted(report.cells, key=lambda cell: cell.order or ""):
        order = cell.order or ""
        if previous and order != previous:
            table.add_section()
        table.add_row("" if order == previous else order, *_row(cell, share))
        previous = order
    table.add_section()
    table.add_row("all", *_row(report.overall, share))
    return table


def _row(cell: FloorCell, share: str) -> tuple[str, ...]:
    length = "" if cell.length is None else str(cell.length)
    return (length, f"{cell.chains:,}", *(_percent(getattr(floor, share)) for floor in cell.floors))


def _percent(share: Share | None) -> str:
    if share is None:
        return "–"
    percent = 100 * share.value
    return f"{percent:.1f}" if percent >= 0.05 or not share.exact else f"{percent:.0e}"
