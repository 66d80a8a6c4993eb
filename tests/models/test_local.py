from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest
from tests.models.fakes import FakeServer, streamed

from dunyazad._exceptions import InputError, MissingExtraError, ModelFailedError
from dunyazad.models import local
from dunyazad.models.local import LocalModel, Settings, close_all, shared_model

SETTINGS = Settings(path="/x.gguf")
TOO_LONG = {"error": {"code": 400, "message": "too long", "type": "exceed_context_size_error", "n_prompt_tokens": 9000}}


def _model(server: FakeServer) -> LocalModel:
    return LocalModel(SETTINGS, start=lambda _: server)


def test_pieces_are_joined_and_tokens_counted() -> None:
    server = FakeServer(streamed("Seven", " figs", reasoning="3 + 4"))
    reply = _model(server).chat({"messages": [], "max_tokens": 50})
    assert (reply.text, reply.reasoning, reply.finish) == ("Seven figs", "3 + 4", "stop")
    assert (reply.input_tokens, reply.output_tokens, reply.cached_tokens) == (10, 2, 4)
    assert server.requests[0]["stream"] is True
    assert server.requests[0]["stream_options"] == {"include_usage": True}


@pytest.mark.parametrize(
    ("limit", "finish"),
    [
        (2, "max_tokens"),  # two tokens were written
        (3, "context"),  # the library stopped earlier than it was asked to: the context is full
        (None, "context"),
    ],
)
def test_the_two_limits_are_told_apart(limit: int | None, finish: str) -> None:
    request: dict[str, Any] = {"messages": []} | ({"max_tokens": limit} if limit else {})
    assert _model(FakeServer(streamed("a", "b", finish="length"))).chat(request).finish == finish


def test_a_prompt_that_does_not_fit_is_no_failure() -> None:
    reply = _model(FakeServer([TOO_LONG])).chat({"messages": []})
    assert (reply.text, reply.finish, reply.input_tokens, reply.output_tokens) == ("", "context", 9000, 0)


@pytest.mark.parametrize(
    ("server", "message"),
    [
        (FakeServer(error=RuntimeError("out of memory\ntrace")), "the model failed: out of memory$"),
        (FakeServer(error=ValueError("bad schema")), "the model failed: bad schema"),
        (FakeServer([{"error": {"type": "server_error", "message": "gone"}}]), "the model failed: gone"),
        (FakeServer([]), "its answer broke off"),
        (FakeServer(streamed("a")[:2]), "its answer broke off"),
        (FakeServer(["no dict"]), "the model failed: AttributeError"),
        (FakeServer([{"choices": None}]), "the model failed: TypeError"),
    ],
)
def test_what_fails_in_the_library_is_our_error(server: FakeServer, message: str) -> None:
    with pytest.raises(ModelFailedError, match=message):
        _model(server).chat({"messages": []})


def test_a_request_ends_at_the_next_token_when_told_to() -> None:
    stop = threading.Event()
    stop.set()
    reply = _model(FakeServer(streamed("a", "b", "c"))).chat({"messages": []}, stop=stop)
    assert (reply.finish, reply.text) == ("cancelled", "")


def test_closing_stops_requests_and_refuses_new_ones() -> None:
    inside, go_on = threading.Event(), threading.Event()

    class Slow(FakeServer):
        def handle_chat_completions(self, request: dict[str, Any], callback: Callable[[Any], bool], /) -> None:
            inside.set()
            go_on.wait(10)
            super().handle_chat_completions(request, callback)

    model = _model(Slow(streamed("a", "b")))
    finishes: list[str] = []
    caller = threading.Thread(target=lambda: finishes.append(model.chat({"messages": []}).finish))
    caller.start()
    assert inside.wait(10)
    closer = threading.Thread(target=model.close)
    closer.start()
    assert closer.is_alive()  # it waits for the request
    go_on.set()
    closer.join(10)
    caller.join(10)
    assert finishes == ["cancelled"]
    with pytest.raises(ModelFailedError, match="the model /x.gguf is closed"):
        model.chat({"messages": []})
    model.close()


def test_same_settings_share_a_model_until_all_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "start_native", lambda _: FakeServer())
    monkeypatch.setattr(local, "_models", {})
    first = shared_model(SETTINGS)
    assert shared_model(Settings(path="/x.gguf")) is first
    assert shared_model(Settings(path="/x.gguf", slots=3)) is not first
    close_all()
    assert shared_model(SETTINGS) is not first


@pytest.mark.parametrize("wrong", [{"slots": 0}, {"n_ctx": 5}, {"threads": -1}, {"kept_mib": -1}])
def test_settings_out_of_range(wrong: dict[str, int]) -> None:
    [(name, value)] = wrong.items()
    with pytest.raises(InputError, match=f"{name} must be at least .*, not {value}"):
        Settings(path="/x.gguf", **wrong)  # type: ignore[arg-type]


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'dunyazad\[local\]'"):
        LocalModel(SETTINGS)


def test_a_file_that_cannot_be_loaded_is_one_line(tmp_path: Any, capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("xllamacpp")
    path = tmp_path / "damaged.gguf"
    path.write_bytes(b"GGUF" + bytes(100))
    with pytest.raises(InputError, match=r"cannot load .*damaged.gguf: .*; verbose=true shows the library's log"):
        LocalModel(Settings(path=str(path)))
    assert capfd.readouterr() == ("", "")  # the native library is silent


def test_regression_a_context_beyond_the_library_is_one_line() -> None:
    # The product was handed on, and the native side raised "value too large to convert to int32_t".
    with pytest.raises(InputError, match="slots times n_ctx must be below 2147483648"):
        Settings(path="/x.gguf", slots=100_000_000)
