"""`dunyazad verify`: what is refused, what is printed, what is written, and the exit codes."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from dunyazad._records import encode, read_records, write_records
from dunyazad.cli.main import run
from dunyazad.errors import Verification
from dunyazad.reasoning import ReasoningChain, Step

ROWS = (
    ReasoningChain(id="a", question="q", steps=(Step("4 * 6 = 24"), Step("24 - 5 = 18"), Step("So 18."))),
    ReasoningChain(id="b", question="q", steps=(Step("Hay is dry."),)),
)


@pytest.fixture
def file(tmp_path: Path) -> str:
    write_records(tmp_path / "in.jsonl", ROWS)
    return str(tmp_path / "in.jsonl")


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    yield
    gc.collect()


def call(*arguments: str) -> int:
    with pytest.raises(SystemExit) as caught:
        run(["verify", *arguments])
    code = caught.value.code
    assert code is None or isinstance(code, int)
    return code or 0


def test_without_a_model_a_file_is_verified_and_summed_up(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.jsonl"
    assert call(file, "-o", str(out), "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["chains"], told["steps"]) == (2, 4)
    assert [found.id for found in read_records(out, Verification)] == ["a", "b"]


def test_two_processes_write_the_same_bytes(file: str, tmp_path: Path) -> None:
    places = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for jobs, out in enumerate(places, start=1):
        assert call(file, "--jobs", str(jobs), "-o", str(out)) == 0
    assert places[0].read_bytes() == places[1].read_bytes()


@pytest.mark.parametrize("jobs", ["0", "-1"])
def test_no_processes_are_refused(file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], jobs: str) -> None:
    assert call(file, "--jobs", jobs, "-o", str(tmp_path / "out.jsonl")) == 2
    assert "--jobs" in capsys.readouterr().err


def test_more_processes_than_lines_write_the_same_bytes(file: str, tmp_path: Path) -> None:
    places = [tmp_path / "one.jsonl", tmp_path / "many.jsonl"]
    for jobs, out in zip((1, 64), places, strict=True):
        assert call(file, "--jobs", str(jobs), "-o", str(out)) == 0
    assert places[0].read_bytes() == places[1].read_bytes()


class Running:
    """The command on two processes, in the middle of what it reads: so many lines are written, and more may come."""

    def __init__(self, out: Path) -> None:
        command = [sys.executable, "-c", "from dunyazad.cli.main import run; run()"]
        self.process = subprocess.Popen(
            [*command, "verify", "-", "--jobs", "2", "-o", str(out)],
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self.write(300)
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        ends = time.monotonic() + 60
        while len(found := children.read_text().split()) < 2:
            assert time.monotonic() < ends, "no process was started"
            time.sleep(0.01)
        self.workers = [int(number) for number in found]

    def write(self, count: int) -> None:
        assert self.process.stdin is not None
        line = json.dumps({"question": "4 boxes of 6?", "steps": ["4 * 6 = 24", "24 - 5 = 18", "So 18."]})
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(f"{line}\n".encode() * count)
            self.process.stdin.flush()

    def ended(self) -> tuple[int, list[str]]:
        _, told = self.process.communicate(timeout=60)
        assert not any(Path(f"/proc/{worker}/exe").exists() for worker in self.workers)
        return self.process.returncode, [line for line in told.decode().splitlines() if line]


on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="finds processes in /proc")


@on_linux
def test_a_killed_worker_is_one_line_and_leaves_nothing(tmp_path: Path) -> None:
    running = Running(tmp_path / "out.jsonl")
    os.kill(running.workers[0], signal.SIGKILL)
    running.write(1000)
    code, told = running.ended()
    assert (code, told) == (
        1,
        ["dunyazad: error: a process ended before its share of the work was done, by signal 9"],
    )
    assert os.listdir(tmp_path) == []


@on_linux
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_is_one_line_and_leaves_nothing(tmp_path: Path, number: int) -> None:
    running = Running(tmp_path / "out.jsonl")
    # Ctrl-C on a terminal is told to all processes, `kill` to one.
    (os.killpg if number == signal.SIGINT else os.kill)(running.process.pid, number)
    assert running.ended() == (130, ["dunyazad: error: interrupted"])
    assert os.listdir(tmp_path) == []


@on_linux
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_full_disk_is_one_line_and_leaves_nothing(tmp_path: Path, jobs: str) -> None:
    command = f"from dunyazad.cli.main import run; run(['verify', '-', '--jobs', '{jobs}', '-o', 'out.jsonl'])"
    done = subprocess.run(
        [sys.executable, "-c", command],
        input=encode(ROWS[0]) + b"\n" + encode(ROWS[1]) + b"\n",
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (256, 256)),  # as little as a full disk takes
    )
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == ["dunyazad: error: cannot write out.jsonl: File too large"]
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--errors", "hybrid"), "give --model"),
        (("--premises", "aggregative"), "give --model"),
        (("--minimal",), "give --model"),
        (("--model", "gguf/smollm2-135m"), "--model means nothing"),
        (("--temperature", "1"), "--temperature means nothing without --model"),
        (("--errors", "guess"), "no error method 'guess'"),
        (("--premises", "guess"), "no premise method 'guess'"),
        (("--out-format", "dot"), "say which by --id"),
        (("--id", "z"), "no chain of the id 'z'"),
        (("--errors", "hybrid", "--model", "none", "--jobs", "2"), "--jobs is for methods without a model"),
        (("--prompts", "nowhere"), "nowhere"),
        (("--from-log", "x.eval"), "--from-log reads no FILE"),
    ],
)
def test_what_makes_no_sense_is_one_line(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
) -> None:
    out = tmp_path / "out.jsonl"
    assert call(file, "-o", str(out), *arguments) == 2
    [line] = [line for line in capsys.readouterr().err.splitlines() if line]
    assert told in line
    assert not out.exists()


def test_the_input_is_not_written_over(file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = Path(file).read_bytes()
    (tmp_path / "link.jsonl").symlink_to(file)
    for out in (file, str(tmp_path / "link.jsonl")):
        assert call(file, "-o", out) == 2
        assert "would destroy it" in capsys.readouterr().err
    assert Path(file).read_bytes() == before


def test_a_dry_run_makes_no_call_and_writes_nothing(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(file, "--premises", "aggregative", "--errors", "under-premises", "--dry-run", "--json") == 0
    costs = json.loads(capsys.readouterr().out)["costs"]
    assert costs["premises by aggregative"]["calls"] == 4  # one a step
    assert costs["errors by under-premises"]["calls"] == 8  # two a step
    assert costs["all"]["calls"] == 12
    assert costs["all"]["cached_tokens"] < costs["all"]["prompt_tokens"]
    assert call(file, "--errors", "hybrid", "--dry-run") == 0
    printed = capsys.readouterr().out
    assert "no call was made" in printed
    assert "errors by hybrid" in printed


def test_rows_for_reward_models_and_a_drawing(file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "prm.jsonl"
    assert call(file, "--out-format", "prm", "-o", str(out)) == 0
    [row] = map(json.loads, out.read_text().splitlines())
    assert row == {
        "prompt": "q",
        "completions": ["4 * 6 = 24", "24 - 5 = 18", "So 18."],
        "labels": [True, False, False],
    }
    assert "no row for 1 of them" in capsys.readouterr().err
    drawing = tmp_path / "a.dot"
    assert call(file, "--out-format", "dot", "--id", "a", "-o", str(drawing)) == 0
    assert drawing.read_text().startswith("digraph")


def test_fields_have_the_names_that_are_given(tmp_path: Path) -> None:
    path, out = tmp_path / "plain.jsonl", tmp_path / "out.jsonl"
    path.write_text('{"key": "k", "ask": "4 boxes of 6?", "said": "4 * 6 = 25\\n\\nSo 25."}\n')
    names = ("--id-field", "key", "--question-field", "ask", "--text-field", "said")
    assert call(str(path), *names, "-o", str(out)) == 0
    [found] = read_records(out, Verification)
    assert (found.id, found.parc.chain.question) == ("k", "4 boxes of 6?")
    assert [verdict.label for verdict in found.verdicts] == ["mathematical_error", "accumulation_error"]


@pytest.mark.filterwarnings("ignore:The 'initial' parameter:DeprecationWarning")
@pytest.mark.filterwarnings("ignore:Unclosed <MemoryObject:ResourceWarning")
def test_with_a_model_every_outcome_is_counted(file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("inspect_ai", reason="a model is called through Inspect")
    from inspect_ai.model import ModelAPI, ModelOutput, ModelUsage, modelapi

    class Scripted(ModelAPI):
        async def generate(self, input, tools, tool_choice, config):  # type: ignore[no-untyped-def]
            if self.model_name == "dead":
                raise RuntimeError("the server is gone")
            output = ModelOutput.from_content("scripted", json.dumps({"reasoning": "r", "verdict": "correct"}))
            output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
            return output

        def should_retry(self, ex: BaseException) -> bool:
            return False

    @modelapi(name="scripted_in_command")
    def provider() -> type[ModelAPI]:
        return Scripted

    del provider
    out = tmp_path / "out.jsonl"
    common = (file, "--errors", "hybrid", "--no-cache", "--json", "-o", str(out))
    assert call(*common, "--model", "scripted_in_command/good") == 0
    told = json.loads(capsys.readouterr().out)
    # The wrong equation is not asked about.
    assert (told["calls"], told["verdicts"]) == (3, {"correct": 2, "mathematical_error": 1, "accumulation_error": 1})
    assert call(*common, "--model", "scripted_in_command/dead", "--premises", "all", "--id", "b") == 1
    assert json.loads(capsys.readouterr().out)["verdicts"] == {"failed": 1}


def test_a_log_that_is_none_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("inspect_ai", reason="logs are Inspect's")
    assert call("--from-log", str(tmp_path / "no.eval"), "-o", str(tmp_path / "out.jsonl")) == 2
    assert "not a readable Inspect log" in capsys.readouterr().err
