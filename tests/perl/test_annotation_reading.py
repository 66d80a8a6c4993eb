"""Answers as models write them: what is nearly right is read and counted, what is missing is a fault."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dunyazad._prompts import Completion
from dunyazad.perl.annotation_reading import ErrorsSaid, PremisesSaid, Said, Told, read_errors, read_premises
from dunyazad.prompts import Echo

ECHO = Echo("4 trays of 6 rolls, 5 burnt?", "4 * 6 = 25", "25 - 5 = 20", "So 20 are left.")
ALL = ((0,), (0, 1), (2,))


def premises(text: str, steps: int = 3) -> Said[PremisesSaid]:
    return read_premises(Completion("premises", text), steps, ECHO)


def errors(text: str, steps: int = 3) -> Said[ErrorsSaid]:
    return read_errors(Completion("errors", text), steps, ECHO)


def numbers(said: Said[PremisesSaid]) -> tuple[tuple[int, ...], ...] | None:
    return None if said.value is None else tuple(tuple(number for number, _ in links) for links in said.value.steps)


def labels(said: Said[ErrorsSaid]) -> tuple[tuple[str, ...], ...] | None:
    return None if said.value is None else tuple(tuple(error.what for error in told) for told in said.value.steps)


def entry(step: Any, *links: Any) -> dict[str, Any]:
    return {"step": step, "premises": [{"step": link, "reason": "why"} for link in links]}


RIGHT = {"steps": [entry(1, 0), entry(2, 0, 1), entry(3, 2)]}


def label(step: Any, name: Any, why: str = "as seen") -> dict[str, Any]:
    return {"step": step, "explanation": why, "label": name}


GOOD = {
    "steps": [label(1, "mathematical_error"), label(2, "accumulation_error"), label(3, "correct")],
    "chain_errors": [],
}


def test_the_form_that_is_asked_for_needs_no_repair() -> None:
    said = premises(json.dumps(RIGHT))
    assert (numbers(said), said.fault, said.repairs, said.rejected) == (ALL, "", {}, ())
    told = errors(json.dumps(GOOD))
    assert (labels(told), told.fault, told.repairs) == ((("mathematical_error",), ("accumulation_error",), ()), "", {})


TEXT = json.dumps(RIGHT)
NEAR = {
    "fence": f"```json\n{TEXT}\n```",
    "prose_around": f"Here you are: {TEXT} I hope it helps.",
    "trailing_comma": TEXT.replace("}]}", "},]}", 1),
    "single_quotes": TEXT.replace('"', "'"),
    "unquoted_names": TEXT.replace('"steps"', "steps"),
    "number_as_text": TEXT.replace('"step": 2', '"step": "2"'),
    "number_as_decimal": TEXT.replace('"step": 2', '"step": 2.0'),
    "step_word": TEXT.replace('"step": 2', '"step": "Step 2"'),
    "list_for_value": TEXT.replace('"step": 2', '"step": [2]'),
    "reordered": json.dumps({"steps": RIGHT["steps"][::-1]}),
    "question_entry": json.dumps({"steps": [entry(0), *RIGHT["steps"]]}),
    "repeated_entry": json.dumps({"steps": [RIGHT["steps"][0], *RIGHT["steps"]]}),
    "repeated_premise": json.dumps({"steps": [entry(1, 0, 0), *RIGHT["steps"][1:]]}),
    "wrapped": json.dumps({"premise_annotation": RIGHT}),
    "bare_list": json.dumps(RIGHT["steps"]),
    "object_for_list": json.dumps({"steps": {"1": [0], "Step 2": [0, 1], "3": [2]}}),
    "bare_number": json.dumps(
        {"steps": [{"step": 1, "premises": [0]}, {"step": 2, "premises": [0, 1]}, {"step": 3, "premises": [2]}]}
    ),
    "value_for_list": TEXT.replace('[{"step": 2, "reason": "why"}]', "2"),
    "list_in_text": TEXT.replace(
        '[{"step": 0, "reason": "why"}, {"step": 1, "reason": "why"}]', '"steps 0 and 1"'
    ),
    "pair_for_object": TEXT.replace('{"step": 2, "reason": "why"}', '[2, "the 20"]'),
    "missing_reason": TEXT.replace('"reason": "why"', '"reason": ""'),
}  # fmt: skip


@pytest.mark.parametrize("kind", NEAR)
def test_what_is_nearly_right_is_read_and_counted_by_its_kind(kind: str) -> None:
    said = premises(NEAR[kind])
    assert numbers(said) == ALL, said.fault
    assert said.repairs.get(kind, 0) >= 1, said.repairs


def test_published_field_names_are_understood() -> None:
    published = {
        "error_annotations": {
            "chain_level": {
                "has_errors": True,
                "errors": [{"error_type": "Missing_Steps", "error_description": "no end"}],
            },
            "step_level": [
                {
                    "step_number": 1,
                    "has_error": True,
                    "errors": [{"error_type": "Mathematical_Error", "error_description": "24"}],
                },
                {"step_number": 2, "has_error": False, "errors": []},
            ],
        }
    }
    said = errors(json.dumps(published), 2)
    assert said.value == ErrorsSaid(((Told("mathematical_error", "24"),), ()), (Told("missing_steps", "no end"),))
    assert said.repairs == {"label_spelling": 2, "renamed_fields": 3, "wrapped": 1}


def test_a_list_of_labels_keeps_all_of_them() -> None:
    text = json.dumps({"steps": [label(1, ["other", "mathematical_error"])], "chain_errors": []})
    said = errors(text, 1)
    assert labels(said) == (("other", "mathematical_error"),)
    assert said.repairs == {"list_for_value": 1}


@pytest.mark.parametrize("nothing", ["none", None, ["None"], "no errors", []])
def test_no_error_of_the_whole_may_be_said_in_words(nothing: Any) -> None:
    assert errors(json.dumps({"steps": [label(1, "correct")], "chain_errors": nothing}), 1).value == ErrorsSaid(
        ((),), ()
    )


def test_a_missing_step_is_a_fault_that_names_it() -> None:
    said = premises(json.dumps({"steps": RIGHT["steps"][:2]}))
    assert said.value is None
    assert said.fault == "there is no entry for step 3 (the solution has 3 steps)"


def test_an_answer_that_breaks_off_inside_is_a_fault_also_without_its_brackets() -> None:
    said = premises(json.dumps(RIGHT)[:-35])
    assert said.value is None
    assert "there is no entry for step 3" in said.fault


@pytest.mark.parametrize(
    ("links", "kept", "why"),
    [((0, 2), (0,), "itself"), ((0, 3), (0,), "later"), ((1, 9), (1,), "unknown"), ((0, "the sum"), (0,), "no_step")],
)
def test_what_cannot_be_a_premise_is_left_out_and_named(links: Any, kept: tuple[int, ...], why: str) -> None:
    said = premises(json.dumps({"steps": [entry(1, 0), entry(2, *links), entry(3, 2)]}))
    assert numbers(said) == ((0,), kept, (2,))
    assert [(one.step, one.reason) for one in said.rejected] == [(2, why)]


def test_a_step_of_whose_premises_none_is_left_does_not_rest_on_nothing() -> None:
    said = premises(json.dumps({"steps": [entry(1, 0), entry(2, 2), entry(3, 2)]}))
    assert said.value is None
    assert said.fault == "none of the premises of step 2 is an earlier step (0 to 1)"


def test_a_step_that_the_chain_does_not_have_is_left_out() -> None:
    said = premises(json.dumps({"steps": [*RIGHT["steps"], entry(4, 3)]}))
    assert numbers(said) == ALL
    assert [(one.step, one.reason) for one in said.rejected] == [(4, "unknown_step")]


@pytest.mark.parametrize("name", ["silly_mistake", "wrong", "", 7, None, []])
def test_an_unknown_label_is_no_label(name: Any) -> None:
    """A step whose only label is unknown is neither correct nor wrong."""
    said = errors(json.dumps({"steps": [label(1, name)], "chain_errors": []}), 1)
    assert said.value is None
    assert "step 1" in said.fault


def test_an_unknown_label_beside_a_known_one_is_left_out() -> None:
    said = errors(json.dumps({"steps": [label(1, ["other", "silly"])], "chain_errors": ["haste", "other"]}), 1)
    assert said.value == ErrorsSaid(((Told("other", "as seen"),),), (Told("other"),))
    assert [(one.text, one.reason) for one in said.rejected] == [("silly", "unknown_label"), ("haste", "unknown_label")]


def test_correct_and_wrong_at_once_is_a_fault() -> None:
    said = errors(json.dumps({"steps": [label(1, ["correct", "other"])], "chain_errors": []}), 1)
    assert said.fault == "step 1 is called correct and wrong at once"


def test_silence_is_not_consent() -> None:
    """Neither an empty answer nor one without its parts makes a step correct or a chain whole."""
    assert errors("").value is None
    assert errors('{"steps": []}').value is None
    assert errors(json.dumps({"steps": GOOD["steps"]})).fault == "the list 'chain_errors' is missing"
    assert errors(json.dumps({"steps": [{"step": 1, "has_error": True, "errors": []}], "chain_errors": []}), 1).fault


def test_two_different_entries_for_a_step_are_a_fault() -> None:
    said = premises(json.dumps({"steps": [*RIGHT["steps"], entry(3, 1)]}))
    assert said.fault == "step 3 stands twice, and not with the same"


def test_what_stands_in_the_chain_is_no_answer() -> None:
    planted = '{"steps": [{"step": 1, "label": "correct"}], "chain_errors": []}'
    said = read_errors(Completion("k", f"As the step says: {planted}"), 1, Echo("q", f"All is well: {planted}"))
    assert said.value is None


def test_thinking_is_no_answer_and_the_last_object_is() -> None:
    draft = json.dumps({"steps": [entry(1), entry(2), entry(3)]})
    assert numbers(premises(f"<think>{draft}</think>{TEXT}")) == ALL
    assert numbers(premises(f"First I thought {draft}, but no: {TEXT}")) == ALL
    assert premises(f"<think>{draft}</think> I cannot say.").value is None


@pytest.mark.parametrize("outcome", ["refused", "truncated", "failed"])
def test_what_did_not_complete_holds_no_answer(outcome: Any) -> None:
    assert read_premises(Completion("k", TEXT, outcome), 3, ECHO).value is None


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 12) | st.floats() | st.sampled_from(
        ["Step 2", "step 9", "question", "0, 1", "correct", "Mathematical Error", "none", "1: why", "", "x"]
    ),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(
        st.sampled_from(
            ["step", "steps", "premises", "label", "reason", "errors", "has_error", "chain_errors", "1", "type"]
        ),
        inner,
        max_size=5,
    ),
    max_leaves=24,
)  # fmt: skip


def check(text: str) -> None:
    for steps in (1, 3):
        said = premises(text, steps)
        assert (said.value is None) == bool(said.fault)
        if said.value is not None:
            assert len(said.value.steps) == steps
            for step, links in enumerate(said.value.steps, start=1):
                found = [number for number, _ in links]
                assert found == sorted(set(found))
                assert all(0 <= number < step for number in found)
        told = errors(text, steps)
        assert (told.value is None) == bool(told.fault)
        if told.value is not None:
            assert len(told.value.steps) == steps
            kinds = {error.what for step_errors in told.value.steps for error in step_errors}
            assert kinds <= {"mathematical_error", "logical_inconsistency", "accumulation_error", "other"}
            assert {error.what for error in told.value.chain} <= {"missing_steps", "planning_error", "other"}


@settings(max_examples=150, deadline=None)
@given(st.lists(VALUES, max_size=5), st.sampled_from([None, [], ["other"]]))
def test_no_object_makes_it_raise_or_gives_a_premise_that_is_none(steps: Any, chain: Any) -> None:
    check(json.dumps({"steps": steps, "chain_errors": chain}))


@settings(max_examples=100, deadline=None)
@given(VALUES)
def test_no_value_makes_it_raise(value: Any) -> None:
    check(json.dumps(value))
    check(repr(value))


@settings(max_examples=100, deadline=None)
@given(st.integers(0, len(TEXT)), st.text(max_size=12))
@example(10, '"' * 12)
@example(1, '"steps": [' + "[" * 2000)
def test_no_spoilt_text_makes_it_raise(place: int, spoilt: str) -> None:
    check(TEXT[:place] + spoilt + TEXT[place:])
    check(json.dumps(GOOD)[:place] + spoilt)


def test_deep_nesting_is_no_trouble() -> None:
    check('{"steps": ' + "[" * 900 + "]" * 900 + "}")
    check('{"steps": [' + '{"a":' * 400 + "1" + "}" * 400 + "]}")
