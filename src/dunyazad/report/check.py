"""What a report must be able to rely on: the parts of a solution fit each other, whatever file it came from."""

from __future__ import annotations

from dunyazad._exceptions import InputError
from dunyazad.chaining.certify import check_shape
from dunyazad.solving.record import Solution

__all__ = ["check_solution"]

_SHOWN = 80


def check_solution(solution: Solution) -> None:
    """Refuse a solution whose chain is out of shape, or whose links are not one for each problem, in solving order.

    Without an answer there may be no links at all.

    Raises:
        InputError: It is such a one; names the solution and what is wrong.
    """
    problem = _problem(solution)
    if problem:
        raise InputError(f"solution {solution.id[:_SHOWN]!r}: {problem}")


def _problem(solution: Solution) -> str:
    finding = next(check_shape(solution.chain), None)
    if finding is not None:
        return f"its chain: {finding.sentence}"
    if solution.outcome != "answered" and not solution.links:
        return ""
    places = [link.position for link in solution.links]
    if places == list(range(solution.chain.length)):
        return ""
    shown = ", ".join(map(str, places[:20])) or "none"
    return f"its links have positions {shown}; its chain joins {solution.chain.length} problems, counted from 0"
