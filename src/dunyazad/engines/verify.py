"""Verifying many: streams of solutions or reasoning chains, one record in memory at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import cast

from dunyazad._records import read_records
from dunyazad.errors import Verification, judge, reference_for_chain, verify
from dunyazad.premises import premise_finder
from dunyazad.problems.record import Problem
from dunyazad.reasoning import ReasoningChain, split_steps
from dunyazad.solving.record import Solution

__all__ = ["reasoning_of", "verify_file", "verify_reasoning", "verify_solutions"]


def reasoning_of(solution: Solution) -> ReasoningChain:
    """Cut a solution's response into a reasoning chain; a response that is empty or all thinking has no steps."""
    return ReasoningChain(id=solution.id, question=solution.chain.text, steps=split_steps(solution.response))


def verify_solutions(
    solutions: Iterable[Solution],
    *,
    premises: str = "provenance",
    errors: str = "arithmetic",
    problems: Mapping[str, Problem] | None = None,
) -> Iterator[Verification]:
    """Verify solutions of chained problems, in order; one verification a solution.

    A solution without a response gives a verification without steps: that nothing came is the solution's outcome,
    and no step's fault.

    Args:
        solutions: The solutions; read one at a time.
        premises: The way of finding premises.
        errors: The way of judging steps; `reference` uses each solution's own chained problem.
        problems: The problems by id: their programs tell `reference` the values between a link's start and its answer.

    Raises:
        InputError: There is no method of that name, or it needs a model.
    """
    for solution in solutions:
        reference = reference_for_chain(solution.chain, problems) if errors == "reference" else None
        yield verify(reasoning_of(solution), premises=premises, errors=errors, reference=reference)


def verify_reasoning(
    chains: Iterable[ReasoningChain], *, premises: str = "provenance", errors: str = "arithmetic"
) -> Iterator[Verification]:
    """Verify reasoning chains, in order; one verification a chain.

    Raises:
        InputError: There is no method of that name, or it needs a model or a gold solution.
    """
    for chain in chains:
        yield verify(chain, premises=premises, errors=errors)


def verify_file(
    path: Path | str,
    *,
    premises: str = "provenance",
    errors: str = "arithmetic",
    problems: Mapping[str, Problem] | None = None,
) -> Iterator[Verification]:
    """Verify what a file holds, line by line: solutions, reasoning chains, or both. `-` is standard input.

    Raises:
        InputError: The file cannot be read; or there is no method of that name, or it needs a model, or it needs a gold
            solution that a reasoning chain does not bring.
        RecordError: A line is neither; names the file, the line and the value.
    """
    premise_finder(premises)  # an unknown name is refused even where the file holds nothing
    if errors != "reference":
        judge(errors)
    either = cast("type[Solution | ReasoningChain]", Solution | ReasoningChain)
    for record in read_records(path, either):
        if isinstance(record, Solution):
            yield from verify_solutions([record], premises=premises, errors=errors, problems=problems)
        else:
            yield from verify_reasoning([record], premises=premises, errors=errors)
