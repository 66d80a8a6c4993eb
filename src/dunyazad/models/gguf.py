"""The Inspect model provider `gguf/...`: GGUF files in process.

    inspect eval ... --model gguf/smollm2-135m
    inspect eval ... --model gguf//models/file.gguf -M slots=4 -M n_ctx=8192
    inspect eval ... --model gguf/hf:owner/repo/file.gguf

Model arguments (`-M`): `slots` (requests at once, 2), `n_ctx` (context of each slot, 4096), `threads` (0: all cores),
`seed` (0), `verbose` (false), `cache_prompts` (false). Sampling is greedy unless a temperature is asked for, and then
plain: no top-k, top-p or min-p unless given. Every request's own seed is drawn from `seed`, the configuration's and its
messages. Our tasks give each epoch a seed of its own, so epochs differ, and a run that was stopped goes on as it would
have gone. For other tasks, which give all epochs the same, it also counts how often these very messages were asked in
this process: there epochs differ too, but a resumed run may sample otherwise. Prompts are not cached across requests
unless `cache_prompts` asks for it: what a cached prompt gives can differ from a fresh one in the last digits, and with
them the text. Where many prompts begin alike, as in verification, it saves most of the reading; besides what the slots
hold, up to 512 MiB of earlier prompts are kept.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections import Counter
from typing import Any

import anyio
import anyio.lowlevel
import anyio.to_thread
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessage,
    ChatMessageAssistant,
    ContentReasoning,
    ContentText,
    GenerateConfig,
    ModelAPI,
    ModelCall,
    ModelOutput,
    ModelUsage,
    StopReason,
    modelapi,
)
from inspect_ai.tool import ToolChoice, ToolInfo

from dunyazad._exceptions import InputError, ModelFailedError
from dunyazad._records import storable
from dunyazad.models.local import LocalModel, Reply, Settings, shared_model
from dunyazad.models.store import resolve

__all__ = ["GgufAPI", "gguf"]

_STOP_REASONS: dict[str, StopReason] = {"stop": "stop", "max_tokens": "max_tokens", "context": "model_length"}
_DEFAULT_MAX_TOKENS = 2048
_KEPT_MIB = 512
_ARGUMENTS = {"slots": int, "n_ctx": int, "threads": int, "seed": int, "verbose": bool, "cache_prompts": bool}

# One limiter for each model and event loop: a limiter cannot be carried from one loop to the next.
_limiters: anyio.lowlevel.RunVar[dict[Settings, anyio.CapacityLimiter]] = anyio.lowlevel.RunVar("dunyazad_gguf")


class GgufAPI(ModelAPI):
    """A GGUF model in this process, as Inspect sees it.

    Attributes:
        settings: How it is loaded.
        seed: From which each request's own is drawn.
        keeps_prompts: Is kept what was read, for a prompt that begins alike?

    Raises:
        InputError: A model argument is unknown or of the wrong type.
        ModelNotFoundError: There is no such model.
        MissingExtraError: `xllamacpp` is not installed.
    """

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig = GenerateConfig(),  # noqa: B008  (Inspect's own signature; the object is never changed)
        **model_args: Any,
    ) -> None:
        super().__init__(model_name=model_name, base_url=base_url, api_key=api_key, api_key_vars=[], config=config)
        arguments = _checked_arguments(model_args)
        self.seed: int = arguments.pop("seed", 0)
        self.keeps_prompts: bool = arguments.pop("cache_prompts", False)
        self._run_seed = config.seed
        # A slot holds one prompt. A method's prompts open with different instructions, and would push each other out.
        kept = _KEPT_MIB if self.keeps_prompts else 0
        self.settings = Settings(path=str(resolve(model_name).resolve()), kept_mib=kept, **arguments)
        self._asked: Counter[bytes] = Counter()
        # Loaded here and not at the first request: a file that cannot be loaded ends the run, not every sample.
        self._model: LocalModel = shared_model(self.settings)

    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> tuple[ModelOutput | Exception, ModelCall]:
        """Answer one chat.

        Raises:
            ModelFailedError: The chat holds what the model cannot take. What fails inside the model is returned as
                an exception, which Inspect records with the call and raises.
        """
        del tool_choice
        if tools:
            raise ModelFailedError("models of the provider gguf cannot call tools")
        messages = [_message(message) for message in input]
        request = _request(messages, config, self._next_seed(messages, config))
        request["cache_prompt"] = self.keeps_prompts
        call = ModelCall.create(request, None)
        try:
            reply = await self._chat(request)
        except ModelFailedError as error:
            call.set_error({"message": str(error)})
            return error, call
        output = _output(reply, self.model_name)
        call.set_response({"content": reply.text, "finish_reason": reply.finish}, reply.seconds)
        return output, call

    async def _chat(self, request: dict[str, Any]) -> Reply:
        stop = threading.Event()
        try:
            return await anyio.to_thread.run_sync(
                lambda: self._model.chat(request, stop=stop), abandon_on_cancel=True, limiter=self._limiter()
            )
        finally:
            stop.set()  # on cancellation the thread is left to itself, and ends at its next token

    def _limiter(self) -> anyio.CapacityLimiter:
        limiters = _limiters.get({})
        _limiters.set(limiters)
        return limiters.setdefault(self.settings, anyio.CapacityLimiter(self.settings.slots))

    def _next_seed(self, messages: list[dict[str, str]], config: GenerateConfig) -> int:
        key = hashlib.blake2b(json.dumps([self.seed, config.seed, messages]).encode(), digest_size=16).digest()
        # A seed of the call's own tells epochs apart; the run's, or none, is the same for all of them.
        if config.seed in (None, self._run_seed):
            self._asked[key] += 1
        mixed = hashlib.blake2b(key + self._asked[key].to_bytes(8, "big"), digest_size=4).digest()
        return int.from_bytes(mixed, "big") >> 1  # 31 bits: the highest 32-bit value means "random" to the library

    def max_tokens(self) -> int | None:
        """Leave half of a small context to the prompt."""
        return min(_DEFAULT_MAX_TOKENS, self.settings.n_ctx // 2)

    def max_connections(self) -> int:
        """As many as there are slots."""
        return self.settings.slots

    def connection_key(self) -> str:
        """Each file with its settings has connections of its own."""
        return repr(self.settings)

    def should_retry(self, ex: Exception) -> bool:
        """Never: what fails in process fails again."""
        del ex
        return False

    def close(self) -> None:
        """Keep the model: others may share it. It is freed at exit, or by `local.close_all()`."""

    def collapse_user_messages(self) -> bool:
        """Many chat templates demand that the roles take turns."""
        return True

    def collapse_assistant_messages(self) -> bool:
        """Many chat templates demand that the roles take turns."""
        return True


@modelapi(name="gguf")
def gguf() -> type[ModelAPI]:
    """Give Inspect the provider."""
    return GgufAPI


def _checked_arguments(given: dict[str, Any]) -> dict[str, Any]:
    for name, value in given.items():
        if name not in _ARGUMENTS:
            raise InputError(f"unknown model argument {name!r}; known are: {', '.join(_ARGUMENTS)}")
        wanted = _ARGUMENTS[name]
        if type(value) is not wanted:  # bool is an int to isinstance
            kind = "true or false" if wanted is bool else "a whole number"
            raise InputError(f"model argument {name} must be {kind}, not {value!r}")
    return dict(given)


def _message(message: ChatMessage) -> dict[str, str]:
    if not isinstance(message.content, str):
        strange = sorted({part.type for part in message.content} - {"text", "reasoning"})
        if strange:
            raise ModelFailedError(f"models of the provider gguf take text only, not {', '.join(strange)}")
    # A lone surrogate is no Unicode text, and the native JSON parser rejects the whole request for one.
    return {"role": message.role, "content": storable(message.text)}


def _request(messages: list[dict[str, str]], config: GenerateConfig, seed: int) -> dict[str, Any]:
    request: dict[str, Any] = {
        "messages": messages,
        "seed": seed,
        "cache_prompt": False,
        "temperature": config.temperature if config.temperature is not None else 0.0,
        "top_p": config.top_p if config.top_p is not None else 1.0,
        "top_k": config.top_k if config.top_k is not None else 0,
        "min_p": 0.0,
    }
    optional = {
        "max_tokens": config.max_tokens,
        "stop": config.stop_seqs,
        "frequency_penalty": config.frequency_penalty,
        "presence_penalty": config.presence_penalty,
    }
    request |= {name: value for name, value in optional.items() if value is not None}
    if config.response_schema is not None:
        schema = config.response_schema.json_schema.model_dump(exclude_none=True)
        request["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": config.response_schema.name, "schema": schema},
        }
    return request


def _output(reply: Reply, model: str) -> ModelOutput:
    content: str | list[ContentReasoning | ContentText] = reply.text
    if reply.reasoning:
        content = [ContentReasoning(reasoning=reply.reasoning), ContentText(text=reply.text)]
    message = ChatMessageAssistant(content=list(content) if isinstance(content, list) else content, model=model)
    message.source = "generate"
    return ModelOutput(
        model=model,
        choices=[ChatCompletionChoice(message=message, stop_reason=_STOP_REASONS.get(reply.finish, "unknown"))],
        usage=ModelUsage(
            input_tokens=reply.input_tokens - reply.cached_tokens,
            output_tokens=reply.output_tokens,
            total_tokens=reply.input_tokens + reply.output_tokens,
            input_tokens_cache_read=reply.cached_tokens,
        ),
        time=reply.seconds,
    )
