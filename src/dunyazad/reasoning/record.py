"""A reasoning chain, and the same with the premises of every step (PARC, arXiv 2502.02362 section 3.1).

Steps are numbered by position from 1; step 0 is the question. A step's own numbering, as written, is its `label`:
it may skip or restart and never serves as an index.
"""

from __future__ import annotations

from typing import Literal

import msgspec

__all__ = [
    "Finding",
    "Necessity",
    "Parc",
    "Premise",
    "PremiseKind",
    "PremiseOutcome",
    "ReasoningChain",
    "RejectedPremise",
    "RejectionReason",
    "Step",
]

# How the premises of a step came about. `found` may well mean that there are none; the others are the method's own
# trouble, and what was found before it stays.
PremiseOutcome = Literal["found", "unparsed", "refused", "truncated", "failed"]

# What a premise is. Both stand under the question, step 0, where nothing in the chain is rested on.
#   stated      the chain or its question says it
#   knowledge   neither does: a formula, the days of a week, a number that is brought in
PremiseKind = Literal["stated", "knowledge"]

# Why something that was named as a premise is none.
#   itself, later   it is the step, or comes after it
#   unknown         the chain has no step of that number
#   prose           a step is named amid a sentence, not in an answer
#   no_step         what stands where a step was asked for is no step's number
#   retracted       the step was taken back before, and another put in its place
RejectionReason = Literal["itself", "later", "unknown", "prose", "no_step", "retracted"]


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of a solution.

    Attributes:
        text: As written, without surrounding white space.
        label: Its number or heading as written ("Step 2a"); empty where it has none.
        span: Half-open character offsets into the response it was cut from; None where unknown.
        retracts: Earlier steps that this one takes back ("wait, that is wrong"), by position, ascending.
    """

    text: str
    label: str = ""
    span: tuple[int, int] | None = None
    retracts: tuple[int, ...] = ()


class Premise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One premise of a step.

    Attributes:
        step: The earlier step that is rested on; 0 is the question.
        reason: Why, in a few words ("uses 12 from step 2").
        score: How sure the method is, from 0 to 1.
        kind: Is it stated, or knowledge that is brought in? Its step is 0 then: annotators file it under the question.
    """

    step: int
    reason: str = ""
    score: float = 1.0
    kind: PremiseKind = "stated"


class ReasoningChain(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="schema",
    tag="dunyazad.reasoning/2",
):
    """A question and the steps of one solution to it.

    Attributes:
        id: Unique in its file.
        question: Step 0.
        steps: Steps 1 to t; may be empty.
        given: Premises that came with the chain (annotations), one tuple a step; None where none came. The method
            `oracle` takes them.

    Raises:
        ValueError: A step takes back a step that is not earlier, or a given premise is not earlier; or the lengths
            differ.
    """

    id: str
    question: str
    steps: tuple[Step, ...]
    given: tuple[tuple[Premise, ...], ...] | None = None

    def __post_init__(self) -> None:
        for number, step in enumerate(self.steps, start=1):
            if step.retracts and not _ascending_below(step.retracts, 1, number):
                raise ValueError(f"step {number} cannot take back the steps {list(step.retracts)}")
        if self.given is not None:
            _check_premises(self.given, len(self.steps))

    def step_text(self, number: int) -> str:
        """The text of a step by number; 0 gives the question.

        Raises:
            IndexError: There is no such step.
        """
        if not 0 <= number <= len(self.steps):
            raise IndexError(f"no step {number}: the chain has steps 0 to {len(self.steps)}")
        return self.question if number == 0 else self.steps[number - 1].text


class Finding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the premises of one step came about.

    Attributes:
        outcome: See `PremiseOutcome`.
        reason: Why it is not `found`, in a few words.
    """

    outcome: PremiseOutcome = "found"
    reason: str = ""


class RejectedPremise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that was named as a premise and is none.

    Attributes:
        step: The step whose premise it was to be; 0 where the chain has no such step.
        text: What was named, shortened.
        reason: See `RejectionReason`.
    """

    step: int
    text: str
    reason: RejectionReason


class Necessity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a step needs one of its premises: F(step | the others) of arXiv 2502.02362, section 3.1.

    Attributes:
        step: The step.
        premise: The premise that was left out.
        needed: Can the step not be verified without it? None where the question got no answer.
        outcome: How the answer came about.
        reason: The model's, or why there is no answer.
    """

    step: int
    premise: int
    needed: bool | None
    outcome: PremiseOutcome = "found"
    reason: str = ""


class Parc(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="schema",
    tag="dunyazad.parc/2",
):
    """A premise-augmented reasoning chain: a directed acyclic graph over the steps.

    Attributes:
        chain: The reasoning chain.
        premises: One tuple a step: entry k-1 holds the premises of step k, by ascending step, without duplicates.
        method: What found them ("provenance", "all", "oracle", ...).
        findings: How each step's premises came about, one a step; empty where all were found.
        rejected: What was named as a premise and is none.
        full: The premises before those that the step does not need were left out, one tuple a step; empty where none
            were tested.
        necessity: The tests of each premise of `full`.

    Raises:
        ValueError: A premise is not an earlier step, or stands twice, or the lengths differ.
    """

    chain: ReasoningChain
    premises: tuple[tuple[Premise, ...], ...]
    method: str
    findings: tuple[Finding, ...] = ()
    rejected: tuple[RejectedPremise, ...] = ()
    full: tuple[tuple[Premise, ...], ...] = ()
    necessity: tuple[Necessity, ...] = ()

    def __post_init__(self) -> None:
        steps = len(self.chain.steps)
        _check_premises(self.premises, steps)
        if self.findings and len(self.findings) != steps:
            raise ValueError(f"{len(self.findings)} findings for {steps} steps")
        if self.full:
            _check_premises(self.full, steps)

    def premises_of(self, number: int) -> tuple[Premise, ...]:
        """The premises of step `number` (from 1)."""
        if not 1 <= number <= len(self.premises):
            raise IndexError(f"no step {number}: the chain has steps 1 to {len(self.premises)}")
        return self.premises[number - 1]

    def finding_of(self, number: int) -> Finding:
        """How the premises of step `number` (from 1) came about."""
        self.premises_of(number)
        return self.findings[number - 1] if self.findings else _FOUND


_FOUND = Finding()


def _check_premises(premises: tuple[tuple[Premise, ...], ...], steps: int) -> None:
    if len(premises) != steps:
        raise ValueError(f"{len(premises)} premise lists for {steps} steps")
    for number, links in enumerate(premises, start=1):
        previous = -1
        for premise in links:
            if not 0 <= premise.step < number:
                raise ValueError(f"step {number} cannot rest on step {premise.step}")
            if premise.step <= previous:
                raise ValueError(f"step {number}: premises are not ascending and distinct at {premise.step}")
            previous = premise.step


def _ascending_below(numbers: tuple[int, ...], low: int, high: int) -> bool:
    return all(low <= number < high for number in numbers) and list(numbers) == sorted(set(numbers))
