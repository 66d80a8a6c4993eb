"""Gates and following them, by hand; `test_sensitivity` has them against brute force."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from tests.chaining.joining import join, logic, numeric, told

from dunyazad.chaining.evaluate import (
    expected,
    final_answer,
    follow,
    follow_policy,
    gold_met,
    listed_branches,
    open_branch,
    resolve,
    through,
)
from dunyazad.chaining.record import ChainedProblem, Final, LogicGate, Member, NumericGate, SwitchGate
from dunyazad.problems.record import Problem

Invent = Callable[..., Problem]
F = Fraction


def member(answer: int, *wrong: int) -> Member:
    others = tuple(map(F, wrong))
    return Member(id="m", question="?", answer=F(answer), counterfactual_answers=others, wrong_answers=others)


def shown(answers: tuple[Fraction | None, ...]) -> str:
    return ", ".join(map(str, answers))


@pytest.mark.parametrize(
    ("claim", "answer", "branch"),
    [
        (True, 18, 0),
        (True, 20, 1),
        (True, 7, 1),
        (False, 18, 0),
        (False, 20, 1),
        (False, 7, 0),  # the denying form cannot tell another wrong answer from the right one
        (True, None, None),
        (False, None, None),
    ],
)
def test_an_if_opens(claim: bool, answer: int | None, branch: int | None) -> None:
    gate = logic(1, (0,), "if", (claim,))
    assert open_branch(gate, [member(18, 20)], [None if answer is None else F(answer)]) == branch


@pytest.mark.parametrize(
    ("answers", "branch"),
    [((1, 2), 0), ((9, 2), 1), ((1, 9), 1), ((9, 9), 1), ((None, 2), None), ((None, 9), 1), ((9, None), 1)],
)
def test_an_and_opens(answers: tuple[int | None, ...], branch: int | None) -> None:
    # Claims 1 and 2, both true. One false claim settles it, whatever is not known of the other.
    gate = logic(2, (0, 1), "and", (True, True))
    held = [None if answer is None else F(answer) for answer in answers]
    assert open_branch(gate, [member(1, 9), member(2, 9)], held) == branch


def test_a_switch_opens_what_fits() -> None:
    gate = SwitchGate(child=1, parents=(0,), cases=(2, 0, 1), branches=(1, 0, 2))
    problems = [member(5, 6, 7)]
    assert [open_branch(gate, problems, [F(n)]) for n in (5, 6, 7, 8)] == [0, 2, 1, None]
    assert open_branch(gate, problems, [None]) is None
    assert listed_branches(gate) == (1, 0, 2)


@pytest.mark.parametrize("inverted", [False, True])
@pytest.mark.parametrize(("condition", "claims", "met"), [("and", (True, True), True), ("or", (False, False), False)])
def test_what_stands_first_holds_if_the_condition_is_met_or_not_where_inverted(
    condition: str, claims: tuple[bool, ...], met: bool, inverted: bool
) -> None:
    gate = logic(2, (0, 1), condition, claims, inverted)
    assert gold_met(gate) is met
    assert listed_branches(gate) == ((0, 1) if met != inverted else (1, 0))


def test_a_number_goes_through_or_nowhere() -> None:
    gate = NumericGate(child=1, parents=(0,), operation="minus", operand=F(2), formula="12 / x")
    assert through(gate, F(5)) == 4
    assert through(gate, F(2)) is None  # a division by zero
    assert through(gate, None) is None
    times = NumericGate(child=1, parents=(0,), operation="times", operand=F(3), formula="x + 1")
    assert through(times, F(5)) == 16


def test_open_branch_needs_the_parents_place() -> None:
    with pytest.raises(IndexError):
        open_branch(logic(1, (0,), "if", (True,)), [member(1, 2)], [])


@pytest.fixture(scope="module")
def chain(invent: Invent) -> ChainedProblem:
    """Answers 6, 8, 10 (14), 12 (16), and behind gate 3 twice its answer less 12: 12 (20)."""
    own = [told(invent(number)) for number in range(5)]
    gate, own[4] = numeric(own, 4, 3, hens=7)
    return join(own, [logic(2, (0, 1), "exactly-one", (True, False)), logic(3, (2,), "if", (False,)), gate])


def test_without_a_mistake_the_answers_are_the_gold_ones(chain: ChainedProblem) -> None:
    assert follow(chain) == chain.answers
    assert resolve(chain, chain.answers) == (0, 0, 0)
    assert [expected(chain, position, chain.answers) for position in range(5)] == list(chain.answers)


def test_a_wrong_branch_travels_to_the_end(chain: ChainedProblem) -> None:
    # 12 hens' eggs instead of 10 are 14; gate 3 finds its wrong claim true: 16; 16 - 5 = 11 hens: 22.
    assert shown(follow(chain, wrong_at=[2])) == "6, 8, 14, 16, 22"
    assert shown(follow(chain, wrong_at={3: 1})) == "6, 8, 10, 16, 22"
    # Two mistakes: at gate 3 the branch that is not open for 14 is the true one.
    assert shown(follow(chain, wrong_at=[2, 3])) == "6, 8, 14, 12, 14"


def test_what_is_not_known_stays_so(chain: ChainedProblem) -> None:
    assert resolve(chain, [None, *chain.answers[1:]]) == (None, 0, 0)
    assert resolve(chain, [*chain.answers[:3], F(13), F(0)]) == (0, 0, None)
    answers = follow_policy(chain, lambda gate, opened: None if gate.child == 3 else opened)
    assert shown(answers) == "6, 8, 10, None, None"
    assert expected(chain, 4, answers) is None


def test_an_arbitrary_wrong_conclusion_forgives(invent: Invent) -> None:
    own = [told(invent(0)), told(invent(1, wrong=999)), told(invent(2))]
    chain = join(own, [logic(1, (0,), "if", (True,)), logic(2, (1,), "if", (False,))])
    assert shown(follow(chain, wrong_at=[1])) == "6, 12, 10"


@pytest.mark.parametrize(
    ("kind", "of", "answer"),
    [("target", (2,), 9), ("sum", (0, 2), 12), ("sum", (2, 1, 0), 17), ("difference", (0, 2), 6), ("max", (1, 0), 5)],
)
def test_final_answers(kind: str, of: tuple[int, ...], answer: int) -> None:
    final = Final(kind, of)  # type: ignore[arg-type]
    assert final_answer(final, [F(3), F(5), F(9)]) == answer
    assert final_answer(final, [None, None, None]) is None
    assert final_answer(final, [F(3) if place != of[0] else None for place in range(3)]) is None


def test_a_gate_of_many_claims_is_a_logic_gate() -> None:
    gate = LogicGate(child=3, parents=(2, 0, 1), condition="at-least-3", claims=(True, True, True))
    problems = [member(1, 4), member(2, 5), member(3, 6)]
    assert open_branch(gate, problems, [F(1), F(2), F(3)]) == 0
    assert open_branch(gate, problems, [F(1), F(5), F(3)]) == 1
