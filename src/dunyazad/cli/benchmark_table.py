"""`dunyazad benchmark table`."""

from __future__ import annotations

from pathlib import Path

import click

from dunyazad.cli import options
from dunyazad.cli.annotated import in_files, told_apart

__all__ = ["table"]


@click.command()
@in_files
@click.option(
    "--gold",
    type=click.Path(path_type=Path),
    help="Gold solutions for `reference` where chains bring none: JSON lines with question and answer.",
)
@click.option(
    "--certified",
    type=click.IntRange(min=0),
    default=2000,
    show_default=True,
    help="How many certified chains; 0 for none.",
)
@options.seed
@options.out_file("The tables, as markdown", default="-")
def table(files: tuple[Path, ...], gold: Path | None, certified: int, seed: int, out: Path) -> None:
    """Score every method without a model on FILES and on certified chains; write markdown tables with intervals.

    FILES hold annotated chains (PERL's), or solutions with their first wrong step (ProcessBench's).
    """
    from dunyazad._records import AtomicFile
    from dunyazad.benchmarks import read_gold, table_lines
    from dunyazad.perl import AnnotatedChain, ProcessChain, certified_chains, read_file

    read = [read_file(file) for file in files]
    told_apart([item for part in read for item in part.malformed])
    items = [item for part in read for item in part.items]
    lines = table_lines(
        [item for item in items if isinstance(item, AnnotatedChain)],
        [item for item in items if isinstance(item, ProcessChain)],
        list(certified_chains(certified, seed=seed)) if certified else [],
        None if gold is None else read_gold(gold),
    )
    text = "\n".join(lines) + "\n"
    with AtomicFile(out) as file:
        file.write(text.encode())
