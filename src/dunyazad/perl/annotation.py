"""What a model's annotation of a chain leaves behind: how it came about, what was rejected, and why a chain has none.

An annotation that was kept stands in the `AnnotatedChain` itself. How it came about stands in the chain's `other` under
the name `annotation`, so that every format that keeps a chain keeps this with it. A chain that could not be annotated
is an `AnnotationRejection`, and never a chain with half of an annotation.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from dunyazad.errors import CallUsage, Label
from dunyazad.perl.record import AnnotatedChain

__all__ = [
    "Accumulation",
    "Annotating",
    "AnnotationNote",
    "AnnotationOutcome",
    "AnnotationRejection",
    "LabelNote",
    "Part",
    "RejectedEntry",
    "RejectedWhy",
    "annotation_of",
]

Part = Literal["premises", "errors"]
Accumulation = Literal["as-said", "recomputed"]

# Why a chain has no annotation.
#   no_steps    there is nothing to annotate
#   unparsed    the answer could not be read, or leaves a step out, also after it was asked for again
#   refused, truncated, failed   as for every call
AnnotationOutcome = Literal["no_steps", "unparsed", "refused", "truncated", "failed"]

# Why something that the model wrote was left out.
#   itself, later   a premise that is the step itself, or comes after it
#   unknown         a premise that the chain has no step for
#   no_step         what stands where a step was asked for is no step's number
#   unknown_step    an annotation of a step that the chain does not have
#   unknown_label   an error of a kind that was not asked for
RejectedWhy = Literal["itself", "later", "unknown", "no_step", "unknown_step", "unknown_label"]


class Annotating(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How chains are annotated.

    Attributes:
        parts: What is annotated: premises, errors, or both.
        samples: How often each is asked for; the majority counts.
        repairs: How often an answer that cannot be used is asked for again, with its fault shown.
        accumulation: Which labels are stored: those that the model gave, or those that follow from its native errors
            and the premises.
        gold: Show the gold solution or answer, where the chain brings one, to the model that looks for errors?
        prompts: A folder of prompt texts that replace the package's; None for none.

    Raises:
        ValueError: No part, or a number out of range.
    """

    parts: tuple[Part, ...] = ("premises", "errors")
    samples: int = 1
    repairs: int = 1
    accumulation: Accumulation = "as-said"
    gold: bool = True
    prompts: str | None = None

    def __post_init__(self) -> None:
        if not self.parts:
            raise ValueError("nothing to annotate: give premises, errors or both")
        if not 1 <= self.samples <= 99:
            raise ValueError(f"samples must be from 1 to 99, not {self.samples}")
        if not 0 <= self.repairs <= 5:
            raise ValueError(f"repairs must be from 0 to 5, not {self.repairs}")


class RejectedEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that the model wrote and that was left out.

    Attributes:
        step: The step that it was said of, by position; 0 for the chain as a whole.
        text: What was written, shortened.
        reason: See `RejectedWhy`.
        sample: In which answer, counted from 1.
    """

    step: int
    text: str
    reason: RejectedWhy
    sample: int = 1


class LabelNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The labels of all steps both ways, where they differ.

    Attributes:
        stored: Which of the two stand in the chain.
        as_said: As the model gave them.
        recomputed: Native errors as given, accumulation by the premises.
    """

    stored: Accumulation
    as_said: tuple[tuple[Label, ...], ...]
    recomputed: tuple[tuple[Label, ...], ...]


class AnnotationNote(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a chain's annotation came about.

    Attributes:
        model: Which model annotated.
        prompts: The prompt texts that were sent, by name, each with its sha256.
        samples: How often each part was asked for.
        readable: How many of these answers could be read, by part: what votes are counted of.
        premise_votes: For each step, for each premise that it lists, how many answers name it; empty for one answer.
        label_votes: For each step, how many answers give the labels that are stored; empty for one answer.
        chain_votes: For each error of the chain as a whole, how many answers name it; empty for one answer.
        repairs: What in the answers was nearly right and was read all the same, by kind.
        repair_calls: How often an answer was asked for again.
        rejected: What was left out.
        labels: Both ways of labelling, where they differ.
        usage: What the calls took.
    """

    model: str = ""
    prompts: dict[str, str] = {}
    samples: int = 1
    readable: dict[str, int] = {}
    premise_votes: tuple[tuple[int, ...], ...] = ()
    label_votes: tuple[int, ...] = ()
    chain_votes: tuple[int, ...] = ()
    repairs: dict[str, int] = {}
    repair_calls: int = 0
    rejected: tuple[RejectedEntry, ...] = ()
    labels: LabelNote | None = None
    usage: CallUsage = CallUsage()


class AnnotationRejection(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="schema",
    tag="dunyazad.annotation_rejection/1",
):
    """A chain that has no annotation.

    Attributes:
        id: The chain's.
        source: The chain's.
        outcome: See `AnnotationOutcome`.
        part: What could not be annotated; empty where the chain has no steps.
        reason: Why, in one line.
        reply: The last answer that could not be read, shortened; empty where there was none.
        note: How far it got.
    """

    id: str
    outcome: AnnotationOutcome
    source: str = ""
    part: str = ""
    reason: str = ""
    reply: str = ""
    note: AnnotationNote = AnnotationNote()


def annotation_of(chain: AnnotatedChain) -> AnnotationNote | None:
    """How a chain's annotation came about; None where the chain does not tell, or not in this version's words.

    Example:
        >>> annotation_of(AnnotatedChain(id="a", question="q", steps=(), other='{"annotation": {"model": "m"}}')).model
        'm'
    """
    known: dict[str, Any] = msgspec.json.decode(chain.other) if chain.other else {}
    try:
        return msgspec.convert(known["annotation"], AnnotationNote) if "annotation" in known else None
    except msgspec.ValidationError:
        return None
