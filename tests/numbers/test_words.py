"""Numbers in words, and words that only look like them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad.numbers import parse_number
from dunyazad.numbers.words import find_word_numbers

SMALL = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
TENS = ["", "", *["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]]


def spell(value: int) -> str:
    """An independent speller, by the schoolbook."""
    if value < 20:
        return SMALL[value]
    if value < 100:
        return TENS[value // 10] + (f"-{SMALL[value % 10]}" if value % 10 else "")
    for size, name in ((10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred")):
        if value >= size:
            rest = value % size
            joint = " and " if rest < 100 and size <= 1000 else " "
            return f"{spell(value // size)} {name}" + (f"{joint}{spell(rest)}" if rest else "")
    raise AssertionError(value)


@given(st.integers(0, 10**12 - 1))
def test_every_spelled_number_reads_back(value: int) -> None:
    assert parse_number(spell(value)) == value


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("a dozen eggs and two dozen rolls", [12, 24]),
        ("half a dozen", [6]),
        ("half of it", [Fraction(1, 2)]),
        ("half an hour", [Fraction(1, 2)]),
        ("a third of them", [Fraction(1, 3)]),
        ("two thirds and three-quarters", [Fraction(2, 3), Fraction(3, 4)]),
        ("two and a half hours", [Fraction(5, 2)]),
        ("twice, thrice, double and triple", [2, 3, 2, 3]),
        ("a hundred and twenty-five", [125]),
        ("between one hundred and two hundred", [100, 200]),
        ("two and three", [2, 3]),
        ("two three", [2, 3]),
        ("twenty five", [25]),
        ("one hundred thousand five hundred two", [100502]),
        ("one cat", [1]),
        ("one thousand and one nights", [1001]),
    ],
)
def test_words_that_are_numbers(text: str, values: list[int | Fraction]) -> None:
    assert [found.value for found in find_word_numbers(text)] == values


@pytest.mark.parametrize(
    "text",
    [
        "the third man came second",
        "a third person",
        "wait a second",
        "once upon a time",
        "each one of the others, the other one, no one",
        "dozens and hundreds of birds",
        "double-check the double bed",
        "the quarters in a jar",
        "someone often attended",
    ],
)
def test_words_that_are_no_numbers(text: str) -> None:
    assert find_word_numbers(text) == []
