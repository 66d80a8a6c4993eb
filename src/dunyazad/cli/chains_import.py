"""`dunyazad chains import`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dunyazad.cli import options
from dunyazad.cli.progress import note

if TYPE_CHECKING:
    from dunyazad.engines.released import ReleasedReport

__all__ = ["import_"]


@click.command(name="import")
@click.argument("file", type=options.in_file)
@click.option("--problems", type=options.in_file, help="The hand-made problems that the rows' ids name.")
@click.option(
    "-o", "--out", type=click.Path(path_type=Path, allow_dash=True),
    help="The solutions, as JSON lines, for `report`; needs --problems. - is standard output. "
    "Appears whole or not at all.",
)  # fmt: skip
@options.limit
@options.as_json
def import_(file: Path, problems: Path | None, out: Path | None, limit: int | None, json_: bool) -> None:
    """Read FILE in the published format: say how the model did by length, and write solutions with -o.

    The format is one JSON object a line with id_chain, problem, solutions, output, is_correct and model_string. The
    accuracies are as published: by the rows' own is_correct, rows without any answer counting as wrong. Their
    intervals are Wilson's, which take rows as independent. A row becomes a solution where its text is, piece by piece,
    that of its problems. A malformed line is counted.
    """
    from itertools import islice

    from dunyazad._exceptions import InputError
    from dunyazad._records import write_records
    from dunyazad.chaining.released import read_released
    from dunyazad.cli.files import some
    from dunyazad.engines.released import ReleasedSolutions
    from dunyazad.problems import read_problems

    if out is not None:
        options.refuse_both(out, json_)
        if problems is None:
            raise InputError("-o needs --problems: without them no row's text can be taken apart")
    known = None if problems is None else {one.id: one for one in some(read_problems(problems), "problems", problems)}
    rows = islice(some(read_released(file), "rows", file), limit)
    solutions = ReleasedSolutions(rows, known, file="standard input" if str(file) == "-" else file.name)
    if out is None:
        for _ in solutions:
            pass
    else:
        write_records(out, solutions)
    report = solutions.report
    if json_:
        options.print_json(_plain(report, out))
    else:
        _print(report, out, known is not None)


def _plain(report: ReleasedReport, out: Path | None) -> dict[str, object]:
    import msgspec

    lengths = [{**msgspec.structs.asdict(one), "accuracy": float(one.accuracy)} for one in report.lengths]
    return {"out": None if out is None else str(out), **msgspec.structs.asdict(report), "lengths": lengths}


def _print(report: ReleasedReport, out: Path | None, known: bool) -> None:
    from dunyazad.report.statistics import wilson

    # The table is data; where solutions go to standard output, it is a message.
    err = str(out) == "-"
    click.echo("length  accuracy  rows  right  95% (Wilson)   unanswered", err=err)
    for one in report.lengths:
        low, high = wilson(one.correct, one.rows)
        click.echo(
            f"{one.length:6d}  {float(one.accuracy):8.3f}  {one.rows:4d}  {one.correct:5d}  "
            f"{low:.3f} to {high:.3f}  {one.unanswered:10d}",
            err=err,
        )
    note("the intervals are Wilson's, rows as independent")
    if report.malformed:
        note(f"malformed lines: {report.malformed}")
    if not known:
        return
    note(f"{report.solutions} of {report.rows} rows can be made out{'' if out is None else f': {out}'}")
    for entry in report.left:
        example = f", such as {entry.examples[0]}" if entry.examples else ""
        note(f"left out {entry.count}: {entry.reason}{example}")
