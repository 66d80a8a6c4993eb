"""`dunyazad problems import`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dunyazad.cli import denying, options
from dunyazad.cli.progress import note

if TYPE_CHECKING:
    from dunyazad.problems import Problem

__all__ = ["import_"]


@click.command(name="import")
@click.argument("file", type=options.in_file)
@options.limit
@denying.deny
@options.out_file("The problems, as JSON lines")
@options.as_json
def import_(file: Path, limit: int | None, deny_files: tuple[Path, ...], out: Path, json_: bool) -> None:
    """Read FILE in the published hand-made format and write it as problems.

    The format is one JSON object a line with benchmark_id, first_premise, alternate_first_premise, nl_premises,
    nl_question, nl_answer, int_answer and wrong_nl_answer. Its wrong conclusions are arbitrary numbers, and it gives
    no counterfactual answers: these stay "not known".
    """
    from itertools import islice

    from dunyazad._records import write_records
    from dunyazad.cli.files import some
    from dunyazad.problems import read_handmade
    from dunyazad.problems.deny import read_deny

    options.refuse_both(out, json_)
    deny = read_deny(deny_files)
    problems = list(deny.keep(islice(some(read_handmade(file), "problems", file), limit)))
    unusable = {problem.id: errors for problem in problems if (errors := _errors(problem))}
    written = write_records(out, problems)
    for name, errors in unusable.items():
        note(f"{name}: {'; '.join(errors)}")
    message = f"{written} problems, of which {written - len(unusable)} can be chained: {out}"
    told = denying.tell(deny)
    summary = {"problems": written, "usable": written - len(unusable), "unusable": unusable, **told} if json_ else None
    options.summarise(out, message, summary)


def _errors(problem: Problem) -> list[str]:
    from dunyazad.problems import certify

    return [finding.sentence for finding in certify(problem) if finding.severity == "error"]
