"""From a line of a set to a certified problem, or to a coded rejection; never a traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dunyazad.problems import Problem, certify
from dunyazad.problems.decomposition.record import Rejected

pytest.importorskip("spacy", reason="needs the extra `decompose`")
pytest.importorskip("lemminflect", reason="needs the extra `decompose`")

from dunyazad.problems.decomposition.streaming import decompose

SHARED = Path(__file__).parents[3] / "../shared/data/gsm8k/test.jsonl"


def line(question: str, answer: str) -> bytes:
    return json.dumps({"question": question, "answer": answer}).encode()


# 12 * 4 = 48; 48 * 3 = 144.
CHAIRS = line(
    "Olga paints 12 chairs a day for $4 each. She works for 3 days. How much does she earn?",
    "Olga earns 12*4=$<<12*4=48>>48 a day.\nShe earns 48*3=$<<48*3=144>>144.\n#### 144",
)


def test_a_problem_is_taken_apart_and_certified() -> None:
    (problem,) = decompose([CHAIRS])
    assert isinstance(problem, Problem), problem
    assert certify(problem) == ()
    assert problem.id == "gsm8k/0"
    assert problem.question == "How much does Olga earn?"
    assert problem.conclusion == "Olga earns $144."
    assert problem.names == ("Olga",)
    assert problem.counterfactual_answer not in (None, problem.answer)
    assert problem.wrong_answer == problem.counterfactual_answer
    assert [step.text for step in problem.solution] == ["12 * 4 = 48.", "48 * 3 = 144."]


@pytest.mark.parametrize(
    "data",
    [
        b"no json",
        b'{"question": 3}',
        b'{"question": "Why?", "answer": "Because."}',
        line("Ana has 3 hens. How many hens has Ana?", "She has 3.\n#### many"),
        line("Ana has 3 hens. How many hens has Ana?", "She has 3.\n#### 3"),
        line("a" * 1_000_000, "<<1+1=2>>2\n#### 2"),
        line("hen " * 250_000 + "?", "<<1+1=2>>2\n#### 2"),
        line("?", "<<1+1=2>>2\n#### 2"),
        line("", "<<1+1=2>>2\n#### 2"),
        line('"?"', "<<1+1=2>>2\n#### 2"),
        line("How many?", "<<1+1=2>>2\n#### 2"),
        line("Calculate.", "<<1+1=2>>2\n#### 2"),
        b"\xff\xfe{",
    ],
)
def test_a_bad_line_is_rejected_and_the_rest_goes_on(data: bytes) -> None:
    rejected, problem = decompose([data, CHAIRS])
    assert isinstance(rejected, Rejected)
    assert rejected.code
    assert rejected.sentence
    assert rejected.id == "gsm8k/0"
    assert isinstance(problem, Problem)
    assert problem.id == "gsm8k/1"


def test_processes_change_nothing() -> None:
    lines = [CHAIRS, b"no json", CHAIRS] * 20
    assert list(decompose(lines, processes=2)) == list(decompose(lines))


def test_it_is_a_stream() -> None:
    def lines() -> object:
        yield from [CHAIRS] * 50
        raise AssertionError("read to the end before giving anything")

    assert isinstance(next(iter(decompose(lines()))), Problem)  # type: ignore[arg-type]


@pytest.mark.shared
def test_real_problems_are_certified() -> None:
    if not SHARED.exists():
        pytest.skip("needs GSM8K's test file beside the checkout")
    with SHARED.open("rb") as file:
        results = list(decompose(next(file) for _ in range(120)))
    problems = [result for result in results if isinstance(result, Problem)]
    assert len(problems) >= 55  # of 120; over half pass
    assert not any(finding for problem in problems for finding in certify(problem) if finding.severity == "error")
