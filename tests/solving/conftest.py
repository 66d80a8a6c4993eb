"""A hand-made chain of three problems, told backward, so that telling order and solving order differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Literal

import pytest

from dunyazad.chaining.evaluate import final_answer
from dunyazad.chaining.record import ChainedProblem, Final, Gate, LogicGate, Member, Order, Part, lengths_of
from dunyazad.chaining.wording import final_wording

QUESTIONS = ("How many figs does Ada dry?", "How many jars does Bo fill?", "How many euros does Cleo earn?")
GOLD = (Fraction(12), Fraction(20), Fraction(33, 2))
OTHER = (Fraction(14), Fraction(24), Fraction(18))

MakeChain = Callable[..., ChainedProblem]


def member(name: str, answer: int, *others: int | None) -> Member:
    """A problem with its answers on other branches; where one is not known, its wrong conclusion says 99."""
    return Member(
        id=name,
        question=f"What is {name}?",
        answer=Fraction(answer),
        counterfactual_answers=tuple(None if other is None else Fraction(other) for other in others),
        wrong_answers=tuple(Fraction(99) if other is None else Fraction(other) for other in others),
    )


def joined(members: Sequence[Member], gates: Sequence[Gate], final: Final | None = None) -> ChainedProblem:
    """A chain told forward, with a text of nothing but its final question."""
    last = len(members) - 1
    final = final or Final("target", (last,))
    answer = final_answer(final, [each.answer for each in members])
    assert answer is not None
    text = ""
    parts: list[Part] = []
    spans: list[int] = []
    for position, before in zip(final.of, final_wording(final)[:-1], strict=True):
        question = members[position].question
        text += before
        parts.append(Part("question" if final.kind == "target" else "asked", position, 0))
        spans += [len(text), len(text) + len(question)]
        text += question
    return ChainedProblem(
        id="joined",
        text=text + final_wording(final)[-1],
        length=len(members),
        structure="dag",
        order="forward",
        style="blocks",
        telling=tuple(range(len(members))),
        problems=tuple(members),
        gates=tuple(gates),
        final=final,
        answer=answer,
        parts=tuple(parts),
        lengths=lengths_of(spans),
        seed=0,
        index=0,
        generator="by hand",
        canary="none",
    )


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
        lengths=(len(text) - 6, 6),
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
