"""`dunyazad problems check`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from dunyazad.cli import options, solutions
from dunyazad.cli.progress import note, track

if TYPE_CHECKING:
    from dunyazad.problems import Finding, Problem

__all__ = ["check"]


@click.command()
@click.argument("file", type=options.in_file)
@options.limit
@solutions.solutions
@options.as_json
@click.pass_context
def check(context: click.Context, file: Path, limit: int | None, solutions_file: Path | None, json_: bool) -> None:
    """Certify every problem of FILE and print what is found.

    FILE holds problems, or the published hand-made format. An error makes a problem unusable; a note says what is not
    known of it. Exit code 1 if any problem has an error.

    The hand-made format gives no programs: what the alternates lead to is known only with --solutions.
    """
    from itertools import islice

    from dunyazad.cli.files import some
    from dunyazad.problems import Finding, certify, read_problems

    count = unknown = 0
    recovery = solutions.Recovery(solutions_file)
    found: list[tuple[str, Finding]] = []
    for problem in track(recovery.add(islice(some(read_problems(file), "problems", file), limit)), "Certifying"):
        count += 1
        unknown += problem.counterfactual_answer is None
        if problem.id in recovery.reasons:
            code, sentence = recovery.reasons[problem.id]
            found.append((problem.id, Finding(code, f"no counterfactual answer: {sentence}", "note")))
        found += [(problem.id, finding) for finding in certify(problem) if not _said(problem, finding, recovery)]
    unusable = len({name for name, finding in found if finding.severity == "error"})
    if json_:
        rows = [{"problem": name, **msgspec.structs.asdict(finding)} for name, finding in found]
        options.print_json(
            {"problems": count, "sound": count - unusable, "unusable": unusable, "findings": rows, **recovery.as_json()}
        )
    else:
        for name, finding in found:
            click.echo(f"{name}: {finding.severity}: {finding.code}: {finding.sentence}")
        for line in recovery.lines():
            click.echo(line)
        click.echo(f"{count} problems, {count - unusable} sound, {unusable} unusable")
        if unknown and solutions_file is None:
            note(f"{unknown} counterfactual answers are not known; --solutions FILE looks for them in the originals")
    context.exit(1 if unusable else 0)


def _said(problem: Problem, finding: Finding, recovery: solutions.Recovery) -> bool:
    """Has the reason why the counterfactual answer is missing been told already?"""
    code, _ = recovery.reasons.get(problem.id, ("", ""))
    return bool(code) and finding.code in ("counterfactual-unknown", code)
