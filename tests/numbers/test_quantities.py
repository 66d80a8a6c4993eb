"""Quantities in text: every form, and what only looks like one."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad._exceptions import NumberError
from dunyazad.numbers import find_quantities, parse_number, render_number
from dunyazad.numbers.quantities import Kind

HALF, QUARTERS = Fraction(1, 2), Fraction(3, 4)


@pytest.mark.parametrize(
    ("text", "value", "kind", "unit"),
    [
        ("1,250", 1250, "integer", ""),
        ("9{,}500", 9500, "integer", ""),
        ("1\\,250", 1250, "integer", ""),
        ("12\u2009500", 12500, "integer", ""),
        (".75", QUARTERS, "decimal", ""),
        ("16.50", Fraction(33, 2), "decimal", ""),
        ("1e3", 1000, "integer", ""),
        ("3/4", QUARTERS, "fraction", ""),
        ("\\frac34", QUARTERS, "fraction", ""),
        ("\\frac{3}{4}", QUARTERS, "fraction", ""),
        ("\\dfrac{3}{4}", QUARTERS, "fraction", ""),
        ("¾", QUARTERS, "fraction", ""),
        ("2½", Fraction(5, 2), "mixed", ""),
        ("2 ½", Fraction(5, 2), "mixed", ""),
        ("2 1/2", Fraction(5, 2), "mixed", ""),
        ("2\\frac{1}{2}", Fraction(5, 2), "mixed", ""),
        ("2 and a half", Fraction(5, 2), "mixed", ""),
        ("20%", Fraction(1, 5), "percent", "%"),
        ("20\\%", Fraction(1, 5), "percent", "%"),
        ("20 percent", Fraction(1, 5), "percent", "%"),
        ("twenty percent", Fraction(1, 5), "percent", "%"),
        ("$1,200", 1200, "money", "$"),
        ("\\$16.50", Fraction(33, 2), "money", "$"),
        ("-$5", -5, "money", "$"),
        ("€5", 5, "money", "€"),
        ("£3", 3, "money", "£"),
        ("$1.5 million", 1500000, "money", "$"),
        ("2 million", 2000000, "integer", ""),
        ("3 dozen", 36, "integer", ""),
        ("-5", -5, "integer", ""),
        ("−5", -5, "integer", ""),
        ("twelve", 12, "word", ""),
        ("twice", 2, "multiplier", ""),
    ],
)
def test_each_form_alone_and_in_a_sentence(text: str, value: int | Fraction, kind: Kind, unit: str) -> None:
    for before, after in (("", ""), ("It is ", " here."), ("(", ")")):
        (found,) = find_quantities(before + text + after)
        assert (found.value, found.kind, found.unit) == (Fraction(value), kind, unit)
        assert (found.text, found.start, found.end) == (text, len(before), len(before) + len(text))
    assert parse_number(text) == value


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("5–7 days", [5, 7]),
        ("10-3", [10, 3]),
        ("10 - 3", [10, 3]),
        ("n-1", [1]),
        ("a 5-year-old", [5]),
        ("5kg and 3 cm, 2x + 1", [5, 3, 2, 1]),
        ("12 500", [12, 500]),
        ("1, 2, 3", [1, 2, 3]),
        ("48/2", [48, 2]),
        ("\\frac{48}{2}", [48, 2]),
        ("100/5/2", [100, 5, 2]),
        ("a ratio of 3:2", [3, 2]),
        ("1.5 × 10^3", [Fraction(3, 2), 10, 3]),
        ("$12 + $13 = $25", [12, 13, 25]),
        ("$x = 5$ and $12$", [5, 12]),
        ("5/0", [5, 0]),
    ],
)
def test_more_than_one(text: str, values: list[int | Fraction]) -> None:
    assert [found.value for found in find_quantities(text)] == values


@pytest.mark.parametrize(
    "text",
    [
        "3rd and 2nd",
        "A4",
        "x2",
        "x_2",
        "3D",
        "B-12",
        "Apollo-11",
        "7:30",
        "24/7",
        "2020-01-05",
        "3/4/2020",
        "1.2.3",
        "5k",
    ],
)
def test_digits_that_state_no_quantity(text: str) -> None:
    assert find_quantities(text) == ()


def test_a_percentage_keeps_the_number_as_written() -> None:
    (found,) = find_quantities("50%")
    assert (found.number, found.value) == (Fraction(50), HALF)


def test_cents_stay_cents() -> None:
    (found,) = find_quantities("50 cents each")
    assert (found.value, found.unit, found.text) == (Fraction(50), "cents", "50")


def test_dollars_around_mathematics_are_no_money() -> None:
    assert [found.kind for found in find_quantities("$18$ is \\$18")] == ["integer", "money"]


@pytest.mark.parametrize("text", ["", "  ", "5 apples", "1 2", "abc", "1/0", "\\frac{1}{0}", "9" * 401, "5x", "--5"])
def test_what_is_not_one_number_is_refused(text: str) -> None:
    with pytest.raises(NumberError, match="not a number"):
        parse_number(text)


def test_a_division_that_comes_out_even_is_a_number_when_it_is_all_there_is() -> None:
    assert parse_number("48/2") == 24


amounts = st.fractions(min_value=0, max_value=10**9, max_denominator=999)


@given(st.lists(amounts, max_size=8))
def test_exactly_the_rendered_numbers_are_found(values: list[Fraction]) -> None:
    texts = [render_number(value) for value in values]
    text = ", then ".join(texts)
    assert [(found.value, found.text) for found in find_quantities(text)] == list(zip(values, texts, strict=True))


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=6), st.sampled_from(["{:,}", "${:,}", "{}%", "{} apples"]))
def test_exactly_the_formatted_numbers_are_found(values: list[int], form: str) -> None:
    text = " ; ".join(form.format(value) for value in values)
    assert [found.number for found in find_quantities(text)] == values


@given(st.text() | st.text(alphabet="0123456789.,/$%-–\\{}frac half a dozen", max_size=60))
def test_any_text_gives_ordered_disjoint_spans(text: str) -> None:
    last = 0
    for found in find_quantities(text):
        assert last <= found.start < found.end <= len(text)
        assert text[found.start : found.end] == found.text
        last = found.end
