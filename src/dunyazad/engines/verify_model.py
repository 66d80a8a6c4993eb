"""Verifying with a model: one chain on the caller's own event loop, or many as an ordered stream.

Strategy. A chain's plan gives one wave of prompts after the other; all prompts of a wave go out at once, and Inspect
holds them back to the limit of connections. (To a local model that keeps prompts they go in turn: each goes on where
the one before ended.) Many chains are under way together, so that one chain's waves never leave
the connections idle; a window bounds how many, so that memory stays constant, and results come in the order of the
chains. Nothing is written here: whoever consumes the stream writes a file that appears whole or not at all. Inspect's
cache keeps what was answered, so that a run that was killed is simply run again; calls that failed are not kept, and
tried again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from dunyazad._exceptions import InputError
from dunyazad._prompts import Completion, Prompt
from dunyazad._records import require
from dunyazad.engines.methods import Case, Methods, Verifier
from dunyazad.engines.record import CallOptions
from dunyazad.errors import CallUsage, Verification
from dunyazad.reasoning import ReasoningChain

if TYPE_CHECKING:
    from inspect_ai.model import Model

    from dunyazad.engines.inspect_calls import Answer, Asker, Caller

__all__ = ["Waves", "carry_through", "check_votes", "verify_async", "verify_sync", "verify_with_model"]

_CHAINS_AHEAD = 4  # for each connection: enough to keep all busy
_FEWEST, _MOST = 16, 512


async def verify_async(
    chain: ReasoningChain,
    *,
    model: str | Model,
    premises: str = "provenance",
    errors: str = "hybrid",
    minimal: bool = False,
    prompts: Path | str | None = None,
    options: CallOptions | None = None,
) -> Verification:
    """Verify one chain with a model, on the running event loop.

    A call that fails gives steps whose outcome is `failed`; nothing is raised for it. Cancelling drops the calls that
    are in flight.

    Args:
        chain: The chain; one without steps makes no calls.
        model: A name that Inspect knows ("openai/gpt-4o", "gguf/smollm2-135m"), or Inspect's own model object.
        premises: The way of finding premises, or an expression over ways.
        errors: The way of judging steps.
        minimal: Test whether each step needs each of its premises?
        prompts: A folder of prompt texts that replace the package's.
        options: How calls are made.

    Raises:
        InputError: There is no such method, a prompt text is unusable, or votes are asked for at temperature 0.
        ModelNotFoundError: There is no such model, or its provider is not ready.
        MissingExtraError: Inspect AI is not installed.
    """
    require("inspect_ai", "inspect")
    from dunyazad.engines.inspect_calls import Asker

    verifier = Verifier(_methods(premises, errors, minimal, prompts))
    asker = Asker(model, options or CallOptions())
    check_votes(verifier, asker.temperature)
    return await _verified(verifier, asker, Case(chain))


def verify_sync(
    chain: ReasoningChain,
    *,
    model: str | Model,
    premises: str = "provenance",
    errors: str = "hybrid",
    minimal: bool = False,
    prompts: Path | str | None = None,
    options: CallOptions | None = None,
) -> Verification:
    """Verify one chain with a model; as `verify_async`, and waits. It can be called where an event loop runs already.

    Raises:
        InputError, ModelNotFoundError, MissingExtraError: As `verify_async`.
    """
    methods = _methods(premises, errors, minimal, prompts)
    [verification] = verify_with_model([chain], model=model, methods=methods, options=options)
    return verification


def verify_with_model(
    chains: Iterable[ReasoningChain | Case],
    *,
    model: str | Model,
    methods: Methods | None = None,
    options: CallOptions | None = None,
) -> Iterator[Verification]:
    """Verify many chains with a model: one verification a chain, in order.

    The chains are read as they are needed. Closing the stream drops the calls that are in flight.

    Args:
        chains: The chains.
        model: A name that Inspect knows, or Inspect's own model object.
        methods: What is done with each; by default premises by `provenance`, errors by `hybrid`.
        options: How calls are made.

    Raises:
        InputError: There is no such method, a prompt text is unusable, or votes are asked for at temperature 0.
        ModelNotFoundError: There is no such model, or its provider is not ready.
        MissingExtraError: Inspect AI is not installed.
    """
    require("inspect_ai", "inspect")
    from dunyazad.engines.inspect_calls import Caller

    options = options or CallOptions()
    verifier = Verifier(methods or Methods(errors="hybrid"))
    check_votes(verifier, options.temperature)
    caller = Caller(model, options)
    return _stream(caller, verifier, chains, _MOST if options.batch else None)


def check_votes(verifier: Verifier, temperature: float | None) -> None:
    """Refuse votes that would all be the same.

    Raises:
        InputError: They are asked for at temperature 0.
    """
    if verifier.votes and temperature == 0:
        raise InputError(
            f"{verifier.methods.errors}: at temperature 0 all votes are the same; give a temperature above 0"
        )


def _methods(premises: str, errors: str, minimal: bool, prompts: Path | str | None) -> Methods:
    folder = None if prompts is None else str(prompts)
    return Methods(premises=premises, errors=errors, minimal=minimal, prompts=folder)


def _stream(
    caller: Caller, verifier: Verifier, chains: Iterable[ReasoningChain | Case], window: int | None
) -> Iterator[Verification]:
    window = window or min(_MOST, max(_FEWEST, caller.connections * _CHAINS_AHEAD))
    waiting: deque[Future[Verification]] = deque()
    with caller:
        for chain in chains:
            waiting.append(_begun(caller, verifier, chain if isinstance(chain, Case) else Case(chain)))
            while waiting and (waiting[0].done() or len(waiting) >= window):
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _begun(caller: Caller, verifier: Verifier, case: Case) -> Future[Verification]:
    return caller.begin(lambda: _verified(verifier, caller.asker, case))


async def _verified(verifier: Verifier, asker: Asker, case: Case) -> Verification:
    plan = verifier.plan(case, asker.name)
    await carry_through(plan, asker)
    return plan.verification


class Waves(Protocol):
    """Work that asks a model in waves: a plan of a verification or of an annotation."""

    def next(self) -> tuple[Prompt, ...]:
        """The present wave; empty when all is done."""
        ...

    def feed(self, completions: Sequence[Completion], usage: CallUsage | None = None) -> None:
        """Answer it."""
        ...


async def carry_through(plan: Waves, asker: Asker) -> list[list[Answer]]:
    """Answer the waves of a plan one after the other; gives what came back, wave by wave."""
    from dunyazad.engines.inspect_calls import summed

    waves = []
    async with asker.chains:
        while wave := plan.next():
            answers = await _asked(wave, asker)
            plan.feed([answer.completion for answer in answers], summed(answers))
            waves.append(answers)
    return waves


async def _asked(wave: tuple[Prompt, ...], asker: Asker) -> list[Answer]:
    import anyio

    if asker.in_turn:
        return [await asker.ask(prompt) for prompt in wave]
    found: dict[int, Answer] = {}

    async def ask(place: int, prompt: Prompt) -> None:
        found[place] = await asker.ask(prompt)

    async with anyio.create_task_group() as group:
        for place, prompt in enumerate(wave):
            group.start_soon(ask, place, prompt)
    return [found[place] for place in range(len(wave))]
