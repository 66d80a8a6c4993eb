"""`dunyazad problems import`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dunyazad.cli import denying, options, solutions
from dunyazad.cli.progress import note

if TYPE_CHECKING:
    from dunyazad.problems import Problem

__all__ = ["import_"]


@click.command(name="import")
@click.argument("file", type=options.in_file)
@options.limit
@denying.deny
@solutions.solutions
@click.option(
    "--counterfactual-conclusions",
    "conclusions",
    is_flag=True,
    help="With --solutions: put the counterfactual answer into the wrong conclusion, where it is certified.",
)
@options.out_file("The problems, as JSON lines")
@options.as_json
def import_(
    file: Path,
    limit: int | None,
    deny_files: tuple[Path, ...],
    solutions_file: Path | None,
    conclusions: bool,
    out: Path,
    json_: bool,
) -> None:
    """Read FILE in the published hand-made format and write it as problems.

    The format is one JSON object a line with benchmark_id, first_premise, alternate_first_premise, nl_premises,
    nl_question, nl_answer, int_answer and wrong_nl_answer. Its wrong conclusions are arbitrary numbers, and it gives
    no counterfactual answers: these stay "not known", save where --solutions gives the originals with their solutions
    and they can be certified.
    """
    from itertools import islice

    from dunyazad._exceptions import InputError
    from dunyazad._records import write_records
    from dunyazad.cli.files import some
    from dunyazad.problems import read_handmade
    from dunyazad.problems.deny import read_deny

    options.refuse_both(out, json_)
    options.refuse_overwriting((out,), (file, solutions_file, *deny_files))
    deny = read_deny(deny_files)
    if conclusions and solutions_file is None:
        raise InputError("--counterfactual-conclusions needs --solutions, which tells the counterfactual answers")
    recovery = solutions.Recovery(solutions_file, conclusions=conclusions)
    read = islice(some(read_handmade(file), "problems", file), limit)
    problems = list(recovery.add(deny.keep(read)))
    unusable = {problem.id: errors for problem in problems if (errors := _errors(problem))}
    written = write_records(out, problems)
    for name, errors in unusable.items():
        note(f"{name}: {'; '.join(errors)}")
    for name, (code, sentence) in recovery.reasons.items():
        note(f"{name}: {code}: {sentence}")
    for line in recovery.lines():
        note(line)
    message = f"{written} problems, of which {written - len(unusable)} can be chained: {out}"
    told = denying.tell(deny)
    more = {**told, **recovery.as_json()}
    summary = {"problems": written, "usable": written - len(unusable), "unusable": unusable, **more} if json_ else None
    options.summarise(out, message, summary)


def _errors(problem: Problem) -> list[str]:
    from dunyazad.problems import certify

    return [finding.sentence for finding in certify(problem) if finding.severity == "error"]
