"""`dunyazad chains check`."""

from __future__ import annotations

from pathlib import Path

import click

from dunyazad.cli import options
from dunyazad.cli.progress import track

__all__ = ["check"]


@click.command()
@click.argument("file", type=options.in_file)
@click.option("--problems", type=options.in_file, help="Also compare every part with these problems, word by word.")
@options.limit
@options.as_json
@click.pass_context
def check(context: click.Context, file: Path, problems: Path | None, limit: int | None, json_: bool) -> None:
    """Check from the rows alone that every chain of FILE is sound.

    An error means that a chain must not be used; a note says what is not known of it. Exit code 1 if a chain is
    unsound. Published rows (`chains import`) are known by their first line, and checked for what can be seen in them;
    with the hand-made problems, piece by piece.
    """
    from itertools import chain, islice

    from dunyazad._records import read_lines
    from dunyazad.chaining import ChainedProblem, check_chains
    from dunyazad.chaining.released import check_released, is_released, numbered
    from dunyazad.cli.files import some
    from dunyazad.problems import read_problems

    known = (
        None
        if problems is None
        else {problem.id: problem for problem in some(read_problems(problems), "problems", problems)}
    )
    lines = islice(some(read_lines(file), "chains", file), limit)
    first = next(lines)
    rows = track(chain([first], lines), "Checking")
    if is_released(first):
        report = check_released(map(numbered, rows), problems=known)
    else:
        report = check_chains((line.decode(ChainedProblem) for line in rows), problems=known)
    if json_:
        options.print_json(report)
    else:
        for severity, counts in (("error", report.errors), ("note", report.notes)):
            for entry in counts:
                click.echo(f"{severity}: {entry.reason}: {entry.count}")
                for example in entry.examples:
                    click.echo(f"    {example}")
        click.echo(f"{report.chains} chains, {report.sound} sound, {report.unsound} unsound")
    context.exit(1 if report.unsound else 0)
