"""Many single calls as one ordered stream: what was asked, and what came back for it.

A window bounds how many calls are under way, so that memory stays constant; answers come in the order of the prompts.
Inspect's cache keeps what was answered, so that a run that was stopped is simply run again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from typing import TYPE_CHECKING, TypeVar

from dunyazad._prompts import Prompt

if TYPE_CHECKING:
    from dunyazad.engines.inspect_calls import Answer, Caller

__all__ = ["answered"]

T = TypeVar("T")

_CALLS_AHEAD = 4  # for each connection: enough to keep all busy
_FEWEST, _MOST = 16, 512


def answered(asked: Iterable[tuple[T, Prompt]], caller: Caller) -> Iterator[tuple[T, Answer]]:
    """Make calls, and give what came back for each, in order.

    Args:
        asked: What each call is for, and its prompt; read as they are needed.
        caller: Inside its `with` block.
    """
    window = min(_MOST, max(_FEWEST, caller.connections * _CALLS_AHEAD))
    waiting: deque[tuple[T, Future[Answer]]] = deque()
    for what, prompt in asked:
        waiting.append((what, _begun(caller, prompt)))
        while waiting and (waiting[0][1].done() or len(waiting) >= window):
            done, future = waiting.popleft()
            yield done, future.result()
    while waiting:
        done, future = waiting.popleft()
        yield done, future.result()


def _begun(caller: Caller, prompt: Prompt) -> Future[Answer]:
    return caller.begin(lambda: caller.asker.ask(prompt))
