"""Annotated chains built from premises and labels alone."""

from __future__ import annotations

from collections.abc import Sequence

from dunyazad.errors import Label, Verdict
from dunyazad.perl import AnnotatedChain, AnnotatedStep, ErrorNote, PremiseNote


def chain_of(
    premises: Sequence[Sequence[int]] = (),
    labels: Sequence[Sequence[Label]] = (),
    *,
    name: str = "a",
    question: str = "q",
    source: str = "one",
    numbers: Sequence[int] | None = None,
) -> AnnotatedChain:
    """Premises and labels by position; `numbers` calls the steps otherwise."""
    n = max(len(premises), len(labels))
    called = list(numbers or range(1, n + 1))
    number = {0: 0} | dict(enumerate(called, start=1))
    steps = tuple(
        AnnotatedStep(
            number=called[k],
            text=f"step {k + 1}",
            premises=tuple(PremiseNote(number[p]) for p in premises[k]) if premises else None,
            errors=tuple(ErrorNote(label) for label in labels[k] if label != "correct") if labels else None,
        )
        for k in range(n)
    )
    return AnnotatedChain(id=name, question=question, steps=steps, source=source)


def given(*labels: Label | None) -> tuple[Verdict, ...]:
    """Verdicts by label; None is an answer that could not be read."""
    return tuple(
        Verdict(step=k, label=label, outcome="unparsed" if label is None else "judged")
        for k, label in enumerate(labels, start=1)
    )
