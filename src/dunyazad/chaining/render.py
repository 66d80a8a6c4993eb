"""From problems, forms and an order to a chained problem: the text, with the place of every part in it.

Paper, section 2: a text is, block by block, a first premise (or the gate that decides it) and the other premises, and
ends in the target's question. Forward tells the blocks as they are solved; backward tells the target's block first, so
that every gate needs what comes later.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

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
    fact,
    telling,
)
from dunyazad.problems.record import Problem

__all__ = ["Label", "Pieces", "render_chain", "render_pieces"]


class Label(msgspec.Struct, frozen=True):
    """A chain's place in its file: the seed, and its number in its cell, from 0."""

    seed: int
    index: int


_NO_FILE = Label(seed=0, index=0)


class _Claim(msgspec.Struct, frozen=True):
    """A gate's beginning, as the parent gives it."""

    text: str
    length: int
    value: Fraction


class _Branches(msgspec.Struct, frozen=True):
    """The rest of a block, as the child gives it; offsets count from the end of the claim."""

    text: str
    when_true: Span
    when_false: Span
    gate_end: int
    premises: Span


class Pieces:
    """What a problem gives to any chain, put together once; chains of many problems share it.

    Attributes:
        problem: The problem.
        fact: What a row says of it beside the text.
        plain: Its block as the first of a path, and where the first premise ends.
        claims: Its claims as a parent, in the forms affirm and deny.
        branches: Its branches as a child, likewise.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.fact = fact(problem.id, problem.question, problem.answer, problem.counterfactual_answer, problem.names)
        self.premises = f"{SEPARATOR}{problem.premises}" if problem.premises else ""
        self.plain = (problem.first_premise + self.premises, len(problem.first_premise))
        self.claims = (
            _claim(problem.conclusion, problem.answer),
            _claim(problem.wrong_conclusion, problem.wrong_answer),
        )
        self.branches = (
            self._branches(problem.first_premise, problem.alternate_first_premise),
            self._branches(problem.alternate_first_premise, problem.first_premise),
        )

    def _branches(self, when_true: str, when_false: str) -> _Branches:
        true = _span_after(len(BEFORE_TRUE), when_true)
        false = _span_after(true[1] + len(BEFORE_FALSE), when_false)
        gate_end = false[1] + len(GATE_END)
        text = f"{BEFORE_TRUE}{when_true}{BEFORE_FALSE}{when_false}{GATE_END}{self.premises}"
        return _Branches(text, true, false, gate_end, self.premises_span(gate_end))

    def premises_span(self, opening_end: int) -> Span:
        """Where the other premises stand after an opening; an empty span at its end where there are none."""
        if not self.premises:
            return (opening_end, opening_end)
        return _span_after(opening_end + len(SEPARATOR), self.problem.premises)


def _claim(text: str, value: Fraction) -> _Claim:
    return _Claim(BEFORE_CLAIM + text, len(text), value)


def _span_after(start: int, text: str) -> Span:
    return (start, start + len(text))


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
    return render_pieces([Pieces(problem) for problem in problems], deny=deny, order=order, label=label)


def render_pieces(
    pieces: Sequence[Pieces], *, deny: Sequence[bool], order: Order, label: Label = _NO_FILE
) -> ChainedProblem:
    """Join problems that were prepared once; see `render_chain`.

    Raises:
        ValueError: No problem, or not one form for each problem but the first.
    """
    length = len(pieces)
    if not pieces or len(deny) != length - 1:
        raise ValueError(f"{len(deny)} forms for {length} problems")
    problems = [piece.problem for piece in pieces]
    texts: list[str] = []
    gates: list[IfGate] = []
    blocks: list[Block] = []
    start = 0
    for position in telling(order, length):
        if position == 0:
            text, opening_end = pieces[0].plain
            opening = (start, start + opening_end)
            blocks.append(Block(0, opening, pieces[0].premises_span(opening[1])))
        else:
            text, gate, block = _gated(pieces, position, deny[position - 1], start)
            gates.append(gate)
            blocks.append(block)
        texts.append(text)
        start += len(text) + len(SEPARATOR)
    question = problems[-1].question
    texts.append(question)
    whole = SEPARATOR.join(texts)
    return ChainedProblem(
        id=chain_id((order, length, label.index), label.seed, whole, [piece.fact for piece in pieces]),
        text=whole,
        length=length,
        order=order,
        problem_ids=tuple([problem.id for problem in problems]),
        questions=tuple([problem.question for problem in problems]),
        answers=tuple([problem.answer for problem in problems]),
        counterfactual_answers=tuple([problem.counterfactual_answer for problem in problems]),
        names=tuple([problem.names for problem in problems]),
        gates=tuple(gates if order == "forward" else reversed(gates)),
        blocks=tuple(blocks),
        question=_span_after(start, question),
        seed=label.seed,
        index=label.index,
        generator=GENERATOR,
        canary=CANARY,
    )


def _gated(pieces: Sequence[Pieces], child: int, deny: bool, start: int) -> tuple[str, IfGate, Block]:
    """The block of a problem with a gate that begins at `start`."""
    claim = pieces[child - 1].claims[deny]
    branches = pieces[child].branches[deny]
    text = claim.text + branches.text
    claim_start = start + len(BEFORE_CLAIM)
    base = claim_start + claim.length
    gate = IfGate(
        child,
        (child - 1,),
        "deny" if deny else "affirm",
        (claim_start, base),
        claim.value,
        _moved(branches.when_true, base),
        _moved(branches.when_false, base),
    )
    return text, gate, Block(child, (start, base + branches.gate_end), _moved(branches.premises, base))


def _moved(span: Span, by: int) -> Span:
    return (span[0] + by, span[1] + by)
