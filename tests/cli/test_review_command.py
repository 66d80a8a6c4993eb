"""Reading a pool, marking it, and leaving out what was marked: the commands from end to end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dunyazad._records import encode, write_records
from dunyazad.cli.main import cli
from dunyazad.problems import Problem, make_problems, read_problems
from dunyazad.problems.deny import Denied, digest_of
from dunyazad.problems.risk import Risk, with_risk
from dunyazad.report.review_record import Mark


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, [str(argument) for argument in arguments])


@pytest.fixture
def problems() -> list[Problem]:
    return list(make_problems(12, seed=2))


@pytest.fixture
def pool(problems: list[Problem], tmp_path: Path) -> Path:
    write_records(tmp_path / "pool.jsonl", problems)
    return tmp_path / "pool.jsonl"


def marked(problems: list[Problem], place: Path, wrong: int, reader: str = "Ana") -> Path:
    marks = [
        Mark(problem.id, digest_of(problem), "wrong" if index < wrong else "good", "", reader)
        for index, problem in enumerate(problems)
    ]
    write_records(place, marks)
    return place


def test_page_of_a_sample_is_the_same_each_time(pool: Path, tmp_path: Path) -> None:
    pages = [tmp_path / "a.html", tmp_path / "b.html"]
    for page in pages:
        result = run("problems", "review", pool, "--sample", "5", "--seed", "7", "-o", page)
        assert result.exit_code == 0, result.output
        assert "5 problems to read" in result.stderr
    assert pages[0].read_bytes() == pages[1].read_bytes()
    assert pages[0].read_text(encoding="utf-8").count("<article") == 5


def test_sources_are_joined_by_id(tmp_path: Path, problems: list[Problem]) -> None:
    import msgspec

    first, second = problems[:2]
    write_records(tmp_path / "p.jsonl", [msgspec.structs.replace(first, id="gsm8k/1"), second])
    lines = [
        {"question": "Who?", "answer": "#### 1"},
        {"question": first.text, "answer": "<<1+1=2>> Our own way. #### 2"},
    ]
    (tmp_path / "s.jsonl").write_text("\n".join(map(json.dumps, lines)))
    result = run(
        "problems", "review", tmp_path / "p.jsonl", "--source", tmp_path / "s.jsonl", "-o", tmp_path / "r.html"
    )
    assert result.exit_code == 0, result.output
    assert "1 of 2 have no source" in result.stderr
    assert "Our own way." in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_from_marks_to_a_deny_list_to_a_pool_without_them(pool: Path, problems: list[Problem], tmp_path: Path) -> None:
    marks = marked(problems, tmp_path / "m.jsonl", wrong=2)
    deny = tmp_path / "deny.jsonl"
    result = run("problems", "review", pool, "--marks", marks, "--deny", deny)
    assert result.exit_code == 0, result.output
    assert "Ana: 12 problems marked" in result.stdout
    assert "2 denied" in result.stderr
    made = run("problems", "make", "-n", "12", "--seed", "2", "--deny", deny, "-o", tmp_path / "made.jsonl", "--json")
    assert made.exit_code == 0, made.output
    assert json.loads(made.stdout)["denied"] == 2
    ids = [problem.id for problem in read_problems(tmp_path / "made.jsonl")]
    assert ids[:10] == [problem.id for problem in problems[2:]]
    assert len(ids) == 12
    chained = run(
        "chains", "make", pool, "--length", "2", "--per-cell", "2", "--deny", deny, "-o", tmp_path / "c.jsonl", "--json"
    )
    assert json.loads(chained.stdout)["denied"] == 2
    assert json.loads(chained.stdout)["problems"] == 10


def test_two_readers_as_json(pool: Path, problems: list[Problem], tmp_path: Path) -> None:
    files = [marked(problems, tmp_path / f"{name}.jsonl", wrong, name) for name, wrong in (("Ana", 2), ("Bo", 3))]
    result = run("problems", "review", pool, "--marks", files[0], "--marks", files[1], "--json")
    found = json.loads(result.stdout)
    assert [reader["rates"]["wrong"]["successes"] for reader in found["readers"]] == [2, 3]
    assert found["kappas"][0]["same"] == {**found["kappas"][0]["same"], "successes": 11, "n": 12}
    # po = 11/12, pe = (2·3 + 10·9) / 144 = 96/144 = 2/3, κ = (1/4) / (1/3) = 3/4.
    assert found["kappas"][0]["kappa"] == pytest.approx(0.75)


def test_import_leaves_out_what_is_denied(tmp_path: Path) -> None:
    rows = [
        {
            "benchmark_id": number,
            "first_premise": f"Uma keeps {number + 3} hives.",
            "alternate_first_premise": f"Uma keeps {number + 5} hives.",
            "nl_premises": "Each hive gives 2 jars.",
            "nl_question": "How many jars does Uma get?",
            "nl_answer": f"Uma gets {2 * number + 6} jars.",
            "int_answer": 2 * number + 6,
            "wrong_nl_answer": f"Uma gets {2 * number + 7} jars.",
        }
        for number in range(3)
    ]
    (tmp_path / "h.jsonl").write_text("\n".join(map(json.dumps, rows)))
    write_records(tmp_path / "deny.jsonl", [Denied("handmade/1"), Denied("handmade/9")])
    result = run(
        "problems",
        "import",
        tmp_path / "h.jsonl",
        "--deny",
        tmp_path / "deny.jsonl",
        "-o",
        tmp_path / "p.jsonl",
        "--json",
    )
    assert result.exit_code == 0, result.output
    assert [problem.id for problem in read_problems(tmp_path / "p.jsonl")] == ["handmade/0", "handmade/2"]
    assert json.loads(result.stdout)["denied_unknown"] == ["handmade/9"]


def test_chains_of_what_is_not_too_doubtful(problems: list[Problem], tmp_path: Path) -> None:
    doubtful = [with_risk(problem, Risk("high", ("no-name",))) for problem in problems[:3]]
    write_records(tmp_path / "p.jsonl", [*doubtful, *problems[3:]])
    arguments = ("chains", "make", tmp_path / "p.jsonl", "--length", "2", "--per-cell", "2", "-o", tmp_path / "c.jsonl")
    found = json.loads(run(*arguments, "--max-risk", "medium", "--json").stdout)
    assert (found["problems"], found["doubtful"]) == (9, 3)
    assert json.loads(run(*arguments, "--json").stdout)["problems"] == 12


def test_a_malformed_deny_list_is_one_clear_line(pool: Path, tmp_path: Path) -> None:
    (tmp_path / "deny.jsonl").write_bytes(encode(Denied("a")) + b"\nnonsense\n")
    result = run("chains", "make", pool, "--deny", tmp_path / "deny.jsonl", "-o", tmp_path / "c.jsonl")
    assert result.exception is not None
    assert str(result.exception).startswith(f"{tmp_path / 'deny.jsonl'}:2: ")
    assert not (tmp_path / "c.jsonl").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "give -o for the page, or --marks"),
        (("--deny", "d.jsonl", "-o", "r.html"), "--deny is made of marks"),
        (("--marks", "m.jsonl", "--deny-awkward"), "--deny-awkward adds to the list of --deny"),
        (("--marks", "m.jsonl", "--json", "-o", "-"), "both write to standard output"),
    ],
)
def test_what_does_not_go_together(pool: Path, arguments: tuple[str, ...], message: str) -> None:
    result = run("problems", "review", pool, *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_sample_larger_than_the_file(pool: Path, tmp_path: Path) -> None:
    result = run("problems", "review", pool, "--sample", "13", "-o", tmp_path / "r.html")
    assert "--sample 13: the file has 12 problems" in str(result.exception)


def test_a_page_begins_with_the_marks_of_one_reader(pool: Path, problems: list[Problem], tmp_path: Path) -> None:
    marks = marked(problems, tmp_path / "m.jsonl", wrong=2)
    result = run("problems", "review", pool, "--marks", marks, "-o", tmp_path / "r.html")
    assert result.exit_code == 0, result.output
    assert (tmp_path / "r.html").read_text(encoding="utf-8").count('data-mark="wrong" data-note') == 2
