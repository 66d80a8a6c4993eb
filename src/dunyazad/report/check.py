"""What a report must be able to rely on: a solution's parts fit each other, whatever file it came from."""

from __future__ import annotations

from dunyazad._exceptions import InputError
from dunyazad.solving.record import Solution

__all__ = ["check_solution"]

_SHOWN = 80


def check_solution(solution: Solution) -> None:
    """Refuse a solution whose parts do not fit each other.

    Raises:
        InputError: Its chain lacks a problem's id, question or answer, or its links are not one a problem, in order.

    Example:
        >>> from dunyazad.chaining.record import ChainedProblem
        >>> chain = ChainedProblem(
        ...     id="c", text="", length=1, order="forward", problem_ids=("p",), questions=("?",), answers=(),
        ...     counterfactual_answers=(), names=(), gates=(), blocks=(), question=(0, 0), seed=0, index=0,
        ...     generator="", canary="",
        ... )
        >>> check_solution(Solution(id="s", chain=chain, model="m", protocol="final", outcome="failed"))
        Traceback (most recent call last):
        dunyazad._exceptions.InputError: solution 's': its chain joins 1 problems, but has 0 answers
    """
    problem = _problem(solution)
    if problem:
        raise InputError(f"solution {solution.id[:_SHOWN]!r}: {problem}")


def _problem(solution: Solution) -> str:
    chain = solution.chain
    if chain.length < 1:
        return f"its chain has length {chain.length}"
    for what in ("problem_ids", "questions", "answers", "counterfactual_answers"):
        found = len(getattr(chain, what))
        if found != chain.length:
            return f"its chain joins {chain.length} problems, but has {found} {what.replace('_', ' ')}"
    if solution.outcome != "answered" and not solution.links:
        return ""
    places = [link.position for link in solution.links]
    if places != list(range(chain.length)):
        return f"its links have positions {places[:20]}, but the chain joins {chain.length} problems"
    return ""
