"""Single calls through Inspect, outside of an evaluation: prompts in, completions out, many in flight at once.

Inspect brings the providers, the limit of connections, the retries and the cache. Calls run on an event loop in a
thread of its own, so that whoever makes them may go on with other work; leaving the `with` block on an error drops
those that are in flight.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from concurrent.futures import Future
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Literal

from anyio.from_thread import BlockingPortal, start_blocking_portal
from inspect_ai.model import (
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
from dunyazad.engines.inspect_replies import declines, error_line
from dunyazad.engines.inspect_run import open_model
from dunyazad.engines.record import CallOptions
from dunyazad.models.gguf import GgufAPI

__all__ = ["Caller"]

_STOPS: Mapping[str, tuple[Literal["truncated", "refused"], str]] = {
    "max_tokens": ("truncated", "it hit its token limit"),
    "model_length": ("truncated", "the context was full"),
    "content_filter": ("refused", ""),
}


class Caller(AbstractContextManager["Caller"]):
    """Makes calls to one model.

    Args:
        model: Its name, as Inspect knows it.
        options: How calls are made.

    Attributes:
        name: The model's full name.
        connections: How many calls run at once.

    Raises:
        ModelNotFoundError: There is no such model, or its provider is not ready.
    """

    def __init__(self, model: str, options: CallOptions) -> None:
        self._model: Model = open_model(model, options.model_args)
        self._options = options
        self.name = str(self._model)
        most = self._model.api.max_connections()
        self.connections = options.max_connections or most
        if isinstance(self._model.api, GgufAPI):
            # More than it has slots would wait inside the provider, where their time limit runs already.
            self.connections = min(self.connections, most)
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
        if self._portal is None:
            raise RuntimeError("a Caller makes calls inside its with block only")
        return self._portal.start_task_soon(self._call, prompt)

    async def _call(self, prompt: Prompt) -> Completion:
        messages: list[ChatMessage] = [ChatMessageUser(content=prompt.user)]
        if prompt.system:
            messages.insert(0, ChatMessageSystem(content=prompt.system))
        try:
            output = await self._model.generate(messages, config=self._config(prompt), cache=self._options.cache)
        except Exception as error:  # noqa: BLE001 - the model boundary: whatever a provider raises is recorded
            return Completion(prompt.key, outcome="failed", reason=_reason(error))
        return _completion(prompt.key, output)

    def _config(self, prompt: Prompt) -> GenerateConfig:
        options = self._options
        config: dict[str, Any] = {
            "max_tokens": options.max_tokens,
            "temperature": options.temperature,
            "seed": options.seed,
            "max_connections": self.connections,
            "max_retries": options.max_retries,
            "timeout": options.timeout,
            "attempt_timeout": options.timeout,
        }
        if prompt.schema:
            schema = JSONSchema.model_validate(json.loads(prompt.schema))
            config["response_schema"] = ResponseSchema(name="answer", json_schema=schema)
        return GenerateConfig(**config)


def _completion(key: str, output: ModelOutput) -> Completion:
    if output.error or not output.choices:
        return Completion(key, outcome="failed", reason=error_line(output.error or "an empty response"))
    choice = output.choices[0]
    stop = "content_filter" if declines(choice.message) else choice.stop_reason
    if stop in _STOPS:
        outcome, reason = _STOPS[stop]
        return Completion(key, choice.message.text if outcome == "truncated" else "", outcome, reason)
    return Completion(key, choice.message.text)


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
