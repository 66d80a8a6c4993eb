"""`dunyazad solve`: what is refused, what is printed, and the exit codes."""

from __future__ import annotations

import gc
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dunyazad._exceptions import InputError
from dunyazad._records import read_records, write_records
from dunyazad.chaining import make_chains
from dunyazad.cli.main import run
from dunyazad.engines import Count, SolveReport
from dunyazad.problems import make_problems
from dunyazad.solving import Solution

PROBLEMS = list(make_problems(12, seed=3))


@pytest.fixture
def chains(tmp_path: Path) -> str:
    write_records(
        tmp_path / "c.jsonl", make_chains(PROBLEMS, lengths=[2], orders=["forward", "backward"], per_cell=2, seed=5)
    )
    return str(tmp_path / "c.jsonl")


def call(*arguments: str) -> int:
    with pytest.raises(SystemExit) as caught:
        run(["solve", *arguments])
    assert isinstance(caught.value.code, int)
    return caught.value.code


def test_regression_a_simulation_reports_as_json_like_any_run(
    chains: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # --json was passed over in silence.
    out = tmp_path / "s.jsonl"
    assert call(chains, "--model", "simulated", "-M", "accuracy=1", "--seed", "3", "-o", str(out), "--json") == 0
    report = msgspec.json.decode(capsys.readouterr().out, type=SolveReport)
    assert (report.n, report.model, report.log) == (4, "simulated(accuracy=1, seed=3)", "")
    assert report.outcomes[0] == Count("answered", 4)
    assert all(solution.all_links_correct for solution in read_records(out, Solution))


# Not ours: Inspect's use of tenacity, and streams that it leaves to the garbage collector.
@pytest.mark.filterwarnings("ignore:The 'initial' parameter:DeprecationWarning")
@pytest.mark.filterwarnings("ignore:Unclosed <MemoryObject:ResourceWarning")
def test_regression_with_and_without_inspect_the_simulation_is_the_same(chains: str, tmp_path: Path) -> None:
    # Of two seeds the one took the first, the other the second.
    pytest.importorskip("inspect_ai", reason="one of the two goes through Inspect")
    common = [chains, "--model", "simulated", "-M", "accuracy=0.5", "-M", "seed=8", "--seed", "3", "--epochs", "2"]
    files = [tmp_path / "direct.jsonl", tmp_path / "logged.jsonl"]
    assert call(*common, "-o", str(files[0])) == 0
    assert call(*common, "-o", str(files[1]), "--log-dir", str(tmp_path / "logs")) == 0
    direct, logged = ([(s.id, s.response, s.links, s.planted) for s in read_records(file, Solution)] for file in files)
    assert direct == logged
    # And the log gives it once more.
    (log,) = (tmp_path / "logs").glob("*.eval")
    assert call("--from-log", str(log), "-o", str(tmp_path / "again.jsonl")) == 0
    assert (tmp_path / "again.jsonl").read_bytes() == files[1].read_bytes()
    gc.collect()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("{}", "--model", "simulated", "--max-tokens", "9"), "--max-tokens means nothing for simulated"),
        (("{}", "--model", "simulated", "--temperature", "1"), "--temperature means nothing for simulated"),
        (("{}", "--model", "simulated", "--max-connections", "2"), "--max-connections means nothing for simulated"),
        (("{}", "--model", "simulated", "--timeout", "1800"), "--timeout means nothing for simulated"),
        (
            ("{}", "--model", "simulated", "-M", "speed=2"),
            "simulated takes accuracy, wrong_branch, slip, skip and seed",
        ),
        (("{}", "--model", "simulated", "-M", "slip=true"), "slip must be a number, not True"),
        (("{}", "--model", "simulated", "-M", "seed=0.5"), "seed must be a whole number, not 0.5"),
        (("{}", "--from-log", "x.eval"), "FILE means nothing beside --from-log"),
        (("--from-log", "x.eval", "--model", "none/none"), "--model means nothing beside --from-log"),
        (("--from-log", "x.eval", "-M", "a=1"), "-M means nothing beside --from-log"),
        (("--from-log", "x.eval"), "x.eval: not a readable Inspect log"),
        (("--model", "none/none"), "Missing argument 'FILE'"),
        (("{}",), "Missing option '--model'"),
        (("-", "--model", "none/none"), "chains are read from a file, not from standard input"),
    ],
)
def test_what_would_be_passed_over_is_refused(
    chains: str, tmp_path: Path, arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if "simulated" not in arguments:
        pytest.importorskip("inspect_ai", reason="models and logs need Inspect AI")
    assert call(*(part.format(chains) for part in arguments), "-o", str(tmp_path / "s.jsonl")) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert said in printed.err
    assert printed.err.count("\n") == 1
    assert not (tmp_path / "s.jsonl").exists()


@pytest.mark.parametrize(
    ("report", "code", "said"),
    [
        ({"n": 4, "outcomes": (Count("answered", 4),)}, 0, "4 solutions (4 answered): s.jsonl"),
        ({"n": 4, "outcomes": (Count("failed", 3), Count("refused", 1)), "failure": "503"}, 0, "first failure: 503"),
        # What a provider says commands no terminal, and is not run together with what we say.
        ({"n": 4, "outcomes": (Count("failed", 3), Count("refused", 1)), "failure": "c: gone\x1b[1m"}, 0,
         "the first failure: c: gone<U+001B>[1m\nthe same command tries"),
        # Nothing came back, though the run came to its end.
        ({"n": 4, "outcomes": (Count("failed", 4),), "failure": "503"}, 1, "tries failed calls again"),
        # It was 2, which says that the input cannot be used.
        ({"n": 4, "outcomes": (Count("answered", 2), Count("failed", 2)), "complete": False, "problem": "no room"},
         1, "the run is not complete (no room); the same command goes on with it"),
    ],
)  # fmt: skip
def test_regression_a_run_that_fell_short_is_exit_code_1(
    chains: str, report: dict[str, Any], code: int, said: str,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr("dunyazad.engines.solve", lambda *_, **__: SolveReport(out="s.jsonl", **report))
    assert call(chains, "--model", "none/none", "-o", "s.jsonl", "--json") == code
    printed = capsys.readouterr()
    assert said in printed.err
    assert json.loads(printed.out)["n"] == 4


def test_an_input_that_cannot_be_used_is_still_exit_code_2(chains: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> SolveReport:
        raise InputError("no")

    monkeypatch.setattr("dunyazad.engines.solve", refuse)
    assert call(chains, "--model", "none/none", "-o", "s.jsonl") == 2
