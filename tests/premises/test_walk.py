"""What one walk over a step finds: worked by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad.premises.content import read_content
from dunyazad.premises.tokens import Token, Value, _kept, cut
from dunyazad.premises.walk import walk

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("text", "results", "used"),
    [
        pytest.param("14 * 25 = 350", {350}, {14, 25}, id="a result"),
        pytest.param("14 boxes * 25 figs = 350 figs.", {350}, {14, 25}, id="units"),
        pytest.param("203 crates * $11/crate = $2,233.", {2233}, {203, 11}, id="a unit after a stroke"),
        pytest.param("= 350 - 90 = 260", {260}, {350, 90}, id="an operand after a sign is no result"),
        pytest.param("x = 7", {7}, {7}, id="what is merely stated may come from elsewhere"),
        pytest.param("Total = 39\n- Read = 15", {39, 15}, {39, 15}, id="a bullet is no minus"),
        pytest.param("36 caps. 36 * 1 = 36", {36}, {36, 1}, id="used before it is a result"),
        pytest.param("30% of 40 = 0.3 x 40 = 12", {12}, {Fraction(3, 10), 40}, id="x between numbers is a sign"),
        pytest.param("3 + 4 = 7x", set(), {3, 4, 7}, id="a coefficient is no result"),
        pytest.param("It equals 12 pens", {12}, {12}, id="equality in words"),
        pytest.param("= (5)(4)", set(), {5, 4}, id="a product by brackets"),
        pytest.param("5 ft. long", set(), {5}, id="a shortened unit"),
    ],
)
def test_results_and_what_is_used(text: str, results: set[Value], used: set[Value]) -> None:
    found = walk(text)
    assert (found.results, found.used) == (results, used)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1,250.50", [Fraction(2501, 2)]),
        ("3/4", [Fraction(3, 4)]),
        ("48/2", [48, 2]),
        ("5/0", [5, 0]),
        (r"\frac{6}{4}", [Fraction(3, 2)]),
        (r"\dfrac{6}{0}", [6, 0]),
        ("50%", [HALF]),
        (r"50\%", [HALF]),
        ("half of twelve", [HALF, 12]),
        ("½", [HALF]),
        ("(-4, -6)", [-4, -6]),
        ("9 - 4", [9, 4]),
        ("one third of them", []),
    ],
)
def test_values(text: str, values: list[Value]) -> None:
    assert list(walk(text).values) == values


def test_variables_what_defines_them_and_words_that_look_like_them() -> None:
    found = walk("A car and I: let h = 216/w, then a + b = V_{max} and SA = 2a")
    assert list(found.names) == ["h", "w", "a", "b", "V_{max}", "SA"]
    assert list(found.defined) == ["h", "SA"]


def test_pieces_are_three_tokens_and_end_at_words() -> None:
    assert list(walk("we have 2a + 3 so 7").pieces) == [("2", "a", "+"), ("a", "+", "3")]
    assert list(walk(r"$4 \times x \le 9$").pieces) == [("4", "*", "x"), ("*", "x", "≤"), ("x", "≤", "9")]


def test_labels_are_left_hand_sides_in_words() -> None:
    assert read_content("Step 2: Cost per day = 5 * 4 = 20").labels == ("cost per day",)


def test_the_number_of_a_label_and_references_are_no_values() -> None:
    content = read_content("Step 3a: From steps 1 and 2 and equation 4 we go on.")
    assert (content.number, content.references, content.tags) == ("3a", ("1", "2"), ("4",))


@pytest.mark.parametrize("text", ["it is 5 % or 20 \\% of 3", "5  %", "50\n%", "50\n %", "x %", "3/4 %"])
def test_a_text_is_cut_the_same_short_or_long(text: str) -> None:
    long = "so " * 1_000
    short = [(token.text, token.value) for token in cut(text)]
    assert [(token.text, token.value) for token in cut(long + text)[1_000:]] == short
    percent = {"it is 5 % or 20 \\% of 3": 2, "50\n%": 1}
    values = [token.value for token in cut(text) if isinstance(token.value, Fraction) and "/" not in token.text]
    assert len(values) == percent.get(text, 0)


def test_what_is_kept_of_many_texts_is_bounded() -> None:
    for number in range(10_000):
        assert [token.value for token in cut(f"{number} pens")] == [number, None]
    assert len(_kept) <= 8_192


def test_kinds() -> None:
    kinds = ["number", "name", "word", "function", "operator", "relation", "end", "sign", "nothing"]
    assert [Token(written).kind for written in ("2", "x", "pens", "sin", "+", "≤", ".", "(", "\\left")] == kinds


@given(st.text(alphabet="0123456789.,/%\\frac{}-+=x ½aI(\n", max_size=40))
def test_any_text_is_walked_and_every_number_has_a_value(text: str) -> None:
    for token in cut(text):
        assert token.kind != "number" or token.value is not None
    found = walk(text)
    assert found.results | found.used == set(found.values)
