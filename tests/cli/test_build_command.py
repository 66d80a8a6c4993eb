"""`perl build` and `perl perturb` from the command line: one line a fault, nothing half-written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dunyazad._records import write_records
from dunyazad.chaining import make_chains
from dunyazad.cli.main import run as run_command
from dunyazad.problems import make_problems


@pytest.fixture
def problems(tmp_path: Path) -> Path:
    write_records(tmp_path / "problems.jsonl", make_problems(25, seed=4))
    return tmp_path / "problems.jsonl"


def run(*words: object) -> int:
    with pytest.raises(SystemExit) as stopped:
        run_command([str(word) for word in words])
    code = stopped.value.code
    assert isinstance(code, int)
    return code


def fault(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    """The one line that a command ends with."""
    assert run("perl", *words) == 2
    lines = [line for line in capsys.readouterr().err.splitlines() if line]
    assert len(lines) == 1
    return lines[0].removeprefix("dunyazad: error: ")


def test_a_simulated_set_is_built_counted_and_scored(
    problems: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "set"
    words = ["build", problems, "--simulated", 0.5, "--positives", 5, "--negatives", 4, "--synthetic", 6, "-o", out]
    assert run("perl", *words) == 0
    told = capsys.readouterr().err
    assert "5 chains, drawn from" in told
    assert "6 chains (" in told
    assert run("perl", "stats", *sorted(out.glob("*.jsonl")), "--json") == 0
    stats = json.loads(capsys.readouterr().out)
    assert {one["name"]: one["n_chains"] for one in stats["files"]} == {
        "template_negatives": 4, "template_positives": 5, "template_synthetic_negatives": 6,
    }  # fmt: skip
    assert run("benchmark", "errors", *sorted(out.glob("*.jsonl")), "--errors", "arithmetic", "--json") == 0


def test_json_is_the_manifest(problems: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("perl", "build", problems, "--simulated", 1, "--positives", 2, "-o", tmp_path / "set", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {"out": str(tmp_path / "set"), **json.loads((tmp_path / "set/run/manifest.json").read_text())}
    assert told["source"] == "problems.jsonl"


def test_faults_are_one_line_and_leave_nothing(
    problems: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = ["-o", tmp_path / "set"]
    build = ["build", problems, *out]
    simulated = [*build, "--simulated", 1]
    assert "say where solutions come from" in fault(capsys, *build, "--positives", 1)
    assert "say how many chains of each set" in fault(capsys, *simulated)
    assert "exclude each other" in fault(capsys, *simulated, "--solutions", problems, "--positives", 1)
    assert "means nothing" in fault(capsys, *simulated, "--temperature", 1, "--positives", 1)
    assert "means nothing" in fault(capsys, *simulated, "--model", "a/b", "--positives", 1)
    assert "need a model to perturb" in fault(capsys, *simulated, "--perturb", "model", "--synthetic", 1)
    assert "make a name" in fault(capsys, *simulated, "--name", "a/b", "--positives", 1)
    ready = [*build, "--solutions", problems, "--positives", 1]
    assert "--samples says how much is solved" in fault(capsys, *ready, "--samples", 2)
    assert "--questions says how much is solved" in fault(capsys, *ready, "--questions", 2)
    assert "of 99 positives" in fault(capsys, *simulated, "--positives", 99)
    assert "cannot read" in fault(capsys, "build", tmp_path / "none.jsonl", *out, "--simulated", 1, "--positives", 1)
    assert "no such folder" in fault(
        capsys, "build", problems, "--simulated", 1, "--positives", 1, "-o", tmp_path / "a/b/c"
    )
    assert "it is no folder" in fault(capsys, "build", problems, "--simulated", 1, "--positives", 1, "-o", problems)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["problems.jsonl"]


def test_an_empty_file_has_no_question(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty.jsonl").write_text("")
    told = fault(capsys, "build", tmp_path / "empty.jsonl", "--simulated", 1, "--positives", 1, "-o", tmp_path / "set")
    assert told == "no question could be read from empty.jsonl"


def test_chained_problems_are_perturbed_with_their_problems(
    problems: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chains = tmp_path / "chains.jsonl"
    made = make_chains(list(make_problems(25, seed=4)), lengths=[2], orders=["forward"], per_cell=8, seed=1)
    write_records(chains, made)
    out = tmp_path / "perturbed.jsonl"
    assert run("perl", "perturb", chains, "--problems", problems, "-o", out) == 0
    assert run("benchmark", "certified", out, "--errors", "arithmetic", "--json") == 0
    capsys.readouterr()
    words = ["build", chains, "--simulated", 0.7, "--positives", 2, "--synthetic", 3, "-o", tmp_path / "set"]
    assert "name these as well" in fault(capsys, *words)
    assert run("perl", *words, "--chained-problems", problems) == 0
    capsys.readouterr()
    assert "its problems are needed as well" in fault(capsys, "perturb", chains, "-o", tmp_path / "x.jsonl")
    assert "would destroy it" in fault(capsys, "perturb", chains, "--problems", problems, "-o", problems)
    chains.write_text("")
    assert "no solution that could be changed" in fault(
        capsys, "perturb", chains, "--problems", problems, "-o", tmp_path / "x.jsonl"
    )


def test_a_number_that_is_none_is_refused_by_its_value(problems: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = fault(capsys, "build", problems, "--simulated", "nan", "--positives", 1, "-o", "never")
    assert told.startswith("Invalid value for '--simulated': nan is no finite number.")


def test_a_name_of_dots_is_refused(problems: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["build", problems, "--simulated", 0.5, "--positives", 1, "--name", "..", "-o", tmp_path / "set"]
    assert fault(capsys, *words).startswith("--name '..'")
    assert not (tmp_path / "set").exists()


def test_what_a_call_option_needs_is_an_option_that_there_is(
    problems: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["build", problems, "--simulated", 0.5, "--positives", 1, "--temperature", 1, "-o", tmp_path / "set"]
    assert fault(capsys, *words) == "--temperature means nothing without --model or --perturb-model"


def test_a_share_is_exact_and_draws_for_a_page_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("perl", "make", "-n", 100, "-o", tmp_path / "c.jsonl") == 0
    capsys.readouterr()
    assert run("perl", "review", tmp_path / "c.jsonl", "--share", "0.07", "-o", tmp_path / "page.html") == 0
    assert capsys.readouterr().err.startswith("7 of 100 chains to check")  # in floats 0.07 * 100 is above 7
    (tmp_path / "marks.jsonl").write_text("")
    told = fault(capsys, "review", tmp_path / "c.jsonl", "--marks", tmp_path / "marks.jsonl", "--sample", 9)
    assert told.startswith("--sample draws chains for a page: give -o")
