"""`problems check` and `problems import` with --solutions."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from dunyazad._exceptions import InputError
from dunyazad.cli.main import cli
from dunyazad.problems import Problem, read_problems

RECORD = {
    "benchmark_id": 1,
    "first_premise": "Ottilie fills 6 crates with pears.",
    "alternate_first_premise": "Ottilie fills 8 crates with pears.",
    "nl_premises": "Ottilie sells every crate for $9.",
    "nl_question": "How many dollars does Ottilie get?",
    "nl_answer": "Ottilie gets 54 dollars.",
    "int_answer": 54,
    "wrong_nl_answer": "Ottilie gets 61 dollars.",
}
ORIGINAL = {
    "question": "Ottilie fills 6 crates with pears. She sells every crate for $9. How many dollars does she get?",
    "answer": "She gets 6 * 9 = <<6*9=54>>54 dollars.\n#### 54",
}
OTHER = {"question": "Bo has 2 hats and 3 caps. How many is that?", "answer": "<<2+3=5>>5\n#### 5"}


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    handmade, solutions = tmp_path / "handmade.jsonl", tmp_path / "solutions.jsonl"
    second = {**RECORD, "benchmark_id": 0}
    handmade.write_text(f"{json.dumps(RECORD)}\n{json.dumps(second)}\n", encoding="utf-8")
    solutions.write_text(f"{json.dumps(OTHER)}\n{json.dumps(ORIGINAL)}\n", encoding="utf-8")
    return str(handmade), str(solutions)


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli, arguments)
    return result.exit_code, result.stdout, result.stderr


def test_check_says_what_it_could_know(files: tuple[str, str]) -> None:
    code, out, err = run("problems", "check", files[0])
    assert code == 0
    assert "2 problems, 2 sound, 0 unusable" in out
    assert "2 counterfactual answers are not known; --solutions FILE" in err


def test_check_with_solutions_prints_each_finding_with_its_id_and_reason(files: tuple[str, str]) -> None:
    code, out, _ = run("problems", "check", files[0], "--solutions", files[1])
    assert code == 0
    assert "handmade/1: note: wrong-arbitrary: the wrong conclusion gives 61, the counterfactual answer is 72" in out
    assert (
        "handmade/0: note: solution-other-text: no counterfactual answer: the solution at 0 is to another text" in out
    )
    assert "2 problems looked up: 1 with a program, 1 with a certified counterfactual answer" in out
    assert "wrong conclusions: 0 at the counterfactual answer, 1 arbitrary, 1 (handmade/0) not known" in out
    assert "odd alternates: 0" in out
    _, out, _ = run("problems", "check", files[0], "--solutions", files[1], "--json")
    told = json.loads(out)["solutions"]
    assert told["counterfactual_answers"] == ["handmade/1"]
    assert [row["problem"] for row in told["missing"]] == ["handmade/0"]
    assert told["likely"] == {}
    summary = {"counterfactual": [], "arbitrary": ["handmade/1"], "unknown": ["handmade/0"], "odd": []}
    assert told["summary"] == summary


def test_check_tells_the_likely_answer_of_what_is_not_certified(files: tuple[str, str], tmp_path: Path) -> None:
    # 3 more than twice as many: x + 2x + 3 = 54 gives 17; with 60, 19.
    record = {
        "benchmark_id": 0,
        "first_premise": "Tove and Alva have 54 stamps.",
        "alternate_first_premise": "Tove and Alva have 60 stamps.",
        "nl_premises": "Alva has 3 stamps more than twice as many as Tove.",
        "nl_question": "How many stamps does Tove have?",
        "nl_answer": "Tove has 17 stamps.",
        "int_answer": 17,
        "wrong_nl_answer": "Tove has 19 stamps.",
    }
    original = {
        "question": " ".join(str(record[f]) for f in ("first_premise", "nl_premises", "nl_question")),
        "answer": "Let t be Tove's stamps: t + 2t + 3 = 54, so t = 17.\n#### 17",
    }
    problems, known = tmp_path / "stamps.jsonl", tmp_path / "known.jsonl"
    problems.write_text(json.dumps(record), encoding="utf-8")
    known.write_text(json.dumps(original), encoding="utf-8")
    code, out, _ = run("problems", "check", str(problems), "--solutions", str(known))
    assert code == 0
    assert "handmade/0: note: no-annotations: no counterfactual answer: the solution has no annotations" in out
    assert "handmade/0: note: counterfactual-likely: not certified: 19, by (60 - 3) / (1 + 2) = 19" in out
    assert (
        "handmade/0: note: wrong-is-counterfactual: the wrong conclusion's 19 is the answer under the alternate" in out
    )
    assert "wrong conclusions: 1 (handmade/0 likely) at the counterfactual answer, 0 arbitrary, 0 not known" in out
    _, out, _ = run("problems", "check", str(problems), "--solutions", str(known), "--json")
    assert json.loads(out)["solutions"]["likely"] == {"handmade/0": "19"}
    # What is only likely enters no record.
    written = tmp_path / "out.jsonl"
    assert run("problems", "import", str(problems), "--solutions", str(known), "-o", str(written))[0] == 0
    assert next(iter(read_problems(written))).counterfactual_answer is None


def test_import_adds_what_is_certified(files: tuple[str, str], tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    code, _, err = run("problems", "import", files[0], "--solutions", files[1], "-o", str(out))
    assert code == 0
    assert "handmade/0: solution-other-text" in err
    first, second = read_problems(out)
    assert (first.counterfactual_answer, first.wrong_answer) == (Fraction(72), Fraction(61))
    assert second.program is None
    assert second.counterfactual_answer is None


def test_import_may_put_the_wrong_conclusion_at_the_counterfactual_answer(
    files: tuple[str, str], tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    flags = ("--solutions", files[1], "--counterfactual-conclusions")
    assert run("problems", "import", files[0], *flags, "-o", str(out))[0] == 0
    problems: list[Problem] = list(read_problems(out))
    assert problems[0].wrong_conclusion == "Ottilie gets 72 dollars."
    assert problems[1].wrong_conclusion == "Ottilie gets 61 dollars."


def test_what_is_missing_is_one_clear_line(files: tuple[str, str], tmp_path: Path) -> None:
    out = str(tmp_path / "out.jsonl")
    for arguments, message in [
        (["import", files[0], "--counterfactual-conclusions", "-o", out], "needs --solutions"),
        (["check", files[0], "--solutions", str(tmp_path / "none.jsonl")], "cannot read"),
    ]:
        result = CliRunner().invoke(cli, ["problems", *arguments])
        # The command's frame prints it and exits with 2.
        assert isinstance(result.exception, InputError)
        assert message in str(result.exception)
