"""`chains import`: what its table says of its intervals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dunyazad.cli.main import run


def test_intervals_say_that_they_take_rows_as_independent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [
        {"id_chain": [1, 2], "problem": "Two?", "solutions": [4, 2], "output": {"1": "4", "2": "2"},
         "is_correct": right, "model_string": "m"}
        for right in (True, False)
    ]  # fmt: skip
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(SystemExit) as ended:
        run(["chains", "import", str(tmp_path / "rows.jsonl")])
    said = capsys.readouterr()
    assert ended.value.code in (None, 0), said.err
    assert "95% (Wilson)" in said.out
    assert "the intervals are Wilson's, rows as independent" in said.err


def test_the_help_of_chains_is_that_of_the_whole_command(capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for words in (["chains", "--help"], ["--help"]):
        with pytest.raises(SystemExit):
            run(words)
        said.append(" ".join(capsys.readouterr().out.split()))
    assert "make, check, floors, leaks, import, export" in said[0]
    assert "make, check, floors, leaks, import, export" in said[1]
