"""The task, the solver and the scorer that verify in Inspect, and their logs, with a scripted model."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai", reason="tasks need Inspect AI")

from inspect_ai import Task
from inspect_ai import eval as inspect_eval
from inspect_ai.dataset import Sample
from inspect_ai.log import EvalLog, EvalSample
from inspect_ai.model import ChatMessage, GenerateConfig, ModelAPI, ModelOutput, ModelUsage, modelapi
from inspect_ai.scorer import match
from inspect_ai.solver import generate
from inspect_ai.tool import ToolChoice, ToolInfo

from dunyazad._exceptions import InputError
from dunyazad._records import write_records
from dunyazad.cli.main import run
from dunyazad.engines.inputs import Reading, log_cases
from dunyazad.engines.inspect_verified import steps, verifications_of_log, verified, verify
from dunyazad.engines.methods import Methods
from dunyazad.engines.trail import Trail, replay, trail_of
from dunyazad.reasoning import ReasoningChain, Step

pytestmark = [
    pytest.mark.filterwarnings("ignore:The 'initial' parameter:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:Unclosed <MemoryObject:ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

SEEN: list[tuple[str, GenerateConfig]] = []


class Scripted(ModelAPI):
    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        user = input[-1].text
        SEEN.append((self.model_name, config))
        if self.model_name == "solver":
            text = "The barn holds 4 * 6 = 24 bales.\n\nSo 24 - 5 = 18 are left.\n\nAnswer: 18"
        elif "gone" in user:
            raise RuntimeError("the server is gone")
        else:
            wrong = "falls" in user.rpartition("| ")[2]
            verdict = "logical_inconsistency" if wrong else "correct"
            text = json.dumps({"reasoning": "looked at", "verdict": verdict})
        output = ModelOutput.from_content("scripted", text)
        output.usage = ModelUsage(input_tokens=10, output_tokens=5, total_tokens=15)
        return output

    def should_retry(self, ex: BaseException) -> bool:
        return False


@modelapi(name="scripted_in_task")
def scripted_in_task() -> type[ModelAPI]:
    return Scripted


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    SEEN.clear()
    yield
    gc.collect()


CHAINS = (
    ReasoningChain(id="sound", question="q", steps=(Step("Hay is dry."), Step("2 + 2 = 4"))),
    ReasoningChain(id="wrong", question="q", steps=(Step("Hay falls up."), Step("So it is dry."))),
    ReasoningChain(id="lost", question="q", steps=(Step("Hay is gone."),)),
    ReasoningChain(id="empty", question="q", steps=()),
)


def ran(task: Task, folder: Path, model: str = "scripted_in_task/model", **given: object) -> EvalLog:
    [log] = inspect_eval(task, model=model, log_dir=str(folder), display="none", **given)  # type: ignore[arg-type]
    assert log.status == "success", log.error
    return log


def samples(log: EvalLog) -> list[EvalSample]:
    assert log.samples is not None
    return log.samples


def test_the_task_verifies_a_file_and_its_log_gives_the_verifications_again(tmp_path: Path) -> None:
    path = tmp_path / "chains.jsonl"
    write_records(path, CHAINS)
    log = ran(verify(str(path), premises="previous", errors="hybrid"), tmp_path / "logs")
    scores = {sample.id: sample.scores["steps"] for sample in samples(log) if sample.scores}
    assert scores["sound"].value == "C"
    assert (scores["wrong"].value, scores["wrong"].answer) == ("I", "step 1")
    assert scores["lost"].metadata is not None
    assert scores["lost"].metadata["outcomes"] == {"failed": 1}
    assert [scores[name].value for name in ("lost", "empty")] != ["C", "C"]
    results = log.results
    assert results is not None
    assert results.scores[0].metrics["accuracy"].value == 0.5  # of the two that are decided
    calls = len(SEEN)
    again = list(verifications_of_log(log.location))
    assert len(SEEN) == calls
    assert [found.id for found in again] == ["sound", "wrong", "lost", "empty"]
    assert [verdict.label for verdict in again[1].verdicts] == ["logical_inconsistency", "accumulation_error"]
    assert again[2].verdicts[0].outcome == "failed"
    assert "the server is gone" in again[2].verdicts[0].reason
    assert again[0].model == "scripted_in_task/model"
    assert again[0].usage.calls == 2
    assert again[0].prompts
    drawing = tmp_path / "wrong.dot"
    arguments = ["verify", "--from-log", log.location, "--id", "wrong", "--out-format", "dot", "-o", str(drawing)]
    with pytest.raises(SystemExit) as caught:
        run(arguments)
    assert not caught.value.code
    assert drawing.read_text().count("digraph") == 1
    assert [case.chain for case in log_cases(log.location, Reading())] == list(CHAINS)


def test_epochs_have_names_and_seeds_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "chains.jsonl"
    write_records(path, CHAINS[:1])
    log = ran(verify(str(path), premises="previous", epochs=2), tmp_path / "logs", seed=3)
    assert [found.id for found in verifications_of_log(log.location)] == ["sound", "sound#2"]
    assert len({config.seed for _, config in SEEN}) == 2


def test_any_task_can_be_verified_by_a_model_of_its_own(tmp_path: Path) -> None:
    task = Task(
        dataset=[Sample(id=1, input="A barn of 4 rows of 6 bales; 5 burn. How many are left?", target="19")],
        solver=[generate(), verified(premises="provenance", errors="hybrid")],
        scorer=[match(numeric=True), steps()],
    )
    log = ran(task, tmp_path, model="scripted_in_task/solver", model_roles={"verifier": "scripted_in_task/judge"})
    [sample] = samples(log)
    assert sample.scores is not None
    assert sample.scores["match"].value == "I"
    assert (sample.scores["steps"].value, sample.scores["steps"].answer) == ("I", "step 2")
    assert {name for name, _ in SEEN} == {"solver", "judge"}
    [found] = verifications_of_log(log.location)
    assert found.id == "1"
    assert found.parc.chain.question.startswith("A barn of 4 rows")
    assert found.model == "scripted_in_task/judge"
    assert [verdict.label for verdict in found.verdicts[:2]] == ["correct", "mathematical_error"]


def test_methods_without_a_model_call_none_and_a_foreign_log_is_an_input(tmp_path: Path) -> None:
    task = Task(
        dataset=[Sample(id="a", input="A barn of 4 rows of 6 bales; 5 burn.", target="19")],
        solver=[generate()],
        scorer=[match(numeric=True), steps()],
    )
    log = ran(task, tmp_path, model="scripted_in_task/solver")
    [sample] = samples(log)
    assert sample.scores is not None
    assert sample.scores["steps"].value != "C"  # nothing was verified
    with pytest.raises(InputError, match="no sample in this log was verified"):
        list(verifications_of_log(log.location))
    [case] = log_cases(log.location, Reading())
    assert (case.chain.id, case.chain.question) == ("a", "A barn of 4 rows of 6 bales; 5 burn.")
    assert len(case.chain.steps) == 3
    task.solver = verified(errors="arithmetic")
    SEEN.clear()
    ran(task, tmp_path / "two", model="scripted_in_task/solver")
    assert not SEEN


def test_a_trail_that_broke_off_gives_failed_steps() -> None:
    trail = Trail(chain=CHAINS[0], methods=Methods(premises="aggregative", errors="full-context"))
    again = trail_of({"dunyazad_verification": trail.as_metadata()})
    assert again == trail
    found = replay(trail)
    assert {verdict.outcome for verdict in found.verdicts} == {"failed"}
    assert trail_of({}) is None
    assert trail_of({"dunyazad_verification": 3}) is None


def test_what_cannot_be_verified_is_refused_before_the_run(tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    path.write_text("")
    with pytest.raises(InputError, match="no reasoning chain"):
        verify(str(path))
    with pytest.raises(InputError, match="no error method"):
        verified(errors="guess")
    with pytest.raises(InputError, match="no scheme"):
        verified(scheme="words")
    with pytest.raises(InputError, match="asks no model"):
        verified(errors="reference")
