"""The ChainedProblem record: several problems joined by gates, with one final question.

Positions are 0-based and count in **solving order**: problem 0 has no gate, every gate's parents come before its
child, and the target is the last. `blocks` lists the same positions in **telling order**, the order of the text.
Spans are half-open character offsets into `text`.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Literal

import msgspec

__all__ = ["Block", "ChainedProblem", "IfGate", "Order", "Span"]

Span = tuple[int, int]
_MOST_SOURCES = 3
Order = Literal["forward", "backward"]


class IfGate(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="if"):
    """A two-branch gate: a claim about the parent's answer decides which first premise holds (paper, section 2).

    Attributes:
        child: The problem whose first premise it decides.
        parents: The problems that it looks at; one, for this kind.
        form: `affirm` claims the parent's conclusion (true: B1, false: B1'); `deny` claims its wrong conclusion
            (true: B1', false: B1). Which of the two was drawn tells nothing about the right branch's place.
        claim: Where the claim stands.
        claim_value: The number that the claim gives as the parent's answer.
        when_true: Where the premise stands that holds if the claim is true.
        when_false: Where the other one stands.
    """

    child: int
    parents: tuple[int, ...]
    form: Literal["affirm", "deny"]
    claim: Span
    claim_value: Fraction
    when_true: Span
    when_false: Span

    @property
    def gold_branch(self) -> Span:
        """Where the child's true first premise stands."""
        return self.when_true if self.form == "affirm" else self.when_false

    @property
    def other_branch(self) -> Span:
        """Where the child's alternate first premise stands."""
        return self.when_false if self.form == "affirm" else self.when_true


class Block(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One problem's place in the text.

    Attributes:
        problem: Its position in solving order.
        opening: Its first premise, or its whole gate.
        premises: Its other premises; an empty span where it has none.
    """

    problem: int
    opening: Span
    premises: Span


class ChainedProblem(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="schema",
    tag="dunyazad.chain/1",
):
    """A chained problem: its text, and everything needed to score and diagnose an answer to it.

    All per-problem tuples are in solving order and of length `length`.

    Attributes:
        id: Unique in its file and stable over runs.
        text: What a model is asked.
        length: How many problems are joined.
        order: How it is told.
        problem_ids: The problems' ids.
        questions: Their questions.
        answers: Their gold answers.
        counterfactual_answers: Their answers under the alternate first premise; None where not known.
        names: Each one's protagonists and places.
        gates: One for each problem but the first, in solving order.
        blocks: The problems' places in the text, in telling order.
        question: Where the final question stands.
        seed: The seed that the file was made with.
        index: The chain's number in its cell (length and order), from 0.
        generator: Name and version of what made it.
        canary: A fixed string to find and filter this data in training corpora.
    """

    id: str
    text: str
    length: int
    order: Order
    problem_ids: tuple[str, ...]
    questions: tuple[str, ...]
    answers: tuple[Fraction, ...]
    counterfactual_answers: tuple[Fraction | None, ...]
    names: tuple[tuple[str, ...], ...]
    gates: tuple[IfGate, ...]
    blocks: tuple[Block, ...]
    question: Span
    seed: int
    index: int
    generator: str
    canary: str

    @property
    def target(self) -> int:
        """The position of the problem that the final question asks about."""
        return self.length - 1

    @property
    def answer(self) -> Fraction:
        """The final answer."""
        return self.answers[-1]

    @property
    def source(self) -> str:
        """Where its problems come from: what their ids begin with before a colon or slash ("template", "handmade").

        Several sources are joined by +, over three are "mixed"; empty where an id names none.
        """
        heads = {re.split("[:/]", name, maxsplit=1)[0] for name in self.problem_ids if re.search("[:/]", name)}
        return "+".join(sorted(heads)) if len(heads) <= _MOST_SOURCES else "mixed"

    def slice(self, span: Span) -> str:
        """The text at a span."""
        return self.text[span[0] : span[1]]
