"""What the page for annotated chains shows, and how far persons and annotation agree."""

from __future__ import annotations

import msgspec

from dunyazad.report.record import Interval, Rate

__all__ = ["ChainAgreement", "ChainCard", "LabelKappa", "PersonAgreement", "PersonPair", "StepCard"]


class StepCard(msgspec.Struct, frozen=True):
    """One step.

    Attributes:
        text: As the model wrote it.
        called: Its number in the annotation, where that is not its position; "" where it is.
        premises: By position; None where not annotated.
        reasons: Position and words of each premise that has words.
        labels: What it is called; None where not annotated.
        notes: The words of its errors.
    """

    text: str
    called: str
    premises: tuple[int, ...] | None
    reasons: tuple[tuple[int, str], ...]
    labels: tuple[str, ...] | None
    notes: tuple[str, ...]


class ChainCard(msgspec.Struct, frozen=True, kw_only=True):
    """One chain.

    Attributes:
        id: The chain's id.
        digest: Of its record.
        question: Step 0.
        steps: Its steps.
        chain: What is wrong with the whole; None where not annotated.
        chain_notes: The words of that.
        facts: What else is known: name and text.
        split: Its split; "" where not known.
        label_names: The labels that occur in it.
        begin: Marks to begin with, as JSON; "" for none.
    """

    id: str
    digest: str
    question: str
    steps: tuple[StepCard, ...]
    chain: tuple[str, ...] | None
    chain_notes: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    split: str
    label_names: tuple[str, ...]
    begin: str = ""

    @property
    def judgments(self) -> int:
        """How many things there are to judge."""
        known = sum((step.premises is not None) + (step.labels is not None) for step in self.steps)
        return known + (self.chain is not None)


class LabelKappa(msgspec.Struct, frozen=True):
    """Cohen's kappa over labels.

    Attributes:
        value: None where it is not defined.
        interval: Its 95 % interval, by leaving out one question after the other; None where none can be given.
        reason: Why one is missing; empty otherwise.
    """

    value: float | None
    interval: Interval | None
    reason: str = ""


class PersonAgreement(msgspec.Struct, frozen=True, kw_only=True):
    """How far a person and the annotation agree, over what both say something of.

    Attributes:
        reader: The name, or the file that the marks are from.
        sample: How the chains were chosen, as the marks tell; "" for all.
        chains: Chains with a judgment whose record is the one that was read.
        unmarked: Ids of the marks without any judgment.
        changed: Ids whose record has changed since it was read; their marks do not count.
        unknown: Ids that are not in the file.
        premise_sets: Steps whose set of premises is the same.
        precision: Of the premises that the annotation names, those that the person names.
        recall: Of the premises that the person names, those that the annotation names.
        labels: Steps with the same labels.
        kappa: Over the labels.
        confusions: The label of the annotation, that of the person, and how often, where they differ; commonest first.
        whole: Chains with the same errors of the whole.
        differ: Where they differ: chain, step by position (0 for the whole) and what.
    """

    reader: str
    sample: str
    chains: int
    unmarked: tuple[str, ...]
    changed: tuple[str, ...]
    unknown: tuple[str, ...]
    premise_sets: Rate
    precision: Rate
    recall: Rate
    labels: Rate
    kappa: LabelKappa
    confusions: tuple[tuple[str, str, int], ...]
    whole: Rate
    differ: tuple[tuple[str, int, str], ...]


class PersonPair(msgspec.Struct, frozen=True, kw_only=True):
    """How far two persons agree, over what both judged.

    Attributes:
        first: A reader.
        second: Another one.
        premise_sets: Steps whose set of premises is the same.
        labels: Steps with the same labels.
        kappa: Over the labels.
        whole: Chains with the same errors of the whole.
    """

    first: str
    second: str
    premise_sets: Rate
    labels: Rate
    kappa: LabelKappa
    whole: Rate


class ChainAgreement(msgspec.Struct, frozen=True):
    """All readers' marks of one file."""

    chains: int
    readers: tuple[PersonAgreement, ...]
    pairs: tuple[PersonPair, ...]
