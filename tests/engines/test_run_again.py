"""What makes a run another run, and what a run that goes on has in common with one that was never stopped."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("inspect_ai", reason="runs need Inspect AI")

from inspect_ai.model import ChatMessage, GenerateConfig, ModelAPI, ModelOutput, ModelUsage, modelapi
from inspect_ai.tool import ToolChoice, ToolInfo
from tests.models.fakes import FakeServer, streamed

from dunyazad._exceptions import InputError
from dunyazad._records import write_records
from dunyazad.chaining import make_chains
from dunyazad.engines import SolveOptions, SolveReport, solve
from dunyazad.models.local import LocalModel
from dunyazad.problems import make_problems
from dunyazad.solving import PROTOCOLS

pytestmark = [
    # Not ours: Inspect's use of tenacity, and streams that it leaves to the garbage collector.
    pytest.mark.filterwarnings("ignore:The 'initial' parameter:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:Unclosed <MemoryObject:ResourceWarning"),
]
PROBLEMS = list(make_problems(20, seed=11))
CHAINS = list(make_chains(PROBLEMS, lengths=[2], orders=["forward"], per_cell=2, seed=5))
SEEDS: list[int | None] = []


class Recorder(ModelAPI):
    """Keeps the seed of each call."""

    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        del input, tools, tool_choice
        SEEDS.append(config.seed)
        output = ModelOutput.from_content("recorder", "nothing")
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output


@modelapi(name="recorder")
def recorder() -> type[ModelAPI]:
    return Recorder


class BreakingServer(FakeServer):
    """Fails at every other call until it is mended."""

    broken = True

    def handle_chat_completions(self, request: dict[str, Any], callback: Callable[[Any], bool], /) -> None:
        if self.broken and len(self.requests) % 2:
            self.requests.append({})
            raise RuntimeError("out of memory")
        super().handle_chat_completions(request, callback)


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    SEEDS.clear()
    yield
    gc.collect()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_records(tmp_path / "chains.jsonl", CHAINS)
    write_records(tmp_path / "problems.jsonl", PROBLEMS)
    (tmp_path / "x.gguf").write_bytes(b"GGUF 1")
    return tmp_path


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> BreakingServer:
    made = BreakingServer(streamed("Seven."))
    monkeypatch.setattr(
        "dunyazad.models.gguf.shared_model", lambda settings: LocalModel(settings, start=lambda _: made)
    )
    return made


def run(folder: Path, model: str, *, logs: str = "logs", **settings: Any) -> SolveReport:
    return solve(
        folder / "chains.jsonl",
        model=model,
        out=folder / "s.jsonl",
        log_dir=folder / logs,
        options=SolveOptions(log_realtime=False, **settings),
    )


def test_regression_other_problems_under_the_old_name_make_another_run(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The old simulation was given again: the mark held the file's name only.
    settings: dict[str, Any] = {"problems": str(folder / "problems.jsonl"), "model_args": {"accuracy": 1}}
    assert run(folder, "simulated", **settings).taken_over == 0
    assert run(folder, "simulated", **settings).taken_over == len(CHAINS)
    # From any folder, by any path: the name as it was typed was in the mark too.
    monkeypatch.chdir(folder)
    assert run(folder, "simulated", **{**settings, "problems": "problems.jsonl"}).taken_over == len(CHAINS)
    write_records(folder / "problems.jsonl", PROBLEMS[::-1])
    assert run(folder, "simulated", **settings).taken_over == 0
    with pytest.raises(InputError, match=r"cannot read .*absent\.jsonl: No such file"):
        run(folder, "simulated", problems="absent.jsonl")


def test_regression_another_wording_makes_another_run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Answers to an older prompt were taken for answers to this version's.
    run(folder, "recorder/x")
    monkeypatch.setitem(PROTOCOLS, "labelled", "labelled/99")
    assert run(folder, "recorder/x").taken_over == 0


def test_regression_another_model_file_under_the_old_name_makes_another_run(
    folder: Path, server: BreakingServer
) -> None:
    server.broken = False
    model = f"gguf/{folder / 'x.gguf'}"
    run(folder, model)
    os.utime(folder / "x.gguf", (1, 1))  # fetched again, it is still the same model
    assert run(folder, model).taken_over == len(CHAINS)
    (folder / "x.gguf").write_bytes(b"GGUF 2")
    assert run(folder, model).taken_over == 0


@pytest.mark.parametrize("seed", [None, 4])
def test_regression_a_run_that_goes_on_samples_as_if_it_had_never_stopped(
    folder: Path, server: BreakingServer, seed: int | None
) -> None:
    # Seeds were counted from 1 in each process: after a stop, epoch 2 sampled as epoch 1 had.
    model = f"gguf/{folder / 'x.gguf'}"
    settings: dict[str, Any] = {"epochs": 2, "temperature": 1.0, "seed": seed, "max_connections": 1}
    assert not all(count.n == 0 for count in run(folder, model, **settings).outcomes if count.name == "failed")
    server.broken = False
    run(folder, model, **settings)
    gone_on = [request["seed"] for request in server.requests if request]
    server.requests.clear()
    run(folder, model, logs="others", **settings)
    assert sorted(gone_on) == sorted(request["seed"] for request in server.requests)
    assert len(set(gone_on)) == 4


def test_regression_epochs_of_a_run_with_a_seed_differ(folder: Path) -> None:
    # Every epoch was sent the run's own seed, and a provider that keeps to it gave one answer over and over.
    run(folder, "recorder/x", seed=7, epochs=3)
    first = sorted(map(str, SEEDS))
    assert len(set(first)) == 6
    SEEDS.clear()
    run(folder, "recorder/x", logs="others", seed=7, epochs=3)
    assert sorted(map(str, SEEDS)) == first
    SEEDS.clear()
    run(folder, "recorder/x", epochs=2)
    assert set(SEEDS) == {None}  # nobody asked for one
