"""The frame of the command line: errors of one line, exit codes, help without heavy imports."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from dunyazad.cli.main import run


def call(*arguments: str) -> int:
    with pytest.raises(SystemExit) as caught:
        run(list(arguments))
    assert isinstance(caught.value.code, int)
    return caught.value.code


def one_line_error(capsys: pytest.CaptureFixture[str]) -> str:
    """Give the error, having made sure that it is one line on standard error and nothing else was printed."""
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("dunyazad: error: ")
    assert printed.err.count("\n") == 1
    return printed.err


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("--help") == 0
    printed = capsys.readouterr().out
    for name in ("demo", "problems", "chains", "solve", "verify", "report", "models"):
        assert f"  {name} " in printed


def test_help_imports_nothing_heavy() -> None:
    # What makes `--help` slow is imports; the set of modules is what can be asserted on a noisy machine.
    code = (
        "import sys\n"
        "from dunyazad.cli.main import run\n"
        "try: run(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'rich', 'msgspec', 'inspect_ai', 'matplotlib', 'numpy', 'asyncio', 'dunyazad.numbers'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("chain",), "No such command 'chain'"),
        (("chains", "make", "p.jsonl", "--length", "0", "-o", "c.jsonl"), "'0': lengths run from 1 to 1000"),
        (("chains", "make", "p.jsonl", "--length", "3-2", "-o", "c.jsonl"), "'3-2': lengths run from 1 to 1000"),
        (("chains", "make", "p.jsonl", "--length", "x", "-o", "c.jsonl"), "'x': give a length"),
        (("chains", "make", "p.jsonl", "--order", "sideways", "-o", "c.jsonl"), "no order 'sideways': forward"),
        (("chains", "make", "p.jsonl", "--per-cell", "0", "-o", "c.jsonl"), "--per-cell"),
        (("problems", "make", "-n", "x", "-o", "p.jsonl"), "'x' is not a valid integer"),
        (("problems", "make"), "Missing option '-o'"),
        (("problems", "make", "-o", "-", "--json"), "-o - and --json would both write to standard output"),
        (("problems", "make", "-o", "p.jsonl", "--templates", "absent.toml"), "absent.toml"),
        (("problems", "make", "-o", "p.jsonl", "--template", "absent"), "absent"),
    ],
)
def test_wrong_use_is_one_line_and_exit_code_2(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(*arguments) == 2
    assert said in one_line_error(capsys)


@pytest.mark.parametrize(
    "command",
    [
        ("problems", "import", "{}", "-o", "{}.out"),
        ("problems", "check", "{}"),
        ("chains", "make", "{}", "-o", "{}.out"),
        ("chains", "check", "{}"),
        ("solve", "{}", "--model", "none/none", "-o", "{}.out"),
        ("verify", "{}", "-o", "{}.out"),
        ("report", "{}", "-o", "{}.out"),
    ],
    ids=lambda command: " ".join(command[:2]),
)
class TestEveryCommandThatReadsAFile:
    def arguments(self, command: tuple[str, ...], path: Path) -> list[str]:
        return [part.format(path) for part in command]

    def test_says_that_it_is_missing(
        self, command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "absent.jsonl"
        assert call(*self.arguments(command, path)) == 2
        assert f"cannot read {path}: No such file or directory" in one_line_error(capsys)
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize("line", ["{", "[]", '{"schema": "dunyazad.other/9"}', "\x00", '{"id": 3}'])
    def test_names_the_bad_line(
        self, command: tuple[str, ...], line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "bad.jsonl"
        path.write_text(f"\n{line}\n")
        assert call(*self.arguments(command, path)) == 2
        assert f"{path}:2: " in one_line_error(capsys)
        assert [entry.name for entry in tmp_path.iterdir()] == ["bad.jsonl"]
