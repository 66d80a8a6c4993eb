"""Plain numbers: written, read, and written back."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad._exceptions import NumberError
from dunyazad.numbers import parse_number, render_number
from dunyazad.numbers.literal import read_numeral

numbers = st.fractions(min_value=-(10**30), max_value=10**30, max_denominator=10**6)


@given(numbers)
def test_what_is_rendered_parses_to_the_same_number(value: Fraction) -> None:
    assert parse_number(render_number(value)) == value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(18), "18"),
        (Fraction(9500), "9500"),
        (Fraction(33, 2), "16.5"),
        (Fraction(2, 3), "2/3"),
        (Fraction(-1, 8), "-0.125"),
        (Fraction(-7, 3), "-7/3"),
        (Fraction(1, 1000), "0.001"),
        (Fraction(0), "0"),
    ],
)
def test_a_number_is_rendered_plainly(value: Fraction, text: str) -> None:
    assert render_number(value) == text


def test_what_is_too_long_to_write_is_refused() -> None:
    with pytest.raises(NumberError, match="400 digits"):
        render_number(Fraction(2**20000))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,250", 1250),
        ("9{,}500", 9500),
        ("1\\,250", 1250),
        ("80,\\!000", 80000),
        ("12\u2009500", 12500),
        ("12\u202f500\u202f000", 12500000),
        ("1\u00a0000", 1000),
        ("1e3", 1000),
        ("2.5e-1", Fraction(1, 4)),
    ],
)
def test_separators_and_exponents(text: str, value: int | Fraction) -> None:
    assert read_numeral(text) == value


@pytest.mark.parametrize("text", ["9" * 401, "1e400", "1e-400"])
def test_a_number_past_the_bounds_is_refused(text: str) -> None:
    with pytest.raises(NumberError, match="over 400 digits"):
        read_numeral(text)
