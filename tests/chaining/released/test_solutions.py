"""Published rows into solutions: `dunyazad.engines.released`, and the commands on such files."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dunyazad._records import Line, read_records
from dunyazad.chaining import Count
from dunyazad.chaining.released import numbered, read_released
from dunyazad.cli.main import run
from dunyazad.engines.released import ReleasedSolutions
from dunyazad.problems import read_problems
from dunyazad.solving import Imported, Solution

from .published import PROBLEMS, row

SHARED = Path(__file__).parents[3] / "../shared/data/scheherazade"
HANDMADE = [
    {
        "benchmark_id": int(one.id.split("/")[1]),
        "first_premise": one.first_premise,
        "alternate_first_premise": one.alternate_first_premise,
        "nl_premises": one.premises,
        "nl_question": one.question,
        "nl_answer": one.conclusion,
        "int_answer": int(one.answer),
        "wrong_nl_answer": one.wrong_conclusion,
    }
    for one in PROBLEMS.values()
]


def solved(*rows: dict[str, Any]) -> tuple[list[Solution], ReleasedSolutions]:
    lines = [Line("rows", place, json.dumps(one).encode()) for place, one in enumerate(rows, start=1)]
    solutions = ReleasedSolutions(map(numbered, lines), PROBLEMS, file="rows.jsonl")
    return list(solutions), solutions


def test_a_row_becomes_a_solution_with_an_answer_to_every_link() -> None:
    (solution,), _ = solved(row(0, 1, 2))
    assert solution.id == "published-backward-03-000000/oracle-1/two-turn/1"
    assert (solution.outcome, solution.all_links_correct, solution.model) == ("answered", True, "oracle-1")
    assert [(str(link.given), link.text) for link in solution.links] == [("12", "12"), ("16", "16"), ("20", "20")]
    assert json.loads(solution.answers_text) == row(0, 1, 2)["output"]


def test_wrong_and_missing_answers_are_diagnosed() -> None:
    # The root's answer is the one that its wrong conclusion claims; what lies on the other branch is not known.
    output = {"How many buns does Ondine bake?": 13, "how many buns does bartok bake": "<UNKNOWN>"}
    (solution,), _ = solved(row(0, 1, 2, output={**output, "How many buns does Celeste bake?": 60}, is_correct=False))
    assert [link.diagnosis for link in solution.links] == ["otherwise_wrong", "not_answered", "undetermined"]
    assert (solution.all_links_correct, solution.first_failed) == (False, 0)


def test_a_row_without_answers_is_unparsed_and_counts_as_wrong_only_as_published() -> None:
    (one, other), read = solved(row(0, 1), row(1, 2, output={}, is_correct=False))
    assert (one.outcome, other.outcome) == ("answered", "unparsed")
    (length,) = read.report.lengths
    assert (length.rows, length.correct, length.unanswered, length.accuracy) == (2, 1, 1, Fraction(1, 2))


def test_rows_that_cannot_be_made_out_are_counted_by_reason() -> None:
    rows = [row(0, 1, text="Buns."), row(1, 2, text="Buns."), row(0, 1, 2), {"id_chain": 3}]
    found, read = solved(*rows)
    report = read.report
    assert (len(found), report.rows, report.malformed, report.solutions) == (1, 4, 1, 1)
    assert [(entry.reason, entry.count) for entry in report.left] == [("placeholder", 2), ("malformed", 1)]
    assert [(one.length, one.rows) for one in report.lengths] == [(2, 2), (3, 1)]
    assert found[0].imported == Imported("rows.jsonl", 4, (Count("placeholder", 2), Count("malformed", 1)))


def test_regression_a_report_of_imported_rows_tells_of_those_that_are_no_solutions(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # A model whose longer rows were all placeholders was shown at short lengths only, without a word.
    rows, problems = files
    alike = [row(1, 3, text="Buns."), row(3, 2, text="Buns.")]
    rows.write_text("\n".join(map(json.dumps, [row(0), row(0, 1), *alike])))
    out = tmp_path / "solutions.jsonl"
    assert ended("chains", "import", rows, "--problems", problems, "-o", out) == 0
    capsys.readouterr()
    assert ended("report", out, "--json") == 0
    (note,) = json.loads(capsys.readouterr().out)["notes"]
    assert note == ("Of 4 published rows in rows.jsonl 2 became no solution and count in nothing here (placeholder 2).")
    assert ended("report", out) == 0
    assert note in " ".join(capsys.readouterr().out.split())
    # Where every row is there, nothing is missing.
    rows.write_text(json.dumps(row(0)))
    assert ended("chains", "import", rows, "--problems", problems, "-o", out) == 0
    capsys.readouterr()
    assert ended("report", out, "--json") == 0
    assert json.loads(capsys.readouterr().out)["notes"] == []


def ended(*arguments: object) -> object:
    with pytest.raises(SystemExit) as caught:
        run([str(argument) for argument in arguments])
    return caught.value.code


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    rows, problems = tmp_path / "rows.jsonl", tmp_path / "problems.jsonl"
    told = [row(0), row(0, 1), row(2, 1, output={}, is_correct=False)]
    rows.write_text("\n".join([*map(json.dumps, told), "{}"]))
    problems.write_text("\n".join(map(json.dumps, HANDMADE)))
    return rows, problems


def test_the_command_prints_accuracies_and_writes_solutions(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows, problems = files
    out = tmp_path / "solutions.jsonl"
    assert ended("chains", "import", rows, "--problems", problems, "-o", out) == 0
    said = capsys.readouterr()
    assert said.out.splitlines()[1:] == [
        "     1     1.000     1      1  0.207 to 1.000           0",
        "     2     0.500     2      1  0.095 to 0.905           1",
    ]
    assert said.err.splitlines() == [
        "the intervals are Wilson's, rows as independent",
        "malformed lines: 1",
        f"3 of 4 rows can be made out: {out}",
        "left out 1: malformed, such as row 4: Object missing required field `id_chain` (line begins '{}')",
    ]
    assert [solution.chain.length for solution in read_records(out, Solution)] == [1, 2, 2]
    assert ended("report", out) == 0


def test_the_command_speaks_json(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert ended("chains", "import", files[0], "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["rows"], found["malformed"], found["out"]) == (4, 1, None)
    assert [one["accuracy"] for one in found["lengths"]] == [1, 0.5]


def test_check_knows_the_format(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert ended("chains", "check", files[0], "--problems", files[1]) == 1
    said = capsys.readouterr().out
    assert "error: malformed: 1" in said
    assert "note: unanswered: 1" in said
    assert said.endswith("4 chains, 3 sound, 1 unsound\n")


def test_what_cannot_be_done_is_said_in_a_line(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "solutions.jsonl"
    assert ended("chains", "import", files[0], "-o", out) == 2
    assert "-o needs --problems" in capsys.readouterr().err
    assert ended("chains", "import", files[1], "--problems", files[1], "-o", out) == 2
    assert "no line is a published row" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.exists(), reason="the published rows are not beside the checkout")
def test_the_published_accuracies() -> None:
    known = {one.id: one for one in read_problems(SHARED / "manual-benchmark.jsonl")}
    read = ReleasedSolutions(read_released(SHARED / "backward-o1-preview.jsonl"), known)
    found = list(read)
    report = read.report
    assert [f"{float(one.accuracy):.3f}" for one in report.lengths] == [
        "1.000",
        "0.880",
        "0.800",
        "0.800",
        "0.920",
        "0.520",
        "0.600",
        "0.562",
    ]
    assert [one.rows for one in report.lengths] == [25, 25, 25, 20, 25, 25, 25, 16]
    assert [one.unanswered for one in report.lengths] == [0, 0, 0, 0, 0, 4, 0, 0]
    assert (len(found), report.solutions) == (95, 95)
    # What the rows mark correct is what our scoring of their answers finds.
    assert sum(solution.all_links_correct is True for solution in found) == 25 + 22 + 20 + 16
