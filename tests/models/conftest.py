"""Three invented problems with programs, and chains of them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from dunyazad.chaining.record import ChainedProblem
from dunyazad.chaining.render import path_gates, render_chain
from dunyazad.problems.record import Given, GoldStep, Operation, Problem, Program

ChainOf = Callable[..., ChainedProblem]


def _figs() -> Problem:
    # 6 trays of 4 are 24, less 4 eaten: 20. With 8 trays: 32 - 4 = 28.
    return Problem(
        id="figs",
        first_premise="Odile dries 6 trays of figs.",
        alternate_first_premise="Odile dries 8 trays of figs.",
        premises="Each tray holds 4 figs, and she eats 4 of them.",
        question="How many figs has Odile?",
        answer=Fraction(20),
        conclusion="Odile has 20 figs.",
        counterfactual_answer=Fraction(28),
        wrong_conclusion="Odile has 28 figs.",
        wrong_answer=Fraction(28),
        names=("Odile",),
        program=Program(
            givens=(
                Given("trays", Fraction(6), "first_premise"),
                Given("each", Fraction(4), "premises"),
                Given("eaten", Fraction(4), "premises"),
            ),
            operations=(
                Operation("dried", "trays * each", Fraction(24)),
                Operation("left_over", "dried - eaten", Fraction(20)),
            ),
            changed="trays",
            alternate_value=Fraction(8),
        ),
    )


def _rope() -> Problem:
    # 15 metres cut in pieces of 2 are 7.5. With 5 metres: 2.5. The gold solution's words can be used again.
    return Problem(
        id="rope",
        first_premise="Piotr owns 15 metres of rope.",
        alternate_first_premise="Piotr owns 5 metres of rope.",
        premises="He cuts it in pieces of 2 metres.",
        question="How many pieces does Piotr get?",
        answer=Fraction(15, 2),
        conclusion="Piotr gets 7.5 pieces.",
        counterfactual_answer=Fraction(5, 2),
        wrong_conclusion="Piotr gets 2.5 pieces.",
        wrong_answer=Fraction(5, 2),
        names=("Piotr",),
        program=Program(
            givens=(Given("rope", Fraction(15), "first_premise"), Given("piece", Fraction(2), "premises")),
            operations=(Operation("pieces", "rope / piece", Fraction(15, 2)),),
            changed="rope",
            alternate_value=Fraction(5),
        ),
        solution=(GoldStep("Piotr gets 15 / 2 = 7.5 pieces.", (0,), Fraction(15, 2)),),
    )


def _wool() -> Problem:
    # Nothing is known but the answer: no program, no counterfactual answer.
    return Problem(
        id="wool",
        first_premise="Signe shears 9 sheep.",
        alternate_first_premise="Signe shears 3 sheep.",
        premises="Each gives 5 bales of wool.",
        question="How many bales has Signe?",
        answer=Fraction(45),
        conclusion="Signe has 45 bales.",
        counterfactual_answer=None,
        wrong_conclusion="Signe has 40 bales.",
        wrong_answer=Fraction(40),
        names=("Signe",),
    )


@pytest.fixture
def problems() -> dict[str, Problem]:
    return {problem.id: problem for problem in (_figs(), _rope(), _wool())}


@pytest.fixture
def chain_of(problems: dict[str, Problem]) -> ChainOf:
    """Joins problems by id, told forward; `deny` says for each gate whether it claims the wrong conclusion."""

    def make(*ids: str, deny: tuple[bool, ...] | None = None) -> ChainedProblem:
        forms = (False,) * (len(ids) - 1) if deny is None else deny
        return render_chain([problems[name] for name in ids], path_gates([not form for form in forms]))

    return make
