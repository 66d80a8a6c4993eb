"""`dunyazad problems check`."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from dunyazad.cli import options
from dunyazad.cli.progress import track

__all__ = ["check"]


@click.command()
@click.argument("file", type=options.in_file)
@options.limit
@options.as_json
@click.pass_context
def check(context: click.Context, file: Path, limit: int | None, json_: bool) -> None:
    """Certify every problem of FILE and print what is found.

    FILE holds problems, or the published hand-made format. An error makes a problem unusable; a note says what is not
    known of it. Exit code 1 if any problem has an error.
    """
    from itertools import islice

    from dunyazad.cli.files import some
    from dunyazad.problems import Finding, certify, read_problems

    count = 0
    found: list[tuple[str, Finding]] = []
    for problem in track(islice(some(read_problems(file), "problems", file), limit), "Certifying"):
        count += 1
        found += [(problem.id, finding) for finding in certify(problem)]
    unusable = len({name for name, finding in found if finding.severity == "error"})
    if json_:
        rows = [{"problem": name, **msgspec.structs.asdict(finding)} for name, finding in found]
        options.print_json({"problems": count, "sound": count - unusable, "unusable": unusable, "findings": rows})
    else:
        for name, finding in found:
            click.echo(f"{name}: {finding.severity}: {finding.code}: {finding.sentence}")
        click.echo(f"{count} problems, {count - unusable} sound, {unusable} unusable")
    context.exit(1 if unusable else 0)
