"""From a published row to a chain record: whose text stands where.

The text is walked from its beginning: after the opening of a problem (a gate, or a root's first premise) come its other
premises, and at the end the question. At every place it is known which text must follow, save that a claim may be the
true or the wrong one and branches come in two orders. White space is free: the rows have it doubled here and there.
The chain keeps the published text to the letter; its gates are told in other words than ours, and `check` says so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from dunyazad.chaining.record import ChainedProblem, Final, LogicGate, Member, Order, Part, Role, Span, lengths_of
from dunyazad.chaining.released.rows import ReleasedRow
from dunyazad.problems.findings import Finding
from dunyazad.problems.record import Problem

__all__ = ["GATES", "PUBLISHED", "told_chain"]

PUBLISHED = "published row"
_BEFORE, _FIRST, _SECOND, _END = (
    "If it is true that",
    ", then the following is true: [",
    "] Otherwise, the following is true: [",
    "]",
)
GATES = re.compile(re.escape(_BEFORE))
_SHOWN = 60


class _LostError(Exception):
    """The text does not go on as it must."""

    def __init__(self, place: int, finding: Finding) -> None:
        super().__init__(finding.sentence)
        self.place = place
        self.finding = finding


@lru_cache(maxsize=1 << 12)
def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(r"\s+".join(map(re.escape, text.split())))


class _Walk:
    """A text that is read from its beginning, and the parts found in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.parts: list[Part] = []
        self.spans: list[int] = []

    def at(self, wanted: str) -> Span | None:
        """Where a text stands if it comes next."""
        start = self.place
        while self.text[start : start + 1].isspace():
            start += 1
        match = _pattern(wanted).match(self.text, start)
        return None if match is None else match.span()

    def skip(self, wording: str, whose: str) -> None:
        span = self.at(wording)
        if span is None:
            raise self.lost("text", f"{whose}: expected {wording!r}")
        self.place = span[1]

    def take(self, part: Part, *variants: str, whose: str) -> int:
        """Take one of several texts as a part, and say which it was."""
        for number, variant in enumerate(variants):
            span = self.at(variant)
            if span is not None:
                self.place = span[1]
                self.parts.append(part)
                self.spans += span
                return number
        raise self.lost("text", f"{whose}: expected {_cut(variants[0])}")

    def lost(self, code: str, sentence: str) -> _LostError:
        """What is wrong here."""
        found = _cut(self.text[self.place :].lstrip())
        return _LostError(self.place, Finding(code, f"{sentence}, from {self.place} on stands {found}"))


def _cut(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")


def told_chain(row: ReleasedRow, problems: Mapping[str, Problem], *, index: int) -> ChainedProblem | Finding:
    """Make the chain record of a row, or say what keeps it from being one.

    Args:
        row: The row.
        problems: The problems by id, as `read_handmade` names them.
        index: The row's number in its cell, from 0.
    """
    ids = [f"handmade/{name}" for name in row.id_chain]
    missing = [name for name in ids if name not in problems]
    if missing:
        return Finding("unknown-problem", f"no problem {missing[0]!r} among those given")
    own = [problems[name] for name in ids]
    lost: list[_LostError] = []
    orders: tuple[Order, ...] = ("backward", "forward") if len(own) > 1 else ("backward",)
    for order in orders:
        try:
            return _walk(row, own, order, index)
        except _LostError as error:
            lost.append(error)
    return max(lost, key=lambda error: error.place).finding


def _walk(row: ReleasedRow, own: list[Problem], order: Order, index: int) -> ChainedProblem:
    walk, target = _Walk(row.problem), len(own) - 1
    telling = tuple(range(target, -1, -1)) if order == "backward" else tuple(range(target + 1))
    gates: list[LogicGate] = []
    for position in telling:
        if position:
            gates.append(_gate(walk, own, position))
        else:
            _root(walk, own[0])
        if own[position].premises:
            _take(walk, own, position, "premises", own[position].premises)
    _take(walk, own, target, "question", own[target].question)
    if row.problem[walk.place :].strip():
        raise walk.lost("text", "expected the end")
    gates.sort(key=lambda gate: gate.child)
    return ChainedProblem(
        id=f"published-{order}-{len(own):02d}-{index:06d}",
        text=row.problem,
        length=len(own),
        structure="path",
        order=order,
        style="blocks",
        telling=telling,
        problems=tuple(map(_member, own)),
        gates=tuple(gates),
        final=Final("target", (target,)),
        answer=own[target].answer,
        parts=tuple(walk.parts),
        lengths=lengths_of(walk.spans),
        seed=0,
        index=index,
        generator=PUBLISHED,
        canary="",
    )


def _take(walk: _Walk, own: list[Problem], position: int, role: Role, text: str) -> None:
    walk.take(Part(role, position, 0), text, whose=f"{role} of {own[position].id}")


def _root(walk: _Walk, root: Problem) -> None:
    missing = walk.at(root.first_premise) is None
    if missing and walk.at(root.premises or root.question) is not None:
        raise walk.lost("first-premise", f"the first premise of {root.id} is missing")
    walk.take(Part("first", 0, 0), root.first_premise, whose=f"first premise of {root.id}")


def _gate(walk: _Walk, own: list[Problem], position: int) -> LogicGate:
    child, parent = own[position], own[position - 1]
    whose = f"gate of {child.id}"
    walk.skip(_BEFORE, whose)
    claims = [claim.rstrip(".") for claim in (parent.conclusion, parent.wrong_conclusion)]
    true = walk.take(Part("claim", position, 0), *claims, whose=f"claim about {parent.id}") == 0
    walk.skip(_FIRST, whose)
    branches = [child.first_premise, child.alternate_first_premise]
    place = walk.place
    gold = walk.take(Part("branch", position, 0), *branches, whose=f"first branch of {child.id}") == 0
    walk.skip(_SECOND, whose)
    walk.take(Part("branch", position, 1), branches[1 if gold else 0], whose=f"second branch of {child.id}")
    walk.skip(_END, whose)
    if gold != true:
        walk.place = place
        raise walk.lost("branch", f"the gate of {child.id} opens the wrong first premise under the right answer")
    return LogicGate(child=position, parents=(position - 1,), condition="if", claims=(true,))


def _member(problem: Problem) -> Member:
    return Member(
        id=problem.id,
        question=problem.question,
        answer=problem.answer,
        counterfactual_answers=(problem.counterfactual_answer,),
        wrong_answers=(problem.wrong_answer,),
        names=problem.names,
    )
