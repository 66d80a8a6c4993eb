"""Annotated chains to check, and marks on them."""

from __future__ import annotations

from dunyazad.errors import Label
from dunyazad.perl import (
    AnnotatedChain,
    AnnotatedStep,
    ChainMark,
    ErrorNote,
    PremiseNote,
    StepMark,
    chain_digest,
)
from dunyazad.perl.annotation_votes import TYPES

BAKER = "4 trays of 6 rolls, 5 burnt. How many are left?"


def chain(name: str = "baker", question: str = BAKER) -> AnnotatedChain:
    """Three steps: a slip, a sound one, and one that inherits; called 1, 2 and 4."""
    steps = (
        AnnotatedStep(
            number=1,
            text="4 * 6 = 25",
            premises=(PremiseNote(0, "4 trays of 6"),),
            errors=(ErrorNote("Mathematical_Error", "It is 24."),),
        ),
        AnnotatedStep(number=2, text="5 are burnt", premises=(PremiseNote(0, "5 burnt"),), errors=()),
        AnnotatedStep(
            number=4,
            text="25 - 5 = 20",
            premises=(PremiseNote(1, "25 rolls"), PremiseNote(2)),
            errors=(ErrorNote("Accumulation_Error", "Takes the 25."),),
        ),
    )
    return AnnotatedChain(id=name, question=question, steps=steps, chain_errors=(), answer="19", split="negatives")


def plain_chain(name: str, labels: list[Label], question: str) -> AnnotatedChain:
    """A chain whose steps each rest on the question."""
    steps = tuple(
        AnnotatedStep(
            number=place,
            text=f"step {place}",
            premises=(PremiseNote(0),),
            errors=() if label == "correct" else (ErrorNote(TYPES[label]),),
        )
        for place, label in enumerate(labels, start=1)
    )
    return AnnotatedChain(id=name, question=question, steps=steps)


def mark(of: AnnotatedChain, *steps: StepMark, reader: str = "Ana", **more: object) -> ChainMark:
    return ChainMark(id=of.id, digest=chain_digest(of), steps=steps, reader=reader, **more)  # type: ignore[arg-type]


def accepted(of: AnnotatedChain, reader: str = "Ana") -> ChainMark:
    """A mark that accepts all."""
    premises = of.premises
    assert premises is not None
    steps = [StepMark(links, labels) for links, labels in zip(premises, of.labels, strict=True)]
    return mark(of, *steps, reader=reader, chain=of.chain_labels)
