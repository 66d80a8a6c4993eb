"""A hand-made chain of three problems, told backward, so that telling order and solving order differ."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Literal

import pytest

from dunyazad.chaining.record import Block, ChainedProblem, IfGate, Order

QUESTIONS = ("How many figs does Ada dry?", "How many jars does Bo fill?", "How many euros does Cleo earn?")
GOLD = (Fraction(12), Fraction(20), Fraction(33, 2))
OTHER = (Fraction(14), Fraction(24), Fraction(18))

MakeChain = Callable[..., ChainedProblem]


def build(
    *,
    order: Order = "backward",
    forms: tuple[Literal["affirm", "deny"], ...] = ("affirm", "deny"),
    counterfactuals: tuple[Fraction | None, ...] = OTHER,
    length: int = 3,
) -> ChainedProblem:
    """Gate i looks at problem i-1: `affirm` claims its gold answer, `deny` its counterfactual one."""
    gates = tuple(
        IfGate(
            child=child,
            parents=(child - 1,),
            form=forms[child - 1],
            claim=(0, 0),
            claim_value=GOLD[child - 1] if forms[child - 1] == "affirm" else OTHER[child - 1],
            when_true=(0, 0),
            when_false=(0, 0),
        )
        for child in range(1, length)
    )
    told = range(length) if order == "forward" else range(length - 1, -1, -1)
    return ChainedProblem(
        id="c1",
        text="The text of the chain {with braces}.",
        length=length,
        order=order,
        problem_ids=("ada", "bo", "cleo")[:length],
        questions=QUESTIONS[:length],
        answers=GOLD[:length],
        counterfactual_answers=counterfactuals[:length],
        names=(("Ada",), ("Bo",), ("Cleo",))[:length],
        gates=gates,
        blocks=tuple(Block(problem, (0, 0), (0, 0)) for problem in told),
        question=(0, 0),
        seed=0,
        index=0,
        generator="by hand",
        canary="none",
    )


@pytest.fixture
def make_chain() -> MakeChain:
    return build


@pytest.fixture
def chain() -> ChainedProblem:
    return build()
