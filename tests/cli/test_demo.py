"""The demo, end to end, with a scripted model in the place of the real one."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai", reason="the demo needs Inspect AI")

from inspect_ai.model import ChatMessage, GenerateConfig, ModelAPI, ModelOutput, ModelUsage, modelapi
from inspect_ai.tool import ToolChoice, ToolInfo

from dunyazad._records import read_records
from dunyazad.cli.main import run
from dunyazad.errors import Verification
from dunyazad.solving import Solution

pytestmark = [
    # Not ours: Inspect's use of tenacity, and streams that it leaves to the garbage collector.
    pytest.mark.filterwarnings("ignore:The 'initial' parameter:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:Unclosed <MemoryObject:ResourceWarning"),
]
CALLS: list[str] = []


class Talker(ModelAPI):
    """Reasons with one slip, then answers 7 to everything."""

    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        del tools, tool_choice
        CALLS.append(input[-1].text)
        second = config.response_schema is not None
        text = '{"Q1": 7}' if second else "Step 1: 3 * 4 = 13 apples.\nStep 2: 13 - 6 = 7 apples are left."
        output = ModelOutput.from_content(self.model_name, text)
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output


@modelapi(name="talker")
def talker() -> type[ModelAPI]:
    return Talker


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    CALLS.clear()
    yield
    gc.collect()


def demo(out: Path, *more: str) -> int:
    with pytest.raises(SystemExit) as caught:
        run(["demo", "-o", str(out), "--model", "talker/x", "--quick", *more])
    assert isinstance(caught.value.code, int)
    return caught.value.code


def test_the_demo_leaves_every_file_and_goes_on_where_it_ended(tmp_path: Path) -> None:
    handmade = tmp_path / "handmade.jsonl"
    handmade.write_text(
        "".join(
            f'{{"benchmark_id": {number}, "first_premise": "{name} has {number + 4} jars.", '
            f'"alternate_first_premise": "{name} has {number + 9} jars.", "nl_premises": "{name} breaks 2 jars.", '
            f'"nl_question": "How many jars has {name} left?", "nl_answer": "{name} has {number + 2} jars left.", '
            f'"int_answer": {number + 2}, "wrong_nl_answer": "{name} has {number + 5} jars left."}}\n'
            for number, name in enumerate(["Ulla", "Bruno", "Chidi", "Dagny", "Edda", "Farid"])
        )
    )
    out = tmp_path / "made" / "demo"
    assert demo(out, "--handmade", str(handmade)) == 0
    page = (out / "report.html").read_text(encoding="utf-8")
    assert "talker/x" in page
    assert "simulated" in page
    solutions = list(read_records(out / "templates-solutions.jsonl", Solution))
    assert {solution.outcome for solution in solutions} == {"answered"}
    verified = {each.id: each for each in read_records(out / "verifications.jsonl", Verification)}
    labels = [verdict.label for verdict in verified[solutions[0].id].verdicts]
    assert labels == ["mathematical_error", "accumulation_error"]
    assert (out / "handmade-solutions.jsonl").stat().st_size > 0
    assert CALLS

    CALLS.clear()
    assert demo(out, "--handmade", str(handmade)) == 0
    assert CALLS == []
    assert (out / "report.html").read_text(encoding="utf-8") == page
