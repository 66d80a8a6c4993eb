"""A native server of our own, that streams what it is told to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

Piece = dict[str, Any]


def streamed(*texts: str, finish: str = "stop", reasoning: str = "", prompt: int = 10) -> list[Piece]:
    """The pieces of an answer as the native server gives them."""
    pieces: list[Piece] = [{"choices": [{"finish_reason": None, "delta": {"role": "assistant", "content": None}}]}]
    if reasoning:
        pieces.append({"choices": [{"finish_reason": None, "delta": {"reasoning_content": reasoning}}]})
    pieces += [{"choices": [{"finish_reason": None, "delta": {"content": text}}]} for text in texts]
    pieces.append({"choices": [{"finish_reason": finish, "delta": {}}]})
    usage = {"completion_tokens": len(texts), "prompt_tokens": prompt, "prompt_tokens_details": {"cached_tokens": 4}}
    pieces.append({"choices": [], "usage": usage})
    return pieces


class FakeServer:
    def __init__(self, pieces: Sequence[Any] = (), *, error: Exception | None = None) -> None:
        self.pieces, self.error = pieces, error
        self.requests: list[dict[str, Any]] = []

    def handle_chat_completions(self, request: dict[str, Any], callback: Callable[[Any], bool], /) -> None:
        self.requests.append(request)
        if self.error is not None:
            raise self.error
        for piece in self.pieces:
            if callback(piece):
                return
