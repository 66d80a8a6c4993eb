"""Gates and following them, against brute force."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from dunyazad.chaining.evaluate import follow, follow_policy, open_branch, resolve
from dunyazad.chaining.record import ChainedProblem, IfGate
from dunyazad.chaining.render import render_chain
from dunyazad.problems.record import Problem

Invent = Callable[..., Problem]


def gate(form: str, claim: int) -> IfGate:
    return IfGate(1, (0,), "affirm" if form == "affirm" else "deny", (0, 1), Fraction(claim), (1, 2), (2, 3))


@pytest.mark.parametrize(
    ("form", "claim", "answer", "branch"),
    [
        ("affirm", 18, 18, True),
        ("affirm", 18, 20, False),
        ("deny", 20, 18, True),
        ("deny", 20, 20, False),
        ("deny", 20, 7, True),  # the deny form cannot tell another wrong answer from the right one
        ("affirm", 18, None, None),
        ("deny", 20, None, None),
    ],
)
def test_open_branch(form: str, claim: int, answer: int | None, branch: bool | None) -> None:
    assert open_branch(gate(form, claim), [None if answer is None else Fraction(answer)]) is branch


def test_open_branch_needs_the_parents_place() -> None:
    with pytest.raises(IndexError):
        open_branch(gate("affirm", 1), [])


def brute_force(chain: ChainedProblem, wrong_at: set[int]) -> list[Fraction | None]:
    """Solve by reading the record in another way: the claim decides which span of the text holds."""
    answers: list[Fraction | None] = [chain.answers[0]]
    for child in range(1, chain.length):
        own = chain.gates[child - 1]
        before = answers[child - 1]
        if before is None:
            answers.append(None)
            continue
        span = own.when_true if before == own.claim_value else own.when_false
        if child in wrong_at:
            span = own.when_false if span == own.when_true else own.when_true
        is_gold = span == (own.when_true if own.form == "affirm" else own.when_false)
        answers.append(chain.answers[child] if is_gold else chain.counterfactual_answers[child])
    return answers


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("length", range(1, 6))
def test_follow_equals_brute_force_over_all_branch_choices(length: int, known: bool, invent: Invent) -> None:
    problems = [invent(number, known=known or number % 2 == 0) for number in range(length)]
    for deny in product([False, True], repeat=length - 1):
        chain = render_chain(problems, deny=deny, order="backward")
        for wrong in product([False, True], repeat=length - 1):
            wrong_at = {child for child, flipped in enumerate(wrong, start=1) if flipped}
            assert list(follow(chain, wrong_at=wrong_at)) == brute_force(chain, wrong_at)


def test_follow_without_a_mistake_gives_the_gold_answers(invent: Invent) -> None:
    chain = render_chain([invent(number) for number in range(4)], deny=[True, False, True], order="forward")
    assert follow(chain) == chain.answers
    assert resolve(chain, chain.answers) == (True, True, True)
    assert resolve(chain, [None, *chain.answers[1:]]) == (None, True, True)


def test_one_wrong_branch_travels_to_the_end(invent: Invent) -> None:
    # Both forms: at the counterfactual conclusion a wrong answer finds its own claim true and goes on wrongly.
    chain = render_chain([invent(number) for number in range(4)], deny=[True, False, True], order="forward")
    answers = follow(chain, wrong_at=[1])
    assert answers == (chain.answers[0], *chain.counterfactual_answers[1:])


def test_an_arbitrary_wrong_conclusion_forgives(invent: Invent) -> None:
    problems = [invent(0), invent(1, wrong=999), invent(2)]
    chain = render_chain(problems, deny=[False, True], order="forward")
    assert follow(chain, wrong_at=[1]) == (Fraction(6), Fraction(12), Fraction(10))


def test_a_policy_may_leave_a_gate_undecided(invent: Invent) -> None:
    chain = render_chain([invent(number) for number in range(3)], deny=[False, False], order="forward")
    answers = follow_policy(chain, lambda gate, _: None if gate.child == 1 else True)
    assert answers == (Fraction(6), None, Fraction(10))
