"""Reading objects out of what models write: strict, nearly strict, hostile."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad._answers import find_objects

CASES = [
    ('{"a": 1}', [{"a": 1}]),
    ('```json\n{"a": [0, 2]}\n```', [{"a": [0, 2]}]),
    ('I think {"a": 1}, no: {"a": 2}.', [{"a": 1}, {"a": 2}]),
    ("{'a': 'it's here', 'b': True, 'c': None,}", [{"a": "it's here", "b": True, "c": None}]),
    ('{"a": "says "x" twice", "b": 2}', [{"a": 'says "x" twice', "b": 2}]),
    ('{a: yes, b: [1, 2,], c: (3, "x")}', [{"a": "yes", "b": [1, 2], "c": [3, "x"]}]),
    ("{“a”: “b”}", [{"a": "b"}]),
    ('{"a": "line one\nline two"}', [{"a": "line one\nline two"}]),
    ('{"a": {"b": 1}}', [{"a": {"b": 1}}]),  # the inner object is no answer of its own
    ('{"a": "{\\"a\\": 2}"}', [{"a": '{"a": 2}'}]),
    ("{}", [{}]),
    ("\\frac{1}{2} and \\text{a} and f(x) = {x}", []),
    ('{"a": 1', []),
    ('{"a" 1}', []),
    ('{"a": 1e}', []),
    ("__import__('os').system('true')", []),
    ('{"a": 12345678901234567890}', [{"a": 12345678901234567890}]),
    ("{a: 12345678901234567890}", []),
    ("", []),
]


@pytest.mark.parametrize(("text", "objects"), CASES)
def test_objects_amid_text(text: str, objects: list[dict[str, object]]) -> None:
    assert [found.fields for found in find_objects(text)] == objects


def test_the_stretch_is_given_as_written() -> None:
    assert find_objects("so {'a': 1} it is")[0].text == "{'a': 1}"


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(max_size=5), values, max_size=3))
def test_what_json_writes_is_read(fields: dict[str, object]) -> None:
    assert [found.fields for found in find_objects(f"Here: {json.dumps(fields)} done")] == [fields]


@given(st.dictionaries(st.sampled_from(["premises", "step", "reason"]), st.lists(st.integers(0, 99)), min_size=1))
def test_what_python_writes_is_read(fields: dict[str, object]) -> None:
    assert [found.fields for found in find_objects(f"Here: {fields!r} done")] == [fields]


@given(st.text(alphabet="{}[]()\"'“”\\,: ab01-.\n", max_size=200))
def test_no_text_raises(text: str) -> None:
    for found in find_objects(text):
        assert found.text in text


@pytest.mark.parametrize(
    "piece",
    ["{", '{"', '{"a":', '{"a":[', "{'a':'{'", "{a:", '{"a":"\\', "[", "(", '{"a":1,', "\\" * 7 + '"', '{"a":"b"'],
)
def test_hostile_repetition_is_read_at_once(piece: str) -> None:
    # A quadratic reader would take minutes for these; a limit on time would make the test depend on the machine.
    text = piece * (100_000 // len(piece))
    assert len(find_objects(text)) <= 400


def test_an_object_too_deep_is_not_read_whole() -> None:
    text = "{a:" * 50 + "1" + "}" * 50
    assert all(len(found.text) < len(text) / 2 for found in find_objects(text))
