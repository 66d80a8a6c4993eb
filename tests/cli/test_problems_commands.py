"""`dunyazad problems …` used in anger: files that would be lost, signs that command the terminal, endless findings."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from dunyazad._records import write_records
from dunyazad.cli.main import run
from dunyazad.problems import Given, Problem, make_problems


def call(*arguments: object) -> int:
    with pytest.raises(SystemExit) as caught:
        run(["problems", *map(str, arguments)])
    assert isinstance(caught.value.code, int)
    return caught.value.code


@pytest.fixture
def problem() -> Problem:
    return next(make_problems(1, seed=5))


@pytest.fixture
def file(tmp_path: Path, problem: Problem) -> Path:
    write_records(tmp_path / "problems.jsonl", [problem])
    return tmp_path / "problems.jsonl"


@pytest.mark.parametrize(
    "arguments",
    [
        ("decompose", "{file}", "-o", "{file}"),
        ("decompose", "{file}", "-o", "{other}", "--rejections", "{file}"),
        ("decompose", "{file}", "-o", "{other}", "--rejections", "{other}"),
        ("decompose", "{file}", "-o", "{folder}/./problems.jsonl"),
        ("import", "{file}", "-o", "{file}"),
        ("make", "-n", "1", "--deny", "{file}", "-o", "{file}"),
        ("review", "{file}", "-o", "{file}"),
        ("review", "{file}", "--marks", "{other}", "--deny", "{file}"),
    ],
)
def test_no_file_that_is_read_is_overwritten(
    arguments: tuple[str, ...], file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = file.read_bytes()
    names = {"file": file, "other": tmp_path / "other", "folder": tmp_path}
    assert call(*(argument.format_map(names) for argument in arguments)) == 2
    assert "give" in capsys.readouterr().err
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_show_writes_out_what_would_command_the_terminal(
    problem: Problem, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evil = msgspec.structs.replace(problem, premises="\x1b[2J4\u202e2 figs.\nfirst premise  Nobody has any.")
    write_records(tmp_path / "evil.jsonl", [evil])
    assert call("show", problem.id, "--from", tmp_path / "evil.jsonl") == 0
    out = capsys.readouterr().out
    assert "<U+001B>[2J4<U+202E>2 figs.<U+000A>first premise" in out
    assert "\x1b" not in out


def test_check_counts_what_repeats_itself(problem: Problem, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert problem.program is not None
    givens = tuple(Given(f"g{place}\x1b", problem.answer + 7000 + place, "premises") for place in range(500))
    big = msgspec.structs.replace(
        problem,
        program=msgspec.structs.replace(problem.program, givens=(*problem.program.givens, *givens)),
    )
    write_records(tmp_path / "big.jsonl", [big])
    assert call("check", tmp_path / "big.jsonl") == 1
    out = capsys.readouterr().out
    assert f"{problem.id}: given-missing: and 490 more (--json gives all)" in out
    assert out.count("\n") < 50
    assert "\x1b" not in out
