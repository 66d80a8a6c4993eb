from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

from dunyazad._records import read_records, write_records
from dunyazad.chaining import ChainedProblem, LogicGate, make_chains
from dunyazad.cli.main import run
from dunyazad.problems import make_problems


@pytest.fixture(scope="module")
def chains(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("leaks") / "chains.jsonl"
    problems = list(make_problems(60, seed=4))
    write_records(place, make_chains(problems, lengths=[4], orders=["forward"], per_cell=80, seed=1))
    return place


def ended(*arguments: object) -> object:
    with pytest.raises(SystemExit) as caught:
        run([str(argument) for argument in arguments])
    return caught.value.code


def test_a_sound_file_leaks_nothing(chains: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ended("chains", "leaks", chains) == 0
    said = capsys.readouterr().out
    assert re.search(r"80 chains, 240 gates over [56][0-9] problems", said)
    assert said.endswith("no measure tells the true branch better than chance (each corrected p at least 0.01)\n")
    assert len(said.splitlines()) < 25
    assert ended("chains", "leaks", chains, "--all") == 0
    assert len(capsys.readouterr().out.splitlines()) > 25


def test_a_leak_is_named_and_ends_in_1(chains: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lean = [
        chain
        for chain in read_records(chains, ChainedProblem)
        if sum(gate.claims[0] for gate in chain.gates if isinstance(gate, LogicGate)) > 1
    ]
    write_records(tmp_path / "lean.jsonl", lean)
    assert ended("chains", "leaks", tmp_path / "lean.jsonl", "--json") == 1
    found = json.loads(capsys.readouterr().out)
    assert "first premise: listed early" in found["found"]
    (test,) = [one for one in found["tests"] if one["measure"] == "listed early"]
    assert test["adjusted"] < 0.01
    assert ended("chains", "leaks", tmp_path / "lean.jsonl") == 1
    assert "leak: " in capsys.readouterr().out
    assert ended("chains", "leaks", tmp_path / "lean.jsonl", "--alpha", "1e-200") == 0


def test_what_cannot_be_read_is_said(chains: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = next(iter(read_records(chains, ChainedProblem)))
    write_records(tmp_path / "odd.jsonl", [msgspec.structs.replace(first, parts=(), lengths=())])
    assert ended("chains", "leaks", tmp_path / "odd.jsonl") == 0
    said = capsys.readouterr()
    assert "left out: 1 chains" in said.err
    assert said.out.endswith("no gate with branches: there is nothing to tell\n")
    (tmp_path / "empty.jsonl").write_text("")
    assert ended("chains", "leaks", tmp_path / "empty.jsonl") == 2
    assert ended("chains", "leaks", chains, "--alpha", "2") == 2


def test_too_few_problems_to_find_a_leak_acquit_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # Of p-values 2 / 2^n with n problems, none falls below 0.01 for n = 4, whatever the gates look like.
    chains = make_chains(list(make_problems(60, seed=4)), lengths=[2], orders=["forward"], per_cell=4, seed=1)
    write_records(tmp_path / "few.jsonl", chains)
    assert ended("chains", "leaks", tmp_path / "few.jsonl") == 0
    said = capsys.readouterr().out
    assert re.search(r"too few problems \([1-4]\) to find a leak: nothing is known\n$", said)
    assert ended("chains", "leaks", tmp_path / "few.jsonl", "--json") == 0
    assert json.loads(capsys.readouterr().out)["too_few"] is True


def test_regression_why_nothing_was_learned_is_said_in_both_forms(
    chains: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # With --json it was not said at all.
    few = make_chains(list(make_problems(60, seed=4)), lengths=[2], orders=["forward"], per_cell=4, seed=1)
    write_records(tmp_path / "few.jsonl", few)
    plain = make_chains(list(make_problems(60, seed=4)), lengths=[1], orders=["forward"], per_cell=4, seed=1)
    write_records(tmp_path / "plain.jsonl", plain)
    for file, said in (
        (tmp_path / "few.jsonl", "that takes 20 gates or more on each side .*, and there are [0-4] and [0-4] that .*"),
        (tmp_path / "plain.jsonl", "no gate with branches was read"),
        (chains, ""),
    ):
        assert ended("chains", "leaks", file, "--json") == 0
        found = json.loads(capsys.readouterr().out)
        assert (found["together"] is None) == bool(said)
        assert re.fullmatch(said, found["together_reason"])
        assert ended("chains", "leaks", file) == 0
        shown = capsys.readouterr().out
        assert ("all together: not learned, for " in shown) == bool(said)
        assert found["together_reason"] in shown
