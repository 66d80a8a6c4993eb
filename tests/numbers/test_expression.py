"""Expressions: reading, exact evaluation, and the bounds."""

from __future__ import annotations

import contextlib
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad._exceptions import NumberError
from dunyazad.numbers import Expression, Name, evaluate, names_in, parse_expression
from dunyazad.numbers.expression import Operator


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2 + 3 * 4", 14),
        ("16 - 3 - 4", 9),
        ("24 / 4 / 2", 3),
        ("2 ^ 3 ^ 2", 512),  # 2^9
        ("-2^2", -4),
        ("2^-1", Fraction(1, 2)),
        ("2**3", 8),
        ("3 - -2", 5),
        ("2(3 + 4)", 14),
        ("(1 + 2)(3 + 4)", 21),
        ("[2 + {3 * (4 - 1)}]", 11),
        ("3 x 4", 12),
        ("3x4", 12),
        ("3 × 4 ÷ 6", 2),
        ("3 · 4 ∗ 2", 24),
        ("10 − 3", 7),
        ("10 – 3", 7),
        ("25% of 80", 20),
        ("80 * 25\\%", 20),
        ("1/2 of 40", 20),
        ("5²", 25),
        ("2 ½ * 4", 10),
        ("2 1/2 * 4", 10),
        ("12 eggs * $2/egg", 24),
        ("3 hours × 60 miles/hour", 180),
        ("5 × 8 oz", 40),
        ("$1,200 + $50", 1250),
        ("2 million + 1", 2000001),
        (r"\frac{1}{2} \times 8", 4),
        (r"\dfrac{3 + 1}{2} \cdot \frac12", 1),
        (r"\left( 5 + 3 \right) \div 4", 2),
        (r"\( 9{,}500 + 500 \)", 10000),
        (r"$5 + 3$", 8),
        (r"12 \text{ eggs} \times 2", 24),
    ],
)
def test_values(text: str, value: int | Fraction) -> None:
    assert evaluate(text) == value


def test_names_stand_for_values_in_the_order_of_their_use() -> None:
    expression = parse_expression("trays * per_tray + 2n - trays")
    assert names_in(expression) == ("trays", "per_tray", "n")
    # 3 * 12 + 2 * 1 - 3 = 35
    assert evaluate(expression, {"trays": Fraction(3), "per_tray": Fraction(12), "n": Fraction(1)}) == 35


def test_a_name_may_divide_a_number() -> None:
    assert evaluate("24 / trays", {"trays": Fraction(8)}) == 3


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "expected a number"),
        ("2 +", "expected a number"),
        ("2 3", "expected an operator"),
        ("(2 + 3", r"expected '\)'"),
        ("(2 + 3]", r"expected '\)'"),
        ("2 = 2", "expected an operator"),
        ("__import__('os')", "expected"),
        ("n.real", "expected"),
        ("\\sqrt{4}", "expected a number"),
        ("5!", "expected an operator"),
        ("(" * 51 + "1" + ")" * 51, "nest over 50"),
        ("(" * 100_000, "nest over 50"),
        ("2^" * 60 + "2", "nest over 50"),
        ("9" * 401, "expected a number"),
        ("\\frac{1}", "expected what"),
    ],
)
def test_what_is_no_arithmetic_is_refused(text: str, problem: str) -> None:
    with pytest.raises(NumberError, match=problem):
        parse_expression(text)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("1 / (2 - 2)", "division by zero"),
        ("0^-1", "division by zero"),
        ("x + 1", "no value for 'x'"),
        ("9^9^9", "exponent"),
        ("4^(1/2)", "exponent"),
        ("(9^999)^2", "4096 bits"),
        ("*".join(["9999999999"] * 500), "4096 bits"),
    ],
)
def test_what_cannot_be_computed_is_refused(text: str, problem: str) -> None:
    with pytest.raises(NumberError, match=problem):
        evaluate(parse_expression(text))


def test_an_expression_that_is_no_postfix_program_cannot_be_built() -> None:
    codes: list[tuple[Fraction | Name | Operator, ...]] = [
        (),
        ("+",),
        (Fraction(1), Fraction(2)),
        (Fraction(1), "+", Fraction(2)),
    ]
    for code in codes:
        with pytest.raises(NumberError, match="postfix"):
            Expression("?", code)


Tree = tuple[str, Fraction]


def leaf(value: int) -> Tree:
    return str(value), Fraction(value)


def join(parts: tuple[Tree, str, Tree]) -> Tree:
    (left, a), operator, (right, b) = parts
    text = f"({left} {operator} {right})"
    if operator == "+":
        return text, a + b
    if operator == "-":
        return text, a - b
    return (f"({left} / {right})", a / b) if operator == "/" and b else (f"({left} * {right})", a * b)


trees = st.recursive(
    st.integers(0, 999).map(leaf),
    lambda children: st.tuples(children, st.sampled_from("+-*/"), children).map(join),
    max_leaves=12,
)


@given(trees)
def test_evaluation_agrees_with_exact_arithmetic_on_random_trees(tree: Tree) -> None:
    text, value = tree
    assert evaluate(text) == value


@given(st.lists(st.tuples(st.integers(1, 99), st.sampled_from("+-*/")), min_size=1, max_size=10))
def test_precedence_agrees_with_python(parts: list[tuple[int, str]]) -> None:
    text = " ".join(f"{value} {operator}" for value, operator in parts) + " 7"
    reference = " ".join(f"Fraction({value}) {operator}" for value, operator in parts) + " Fraction(7)"
    assert evaluate(text) == eval(reference, {"Fraction": Fraction})


@given(st.text() | st.text(alphabet="0123456789.+-*/^()[]{}%$ xn\\frac=of", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(NumberError):
        evaluate(text)


@given(st.lists(st.tuples(st.integers(1, 99), st.sampled_from("+-*/")), min_size=1, max_size=8), st.integers(1, 99))
def test_plain_arithmetic_is_read_as_with_brackets_around_all_of_it(pairs: list[tuple[int, str]], last: int) -> None:
    text = "".join(f"{number} {sign} " for number, sign in pairs) + str(last)
    # Brackets are read by the parser that climbs precedences, plain arithmetic by the one for it.
    assert parse_expression(text).code == parse_expression(f"({text})").code
