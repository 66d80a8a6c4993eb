"""Equations in their plainest form: what is taken at a glance, the full reading takes alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad.numbers import equations, find_equations
from dunyazad.numbers.plain import plain_equations
from dunyazad.numbers.words import SCALES


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("12 * 3 = 36", ["12 * 3 = 36"]),
        ("So 12 * 3 = 36 eggs a day.", ["12 * 3 = 36 eggs"]),
        ("She pays $1,250.50 - $250.50 = $1000.", ["$1,250.50 - $250.50 = $1000"]),
        ("She earns 20 lamps * $16/lamp = $320 a week", ["20 lamps * $16/lamp = $320 a"]),
        ("That is 20 - 2 = 18 of them.", ["20 - 2 = 18"]),
        ("There are 6 \\times 7 = 42 pens.", ["6 \\times 7 = 42 pens"]),
        ("First: 2+3*4=14; then 14-4=10", ["2+3*4=14", "14-4=10"]),
        ("It is 7 / 2 = 3.5\nand 3.5 + 1 = 4.5 cups", ["7 / 2 = 3.5", "3.5 + 1 = 4.5 cups"]),
    ],
)
def test_plain_equations_are_taken(text: str, found: list[str]) -> None:
    taken = plain_equations(text)
    assert taken is not None
    assert [equation.text for equation in taken] == found


@pytest.mark.parametrize(
    "text",
    [
        "12 * 3 = 35",  # does not hold
        "1 / 0 = 0",
        "half of 12 * 3 = 36",
        "by 12 * 3 = 36",
        "on day 12 * 3 = 36",
        "the 12 * 3 = 36",
        "the 5 boys 12 * 3 = 36",
        "12 * 3 = 36 hundred",
        "12 hundred * 3 = 36",
        "12 eggs -3 = 9",
        "12 * 3 = 36 times",
        "12 * 3 = 36 of",
        "2 / 4 = 0.5 of them",
        "12 * 3 = 36 - 0",
        "12 * 3 = 36 1/2",
        "12 * 3 = 36 and x = 5",
        "12 * 3 = 36, \\approx 40",
        "12 * 3 ≈ 36",
        "$12 * 3 = 36$",
        "\\$12 * 3 = 36",
        "3 + 4 is 7, and 12 * 3 = 36",
    ],
)
def test_what_is_not_plain_or_not_true_is_left_to_the_full_reading(text: str) -> None:
    assert plain_equations(text) is None


@pytest.mark.parametrize("scale", [*SCALES, "hundred"])
def test_regression_every_scale_behind_a_result_is_read_in_full(scale: str) -> None:
    # 12 * 3 is 36, and not 36 trillion.
    assert [equation.holds for equation in find_equations(f"12 * 3 = 36 {scale}.")] == [False]
    assert plain_equations(f"So it is a {scale} 12 * 3 = 36") is None


_WRITTEN = (
    "0 1 3 36 1,000 2.50 .5 1/2 $1 $3 x a I e2 + - * / × – ^ % ( ) , . : ; ? ! \\times \\( \\) ½ [ ] ** ` So the of by"
    " each day boxes eggs hundred times is equals more and per half Step wrong"
)
_PIECES = st.sampled_from([*_WRITTEN.split(), " ", " ", " = ", "=", " + ", " - ", ", ", ". ", "\n"])
_EQUATIONS = st.sampled_from(
    ["1 + 2 = 3", "So 3 * 12 = 36 eggs", "$4 - $1 = $3 a day", "12/4 = 3", "8 pens * $2/pen = 16", "2 \\times .5 = 1"]
)


@given(st.lists(st.one_of(_PIECES, _EQUATIONS), max_size=8).map("".join))
def test_what_is_taken_at_a_glance_the_full_reading_takes_alike(text: str) -> None:
    taken = plain_equations(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(equations, "plain_equations", lambda text: None)
        assert taken is None or find_equations(text) == taken
