"""What the commands that write files say with --json."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dunyazad.cli.main import run


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    with pytest.raises(SystemExit) as caught:
        run([*arguments, "--json"])
    assert caught.value.code == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_every_stage_says_what_it_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    problems, chains, solved, verified = (str(tmp_path / f"{name}.jsonl") for name in "pcsv")
    made = said(capsys, "problems", "make", "-n", "12", "--template", "bakery-trays", "-o", problems)
    assert made == {"out": problems, "problems": 12, "templates": 1, "seed": 0}
    chained = said(capsys, "chains", "make", problems, "--length", "2", "--per-cell", "3", "-o", chains)
    assert (chained["chains"], chained["problems"]) == (6, 12)
    with pytest.raises(SystemExit):
        run(["solve", chains, "--model", "simulated", "-M", "accuracy=1", "-o", solved])
    capsys.readouterr()
    found = said(capsys, "verify", solved, "-o", verified)
    assert found["chains"] == 6
    assert isinstance(found["verdicts"], dict)
    assert sum(found["verdicts"].values()) == found["steps"]


def test_own_templates_are_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.toml").write_text(
        """
[[template]]
id = "kites"
first_premise = "{name} sews {n} kites."
premises = "{name} sells each of the kites for ${price}."
question = "How many dollars do the kites of {name} bring in?"
conclusion = "The kites of {name} bring in {ANS} dollars."
change = "n"
slots.name = "person"
slots.n = { range = [3, 9] }
slots.price = { range = [4, 20] }
steps = [{ result = "total", expression = "n * price", text = "The kites bring in {n} * {price} = {total} dollars." }]
"""
    )
    made = said(capsys, "problems", "make", "-n", "5", "--templates", str(tmp_path), "-o", str(tmp_path / "p.jsonl"))
    assert (made["problems"], made["templates"]) == (5, 1)
    assert '"template:kites/' in (tmp_path / "p.jsonl").read_text()
