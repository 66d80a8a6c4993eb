"""Annotated chains laid out for a reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from dunyazad.perl import AnnotatedChain, ChainMark, chain_digest
from dunyazad.report.chain_review_record import ChainCard, StepCard

__all__ = ["make_chain_cards"]


def make_chain_cards(chains: Sequence[AnnotatedChain], marks: Iterable[ChainMark] = ()) -> list[ChainCard]:
    """Lay chains out for reading, in the order given.

    Args:
        chains: What to show.
        marks: Marks to begin with; those of other records than these are not shown.
    """
    given = {(mark.id, mark.digest): mark for mark in marks}
    return [_card(chain, given.get((chain.id, chain_digest(chain)))) for chain in chains]


def _card(chain: AnnotatedChain, mark: ChainMark | None) -> ChainCard:
    premises = chain.premises
    labels = chain.labels
    return ChainCard(
        id=chain.id,
        digest=chain_digest(chain),
        question=chain.question,
        steps=tuple(_steps(chain, premises)),
        chain=chain.chain_labels,
        chain_notes=tuple(filter(None, (note.description for note in chain.chain_errors or ()))),
        facts=tuple(_facts(chain)),
        split=chain.split,
        label_names=tuple(sorted({label for found in labels for label in found or ()})),
        begin="" if mark is None else msgspec.json.encode(_begun(mark)).decode(),
    )


def _begun(mark: ChainMark) -> dict[str, object]:
    return {"steps": mark.steps, "chain": mark.chain, "note": mark.note}


def _steps(chain: AnnotatedChain, premises: tuple[tuple[int, ...], ...] | None) -> Iterator[StepCard]:
    places = {step.number: place for place, step in enumerate(chain.steps, start=1)} | {0: 0}
    for place, step in enumerate(chain.steps, start=1):
        notes = step.premises or ()
        yield StepCard(
            text=step.text,
            called="" if step.number == place else str(step.number),
            premises=None if premises is None else premises[place - 1],
            reasons=tuple(
                (places[note.number], note.text)
                for note in notes
                if note.text and places.get(note.number, place) < place
            ),
            labels=step.labels,
            notes=tuple(filter(None, (note.description for note in step.errors or ()))),
        )


def _facts(chain: AnnotatedChain) -> Iterator[tuple[str, str]]:
    for name, value in (
        ("Gold solution", chain.solution),
        ("Gold answer", chain.answer),
        ("Its answer", chain.model_answer),
    ):
        if value not in (None, ""):
            yield name, str(value)
