from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from dunyazad._exceptions import NumberError
from dunyazad.problems.sources.answers import answer_of


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (9, "9"),
        (9.5, "19/2"),
        (0.1, "1/10"),
        (Decimal("7.25"), "29/4"),
        ([48.0], "48"),
        ("9", "9"),
        ("1,250", "1250"),
        ("$3.50", "7/2"),
        ("-4", "-4"),
        ("2/3", "2/3"),
        ("9 (apples)", "9"),
        ("9 apples.", "9"),
        ("5 miles per hour", "5"),
        ("They walk.\n#### 18", "18"),
        (r"Thus \boxed{42}.", "42"),
        (r"So $\boxed{\$1,250}$", "1250"),
        ("The answer is 12.", "12"),
        ("**Answer: 12 hens**", "12"),
        ("12 * 3 = 36", "36"),
        ("First 12 * 3 = 36.\nThen 36 - 6 = 30 hens.", "30"),
    ],
)
def test_answers_are_read_exactly(written: Any, value: str) -> None:
    assert answer_of(written, "How many are there?") == Fraction(value)


@pytest.mark.parametrize(
    "written",
    [
        *("", "none", "3 or 4", "5:30", "3 (pears); 4 (plums)", "2 hours 30 minutes", "#### many", r"\boxed{x}"),
        *("there are 12 hens in 3 pens", "12 * 3 = 35", "12 * 3 = 36\nand 4 more", "yes", "9" * 500),
        *(None, True, {}, [], [1, 2], [[]], float("inf"), Decimal("1e999999999"), Decimal("1e-999999999")),
    ],
)
def test_what_is_not_surely_a_number_is_refused(written: Any) -> None:
    with pytest.raises(NumberError) as caught:
        answer_of(written, "How many are there?")
    assert "\n" not in str(caught.value)


def test_a_percentage_counts_as_written_where_one_is_asked() -> None:
    # 1/5 would be told as "0.2 percent of the tiles".
    assert answer_of("20%", "What percentage of the tiles is blue?") == 20
    with pytest.raises(NumberError, match="percentage"):
        answer_of("20%", "How many tiles are blue?")


def test_cents_are_taken_only_where_cents_are_asked() -> None:
    assert answer_of("50 (cents)", "How many cents does Bo pay?") == 50
    with pytest.raises(NumberError, match="cents"):
        answer_of("50 cents", "How much does Bo pay?")
