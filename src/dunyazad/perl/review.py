"""What a person says of a chain's annotation, and the chain as it is with that.

A mark holds what the person takes for right, and nothing of what the annotation says: whether the two agree is found by
comparing them. What was not judged is None, and counts for nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import msgspec

from dunyazad._records import encode
from dunyazad.errors import Label
from dunyazad.perl.annotation_votes import TYPES
from dunyazad.perl.record import AnnotatedChain, AnnotatedStep, ChainLabel, ErrorNote, PremiseNote

__all__ = ["ChainMark", "StepMark", "chain_digest", "corrected"]

T = TypeVar("T")


class StepMark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a person says of one step.

    Attributes:
        premises: The steps that it rests on, by position, ascending; 0 is the question. None where not judged.
        labels: What it is: `correct` alone, or one error or several. None where not judged.

    Raises:
        ValueError: Premises are not ascending, or `correct` stands beside an error, or no label stands in the list.
    """

    premises: tuple[int, ...] | None = None
    labels: tuple[Label, ...] | None = None

    def __post_init__(self) -> None:
        found = self.premises
        if found and (found[0] < 0 or list(found) != sorted(set(found))):
            raise ValueError(f"premises are not ascending steps from 0: {list(found)}")
        if self.labels is not None and (not self.labels or ("correct" in self.labels and len(self.labels) > 1)):
            raise ValueError(f"labels are `correct` alone or errors: {list(self.labels)}")


class ChainMark(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="schema",
    tag="dunyazad.chain_mark/1",
):
    """What one person says of one chain's annotation.

    Attributes:
        id: The chain's id.
        digest: Of the record that was read (`chain_digest`).
        steps: One a step, in order.
        chain: What is wrong with the chain as a whole; empty for nothing, None where not judged.
        note: In the reader's words.
        reader: Who; "" where the reader gave no name.
        sample: How the chains were chosen: "8 of 75, seed 7"; "" where all were shown.

    Raises:
        ValueError: A premise is the step itself or a later one.
    """

    id: str
    digest: str
    steps: tuple[StepMark, ...] = ()
    chain: tuple[ChainLabel, ...] | None = None
    note: str = ""
    reader: str = ""
    sample: str = ""

    def __post_init__(self) -> None:
        for place, step in enumerate(self.steps, start=1):
            if step.premises and step.premises[-1] >= place:
                raise ValueError(f"chain {self.id!r}: step {place} cannot rest on step {step.premises[-1]}")

    @property
    def judged(self) -> bool:
        """Is anything judged in it?"""
        return self.chain is not None or any(step != StepMark() for step in self.steps)


def chain_digest(chain: AnnotatedChain) -> str:
    """Name a record by all that it holds: a mark is about that version of it.

    Example:
        >>> one, other = (AnnotatedChain(id="a", question=text, steps=()) for text in ("q", "r"))
        >>> chain_digest(one) == chain_digest(one), chain_digest(one) == chain_digest(other)
        (True, False)
    """
    return hashlib.blake2b(encode(chain), digest_size=8).hexdigest()


def corrected(chain: AnnotatedChain, marks: Sequence[ChainMark]) -> AnnotatedChain:
    """Put what persons say into a chain's annotation. Where they differ, the annotation stays as it is.

    What stands already keeps its words; of what is new, only the kind is known. What was corrected, and by whom, stands
    in the chain's `other` under the name `review`.

    Args:
        chain: The chain.
        marks: Of this version of it; one a person.

    Example:
        >>> step = AnnotatedStep(number=1, text="2 + 2 = 5", premises=(PremiseNote(0, "2"),), errors=())
        >>> chain = AnnotatedChain(id="a", question="2 + 2?", steps=(step,))
        >>> mark = ChainMark(id="a", digest=chain_digest(chain), steps=(StepMark((0,), ("mathematical_error",)),))
        >>> made = corrected(chain, [mark])
        >>> made.steps[0].labels, made.steps[0].premises
        (('mathematical_error',), (PremiseNote(number=0, text='2'),))
    """
    judging = [mark for mark in marks if mark.judged and len(mark.steps) == len(chain.steps)]
    if not judging:
        return chain
    numbers = (0, *(step.number for step in chain.steps))
    premises = chain.premises
    steps = []
    for place, step in enumerate(chain.steps):
        given = None if premises is None else premises[place]
        wanted = _agreed(mark.steps[place].premises for mark in judging)
        labels = _agreed(None if (said := mark.steps[place].labels) is None else frozenset(said) for mark in judging)
        made = step if wanted is None or wanted == given else _with_premises(step, wanted, numbers)
        steps.append(_with_labels(made, labels) if labels is not None else made)
    whole = _agreed(None if mark.chain is None else frozenset(mark.chain) for mark in judging)
    made_chain = msgspec.structs.replace(chain, steps=tuple(steps))
    if whole is not None and (chain.chain_labels is None or whole != frozenset(chain.chain_labels)):
        made_chain = msgspec.structs.replace(
            made_chain, chain_errors=_notes(chain.chain_errors or (), whole, "chain_label"), chain_has_errors=None
        )
    return _noted(chain, made_chain, judging)


def _agreed(said: Iterable[T | None]) -> T | None:
    """What all who say something say; None where nobody does, or they differ."""
    known = {one for one in said if one is not None}
    return known.pop() if len(known) == 1 else None


def _with_premises(step: AnnotatedStep, wanted: tuple[int, ...], numbers: Sequence[int]) -> AnnotatedStep:
    chosen = [numbers[place] for place in wanted]
    kept = tuple(note for note in step.premises or () if note.number in chosen)
    known = {note.number for note in kept}
    added = tuple(PremiseNote(number) for number in chosen if number not in known)
    return msgspec.structs.replace(step, premises=tuple(sorted((*kept, *added), key=lambda note: note.number)))


def _with_labels(step: AnnotatedStep, labels: frozenset[Label]) -> AnnotatedStep:
    if step.labels is not None and frozenset(step.labels) == labels:
        return step
    errors = _notes(step.errors or (), labels - {"correct"}, "label")
    return msgspec.structs.replace(step, errors=errors, has_error=None)


def _notes(known: Sequence[ErrorNote], wanted: frozenset[Any], kind: str) -> tuple[ErrorNote, ...]:
    kept = tuple(note for note in known if getattr(note, kind) in wanted)
    there = {getattr(note, kind) for note in kept}
    return (*kept, *(ErrorNote(TYPES[name]) for name in TYPES if name in wanted and name not in there))


def _noted(before: AnnotatedChain, after: AnnotatedChain, marks: Sequence[ChainMark]) -> AnnotatedChain:
    beside: dict[str, Any] = msgspec.json.decode(before.other) if before.other else {}
    changed = [
        place for place, (one, other) in enumerate(zip(before.steps, after.steps, strict=True), 1) if one != other
    ]
    beside["review"] = {
        "readers": sorted({mark.reader for mark in marks}),
        "corrected_steps": changed,
        "corrected_chain": before.chain_errors != after.chain_errors,
    }
    return msgspec.structs.replace(after, other=msgspec.json.encode(beside).decode())
