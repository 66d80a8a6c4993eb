"""Reading premises out of answers: every form, what is rejected and why, and what is no answer."""

from __future__ import annotations

import pytest

from dunyazad.premises.reading import held_against, names_in, read_step, steps_listed
from dunyazad.prompts import Answer, Echo, read_answer
from dunyazad.reasoning import Completion

QUESTION = "Ann buys 3 figs at $2 and 4 pears at $1. What does she pay?"
STEPS = ("Step 1: 3 * 2 = 6", "Step 2: 4 * 1 = 4", "Step 3: 6 + 4 = 10", "Step 4: By step 3, she pays $10.")
ECHO = Echo(QUESTION, *STEPS)


def read(text: str, number: int = 4, steps: int = 5) -> tuple[list[int], str, list[tuple[str, str]]]:
    answer = read_answer(Completion("k", text), ("premises",), ECHO)
    found = read_step(answer, number, steps, ECHO)
    rejected: list[tuple[str, str]] = [(one.text, one.reason) for one in found.rejected]
    return [premise.step for premise in found.premises], found.finding.outcome, rejected


@pytest.mark.parametrize(
    ("text", "premises"),
    [
        # JSON, in every shape that models give
        ('{"premises": [{"step": 0, "reason": "the prices"}, {"step": 3, "reason": "the sum"}]}', [0, 3]),
        ('```json\n{"premises": [3, 0]}\n```', [0, 3]),
        ("```\n{'premises': ['Step 0', 'Step 3',]}\n```\nThat is all.", [0, 3]),
        ('I looked at steps 1 and 2.\n{"premises": [0]}', [0]),
        ('{"premises": [1]} no, rather {"premises": [2]}', [2]),
        ('{"premises": [[0, "the prices"], [3, "the sum"]]}', [0, 3]),
        ('{"premises": [[0, "the prices"]]}', [0]),
        ('{"premises": [0, "3"]}', [0, 3]),
        ('{"premises": "Steps 1 and 3"}', [1, 3]),
        ('{"premises": "1-3"}', [1, 2, 3]),
        ('{"premises": {"0": "the prices", "step 3": "the sum"}}', [0, 3]),
        ('{"premises": {"step": 2, "reason": "x"}}', [2]),
        ('{"premises": {"step": [1, 2], "reason": "x"}}', [1, 2]),
        ('{"premises": [{"number": "2"}, {"id": 1.0}, {"premise": "Step 0"}]}', [0, 1, 2]),
        ('{"premises": ["Step 2: it gives 4", "the question"]}', [0, 2]),
        ('{"premises": [], "reason": "a definition"}', []),
        ('{"premises": null}', []),
        ('{"premises": "none"}', []),
        ("<think>Premises: Step 1</think>{premises: [2]}", [2]),
        # plain lists
        ("Premises: Step 0, Step 3", [0, 3]),
        ("**Premises:** Steps 0 and 3.", [0, 3]),
        ("The premises of step 4 are: 0, 1, and 3", [0, 1, 3]),
        ("Premises of step 3: 1, 2\nPremises of step 4: 3", [3]),
        ("Let me see. It takes the 6.\n\nPremises: Step 1", [1]),
        ("Premises: none", []),
        ("Premises: Step 0 (the prices), Step 3 (the sum)", [0, 3]),
        ("Premises:\n- Step 0\n- Step 3", [0, 3]),
        ("Step 0\nStep 3", [0, 3]),
        ("Steps 1-3", [1, 2, 3]),
        ("Steps 1 to 3", [1, 2, 3]),
        ("Step 1, Step 2 & Step 3", [1, 2, 3]),
        ("0, 3", [0, 3]),
        ("[0, 3]", [0, 3]),
        ("Step 0 and Step 3", [0, 3]),
        ("Step ٠ and Step ３", [0, 3]),
        ("None.", []),
        ("none", []),
        # one premise a line, with its reason
        ("Step 0: it states the prices\nStep 3: it gives the sum", [0, 3]),
        ("- **Step 0**: it states the prices\n- **Step 3**: it gives the sum", [0, 3]),
        ("1. Step 0 - it states the prices\n2. Step 3 – it gives the sum", [0, 3]),
        ("Step 0: it states the prices. Step 3: it gives the sum.", [0, 3]),
        ("Step 0: it states the prices Step 3: it gives the sum", [0, 3]),
        ("Steps 1 and 3: they give 6 and 10", [1, 3]),
        ("Steps 1–3: they give all", [1, 2, 3]),
        ("Step 0 (the question): it states the prices", [0]),
        ("The question: it states the prices", [0]),
        ("Step 3: it gives the sum, as found in Step 2: 4", [3]),
    ],
)
def test_forms_that_are_read(text: str, premises: list[int]) -> None:
    assert read(text) == (premises, "found", [])


@pytest.mark.parametrize(
    ("text", "premises", "rejected"),
    [
        ('{"premises": [0, 4]}', [0], [("4", "itself")]),
        ('{"premises": [0, 5]}', [0], [("5", "later")]),
        ('{"premises": [0, 6, -1, 99999999999]}', [0], [("6", "unknown"), ("-1", "unknown")]),
        ('{"premises": [0, "2a", "the sum", true, 1.5]}', [0], None),
        ('{"premises": ["Step 0", "Step 4: itself"]}', [0], [("Step 4: itself", "itself")]),
        ("Premises: Steps 0, 4 and 7", [0], [("Steps 0, 4 and 7", "itself"), ("Steps 0, 4 and 7", "unknown")]),
        ("Step 0: the prices\nI am not sure of step 2.", [0], [("I am not sure of step 2.", "prose")]),
        (
            "Here are the premises for step 4.\nStep 0: the prices",
            [0],
            [("Here are the premises for step 4.", "prose")],
        ),
        ("1-9", [1, 2, 3], None),
    ],
)
def test_what_is_rejected_beside_premises(
    text: str, premises: list[int], rejected: list[tuple[str, str]] | None
) -> None:
    found = read(text)
    assert found[:2] == (premises, "found")
    if rejected is None:
        assert found[2]
    else:
        assert found[2][: len(rejected)] == rejected


def test_every_kind_of_no_step_is_told() -> None:
    _, _, rejected = read('{"premises": [0, "2a", "the sum", true, 1.5]}')
    assert rejected == [("2a", "no_step"), ("the sum", "no_step"), ("True", "no_step"), ("1.5", "no_step")]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n",
        "It rests on step 3, I think.",
        "Because step 1 gives 6 and step 2 gives 4.",
        '{"verdict": "correct"}',
        '{"premises": [4]}',  # nothing but itself
        '{"premises": ["all of them"]}',
        "Premises: whatever came before",
        "Step 2a",
        "2.5",
        "<think>Premises: Step 1",
        "<think>Premises: Step 1</think>",
        "Step 4: By step 3, she pays $10.",
        "The step says: Step 4: By step 3, she pays $10.",
        "Sure!\nStep 1: 3 * 2 = 6\nStep 2: 4 * 1 = 4",
        "step 3",  # stands in step 4, which it may only quote
        "Step 1\nand so on, which shows much.",
    ],
)
def test_what_is_no_answer(text: str) -> None:
    premises, outcome, _ = read(text)
    assert (premises, outcome) == ([], "unparsed")


def test_prose_is_counted() -> None:
    assert read("It rests on step 3, and on Step 1.") == ([], "unparsed", [("step 3", "prose"), ("Step 1", "prose")])


def test_reasons_are_kept_short_and_on_one_line() -> None:
    answer = Answer("found", "", {"premises": [{"step": 0, "reason": "a\n\u202eb " * 500}]}, "x")
    [premise] = read_step(answer, 1, 1, ECHO).premises
    assert premise.reason.startswith("a b a b")
    assert len(premise.reason) == 300


@pytest.mark.parametrize("outcome", ["refused", "truncated", "failed"])
def test_what_did_not_complete_keeps_its_outcome_whatever_it_says(outcome: str) -> None:
    completion = Completion("k", '{"premises": [0]}', outcome, "for a reason")  # type: ignore[arg-type]
    found = read_step(read_answer(completion, ("premises",), ECHO), 1, 1, ECHO)
    assert (found.premises, found.finding.outcome, found.finding.reason) == ((), outcome, "for a reason")
    assert read_step(read_answer(None, ("premises",), ECHO), 1, 1, ECHO).finding.outcome == "failed"


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Steps 1, 3-5 and the question", (1, 3, 4, 5, 0)),
        ("step 2", (2,)),
        ("(1), (2)", (1, 2)),
        ("Step 0 (question) and step 0", (0,)),
        ("5-3", None),
        ("1 2 3", (1, 2, 3)),
        ("", None),
        ("steps", None),
        ("step 1b", None),
        ("12 pens", None),
        ("1.5", None),
        ("1" * 30, None),
        ("²", None),
    ],
)
def test_lists_of_steps(text: str, numbers: tuple[int, ...] | None) -> None:
    assert steps_listed(text) == numbers


def test_ranges_and_lists_are_bounded() -> None:
    assert len(steps_listed("0-999999999") or ()) <= 501
    assert len(names_in(list(range(10_000)))) <= 500
    assert len(held_against(names_in(list(range(10_000))), 1, 1).rejected) <= 50
