"""Parts of gold formulas, by hand and as a property."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad.errors.formula import Formula, formula_of, gold_formulas, is_part
from dunyazad.errors.reference import GoldOperation
from dunyazad.numbers import parse_expression


def formula(text: str) -> Formula:
    found = formula_of(parse_expression(text), {})
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("part", "gold", "expected"),
    [
        ("15 + 25", "60 - 15 - 25", True),  # both are taken away
        ("60 - 25", "60 - 15 - 25", True),
        ("60 + 15", "60 - 15 - 25", False),  # one is taken away, the other is not
        ("15 - 25", "60 - 15 - 25", False),
        ("25 + 25", "60 - 15 - 25", False),  # there is only one 25
        ("7 * 4", "3 * 7 * 4", True),
        ("3 / 10", "18 / 3 * 10", True),  # its inverse is a part
        ("18 * 3", "18 / 3 * 10", False),
        ("7 + 4", "3 * 7 * 4", False),  # a sum is no part of a product
        ("0.2 * 50", "20 / 100 * 50 * 3", True),  # powers of ten aside
        ("(1/4) * 30", "30 * .25 - 2", False),  # a product inside a sum is asked about by itself
        ("20 * 3", "(20 + 5) * 3", True),  # one term of a factor
        ("20 * 5", "(20 + 5) * 3", False),
        ("x + 3", "x + 3", None),
    ],
)
def test_parts(part: str, gold: str, expected: bool | None) -> None:
    if expected is None:
        assert formula_of(parse_expression(part), {}) is None
    else:
        assert is_part(formula(part), formula(gold)) is expected


def test_results_are_opened_up_and_nothing_is_used_twice() -> None:
    # 38 = 30 + 8 and 30 = 26 + 4: 4 + 8 and 26 + 8 are parts, 30 + 4 holds the 4 twice.
    operations = (GoldOperation("26 + 4", Fraction(30)), GoldOperation("30 + 8", Fraction(38)))
    last = gold_formulas(operations)[-1]
    assert last.value == 38
    assert [is_part(formula(text), last) for text in ("4 + 8", "26 + 8", "30 + 8", "30 + 4")] == [
        True, True, True, False,
    ]  # fmt: skip


def test_sums_inside_products_are_gold_formulas_too() -> None:
    found = gold_formulas((GoldOperation("3 * (15 + 25)", Fraction(120)),))
    assert [one.value for one in found] == [120, 40]


def test_what_cannot_be_read_is_left_out() -> None:
    operations = (
        GoldOperation("1 / 0", Fraction(1)),
        GoldOperation("a b c", Fraction(2)),
        GoldOperation("", Fraction(3)),
    )
    assert gold_formulas(operations) == ()


@given(st.lists(st.integers(1, 60), min_size=2, max_size=7), st.integers(0, 2**32))
def test_any_two_or_more_terms_of_a_sum_are_a_part_in_any_order(numbers: list[int], seed: int) -> None:
    draw = random.Random(seed)
    chosen = draw.sample(numbers, draw.randint(2, len(numbers)))
    assert is_part(formula(" + ".join(map(str, chosen))), formula(" + ".join(map(str, numbers))))


def test_results_that_double_take_no_time() -> None:
    # Each result uses the one before twice: 2^60 leaves, of which a bounded number is looked at.
    operations = [GoldOperation("1 + 1", Fraction(2))]
    for _ in range(60):
        value = operations[-1].value
        operations.append(GoldOperation(f"{value} + {value}", 2 * value))
    last = gold_formulas(operations)[-1]
    assert is_part(formula("2 + 3"), last) is False
