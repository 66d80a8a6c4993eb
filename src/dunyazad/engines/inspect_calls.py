"""Single calls through Inspect, outside of an evaluation or inside: prompts in, completions out, many at once.

Inspect brings the providers, the limit of connections, the retries, the batches and the cache. An `Asker` is used on
the event loop of whoever has one. A `Caller` runs one on a loop in a thread of its own, so that whoever makes the calls
may go on with other work; leaving its `with` block on an error drops those that are in flight.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from concurrent.futures import Future
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Literal, NamedTuple, TypeVar

import anyio
from anyio.from_thread import BlockingPortal, start_blocking_portal
from inspect_ai.model import (
    CachePolicy,
    ChatMessage,
    ChatMessageSystem,
    ChatMessageUser,
    GenerateConfig,
    Model,
    ModelOutput,
    ResponseSchema,
)
from inspect_ai.util import JSONSchema

from dunyazad._prompts import Completion, Prompt
from dunyazad._records import storable
from dunyazad.engines.inspect_replies import declines, error_line
from dunyazad.engines.inspect_run import open_model
from dunyazad.engines.record import CallOptions
from dunyazad.errors import CallUsage
from dunyazad.models.gguf import GgufAPI
from dunyazad.prompts import fitted, unlimited

__all__ = ["Answer", "Asker", "Caller", "completion_of", "summed"]

T = TypeVar("T")

# Providers whose grammars keep to the limits of a schema. Of the others some refuse a schema that has any.
_LIMITED = frozenset({"gguf", "llama-cpp-python", "sglang", "vllm"})

_STOPS: Mapping[str, tuple[Literal["truncated", "refused"], str]] = {
    "max_tokens": ("truncated", "it hit its token limit"),
    "model_length": ("truncated", "the context was full"),
    "content_filter": ("refused", ""),
}


class _LimitedSchema(JSONSchema):
    """Inspect's schema with the one limit that it has no field for."""

    items: _LimitedSchema | None = None
    properties: dict[str, _LimitedSchema] | None = None  # type: ignore[assignment]  # wider in the base class
    maxItems: int | None = None  # noqa: N815 - the name is JSON Schema's


class Answer(NamedTuple):
    """What came back for a prompt, and what it took."""

    completion: Completion
    usage: CallUsage


def summed(answers: Iterable[Answer]) -> CallUsage:
    """What all of them took."""
    return sum((answer.usage for answer in answers), start=CallUsage())


class Asker:
    """Makes calls to one model.

    Args:
        model: Its name, as Inspect knows it, or the model itself.
        options: How calls are made; None leaves everything to the model's own configuration, save the schema of the
            answer: what an evaluation was started with holds.
        epoch: Of the evaluation. In later epochs a call's seed is drawn anew.

    Attributes:
        name: The model's full name.
        connections: How many calls run at once.
        in_turn: Should a chain's calls be made one after the other? So for a local model that keeps prompts: two at
            once would be read in two places, each as a whole.
        chains: Held while a chain is under way. There are then no more chains than places, lest they push each other's
            prompts out.

    Raises:
        ModelNotFoundError: There is no such model, or its provider is not ready.
    """

    def __init__(self, model: str | Model, options: CallOptions | None, *, epoch: int = 1) -> None:
        self._model = model if isinstance(model, Model) else open_model(model, options.model_args if options else {})
        self._options = options
        self._epoch = epoch
        self.name = str(self._model)
        most = self._model.api.max_connections()
        self.connections = (options.max_connections if options else self._model.config.max_connections) or most
        api = self._model.api
        self._local = isinstance(api, GgufAPI)
        self._limits = self.name.partition("/")[0] in _LIMITED
        if self._local:
            # More than it has slots would wait inside the provider, where their time limit runs already.
            self.connections = min(self.connections, most)
        self.in_turn = isinstance(api, GgufAPI) and api.keeps_prompts
        self.chains = anyio.Semaphore(self.connections) if self.in_turn else contextlib.nullcontext()
        self._configs: dict[tuple[str, int | None], GenerateConfig] = {}
        # Inspect's own limit is set by the first call to a provider, and holds while the process lives. For batches,
        # and where an evaluation has its own say, only that one holds.
        free = options is None or options.batch
        self._places = contextlib.nullcontext() if free else anyio.Semaphore(self.connections)

    @property
    def temperature(self) -> float | None:
        """The temperature that is asked for; None where that is left to the provider."""
        return self._options.temperature if self._options else self._model.config.temperature

    async def ask(self, prompt: Prompt) -> Answer:
        """Make a call. What a provider raises is a completion that failed."""
        messages: list[ChatMessage] = [ChatMessageUser(content=prompt.user)]
        if prompt.system:
            messages.insert(0, ChatMessageSystem(content=prompt.system))
        vote = _vote(prompt.key)
        try:
            async with self._places:
                output = await self._model.generate(
                    messages, config=self._config(prompt, vote), cache=self._cache(vote)
                )
        except Exception as error:  # noqa: BLE001 - the model boundary: whatever a provider raises is recorded
            return Answer(Completion(prompt.key, outcome="failed", reason=_reason(error)), CallUsage(1))
        return Answer(completion_of(prompt.key, output), _usage(output))

    def _cache(self, vote: int) -> bool | CachePolicy:
        """Votes have the same prompt: each has a cache of its own, lest the first answer for all."""
        kept = self._options.cache if self._options else bool(self._model.config.cache)
        return CachePolicy(scopes={"vote": str(vote)}) if kept and vote > 1 else kept

    def _config(self, prompt: Prompt, vote: int) -> GenerateConfig:
        seed = self._seed(vote)
        key = (prompt.schema, seed)
        if key not in self._configs:
            schema = self._schema(prompt.schema) if prompt.schema else None
            self._configs[key] = GenerateConfig(**self._settings(), **_given(seed=seed, response_schema=schema))
        return self._configs[key]

    def _schema(self, schema: str) -> ResponseSchema:
        """The schema as the provider takes it, where it keeps to limits with those that the tokens allow for."""
        if not self._limits:
            return ResponseSchema(name="answer", json_schema=JSONSchema.model_validate_json(unlimited(schema)))
        tokens = self._options.max_tokens if self._options else self._model.config.max_tokens
        fitting = fitted(schema, tokens) if tokens else schema
        return ResponseSchema(name="answer", json_schema=_LimitedSchema.model_validate_json(fitting))

    def _seed(self, vote: int) -> int | None:
        seed = self._options.seed if self._options else self._model.config.seed
        if vote == 1 and self._epoch == 1:
            return seed
        if seed is None and not self._local:
            return None
        drawn = hashlib.blake2b(json.dumps([seed or 0, vote, self._epoch]).encode(), digest_size=4).digest()
        return int.from_bytes(drawn, "big") >> 1  # 31 bits: every provider takes that much

    def _settings(self) -> dict[str, Any]:
        options = self._options
        if options is None:
            return {}
        limit = None if options.batch else options.timeout
        return _given(
            max_tokens=options.max_tokens,
            temperature=options.temperature,
            # The provider gives a batch its own pace; holding calls back would only make batches small.
            max_connections=None if options.batch else self.connections,
            max_retries=options.max_retries,
            timeout=limit,
            attempt_timeout=limit,
            batch=options.batch or None,
        )


class Caller(AbstractContextManager["Caller"]):
    """Makes calls to one model, on a loop in a thread of its own.

    Args:
        model: Its name, as Inspect knows it, or the model itself.
        options: How calls are made.

    Attributes:
        asker: What makes the calls.
        name: The model's full name.
        connections: How many calls run at once.

    Raises:
        ModelNotFoundError: There is no such model, or its provider is not ready.
    """

    def __init__(self, model: str | Model, options: CallOptions) -> None:
        self.asker = Asker(model, options)
        self.name = self.asker.name
        self.connections = self.asker.connections
        self._opened = start_blocking_portal("asyncio")
        self._portal: BlockingPortal | None = None

    def __enter__(self) -> Caller:
        self._portal = self._opened.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._portal = None
        self._opened.__exit__(kind, error, trace)

    def start(self, prompt: Prompt) -> Future[Completion]:
        """Begin a call. Its future never holds an error of the provider: that is a completion that failed.

        Raises:
            RuntimeError: The caller is not inside its `with` block.
        """

        async def completion() -> Completion:
            return (await self.asker.ask(prompt)).completion

        return self.begin(completion)

    def begin(self, work: Callable[[], Awaitable[T]]) -> Future[T]:
        """Begin work that makes calls with the asker.

        Raises:
            RuntimeError: The caller is not inside its `with` block.
        """
        if self._portal is None:
            raise RuntimeError("a Caller makes calls inside its with block only")
        return self._portal.start_task_soon(work)


def _vote(key: str) -> int:
    """Which vote a prompt is for, by its key ("step-3#2")."""
    number = key.rpartition("#")[2]
    return int(number) if "#" in key and number.isdecimal() and len(number) < 6 else 1


def _given(**settings: Any) -> dict[str, Any]:
    """Those that are set."""
    return {name: value for name, value in settings.items() if value is not None and value != ""}


def completion_of(key: str, output: ModelOutput) -> Completion:
    """What a model's output is for whoever asked."""
    if output.error or not output.choices:
        return Completion(key, outcome="failed", reason=storable(error_line(output.error or "an empty response")))
    choice = output.choices[0]
    text = storable(choice.message.text)
    stop = "content_filter" if declines(choice.message) else choice.stop_reason
    if stop in _STOPS:
        outcome, reason = _STOPS[stop]
        return Completion(key, text if outcome == "truncated" else "", outcome, reason)
    return Completion(key, text)


def _usage(output: ModelOutput) -> CallUsage:
    usage = output.usage
    if usage is None:
        return CallUsage(1)
    cached = usage.input_tokens_cache_read or 0
    return CallUsage(
        calls=1,
        # Inspect counts apart what was read from a cache, or written to one.
        input_tokens=usage.input_tokens + cached + (usage.input_tokens_cache_write or 0),
        cached_tokens=cached,
        output_tokens=usage.output_tokens,
    )


def _reason(error: Exception) -> str:
    """What a call met, in one line; where retries gave up, what they met."""
    cause = error.__cause__
    if type(error).__name__ == "RetryError" and cause is not None:
        return f"gave up after retries: {_line(cause)}"
    return _line(error)


def _line(error: BaseException) -> str:
    name = type(error).__name__
    message = error_line(str(getattr(error, "message", None) or error))
    return f"{name}: {message}" if message else name
