from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from dunyazad._exceptions import InputError
from dunyazad.chaining.kinds import parse_kinds
from dunyazad.chaining.plan import Planner, Recipe
from dunyazad.chaining.record import LogicGate


def planner(length: int = 4, seed: int = 1, **wish: Any) -> Planner:
    return Planner(Recipe(**wish), length, seed)


def test_a_plan_is_a_function_of_seed_length_and_number() -> None:
    def gates(own: Planner, number: int) -> object:
        plan = own.plan(number)
        return plan and [drawn.gate for drawn in plan.gates]

    assert gates(planner(), 5) == gates(planner(), 5)
    assert len({str(gates(planner(seed=seed), number)) for seed in (1, 2) for number in range(20)}) > 35


def test_kinds_are_drawn_by_weight() -> None:
    # 9,000 gates: 6,000 and 3,000, standard deviation 45; five of them are 224.
    own = planner(3, structure="dag", edges=((0, 2), (1, 2)), gates=parse_kinds("and:2,or"))
    drawn: Counter[str] = Counter()
    for number in range(9000):
        plan = own.plan(number)
        assert plan is not None
        gate = plan.gates[2].gate
        assert isinstance(gate, LogicGate)
        drawn[gate.condition] += 1
    assert abs(drawn["and"] - 6000) < 224


def test_phrasings_are_drawn_for_each_gate_unless_one_is_asked_for() -> None:
    def wordings(own: Planner) -> set[tuple[int, ...]]:
        plans = [own.plan(number) for number in range(200)]
        return {tuple(d.gate.wording for d in plan.gates if d.gate) for plan in plans if plan}

    assert len(wordings(planner(3))) == 16
    assert wordings(planner(3, wording=2)) == {(2, 2)}


def test_questions_over_several_hold_the_target() -> None:
    for question, over, count in (("sum", 0, 5), ("sum", 3, 3), ("max", 2, 2), ("difference", 0, 2)):
        own = planner(5, question=question, over=over)
        drawn = [plan.final for number in range(60) if (plan := own.plan(number))]
        assert {(final.kind, len(set(final.of)), final.of[-1]) for final in drawn} == {(question, count, 4)}
        assert len({final.of for final in drawn}) == {5: 1, 3: 6, 2: 4}[count]


def test_every_position_is_told_first_about_as_often() -> None:
    # 4,000 shuffles of 4: 1,000 each, standard deviation 27; five of them are 137.
    tell = planner().teller("shuffled")
    tellings = [tell(number) for number in range(4000)]
    assert {tuple(sorted(told)) for told in tellings} == {(0, 1, 2, 3)}
    assert all(abs(sum(told[0] == first for told in tellings) - 1000) < 137 for first in range(4))
    assert len(set(tellings)) == 24


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"structure": "ring"}, "no structure 'ring': path, tree, dag"),
        ({"style": "loose"}, "no style 'loose'"),
        ({"question": "product"}, "no question 'product'"),
        ({"gates": ()}, "no gate given"),
        ({"edges": ((0, 1),)}, "edges are for the structure dag"),
        ({"structure": "dag", "edges": ((0, 1),)}, "the edges join 2 problems, length 4 was asked for"),
        ({"wording": 4}, "a wording is 0 to 3, not 4"),
        ({"question": "sum", "over": 1}, "a sum is over 2 problems or more, not 1"),
        ({"question": "sum", "over": 5}, "a sum over 5 problems in a chain of 4"),
        ({"question": "target", "over": 2}, "the question 'target' takes no number"),
        ({"names": "swap"}, "names are refused or renamed, not 'swap'"),
        ({"gates": parse_kinds("and")}, "no gate asked for .and. fits a gate that looks at 1 problem"),
        ({"structure": "dag", "fan_in": 3, "gates": parse_kinds("if,and(1,2)")}, "looks at 3 problems"),
    ],
)
def test_recipes_that_cannot_be_followed(wish: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        planner(**wish)


def test_orders_must_tell_as_many_problems() -> None:
    with pytest.raises(InputError, match="the order 2,0,1 tells 3 problems, length 4 was asked for"):
        planner().teller("2,0,1")
    with pytest.raises(InputError, match="a difference takes chains of 2 problems or more"):
        planner(1, question="difference")
