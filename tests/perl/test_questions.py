"""Questions from any set: ours, chained ones, the published formats, and answers that are no number."""

from __future__ import annotations

import gzip
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dunyazad._exceptions import InputError
from dunyazad._records import write_records
from dunyazad.chaining import make_chains
from dunyazad.perl.questions import Question, read_questions
from dunyazad.problems import make_problems
from dunyazad.problems.decomposition import Rejected
from dunyazad.problems.sources import SourceOptions

GOLD = "She has 3*6=<<3*6=18>>18 nuts.\nOf these 18-5=<<18-5=13>>13 are good.\n#### 13"


def read(folder: Path, *rows: Any, name: str = "mine.jsonl", **options: Any) -> list[Question | Rejected]:
    place = folder / name
    place.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return list(read_questions(str(place), SourceOptions(**options)))


def one(folder: Path, row: Any, **options: Any) -> Question:
    [question] = read(folder, row, **options)
    assert isinstance(question, Question)
    return question


def test_our_problems_bring_their_program(tmp_path: Path) -> None:
    problems = list(make_problems(3, seed=1))
    write_records(tmp_path / "problems.jsonl", problems)
    read_back = list(read_questions(str(tmp_path / "problems.jsonl")))
    for problem, question in zip(problems, read_back, strict=True):
        assert isinstance(question, Question)
        assert (question.id, question.text, question.answer) == (problem.id, problem.text, problem.answer)
        assert (question.source, question.problem) == ("template", problem)
        assert question.sketch is not None


def test_chained_problems_are_questions(tmp_path: Path) -> None:
    chains = list(make_chains(list(make_problems(20, seed=1)), lengths=[2], orders=["forward"], per_cell=2, seed=1))
    write_records(tmp_path / "chains.jsonl", chains)
    found = [one for one in read_questions(str(tmp_path / "chains.jsonl")) if isinstance(one, Question)]
    assert [(one.text, one.answer, one.chain) for one in found] == [(c.text, c.answer, c) for c in chains]


def test_the_handmade_format(tmp_path: Path) -> None:
    row = {
        "benchmark_id": 3, "first_premise": "Bo has 3 hens.", "alternate_first_premise": "Bo has 5 hens.",
        "nl_premises": "Bo buys 4 hens.", "nl_question": "How many hens has Bo?", "nl_answer": "Bo has 7 hens.",
        "int_answer": 7, "wrong_nl_answer": "Bo has 8 hens.",
    }  # fmt: skip
    question = one(tmp_path, row)
    assert (question.id, question.answer, question.source) == ("handmade/3", Fraction(7), "handmade")
    assert question.sketch is None


def test_gsm8k_lines_bring_a_solution_that_can_be_computed_anew(tmp_path: Path) -> None:
    question = one(tmp_path, {"question": "3 bags of 6 nuts; 5 are bad. How many are good?", "answer": GOLD})
    assert (question.answer, question.source, question.solution) == (Fraction(13), "gsm8k", GOLD)
    assert question.sketch is not None


@pytest.mark.parametrize(
    ("row", "answer"),
    [
        ({"problem": "Simplify.", "solution": "It is $\\boxed{\\frac{\\sqrt{3}}{2}}$."}, "\\frac{\\sqrt{3}}{2}"),
        ({"problem": "Solve.", "answer": "x^2 + 1", "solution": "See."}, "x^2 + 1"),
        ({"question": "How many?", "answer": 7}, Fraction(7)),
        ({"question": "How many?", "answer": "7 hens"}, Fraction(7)),
    ],
)
def test_answers_that_are_no_number_stay_as_they_are_written(tmp_path: Path, row: Any, answer: Any) -> None:
    assert one(tmp_path, row | {"type": "Algebra"}).answer == answer


def test_what_cannot_be_read_is_a_rejection_in_its_place(tmp_path: Path) -> None:
    long = "so\nit goes on"
    found = read(
        tmp_path, {"question": "a?", "answer": 1}, {"question": "b?", "answer": long}, {"question": "", "answer": 2}
    )
    assert [entry.code if isinstance(entry, Rejected) else entry.id for entry in found] == [
        "mine/0", "answer-no-number", "question-empty",
    ]  # fmt: skip


def test_an_id_that_stands_twice_is_a_rejection(tmp_path: Path) -> None:
    [problem] = make_problems(1, seed=1)
    write_records(tmp_path / "twice.jsonl", [problem, problem])
    first, second = read_questions(str(tmp_path / "twice.jsonl"))
    assert isinstance(first, Question)
    assert isinstance(second, Rejected)
    assert second.code == "duplicate-id"


def test_named_fields_and_compressed_files(tmp_path: Path) -> None:
    question = one(tmp_path, {"task": "How many?", "result": 7, "n": 1}, question_field="task", answer_field="result")
    assert (question.text, question.answer) == ("How many?", Fraction(7))
    place = tmp_path / "more.jsonl.gz"
    place.write_bytes(gzip.compress(b'{"question": "How many?", "answer": "7"}'))
    assert len(list(read_questions(str(place)))) == 1


def test_a_file_that_is_not_there_is_an_error_of_one_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read"):
        list(read_questions(str(tmp_path / "none.jsonl")))
