from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest

pytest.importorskip("inspect_ai")

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    ContentImage,
    ContentReasoning,
    ContentText,
    GenerateConfig,
    ModelOutput,
    ResponseSchema,
)
from inspect_ai.tool import ToolInfo
from inspect_ai.util import JSONSchema
from tests.models.fakes import FakeServer, streamed

from dunyazad._exceptions import InputError, ModelFailedError, ModelNotFoundError
from dunyazad.models import gguf as module
from dunyazad.models.catalogue import DEFAULT_MODEL
from dunyazad.models.gguf import GgufAPI
from dunyazad.models.local import LocalModel, Settings
from dunyazad.models.store import resolve

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


@pytest.fixture
def server() -> FakeServer:
    return FakeServer(streamed("Seven", " figs."))


@pytest.fixture
def api(server: FakeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GgufAPI:
    path = tmp_path / "x.gguf"
    path.write_bytes(b"GGUF")
    monkeypatch.setattr(module, "shared_model", lambda settings: LocalModel(settings, start=lambda _: server))
    return GgufAPI(str(path), slots=3, n_ctx=1024)


def ask(api: GgufAPI, *messages: ChatMessage, config: GenerateConfig | None = None) -> ModelOutput:
    chat = list(messages) or [ChatMessageUser(content="How many figs?")]
    output, call = run(api.generate(chat, [], "auto", config or GenerateConfig()))
    if isinstance(output, Exception):
        assert call.error
        raise output
    assert call.response is not None
    return output


def test_defaults_are_greedy_plain_and_uncached(api: GgufAPI, server: FakeServer) -> None:
    output = ask(api)
    assert (output.completion, output.stop_reason) == ("Seven figs.", "stop")
    [request] = server.requests
    assert request["messages"] == [{"role": "user", "content": "How many figs?"}]
    sampling = {name: request[name] for name in ("temperature", "top_p", "top_k", "min_p", "cache_prompt")}
    assert sampling == {"temperature": 0.0, "top_p": 1.0, "top_k": 0, "min_p": 0.0, "cache_prompt": False}
    assert not {"max_tokens", "stop", "response_format", "frequency_penalty"} & set(request)


def test_configuration_is_passed_on(api: GgufAPI, server: FakeServer) -> None:
    schema = JSONSchema.model_validate(
        {"type": "object", "properties": {"Q1": {"anyOf": [{"type": "number"}, {"type": "null"}]}}, "required": ["Q1"]}
    )
    ask(
        api,
        config=GenerateConfig(
            max_tokens=50,
            temperature=0.7,
            top_p=0.9,
            top_k=20,
            stop_seqs=["END"],
            frequency_penalty=0.1,
            presence_penalty=0.2,
            response_schema=ResponseSchema(name="answers", json_schema=schema),
        ),
    )
    [request] = server.requests
    expected = {
        "max_tokens": 50,
        "temperature": 0.7,
        "top_p": 0.9,
        "top_k": 20,
        "stop": ["END"],
        "frequency_penalty": 0.1,
        "presence_penalty": 0.2,
    }
    assert {name: request[name] for name in expected} == expected
    assert request["response_format"]["type"] == "json_schema"
    sent = request["response_format"]["json_schema"]
    assert sent["name"] == "answers"
    assert sent["schema"]["properties"]["Q1"] == {"anyOf": [{"type": "number"}, {"type": "null"}]}


def test_usage_separates_cached_tokens(api: GgufAPI) -> None:
    usage = ask(api).usage
    assert usage is not None
    # 10 tokens of prompt, 4 of them cached; 2 written.
    counted = (usage.input_tokens, usage.input_tokens_cache_read, usage.output_tokens, usage.total_tokens)
    assert counted == (6, 4, 2, 12)


def test_roles_reasoning_and_lone_surrogates(api: GgufAPI, server: FakeServer) -> None:
    server.pieces = streamed("7", reasoning="3 + 4")
    output = ask(
        api,
        ChatMessageSystem(content="Be brief."),
        ChatMessageUser(content=[ContentText(text="Add \ud800")]),
        ChatMessageAssistant(content=[ContentReasoning(reasoning="hm"), ContentText(text="Yes?")]),
    )
    assert [(message["role"], message["content"]) for message in server.requests[0]["messages"]] == [
        ("system", "Be brief."),
        ("user", "Add ?"),  # the native parser rejects a lone surrogate
        ("assistant", "Yes?"),
    ]
    content = output.message.content
    assert isinstance(content, list)
    assert [part.type for part in content] == ["reasoning", "text"]


def test_seeds_differ_between_epochs_and_repeat_between_runs(api: GgufAPI, server: FakeServer) -> None:
    for _ in range(3):
        ask(api)
    ask(api, config=GenerateConfig(seed=5))
    seeds = [request["seed"] for request in server.requests]
    assert len(set(seeds)) == 4
    assert all(0 <= seed < 2**31 for seed in seeds)
    api._asked.clear()  # as in a new process
    ask(api)
    assert server.requests[-1]["seed"] == seeds[0]


def test_regression_a_call_with_a_seed_of_its_own_samples_alike_whenever_it_is_made(
    api: GgufAPI, server: FakeServer
) -> None:
    # How often a chat was asked before in this process decided too, and a run that was gone on with counted anew.
    for seed in (5, 6, 5):
        ask(api, config=GenerateConfig(seed=seed))
    first, other, again = [request["seed"] for request in server.requests]
    assert first == again != other


@pytest.mark.parametrize(
    ("pieces", "reason"),
    [
        (streamed("a", finish="length"), "model_length"),
        ([{"error": {"type": "exceed_context_size_error", "message": "too long"}}], "model_length"),
        (streamed("a"), "stop"),
    ],
)
def test_stop_reasons(api: GgufAPI, server: FakeServer, pieces: list[Any], reason: str) -> None:
    server.pieces = pieces
    assert ask(api).stop_reason == reason


def test_token_limit(api: GgufAPI, server: FakeServer) -> None:
    server.pieces = streamed("a", "b", finish="length")
    assert ask(api, config=GenerateConfig(max_tokens=2)).stop_reason == "max_tokens"


def test_failure_is_returned_with_the_call(api: GgufAPI, server: FakeServer) -> None:
    server.error = RuntimeError("the library is gone")
    with pytest.raises(ModelFailedError, match="the library is gone"):
        ask(api)
    assert api.should_retry(server.error) is False


def test_images_and_tools_are_refused_clearly(api: GgufAPI) -> None:
    image = ChatMessageUser(content=[ContentImage(image="data:image/png;base64,AAAA")])
    with pytest.raises(ModelFailedError, match="take text only, not image"):
        ask(api, image)
    tool = ToolInfo(name="add", description="adds")
    with pytest.raises(ModelFailedError, match="cannot call tools"):
        run(api.generate([ChatMessageUser(content="x")], [tool], "auto", GenerateConfig()))


def test_limits_follow_the_settings(api: GgufAPI) -> None:
    assert api.settings == Settings(path=api.settings.path, slots=3, n_ctx=1024)
    assert GgufAPI(api.settings.path, slots=3, n_ctx=1024, cache_prompts=True).settings.kept_mib == 512
    assert api.max_connections() == 3
    assert api.max_tokens() == 512  # half of the context
    assert api.connection_key() != GgufAPI(api.settings.path, slots=2).connection_key()
    api.close()
    assert ask(api).completion == "Seven figs."  # others may share the model: it is not closed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"slot": 2}, "unknown model argument 'slot'; known are: slots, n_ctx, threads, seed, verbose"),
        ({"slots": "two"}, "model argument slots must be a whole number, not 'two'"),
        ({"slots": True}, "model argument slots must be a whole number, not True"),
        ({"verbose": 1}, "model argument verbose must be true or false, not 1"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        GgufAPI("x.gguf", **arguments)


def test_no_such_model() -> None:
    with pytest.raises(ModelNotFoundError, match="no model file at /nowhere.gguf"):
        GgufAPI("/nowhere.gguf")


# What follows runs the embedded model for real, in a process of its own: the exit is part of what is tested.

_REAL = """
import asyncio, json
import anyio
from inspect_ai.model import GenerateConfig, ResponseSchema, get_model
from inspect_ai.util import JSONSchema

SCHEMA = {"type": "object", "required": ["Q1", "Q2"], "additionalProperties": False, "properties":
          {"Q1": {"anyOf": [{"type": "number"}, {"type": "null"}]}, "Q2": {"type": "string", "enum": ["yes", "no"]}}}

async def main():
    model = get_model("gguf/smollm2-135m", n_ctx=512)
    short = GenerateConfig(max_tokens=12)
    first, second = [await model.generate("Name a colour.", config=short) for _ in range(2)]
    schema = ResponseSchema(name="answers", json_schema=JSONSchema.model_validate(SCHEMA))
    made = await model.generate("Answer in JSON.", config=GenerateConfig(max_tokens=80, response_schema=schema))
    long = await model.generate("word " * 1000, config=short)
    with anyio.move_on_after(0.2) as scope:
        await model.generate("Tell a long story.", config=GenerateConfig(max_tokens=400))
    print(json.dumps({"same": first.completion == second.completion, "text": first.completion,
                      "tokens": first.usage.output_tokens, "json": made.completion,
                      "long": long.stop_reason, "cancelled": scope.cancelled_caught}))

asyncio.run(main())
"""


@pytest.mark.model
def test_the_embedded_model() -> None:
    pytest.importorskip("xllamacpp")
    try:
        resolve(DEFAULT_MODEL)
    except ModelNotFoundError as error:
        pytest.skip(str(error))
    done = subprocess.run([sys.executable, "-c", _REAL], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")  # silent, and no crash at exit though a request was cut off
    got = json.loads(done.stdout)
    assert got["same"]
    assert got["text"].strip()
    assert 1 <= got["tokens"] <= 12
    assert got["long"] == "model_length"
    assert got["cancelled"]
    answers = json.loads(got["json"])
    assert set(answers) == {"Q1", "Q2"}
    assert answers["Q1"] is None or isinstance(answers["Q1"], int | float)
    assert answers["Q2"] in ("yes", "no")
