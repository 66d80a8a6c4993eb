from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from dunyazad._records import write_records
from dunyazad.cli.report import report

from .factory import make_chain, make_solution


@pytest.fixture
def solutions(tmp_path: Path) -> str:
    place = tmp_path / "s.jsonl"
    write_records(place, [make_solution(make_chain(2, index=index)) for index in range(2)])
    return str(place)


def test_page_on_standard_output_is_alone_there(solutions: str, capfd: pytest.CaptureFixture[str]) -> None:
    """With `-o -` the summary once followed the page on the same stream."""
    report.main([solutions, "-o", "-"], standalone_mode=False)
    out, err = capfd.readouterr()
    assert out.strip().startswith("<!DOCTYPE html>")
    assert out.rstrip().endswith("</html>")
    assert "Chained problems: 2 solutions" in err
    assert "page:" not in err


def test_page_and_json_cannot_share_standard_output(solutions: str) -> None:
    result = CliRunner().invoke(report, [solutions, "--json", "-o", "-"])
    assert result.exit_code == 2
    assert "both write to standard output" in result.stderr
    assert result.stdout == ""


def test_a_folder_is_no_page(solutions: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`-o .` once wrote nothing and said nothing."""
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(report, [solutions, "-o", "."])
    assert result.exit_code == 2
    assert "directory" in result.stderr


def test_json_alone_writes_no_page(solutions: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(report, [solutions, "--json"])
    assert json.loads(result.stdout)["n"] == 2
    assert [path.name for path in tmp_path.iterdir()] == ["s.jsonl"]
