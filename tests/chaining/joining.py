"""Joins problems into a chained problem by hand: plainly, and with no code of the renderer.

Where a text stands is found by adding up lengths, piece by piece.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from dunyazad.chaining.evaluate import listed_branches
from dunyazad.chaining.record import (
    ChainedProblem,
    Final,
    Gate,
    LogicGate,
    Member,
    NumericGate,
    Part,
    Role,
    SwitchGate,
    kind_of,
    lengths_of,
)
from dunyazad.chaining.wording import CANARY, GENERATOR, expression, final_wording, gate_wording, row_id
from dunyazad.problems.record import Problem

Piece = str | tuple[Part, str]


class Told(msgspec.Struct, frozen=True):
    """A problem's texts: first premises and conclusions by variant (0 the true one), and its premises by stretch."""

    member: Member
    firsts: tuple[str, ...]
    conclusions: tuple[str, ...]
    premises: tuple[str, ...]
    # The first premise around its number, for a numeric gate.
    around: tuple[str, str] = ("", "")


def told(problem: Problem, *, further: int = 0, stretches: Sequence[str] | None = None) -> Told:
    """A problem's texts; `further` alternates are made up by adding to its numbers."""
    firsts, conclusions = [problem.first_premise], [problem.conclusion]
    known: list[Fraction | None] = [problem.counterfactual_answer]
    wrong = [problem.wrong_answer]
    firsts.append(problem.alternate_first_premise)
    conclusions.append(problem.wrong_conclusion)
    name = problem.names[0]
    for number in range(further):
        hens = 101 + 2 * number
        firsts.append(f"{name} has {hens} hens.")
        conclusions.append(f"{name} finds {2 * hens} eggs.")
        known.append(Fraction(2 * hens))
        wrong.append(Fraction(2 * hens))
    member = Member(
        id=problem.id, question=problem.question, answer=problem.answer, counterfactual_answers=tuple(known),
        wrong_answers=tuple(wrong), names=problem.names,
    )  # fmt: skip
    own = (problem.premises,) if problem.premises else ()
    return Told(
        member,
        tuple(firsts),
        tuple(conclusions),
        own if stretches is None else tuple(stretches),
        (f"{name} has ", " hens."),
    )


def join(problems: Sequence[Told], gates: Sequence[Gate], **fields: Any) -> ChainedProblem:
    """Join problems; what is not given is the plainest: forward, in blocks, the target's question."""
    length = len(problems)
    row: dict[str, Any] = {
        "structure": "dag", "order": "forward", "style": "blocks", "telling": tuple(range(length)),
        "final": Final("target", (length - 1,)), "seed": 7, "index": 3, "generator": GENERATOR, "canary": CANARY,
        "mixed": len({kind_of(gate) for gate in gates}) > 1,
    } | fields  # fmt: skip
    by_child = {gate.child: gate for gate in gates}
    final: Final = row["final"]
    units: list[list[Piece]] = []
    for position, number in _units(row["style"], row["telling"], problems, by_child):
        if number >= 0:
            units.append([(Part("premises", position, number), problems[position].premises[number])])
        elif position in by_child:
            units.append(_gate(by_child[position], problems))
        else:
            units.append([(Part("first", position, 0), problems[position].firsts[0])])
    units.append(_final(final, problems))
    text, parts, spans = "", [], []
    for unit in units:
        text += " " if text else ""
        for piece in unit:
            if isinstance(piece, str):
                text += piece
            else:
                parts.append(piece[0])
                spans += [len(text), len(text) + len(piece[1])]
                text += piece[1]
    answers = [problem.member.answer for problem in problems]
    asked = [answers[position] for position in final.of]
    answer = {"target": answers[-1], "sum": sum(asked), "max": max(asked), "difference": max(asked) - min(asked)}
    chain = ChainedProblem(
        id="", text=text, length=length, problems=tuple([problem.member for problem in problems]), gates=tuple(gates),
        answer=Fraction(answer[final.kind]), parts=tuple(parts), lengths=lengths_of(spans), **row,
    )  # fmt: skip
    return msgspec.structs.replace(chain, id=row_id(chain))


def _units(
    style: str, telling: Sequence[int], problems: Sequence[Told], gates: Mapping[int, Gate]
) -> list[tuple[int, int]]:
    """Openings (-1) and stretches, in the order of the text."""
    stretches = {position: list(range(len(problems[position].premises))) for position in telling}
    if style == "blocks":
        return [(position, number) for position in telling for number in (-1, *stretches[position])]
    if style == "gates-first":
        first = [(position, -1) for position in telling if position in gates]
        return first + [
            (position, number)
            for position in telling
            for number in (*(() if position in gates else (-1,)), *stretches[position])
        ]
    queues = [[(position, number) for number in (-1, *stretches[position])] for position in telling]
    return [queue[turn] for turn in range(max(map(len, queues))) for queue in queues if turn < len(queue)]


def _gate(gate: Gate, problems: Sequence[Told]) -> list[Piece]:
    parts: list[tuple[Part, str]] = []
    child = problems[gate.child]
    if isinstance(gate, NumericGate):
        parts.append((Part("quoted", gate.child, 0), problems[gate.parents[0]].member.question))
        parts.append((Part("branch", gate.child, 0), expression(gate).join(child.around)))
    elif isinstance(gate, SwitchGate):
        for number, (case, branch) in enumerate(zip(gate.cases, gate.branches, strict=True)):
            parts.append((Part("claim", gate.child, number), problems[gate.parents[0]].conclusions[case]))
            parts.append((Part("branch", gate.child, number), child.firsts[branch]))
    else:
        for number, (parent, claim) in enumerate(zip(gate.parents, gate.claims, strict=True)):
            parts.append((Part("claim", gate.child, number), problems[parent].conclusions[not claim]))
        for number, branch in enumerate(listed_branches(gate)):
            parts.append((Part("branch", gate.child, number), child.firsts[branch]))
    return _woven(gate_wording(gate), parts)


def _final(final: Final, problems: Sequence[Told]) -> list[Piece]:
    role: Role = "question" if final.kind == "target" else "asked"
    parts = [(Part(role, position, 0), problems[position].member.question) for position in final.of]
    return _woven(final_wording(final), parts)


def _woven(wording: Sequence[str], parts: Sequence[tuple[Part, str]]) -> list[Piece]:
    pieces: list[Piece] = [wording[0]]
    for part, after in zip(parts, wording[1:], strict=True):
        pieces += [part, after]
    return pieces


def numeric(problems: Sequence[Told], child: int, parent: int, hens: int) -> tuple[NumericGate, Told]:
    """A numeric gate before a problem that begins with so many hens, and the problem as it is behind it."""
    gate = NumericGate(
        child=child, parents=(parent,), operation="plus", operand=hens - problems[parent].member.answer, formula="2 * x"
    )
    before = problems[parent].member.counterfactual_answers[0]
    other = None if before is None else 2 * gate.number(before)
    own = problems[child]
    wrong = own.member.wrong_answers[0] if other is None else other
    member = msgspec.structs.replace(own.member, counterfactual_answers=(other,), wrong_answers=(wrong,))
    name = member.names[0]
    said = own.conclusions[1] if other is None else f"{name} finds {other} eggs."
    return gate, msgspec.structs.replace(own, member=member, conclusions=(own.conclusions[0], said))


def logic(
    child: int, parents: Sequence[int], condition: str, claims: Sequence[bool], inverted: bool = False, wording: int = 0
) -> LogicGate:
    """A logic gate."""
    return LogicGate(
        child=child,
        parents=tuple(parents),
        condition=condition,
        claims=tuple(claims),
        inverted=inverted,
        wording=wording,
    )
