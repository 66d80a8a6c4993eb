from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad._exceptions import InputError
from dunyazad.chaining.randomness import Coins
from dunyazad.chaining.structure import Parents, dag, explicit, parse_edges, parse_order, path, telling, tree


def leads_to_target(parents: Parents) -> bool:
    """Goes back from the target and looks whether everything was met."""
    met, left = set(), [len(parents) - 1]
    while left:
        position = left.pop()
        met.add(position)
        left += parents[position]
    return met == set(range(len(parents)))


def test_paths() -> None:
    assert path(1) == ((),)
    assert path(4) == ((), (0,), (1,), (2,))


@given(st.integers(1, 40), st.integers(1, 5))
def test_in_a_tree_each_problem_feeds_one_gate(length: int, fan_in: int) -> None:
    parents = tree(length, fan_in)
    fed = [parent for own in parents for parent in own]
    assert sorted(fed) == list(range(length - 1))
    assert leads_to_target(parents)
    assert all(parent < child for child, own in enumerate(parents) for parent in own)
    assert len([own for own in parents if 0 < len(own) < fan_in]) <= 1


def test_trees_by_hand() -> None:
    assert tree(7, 2) == ((), (), (), (), (0, 1), (2, 3), (4, 5))
    assert tree(6, 2) == ((), (), (), (0,), (1, 2), (3, 4))
    assert tree(4, 1) == path(4)
    assert tree(4, 3) == ((), (), (), (0, 1, 2))


@given(st.integers(1, 25), st.integers(1, 4), st.integers(0, 10**6))
def test_random_structures_lead_to_the_target(length: int, fan_in: int, number: int) -> None:
    parents = dag(length, fan_in, Coins("dag").stream(number))
    assert leads_to_target(parents)
    assert all(len(own) <= fan_in and list(own) == sorted(set(own)) for own in parents)
    assert all(parent < child for child, own in enumerate(parents) for parent in own)
    assert parents == dag(length, fan_in, Coins("dag").stream(number))


def test_random_structures_vary() -> None:
    drawn = [dag(6, 2, Coins("dag").stream(number)) for number in range(300)]
    assert len(set(drawn)) > 100
    assert {sum(not own for own in parents) for parents in drawn} == {1, 2, 3}


def test_edges() -> None:
    assert explicit(parse_edges("0-2, 1-2,2-3")) == ((), (), (0, 1), (2,))


@pytest.mark.parametrize(
    ("edges", "message"),
    [
        ("0-1,1-2,2-0", "the edges go round in a cycle: problems 0, 1, 2 wait for one another"),
        ("1-1", "a cycle: problems 1 wait"),
        ("0-2,2-1", "the edge 2-1 makes a parent come after its child"),
        ("0-1,2-3", "problem 1 does not lead to the target, which is 3"),
        ("0-3,1-3", "problem 2 does not lead to the target"),
        ("0-1,0-1", "the edge 0-1 stands twice"),
        ("0>1", "'0>1' is no edge"),
        ("", "'' is no edge"),
        ("0--1", "'0--1' is no edge"),
        ("0-99999", "is no edge"),
    ],
)
def test_edges_that_make_no_structure(edges: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        explicit(parse_edges(edges))


def test_a_fan_in_below_one() -> None:
    with pytest.raises(InputError, match="1 parent or more, not 0"):
        tree(3, 0)


@pytest.mark.parametrize(
    ("order", "told"),
    [("forward", (0, 1, 2, 3)), ("backward", (3, 2, 1, 0)), ("zigzag", (0, 3, 1, 2))],
)
def test_tellings(order: str, told: tuple[int, ...]) -> None:
    assert telling(order, 4) == told
    assert telling(order, 1) == (0,)


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ("sideways", "no order 'sideways': forward, backward, zigzag, shuffled, or positions such as 2,0,1"),
        ("explicit", "no order 'explicit'"),
        ("0,0,1", "0,0,1 is no permutation of the positions 0 to 2"),
        ("1,2", "1,2 is no permutation of the positions 0 to 1"),
        ("", "no order ''"),
    ],
)
def test_orders_that_are_none(order: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_order(order)
