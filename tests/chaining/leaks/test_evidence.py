from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad.chaining.leaks.evidence import adjusted, area_of, effective_count, sign_flip_p, z_score


@given(st.lists(st.integers(-6, 6), max_size=9))
def test_few_problems_are_counted_over_all_signs(sums: list[int]) -> None:
    moved = [value for value in sums if value]
    reached = [abs(sum(map(int.__mul__, moved, signs))) for signs in product((1, -1), repeat=len(moved))]
    share = sum(total >= abs(sum(moved)) for total in reached) / len(reached)
    assert sign_flip_p(sums) == pytest.approx(share)


def test_one_problem_that_outweighs_all_others_is_no_evidence() -> None:
    # Of 200 others half go either way. The total is as far out whenever they sum to zero or to the one's own side.
    sums = [3000.0, *[1.0, -1.0] * 100]
    assert sign_flip_p(sums) == pytest.approx(0.528, abs=0.001)  # P(binomial(200, 1/2) >= 100), on each side
    assert effective_count(sums) < 1.1


def test_many_problems_are_judged_by_the_normal_distribution() -> None:
    # 100 problems, 70 up: z = 40 / 10 = 4, two-sided 6.3e-5.
    sums = [1.0] * 70 + [-1.0] * 30
    assert z_score(sums) == 4
    assert sign_flip_p(sums) == pytest.approx(6.334e-5, rel=1e-3)


def test_both_ways_of_judging_agree_where_they_meet() -> None:
    below = sign_flip_p([1.0] * 38 + [-1.0] * 21)  # 59 problems: counted
    above = sign_flip_p([1.0] * 39 + [-1.0] * 22)  # 61: normal
    assert below == pytest.approx(0.036, abs=0.002)  # P(|X - 29.5| >= 8.5), X binomial(59, 1/2)
    assert above == pytest.approx(0.0295, abs=0.001)


def test_nothing_moved_is_no_evidence() -> None:
    assert sign_flip_p([]) == sign_flip_p([0, 0]) == 1
    assert z_score([]) == 0


def test_hundreds_of_tied_fractions_are_close_to_exact() -> None:
    # Thirds, as a switch gives them, are rounded to a fine grid: 3 up, 0 down is 2 of 8.
    assert sign_flip_p([1 / 3, 1 / 3, 1 / 3]) == 0.25


def test_holm_never_lets_a_larger_p_pass_a_smaller_one() -> None:
    assert adjusted([]) == []
    assert adjusted([0.5, 0.001, 0.3]) == pytest.approx([0.6, 0.003, 0.6])  # 0.001 * 3, 0.3 * 2, 0.5 raised to 0.6
    assert adjusted([0.9, 0.9]) == [1, 1]


def test_an_area_is_symmetrical() -> None:
    assert area_of(1) == 1
    assert area_of(-1) == 0
    assert area_of(0.3) + area_of(-0.3) == pytest.approx(1)
