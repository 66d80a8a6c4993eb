"""`dunyazad problems import`."""

from __future__ import annotations

from pathlib import Path

import click

from dunyazad.cli import options
from dunyazad.cli.progress import note

__all__ = ["import_"]


@click.command(name="import")
@click.argument("file", type=options.in_file)
@options.limit
@options.out_file("The problems, as JSON lines")
def import_(file: Path, limit: int | None, out: Path) -> None:
    """Read FILE in the published hand-made format and write it as problems.

    The format is one JSON object a line with benchmark_id, first_premise, alternate_first_premise, nl_premises,
    nl_question, nl_answer, int_answer and wrong_nl_answer. Its wrong conclusions are arbitrary numbers, and it gives
    no counterfactual answers: these stay "not known".
    """
    from itertools import islice

    from dunyazad._records import write_records
    from dunyazad.cli.files import some
    from dunyazad.problems import read_handmade

    written = write_records(out, islice(some(read_handmade(file), "problems", file), limit))
    note(f"{written} problems: {out}")
