"""No text makes a reader hang or fail: long runs of whatever could be tried again and again."""

from __future__ import annotations

import contextlib

import pytest

from dunyazad._exceptions import NumberError
from dunyazad.numbers import answers_equal, evaluate, find_equations, find_quantities, parse_number

LENGTH = 10_000
PIECES = [
    "9", "1,000", "1,", "1.", "1/", ".", ",", " ", "\u00a0", "(", ")", "[", "{", "\\", "-", "- ", "=", "1=", "$", "$1",
    "*", "**", "^", "2^", "\\frac", "\\frac{1}{", "\\frac12", "\\text{", "\\boxed{", "½", "1 1/2 ", "(apple)", "apple ",
    "one thousand ", "half of ", "five-", "<<1=1>>", "9/7*", "0.33*", "\n",
]  # fmt: skip


@pytest.mark.parametrize("piece", PIECES)
def test_a_long_run_is_read_to_its_end(piece: str) -> None:
    text = (piece * (LENGTH // len(piece) + 1))[:LENGTH]
    for around in (text, "3 + 4 = " + text):
        find_quantities(around)
        find_equations(around)
    for read in (parse_number, evaluate):
        with contextlib.suppress(NumberError):
            read(text)
    assert not answers_equal(text, "-1/7")
