"""`dunyazad verify`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from dunyazad.cli import options
from dunyazad.cli.progress import note, track

__all__ = ["verify"]


@click.command()
@click.argument("file", type=options.in_file)
@click.option("--premises", default="provenance", show_default=True, help="How to find what each step rests on.")
@click.option("--errors", default="arithmetic", show_default=True, help="How to judge a step: arithmetic, reference.")
@click.option("--problems", type=options.in_file, help="The chains' problems: what `reference` compares steps with.")
@options.limit
@options.out_file("The verifications, as JSON lines")
@options.as_json
def verify(
    file: Path, premises: str, errors: str, problems: Path | None, limit: int | None, out: Path, json_: bool
) -> None:
    """Cut each response of FILE into steps, find every step's premises, and judge every step.

    FILE holds solutions, or reasoning chains (an id, a question and steps). A step that is sound in itself but rests
    on a wrong one is an accumulation error.
    """
    from itertools import islice

    from dunyazad._records import write_records
    from dunyazad.engines.verify import verify_file
    from dunyazad.errors import Verification
    from dunyazad.problems import read_problems

    options.refuse_both(out, json_)
    if errors == "reference" and problems is None:
        note("without --problems, reference knows each link's answers but not the values on the way to them")
    known = None if problems is None else {problem.id: problem for problem in read_problems(problems)}
    labels: Counter[str] = Counter()

    def counted(item: Verification) -> Verification:
        labels.update(verdict.label or verdict.outcome for verdict in item.verdicts)
        return item

    rows = verify_file(file, premises=premises, errors=errors, problems=known)
    written = write_records(out, map(counted, track(islice(rows, limit), "Verifying")))
    shown = ", ".join(f"{count} {label}" for label, count in labels.most_common())
    message = f"{written} reasoning chains, {labels.total()} steps{f' ({shown})' if shown else ''}: {out}"
    summary = {"chains": written, "steps": labels.total(), "verdicts": dict(labels.most_common())} if json_ else None
    options.summarise(out, message, summary)
