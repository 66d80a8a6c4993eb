"""Diagnosis behind every kind of gate, worked by hand: what the own earlier answers open, and what was made of it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dunyazad.chaining.record import ChainedProblem, Gate, LogicGate, NumericGate, SwitchGate
from dunyazad.solving import diagnose

from .conftest import joined, member

# The last is the target behind the gate: 30, and 40 on its other branch.
PARENTS = (member("a", 12, 14), member("b", 20, 24), member("c", 5, 7))
TARGET = member("t", 30, 40)


def last(chain: ChainedProblem, *given: int | None, asked: set[int] | None = None) -> tuple[str, bool | None]:
    """How the last link went, for answers in solving order."""
    answers = [None if answer is None else Fraction(answer) for answer in given]
    found = diagnose(chain, answers, asked=asked)[-1]
    return found.diagnosis, found.consistent


def logic(condition: str, claims: tuple[bool, ...]) -> ChainedProblem:
    gate = LogicGate(child=len(claims), parents=tuple(range(len(claims))), condition=condition, claims=claims)
    return joined((*PARENTS[: len(claims)], TARGET), [gate])


T, F = True, False
LOGIC: list[tuple[str, tuple[bool, ...], tuple[int | None, ...], tuple[str, bool | None]]] = [
    # and: "12" and "20" are claimed and true, so the condition is met.
    ("and", (T, T), (12, 20, 30), ("correct", True)),
    ("and", (T, T), (12, 20, 40), ("wrong_branch", False)),
    ("and", (T, T), (12, 20, 41), ("otherwise_wrong", None)),
    ("and", (T, T), (14, 20, 40), ("inherited", True)),
    # Not the parent's counterfactual answer, but the claim is false all the same.
    ("and", (T, T), (13, 20, 40), ("inherited", True)),
    ("and", (T, T), (14, 20, 30), ("correct", False)),
    # One false claim settles it, whatever the other is; one true claim does not.
    ("and", (T, T), (None, 24, 40), ("inherited", True)),
    ("and", (T, T), (None, 20, 40), ("wrong_branch", None)),
    ("and", (T, T), (None, 20, 30), ("correct", None)),
    # or: "14" and "24" are claimed, neither is true, so the condition is not met.
    ("or", (F, F), (12, 20, 40), ("wrong_branch", False)),
    ("or", (F, F), (14, 20, 40), ("inherited", True)),
    ("or", (F, F), (None, 24, 40), ("inherited", True)),
    # 13 is wrong, but it is not the 14 that is claimed: this gate forgives it.
    ("or", (F, F), (13, 20, 40), ("wrong_branch", False)),
    ("or", (F, F), (13, 20, 30), ("correct", True)),
    # exactly-one: "12" is true and "24" is not.
    ("exactly-one", (T, F), (12, 20, 40), ("wrong_branch", False)),
    ("exactly-one", (T, F), (14, 20, 40), ("inherited", True)),
    ("exactly-one", (T, F), (12, 24, 40), ("inherited", True)),
    # Two mistakes cancel: the other claim is now the one that is true.
    ("exactly-one", (T, F), (14, 24, 30), ("correct", True)),
    ("exactly-one", (T, F), (14, 24, 40), ("wrong_branch", False)),
    ("exactly-one", (T, F), (None, 24, 40), ("wrong_branch", None)),
    # none: "14" and "24" are claimed, neither is true, so the condition is met.
    ("none", (F, F), (12, 20, 40), ("wrong_branch", False)),
    ("none", (F, F), (12, 24, 40), ("inherited", True)),
    ("none", (F, F), (14, None, 40), ("inherited", True)),
    ("none", (F, F), (12, None, 40), ("wrong_branch", None)),
    # at-least-2 of 2 is and; nested: "12", and exactly one of "20" and "7".
    ("at-least-2", (T, T), (12, 24, 40), ("inherited", True)),
    ("and(1,exactly-one(2,3))", (T, T, F), (12, 20, 5, 30), ("correct", True)),
    ("and(1,exactly-one(2,3))", (T, T, F), (12, 20, 5, 40), ("wrong_branch", False)),
    ("and(1,exactly-one(2,3))", (T, T, F), (14, 20, 5, 40), ("inherited", True)),
    ("and(1,exactly-one(2,3))", (T, T, F), (12, 24, 5, 40), ("inherited", True)),
    ("and(1,exactly-one(2,3))", (T, T, F), (12, 20, 7, 40), ("inherited", True)),
    ("and(1,exactly-one(2,3))", (T, T, F), (12, 24, 7, 30), ("correct", True)),
    ("and(1,exactly-one(2,3))", (T, T, F), (14, None, None, 40), ("inherited", True)),
    ("and(1,exactly-one(2,3))", (T, T, F), (12, None, 5, 40), ("wrong_branch", None)),
    # "12" is true and "24" is not, as it must not be.
    ("and(1,not(2))", (T, F), (12, 24, 40), ("inherited", True)),
    ("and(1,not(2))", (T, F), (12, 20, 40), ("wrong_branch", False)),
]


@pytest.mark.parametrize(("condition", "claims", "given", "found"), LOGIC)
def test_behind_a_logic_gate(
    condition: str, claims: tuple[bool, ...], given: tuple[int | None, ...], found: tuple[str, bool | None]
) -> None:
    assert last(logic(condition, claims), *given) == found


@pytest.mark.parametrize("condition", ["and", "exactly-one"])
def test_a_gate_whose_parents_were_not_all_asked_for(condition: str) -> None:
    chain = logic(condition, (T, T) if condition == "and" else (T, F))
    # Without b nobody knows what is open ...
    assert last(chain, 12, None, 40, asked={0, 2}) == ("undetermined", None)
    # ... unless a alone settles it.
    assert last(chain, 14, None, 40, asked={0, 2}) == (
        ("inherited", True) if condition == "and" else ("undetermined", None)
    )


def switch(*others: int | None) -> ChainedProblem:
    """Four cases: 16, 12, 18, 14 open the branches 3, 0, 1, 2, whose answers are 60, 30, 40, 50."""
    gate = SwitchGate(child=1, parents=(0,), cases=(2, 0, 3, 1), branches=(3, 0, 1, 2))
    return joined([member("p", 12, 14, 16, 18), member("t", 30, *(others or (40, 50, 60)))], [gate])


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ((12, 30), ("correct", True)),
        ((12, 40), ("wrong_branch", False)),
        ((12, 50), ("wrong_branch", False)),
        ((12, 60), ("wrong_branch", False)),
        ((12, 31), ("otherwise_wrong", None)),
        ((16, 60), ("inherited", True)),
        ((18, 40), ("inherited", True)),
        ((14, 50), ("inherited", True)),
        # A branch that is neither the true one nor the one that is open.
        ((14, 40), ("wrong_branch", False)),
        ((16, 50), ("wrong_branch", False)),
        ((18, 30), ("correct", False)),
        # No case fits 13, so nothing led there.
        ((13, 50), ("wrong_branch", None)),
        ((13, 30), ("correct", None)),
        ((13, 31), ("otherwise_wrong", None)),
        ((None, 50), ("wrong_branch", None)),
        ((None, 30), ("correct", None)),
    ],
)
def test_behind_a_switch(given: tuple[int | None, ...], found: tuple[str, bool | None]) -> None:
    assert last(switch(), *given) == found


@pytest.mark.parametrize(
    ("given", "found"),
    [
        # Branch 2 (case 14) has no known answer, so any number may be it ...
        ((14, 55), ("undetermined", None)),
        ((12, 55), ("undetermined", None)),
        # ... but for those that are known to be another branch's.
        ((14, 40), ("wrong_branch", False)),
        ((14, 30), ("correct", False)),
        ((18, 40), ("inherited", True)),
    ],
)
def test_behind_a_switch_with_a_branch_whose_answer_is_not_known(
    given: tuple[int, int], found: tuple[str, bool | None]
) -> None:
    assert last(switch(40, None, 60), *given) == found


def numeric(formula: str, *, child: int = 1) -> NumericGate:
    return NumericGate(
        child=child, parents=(child - 1,), operation="plus", operand=Fraction(3), formula=formula, wording=0
    )


@pytest.mark.parametrize(
    ("given", "found"),
    [
        # The number is the answer and 3: (12 + 3) * 2 = 30, (14 + 3) * 2 = 34, (13 + 3) * 2 = 32.
        ((12, 30), ("correct", True)),
        ((14, 34), ("inherited", True)),
        ((13, 32), ("inherited", True)),
        ((12, 34), ("otherwise_wrong", None)),
        ((13, 34), ("otherwise_wrong", None)),
        ((14, 30), ("correct", False)),
        ((None, 34), ("otherwise_wrong", None)),
        ((None, 30), ("correct", None)),
    ],
)
def test_behind_a_numeric_gate(given: tuple[int | None, ...], found: tuple[str, bool | None]) -> None:
    assert last(joined([member("p", 12, 14), member("t", 30, 34)], [numeric("x * 2")]), *given) == found


def test_behind_a_numeric_gate_whose_parent_was_not_asked_for() -> None:
    chain = joined([member("p", 12, 14), member("t", 30, 34)], [numeric("x * 2")])
    assert last(chain, None, 34, asked={1}) == ("undetermined", None)
    assert last(chain, None, 30, asked={1}) == ("correct", None)


def test_a_number_travels_through_a_chain_of_numeric_gates() -> None:
    # 12 -> (12 + 3) * 2 = 30 -> (30 + 3) / 3 = 11; 13 -> 32 -> 35/3.
    chain = joined(
        [member("p", 12, 14), member("m", 30, 34), member("t", 11, 12)], [numeric("x * 2"), numeric("x / 3", child=2)]
    )
    links = diagnose(chain, [Fraction(13), Fraction(32), Fraction(35, 3)])
    assert [link.diagnosis for link in links] == ["otherwise_wrong", "inherited", "inherited"]
    # A slip in the middle: what follows is computed from the wrong number, and not from what should have been there.
    links = diagnose(chain, [Fraction(13), Fraction(33), Fraction(12)])
    assert [link.diagnosis for link in links] == ["otherwise_wrong", "otherwise_wrong", "inherited"]
    links = diagnose(chain, [Fraction(12), Fraction(30), Fraction(12)])
    assert [link.diagnosis for link in links] == ["correct", "correct", "otherwise_wrong"]


def test_a_number_that_leads_nowhere() -> None:
    # 60 / (x - 3): 60 / 12 = 5; an answer of 0 would have to be divided by.
    chain = joined([member("p", 12, 20), member("t", 5, 3)], [numeric("60 / (x - 3)")])
    assert last(chain, 20, 3) == ("inherited", True)
    assert last(chain, 0, 7) == ("otherwise_wrong", None)
    assert last(chain, 0, 5) == ("correct", None)


def test_a_gate_that_looks_at_a_number() -> None:
    # The middle's wrong conclusion states 34, what follows from its parent's counterfactual answer.
    gates: list[Gate] = [numeric("x * 2"), LogicGate(child=2, parents=(1,), condition="if", claims=(False,))]
    chain = joined([member("p", 12, 14), member("m", 30, 34), TARGET], gates)
    links = diagnose(chain, [Fraction(14), Fraction(34), Fraction(40)])
    assert [link.diagnosis for link in links] == ["otherwise_wrong", "inherited", "inherited"]
    assert last(chain, 12, 30, 40) == ("wrong_branch", False)


def test_a_parent_that_feeds_two_gates() -> None:
    # a decides both b and t; t also looks at b: exactly one of "12" and "24".
    gates = [
        LogicGate(child=1, parents=(0,), condition="if", claims=(True,)),
        LogicGate(child=2, parents=(0, 1), condition="exactly-one", claims=(True, False)),
    ]
    chain = joined([PARENTS[0], PARENTS[1], TARGET], gates)
    # 14 leads b to 24, and the two mistakes cancel at t.
    links = diagnose(chain, [Fraction(14), Fraction(24), Fraction(30)])
    assert [link.diagnosis for link in links] == ["otherwise_wrong", "inherited", "correct"]
    links = diagnose(chain, [Fraction(14), Fraction(24), Fraction(40)])
    assert [link.diagnosis for link in links] == ["otherwise_wrong", "inherited", "wrong_branch"]
