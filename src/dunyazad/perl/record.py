"""A reasoning chain with what annotators said of it: premises and errors, step by step (PERL, arXiv 2502.02362).

The record holds the annotation as it was published, so that it can be written again without loss: premises by step
*number* with their words, each as often as it was listed, and error types as they were spelled. What the rest of the
package works with is derived from it: steps by position, each premise once, labels of our own taxonomy.
"""

from __future__ import annotations

import hashlib
from typing import Literal

import msgspec

from dunyazad.errors import Label
from dunyazad.reasoning import Parc, Premise, ReasoningChain, Step, leading_label

__all__ = [
    "AnnotatedChain",
    "AnnotatedStep",
    "ChainLabel",
    "ErrorNote",
    "PremiseNote",
    "ProcessChain",
    "Split",
    "question_id",
]

Split = Literal["positives", "negatives", "synthetic_negatives", ""]

# What can be wrong with a chain as a whole.
ChainLabel = Literal["missing_steps", "planning_error", "other"]

# How published files spell the types. Any other type is an error without a name of ours.
_LABELS: dict[str, Label] = {
    "mathematical_error": "mathematical_error",
    "logical_inconsistency": "logical_inconsistency",
    "accumulation_error": "accumulation_error",
}

_CHAIN_LABELS: dict[str, ChainLabel] = {
    "missing_steps": "missing_steps",
    "missing_step": "missing_steps",
    "missing_step_error": "missing_steps",
    "planning_error": "planning_error",
}


def question_id(question: str) -> str:
    """Name a question by its words: chains with one name are about one question, and are no independent evidence.

    Example:
        >>> question_id("How many pens?") == question_id(" How  many pens? ")
        True
    """
    return hashlib.blake2b(" ".join(question.split()).encode("utf-8", "replace"), digest_size=8).hexdigest()


class PremiseNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One premise as an annotator listed it.

    Attributes:
        number: The number of the step that is rested on; 0 is the question.
        text: What is taken from it, in words; None where the annotation has no words.
    """

    number: int
    text: str | None = None


class ErrorNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One error as an annotator named it.

    Attributes:
        type: As spelled ("Mathematical_Error").
        description: In words; may be empty.
    """

    type: str
    description: str = ""

    @property
    def label(self) -> Label:
        """The type as one of our labels; `other` where it is none of the three that have a name.

        Example:
            >>> ErrorNote("Accumulation Error").label, ErrorNote("Missing_Steps").label
            ('accumulation_error', 'other')
        """
        return _LABELS.get(self._plain, "other")

    @property
    def chain_label(self) -> ChainLabel:
        """The type as a label of a whole chain; `other` where it is none of those.

        Example:
            >>> ErrorNote("Missing_Steps").chain_label, ErrorNote("Mathematical_Error").chain_label
            ('missing_steps', 'other')
        """
        return _CHAIN_LABELS.get(self._plain, "other")

    @property
    def _plain(self) -> str:
        return "_".join(self.type.lower().replace("_", " ").split())


class AnnotatedStep(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One step and its annotation.

    Attributes:
        number: The number that premises call it by. Numbers ascend, and may skip.
        text: As the model wrote it.
        original: As the premise annotation has it, where that differs; None where not.
        premises: As listed, with repeats; None where premises were not annotated.
        errors: As listed; empty for a correct step; None where errors were not annotated.
        error_number: The step's number in the error annotation, where that differs; None where not.
        has_error: What the error annotation says in so many words, where that contradicts `errors`; None where not.
    """

    number: int
    text: str
    original: str | None = None
    premises: tuple[PremiseNote, ...] | None = None
    errors: tuple[ErrorNote, ...] | None = None
    error_number: int | None = None
    has_error: bool | None = None

    @property
    def labels(self) -> tuple[Label, ...] | None:
        """What the step is, each label once; `("correct",)` without errors; None where not annotated."""
        if self.errors is None:
            return None
        if not self.errors:
            return ("other",) if self.has_error else ("correct",)
        return tuple(dict.fromkeys(note.label for note in self.errors))


class AnnotatedChain(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="schema",
    tag="dunyazad.annotated/1",
):
    """A question, the steps of one solution to it, and their annotation.

    Attributes:
        id: Unique in its set: the file's name and the place in it, or what the maker calls it.
        question: Step 0.
        steps: Steps by position; may be empty.
        source: The file's name without its ending; results are told per source.
        set: Where the questions come from ("gsm8k"); empty where not known.
        split: Did the solution reach the right answer, or not, or was it made wrong? Empty where not known.
        solution: The gold solution, where given.
        answer: The gold answer as published, a text or a number.
        model_answer: The solution's answer as published.
        is_correct: Is it right? None where the file does not say.
        type: The question's subject, where given.
        question_original: The question as the premise annotation has it; None where that has no entry for it.
        question_premises: What is listed as the question's own premises.
        chain_errors: What is wrong with the chain as a whole (steps that are missing, a plan that cannot work), as
            listed; empty for nothing; None where nobody looked.
        chain_has_errors: What the annotation says of that in so many words, where it contradicts `chain_errors`; None
            where not.
        other: What else was published with the chain, as a JSON object; empty for nothing.

    Raises:
        ValueError: Step numbers do not ascend from 1 or more.
    """

    id: str
    question: str
    steps: tuple[AnnotatedStep, ...]
    source: str = ""
    set: str = ""
    split: Split = ""
    solution: str | None = None
    answer: str | int | float | None = None
    model_answer: str | int | float | None = None
    is_correct: bool | None = None
    type: str | None = None
    question_original: str | None = None
    question_premises: tuple[PremiseNote, ...] = ()
    chain_errors: tuple[ErrorNote, ...] | None = None
    chain_has_errors: bool | None = None
    other: str = ""

    def __post_init__(self) -> None:
        previous = 0
        for step in self.steps:
            if step.number <= previous:
                raise ValueError(f"chain {self.id!r}: step numbers do not ascend at {step.number}")
            previous = step.number

    @property
    def question_id(self) -> str:
        """What the question is called: see `question_id`."""
        return question_id(self.question)

    @property
    def premises(self) -> tuple[tuple[int, ...], ...] | None:
        """The premises of every step by position, each once, ascending; None unless all steps were annotated.

        What names the step itself, a later one, or none, is left out: see `strays`.
        """
        place = {step.number: position for position, step in enumerate(self.steps, start=1)} | {0: 0}
        found = []
        for position, step in enumerate(self.steps, start=1):
            if step.premises is None:
                return None
            named = {place.get(note.number, position) for note in step.premises}
            found.append(tuple(sorted(other for other in named if other < position)))
        return tuple(found)

    @property
    def strays(self) -> tuple[tuple[int, int], ...]:
        """What is listed and can be no premise: pairs of the step's position and the number that it names."""
        place = {step.number: position for position, step in enumerate(self.steps, start=1)} | {0: 0}
        return tuple(
            (position, note.number)
            for position, step in enumerate(self.steps, start=1)
            for note in step.premises or ()
            if place.get(note.number, position) >= position
        )

    @property
    def labels(self) -> tuple[tuple[Label, ...] | None, ...]:
        """What each step is: one label or several; None for a step whose errors were not annotated."""
        return tuple(step.labels for step in self.steps)

    @property
    def chain_labels(self) -> tuple[ChainLabel, ...] | None:
        """What is wrong with the chain as a whole, each label once; empty for nothing; None where not annotated."""
        if self.chain_errors is None:
            return None
        if not self.chain_errors:
            return ("other",) if self.chain_has_errors else ()
        return tuple(dict.fromkeys(note.chain_label for note in self.chain_errors))

    @property
    def chain(self) -> ReasoningChain:
        """The reasoning chain, with the annotators' premises as `given` (for the method `oracle`)."""
        gold = self.premises
        given = None if gold is None else tuple(tuple(map(_annotated, links)) for links in gold)
        steps = tuple(Step(step.text, label=leading_label(step.text)) for step in self.steps)
        return ReasoningChain(id=self.id, question=self.question, steps=steps, given=given)

    @property
    def parc(self) -> Parc | None:
        """The chain as the annotators' premise graph; None where premises were not annotated."""
        chain = self.chain
        return None if chain.given is None else Parc(chain=chain, premises=chain.given, method="oracle")


class ProcessChain(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="schema",
    tag="dunyazad.process/1",
):
    """A solution of which the first wrong step is known, as in ProcessBench.

    Attributes:
        id: As published.
        problem: The question.
        steps: As published.
        label: The first wrong step, counted from 0; -1 for none.
        generator: Which model wrote it; empty where not said.
        final_answer_correct: Is its answer right? None where not said.
        source: The file's name without its ending.

    Raises:
        ValueError: The label names no step.
    """

    id: str
    problem: str
    steps: tuple[str, ...]
    label: int
    generator: str = ""
    final_answer_correct: bool | None = None
    source: str = ""

    def __post_init__(self) -> None:
        if not -1 <= self.label < len(self.steps):
            raise ValueError(f"solution {self.id!r}: the label {self.label} names none of {len(self.steps)} steps")

    @property
    def first_error(self) -> int | None:
        """The first wrong step, counted from 1; None where none is."""
        return self.label + 1 if self.label >= 0 else None

    @property
    def question_id(self) -> str:
        """What the question is called: see `question_id`."""
        return question_id(self.problem)

    @property
    def chain(self) -> ReasoningChain:
        """The reasoning chain."""
        steps = tuple(Step(text, label=leading_label(text)) for text in self.steps)
        return ReasoningChain(id=self.id, question=self.problem, steps=steps)


def _annotated(step: int) -> Premise:
    return Premise(step, "annotated")
