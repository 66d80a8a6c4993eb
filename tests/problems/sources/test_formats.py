"""Rows of each published format become the same kind of source problem. All problems here are our own."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from dunyazad.problems.decomposition import Rejected, SourceProblem
from dunyazad.problems.sources import FORMATS, recognise

SVAMP = {
    "id": "own-1",
    "body": "Olga has 48 red pens. She gives 15 of them to Petra",
    "question": "How many red pens does Olga have left?",
    "equation": "( 48.0 - 15.0 )",
    "answer": 33.0,
    "type": "Subtraction",
}
MULTIARITH = {
    "iindex": 3,
    "squestion": " Rohan buys 5 trays of tulips and 3 trays of daisies, 6 plants a tray. How many plants are that? ",
    "lequations": ["X=(6.0*(3.0+5.0))"],
    "lsolutions": [48.0],
}
ASDIV = {
    "id": "own-2",
    "body": "Marta has 7 plums and buys 12 more.",
    "question": "How many plums does Marta have?",
    "solution-type": "Addition",
    "answer": "19 (plums)",
    "formula": "7+12=19",
}
GSM8K = {"question": "Bo has 3 hens and buys 4. How many has Bo?", "answer": "<<3+4=7>>7\n#### 7"}
PLAIN = {"problem": "Bo has 3 hens and buys 4. How many has Bo?", "solution": "3 + 4 = 7."}


def read(fields: Mapping[str, Any]) -> SourceProblem:
    format = recognise([fields])
    assert format is not None
    source = format.read(fields, "own/0")
    assert isinstance(source, SourceProblem), source
    return source


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        (SVAMP, "svamp"),
        ({"question_concat": "How?", "equation": "( 1.0 + 2.0 )", "answer": "3.0"}, "svamp"),
        (MULTIARITH, "multiarith"),
        ({"question": "How many?", "final_ans": "48"}, "multiarith"),
        (ASDIV, "asdiv"),
        ({**{k: v for k, v in ASDIV.items() if k != "solution-type"}, "solution_type": "Addition"}, "asdiv"),
        (GSM8K, "gsm8k"),
        ({"question": "How many?", "answer": "7"}, "plain"),
        (PLAIN, "plain"),
    ],
)
def test_a_format_is_told_by_its_fields(fields: dict[str, Any], name: str) -> None:
    format = recognise([{"note": 1}, fields])
    assert format is not None
    assert format.name == name


def test_rows_without_a_question_are_of_no_format() -> None:
    assert recognise([{"title": "x", "answer": "3"}]) is None
    assert recognise([]) is None


@pytest.mark.parametrize(
    ("fields", "equations", "final"),
    [
        (SVAMP, ("( 48.0 - 15.0 ) = 33",), 33),
        (MULTIARITH, ("(6.0*(3.0+5.0)) = 48",), 48),
        (ASDIV, ("7+12 = 19",), 19),
        (PLAIN, ("3 + 4 = 7",), 7),
    ],
)
def test_a_formula_becomes_the_equations(fields: dict[str, Any], equations: tuple[str, ...], final: int) -> None:
    source = read(fields)
    assert source.equations == equations
    assert source.final == Fraction(final)
    assert source.needs_program is (fields is not PLAIN)


@pytest.mark.parametrize("formula", ["x+3=7", "", None, "7+12=19; 19-2=17", "ratio 3:4", "45/9=5 r 0"])
def test_a_formula_that_is_no_calculation_leaves_the_problem_without_a_program(formula: str | None) -> None:
    source = read({**ASDIV, "formula": formula})
    assert (source.equations, source.needs_program) == ((), False)


@pytest.mark.parametrize(
    ("body", "question", "whole"),
    [
        ("Bo has 3 hens.", "How many?", "Bo has 3 hens. How many?"),
        ("Bo has 3 hens", "how many?", "Bo has 3 hens. How many?"),
        ("Bo has 3 hens. If he buys 4 more", "How many has Bo?", "Bo has 3 hens. If he buys 4 more, how many has Bo?"),
        ("If Bo buys 4 hens,", "Does Bo have 4?", "If Bo buys 4 hens, Does Bo have 4?"),
        ("", "How many?", "How many?"),
    ],
)
def test_story_and_question_are_joined(body: str, question: str, whole: str) -> None:
    assert read({**SVAMP, "body": body, "question": question}).question == whole


@pytest.mark.parametrize(
    ("format", "fields", "code"),
    [
        ("svamp", {**SVAMP, "answer": "none"}, "answer-no-number"),
        ("svamp", {**SVAMP, "answer": None}, "answer-no-number"),
        ("svamp", {**SVAMP, "answer": True}, "answer-no-number"),
        ("svamp", {**SVAMP, "answer": float("nan")}, "answer-no-number"),
        ("svamp", {**SVAMP, "body": 3}, "line-malformed"),
        ("multiarith", {**MULTIARITH, "squestion": ["x"]}, "line-malformed"),
        ("multiarith", {**MULTIARITH, "lsolutions": [1.0, 2.0]}, "answer-no-number"),
        ("asdiv", {**ASDIV, "answer": "3 (pears); 4 (plums)"}, "answer-no-number"),
        ("asdiv", {**ASDIV, "answer": "2:3"}, "answer-no-number"),
        ("asdiv", {**ASDIV, "body": "", "question": "  "}, "question-empty"),
        ("gsm8k", {"question": "How?", "answer": 3}, "line-malformed"),
        ("plain", {"question": "How many?"}, "line-malformed"),
        ("plain", {"answer": "3"}, "line-malformed"),
        ("plain", {"question": "How many?", "answer": "perhaps 3 or 4"}, "answer-no-number"),
        ("plain", {"question": "How? " * 10_000, "answer": "3"}, "line-too-long"),
        ("plain", {"question": "How?", "answer": "1+1=2 " * 10_000}, "line-too-long"),
    ],
)
def test_what_cannot_be_read_is_a_coded_rejection(format: str, fields: dict[str, Any], code: str) -> None:
    found = FORMATS[format].read(fields, "own/4")
    assert isinstance(found, Rejected)
    assert (found.code, found.id) == (code, "own/4")
    assert "\n" not in found.sentence


def test_a_plain_solution_is_read_where_the_answer_stands_apart() -> None:
    source = read({"question": "Q: How many hens? A:", "answer": 7, "rationale": "First 3 + 4 = 7."})
    assert source.question == "How many hens?"
    assert source.equations == ("3 + 4 = 7",)


def test_a_solution_that_does_not_end_in_the_answer_is_no_program() -> None:
    assert read({"question": "How many hens?", "answer": "8", "solution": "3 + 4 = 7."}).equations == ()
    assert read({"question": "How many hens?", "answer": "7", "solution": "10/3 = 3.3, 3 + 4 = 7."}).equations == ()
