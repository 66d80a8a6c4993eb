"""Rules and a model side by side: in order, everything accounted for, failures recorded as what they are."""

from __future__ import annotations

import gc
import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai", reason="runs need Inspect AI")
pytest.importorskip("spacy", reason="needs the extra `decompose`")
pytest.importorskip("lemminflect", reason="needs the extra `decompose`")

import anyio
from inspect_ai.model import ChatMessage, GenerateConfig, ModelAPI, ModelOutput, ModelUsage, modelapi
from inspect_ai.tool import ToolChoice, ToolInfo

from dunyazad._exceptions import ModelNotFoundError
from dunyazad._records import read_records
from dunyazad.cli.main import run as run_command
from dunyazad.engines import CallOptions, propose_with_model
from dunyazad.engines.propose import Sources
from dunyazad.models import resolve
from dunyazad.problems import Problem
from dunyazad.problems.decomposition import Rejected, SourceProblem, decompose_sources
from dunyazad.problems.decomposition.model_proposer import ModelProposer

pytestmark = [
    # Not ours: Inspect's use of tenacity, and streams that it leaves to the garbage collector.
    pytest.mark.filterwarnings("ignore:The 'initial' parameter:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:Unclosed <MemoryObject:ResourceWarning"),
]

# By the name in the problem: what the scripted model does.
KINDS = {
    "Olga": "good",
    "Anna": "prose",
    "Emma": "truncated",
    "Lisa": "refused",
    "Rita": "raises",
    "Wanda": "slow",
    "Nora": "foreign",
}
CODES = {
    "prose": "model-unparsed",
    "truncated": "model-truncated",
    "refused": "model-refused",
    "raises": "model-failed",
    "foreign": "model-words",
}
SEEN: list[GenerateConfig] = []


class ScriptedProposer(ModelAPI):
    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        SEEN.append(config)
        shown = input[-1].text
        name = next(name for name in KINDS if name in shown)
        kind = KINDS[name]
        if kind == "raises":
            raise RuntimeError("the server is gone\nsecond line")
        if kind == "slow":
            await anyio.sleep(0.05)
        whose = "the cats" if kind == "foreign" else f"{name} and Pia"
        question = f"How many sacks do the geese of {whose} need?"
        fields = {f"sentence_{number}": "" for number in range(1, 5)} | {"question": question, "statement": ""}
        text, stop = {
            "prose": ("I would rather not.", "stop"),
            "truncated": ('{"question"', "max_tokens"),
            "refused": ("", "content_filter"),
        }.get(kind, (json.dumps(fields), "stop"))
        output = ModelOutput.from_content("scripted", text, stop_reason=stop)  # type: ignore[arg-type]
        # Without usage Inspect would fetch a tokenizer from the network.
        output.usage = ModelUsage(input_tokens=10, output_tokens=5, total_tokens=15)
        return output

    def should_retry(self, ex: BaseException) -> bool:
        return False


@modelapi(name="scripted_proposer")
def scripted_proposer() -> type[ModelAPI]:
    return ScriptedProposer


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    SEEN.clear()
    yield
    gc.collect()  # Inspect leaves streams unclosed; here their warning is ignored, in a later test it would not be


def geese(name: str) -> SourceProblem:
    # 12 + 5 = 17; 12 + 17 = 29; 29 * 2 = 58. "They" may be the two or all three.
    question = (
        f"{name} and Pia raise geese. {name} keeps 12 geese and Pia keeps 5 more geese than {name}. Their neighbour "
        "Rolf sells feed for $3 a sack. Each goose eats 2 sacks. How many sacks do they need?"
    )
    answer = "12+5=<<12+5=17>>17. 12+17=<<12+17=29>>29. 29*2=<<29*2=58>>58 sacks.\n#### 58"
    return SourceProblem(f"own/{name}", question, answer, Fraction(58))


# 12 * 4 = 48; 48 * 3 = 144: the rules need no help.
CHAIRS = SourceProblem(
    "own/chairs",
    "Maud paints 12 chairs a day for $4 each. She works for 3 days. How much does she earn?",
    "12*4=$<<12*4=48>>48 a day. 48*3=$<<48*3=144>>144.\n#### 144",
    Fraction(144),
)
UNREAD = Rejected("line-malformed", "no JSON", "own/bad")
ROUNDED = SourceProblem("own/rounded", "Bo has 10 figs. How many has Bo a day?", "<<10/3=3.3>>3.3\n#### 3", Fraction(3))


def run(sources: Sources, model: str = "scripted_proposer/model", **options: object) -> list[Problem | Rejected]:
    made = CallOptions(cache=False, **options)  # type: ignore[arg-type]
    return list(propose_with_model(sources, decompose_sources, model=model, options=made))


def test_every_problem_comes_back_once_in_order_as_what_it_is() -> None:
    sources: list[SourceProblem | Rejected] = [UNREAD, CHAIRS, *(geese(name) for name in KINDS), ROUNDED]
    results = run(sources)
    assert [result.id for result in results] == [source.id for source in sources]
    for source, result in zip(sources, results, strict=True):
        kind = KINDS.get(source.id.removeprefix("own/"))
        if kind in ("good", "slow"):
            assert isinstance(result, Problem), result
            assert "proposer:scripted_proposer/model" in result.tags
            assert "58" in result.conclusion
        elif kind:
            assert isinstance(result, Rejected)
            assert (result.code, result.model_code) == ("pronoun-they", CODES[kind])
    assert isinstance(results[1], Problem)
    assert not any(tag.startswith("proposer:") for tag in results[1].tags)
    # What could not be read, and what is no matter of language, is not asked about.
    assert results[0] == UNREAD
    assert isinstance(results[-1], Rejected)
    assert results[-1].model_code == ""
    assert len(SEEN) == len(KINDS)
    failed = next(result for result in results if result.id == "own/Rita")
    assert isinstance(failed, Rejected)
    assert failed.model_sentence == "no response came: RuntimeError: the server is gone"


def test_calls_are_made_as_asked_for() -> None:
    run([geese("Olga")], max_tokens=77, seed=5, max_connections=3)
    [config] = SEEN
    assert (config.max_tokens, config.temperature, config.seed) == (77, 0.0, 5)
    assert config.max_connections == 3
    assert config.response_schema is not None
    properties = config.response_schema.json_schema.properties
    assert properties is not None
    assert list(properties) == [*(f"sentence_{number}" for number in range(1, 5)), "question", "statement"]


def test_more_than_the_window_holds_stay_in_order() -> None:
    names = list(KINDS)
    sources = [
        SourceProblem(f"own/{place}", problem.question, problem.answer_text, problem.final)
        for place in range(40)
        for problem in [geese(names[place % len(names)])]
    ]
    results = run(sources, max_connections=1)
    assert [result.id for result in results] == [source.id for source in sources]
    codes = Counter(result.model_code if isinstance(result, Rejected) else "" for result in results)
    assert codes[""] == sum(KINDS[names[place % len(names)]] in ("good", "slow") for place in range(40))


def test_it_is_a_stream_and_may_be_left() -> None:
    def endless() -> Iterator[SourceProblem]:
        while True:
            yield CHAIRS
            yield geese("Wanda")

    stream = propose_with_model(
        endless(), decompose_sources, model="scripted_proposer/model", options=CallOptions(cache=False)
    )
    assert isinstance(next(stream), Problem)
    stream.close()  # type: ignore[attr-defined]


def test_a_run_again_takes_its_answers_from_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INSPECT_CACHE_DIR", str(tmp_path))
    options = CallOptions(max_connections=2)
    sources = [geese("Olga"), geese("Rita"), geese("Anna")]

    def once() -> list[Problem | Rejected]:
        return list(propose_with_model(sources, decompose_sources, model="scripted_proposer/model", options=options))

    first = once()
    assert len(SEEN) == 3
    assert once() == first
    assert len(SEEN) == 4  # the failed call only


def test_an_unknown_model_is_one_line_before_any_work() -> None:
    with pytest.raises(ModelNotFoundError):
        propose_with_model([CHAIRS], decompose_sources, model="no-such-provider/model")


def write(path: Path, *problems: SourceProblem) -> Path:
    lines = [json.dumps({"question": problem.question, "answer": problem.answer_text}) for problem in problems]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def call(file: Path, *arguments: str) -> int:
    with pytest.raises(SystemExit) as caught:
        run_command(
            ["problems", "decompose", str(file), "-o", str(file.parent / "out.jsonl"), "--jobs", "1", *arguments]
        )
    assert isinstance(caught.value.code, int)
    return caught.value.code


SCRIPTED = ("--proposer", "scripted_proposer/model", "--no-cache")


def test_the_command_accounts_for_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path / "set.jsonl", CHAIRS, *(geese(name) for name in KINDS))
    refused = tmp_path / "refused.jsonl"
    assert call(file, "--rejections", str(refused), "--json", *SCRIPTED) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["problems"] == 1 + len(KINDS)
    assert summary["certified_by"] == {"by_rule": 1, "by_model": 2}
    assert summary["rejected"] == {"pronoun-they": 5}
    assert summary["rejected_by_model"] == dict.fromkeys(CODES.values(), 1)
    assert summary["problems"] == summary["certified"] + sum(summary["rejected"].values())
    assert sum(1 for _ in read_records(tmp_path / "out.jsonl", Problem)) == 3
    assert {rejected.model_code for rejected in read_records(refused, Rejected)} == set(CODES.values())


def test_the_command_says_who_certified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path / "set.jsonl", CHAIRS, geese("Olga"), geese("Anna"))
    assert call(file, *SCRIPTED) == 0
    told = capsys.readouterr().err
    assert "1 model-unparsed" in told
    assert "3 problems, 2 certified (1 by rule, 1 by the model), 1 rejected" in told


def test_the_command_says_when_every_call_failed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path / "set.jsonl", CHAIRS, geese("Rita"))
    assert call(file, *SCRIPTED) == 1
    told = capsys.readouterr().err
    assert "every call of the model failed: no response came: RuntimeError: the server is gone" in told
    assert sum(1 for _ in read_records(tmp_path / "out.jsonl", Problem)) == 1


def test_options_of_calls_need_a_proposer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path / "set.jsonl", CHAIRS)
    assert call(file, "--max-tokens", "9") == 2
    assert "--max-tokens means nothing without --proposer" in capsys.readouterr().err


def test_a_run_that_is_stopped_leaves_nothing_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(ModelProposer, "read", stopped)
    file = write(tmp_path / "set.jsonl", CHAIRS, geese("Olga"))
    assert call(file, "--rejections", str(tmp_path / "refused.jsonl"), *SCRIPTED) == 130
    assert "interrupted" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["set.jsonl"]


@pytest.mark.model
def test_the_embedded_model_proposes_for_real() -> None:
    pytest.importorskip("xllamacpp")
    try:
        resolve("smollm2-135m")
    except ModelNotFoundError as error:
        pytest.skip(str(error))
    # Hours and minutes are both counted, so that no rule says the unit: the model is asked for a statement only.
    shelves = [
        SourceProblem(
            f"own/{name}",
            f"{name} builds 6 shelves. Each takes {name} 40 minutes. {name} rests for hours. "
            f"How long does {name} spend building?",
            "6*40=<<6*40=240>>240 minutes. 240/60=<<240/60=4>>4 hours\n#### 4",
            Fraction(4),
        )
        for name in ("Emma", "Anna")
    ]
    sources = [CHAIRS, *shelves]
    results = run(sources, "gguf/smollm2-135m", max_tokens=48, model_args={"slots": 2, "n_ctx": 2048})
    assert [result.id for result in results] == [source.id for source in sources]
    assert isinstance(results[0], Problem)
    for result in results[1:]:
        # It is small: that it answers in the form asked for, and that each outcome is one of the known, is what counts.
        if isinstance(result, Rejected):
            assert result.code == "unit-unknown"
            assert result.model_code not in ("", "model-failed", "model-unparsed", "model-malformed"), result
        else:
            assert "proposer:gguf/smollm2-135m" in result.tags
