"""`perl` and `benchmark` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.perl.made import baker, written

from dunyazad.cli.main import run


def called(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        run([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return int(ended.value.code or 0), out, err


def test_stats_as_json_and_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = written(tmp_path, [baker(), 3])
    code, out, err = called(capsys, "perl", "stats", place, "--json")
    found = json.loads(out)
    assert (code, found["n_chains"], found["n_steps"], len(found["malformed"])) == (0, 1, 3, 1)
    assert "left out" in err
    code, out, _ = called(capsys, "perl", "stats", place)
    assert code == 0
    assert "bakery_negatives" in out
    assert "list a premise more than once" in out


def test_premises_errors_and_saved_records_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place, chains, saved = written(tmp_path, [baker()]), tmp_path / "chains.jsonl", tmp_path / "saved.jsonl"
    assert called(capsys, "perl", "convert", place, "--to", "chains", "-o", chains)[0] == 0
    assert called(capsys, "verify", chains, "--premises", "previous+question", "-o", saved)[0] == 0
    now = called(capsys, "benchmark", "premises", place, "--method", "previous+question", "--json")
    then = called(capsys, "benchmark", "premises", place, "--records", saved, "--json")
    assert now == then
    found = json.loads(now[1])
    # Step 2: found {0, 1}, annotated {0}. Step 4: found {0, 2}, annotated {1, 2}. P (1/2 + 1/2) / 2, R (1 + 1/2) / 2.
    assert (found["precision"], found["recall"], found["f1"]) == (0.5, 0.75, pytest.approx(0.6))
    assert (found["f1_per_file_mean"], found["n_chains"], found["n_steps"]) == (pytest.approx(0.6), 1, 3)
    assert found["files"][0]["name"] == "bakery_negatives"
    now = called(capsys, "benchmark", "errors", place, "--premises", "previous+question", "--json")
    then = called(capsys, "benchmark", "errors", place, "--records", saved, "--json")
    assert now == then
    assert json.loads(now[1])["total"]["strict"]["error"] == 1.0


def test_processbench_as_json_and_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "mine.json"
    row = {"id": "a", "problem": "2 + 2?", "steps": ["2 + 2 = 5"], "label": 0}
    place.write_text(json.dumps([row, {**row, "id": "b", "steps": ["2 + 2 = 4"], "label": -1}]))
    code, out, _ = called(capsys, "benchmark", "processbench", place, "--errors", "arithmetic", "--json")
    found = json.loads(out)
    assert (code, found["erroneous"], found["correct"], found["f1"]) == (0, 1.0, 1.0, 1.0)
    code, out, _ = called(capsys, "benchmark", "processbench", place)
    assert "1 erroneous and 1 correct solutions" in out
    code, _, err = called(capsys, "benchmark", "processbench", place, "--errors", "reference")
    assert code == 0
    assert "no gold solution or answer for 2 of 2 chains" in err


def test_tables_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = written(tmp_path, [baker()], "gsm8k_negatives.json")
    code, out, _ = called(capsys, "benchmark", "premises", place)
    assert code == 0
    assert "* GPT-4o" in out
    assert "published, not measured here" in out
    code, out, _ = called(capsys, "benchmark", "errors", place)
    assert code == 0
    assert "strict reading" in out


def test_what_cannot_be_done_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = written(tmp_path, [baker()])
    code, _, err = called(capsys, "benchmark", "premises", place, "--method", "dyadic")
    assert (code, err.count("\n")) == (2, 1)
    assert "--records" in err
    code, _, err = called(capsys, "benchmark", "processbench", place)
    assert code == 2
    assert "of another kind" in err


def test_a_threshold_trades_precision_for_recall(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = written(tmp_path, [baker()])
    named = []
    for threshold in ("0", "1"):
        code, out, _ = called(capsys, "benchmark", "premises", place, "--threshold", threshold, "--json")
        found = json.loads(out)
        assert (code, found["method"]) == (0, f"provenance:{threshold}")
        named.append(found["recall"])
    assert named[0] > named[1]
    code, _, err = called(capsys, "benchmark", "premises", place, "--method", "all", "--threshold", "0.5")
    assert code != 0
    assert "which 'all' does not name" in err


def test_certified_chains_are_made_and_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "made.jsonl"
    code, out, _ = called(capsys, "perl", "make", "-n", "8", "--kind", "slip", "-o", place, "--json")
    assert (code, json.loads(out)["kinds"]) == (0, {"sound": 2, "slip": 6})
    code, out, _ = called(capsys, "benchmark", "certified", place, "--json")
    found = json.loads(out)
    assert (code, found["slips_found"], found["sound_blamed"], found["n_chains"]) == (0, 1.0, 0.0, 8)
    code, out, _ = called(capsys, "benchmark", "certified", place)
    assert "slip " in out


def test_gold_solutions_of_a_file_are_made_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, place = tmp_path / "gold.jsonl", tmp_path / "made.json"
    row = {"question": "8 bags of 9 nuts, 13 are bad.", "answer": "8*9=<<8*9=72>>72\n72-13=<<72-13=59>>59\n#### 59"}
    gold.write_text(json.dumps(row) + "\n")
    code, _, _ = called(capsys, "perl", "perturb", gold, "--sound-every", "0", "--to", "perl", "-o", place)
    item = json.loads(place.read_text())[0]
    assert (code, item["is_correct"], item["ground_truth_answer"]) == (0, False, "59")
    code, _, err = called(capsys, "perl", "perturb", gold, "-n", "5", "-o", place)
    assert code == 2
    assert "the solutions give 1 chains, not 5" in err


def test_the_table_is_one_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place, table = written(tmp_path, [baker()]), tmp_path / "table.md"
    code, _, _ = called(capsys, "benchmark", "table", place, "--certified", "4", "-o", table)
    assert code == 0
    assert "| bakery_negatives | `provenance` | `arithmetic` |" in table.read_text()
