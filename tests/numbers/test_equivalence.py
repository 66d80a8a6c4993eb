"""Answers that are equal, and answers that are not."""

from __future__ import annotations

import threading
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad.numbers import answers_equal, render_number


@pytest.mark.parametrize(
    ("given_answer", "expected"),
    [
        ("18", Fraction(18)),
        ("$18.00", Fraction(18)),
        ("18 dollars.", Fraction(18)),
        ("**18**", Fraction(18)),
        ("\\boxed{18}", Fraction(18)),
        ("$18$", Fraction(18)),
        ("\\(\\frac{3}{4}\\)", "0.75"),
        ("\\boxed{\\frac{3}{4}}", "3/4"),
        ("1,250", "1250"),
        ("50%", Fraction(50)),
        ("50%", "1/2"),
        ("3 * 6", Fraction(18)),
        ("twelve", "12"),
        ("Tuesday", "Tuesday"),
    ],
)
def test_equal(given_answer: str, expected: Fraction | str) -> None:
    assert answers_equal(given_answer, expected)


@pytest.mark.parametrize(
    ("given_answer", "expected"),
    [
        ("19", Fraction(18)),
        ("-18", Fraction(18)),
        ("", Fraction(18)),
        ("18 or 19", Fraction(18)),
        ("0.333", "1/3"),
        ("Monday", "Tuesday"),
        ("9^9^9^9^9", "5"),
        ("9" * 5000, "5"),
    ],
)
def test_not_equal(given_answer: str, expected: Fraction | str) -> None:
    assert not answers_equal(given_answer, expected)


@given(st.fractions(max_denominator=10**6))
def test_a_rendered_answer_equals_its_number_and_not_the_next(value: Fraction) -> None:
    assert answers_equal(render_number(value), value)
    assert not answers_equal(render_number(value + 1), value)


def test_symbolic_answers_go_to_the_library_on_any_thread() -> None:
    pytest.importorskip("math_verify")
    results: list[bool] = []
    thread = threading.Thread(target=lambda: results.append(answers_equal("x + 1", "1 + x")))
    thread.start()
    thread.join()
    assert results == [True]
    assert answers_equal("x + 1", "1 + x")
    assert not answers_equal("x + 1", "2 + x")
