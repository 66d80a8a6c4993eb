from __future__ import annotations

from random import Random

import pytest

from dunyazad.chaining.leaks.tallies import Choices, Measured, Singles, scores_of


def only(tally: Choices | Singles) -> Measured:
    (found,) = tally.measured()
    return found


def test_the_true_one_is_compared_with_all_others() -> None:
    vectors = ((3.0, 1.0), (5.0, 1.0), (2.0, 0.0), (3.0, 2.0))
    # 3 against 5, 2, 3: one above, one below, one tie. 1 against 1, 0, 2 likewise.
    assert scores_of(vectors, 0) == (0, 0)
    assert scores_of(vectors, 1) == (1, 0)
    assert scores_of(vectors, 2) == (-1, -1)


def test_hundreds_of_gates_of_one_problem_are_one_case() -> None:
    choices = Choices("first premise", ["words"])
    for _ in range(500):
        choices.add("hens", (1.0,))
    found = only(choices)
    assert (found.cases, found.problems, found.area, found.p) == (500, 1, 1, 1)


def test_what_never_differs_has_no_p_value() -> None:
    choices, singles = Choices("first premise", ["words"]), Singles("claim", ["words"])
    for name in "abcdef":
        choices.add(name, (0.0,))
        singles.add(name, 1.0, (4.0,))
        singles.add(name, -1.0, (4.0,))
    assert only(choices).p is None
    assert only(singles).p is None
    assert only(singles).area == 0.5


def test_what_differs_between_problems_only_is_no_leak() -> None:
    # Long claims in some problems, short ones in others; true and wrong alike within each.
    singles = Singles("claim", ["words"])
    for number in range(40):
        for truth in (1.0, -1.0) * 5:
            singles.add(str(number), truth, (float(number),))
    assert only(singles).area == 0.5
    assert only(singles).p == 1


def test_a_small_difference_within_every_problem_is_found() -> None:
    singles = Singles("claim", ["words"])
    for number in range(40):
        for truth in (1.0, -1.0):
            singles.add(str(number), truth, (number + (0.1 if truth > 0 else 0.0),))
    found = only(singles)
    assert found.p is not None
    assert found.p < 1e-9
    assert found.area > 0.5


def test_counting_at_once_is_counting_one_by_one() -> None:
    together, apart = Singles("claim", ["words"]), Singles("claim", ["words"])
    for number in range(7):
        together.add(str(number), 1.0, (number / 3,), 4)
        together.add(str(number), -1.0, (1.0,), 2)
        for truth, value, count in ((1.0, number / 3, 4), (-1.0, 1.0, 2)):
            for _ in range(count):
                apart.add(str(number), truth, (value,))
    one, other = only(together), only(apart)
    assert (one.cases, one.problems) == (other.cases, other.problems)
    assert one.area == pytest.approx(other.area)


def simulated(seed: int) -> tuple[Measured, Measured]:
    """A file without a leak: 30 problems with very unequal numbers of gates; which side is the true one is a coin."""
    random = Random(seed)
    choices, singles = Choices("first premise", ["size"]), Singles("claim", ["size"])
    for number in range(30):
        gates, side = 1 + number * number // 20, random.choice((1.0, -1.0))
        longer = random.choice((1.0, 0.5))
        for _ in range(gates):
            choices.add(str(number), (side * longer,))
            truth = random.choice((1.0, -1.0))
            singles.add(str(number), truth, (number / 10 + side * truth * longer,))
    return only(choices), only(singles)


def test_without_a_leak_p_values_are_even() -> None:
    # Of 400 files a share q has p below q: 400q, give or take three standard errors.
    pairs = [simulated(seed) for seed in range(400)]
    for found in zip(*pairs, strict=True):
        values = [one.p for one in found]
        for share in (0.05, 0.2, 0.5, 0.8):
            below = sum(value is not None and value < share for value in values)
            assert abs(below - 400 * share) < 3.2 * (400 * share * (1 - share)) ** 0.5 + 4


def test_gates_counted_as_if_independent_would_cry_wolf() -> None:
    # The reason for all this: the same files, every gate a problem of its own.
    wrong = 0
    for seed in range(100):
        random = Random(seed)
        choices = Choices("first premise", ["size"])
        for number in range(30):
            side = random.choice((1.0, -1.0))
            for gate in range(1 + number * number // 20):
                choices.add(f"{number}/{gate}", (side,))
        p = only(choices).p
        wrong += p is not None and p < 0.01
    assert wrong > 50
