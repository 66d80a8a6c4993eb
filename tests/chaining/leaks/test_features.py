from __future__ import annotations

from fractions import Fraction

import pytest

from dunyazad.chaining.leaks.features import (
    BRANCH_MEASURES,
    CLAIM_MEASURES,
    branch_measures,
    claim_measures,
    differing,
    numbers_of,
    size,
    stray_spaces,
)


def measures(*texts: str) -> list[dict[str, float]]:
    return [dict(zip(BRANCH_MEASURES, vector, strict=True)) for vector in branch_measures(texts)]


def test_a_space_inside_a_bracket_is_seen() -> None:
    plain, planted = measures("Ada has 20 hens (all brown).", " Ada has 25  hens ( all brown). ")
    assert planted["spaces at its start"] - plain["spaces at its start"] == 1
    assert planted["spaces at its end"] - plain["spaces at its end"] == 1
    assert planted["doubled spaces"] - plain["doubled spaces"] == 1
    assert planted["spaces inside brackets"] - plain["spaces inside brackets"] == 1
    assert planted["characters"] - plain["characters"] == 4
    assert planted["words"] - plain["words"] == 1  # the bracket stands by itself


def test_the_number_that_differs_is_measured() -> None:
    twenty, odd = measures("Ada buys 3 hens for $20.", "Ada buys 3 hens for $37.5.")
    assert (twenty["number: zeros at its end"], twenty["number: even"], twenty["number: divisible by 5"]) == (1, 1, 1)
    assert (odd["number: no whole one"], odd["number: even"]) == (1, 0)
    assert odd["number: digit sum"] == 12  # 75/2: 7 + 5
    assert odd["number: size"] > twenty["number: size"]
    assert twenty["number: far from the middle"] == odd["number: far from the middle"] == 0.5


def test_the_one_in_the_middle_of_several_is_told() -> None:
    found = measures("It costs $4.", "It costs $9.", "It costs $6.")
    assert [one["number: far from the middle"] for one in found] == [1, 1, 0]


def test_a_number_in_words_is_told_from_digits() -> None:
    assert [one["number: written as a word"] for one in measures("Ada has three hens.", "Ada has 4 hens.")] == [1, 0]


@pytest.mark.parametrize("texts", [("Ada has hens.", "Ada has cows."), ("2 hens.", "2 of 3 hens."), ("2 hens.",) * 2])
def test_without_a_number_that_differs_nothing_is_said_of_it(texts: tuple[str, ...]) -> None:
    assert differing(texts) is None
    assert all(value == 0 for one in measures(*texts) for name, value in one.items() if name.startswith("number:"))


def test_a_claim_is_measured_by_what_it_claims() -> None:
    vector = dict(zip(CLAIM_MEASURES, claim_measures("Ada finds 1,200 eggs.", Fraction(1200)), strict=True))
    assert (vector["number: zeros at its end"], vector["number: digits"], vector["commas"]) == (2, 4, 1)


def test_sizes_of_all_numbers_can_be_compared() -> None:
    huge = Fraction(10**400, 3)
    assert size(-huge) < size(Fraction(-1)) < size(Fraction(0)) < size(Fraction(1, 3)) < size(Fraction(2)) < size(huge)


def test_numbers_and_stray_spaces_of_a_text() -> None:
    assert numbers_of("3 trays of 3 rolls at $2.50") == (3, 3, (5, 2))
    assert stray_spaces("No stray spaces here.") == 0
    assert stray_spaces("  Two before, one  within. ") == 4
