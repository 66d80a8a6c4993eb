"""From problems, forms and an order to a chained problem: the text, with the place of every part in it.

Paper, section 2: a text is, block by block, a first premise (or the gate that decides it) and the other premises, and
ends in the target's question. Forward tells the blocks as they are solved; backward tells the target's block first, so
that every gate needs what comes later.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from dunyazad.chaining.record import Block, ChainedProblem, IfGate, Order, Span
from dunyazad.chaining.wording import (
    BEFORE_CLAIM,
    BEFORE_FALSE,
    BEFORE_TRUE,
    CANARY,
    GATE_END,
    GENERATOR,
    SEPARATOR,
    chain_id,
    telling,
)
from dunyazad.problems.record import Problem

__all__ = ["Label", "render_chain"]


class Label(msgspec.Struct, frozen=True):
    """A chain's place in its file: the seed, and its number in its cell, from 0."""

    seed: int
    index: int


_NO_FILE = Label(seed=0, index=0)


def render_chain(
    problems: Sequence[Problem], *, deny: Sequence[bool], order: Order, label: Label = _NO_FILE
) -> ChainedProblem:
    """Join problems into one chained problem.

    It only joins: that the problems may stand in one chain is for `Pool` and `check` to see.

    Args:
        problems: In solving order, at least one; the last is the target.
        deny: For each problem but the first, whether its gate denies (claims the parent's wrong conclusion).
        order: How the text tells them.
        label: Where the chain belongs.

    Raises:
        ValueError: No problem, or not one form for each problem but the first.
    """
    if not problems or len(deny) != len(problems) - 1:
        raise ValueError(f"{len(deny)} forms for {len(problems)} problems")
    text = _Text()
    gates: dict[int, IfGate] = {}
    blocks: list[Block] = []
    for position in telling(order, len(problems)):
        problem = problems[position]
        if position == 0:
            opening = text.part(problem.first_premise)
        else:
            gate, opening = _gate(text, problems, position, deny[position - 1])
            gates[position] = gate
        premises = text.part(problem.premises) if problem.premises else (opening[1], opening[1])
        blocks.append(Block(position, opening, premises))
    question = text.part(problems[-1].question)
    whole = str(text)
    return ChainedProblem(
        id=chain_id(order, len(problems), label.index, whole),
        text=whole,
        length=len(problems),
        order=order,
        problem_ids=tuple([problem.id for problem in problems]),
        questions=tuple([problem.question for problem in problems]),
        answers=tuple([problem.answer for problem in problems]),
        counterfactual_answers=tuple([problem.counterfactual_answer for problem in problems]),
        names=tuple([problem.names for problem in problems]),
        gates=tuple([gates[child] for child in range(1, len(problems))]),
        blocks=tuple(blocks),
        question=question,
        seed=label.seed,
        index=label.index,
        generator=GENERATOR,
        canary=CANARY,
    )


def _gate(text: _Text, problems: Sequence[Problem], child: int, deny: bool) -> tuple[IfGate, Span]:
    parent, own = problems[child - 1], problems[child]
    branches = (own.first_premise, own.alternate_first_premise)
    if deny:
        claim, value, branches = parent.wrong_conclusion, parent.wrong_answer, branches[::-1]
    else:
        claim, value = parent.conclusion, parent.answer
    start = text.part(BEFORE_CLAIM)[0]
    claim_span = text.join(claim)
    text.join(BEFORE_TRUE)
    when_true = text.join(branches[0])
    text.join(BEFORE_FALSE)
    when_false = text.join(branches[1])
    end = text.join(GATE_END)[1]
    gate = IfGate(child, (child - 1,), "deny" if deny else "affirm", claim_span, value, when_true, when_false)
    return gate, (start, end)


class _Text:
    """A text under construction that knows where it is."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._end = 0

    def join(self, piece: str) -> Span:
        """Add a piece and tell its span."""
        start = self._end
        self._pieces.append(piece)
        self._end = end = start + len(piece)
        return (start, end)

    def part(self, piece: str) -> Span:
        """Add a piece that stands off from what is there."""
        if self._pieces:
            self.join(SEPARATOR)
        return self.join(piece)

    def __str__(self) -> str:
        return "".join(self._pieces)
