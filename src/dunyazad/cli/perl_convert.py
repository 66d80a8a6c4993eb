"""`dunyazad perl convert`."""

from __future__ import annotations

from pathlib import Path

import click

from dunyazad.cli import options
from dunyazad.cli.annotated import in_files, told_apart

__all__ = ["convert"]

_FORMATS = ("jsonl", "perl", "parquet", "processbench", "chains")


@click.command()
@in_files
@click.option("--to", type=click.Choice(_FORMATS), default="jsonl", show_default=True, help="What to write.")
@options.out_file("The chains")
@options.as_json
def convert(files: tuple[Path, ...], to: str, out: Path, json_: bool) -> None:
    """Read the annotated chains of FILES, and write them in another format.

    `jsonl` is our own records; `perl` and `processbench` are the published formats; `chains` is what `verify` reads,
    with the annotators' premises for `--premises oracle`; `parquet` is a table. All but `chains` can be read again.
    """
    from dunyazad._exceptions import InputError
    from dunyazad.perl import read_file, write_annotated

    options.refuse_both(out, json_)
    read = [read_file(file) for file in files]
    malformed = [item for part in read for item in part.malformed]
    told_apart(malformed)
    items = [item for part in read for item in part.items]
    if not items:
        raise InputError("there is no annotated chain to write")
    written = write_annotated(out, items, to)
    summary = {"chains": written, "malformed": malformed} if json_ else None
    options.summarise(out, f"{written} chains: {out}", summary)
