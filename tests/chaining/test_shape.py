"""The shape that a row must have; its planted defects are in `test_certify`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from tests.chaining.joining import Told, join, logic, told

from dunyazad.chaining.certify import check
from dunyazad.chaining.record import Order, SwitchGate
from dunyazad.chaining.shape import LONGEST, check_shape, expected_parts, tells
from dunyazad.chaining.spans import stands_alone
from dunyazad.problems.record import Problem

replace = msgspec.structs.replace


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ("forward", (0, 1, 2, 3, 4)),
        ("backward", (4, 3, 2, 1, 0)),
        ("zigzag", (0, 4, 1, 3, 2)),
        ("shuffled", None),
        ("explicit", None),
    ],
)
def test_orders(order: Order, told: tuple[int, ...] | None) -> None:
    assert tells(order, 5) == told


def test_a_path_is_a_tree_and_a_tree_is_a_dag(hens: list[Problem]) -> None:
    own = [told(problem) for problem in hens[:4]]
    path = [logic(child, (child - 1,), "if", (True,)) for child in (1, 2, 3)]
    tree = [logic(2, (0, 1), "and", (True, True)), logic(3, (2,), "if", (True,))]
    dag = [*tree[:1], logic(3, (0, 2), "and", (True, True))]
    for gates, fits in ((path, "path tree dag"), (tree, "tree dag"), (dag, "dag")):
        for structure in ("path", "tree", "dag"):
            found = list(check_shape(join(own, gates, structure=structure)))
            assert (not found) == (structure in fits.split())


def parted(problems: Sequence[Problem], counts: Sequence[int]) -> list[Told]:
    return [
        replace(told(problem), premises=tuple([f"{problem.names[0]} counts to {number}." for number in range(count)]))
        for problem, count in zip(problems, counts, strict=True)
    ]


def test_stretches_alternate_round_by_round(hens: list[Problem]) -> None:
    gates = [logic(1, (0,), "if", (True,)), logic(2, (1,), "if", (True,))]
    chain = join(parted(hens[:3], (3, 0, 1)), gates, style="interleaved", order="backward", telling=(2, 1, 0))
    places = [(part.problem, part.role) for part in expected_parts(chain) if part.role not in ("claim", "branch")]
    assert places == [(0, "first"), (2, "premises"), (0, "premises"), (0, "premises"), (0, "premises"), (2, "question")]
    assert check(chain) == ()
    # The same stretches in another order are not what alternating gives.
    swapped = [3, 4] if chain.parts[3].role == "premises" else [6, 7]
    parts = list(chain.parts)
    parts[swapped[0]], parts[swapped[1]] = parts[swapped[1]], parts[swapped[0]]
    assert [finding.code for finding in check_shape(replace(chain, parts=tuple(parts)))] == ["parts"]


def test_a_stretch_that_leans_stays_behind_its_beginning(hens: list[Problem]) -> None:
    own = parted(hens[:2], (1, 1))
    leaning = [replace(own[0], premises=("They lay 2 eggs each.",)), own[1]]
    gate = [logic(1, (0,), "if", (True,))]
    assert check(join(leaning, gate)) == ()
    for style in ("gates-first", "interleaved"):
        chain = join(leaning, gate, style=style, order="backward", telling=(1, 0))
        behind = chain.parts[chain.parts.index(next(p for p in chain.parts if p.role == "first")) + 1]
        found = [finding.code for finding in check(chain)]
        # Told last, problem 0's premises may stand right behind its first premise; else they are found to lean.
        assert found == ([] if behind.problem == 0 else ["stretch"])


@pytest.mark.parametrize(
    ("text", "names", "alone"),
    [
        ("Ada sells them.", ("Ada",), True),
        ("On Monday Ada's hens lay.", ("Ada",), True),
        ("She sells Ada's eggs.", ("Ada",), False),
        ("Each hen lays 2 eggs. Ada sells them.", ("Ada",), False),
        ("Mr. Smith buys 2.", ("Mr. Smith",), True),
        ("Adaline buys 2.", ("Ada",), False),
        ("The hens lay.", (), False),
    ],
)
def test_what_stands_alone(text: str, names: tuple[str, ...], alone: bool) -> None:
    assert stands_alone(text, names) is alone


def test_the_longest_path_is_certified_in_bounded_work(hens: list[Problem]) -> None:
    # Following every mistake to the end anew would be half a million gates.
    own = [told(hens[0])] * 300
    members: list[Any] = [
        replace(one, member=replace(one.member, id=str(place), names=(), question=f"How many, {place}?"))
        for place, one in enumerate(own)
    ]
    chain = join(members, [logic(child, (child - 1,), "if", (True,)) for child in range(1, 300)], structure="path")
    assert check(chain) == ()
    assert [finding.code for finding in check_shape(replace(chain, length=LONGEST + 1))] == ["length"]


def test_gates_beyond_the_bound_of_work_are_refused(hens: list[Problem]) -> None:
    own = [told(hens[0])] * 400
    case = tuple(range(40))
    wide = [
        replace(
            one,
            member=replace(one.member, wrong_answers=(one.member.answer,) * 40, counterfactual_answers=(None,) * 40),
        )
        for one in own
    ]
    wide = [replace(one, firsts=one.firsts * 20, conclusions=one.conclusions * 20) for one in wide]
    gates = [SwitchGate(child=c, parents=(c - 1,), cases=case, branches=case) for c in range(1, 400)]
    assert "size" in {finding.code for finding in check_shape(join(wide, gates))}
