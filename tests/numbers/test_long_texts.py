"""No text makes a reader hang or fail: long runs of whatever could be tried again and again."""

from __future__ import annotations

import contextlib
import tracemalloc

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


@pytest.mark.parametrize("text", ["3 {0} * 4 = 12 {0}", "{0} 3 + 4 {0} = 8 {0} more", "{0} 3 + 4 {0}/{0} = 7 {0}."])
def test_regression_long_words_are_not_kept(text: str) -> None:
    tracemalloc.start()
    try:
        for letter in "abcdefghijklmnopqrstuvwxyz":
            find_equations(text.format("q" * 20_000 + letter))
        for number in range(70):  # the last 64 texts are kept: short ones now
            find_equations(text.format("q" * number))
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 200_000  # bytes, of 520,000 of words
