"""Cutting arithmetic into tokens."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad.numbers import tokens
from dunyazad.numbers.tokens import math_dollars, tokenize


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("3 × 4 · 5 ÷ 6 − 7 – 8", "3 * 4 * 5 / 6 - 7 - 8"),
        ("3 x 4, x", "3 * 4 , x"),
        ("2**3 and **bold**", "2 ^ 3 and ** bold **"),
        ("a := 5 ≈ 6 \\approx 7 == 8", "a = 5 ≈ 6 ≈ 7 = 8"),
        ("1 != 2 => 3 <= 4", "1 != 2 => 3 <= 4"),
        ("5-year-old boy", "5 year-old boy"),
        ("x_1 + J_{max}", "x_1 + J_{max}"),
        ("\\text{two words} \\text{5 words}", "two words \\text{5 words}"),
        ("the 3rd 3", "the 3rd 3"),
    ],
)
def test_signs_have_one_form(text: str, normal: str) -> None:
    assert " ".join(token.text for token in tokenize(text, prose=True)) == normal


def test_a_number_shows_its_decimals() -> None:
    assert [token.decimals for token in tokenize("1 2.5 3.250")] == [0, 1, 3]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("$x$", {0, 2}),
        ("$5 and $6", set()),
        ("$12 + $13 = $25", set()),
        ("$5 + 3 = 8$", {0, 10}),
        ("\\$5 is $y$", {7, 9}),
        ("$$x$$", {0, 1, 3, 4}),
        ("costs $5", set()),
    ],
)
def test_dollars_of_mathematics_and_of_money(text: str, places: set[int]) -> None:
    assert math_dollars(text) == places


@given(st.text())
def test_tokens_stand_in_order(text: str) -> None:
    tokens = tokenize(text)
    assert all(a.end <= b.start or a.start == b.start or a.end == b.end for a, b in pairwise(tokens))


_WRITTEN = (
    "x X xy pens 5 12 1,000 1,00 .5 3.5 ½ ² ° ' ’ - − – -> => == = != : := ; ? $ \\$ % \\% ( ) [ { } \\( \\frac12"
    " \\times * ** / + ^ _ a five year-old don't O_c st 1st 2e3 {,} é 34_5 1/2 24/7 ≈ <= 5kg 4x x2 . ,"
)
_PIECES = st.sampled_from([*_WRITTEN.split(), " ", " ", " ", "\n", "\t", "\u00a0", "3 1/2", "3 x 4", ",\\!"])


@given(st.lists(_PIECES, max_size=12).map("".join), st.booleans())
def test_what_the_short_pattern_takes_the_full_one_takes_alike(text: str, prose: bool) -> None:
    quick = tokenize(text, prose=prose)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokens, "_plain_tokens", lambda text, position, *rest: position + (text[position] == " "))
        assert tokenize(text, prose=prose) == quick
