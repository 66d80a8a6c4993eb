"""A reasoning chain, and the same with the premises of every step (PARC, arXiv 2502.02362 section 3.1).

Steps are numbered by position from 1; step 0 is the question. A step's own numbering, as written, is its `label`:
it may skip or restart and never serves as an index.
"""

from __future__ import annotations

import msgspec

__all__ = ["Parc", "Premise", "ReasoningChain", "Step"]


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of a solution.

    Attributes:
        text: As written, without surrounding white space.
        label: Its number or heading as written ("Step 2a"); empty where it has none.
        span: Half-open character offsets into the response it was cut from; None where unknown.
    """

    text: str
    label: str = ""
    span: tuple[int, int] | None = None


class ReasoningChain(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="schema",
    tag="dunyazad.reasoning/1",
):
    """A question and the steps of one solution to it.

    Attributes:
        id: Unique in its file.
        question: Step 0.
        steps: Steps 1 to t; may be empty.
    """

    id: str
    question: str
    steps: tuple[Step, ...]

    def step_text(self, number: int) -> str:
        """The text of a step by number; 0 gives the question.

        Raises:
            IndexError: There is no such step.
        """
        if not 0 <= number <= len(self.steps):
            raise IndexError(f"no step {number}: the chain has steps 0 to {len(self.steps)}")
        return self.question if number == 0 else self.steps[number - 1].text


class Premise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One premise of a step.

    Attributes:
        step: The earlier step that is rested on; 0 is the question.
        reason: Why, in a few words ("uses 12 from step 2").
        score: How sure the method is, from 0 to 1.
    """

    step: int
    reason: str = ""
    score: float = 1.0


class Parc(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="schema",
    tag="dunyazad.parc/1",
):
    """A premise-augmented reasoning chain: a directed acyclic graph over the steps.

    Attributes:
        chain: The reasoning chain.
        premises: One tuple a step: entry k-1 holds the premises of step k, by ascending step, without duplicates.
        method: What found them ("provenance", "all", "oracle", ...).

    Raises:
        ValueError: A premise is not an earlier step, or stands twice, or the lengths differ.
    """

    chain: ReasoningChain
    premises: tuple[tuple[Premise, ...], ...]
    method: str

    def __post_init__(self) -> None:
        if len(self.premises) != len(self.chain.steps):
            raise ValueError(f"{len(self.premises)} premise lists for {len(self.chain.steps)} steps")
        for number, premises in enumerate(self.premises, start=1):
            previous = -1
            for premise in premises:
                if not 0 <= premise.step < number:
                    raise ValueError(f"step {number} cannot rest on step {premise.step}")
                if premise.step <= previous:
                    raise ValueError(f"step {number}: premises are not ascending and distinct at {premise.step}")
                previous = premise.step

    def premises_of(self, number: int) -> tuple[Premise, ...]:
        """The premises of step `number` (from 1)."""
        if not 1 <= number <= len(self.premises):
            raise IndexError(f"no step {number}: the chain has steps 1 to {len(self.premises)}")
        return self.premises[number - 1]
