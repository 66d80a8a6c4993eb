from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dunyazad.chaining.randomness import Coins, DigitRows, Draws, Grid, Permutation


def flips(coins: Coins, number: int, count: int) -> list[bool]:
    """The bits of a number's bytes, the lowest first."""
    bits = int.from_bytes(coins.bytes(number, (count + 7) // 8 or 1), "little")
    return [bool(bits >> place & 1) for place in range(count)]


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
    assert "".join("01"[flip] for flip in flips(Coins("golden", 7), 3, 24)) == GOLDEN_FLIPS
    assert [Coins("golden", 7).below(number, 100) for number in range(4)] == GOLDEN_NUMBERS
    assert [Permutation(10**20, "golden", 7)[place] for place in range(2)] == GOLDEN_LARGE
    below = Coins("golden", 7).stream(3)
    assert [below(1000) for _ in range(12)] == GOLDEN_STREAM


GOLDEN_ORDER = [3, 8, 7, 1, 4, 2, 9, 0, 6, 5]
GOLDEN_LARGE = [64554093103368370384, 99946472457592895119]
GOLDEN_STREAM = [325, 887, 584, 104, 204, 217, 485, 329, 815, 840, 227, 1]
GOLDEN_FLIPS = "101011011001000111100000"
GOLDEN_NUMBERS = [22, 10, 10, 89]


def test_keys_are_not_run_together() -> None:
    assert flips(Coins("a", "bc"), 0, 64) != flips(Coins("ab", "c"), 0, 64)
    assert flips(Coins("a", 1), 23, 64) != flips(Coins("a", 12), 3, 64)


def test_coins_are_fair() -> None:
    # 20,000 flips: 10,000 heads, standard deviation 71; five of them are 354.
    heads = sum(sum(flips(Coins("fair", seed), 0, 20)) for seed in range(1000))
    assert abs(heads - 10_000) < 354


def test_no_flips_and_many() -> None:
    assert flips(Coins("x"), 0, 0) == []
    assert len(flips(Coins("x"), 0, 1000)) == 1000


@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 1000))
def test_a_grid_meets_every_cell_once(rows: int, columns: int, key: int) -> None:
    grid = Grid(rows, columns, key)
    cells = {grid.cell(place) for place in range(rows * columns)}
    assert cells == {(row, column) for row in range(rows) for column in range(columns)}


def test_neighbours_in_a_large_order_have_nothing_in_common() -> None:
    # Digits of 20,000 numbers in a row, in 20 classes: each 1,000 times, and each pair with the next number's 50 times.
    # Sums of squares over expectation have the mean 19 and 399, standard deviation 6 and 28; five of them on top.
    grid = Grid(1000**5, 1000**5, "large")
    cells = [grid.cell(place) for place in range(20_000)]
    for power in range(5):
        for half in (0, 1):
            digits = [cell[half] // 1000**power % 1000 // 50 for cell in cells]
            single = Counter(digits)
            pairs = Counter(pairwise(digits))
            assert sum((single[digit] - 1000) ** 2 / 1000 for digit in range(20)) < 50
            assert sum((pairs[one, two] - 50) ** 2 / 50 for one in range(20) for two in range(20)) < 540


@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 1000))
@example(4097, 1, 0)  # more than are shuffled
@example(70, 2, 0)
@example(17, 3, 0)
@settings(deadline=None)
def test_rows_of_digits_all_come_once(base: int, length: int, key: int) -> None:
    rows = DigitRows(base, length, key)
    assert rows.size == base**length
    found = rows.block(0, rows.size + 3).T.tolist()
    assert len(set(map(tuple, found))) == len(found) == rows.size
    assert all(0 <= digit < base for row in found for digit in row)
    # Any part is told without the others; past the end there is nothing.
    assert rows.block(rows.size // 2, rows.size).T.tolist() == found[rows.size // 2 :]
    assert rows.block(rows.size + 1, rows.size + 9).shape == (length, 0)


@pytest.mark.parametrize(("base", "length"), [(1000, 10), (1000, 2), (100, 3), (7000, 1), (2000, 20)])
def test_neighbouring_rows_of_digits_have_nothing_in_common(base: int, length: int) -> None:
    # As for the grid: digits in 20 classes; also each digit with every other one of its row, and of the next.
    count = min(20_000, base**length)
    classes = DigitRows(base, length, "many").block(0, count) * 20 // base
    single, pair = count / 20, (count - 1) / 400
    for place in range(length):
        assert ((np.bincount(classes[place], minlength=20) - single) ** 2 / single).sum() < 50
        for other in range(length):
            for shift in (1,) if place == other else (0, 1):
                both = classes[place][: count - shift] * 20 + classes[other][shift:]
                assert ((np.bincount(both, minlength=400) - pair) ** 2 / pair).sum() < 550


def test_rows_of_digits_differ_by_key() -> None:
    assert (DigitRows(1000, 4, "one").block(0, 9) != DigitRows(1000, 4, "other").block(0, 9)).any()


def test_every_order_of_a_few_numbers_comes_about_equally_often() -> None:
    # 24 orders of 4 numbers, 250 times each among 6,000: the mean is 23, standard deviation 6.8; five of them on top.
    orders = Counter(tuple(Permutation(4, "few", seed)[place] for place in range(4)) for seed in range(6000))
    assert len(orders) == 24
    assert sum((count - 250) ** 2 / 250 for count in orders.values()) < 57


def test_rows_of_words_are_each_a_function_of_their_number() -> None:
    draws, again = Draws(5, 4, "rows", 3), Draws(5, 4, "rows", 3)
    numbers = [0, 63, 64, 65, 1_000, 2, 64]  # across the edge of what is drawn at once, and back
    rows = [tuple(draws.row(number)) for number in numbers]
    assert rows == [tuple(again.row(number)) for number in reversed(numbers)][::-1]
    assert draws.rows(np.array(sorted(numbers))).tolist() == [
        list(row) for _, row in sorted(zip(numbers, rows, strict=True))
    ]
    assert draws.rows(np.array([], np.int64)).shape == (0, 5)
    assert len(set(rows)) == len(set(numbers))
    assert all(len(row) == 5 and min(row) >= 0 and max(row) < 2**32 for row in rows)
    assert max(Draws(5, 8, "rows", 3).row(0)) >= 2**32
    assert tuple(Draws(5, 4, "other", 3).row(0)) != rows[0]
