"""`chains check` and `chains floors`, as a user calls them."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from dunyazad._records import read_records, write_records
from dunyazad.chaining import ChainedProblem, make_chains
from dunyazad.cli.main import run
from dunyazad.problems import make_problems


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("chains")
    problems = list(make_problems(30, seed=2))
    write_records(folder / "p.jsonl", problems)
    write_records(
        folder / "c.jsonl",
        make_chains(problems, lengths=[1, 3], orders=["forward", "backward"], per_cell=4, seed=2),
    )
    return folder / "p.jsonl", folder / "c.jsonl"


def ran(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as caught:
        run(list(map(str, arguments)))
    said = capsys.readouterr()
    assert isinstance(caught.value.code, int)
    return caught.value.code, said.out, said.err


def test_a_sound_file_is_counted(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    problems, chains = files
    code, out, _ = ran(capsys, "chains", "check", chains, "--problems", problems)
    assert (code, out.splitlines()[-1]) == (0, "16 chains, 16 sound, 0 unsound")
    code, out, _ = ran(capsys, "chains", "check", chains, "--limit", 5, "--json")
    assert (code, json.loads(out)["chains"]) == (0, 5)


def test_an_edited_row_is_named_and_gives_exit_code_1(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = list(read_records(files[1], ChainedProblem))
    rows[9] = msgspec.structs.replace(rows[9], answer=rows[9].answer + 1)
    write_records(tmp_path / "c.jsonl", rows)
    code, out, _ = ran(capsys, "chains", "check", tmp_path / "c.jsonl")
    assert code == 1
    assert "error: answer: 1\n    row 10: the final answer is" in out
    assert "16 chains, 15 sound, 1 unsound" in out


def test_floors_are_printed_by_length_and_order(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = ran(capsys, "chains", "floors", files[1])
    assert (code, err) == (0, "")
    lines = [line.split() for line in out.splitlines() if line.strip()]
    # Forward, length 3, of 4: a random branch at two gates is right at both with a quarter, at the last with a half.
    assert [line[:3] for line in lines].count(["backward", "1", "4"]) == 2
    places = [line for line in lines if line[:2] == ["3", "4"]]
    assert [line[4] for line in places] == ["25.0", "25.0", "50.0", "50.0"]
    assert next(line for line in lines if line[0] == "all" and line[1] == "16")[4] == "62.5"  # half 1, half 1/4


def test_floors_as_json_are_exact(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ran(capsys, "chains", "floors", files[1], "--json")
    assert code == 0
    found = json.loads(out)
    assert [(cell["length"], cell["order"], cell["chains"]) for cell in found["cells"]] == [
        (1, "backward", 4), (1, "forward", 4), (3, "backward", 4), (3, "forward", 4)
    ]  # fmt: skip
    random = next(floor for floor in found["overall"]["floors"] if floor["policy"] == "random")
    assert random["all_links"] == {"exact": "5/8", "value": 0.625}
    assert random["final"] == {"exact": "3/4", "value": 0.75}


def test_rows_that_are_no_chains_are_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.jsonl").write_text('{"schema": "dunyazad.chain/1"}\n')
    (tmp_path / "empty.jsonl").write_text("")
    for command in ("check", "floors"):
        code, _, err = ran(capsys, "chains", command, tmp_path / "bad.jsonl")
        assert code == 2
        assert "bad.jsonl:1: " in err
        assert err.count("\n") == 1
        assert ran(capsys, "chains", command, tmp_path / "empty.jsonl")[0] == 2


def test_a_row_that_does_not_fit_together_has_no_floors(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = next(read_records(files[1], ChainedProblem))
    write_records(tmp_path / "c.jsonl", [msgspec.structs.replace(row, length=7)])
    code, _, err = ran(capsys, "chains", "floors", tmp_path / "c.jsonl")
    assert (code, err.count("\n")) == (2, 1)
    assert "row 1 is no sound chain" in err
