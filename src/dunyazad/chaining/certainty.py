"""Does every wrong branch show? What a chain must pass before it is told.

On a path or tree whose target is asked about, it follows from the single gates: a wrong branch leads to a wrong answer,
every gate sees any wrong answer of a parent that it may have (`plan` draws no others), and there is one way only to the
target. Where mistakes may meet again, or numbers are added up, each wrong branch is followed to its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dunyazad.chaining.evaluate import final_answer, open_branch, through
from dunyazad.chaining.record import Final, Gate, Member, NumericGate, SwitchGate

__all__ = ["forgiven"]


def forgiven(members: Sequence[Member], gates: Sequence[Gate], final: Final) -> int | None:
    """The first gate's child at which some wrong branch ends in the right final answer; None where none does.

    Where it cannot be told what a wrong branch leads to, it does not.

    Example:
        >>> from dunyazad.chaining.render import path_gates
        >>> members = [Member(id=name, question=name, answer=Fraction(1), counterfactual_answers=(Fraction(2),),
        ...                   wrong_answers=(Fraction(2),)) for name in "ab"]
        >>> forgiven(members, path_gates([True]), Final("target", (1,)))
        >>> forgiven(members, path_gates([True]), Final("sum", (0,)))
        1
    """
    gold: list[Fraction | None] = [member.answer for member in members]
    right = final_answer(final, gold)
    for place, gate in enumerate(gates):
        if isinstance(gate, NumericGate):
            continue
        branches = len(gate.cases) if isinstance(gate, SwitchGate) else 2
        for branch in range(1, branches):
            answers = list(gold)
            answers[gate.child] = members[gate.child].answer_under(branch)
            _follow(members, gates[place + 1 :], answers, {gate.child})
            if final_answer(final, answers) == right:
                return gate.child
    return None


def _follow(
    members: Sequence[Member], gates: Sequence[Gate], answers: list[Fraction | None], changed: set[int]
) -> None:
    """Let what changed travel on through the gates that follow."""
    for gate in gates:
        if changed.isdisjoint(gate.parents):
            continue
        if isinstance(gate, NumericGate):
            found = through(gate, answers[gate.parents[0]])
        else:
            branch = open_branch(gate, members, answers)
            found = None if branch is None else members[gate.child].answer_under(branch)
        if found != answers[gate.child]:
            answers[gate.child] = found
            changed.add(gate.child)
