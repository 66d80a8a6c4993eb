"""Verifying many without a model: streams of solutions or reasoning chains, one record in memory at a time.

Strategy. One process verifies record by record. Of several, each gets bundles of *lines* and gives back lines that are
ready to be written, so that all is shared but finding where lines end and putting them into a file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from dunyazad._exceptions import InputError
from dunyazad._processes import shared_out
from dunyazad._records import Line
from dunyazad.engines.formats import Format, formatted
from dunyazad.engines.inputs import Reading, case_of, entries, reasoning_of
from dunyazad.engines.methods import Methods, Verifier
from dunyazad.errors import Verification, judge, reference_for_chain, verify
from dunyazad.premises import premise_finder
from dunyazad.problems.record import Problem
from dunyazad.reasoning import ReasoningChain
from dunyazad.solving.record import Solution

__all__ = ["Row", "reasoning_of", "row_of", "verify_file", "verify_lines", "verify_reasoning", "verify_solutions"]

# A bundle has so many lines at most, and ends with the line that brings it to so many bytes: enough to make what a
# bundle costs small, few enough that all processes have something to do and memory is bounded where lines are long.
_LINES = 32
_BYTES = 1 << 16


class Row(NamedTuple):
    """A verification that is ready to be written.

    Attributes:
        id: The chain's.
        data: One line without its newline; None where the format has nothing for it.
        counts: How many steps have each label; where a step has none, its outcome counts.
        calls: Calls that were made.
    """

    id: str
    data: bytes | None
    counts: Counter[str]
    calls: int = 0


def row_of(verification: Verification, form: Format = "jsonl") -> Row:
    """Make a verification ready to be written."""
    counts: Counter[str] = Counter(verdict.label or verdict.outcome for verdict in verification.verdicts)
    return Row(verification.id, formatted(verification, form), counts, verification.usage.calls)


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
    reading: Reading | None = None,
) -> Iterator[Verification]:
    """Verify what a file holds: solutions, reasoning chains, annotated chains, plain lines. `-` is standard input.

    Raises:
        InputError: The file cannot be read; or there is no method of that name, or it needs a model, or it needs a gold
            solution that a reasoning chain does not bring.
        RecordError: A line is none of these; names the file, the line and the value.
    """
    premise_finder(premises)  # an unknown name is refused even where the file holds nothing
    if errors != "reference":
        judge(errors)
    known = (problems or {}) if errors == "reference" else None
    for line in entries(path)[0]:
        case = case_of(line, reading or Reading(), known)
        yield verify(case.chain, premises=premises, errors=errors, reference=case.reference)


def verify_lines(
    lines: Iterable[Line],
    methods: Methods,
    *,
    reading: Reading | None = None,
    problems: Mapping[str, Problem] | None = None,
    form: Format = "jsonl",
    jobs: int = 1,
) -> Iterator[Row]:
    """Verify the chains in lines with methods that ask no model; one row a line, in order.

    Args:
        lines: As `entries` gives them; read as they are needed.
        methods: What is done with each.
        reading: How chains are read.
        problems: The problems by id, for the judge `reference`.
        form: What is written.
        jobs: How many processes share the work.

    Raises:
        InputError: There is no such method, or it needs a model, or a gold solution that a chain does not bring.
        RecordError: A line is no chain.
    """
    if Verifier(methods).asks:
        raise InputError(f"{methods.premises}, {methods.errors}: these methods need a model")
    known = (problems or {}) if methods.errors == "reference" else None
    ready = partial(_Worker, methods, reading or Reading(), known, form)
    if jobs > 1:
        yield from shared_out(_bundled(lines), ready, jobs)
        return
    worker = ready()
    for line in lines:
        yield worker.row(line)


class _Worker:
    def __init__(
        self, methods: Methods, reading: Reading, problems: Mapping[str, Problem] | None, form: Format
    ) -> None:
        self._verifier, self._reading, self._problems, self._form = Verifier(methods), reading, problems, form

    def __call__(self, bundle: list[Line]) -> Iterator[Row]:
        return map(self.row, bundle)

    def row(self, line: Line) -> Row:
        plan = self._verifier.plan(case_of(line, self._reading, self._problems))
        return row_of(plan.verification, self._form)


def _bundled(lines: Iterable[Line]) -> Iterator[list[Line]]:
    bundle, size = list[Line](), 0
    try:
        for line in lines:
            bundle.append(line)
            size += len(line.data)
            if len(bundle) == _LINES or size >= _BYTES:
                yield bundle
                bundle, size = [], 0
    except InputError:  # what came before is verified before this is told
        if bundle:
            yield bundle
        raise
    if bundle:
        yield bundle
