"""`chains make`: presets, structures, and wishes that are refused with one line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from dunyazad._records import read_records, write_records
from dunyazad.chaining import ChainedProblem, check_file
from dunyazad.chaining.presets import PRESETS
from dunyazad.cli.chains_make import make
from dunyazad.cli.main import run as run_cli
from dunyazad.problems import make_problems


@pytest.fixture(scope="module")
def problems(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("problems") / "problems.jsonl"
    write_records(path, make_problems(60, seed=4))
    return path


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `chains make`; gives the exit code, standard output and standard error."""

    def call(*words: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            run_cli(["chains", "make", *map(str, words)])
        said = capsys.readouterr()
        return int(ended.value.code or 0), said.out, said.err

    return call


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_make_sound_chains(preset: str, run: Run, problems: Path, tmp_path: Path) -> None:
    out = tmp_path / "chains.jsonl"
    longest = min(max(PRESETS[preset].lengths), 5)
    code, _, said = run(problems, "--preset", preset, "--length", f"2-{longest}", "--per-cell", 8, "-o", out)
    assert code == 0, said
    report = check_file(out)
    assert (report.unsound, report.chains) == (0, 8 * (longest - 1) * len(PRESETS[preset].orders))


def test_the_presets_on_offer_are_those_there_are() -> None:
    (option,) = [parameter for parameter in make.params if parameter.name == "preset"]
    assert list(option.type.choices) == list(PRESETS)  # type: ignore[attr-defined]


def test_length_one_takes_every_problem_once_and_says_so(run: Run, problems: Path, tmp_path: Path) -> None:
    out = tmp_path / "chains.jsonl"
    code, _, said = run(problems, "--preset", "gsm8k-scheherazade", "--length", "1-2", "--per-cell", 70, "-o", out)
    assert code == 0
    assert "length 1, forward: 60 chains only, every problem once" in said
    assert sum(chain.length == 1 for chain in read_records(out, ChainedProblem)) == 120


def test_options_beside_a_preset_override_it(run: Run, problems: Path, tmp_path: Path) -> None:
    out = tmp_path / "chains.jsonl"
    code, said, _ = run(
        problems, "--preset", "hard", "--structure", "path", "--gate", "if", "--order", "zigzag", "--question", "sum:2",
        "--interleave", "--length", 4, "--per-cell", 3, "--json", "-o", out,
    )  # fmt: skip
    assert code == 0
    assert json.loads(said)["chains"] == 3
    for chain in read_records(out, ChainedProblem):
        assert (chain.structure, chain.order, chain.style) == ("path", "zigzag", "interleaved")
        assert (chain.final.kind, len(chain.final.of)) == ("sum", 2)
        assert [gate.parents for gate in chain.gates] == [(0,), (1,), (2,)]


def test_edges_and_positions_tell_the_length(run: Run, problems: Path, tmp_path: Path) -> None:
    out = tmp_path / "chains.jsonl"
    code, _, _ = run(
        problems, "--edges", "0-2,1-2,2-3", "--gate", "if,xor", "--order", "3,1,0,2;forward", "--gates", "first",
        "--per-cell", 2, "--names", "rename", "-o", out,
    )  # fmt: skip
    assert code == 0
    made = [(c.length, c.telling, c.order, c.style, c.structure) for c in read_records(out, ChainedProblem)]
    assert set(made) == {
        (4, (3, 1, 0, 2), "explicit", "gates-first", "dag"),
        (4, (0, 1, 2, 3), "forward", "gates-first", "dag"),
    }


REFUSED: list[tuple[list[object], str]] = [
    (["--length", 2, "--per-cell", 100_000], "100000 chains of 2 asked for, at most"),
    (["--length", 0], "lengths run from 1"),
    (["--edges", "0-1,1-2,2-0"], "the edges go round in a cycle"),
    (["--edges", "0-1", "--length", 3], "the edges join 2 problems, length 3 was asked for"),
    (["--order", "2,0,0"], "is no permutation of the positions 0 to 2"),
    (["--order", "2,0,1", "--length", 5], "the order 2,0,1 tells 3 problems, length 5"),
    (["--order", "sideways"], "no order 'sideways'"),
    (["--order", ";"], "no order given"),
    (["--structure", "dag", "--fan-in", 3, "--gate", "at-least-2,if"], "an insensitive gate"),
    (["--gate", "and"], "no gate asked for (and) fits a gate that looks at 1 problem"),
    (["--gate", "and(1,or(2,3))", "--structure", "tree", "--fan-in", 3, "--length", 4], "an insensitive gate"),
    (["--question", "sum:9", "--length", 5], "a sum over 9 problems in a chain of 5"),
    (["--question", "product"], "no question 'product'"),
    (["--wording", "often"], "no wording 'often'"),
    (["--style", "blocks", "--interleave"], "a text has one style"),
    (["--fan-in", 3], "--fan-in does not go with a path"),
    (["--edges", "0-2,1-2", "--fan-in", 3], "--fan-in does not go with --edges"),
]


@pytest.mark.parametrize(("words", "message"), REFUSED)
def test_what_cannot_be_is_one_line_and_writes_nothing(
    words: list[object], message: str, run: Run, problems: Path, tmp_path: Path
) -> None:
    code, _, said = run(problems, *words, "-o", tmp_path / "chains.jsonl")
    assert code == 2
    assert message in said
    assert said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_switch_needs_alternates(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "problems.jsonl"
    write_records(path, [replace(problem, program=None, solution=()) for problem in make_problems(5, seed=1)])
    code, _, said = run(path, "--gate", "switch:4", "-o", tmp_path / "chains.jsonl")
    assert code == 2
    assert "none of the 5 usable problems can be used: it gives no 3 alternates for a switch of 4" in said


@pytest.mark.parametrize("words", [["--structure", "tree"], ["--structure", "dag"], ["--edges", "0-2,1-2"]])
def test_gates_over_several_problems_need_not_be_asked_for(
    words: list[object], run: Run, problems: Path, tmp_path: Path
) -> None:
    lengths: list[object] = [] if "--edges" in words else ["--length", 4]
    out = tmp_path / "chains.jsonl"
    code, _, said = run(problems, *words, *lengths, "--per-cell", 6, "-o", out)
    assert code == 0, said
    assert {len(gate.parents) for chain in read_records(out, ChainedProblem) for gate in chain.gates} >= {2}


def test_what_is_left_out_names_one_example_as_one_of_several(run: Run, problems: Path, tmp_path: Path) -> None:
    words = ("--gates", "first", "--length", 2, "--per-cell", 4)
    _, _, said = run(problems, *words, "-o", tmp_path / "chains.jsonl")
    assert re.search(r"^left out [0-9]+, such as \S+: its premises lean", said, re.MULTILINE)


def test_regression_shared_names_that_stay_are_counted_by_reason(run: Run, tmp_path: Path) -> None:
    # They stayed without a word. Triplets share a person's name, which is replaced in the second and the third, and a
    # place's, which stays in both.
    first = next(problem for problem in make_problems(300, seed=1) if problem.names[1:] == ("Sandhaven",))
    twins = [replace(first, id=f"twin/{number}") for number in "123"]
    write_records(tmp_path / "twins.jsonl", twins)
    words = (tmp_path / "twins.jsonl", "--names", "rename", "--length", 1, "--per-cell", 3, "-o", tmp_path / "c.jsonl")
    reason = "the name is a place, or may be one (name-place)"
    code, _, said = run(*words)
    assert code == 0, said
    assert f"kept 2 of the shared names: {reason}, such as 'Sandhaven' in twin/2: 'Sandhaven' is a place\n" in said
    _, said, _ = run(*words, "--json")
    found = json.loads(said)
    assert (found["renamed"], found["reused_names"]) == (2, 0)
    (kept,) = found["kept_names"]
    assert (kept["reason"], kept["count"], len(kept["examples"])) == (reason, 2, 2)
    _, said, _ = run(*words, "--json", "--names", "refuse")
    assert json.loads(said)["kept_names"] == []
