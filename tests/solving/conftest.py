"""A hand-made chain of three problems, told backward, so that telling order and solving order differ."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Literal

import pytest

from dunyazad.chaining.record import ChainedProblem, Final, LogicGate, Member, Order, Part

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
    final: Final | None = None,
    answer: Fraction | None = None,
) -> ChainedProblem:
    """Gate i looks at problem i-1: `affirm` claims its gold answer, `deny` its counterfactual one."""
    gates = tuple(
        LogicGate(child=child, parents=(child - 1,), condition="if", claims=(forms[child - 1] == "affirm",))
        for child in range(1, length)
    )
    members = tuple(
        Member(
            id=("ada", "bo", "cleo")[place],
            question=QUESTIONS[place],
            answer=GOLD[place],
            counterfactual_answers=(counterfactuals[place],),
            wrong_answers=(OTHER[place],),
            names=((("Ada",), ("Bo",), ("Cleo",))[place]),
        )
        for place in range(length)
    )
    told = tuple(range(length)) if order == "forward" else tuple(range(length - 1, -1, -1))
    text = "The text of the chain {with braces}."
    return ChainedProblem(
        id="c1",
        text=text,
        length=length,
        structure="path",
        order=order,
        style="blocks",
        telling=told,
        problems=members,
        gates=gates,
        final=final or Final("target", (length - 1,)),
        answer=answer or GOLD[length - 1],
        parts=(Part("question", length - 1, 0),),
        spans=(len(text) - 6, len(text)),
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
