"""Verifying with a scripted model: in order, everything accounted for, failures recorded as what they are."""

from __future__ import annotations

import asyncio
import gc
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai", reason="runs need Inspect AI")

import anyio
from inspect_ai.model import ChatMessage, GenerateConfig, ModelAPI, ModelOutput, ModelUsage, get_model, modelapi
from inspect_ai.tool import ToolChoice, ToolInfo

from dunyazad._exceptions import InputError, ModelNotFoundError
from dunyazad.engines import CallOptions, Methods, verify_async, verify_sync, verify_with_model
from dunyazad.errors import CallUsage, Verification
from dunyazad.prompts import default_prompts
from dunyazad.reasoning import ReasoningChain, Step

pytestmark = [
    # Not ours: Inspect's use of tenacity, and streams that it leaves to the garbage collector.
    pytest.mark.filterwarnings("ignore:The 'initial' parameter:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:Unclosed <MemoryObject:ResourceWarning"),
]

SEEN: list[tuple[str, GenerateConfig]] = []
LIVE = {"now": 0, "most": 0}


def answer_to(system: str, user: str) -> str:
    """What a step's own sign asks for: the steps of these tests hold one word that tells the scripted model apart."""
    if "premises" in system.lower() and '"premises"' in system + user:
        return json.dumps({"premises": [{"step": 0, "reason": "given"}]})
    return json.dumps({"reasoning": "looked at", "verdict": "correct"})


class ScriptedVerifier(ModelAPI):
    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        user, system = input[-1].text, input[0].text
        SEEN.append((user, config))
        judged = user.rpartition("| ")[2]
        LIVE["now"] += 1
        LIVE["most"] = max(LIVE["most"], LIVE["now"])
        try:
            await anyio.sleep(0.03 if "snail" in judged else 0)
        finally:
            LIVE["now"] -= 1
        if "gone" in judged:
            raise RuntimeError("the server is gone\nsecond line")
        text, stop = answer_to(system, user), "stop"
        if "mute" in judged:
            text, stop = "", "content_filter"
        elif "long" in judged:
            text, stop = '{"reasoning": "on and', "max_tokens"
        elif "prose" in judged:
            text = "I would rather not say."
        elif "odd" in judged:
            text = json.dumps({"reasoning": f"call {len(SEEN)}", "verdict": ["correct", "other"][len(SEEN) % 2]})
        output = ModelOutput.from_content("scripted", text, stop_reason=stop)  # type: ignore[arg-type]
        # Without usage Inspect would fetch a tokenizer from the network.
        output.usage = ModelUsage(input_tokens=10, output_tokens=5, total_tokens=20, input_tokens_cache_read=5)
        return output

    def should_retry(self, ex: BaseException) -> bool:
        return False


@modelapi(name="scripted_verifier")
def scripted_verifier() -> type[ModelAPI]:
    return ScriptedVerifier


MODEL = "scripted_verifier/model"


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    SEEN.clear()
    LIVE.update(now=0, most=0)
    yield
    gc.collect()  # Inspect leaves streams unclosed; here their warning is ignored, in a later test it would not be


def chain(name: str, *texts: str) -> ReasoningChain:
    return ReasoningChain(id=name, question="A barn holds hay.", steps=tuple(Step(text) for text in texts))


def options(**given: object) -> CallOptions:
    return CallOptions(cache=False, **given)  # type: ignore[arg-type]


# One step of each kind; hybrid asks about all but the wrong equation.
KINDS = chain("kinds", "The hay is dry.", "It is gone.", "It is mute.", "It is long.", "It is prose.", "2 + 2 = 5")


def test_every_outcome_is_told_apart_and_a_failure_in_the_middle_ends_nothing() -> None:
    found = verify_sync(KINDS, model=MODEL, premises="previous", options=options())
    outcomes = [(verdict.label, verdict.outcome) for verdict in found.verdicts]
    assert outcomes == [
        ("correct", "judged"),
        (None, "failed"),
        (None, "refused"),
        (None, "truncated"),
        (None, "unparsed"),
        ("mathematical_error", "judged"),
    ]
    assert found.verdicts[1].reason == "RuntimeError: the server is gone"
    # 5 calls, 4 of which came back: 15 prompt tokens each (5 cached among them), 5 written.
    assert found.usage == CallUsage(5, 60, 20, 20)
    assert found.model == "scripted_verifier/model"
    assert found.prompts == {name: default_prompts()[name].sha256 for name in found.prompts}
    assert found.prompts


def test_the_schema_and_the_options_reach_the_provider() -> None:
    verify_sync(chain("c", "Hay is dry."), model=MODEL, options=options(max_tokens=77, seed=5, max_connections=3))
    [(_, config)] = SEEN
    assert (config.max_tokens, config.temperature, config.seed, config.max_connections) == (77, 0.0, 5, 3)
    assert config.response_schema is not None
    properties = config.response_schema.json_schema.properties
    assert properties is not None
    assert "verdict" in properties


@pytest.mark.parametrize(
    ("premises", "errors", "calls"),
    [
        # Three steps, none with an equation.
        ("provenance", "hybrid", 3),  # at most one a step
        ("aggregative", "under-premises", 9),  # two a step, and one for its premises
        ("provenance", "full-context", 3),
        ("previous", "critic", 1),
        ("dyadic", "arithmetic", 6),  # t(t+1)/2
        ("holistic", "arithmetic", 1),
        ("previous", "votes:3:hybrid", 9),
    ],
)
def test_calls_are_as_many_as_the_method_says(premises: str, errors: str, calls: int) -> None:
    steps = chain("c", "The hay is dry.", "The hay is light.", "So it burns.")
    methods = Methods(premises=premises, errors=errors)
    [found] = verify_with_model([steps], model=MODEL, methods=methods, options=options(temperature=0.5))
    assert len(SEEN) == found.usage.calls == calls


def test_minimal_asks_about_each_premise_in_a_wave_of_its_own() -> None:
    steps = chain("c", "The hay is dry.", "The hay is light.")
    methods = Methods(premises="all", errors="arithmetic", minimal=True)
    [found] = verify_with_model([steps], model=MODEL, methods=methods, options=options())
    assert found.usage.calls == 3  # 0 of step 1, 0 and 1 of step 2
    assert found.parc.method == "minimal(all)"


def test_results_come_in_the_order_of_the_chains_and_only_so_many_are_under_way() -> None:
    taken: list[int] = []

    def chains() -> Iterator[ReasoningChain]:
        for number in range(60):
            taken.append(number)
            # The first of every ten is slow: others overtake it, and wait.
            yield chain(str(number), "A snail eats hay." if number % 10 == 0 else "The hay is dry.", "It is gone.")

    stream = verify_with_model(
        chains(), model=MODEL, methods=Methods(errors="full-context"), options=options(max_connections=2)
    )
    first = next(stream)
    assert len(taken) <= 16
    rest = list(stream)
    assert [found.id for found in [first, *rest]] == [str(number) for number in range(60)]
    assert LIVE["most"] == 2
    counts = Counter(verdict.outcome for found in [first, *rest] for verdict in found.verdicts)
    assert counts == {"judged": 60, "failed": 60}


def test_a_stream_may_be_left() -> None:
    def endless() -> Iterator[ReasoningChain]:
        number = 0
        while True:
            number += 1
            yield chain(str(number), "A snail eats hay.")

    stream = verify_with_model(endless(), model=MODEL, methods=Methods(errors="hybrid"), options=options())
    assert next(stream).id == "1"
    stream.close()  # type: ignore[attr-defined]
    assert LIVE["now"] == 0


def test_a_failing_source_ends_the_stream_with_its_own_error() -> None:
    def broken() -> Iterator[ReasoningChain]:
        yield chain("1", "A snail eats hay.")
        raise InputError("line 2 is no chain")

    with pytest.raises(InputError, match="line 2 is no chain"):
        list(verify_with_model(broken(), model=MODEL, options=options()))
    assert LIVE["now"] == 0


def test_one_chain_can_be_verified_on_a_running_loop_and_cancelled() -> None:
    async def run() -> Verification:
        slow = chain("slow", *["A snail eats hay."] * 5)
        task = asyncio.create_task(verify_async(slow, model=MODEL, options=options()))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert LIVE["now"] == 0
        # The waiting form works where a loop runs as well.
        assert verify_sync(chain("b", "Hay."), model=MODEL, options=options()).verdicts[0].label == "correct"
        return await verify_async(chain("a", "Hay."), model=get_model(MODEL), options=options())

    assert asyncio.run(run()).verdicts[0].label == "correct"


def test_a_run_again_takes_its_answers_from_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INSPECT_CACHE_DIR", str(tmp_path))

    def once() -> Verification:
        return verify_sync(KINDS, model=MODEL, premises="previous", options=CallOptions())

    first = once()
    assert len(SEEN) == 5
    assert once() == first  # also the tokens: what it took when it was asked
    asked_again = [user.rpartition("| ")[2] for user, _ in SEEN[5:]]
    assert sum("gone" in text for text in asked_again) == 1  # what failed is tried again
    assert not any("dry" in text or "prose" in text for text in asked_again)


def test_votes_do_not_answer_for_each_other_out_of_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INSPECT_CACHE_DIR", str(tmp_path))

    def votes() -> Verification:
        return verify_sync(
            chain("c", "An odd thing."),
            model=MODEL,
            errors="votes:3:full-context",
            options=CallOptions(temperature=0.9, seed=4, max_connections=1),
        )

    first = votes()
    assert len(SEEN) == 3
    assert len({config.seed for _, config in SEEN}) == 3  # each has a seed of its own, the first the one given
    assert SEEN[0][1].seed == 4
    # The model says correct and other in turns: two of three agree.
    assert first.verdicts[0].evidence[-1].finding == "2 of 3 votes agree"
    assert votes() == first
    assert len(SEEN) == 3


def test_votes_at_temperature_0_are_refused() -> None:
    with pytest.raises(InputError, match="at temperature 0 all votes are the same"):
        verify_sync(chain("c", "Hay."), model=MODEL, errors="votes:3:hybrid", options=options())
    assert not SEEN


def test_prompt_texts_of_a_folder_are_used_and_their_hash_is_told(tmp_path: Path) -> None:
    text = "=== system\nYou weigh hay.\n=== user\n{{premises}}\n{{step}}\n"
    (tmp_path / "errors-hybrid-both.txt").write_text(text)
    names = {path.name for path in tmp_path.iterdir()}
    found = verify_sync(chain("c", "Hay."), model=MODEL, prompts=tmp_path, options=options())
    assert names
    assert found.prompts["errors-hybrid-both"] != default_prompts()["errors-hybrid-both"].sha256


def test_a_model_that_is_not_there_is_one_line() -> None:
    with pytest.raises(ModelNotFoundError):
        verify_sync(chain("c", "Hay."), model="no_such_provider/model", options=options())


def test_batches_are_asked_for_and_have_no_time_limit() -> None:
    found = verify_sync(chain("c", "Hay."), model=MODEL, options=options(batch=True))
    assert found.verdicts[0].label == "correct"
    [(_, config)] = SEEN
    assert config.batch is True
    assert (config.timeout, config.attempt_timeout) == (None, None)


def test_a_chain_without_steps_makes_no_call() -> None:
    found = verify_sync(chain("c"), model=MODEL, options=options())
    assert (found.verdicts, found.usage, SEEN) == ((), CallUsage(), [])
