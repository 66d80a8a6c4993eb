"""Verifying with a model in this process: the limits of schemas reach it, and a chain's calls come in turn."""

from __future__ import annotations

import gc
import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("inspect_ai", reason="runs need Inspect AI")

from inspect_ai.model import GenerateConfig, get_model
from tests.models.fakes import FakeServer, streamed

from dunyazad.engines import CallOptions, Methods, verify_with_model
from dunyazad.errors import Verification
from dunyazad.models import gguf as module
from dunyazad.models.local import LocalModel
from dunyazad.reasoning import ReasoningChain, Step

pytestmark = [
    # Not ours: Inspect's use of tenacity, and streams that it leaves to the garbage collector.
    pytest.mark.filterwarnings("ignore:The 'initial' parameter:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:Unclosed <MemoryObject:ResourceWarning"),
]

SAID = '{"premises": [{"step": 0, "reason": "given"}]}'


class SlowServer(FakeServer):
    """Knows how many requests it had at once, and which chains they were of."""

    def __init__(self) -> None:
        super().__init__(streamed(SAID))
        self.now: list[str] = []
        self.together: list[tuple[str, ...]] = []
        self.lock = threading.Lock()

    def handle_chat_completions(self, request: dict[str, Any], callback: Callable[[Any], bool], /) -> None:
        chain = request["messages"][-1]["content"].partition("| ")[2].partition("\n")[0]
        with self.lock:
            self.now.append(chain)
            self.together.append(tuple(self.now))
        time.sleep(0.01)
        super().handle_chat_completions(request, callback)
        with self.lock:
            self.now.remove(chain)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowServer]:
    made = SlowServer()
    monkeypatch.setattr(module, "shared_model", lambda settings: LocalModel(settings, start=lambda _: made))
    yield made
    gc.collect()


def verified(path: Path, **given: Any) -> list[Verification]:
    path.write_bytes(b"GGUF")
    steps = tuple(Step(f"Bale {number} is dry.") for number in range(1, 4))
    chains = [ReasoningChain(id=name, question=name, steps=steps) for name in ("one", "two", "three", "four")]
    options = CallOptions(cache=False, max_tokens=given.pop("max_tokens", 120), model_args={"slots": 2, **given})
    methods = Methods(premises="aggregative", errors="arithmetic")
    return list(verify_with_model(chains, model=f"gguf/{path}", methods=methods, options=options))


def test_limits_reach_a_local_model(server: SlowServer, tmp_path: Path) -> None:
    found = verified(tmp_path / "x.gguf")
    assert [len(one.parc.premises) for one in found] == [3] * 4
    premises = {
        request["messages"][-1]["content"].split()[-1]: request["response_format"]["json_schema"]["schema"][
            "properties"
        ]["premises"]
        for request in server.requests
    }
    # Step 3 can rest on the question and two steps; what it says of each is as short as the tokens ask for.
    assert [premises[f"{number}."]["maxItems"] for number in (1, 2, 3)] == [1, 2, 3]
    lengths = [premises[f"{number}."]["items"]["properties"]["reason"]["maxLength"] for number in (1, 2, 3)]
    assert 120 > lengths[0] > lengths[1] >= lengths[2] >= 20
    assert premises["3."]["items"]["properties"]["step"] == {"type": "integer", "minimum": 0, "maximum": 99}


def test_other_providers_get_no_limits() -> None:
    from dunyazad.engines.inspect_calls import Asker
    from dunyazad.premises import Aggregative

    asker = Asker(get_model("mockllm/model"), CallOptions(cache=False, max_tokens=60))
    chain = ReasoningChain(id="c", question="q", steps=(Step("Hay is dry."),))
    [prompt] = Aggregative().prompts(chain)
    config: GenerateConfig = asker._config(prompt, 1)
    assert config.response_schema is not None
    told = json.dumps(config.response_schema.json_schema.model_dump(exclude_none=True))
    assert '"reason"' in told
    assert not [word for word in ("maxLength", "maxItems", "minimum", "maximum") if word in told]


def test_calls_of_a_chain_come_in_turn_where_prompts_are_kept(server: SlowServer, tmp_path: Path) -> None:
    verified(tmp_path / "x.gguf", cache_prompts=True)
    assert len(server.requests) == 12
    # Two chains at once in two slots, and never two calls of one.
    assert max(map(len, server.together)) == 2
    assert all(len(set(chains)) == len(chains) for chains in server.together)
    order = [request["messages"][-1]["content"].partition("| ")[2].partition("\n")[0] for request in server.requests]
    assert set(order[:4]) <= {"one", "two", "three"}  # those of the third begin when one of the two is done


def test_without_kept_prompts_all_go_out_at_once(server: SlowServer, tmp_path: Path) -> None:
    verified(tmp_path / "x.gguf")
    assert ("one", "one") in server.together
