"""`dunyazad problems check`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from dunyazad.cli import options, solutions
from dunyazad.cli.progress import note, track

if TYPE_CHECKING:
    from dunyazad.problems import Finding, Problem

__all__ = ["check"]

_FEW = 10  # findings of one code for one problem


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

    The hand-made format gives no programs: what the alternates lead to is known only with --solutions. Where it cannot
    be certified, the answer in the likeliest reading is told and marked as likely; it enters no record.
    """
    from itertools import islice

    from dunyazad.cli.files import some
    from dunyazad.problems import certify, read_problems

    count = unknown = 0
    recovery = solutions.Recovery(solutions_file, judging=True)
    found: list[tuple[str, Finding]] = []
    for problem in track(recovery.add(islice(some(read_problems(file), "problems", file), limit)), "Certifying"):
        count += 1
        unknown += problem.counterfactual_answer is None
        if verdict := recovery.verdicts.get(problem.id):
            found += [(problem.id, finding) for finding in verdict.findings]
        found += [(problem.id, finding) for finding in certify(problem) if not _said(problem, finding, recovery)]
    unusable = len({name for name, finding in found if finding.severity == "error"})
    if json_:
        rows = [{"problem": name, **msgspec.structs.asdict(finding)} for name, finding in found]
        options.print_json(
            {"problems": count, "sound": count - unusable, "unusable": unusable, "findings": rows, **recovery.as_json()}
        )
    else:
        for line in _lines(found):
            click.echo(line)
        for line in recovery.lines():
            click.echo(line)
        click.echo(f"{count} problems, {count - unusable} sound, {unusable} unusable")
        if unknown and solutions_file is None:
            note(f"{unknown} counterfactual answers are not known; --solutions FILE looks for them in the originals")
    context.exit(1 if unusable else 0)


def _lines(found: Iterable[tuple[str, Finding]]) -> Iterator[str]:
    """Give a line for each finding; what repeats itself a hundred times for one problem is counted."""
    from dunyazad.report.visible import reveal_line

    for name, group in groupby(found, key=itemgetter(0)):
        told: Counter[str] = Counter()
        for _, finding in group:
            told[finding.code] += 1
            if told[finding.code] <= _FEW:
                yield reveal_line(f"{name}: {finding.severity}: {finding.code}: {finding.sentence}")
        for code, count in told.items():
            if count > _FEW:
                yield f"{name}: {code}: and {count - _FEW:,} more (--json gives all)"


def _said(problem: Problem, finding: Finding, recovery: solutions.Recovery) -> bool:
    """Has the reason why the counterfactual answer is missing been told already?"""
    code, _ = recovery.reasons.get(problem.id, ("", ""))
    return bool(code) and finding.code in ("counterfactual-unknown", code)
