"""`problems decompose` on sets of every kind: counts that add up, one line for what is no set."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from dunyazad.cli.main import run
from dunyazad.problems import certify, read_problems

pytest.importorskip("spacy", reason="needs the extra `decompose`")
pytest.importorskip("lemminflect", reason="needs the extra `decompose`")

FIGS = "Zoran picks 48 figs in the morning and 24 figs in the evening. How many figs does Zoran pick?"
SVAMP = {
    "ID": "own-1",
    "Body": "Marta has 70 plums and Nuno gives Marta 24 more plums",
    "Question": "How many plums does Marta have now?",
    "Equation": "( 70.0 + 24.0 )",
    "Answer": 94.0,
}
ASDIV = (
    "<Corpus><ProblemSet><Problem ID='own-2'><Body>Marta has 70 plums and Nuno gives Marta 24 more plums.</Body>"
    "<Question>How many plums does Marta have now?</Question><Answer>94 (plums)</Answer><Formula>70+24=94</Formula>"
    "</Problem></ProblemSet></Corpus>"
)
MULTIARITH = {
    "iIndex": 7,
    "sQuestion": "Rohan buys 5 trays of tulips and 3 of daisies. Each has 60 plants. How many plants does Rohan buy?",
    "lEquations": ["X=(60.0*(5.0+3.0))"],
    "lSolutions": [480.0],
}


def call(*arguments: str) -> int:
    with pytest.raises(SystemExit) as caught:
        run(["problems", "decompose", *arguments, "--jobs", "1"])
    assert isinstance(caught.value.code, int)
    return caught.value.code


@pytest.mark.parametrize(
    ("name", "text", "id", "counterfactual"),
    [
        ("a.json", json.dumps([SVAMP]), "svamp/own-1", True),
        ("a.xml", ASDIV, "asdiv/own-2", True),
        ("a.json", json.dumps(MULTIARITH), "multiarith/7", True),
        ("figs.csv", f'problem,answer\n"{FIGS}",72 figs\n', "figs/0", False),
        ("figs.csv", f'problem,answer\n"{FIGS}","48 + 24 = 72"\n', "figs/0", True),
    ],
)
def test_sets_of_every_format_become_certified_problems(
    name: str, text: str, id: str, counterfactual: bool, tmp_path: Path
) -> None:
    place, out = tmp_path / f"{name}.gz", tmp_path / "out.jsonl"
    place.write_bytes(gzip.compress(text.encode()))
    assert call(str(place), "-o", str(out)) == 0
    (problem,) = read_problems(out)
    assert (problem.id, problem.source) == (id, id.split("/")[0])
    assert (problem.counterfactual_answer is not None) is counterfactual
    assert ("no-program" in problem.tags) is not counterfactual
    assert [finding.code for finding in certify(problem)] == ([] if counterfactual else ["counterfactual-unknown"])


def test_every_entry_is_accounted_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place, out, refused = tmp_path / "a.jsonl", tmp_path / "out.jsonl", tmp_path / "refused.jsonl"
    good = {"id": "x", "question": FIGS, "answer": 72}
    rows = ["no json", json.dumps(good), json.dumps(good), json.dumps({**good, "id": "y", "answer": "many"}), '"text"']
    place.write_text("\n".join([*rows, json.dumps({"question": "a" * 1_000_000, "answer": 1}), json.dumps(good)]))
    arguments = [str(place), "-o", str(out), "--rejections", str(refused), "--limit", "6", "--name", "mine", "--json"]
    assert call(*arguments) == 0
    counts = json.loads(capsys.readouterr().out)
    assert (counts["problems"], counts["certified"]) == (6, 1)
    codes = [json.loads(line) for line in refused.read_text().splitlines()]
    assert [(entry["id"], entry["code"]) for entry in codes] == [
        ("mine/at-0", "line-malformed"),
        ("mine/x", "duplicate-id"),
        ("mine/y", "answer-no-number"),
        ("mine/at-4", "line-malformed"),
        ("mine/at-5", "line-too-long"),
    ]


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.jsonl", b"", "no problems in"),
        ("a.json", b"[]", "no problems in"),
        ("a.csv", b"question,answer\n", "no problems in"),
        ("a.csv", b"name,size\nBo,3\n", "no known format has its fields (name, size)"),
        ("a.jsonl", b"\x00\x01", "no text"),
        ("a.jsonl", "{}".encode("utf-16"), "UTF-16"),
        ("a.xml", b"<!DOCTYPE a><a/>", "document type"),
        ("", b"", "it is a folder"),
        ("absent.jsonl", None, "No such file"),
        ("hf:a/b/c", None, "neither a folder nor the name of a set"),
        ("reasoning-gym:sudoku", None, "no word problems of that name"),
    ],
)
def test_what_is_no_set_is_one_line_and_exit_code_2(
    name: str, data: bytes | None, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = name if ":" in name else str(tmp_path / name)
    if data is not None and name:
        (tmp_path / name).write_bytes(data)
    out = tmp_path / "out.jsonl"
    assert call(place, "-o", str(out)) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert said in printed.err
    assert printed.err.count("\n") == 1
    assert not out.exists()


def test_an_unknown_format_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("a.jsonl", "--format", "other", "-o", "out.jsonl") == 2
    assert "'other' is not one of" in capsys.readouterr().err
