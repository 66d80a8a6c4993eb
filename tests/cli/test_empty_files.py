from __future__ import annotations

from pathlib import Path

import pytest

from dunyazad.cli.main import run


@pytest.mark.parametrize(
    "command",
    [
        ["problems", "check", "FILE"],
        ["problems", "import", "FILE", "-o", "OUT"],
        ["chains", "make", "FILE", "-o", "OUT"],
        ["chains", "check", "FILE"],
    ],
)
def test_an_empty_file_is_an_error_and_not_a_success_over_nothing(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # "0 chains, 0 sound" with exit code 0 let a broken pipeline pass.
    empty, out = tmp_path / "empty.jsonl", tmp_path / "out.jsonl"
    empty.write_text("\n \n")
    with pytest.raises(SystemExit) as ended:
        run([{"FILE": str(empty), "OUT": str(out)}.get(word, word) for word in command])
    assert ended.value.code == 2
    assert "empty.jsonl: the file is empty" in capsys.readouterr().err
    assert not out.exists()
