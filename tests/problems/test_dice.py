"""Draws depend on the key alone, on every machine."""

from __future__ import annotations

from dunyazad.problems.dice import Dice


def test_the_draws_of_a_key_are_these_on_every_machine() -> None:
    dice = Dice("golden", 7)
    assert [dice.below(100) for _ in range(5)] == GOLDEN


def test_keys_do_not_run_into_one_another() -> None:
    draws = {tuple(Dice(*key).below(10**6) for _ in range(1)) for key in [("a", 1), ("a1",), ("a", "1"), (1, "a")]}
    assert len(draws) == 4


def test_a_shuffle_keeps_the_items() -> None:
    assert sorted(Dice("s").shuffled(range(50))) == list(range(50))


def test_draws_stay_in_bounds_and_reach_all() -> None:
    dice = Dice("bounds")
    assert {dice.below(3) for _ in range(100)} == {0, 1, 2}
    assert {dice.coin() for _ in range(50)} == {True, False}


GOLDEN = [32, 74, 26, 52, 30]
