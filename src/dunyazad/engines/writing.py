"""Writing solutions to their file, and telling what they came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import get_args

from dunyazad._records import write_records
from dunyazad.engines.record import Count, SolveReport
from dunyazad.solving import Outcome, Solution, one_line

__all__ = ["write_solutions"]


def write_solutions(out: Path | str, solutions: Iterable[Solution]) -> SolveReport:
    """Stream solutions to a file that appears whole or not at all; report them as a complete run without a log.

    Raises:
        InputError: The place cannot be written to.
    """
    outcomes: Counter[str] = Counter()
    models: list[str] = []
    failures: list[str] = []

    def counted(solution: Solution) -> Solution:
        outcomes[solution.outcome] += 1
        if not models:
            models.append(solution.model)
        if solution.outcome == "failed" and not failures:
            failures.append(f"{solution.chain.id}: {one_line(solution.reason)}")
        return solution

    total = write_records(out, map(counted, solutions))
    return SolveReport(
        out=str(out),
        model=models[0] if models else "",
        n=total,
        outcomes=tuple(Count(name, outcomes[name]) for name in get_args(Outcome)),
        failure=failures[0] if failures else "",
    )
