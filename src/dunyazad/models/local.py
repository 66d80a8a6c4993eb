"""A GGUF model in this process: llama.cpp through `xllamacpp`, without Inspect.

Strategy. The native server runs requests in parallel *slots* and blocks the calling thread (it lets go of the
interpreter lock), so callers use one thread a request. Every request is streamed: between two tokens the callback is
asked whether to stop, which is the only way to end a request early. That matters twice: a cancelled evaluation must not
wait for the token limit, and a process that ends while a request is in flight crashes in native code. So servers are
kept in one place, shared by whoever asks for the same settings, and at exit all requests are told to stop before the
servers are closed.

The native library listens on a port of the loopback interface, whether one wants it or not. A random key that nobody
knows keeps other users of the machine from using it.
"""

from __future__ import annotations

import atexit
import os
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec

from dunyazad._exceptions import InputError, ModelFailedError
from dunyazad._records import require

__all__ = ["LocalModel", "NativeServer", "Reply", "Settings", "close_all", "shared_model"]

_QUIET, _TALKATIVE = -1, 3
# How long to wait, at exit, for requests to notice that they should stop: not before their prompt has been read.
_DRAIN_SECONDS = 30.0


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How to load a model.

    Attributes:
        path: The GGUF file.
        slots: How many requests run at once.
        n_ctx: Context length of each slot, in tokens.
        threads: Threads for computing; 0 lets the library decide, which takes all cores.
        kept_mib: Memory, in MiB, for prompts that were read and that no slot holds any more; 0 keeps none.
        verbose: Let the library log to standard error.

    Raises:
        InputError: A number is out of range.
    """

    path: str
    slots: int = 2
    n_ctx: int = 4096
    threads: int = 0
    kept_mib: int = 0
    verbose: bool = False

    def __post_init__(self) -> None:
        if self.slots * self.n_ctx >= 2**31:
            raise InputError(f"slots times n_ctx must be below 2147483648, not {self.slots * self.n_ctx}")
        least_of = {"slots": 1, "n_ctx": 64, "threads": 0, "kept_mib": 0}
        for name, least in least_of.items():
            value = getattr(self, name)
            if value < least:
                raise InputError(f"{name} must be at least {least}, not {value}")


class Reply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the model wrote.

    Attributes:
        text: The text; empty where the prompt did not fit the context.
        reasoning: The trace of a model that marks its thinking; empty for others.
        finish: `stop`; `max_tokens`, the limit that was asked for; `context`, the context is full or the prompt does
            not fit; `cancelled`.
        input_tokens: Tokens of the prompt, cached ones included.
        output_tokens: Tokens written.
        cached_tokens: Tokens of the prompt that did not have to be read again.
        seconds: Wall time.
    """

    text: str
    reasoning: str
    finish: str
    input_tokens: int
    output_tokens: int
    cached_tokens: int
    seconds: float


class NativeServer(Protocol):
    """The part of `xllamacpp.Server` that is used; tests put their own here."""

    def handle_chat_completions(self, request: dict[str, Any], callback: Callable[[Any], bool], /) -> object:
        """Run one request, handing every piece to the callback, which returns True to stop."""


class LocalModel:
    """A loaded model. Any number of threads may call `chat`; no more than `slots` requests run at once.

    Args:
        settings: How to load it.
        start: What makes the native server; None for `xllamacpp`.

    Raises:
        MissingExtraError: `xllamacpp` is not installed.
        InputError: The file cannot be loaded.
    """

    def __init__(self, settings: Settings, *, start: Callable[[Settings], NativeServer] | None = None) -> None:
        self.settings = settings
        self._server: NativeServer | None = (start or start_native)(settings)
        self._closing = threading.Event()
        self._in_flight = 0
        self._changed = threading.Condition()

    def chat(self, request: Mapping[str, Any], *, stop: threading.Event | None = None) -> Reply:
        """Answer one request; blocks.

        Args:
            request: An OpenAI-like chat request.
            stop: Ends the request at the next token when set.

        Raises:
            ModelFailedError: The model could not answer.
        """
        with self._changed:
            server = self._server
            if server is None or self._closing.is_set():
                raise ModelFailedError(f"the model {self.settings.path} is closed")
            self._in_flight += 1
        try:
            return _run(server, request, lambda: self._closing.is_set() or (stop is not None and stop.is_set()))
        finally:
            with self._changed:
                self._in_flight -= 1
                self._changed.notify_all()

    def close(self) -> None:
        """Stop all requests and free the memory. Harmless when done twice."""
        self._closing.set()
        with self._changed:
            self._changed.wait_for(lambda: self._in_flight == 0, timeout=_DRAIN_SECONDS)
            if self._in_flight == 0:  # freeing it under a running request would crash
                self._server = None


def start_native(settings: Settings) -> NativeServer:
    """Load a model with `xllamacpp`.

    Raises:
        MissingExtraError: `xllamacpp` is not installed.
        InputError: The file cannot be loaded.
    """
    # The library's threads wait for each other after every small piece of work, by default spinning for milliseconds:
    # on a machine that is busy with something else that is ten times slower. A short spin costs nothing on an idle one
    # (a passive wait halves the speed there). Read when the library is first loaded.
    os.environ.setdefault("GOMP_SPINCOUNT", "1000")
    library = require("xllamacpp", "local")
    params = library.CommonParams()
    params.model.path = settings.path
    params.n_parallel = settings.slots
    params.n_ctx = settings.n_ctx * settings.slots  # the native setting is shared by all slots
    params.verbosity = _TALKATIVE if settings.verbose else _QUIET
    params.fit_params = False  # it would change n_ctx behind our back
    params.cache_ram_mib = settings.kept_mib  # by default up to 8 GB
    params.warmup = False
    params.api_keys = [secrets.token_hex(32)]
    if settings.threads:
        params.cpuparams.n_threads = settings.threads
        params.cpuparams_batch.n_threads = settings.threads
    try:
        server: NativeServer = library.Server(params)
    except (RuntimeError, ValueError, OSError, MemoryError) as error:
        hint = "" if settings.verbose else "; verbose=true shows the library's log"
        tokens = settings.n_ctx * settings.slots
        raise InputError(
            f"cannot load {settings.path}: damaged, or a kind that xllamacpp cannot run, or no memory for a context of "
            f"{tokens} tokens{hint}"
        ) from error
    return server


class _Pieces:
    """Gathers what the native server hands over, piece by piece."""

    def __init__(self, stopped: Callable[[], bool]) -> None:
        self._stopped = stopped
        self.text: list[str] = []
        self.reasoning: list[str] = []
        self.finish = ""
        self.usage: dict[str, Any] = {}
        self.error: dict[str, Any] | None = None
        self.cancelled = False
        self.fault = ""

    def __call__(self, piece: Any) -> bool:
        # The native side swallows what a callback raises, so a piece of a shape that we do not know is noted here.
        try:
            self._take(piece)
        except (AttributeError, IndexError, KeyError, TypeError) as error:
            self.fault = f"{type(error).__name__}: {error}"
            return True
        self.cancelled = self._stopped()
        return self.cancelled

    def _take(self, piece: Any) -> None:
        if "error" in piece:
            self.error = piece["error"]
            return
        self.usage = piece.get("usage") or self.usage
        for choice in piece["choices"]:
            delta = choice.get("delta") or {}
            self.text.append(delta.get("content") or "")
            self.reasoning.append(delta.get("reasoning_content") or "")
            self.finish = choice.get("finish_reason") or self.finish


def _run(server: NativeServer, request: Mapping[str, Any], stopped: Callable[[], bool]) -> Reply:
    pieces = _Pieces(stopped)
    started = time.monotonic()
    try:
        server.handle_chat_completions({**request, "stream": True, "stream_options": {"include_usage": True}}, pieces)
    except (RuntimeError, ValueError, TypeError, OSError, MemoryError) as error:
        raise ModelFailedError(f"the model failed: {_first_line(error)}") from error
    seconds = time.monotonic() - started
    if pieces.error is not None:
        return _refused_prompt(pieces.error, seconds)
    if pieces.fault or not (pieces.finish or pieces.cancelled):
        raise ModelFailedError(f"the model failed: {pieces.fault or 'its answer broke off'}")
    output_tokens = int(pieces.usage.get("completion_tokens", 0))
    return Reply(
        text="".join(pieces.text),
        reasoning="".join(pieces.reasoning),
        finish="cancelled" if pieces.cancelled else _finish(pieces.finish, output_tokens, request.get("max_tokens")),
        input_tokens=int(pieces.usage.get("prompt_tokens", 0)),
        output_tokens=output_tokens,
        cached_tokens=int((pieces.usage.get("prompt_tokens_details") or {}).get("cached_tokens", 0)),
        seconds=seconds,
    )


def _finish(native: str, output_tokens: int, limit: int | None) -> str:
    if native != "length":
        return "stop"
    # The library says "length" for both limits.
    return "max_tokens" if limit is not None and output_tokens >= limit else "context"


def _refused_prompt(error: Mapping[str, Any], seconds: float) -> Reply:
    """The prompt does not fit: that is the model's limit, not a fault. Every other error is one."""
    if error.get("type") != "exceed_context_size_error":
        raise ModelFailedError(f"the model failed: {_first_line(error.get('message', error))}")
    return Reply("", "", "context", int(error.get("n_prompt_tokens", 0)), 0, 0, seconds)


def _first_line(error: object) -> str:
    return (str(error).strip().split("\n")[0] or type(error).__name__)[:300]


_models: dict[Settings, LocalModel] = {}
_models_lock = threading.Lock()


def shared_model(settings: Settings) -> LocalModel:
    """Give the loaded model of these settings; loads it where no one has asked for it yet.

    Raises:
        MissingExtraError: `xllamacpp` is not installed.
        InputError: The file cannot be loaded.
    """
    with _models_lock:
        if settings not in _models:
            _models[settings] = LocalModel(settings)
        return _models[settings]


def close_all() -> None:
    """Close every shared model; the next request for one loads it anew. Runs by itself at exit."""
    with _models_lock:
        models = list(_models.values())
        _models.clear()
    for model in models:
        model.close()


atexit.register(close_all)
