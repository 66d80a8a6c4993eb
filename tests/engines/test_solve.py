"""Runs through Inspect: what goes wrong is recorded as what it is, and the rest goes on.

Each run costs about a second, so that one run with every kind of response serves several tests.
"""

from __future__ import annotations

import errno
import gc
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("inspect_ai", reason="runs need Inspect AI")

import anyio
from inspect_ai.log import read_eval_log
from inspect_ai.model import ChatMessage, GenerateConfig, ModelAPI, ModelOutput, ModelUsage, modelapi
from inspect_ai.tool import ToolChoice, ToolInfo
from tenacity.wait import wait_base, wait_none

from dunyazad._exceptions import InputError, ModelNotFoundError
from dunyazad._records import read_records, write_records
from dunyazad.chaining import make_chains
from dunyazad.chaining.record import ChainedProblem
from dunyazad.engines import SolveOptions, SolveReport, solve
from dunyazad.engines.inspect_logs import read_solutions_from_log
from dunyazad.problems import make_problems
from dunyazad.solving import Protocol, Solution, render_answers

pytestmark = [
    # Not ours: Inspect's use of tenacity, and streams that it leaves to the garbage collector.
    pytest.mark.filterwarnings("ignore:The 'initial' parameter:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:Unclosed <MemoryObject:ResourceWarning"),
]

# What the scripted model does, by the number of the chain; a test may change it between runs.
KINDS = ("right", "wrong", "empty", "truncated", "refused", "prose", "raises", "full context")
SCRIPT: dict[str, str] = {}
CALLS: list[str] = []


class PassingError(RuntimeError):
    """What a provider tries again."""


class Scripted(ModelAPI):
    """Says for each chain what SCRIPT has for it; told apart by the chain's text in the prompt."""

    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        prompt = input[0].text
        chain = next(chain for chain in CHAINS if chain.text in prompt)
        kind = SCRIPT[chain.id]
        CALLS.append(chain.id)
        if kind == "hangs":
            await anyio.sleep_forever()
        if kind == "right, empty, wrong":
            kind = kind.split(", ")[CALLS.count(chain.id) - 1]
        turn = sum(message.role == "user" for message in input)
        if turn == 2:
            assert config.response_schema is not None
        return _response(kind, chain, "two-turn" if turn == 2 or "[Q1]" not in prompt else "labelled", turn)

    def should_retry(self, ex: BaseException) -> bool:
        return isinstance(ex, PassingError)

    def retry_wait(self) -> wait_base:
        return wait_none()


def _response(kind: str, chain: ChainedProblem, protocol: Protocol, turn: int) -> ModelOutput:
    right = render_answers(chain, protocol, chain.answers)
    wrong = render_answers(chain, protocol, [answer + 1 for answer in chain.answers])
    if protocol == "two-turn" and turn == 1:
        right = wrong = "Step 1: all is clear."
    if kind in ("hangs", "busy"):
        raise PassingError("503: busy")
    if kind == "raises":
        raise RuntimeError("the server is gone\nsecond line")
    if kind == "Ctrl-C":
        os.kill(os.getpid(), signal.SIGINT)
        kind = "empty"
    text, stop = {
        "right": (right, "stop"),
        "wrong": (wrong, "stop"),
        "empty": ("", "stop"),
        "truncated": ("Step 1: first", "max_tokens"),
        "refused": ("", "content_filter"),
        "prose": ("Step 1: I do not know.", "stop"),
        "broken JSON": (right if turn == 1 else '{"Q1": 1, "Q2"', "stop"),
        "full context": ("", "model_length"),
    }[kind]
    output = ModelOutput.from_content("scripted", text, stop_reason=stop)  # type: ignore[arg-type]
    # Without usage Inspect would fetch a tokenizer from the network.
    output.usage = ModelUsage(input_tokens=10, output_tokens=5, total_tokens=15)
    return output


@modelapi(name="scripted")
def scripted() -> type[ModelAPI]:
    return Scripted


CHAINS: list[ChainedProblem] = list(
    make_chains(list(make_problems(30, seed=11)), lengths=[2], orders=["forward", "backward"], per_cell=4, seed=5)
)
EXPECTED = {
    "right": ("answered", ""),
    "wrong": ("answered", ""),
    "empty": ("unparsed", "empty response"),
    "truncated": ("truncated", "the response hit its token limit before any answer"),
    "refused": ("refused", "the model or its provider declined"),
    "prose": ("unparsed", "no labelled answer in the response"),
    "raises": ("failed", "RuntimeError: the server is gone\nsecond line"),
    "full context": ("truncated", "the context was full before any answer"),
}


@pytest.fixture(autouse=True)
def script() -> Iterator[None]:
    SCRIPT.update({chain.id: kind for chain, kind in zip(CHAINS, KINDS, strict=True)})
    CALLS.clear()
    yield
    gc.collect()  # Inspect leaves streams unclosed; here their warning is ignored, in a later test it would not be


@pytest.fixture
def file(tmp_path: Path) -> Path:
    write_records(tmp_path / "chains.jsonl", CHAINS)
    return tmp_path / "chains.jsonl"


def run(file: Path, *, protocol: Protocol = "labelled", model: str = "scripted/model", **options: Any) -> SolveReport:
    return solve(
        file,
        model=model,
        out=file.parent / "solutions.jsonl",
        log_dir=file.parent / "logs",
        protocol=protocol,
        options=SolveOptions(log_realtime=False, **options),
    )


def solutions(report: SolveReport) -> list[Solution]:
    return list(read_records(report.out, Solution))


def test_every_outcome_is_recorded_as_what_it_is_and_a_second_run_tries_what_failed(file: Path) -> None:
    report = run(file)
    found = solutions(report)
    assert [solution.chain for solution in found] == CHAINS
    assert {kind: (s.outcome, s.reason) for kind, s in zip(KINDS, found, strict=True)} == EXPECTED
    assert [solution.all_links_correct for solution in found[:3]] == [True, False, None]
    assert (report.n, report.complete, report.taken_over) == (8, True, 0)
    assert {count.name: count.n for count in report.outcomes} == {
        "answered": 2,
        "unparsed": 2,
        "refused": 1,
        "truncated": 2,
        "failed": 1,
    }
    assert found[0].model == "scripted/model"
    assert (found[0].usage.input_tokens, found[0].usage.output_tokens) == (10, 5)
    assert found[6].links == ()
    # The record holds all that the error says, the report its first line, and where it was.
    assert report.failure == f"{CHAINS[6].id}: RuntimeError: the server is gone"

    # Read again from the log: the same, without a call.
    CALLS.clear()
    assert list(read_solutions_from_log(report.log)) == found
    assert CALLS == []

    # The server is back: only what failed is asked again.
    failed = CHAINS[6].id
    SCRIPT[failed] = "right"
    again = run(file)
    assert [failed] == CALLS
    assert (again.taken_over, again.n) == (7, 8)
    assert [s.outcome for s in solutions(again)] == [s.outcome for s in found[:6]] + ["answered", "truncated"]
    assert len(list(file.parent.joinpath("logs").glob("*.eval"))) == 2

    # Nothing is left to do.
    CALLS.clear()
    assert run(file).taken_over == 8
    assert CALLS == []


def test_two_turns_ask_with_a_schema_and_broken_json_is_unparsed(file: Path) -> None:
    SCRIPT[CHAINS[1].id] = "broken JSON"
    found = solutions(run(file, protocol="two-turn", per_cell=1, epochs=2))
    # The first chain of each cell, twice: chain 0 is answered, chain 4 is refused in its first turn.
    assert [(s.chain.id, s.outcome) for s in found] == [
        (CHAINS[0].id, "answered"),
        (CHAINS[0].id, "answered"),
        (CHAINS[4].id, "refused"),
        (CHAINS[4].id, "refused"),
    ]
    assert [s.id for s in found[:2]] == [f"{CHAINS[0].id}/scripted/model/two-turn/{epoch}" for epoch in (1, 2)]
    assert found[0].response == "Step 1: all is clear."
    assert found[0].all_links_correct is True
    assert found[0].usage.input_tokens == 20
    (first, second) = solutions(run(file, protocol="two-turn", limit=2))
    assert first.outcome == "answered"
    assert (second.outcome, second.reason) == ("unparsed", "broken JSON, or no key Q1, Q2, ... in it")


def test_a_stopped_run_writes_what_is_done_and_is_completed_by_the_next(file: Path) -> None:
    SCRIPT.update({chain.id: "right" for chain in CHAINS} | {CHAINS[3].id: "Ctrl-C"})
    with pytest.raises(KeyboardInterrupt):
        run(file, max_connections=1)
    found = list(read_records(file.parent / "solutions.jsonl", Solution))
    assert [solution.chain for solution in found] == CHAINS
    assert [solution.outcome for solution in found] == ["answered"] * 3 + ["failed"] * 5
    assert found[4].reason == "not run: the run was stopped before it"
    CALLS.clear()
    SCRIPT[CHAINS[3].id] = "right"
    report = run(file, max_connections=2)
    assert (report.taken_over, report.complete) == (3, True)
    assert sorted(CALLS) == sorted(chain.id for chain in CHAINS[3:])
    assert [solution.outcome for solution in solutions(report)] == ["answered"] * 8


def test_a_full_disk_is_one_line_and_the_log_is_kept(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full on this system")

    def full(**_: object) -> tuple[int, str]:
        return os.open("/dev/full", os.O_WRONLY), str(file.parent / ".solutions.part")

    with monkeypatch.context() as patch:
        patch.setattr("dunyazad._records.tempfile", SimpleNamespace(mkstemp=full))
        with pytest.raises(InputError, match="No space left on device"):
            run(file, limit=2)
    assert not (file.parent / "solutions.jsonl").exists()
    CALLS.clear()
    assert run(file, limit=2).taken_over == 2
    assert CALLS == []


def test_a_log_that_cannot_be_written_is_one_line(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fdopen", full)  # where Inspect opens its logs
        with pytest.raises(InputError, match="cannot write logs to .*No space left on device"):
            run(file, limit=2)
    assert run(file, limit=2).complete


def test_what_cannot_be_run_is_one_line(file: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelNotFoundError, match="no-such-provider"):
        run(file, model="no-such-provider/model")
    with pytest.raises(ModelNotFoundError, match="no-such-model"):
        run(file, model="gguf/no-such-model")
    with pytest.raises(InputError, match="simulated takes accuracy, .*, not 'speed'"):
        run(file, model="simulated", model_args={"speed": 2})
    with pytest.raises(InputError, match="accuracy must be a probability from 0 to 1, not 7"):
        run(file, model="simulated", model_args={"accuracy": 7})
    with pytest.raises(InputError, match="limit must be at least 1, not 0"):
        run(file, limit=0)
    with pytest.raises(InputError, match="no such folder"):
        solve(file, model="scripted/model", out=tmp_path / "no" / "s.jsonl", log_dir=tmp_path / "logs")
    with pytest.raises(InputError, match="cannot read"):
        run(tmp_path / "absent.jsonl")
    assert CALLS == []


def test_regression_an_outage_or_a_silent_provider_does_not_stop_the_run_for_ever(file: Path) -> None:
    # Inspect's own default is to try again without end.
    SCRIPT[CHAINS[1].id] = "busy"
    SCRIPT[CHAINS[2].id] = "hangs"
    report = run(file, limit=4, max_retries=2, timeout=1)
    found = solutions(report)
    assert [solution.outcome for solution in found] == ["answered", "failed", "failed", "truncated"]
    assert found[1].reason == "gave up after retries: PassingError: 503: busy"
    assert "attempt_timeout '1' exceeded" in found[2].reason
    assert CALLS.count(CHAINS[1].id) == 3
    assert (report.failure, report.complete) == (f"{CHAINS[1].id}: {found[1].reason}", True)


def test_regression_over_epochs_inspects_means_agree_with_ours(file: Path) -> None:
    # Inspect took the mean over each chain's epochs first: an answer of a chain that was read once weighed twice.
    SCRIPT.update({CHAINS[0].id: "right, empty, wrong", CHAINS[1].id: "right"})
    report = run(file, limit=2, epochs=3)
    ours = [solution.all_links_correct for solution in solutions(report)]
    assert (ours.count(True), ours.count(False), ours.count(None)) == (4, 1, 1)
    results = read_eval_log(report.log).results
    assert results is not None
    for score in results.scores:
        first, *_, of_cell = score.metrics.values()
        assert first.value == of_cell.value == pytest.approx(4 / 5)


def test_regression_a_provider_that_cannot_be_made_is_one_line(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("no\nGPU")

    monkeypatch.setattr(Scripted, "__init__", broken)
    with pytest.raises(ModelNotFoundError, match="scripted/other: no GPU"):
        run(file, model="scripted/other")


def test_regression_a_local_model_gets_no_more_calls_than_slots(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from dunyazad.engines import inspect_run
    from dunyazad.models.gguf import GgufAPI

    api = GgufAPI.__new__(GgufAPI)
    monkeypatch.setattr(GgufAPI, "max_connections", lambda _: 2)
    model: Any = SimpleNamespace(api=api)
    for asked, allowed in ((None, 2), (1, 1), (50, 2)):
        assert inspect_run._manner(SolveOptions(max_connections=asked), model)["max_connections"] == allowed


def test_regression_a_setting_that_inspect_refuses_is_one_line(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Inspect's own handler of uncaught errors ended the process without a word.
    monkeypatch.setenv("INSPECT_LOG_LEVEL", "loud")
    with pytest.raises(InputError, match="Inspect cannot run: Invalid log level 'loud'"):
        run(file, limit=1)
