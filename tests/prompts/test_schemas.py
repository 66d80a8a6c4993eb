"""Schemas of answers: what limits they have, and how those are fitted to a number of tokens."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad.prompts import REASON, fitted, free_text, list_of, object_of, step_number, unlimited

FLAG = {"type": "boolean"}


def longest(schema: str, *path: str) -> int:
    found: Any = json.loads(schema)
    for name in path:
        found = found[name]
    return int(found["maxLength"])


def test_a_text_gets_what_the_rest_of_the_answer_leaves() -> None:
    # The object 2; "enough" is 2 tokens by 3 signs each, and 4 around it, false as an unknown value 6 digits; "reason"
    # 2 and 4, its text's quotation marks 2: 2 + 12 + 8 = 22. Of 60 are left 38.
    schema = json.dumps(object_of(enough=FLAG, reason=REASON))
    assert longest(fitted(schema, 60), "properties", "reason") == 38
    assert fitted(schema, 22 + 160) == schema  # its own limit is no longer than that
    assert longest(fitted(schema, 22 + 159), "properties", "reason") == 159
    assert longest(fitted(schema, 1), "properties", "reason") == 20  # a few words at least


def test_a_list_is_counted_full() -> None:
    # The object 2, "all" 1 + 4, the list 2. An entry: its object 2, "step" 2 + 4 and two digits, "why" 1 + 4 and the
    # quotation marks 2, and 4 around it: 21. With 3 entries 9 + 63 = 72; 30 are left for each of 3 texts of 162.
    entry = object_of(step=step_number(5), why=free_text(100))
    schema = fitted(json.dumps(object_of(all=list_of(entry, 3))), 162)
    assert longest(schema, "properties", "all", "items", "properties", "why") == 30
    assert json.loads(schema)["properties"]["all"]["maxItems"] == 3


def test_labels_and_answers_without_texts_stay() -> None:
    schema = json.dumps(object_of(verdict={"type": "string", "enum": ["correct", "other"]}, sure=FLAG))
    assert fitted(schema, 5) == schema
    assert fitted("{}", 5) == "{}"


def test_a_text_without_a_limit_gets_one() -> None:
    assert longest(fitted('{"type": "object", "properties": {"a": {"type": "string"}}}', 50), "properties", "a") == 41


def test_steps_beyond_a_hundred_have_numbers() -> None:
    assert (step_number(3)["maximum"], step_number(250)["maximum"]) == (99, 250)


def test_without_limits_all_else_stays_even_fields_named_like_one() -> None:
    limited = object_of(all=list_of(object_of(step=step_number(5), maxLength=REASON), 3), flag=FLAG)
    free = object_of(
        all={"type": "array", "items": object_of(step={"type": "integer"}, maxLength={"type": "string"})}, flag=FLAG
    )
    assert json.loads(unlimited(json.dumps(limited))) == free


@given(st.integers(1, 4), st.integers(0, 2000), st.integers(0, 2000))
@pytest.mark.parametrize("most", [1, 3])
def test_more_tokens_never_shorten(most: int, texts: int, fewer: int, more: int) -> None:
    schema = json.dumps(object_of(all=list_of(object_of(**{f"t{k}": free_text(300) for k in range(texts)}), most)))
    one, other = sorted((fewer, more))
    path = ("properties", "all", "items", "properties", "t0")
    assert 20 <= longest(fitted(schema, one), *path) <= longest(fitted(schema, other), *path) <= 300
