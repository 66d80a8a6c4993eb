"""`dunyazad chains make`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dunyazad.cli import denying, options
from dunyazad.cli.progress import note, track

if TYPE_CHECKING:
    from dunyazad.problems.risk import Level

__all__ = ["make"]


@click.command()
@click.argument("file", type=options.in_file)
@click.option("--length", "lengths", type=options.LENGTHS, default="2-10", show_default=True, help="5, 2-10 or 1,3-5.")
@click.option(
    "--order", "orders", type=options.ORDERS, default="forward,backward", show_default=True, help="One or both."
)
@click.option(
    "--per-cell", type=click.IntRange(min=1), default=100, show_default=True, help="Chains a length and order."
)
@denying.deny
@options.max_risk
@options.seed
@options.out_file("The chains, as JSON lines")
@options.as_json
def make(
    file: Path,
    lengths: Any,
    orders: Any,
    per_cell: int,
    deny_files: tuple[Path, ...],
    max_risk: Level,
    seed: int,
    out: Path,
    json_: bool,
) -> None:
    """Chain the problems of FILE by two-branch gates: certified, seeded, streamed.

    Problems that cannot be chained soundly are left out, and counted by reason. The same seed and problems give the
    same bytes. Both orders of a length tell the same problems with the same gates, so that orders are compared in
    pairs.
    """
    from dunyazad._records import write_records
    from dunyazad.chaining import make_chains
    from dunyazad.cli.files import some
    from dunyazad.problems import read_problems
    from dunyazad.problems.deny import read_deny
    from dunyazad.problems.risk import within_risk

    options.refuse_both(out, json_)
    deny = read_deny(deny_files)
    allowed = list(deny.keep(some(read_problems(file), "problems", file)))
    problems = [problem for problem in allowed if within_risk(problem, max_risk)]
    told = denying.tell(deny)
    if doubtful := len(allowed) - len(problems):
        note(f"left out {doubtful} whose risk is greater than {max_risk}")
    stream = make_chains(problems, lengths=lengths, orders=orders, per_cell=per_cell, seed=seed)
    written = write_records(out, track(stream, "Chaining", stream.total))
    for entry in stream.pool.rejected:
        note(f"left out {entry.count}: {entry.reason}: {entry.examples[0] if entry.examples else ''}")
    if stream.rejected.total:
        note(f"skipped {stream.rejected.total} combinations of problems that do not go together: {stream.rejected}")
    summary = {
        "chains": written,
        "problems": len(stream.pool),
        "left_out": list(stream.pool.rejected),
        "skipped": list(stream.rejected),
        "seed": seed,
        **told,
        **({"doubtful": doubtful} if doubtful else {}),
    }
    message = f"{written} chains of {len(stream.pool)} problems, each certified: {out}"
    options.summarise(out, message, summary if json_ else None)
