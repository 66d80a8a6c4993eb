from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from dunyazad._records import write_records
from dunyazad.chaining import make_chains
from dunyazad.cli.main import run
from dunyazad.problems import make_problems


@pytest.fixture
def chains(tmp_path: Path) -> Path:
    place = tmp_path / "chains.jsonl"
    problems = list(make_problems(20, seed=2))
    write_records(place, make_chains(problems, lengths=[2], orders=["forward"], per_cell=3, seed=1))
    return place


def ended(*arguments: object) -> object:
    with pytest.raises(SystemExit) as caught:
        run([str(argument) for argument in arguments])
    return caught.value.code


def test_it_says_what_it_wrote(chains: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "tasks"
    assert ended("chains", "export", chains, "--to", "lm-eval", "-o", out) == 0
    assert capsys.readouterr().err == f"3 chains as lm-eval: {out}\n"
    assert ended("chains", "export", chains, "--to", "lm-eval", "-o", out, "--force", "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"out": str(out), "chains": 3, "to": "lm-eval"}


def test_rows_go_to_standard_output(chains: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert ended("chains", "export", chains, "--to", "jsonl", "-o", "-") == 0
    rows = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [row["length"] for row in rows] == [2, 2, 2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--to", "csv", "-o", "OUT"], "there is no format 'csv'"),
        (["--to", "hf", "-o", "-"], "a folder cannot go to standard output"),
        (["--to", "jsonl", "-o", "OUT/deep/out"], "no such folder"),
        (["--to", "jsonl", "-o", "CHAINS"], "exists already: give --force"),
        (["--to", "jsonl", "-o", "OUT", "--licence", "mit"], "--licence does not go with the format jsonl"),
        (["--to", "jsonl", "-o", "-", "--json"], "both write to standard output"),
        (["-o", "OUT"], "Missing option '--to'"),
    ],
)
def test_errors_are_one_line_and_leave_nothing(
    arguments: list[str], message: str, chains: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    words = [word.replace("OUT", str(out)).replace("CHAINS", str(chains)) for word in arguments]
    assert ended("chains", "export", chains, *words) == 2
    said = capsys.readouterr()
    assert message in said.err
    assert (said.err.count("\n"), said.out) == (1, "")
    assert [place.name for place in tmp_path.iterdir()] == ["chains.jsonl"]


@pytest.mark.parametrize("to", ["jsonl", "parquet", "hf", "lm-eval"])
def test_a_file_of_something_else_is_told_by_name(to: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_records(tmp_path / "problems.jsonl", make_problems(2, seed=2))
    assert ended("chains", "export", tmp_path / "problems.jsonl", "--to", to, "-o", tmp_path / "out") == 2
    said = capsys.readouterr().err
    assert "problems.jsonl:1: " in said
    assert said.count("\n") == 1
    assert [place.name for place in tmp_path.iterdir()] == ["problems.jsonl"]


@pytest.mark.parametrize("to", ["parquet", "hf"])
def test_a_missing_extra_is_told(
    to: str, chains: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in [name for name in sys.modules if name.split(".")[0] == "pyarrow"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setattr(sys, "meta_path", [_Without("pyarrow"), *sys.meta_path])
    assert ended("chains", "export", chains, "--to", to, "-o", tmp_path / "out") == 2
    assert capsys.readouterr().err == "dunyazad: error: this needs pyarrow: pip install 'dunyazad[data]'\n"
    assert not (tmp_path / "out").exists()


class _Without:
    """Finds nothing, and lets nobody else find it: the package is as good as not installed."""

    def __init__(self, name: str) -> None:
        self._name = name

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name.split(".")[0] == self._name:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
