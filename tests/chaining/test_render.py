from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from dunyazad.chaining.record import Block
from dunyazad.chaining.render import Label, render_chain
from dunyazad.problems.record import Problem

Invent = Callable[..., Problem]

FORWARD = (
    "Bada has 3 hens. Each hen lays 2 eggs. "
    "Consider this claim: [Bada finds 6 eggs.] "
    "If this claim is true, then the following holds: [Cada has 4 hens.] "
    "If this claim is false, then the following holds instead: [Cada has 6 hens.] "
    "Each hen lays 2 eggs. "
    "Consider this claim: [Cada finds 12 eggs.] "
    "If this claim is true, then the following holds: [Dada has 7 hens.] "
    "If this claim is false, then the following holds instead: [Dada has 5 hens.] "
    "Each hen lays 2 eggs. "
    "How many eggs does Dada find?"
)
BACKWARD = (
    "Consider this claim: [Cada finds 12 eggs.] "
    "If this claim is true, then the following holds: [Dada has 7 hens.] "
    "If this claim is false, then the following holds instead: [Dada has 5 hens.] "
    "Each hen lays 2 eggs. "
    "Consider this claim: [Bada finds 6 eggs.] "
    "If this claim is true, then the following holds: [Cada has 4 hens.] "
    "If this claim is false, then the following holds instead: [Cada has 6 hens.] "
    "Each hen lays 2 eggs. "
    "Bada has 3 hens. Each hen lays 2 eggs. "
    "How many eggs does Dada find?"
)


@pytest.fixture(scope="module")
def three(invent: Invent) -> list[Problem]:
    return [invent(0), invent(1), invent(2)]


def test_a_forward_chain_of_three(three: list[Problem]) -> None:
    assert render_chain(three, deny=[False, True], order="forward").text == FORWARD


def test_a_backward_chain_of_three(three: list[Problem]) -> None:
    assert render_chain(three, deny=[False, True], order="backward").text == BACKWARD


def test_the_record_says_where_everything_is(three: list[Problem]) -> None:
    chain = render_chain(three, deny=[False, True], order="backward", label=Label(seed=7, index=12))
    first, second = chain.gates
    assert [chain.slice(second.claim), chain.slice(second.gold_branch), chain.slice(second.other_branch)] == [
        "Cada finds 12 eggs.",
        "Dada has 5 hens.",
        "Dada has 7 hens.",
    ]
    assert [(gate.child, gate.parents, gate.form, gate.claim_value) for gate in (first, second)] == [
        (1, (0,), "affirm", Fraction(6)),
        (2, (1,), "deny", Fraction(12)),
    ]
    assert [block.problem for block in chain.blocks] == [2, 1, 0]
    assert chain.slice(chain.blocks[2].opening) == "Bada has 3 hens."
    assert chain.slice(chain.blocks[0].opening).startswith("Consider this claim: [Cada finds 12 eggs.]")
    assert chain.slice(chain.blocks[0].premises) == "Each hen lays 2 eggs."
    assert chain.slice(chain.question) == "How many eggs does Dada find?"
    assert chain.answers == (Fraction(6), Fraction(8), Fraction(10))
    assert chain.counterfactual_answers == (Fraction(10), Fraction(12), Fraction(14))
    assert chain.problem_ids == ("hens-0000", "hens-0001", "hens-0002")
    assert (chain.target, chain.answer, chain.seed, chain.index) == (2, Fraction(10), 7, 12)
    assert chain.id.startswith("backward-03-000012-")


def test_a_chain_of_one_is_the_plain_problem_in_either_order(invent: Invent) -> None:
    forward = render_chain([invent(0)], deny=[], order="forward")
    backward = render_chain([invent(0)], deny=[], order="backward")
    assert forward.text == backward.text == invent(0).text
    assert forward.gates == ()
    assert forward.id != backward.id


def test_a_problem_without_other_premises_leaves_no_space(invent: Invent) -> None:
    chain = render_chain([invent(4), invent(1)], deny=[False], order="forward")
    assert chain.text.startswith("Gada has 7 hens. Consider this claim: [")
    assert chain.blocks[0] == Block(0, (0, 16), (16, 16))


def test_forms_must_fit_the_problems(three: list[Problem]) -> None:
    with pytest.raises(ValueError, match="1 forms for 3 problems"):
        render_chain(three, deny=[True], order="forward")
    with pytest.raises(ValueError, match="0 forms for 0 problems"):
        render_chain([], deny=[], order="forward")
