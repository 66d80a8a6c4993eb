"""Solutions from the log of an earlier run, read and scored as this version does."""

from __future__ import annotations

import time
from itertools import chain
from pathlib import Path

import msgspec

from dunyazad._exceptions import InputError
from dunyazad._records import require
from dunyazad.engines.record import SolveReport
from dunyazad.engines.writing import write_solutions

__all__ = ["solve_from_log"]


def solve_from_log(log: Path | str, *, out: Path | str) -> SolveReport:
    """Write the solutions that an Inspect log of our task holds; no model is called.

    Args:
        log: A log made by `solve`, or by `inspect eval dunyazad/chains`.
        out: The solutions file to write; appears whole or not at all. What the run never came to is not in it.

    Raises:
        InputError: The log cannot be read, is of another task or holds no sample; or `out` cannot be written.
        MissingExtraError: Inspect AI is not installed.
    """
    require("inspect_ai", "inspect")
    from dunyazad.engines.inspect_logs import log_problem, read_log_header, read_solutions_from_log

    began = time.monotonic()
    header = read_log_header(log)
    solutions = read_solutions_from_log(log)
    first = next(solutions, None)
    if first is None:
        raise InputError(f"{log}: the log holds no sample")
    report = write_solutions(out, chain([first], solutions))
    return msgspec.structs.replace(
        report,
        log=str(log),
        complete=header.status == "success",
        problem=log_problem(header),
        seconds=time.monotonic() - began,
    )
