"""`dunyazad chains export`."""

from __future__ import annotations

from pathlib import Path

import click

from dunyazad.cli import options
from dunyazad.cli.progress import track

__all__ = ["export"]


@click.command()
@click.argument("file", type=options.in_file)
@click.option("--to", required=True, metavar="FORMAT", help="jsonl, parquet, hf (a dataset folder) or lm-eval (tasks).")
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path, allow_dash=True),
    required=True,
    help="The file or folder to write; - is standard output. Appears whole or not at all.",
)
@click.option("--force", is_flag=True, help="Replace what an export of before left there.")
@click.option("--name", help="hf: the dataset's name. lm-eval: the main task's.  [default: dunyazad_chains]")
@click.option("--licence", help="hf: the problems' licence; none-stated where their source states none.")
@click.option("--command", default="", help="hf: the command that made the chains, for the card.")
@click.option(
    "--floors", type=click.Path(path_type=Path), help="hf: what `chains floors --json` printed, for the card."
)
@options.as_json
def export(
    file: Path,
    to: str,
    out: Path,
    force: bool,
    name: str | None,
    licence: str | None,
    command: str,
    floors: Path | None,
    json_: bool,
) -> None:
    """Write the chains of FILE in a format that other software loads.

    Inspect needs no export: inspect eval dunyazad/chains -T file=FILE.
    """
    from dunyazad.engines.export import ExportOptions, export_chains

    options.refuse_both(out, json_)
    how = ExportOptions(force=force, name=name, licence=licence, command=command, floors=floors)
    written = export_chains(file, out, to=to, options=how, watch=lambda chains: track(chains, "Exporting"))
    options.summarise(out, f"{written} chains as {to}: {out}", {"chains": written, "to": to} if json_ else None)
