"""Accumulation errors as a model calls them, and as they follow from its native errors and the premises."""

from __future__ import annotations

import msgspec

from dunyazad.errors import Label, Verdict, accumulate
from dunyazad.perl.annotation import Accumulation, LabelNote
from dunyazad.perl.record import AnnotatedChain, AnnotatedStep, ErrorNote

__all__ = ["recomputed", "settled_labels"]

_NATIVE: tuple[Label, ...] = ("mathematical_error", "logical_inconsistency", "other")


def settled_labels(chain: AnnotatedChain, stored: Accumulation) -> tuple[AnnotatedChain, LabelNote | None]:
    """Choose which labels a chain keeps; gives both ways where they differ, else None.

    Where premises or errors are not known of every step, nothing can be recomputed and nothing is.
    """
    other = recomputed(chain)
    if other is None:
        return chain, None
    said, follows = _labels(chain), _labels(other)
    if said == follows:
        return chain, None
    return (other if stored == "recomputed" else chain), LabelNote(stored, said, follows)


def recomputed(chain: AnnotatedChain) -> AnnotatedChain | None:
    """Native errors as they are, accumulation by the premises; None where these or the errors are not all known.

    A step that is wrong in itself is that only. What else rests on a wrong step is an accumulation error, and what does
    not is correct.

    Example:
        >>> from dunyazad.perl import PremiseNote
        >>> first = AnnotatedStep(number=1, text="2+2=5", premises=(), errors=(ErrorNote("Mathematical_Error"),))
        >>> second = AnnotatedStep(number=2, text="5+1=6", premises=(PremiseNote(1),), errors=())
        >>> recomputed(AnnotatedChain(id="a", question="q", steps=(first, second))).labels
        (('mathematical_error',), ('accumulation_error',))
    """
    parc = chain.parc
    labels = chain.labels
    if parc is None or any(found is None for found in labels):
        return None
    verdicts = [
        Verdict(step=place, label=next((one for one in found or () if one in _NATIVE), "correct"), outcome="judged")
        for place, found in enumerate(labels, start=1)
    ]
    settled = accumulate(parc, verdicts)
    steps = tuple(
        _step(chain, step, verdict) for step, verdict in zip(chain.steps, settled, strict=True)
    )  # fmt: skip
    return msgspec.structs.replace(chain, steps=steps)


def _step(chain: AnnotatedChain, step: AnnotatedStep, verdict: Verdict) -> AnnotatedStep:
    if verdict.native_error:
        errors = tuple(note for note in step.errors or () if note.label in _NATIVE)
    elif verdict.label == "accumulation_error":
        said = tuple(note for note in step.errors or () if note.label == "accumulation_error")
        origin = chain.steps[verdict.origin - 1].number if verdict.origin else 0
        errors = said or (ErrorNote("Accumulation_Error", f"It goes back to step {origin}, which is wrong."),)
    else:
        errors = ()
    return msgspec.structs.replace(step, errors=errors)


def _labels(chain: AnnotatedChain) -> tuple[tuple[Label, ...], ...]:
    return tuple(found or () for found in chain.labels)
