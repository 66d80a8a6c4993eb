from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad._exceptions import InputError
from dunyazad.chaining.conditions import holds, parse_condition, sensitive_claims


@pytest.mark.parametrize(
    ("condition", "values", "met"),
    [
        ("if", (True,), True),
        ("and", (True, False), False),
        ("or", (True, False), True),
        ("exactly-one", (True, True), False),
        ("xor", (True, False, False), True),
        ("none", (False, False), True),
        ("at-least-2", (True, False, True), True),
        ("at-least-2", (True, False, None), None),
        ("and", (False, None), False),
        ("exactly-one", (True, True, None), False),
        ("and(1,or(2,not(3)))", (True, False, False), True),
        ("and(1,or(2,not(3)))", (True, False, True), False),
        (" and( 2 , 1 ) ", (True, True), True),
    ],
)
def test_conditions_hold(condition: str, values: tuple[bool | None, ...], met: bool | None) -> None:
    assert holds(parse_condition(condition, len(values)), values) is met


@pytest.mark.parametrize(
    ("condition", "count", "message"),
    [
        ("if", 2, "for one claim"),
        ("and", 1, "over two claims or more"),
        ("at-least-4", 3, "of 3 claims"),
        ("at-least-0", 3, "of 3 claims"),
        ("nand", 2, "no condition 'nand'"),
        ("and(1,2", 2, "closing bracket"),
        ("and(1,2)1", 2, "goes on after its end"),
        ("and(1,1)", 2, "uses each once"),
        ("and(0,1)", 2, "uses each once"),
        ("and(1,3)", 2, "uses each once"),
        ("not(1,2)", 2, "over one claim"),
        ("and(1;2)", 2, "cannot read"),
        ("and()", 0, "1 to 10 problems"),
        ("and", 11, "1 to 10 problems"),
        ("not(" * 60 + "1" + ")" * 60, 1, "expected a claim's number"),
        ("and(" * 200, 2, "a condition of 800 characters"),
    ],
)
def test_what_is_no_condition_is_refused(condition: str, count: int, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        parse_condition(condition, count)
    assert len(str(caught.value)) < 1000


@given(st.text("and(or1,2)3 not-lest", max_size=30), st.integers(0, 4))
def test_any_text_is_a_condition_or_one_clear_error(text: str, count: int) -> None:
    try:
        node = parse_condition(text, count)
    except InputError:
        return
    assert all(holds(node, values) is not None for values in product([True, False], repeat=count))


def test_sensitive_claims_by_hand() -> None:
    assert sensitive_claims("and", 3).met == ((True, True, True),)
    assert sensitive_claims("or", 2).unmet == ((False, False),)
    assert sensitive_claims("none", 2).met == ((False, False),)
    # With none true, any one more meets it; with one true, any other spoils it, and without it nothing is left.
    assert sensitive_claims("exactly-one", 2).unmet == ((True, True), (False, False))
    assert sensitive_claims("exactly-one", 3).met == ((True, False, False), (False, True, False), (False, False, True))
    assert sensitive_claims("exactly-one", 3).unmet == ((False, False, False),)
    with pytest.raises(InputError, match="insensitive"):
        sensitive_claims("at-least-2", 3)
