from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dunyazad._records import Line
from dunyazad.chaining import FileReport, LogicGate
from dunyazad.chaining.certify import check_shape
from dunyazad.chaining.released import check_released, is_released, number_of, numbered, read_rows
from dunyazad.chaining.wording import question_span
from dunyazad.problems import Problem, read_problems

from .published import PROBLEMS, gate, problem, row

SHARED = Path(__file__).parents[3] / "../shared/data/scheherazade"


def lines(*rows: dict[str, Any] | bytes) -> list[Line]:
    return [
        Line("rows.jsonl", number, one if isinstance(one, bytes) else json.dumps(one).encode())
        for number, one in enumerate(rows, start=1)
    ]


def checked(*rows: dict[str, Any] | bytes, problems: dict[str, Problem] | None = PROBLEMS) -> FileReport:
    return check_released(map(numbered, lines(*rows)), problems=problems)


def said(report: FileReport) -> dict[str, tuple[int, str]]:
    return {entry.reason: (entry.count, entry.examples[0]) for entry in (*report.errors, *report.notes)}


def test_a_row_as_it_should_be_becomes_a_chain() -> None:
    told = row(0, 1, 2)
    (read,) = read_rows(map(numbered, lines(told)), PROBLEMS)
    assert read.findings == ()
    chain = read.chain
    assert chain is not None
    assert (chain.text, chain.order, chain.telling) == (told["problem"], "backward", (2, 1, 0))
    assert list(check_shape(chain)) == []
    assert [gate.claims for gate in chain.gates if isinstance(gate, LogicGate)] == [(True,), (False,)]
    assert {part.role: chain.slice(span) for part, span in chain.located() if part.problem == 1} == {
        "claim": "Ondine bakes 12 buns",
        "branch": "Bartok bakes 14 trays.",  # the later of its two
        "premises": "A tray holds 4 buns.",
    }
    assert chain.slice(question_span(chain)) == "How many buns does Celeste bake?"


def test_a_row_told_forward_is_made_out_too() -> None:
    text = (
        f"Ondine bakes 3 trays. A tray holds 4 buns. {gate(1, 0)} A tray holds 4 buns. How many buns does Bartok bake?"
    )
    (read,) = read_rows(map(numbered, lines(row(0, 1, text=text))), PROBLEMS)
    assert read.chain is not None
    assert (read.chain.order, read.chain.telling) == ("forward", (0, 1))


def test_white_space_is_free_but_told() -> None:
    report = checked(row(0, 1, text=row(0, 1)["problem"].replace(" A tray", "  A\n tray").replace("[", "[ ")))
    assert report.sound == 1
    assert said(report)["stray-space"] == (1, "row 1: 6 doubled spaces, or spaces inside brackets")


@pytest.mark.parametrize("problems", [None, PROBLEMS])
def test_a_text_that_stands_in_rows_of_different_problems_is_a_placeholder(
    problems: dict[str, Problem] | None,
) -> None:
    rows = [row(0, 1, text="A tray holds 4 buns."), row(2, 1, text="A tray holds 4 buns."), row(0, 1, 2)]
    report = checked(*rows, problems=problems)
    assert (report.chains, report.sound, report.unsound) == (3, 1, 2)
    assert said(report) == {
        "placeholder": (2, "row 1: the text is no chain's: it stands in 2 rows of different problems"),
        "gates": (2, "row 1: 0 gates in the text, 2 problems have 1"),
    }


def test_a_missing_first_premise_is_named() -> None:
    text = row(0, 1)["problem"].replace("Ondine bakes 3 trays. ", "")
    code, (count, sentence) = next(iter(said(checked(row(0, 1, text=text))).items()))
    assert (code, count) == ("first-premise", 1)
    assert sentence.startswith("row 1: the first premise of handmade/0 is missing, from ")


@pytest.mark.parametrize(
    ("changes", "code", "sentence"),
    [
        ({"solutions": [16, 12, 24]}, "solutions", "the solutions 16, 12, 24 are not the problems': 12, 16, 20"),
        ({"solutions": [16, 12, 20]}, "solutions-order", "the solutions are neither in solving nor in telling order"),
        ({"output": {}, "is_correct": False}, "unanswered", "no answer in the output"),
        ({"is_correct": False}, "correct-flag", "is_correct is False, the answers are right"),
        ({"output": {"Who?": 3}, "is_correct": False}, "questions", "4 questions of output and problems do not match"),
        ({"id_chain": [0, 1, 9]}, "unknown-problem", "no problem 'handmade/9' among those given"),
    ],
)
def test_what_is_wrong_is_said(changes: dict[str, Any], code: str, sentence: str) -> None:
    assert said(checked(row(0, 1, 2, **changes)))[code] == (1, f"row 1: {sentence}")


def test_answers_that_are_no_numbers_are_counted() -> None:
    output = {**row(0, 1)["output"], "How many buns does Ondine bake?": "<UNKNOWN>"}
    report = checked(row(0, 1, output=output, is_correct=False))
    assert said(report) == {"unknown-answer": (1, "row 1: 1 of 2 answers are no numbers")}
    assert report.sound == 1


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("Ondine bakes 12 buns", "Ondine bakes 11 buns", "claim about handmade/0"),
        ("[Bartok bakes 14 trays.]", "[Bartok bakes 15 trays.]", "second branch of handmade/1"),
        ("[Bartok bakes 4 trays.]", "[Bartok bakes 3 trays.]", "first branch of handmade/1"),
        ("Otherwise", "Else", "gate of handmade/1"),
        ("How many buns does Bartok bake?", "How many buns?", "question of handmade/1"),
        ("does Bartok bake?", "does Bartok bake? Or not?", "expected the end"),
    ],
)
def test_a_text_that_is_not_the_problems_is_named_where_it_differs(old: str, new: str, expected: str) -> None:
    report = checked(row(0, 1, text=row(0, 1)["problem"].replace(old, new)))
    assert report.unsound == 1
    assert expected in said(report)["text"][1]


def test_a_gate_that_opens_the_wrong_branch_is_an_error() -> None:
    text = row(0, 1)["problem"]
    swapped = text.replace("4 trays", "X").replace("14 trays", "4 trays").replace("X", "14 trays")
    swapped = text.replace("bakes 4 trays", "bakes 14 trays", 1).replace(
        "[Bartok bakes 14 trays.] A", "[Bartok bakes 4 trays.] A"
    )
    found = said(checked(row(0, 1, text=swapped)))
    assert found["branch"][1].startswith("row 1: the gate of handmade/1 opens the wrong first premise")


def test_names_problems_and_rows_that_stand_twice_are_named() -> None:
    shared = {**PROBLEMS, "handmade/1": msgspec.structs.replace(problem(1), names=("Bartok", "ONDINE"))}
    found = said(checked(row(0, 1), row(0, 1), row(2, 2), problems=shared))
    assert found["shared-name"] == (2, "row 1: ONDINE is in handmade/0 and in handmade/1")
    assert found["duplicate"] == (1, "row 2: the same problems in the same order as row 1")
    assert found["repeated-problem"] == (1, "row 3: a problem stands twice: 2, 2")


@pytest.mark.parametrize(
    "line",
    [
        b"{}",
        b"[1, 2]",
        b"no json",
        b"\xff\xfe\x00",
        b'{"id_chain": [], "problem": "", "solutions": [], "output": {}, "is_correct": true}',
        b'{"id_chain": [1], "problem": null, "solutions": [], "output": {}, "is_correct": true}',
        b'{"id_chain": [1], "problem": "", "solutions": [], "output": [], "is_correct": true}',
        b'{"id_chain": [1], "problem": "", "solutions": [], "output": {"a": [1]}, "is_correct": true}',
        b'{"id_chain": [1], "problem": "", "solutions": [], "output": {}, "is_correct": "yes"}',
        b'{"id_chain":' + b"[" * 20_000,
    ],
)
def test_a_malformed_line_is_counted_with_its_number(line: bytes) -> None:
    report = checked(row(0, 1), line)
    assert (report.chains, report.sound, report.unsound) == (2, 1, 1)
    code, (count, sentence) = next(iter(said(report).items()))
    assert (code, count) == ("malformed", 1)
    assert sentence.startswith("row 2: ")


def test_odd_rows_are_read_all_the_same() -> None:
    odd = [
        row(0, 1, solutions=[]),
        row(0, 1, solutions=["x", 1e300]),
        row(0, 1, text=""),
        row(0, 1, text="If it is true that" * 500),
        row(0, 1, output={"": None, "?": "1/0", "!": -0.5}),
        row(0, id_chain=["0"]),
    ]
    assert checked(*odd).chains == len(odd)


def test_the_format_is_known_by_its_first_line() -> None:
    assert is_released(lines(row(0, 1))[0])
    assert not is_released(lines({"schema": "dunyazad.chain/2", "id_chain": [1]})[0])
    assert not is_released(lines(b"no json")[0])


def test_numbers_are_read_by_their_digits() -> None:
    assert [str(number_of(value)) for value in (0.1, "1,200", " 7 ", -3)] == ["1/10", "1200", "7", "-3"]
    assert [number_of(value) for value in (None, "", "about 7", float("inf"), 1e300)] == [None] * 5


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.exists(), reason="the published rows are not beside the checkout")
def test_the_published_rows() -> None:
    known = {one.id: one for one in read_problems(SHARED / "manual-benchmark.jsonl")}
    rows = [
        numbered(Line("rows", place, data))
        for place, data in enumerate((SHARED / "backward-o1-preview.jsonl").read_bytes().splitlines(), start=1)
    ]
    report = check_released(rows, problems=known)
    assert (report.chains, report.sound, report.unsound) == (186, 95, 91)
    counts = {entry.reason: entry.count for entry in (*report.errors, *report.notes)}
    assert counts == {
        "placeholder": 91,
        "gates": 91,
        "solutions-order": 125,
        "stray-space": 63,
        "unknown-answer": 9,
        "unanswered": 4,
    }
    # All placeholders are of five problems or more, and no row of fewer is one.
    read = list(read_rows(rows, known))
    assert [one.chain is None for one in read] == [one.row is not None and one.row.length >= 5 for one in read]
