"""Problems taken apart by rule, and what the rules reject asked of a language model, as one ordered stream.

Strategy. The rules' results come in order and in processes of their own; calls are begun as rejections come in and are
answered meanwhile. A window bounds how many results wait, so that memory stays constant and order is kept. Nothing is
written here: whoever consumes the stream writes a file that appears whole or not at all, and Inspect's cache keeps what
was answered, so that a run that was killed is simply run again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from typing import TYPE_CHECKING, NamedTuple

from dunyazad._prompts import Completion
from dunyazad._records import require
from dunyazad.engines.record import CallOptions
from dunyazad.problems.decomposition import Rejected, SourceProblem
from dunyazad.problems.decomposition.model_proposer import ModelProposer
from dunyazad.problems.record import Problem

if TYPE_CHECKING:
    from dunyazad.engines.inspect_calls import Caller

__all__ = ["propose_with_model"]

Sources = Iterable[SourceProblem | Rejected]
_MOST_WAITING = 512  # results
_CALLS_AHEAD = 4  # for each connection: enough to keep all busy


class _Waiting(NamedTuple):
    source: SourceProblem | Rejected
    result: Problem | Rejected
    call: Future[Completion] | None


def propose_with_model(
    sources: Sources,
    by_rule: Callable[[Sources], Iterator[Problem | Rejected]],
    *,
    model: str,
    options: CallOptions | None = None,
) -> Iterator[Problem | Rejected]:
    """Take problems apart by rule, and ask a model about those that are rejected for their language; in order.

    Args:
        sources: The problems as they were read; what could not be read passes through.
        by_rule: Gives one result a source, in order (`decompose_sources`).
        model: An Inspect model's name.
        options: How calls are made.

    Raises:
        MissingExtraError: Inspect AI or the extra `decompose` is not installed.
        ModelNotFoundError: There is no such model, or its provider is not ready.
    """
    require("inspect_ai", "inspect")
    from dunyazad.engines.inspect_calls import Caller

    caller = Caller(model, options or CallOptions())
    return _stream(caller, sources, by_rule)


def _stream(
    caller: Caller, sources: Sources, by_rule: Callable[[Sources], Iterator[Problem | Rejected]]
) -> Iterator[Problem | Rejected]:
    taken: deque[SourceProblem | Rejected] = deque()
    proposer = ModelProposer(caller.name)
    waiting: deque[_Waiting] = deque()
    with caller:
        for result in by_rule(_noted(sources, taken)):
            waiting.append(_begun(caller, proposer, taken.popleft(), result))
            while waiting and (_ready(waiting[0]) or _full(waiting, caller.connections)):
                yield _judged(proposer, waiting.popleft())
        while waiting:
            yield _judged(proposer, waiting.popleft())


def _noted(sources: Sources, taken: deque[SourceProblem | Rejected]) -> Iterator[SourceProblem | Rejected]:
    for source in sources:
        taken.append(source)
        yield source


def _begun(
    caller: Caller, proposer: ModelProposer, source: SourceProblem | Rejected, result: Problem | Rejected
) -> _Waiting:
    if isinstance(result, Problem) or isinstance(source, Rejected):
        return _Waiting(source, result, None)
    prompts = proposer.prompts(source, result)
    return _Waiting(source, result, caller.start(prompts[0]) if prompts else None)


def _ready(waiting: _Waiting) -> bool:
    return waiting.call is None or waiting.call.done()


def _full(waiting: deque[_Waiting], connections: int) -> bool:
    if len(waiting) >= _MOST_WAITING:
        return True
    return sum(not _ready(entry) for entry in waiting) >= connections * _CALLS_AHEAD


def _judged(proposer: ModelProposer, entry: _Waiting) -> Problem | Rejected:
    if entry.call is None or isinstance(entry.source, Rejected) or isinstance(entry.result, Problem):
        return entry.result
    return proposer.read(entry.source, entry.result, [entry.call.result()])
