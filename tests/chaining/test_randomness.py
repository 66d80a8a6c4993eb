from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad.chaining.randomness import Coins, Permutation


@pytest.mark.parametrize("size", [*range(1, 70), 1000, 1023, 1024, 1025])
def test_a_permutation_meets_every_number_once(size: int) -> None:
    order = Permutation(size, "test", size)
    assert sorted(order[place] for place in range(size)) == list(range(size))


@given(st.integers(1, 10**60), st.integers(0, 10**6), st.data())
def test_large_permutations_stay_in_range_and_keep_numbers_apart(size: int, key: int, data: st.DataObject) -> None:
    order = Permutation(size, key)
    first = data.draw(st.integers(0, size - 1))
    second = data.draw(st.integers(0, size - 1))
    assert 0 <= order[first] < size
    assert (order[first] == order[second]) == (first == second)


def test_permutations_of_other_keys_differ() -> None:
    orders = {tuple(Permutation(20, "key", seed)[place] for place in range(20)) for seed in range(50)}
    assert len(orders) == 50


def test_every_number_comes_first_about_equally_often() -> None:
    # 2,000 orders of 5 numbers: 400 firsts each, standard deviation sqrt(2000 * 0.2 * 0.8) = 18; five of them are 90.
    firsts = Counter(Permutation(5, "first", seed)[0] for seed in range(2000))
    assert all(abs(firsts[number] - 400) < 90 for number in range(5))


def test_places_outside_are_refused() -> None:
    with pytest.raises(IndexError):
        Permutation(5, "x")[5]
    with pytest.raises(IndexError):
        Permutation(5, "x")[-1]
    with pytest.raises(ValueError, match="size 0"):
        Permutation(0, "x")


def test_draws_are_the_same_on_every_machine() -> None:
    # Fixed once by running; a change here changes every file that was ever made with a seed.
    assert [Permutation(10, "golden", 7)[place] for place in range(10)] == GOLDEN_ORDER
    assert "".join("01"[flip] for flip in Coins("golden", 7).flips(3, 24)) == GOLDEN_FLIPS
    assert [Coins("golden", 7).below(number, 100) for number in range(4)] == GOLDEN_NUMBERS


GOLDEN_ORDER = [1, 7, 8, 4, 2, 0, 6, 5, 3, 9]
GOLDEN_FLIPS = "010011111110111010100010"
GOLDEN_NUMBERS = [85, 13, 30, 74]


def test_keys_are_not_run_together() -> None:
    assert Coins("a", "bc").flips(0, 64) != Coins("ab", "c").flips(0, 64)
    assert Coins("a", 1).flips(23, 64) != Coins("a", 12).flips(3, 64)


def test_coins_are_fair() -> None:
    # 20,000 flips: 10,000 heads, standard deviation 71; five of them are 354.
    heads = sum(sum(Coins("fair", seed).flips(0, 20)) for seed in range(1000))
    assert abs(heads - 10_000) < 354


def test_no_flips_and_many() -> None:
    assert Coins("x").flips(0, 0) == []
    assert len(Coins("x").flips(0, 1000)) == 1000
