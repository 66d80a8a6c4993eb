"""`dunyazad report`."""

from __future__ import annotations

from pathlib import Path

import click

from dunyazad.cli import options
from dunyazad.cli.progress import note

__all__ = ["report"]


@click.command()
@click.argument("files", type=options.in_file, nargs=-1, required=True)
@click.option("--verifications", type=options.in_file, multiple=True, help="What `verify` wrote; repeatable.")
@click.option("--title", default="Chained problems", show_default=True, help="The report's title.")
@click.option("--max-chains", type=click.IntRange(min=0), default=60, show_default=True, help="Chains shown whole.")
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path, allow_dash=True, dir_okay=False),
    help="The page; none where not given. - is standard output. Appears whole or not at all.",
)
@options.as_json
def report(
    files: tuple[Path, ...], verifications: tuple[Path, ...], title: str, max_chains: int, out: Path | None, json_: bool
) -> None:
    """Summarise the solutions of FILES in the terminal, and write one self-contained page with -o."""
    page_on_stdout = str(out) == "-"
    if json_ and page_on_stdout:
        raise click.UsageError("--json and '-o -' both write to standard output; give the page a file")
    from itertools import chain

    from rich.console import Console

    from dunyazad._records import AtomicFile, read_records
    from dunyazad.errors import Verification
    from dunyazad.report import build_report, render_html, render_terminal, report_json
    from dunyazad.solving import Solution

    data = build_report(
        chain.from_iterable(read_records(file, Solution) for file in files),
        chain.from_iterable(read_records(file, Verification) for file in verifications),
        title=title,
        max_chains=max_chains,
    )
    if out is not None:
        page = render_html(data)
        with AtomicFile(out) as file:
            file.write(page.encode("utf-8"))
        if not page_on_stdout:
            note(f"page: {out}")
    if json_:
        click.echo(report_json(data))
    else:
        # Data on standard output: where the page is, the summary is a message.
        render_terminal(data, Console(stderr=page_on_stdout))
