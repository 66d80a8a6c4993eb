"""Slots are found and filled."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad.numbers import find_quantities, number_word
from dunyazad.problems.text import parse_text, render_text


@pytest.mark.parametrize(
    ("text", "value", "shown"),
    [
        ("{n} jars", Fraction(12), "12 jars"),
        ("{n} litres", Fraction(5, 2), "2.5 litres"),
        ("{n} of it", Fraction(2, 3), "2/3 of it"),
        ("{n:word} jars", Fraction(42), "forty-two jars"),
        ("{n:percent} off", Fraction(20), "20% off"),
        ("{n:fraction} of it", Fraction(3, 8), "3/8 of it"),
        ("{n:times} as many", Fraction(2), "twice as many"),
        ("{n:times} as many", Fraction(3), "three times as many"),
        ("{n} {n:plural:jar:jars}", Fraction(1), "1 jar"),
        ("{n} {n:plural:jar:jars}", Fraction(2), "2 jars"),
        # Money has cents or none, wherever it is told to be money.
        ("${n} each", Fraction(33, 2), "$16.50 each"),
        ("${n} each", Fraction(16), "$16 each"),
        ("{n} dollars", Fraction(-1, 20), "-0.05 dollars"),
        ("{n} litres at ${n}", Fraction(1, 2), "0.5 litres at $0.50"),
    ],
)
def test_a_number_is_shown_in_its_style(text: str, value: Fraction, shown: str) -> None:
    assert render_text(parse_text(text), {"n": value}) == shown


@pytest.mark.parametrize("text", ["{", "}", "{}", "{0}", "{n!r}", "{n:loud}", "{n:plural:one}", "{a b}", "{n:word:x}"])
def test_a_malformed_slot_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_text(text)


@pytest.mark.parametrize(
    ("text", "value"), [("{n:word}", Fraction(1, 2)), ("{n:word}", Fraction(100)), ("{n:times}", Fraction(1))]
)
def test_what_a_style_cannot_show_is_refused(text: str, value: Fraction) -> None:
    with pytest.raises(ValueError):
        render_text(parse_text(text), {"n": value})


def test_a_word_takes_no_style() -> None:
    with pytest.raises(ValueError, match="no number"):
        render_text(parse_text("{n:word}"), {"n": "pears"})


@given(st.integers(0, 99))
def test_a_number_word_reads_back(number: int) -> None:
    (found,) = find_quantities(f"There are {number_word(number)} jars.")
    assert found.value == number


@pytest.mark.parametrize(
    ("text", "without", "with_all"),
    [
        ("A. [B.] C.", "A. C.", "A. B. C."),
        ("[A.] B.", "B.", "A. B."),
        ("A. [B.]", "A.", "A. B."),
        ("[A.] [B.] C. [D.]", "C.", "A. B. C. D."),
        ("A [large] house.", "A house.", "A large house."),
    ],
)
def test_an_optional_stretch_goes_with_its_space(text: str, without: str, with_all: str) -> None:
    pieces = parse_text(text)
    assert render_text(pieces, {}) == without
    assert render_text(pieces, {}, options=range(1, 9)) == with_all


def test_optional_stretches_are_numbered_and_shown_one_by_one() -> None:
    pieces = parse_text("A. [B {n}.] C. [D {m}.]")
    assert {piece.slot: piece.optional for piece in pieces if piece.slot} == {"n": 1, "m": 2}
    values = {"n": Fraction(3), "m": Fraction(4)}
    assert render_text(pieces, values, options=[2]) == "A. C. D 4."


@pytest.mark.parametrize("text", ["A [b", "A b]", "A [b [c]]", "A ]b["])
def test_brackets_must_be_balanced_and_not_nested(text: str) -> None:
    with pytest.raises(ValueError, match="square brackets"):
        parse_text(text)
