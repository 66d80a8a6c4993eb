"""The verdict on a step, with its evidence (taxonomy of arXiv 2502.02362, section 3.3)."""

from __future__ import annotations

from typing import Literal

import msgspec

from dunyazad.reasoning.record import Parc

__all__ = ["CallUsage", "Evidence", "Label", "Verdict", "VerdictOutcome", "Verification"]

Label = Literal["correct", "mathematical_error", "logical_inconsistency", "accumulation_error", "other"]

# How a verdict came about. Only `judged` and an accumulation error carry a label.
#   judged     the method looked at the step and decided
#   no_claim   a model-free method found nothing in the step that it could check
#   suspect    a step that a reference neither bears out nor refutes: it may be another way to the right answer
#   unparsed, refused, truncated, failed   as for responses: the judge's own trouble, never the step's
VerdictOutcome = Literal["judged", "no_claim", "suspect", "unparsed", "refused", "truncated", "failed"]


class Evidence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a verdict rests on: a stretch of the step, what was found there, what should stand there.

    Attributes:
        text: The stretch of the step, verbatim; may be empty.
        finding: One sentence.
        expected: What would have been right ("24"); empty where not known.
        holds: Does this piece speak for the step (True) or against it (False)?
    """

    text: str
    finding: str
    expected: str = ""
    holds: bool = False


class Verdict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The verdict on one step.

    Attributes:
        step: The step's number, from 1.
        label: None where nothing was decided.
        outcome: How it came about.
        evidence: What it rests on.
        origin: For an accumulation error, the nearest natively wrong step that it comes from; None otherwise.
        method: What judged it.
        reason: Why there is no label, where a method was asked and gave none.
    """

    step: int
    label: Label | None
    outcome: VerdictOutcome
    evidence: tuple[Evidence, ...] = ()
    origin: int | None = None
    method: str = ""
    reason: str = ""

    def __post_init__(self) -> None:
        if self.outcome == "judged" and self.label is None:
            raise ValueError(f"step {self.step}: a judged verdict needs a label")

    @property
    def native_error(self) -> bool:
        """Is the step wrong in itself?"""
        return self.label in ("mathematical_error", "logical_inconsistency", "other")

    @property
    def wrong(self) -> bool:
        """Is the step wrong, in itself or by what it rests on?"""
        return self.native_error or self.label == "accumulation_error"


class CallUsage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the calls of a verification took; tokens are 0 where nobody counted them.

    Attributes:
        calls: Prompts that were answered or failed.
        input_tokens: Tokens of the prompts, cached ones included.
        cached_tokens: How many of those came out of a prefix cache.
        output_tokens: Tokens of the completions.

    Example:
        >>> CallUsage(2, 900, 700, 60) + CallUsage(1, 400)
        CallUsage(calls=3, input_tokens=1300, cached_tokens=700, output_tokens=60)
    """

    calls: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0

    def __add__(self, other: CallUsage) -> CallUsage:
        return CallUsage(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.cached_tokens + other.cached_tokens,
            self.output_tokens + other.output_tokens,
        )


class Verification(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="schema",
    tag="dunyazad.verification/2",
):
    """A verified reasoning chain: its graph and one verdict a step, in order.

    Attributes:
        id: The id of the reasoning chain; for solutions of chained problems, the solution's id.
        parc: The chain with its premises.
        verdicts: One a step, accumulation included.
        errors_method: What judged the steps.
        prompts: The prompt texts that were sent, by name, each with the sha256 of its file; empty without a model.
        usage: What the calls took.
        model: Which model answered; empty without one.
    """

    id: str
    parc: Parc
    verdicts: tuple[Verdict, ...]
    errors_method: str
    prompts: dict[str, str] = {}
    usage: CallUsage = CallUsage()
    model: str = ""

    def __post_init__(self) -> None:
        numbers = [verdict.step for verdict in self.verdicts]
        if numbers != list(range(1, len(self.parc.chain.steps) + 1)):
            raise ValueError(f"verdicts for steps {numbers}, the chain has {len(self.parc.chain.steps)}")

    @property
    def first_error(self) -> int | None:
        """The first wrong step; None where none is."""
        return next((verdict.step for verdict in self.verdicts if verdict.wrong), None)
