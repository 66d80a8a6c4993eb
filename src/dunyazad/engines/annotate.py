"""Annotating chains with a model: an ordered stream, as verifying is; and what it will cost.

Strategy. As in `verify_model`: many chains are under way together, a window bounds how many, and results come in the
order of the chains. Nothing is written here. Inspect's cache keeps what was answered, so that a run that was stopped is
simply run again: calls that failed are not kept, and tried again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from typing import TYPE_CHECKING

from dunyazad._exceptions import InputError
from dunyazad._records import require
from dunyazad.engines.record import CallOptions
from dunyazad.engines.verify_model import carry_through
from dunyazad.errors.costs import Cost, common_prefixes
from dunyazad.perl import AnnotatedChain, Annotating, AnnotationRejection, Annotator

if TYPE_CHECKING:
    from inspect_ai.model import Model

    from dunyazad.engines.inspect_calls import Asker, Caller

__all__ = ["annotate_with_model", "annotation_cost"]

_CHAINS_AHEAD = 4  # for each connection: enough to keep all busy
_FEWEST, _MOST = 8, 512
_CHARACTERS_A_TOKEN = 4
# What a step and a chain take in an answer, roughly: fields, a premise or two with their reasons; a sentence, a label.
_TOKENS_A_STEP = {"premises": 55, "errors": 50}
_TOKENS_A_CHAIN = 25


def annotate_with_model(
    chains: Iterable[AnnotatedChain],
    *,
    model: str | Model,
    annotating: Annotating | None = None,
    options: CallOptions | None = None,
) -> Iterator[AnnotatedChain | AnnotationRejection]:
    """Annotate many chains with a model: one result a chain, in order.

    The chains are read as they are needed. Closing the stream drops the calls that are in flight.

    Args:
        chains: The chains.
        model: A name that Inspect knows, or Inspect's own model object.
        annotating: What is annotated, and how.
        options: How calls are made.

    Raises:
        InputError: A prompt text is unusable, or several samples are asked for at temperature 0.
        ModelNotFoundError: There is no such model, or its provider is not ready.
        MissingExtraError: Inspect AI is not installed.
    """
    require("inspect_ai", "inspect")
    from dunyazad.engines.inspect_calls import Caller

    annotating, options = annotating or Annotating(), options or CallOptions()
    if annotating.samples > 1 and options.temperature == 0:
        raise InputError(
            f"{annotating.samples} samples: at temperature 0 all of them are the same; give a temperature above 0"
        )
    annotator = Annotator(annotating)
    caller = Caller(model, options)
    return _stream(caller, annotator, chains, _MOST if options.batch else None)


def _stream(
    caller: Caller, annotator: Annotator, chains: Iterable[AnnotatedChain], window: int | None
) -> Iterator[AnnotatedChain | AnnotationRejection]:
    window = window or min(_MOST, max(_FEWEST, caller.connections * _CHAINS_AHEAD))
    waiting: deque[Future[AnnotatedChain | AnnotationRejection]] = deque()
    with caller:
        for chain in chains:
            waiting.append(_begun(caller, annotator, chain))
            while waiting and (waiting[0].done() or len(waiting) >= window):
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _begun(caller: Caller, annotator: Annotator, chain: AnnotatedChain) -> Future[AnnotatedChain | AnnotationRejection]:
    return caller.begin(lambda: _annotated(annotator, caller.asker, chain))


async def _annotated(annotator: Annotator, asker: Asker, chain: AnnotatedChain) -> AnnotatedChain | AnnotationRejection:
    plan = annotator.plan(chain, asker.name)
    await carry_through(plan, asker)
    return plan.result


def annotation_cost(chains: Iterable[AnnotatedChain], annotating: Annotating | None = None) -> tuple[int, int, Cost]:
    """What annotating will cost, without a call: chains, steps, and calls with their tokens.

    Tokens are characters over 4. A cache of prefixes is taken to keep the system messages and every earlier prompt of
    a chain. Answers that are asked for again come on top.

    Raises:
        InputError: A prompt text is unusable.
    """
    annotator = Annotator(annotating)
    systems: set[str] = set()
    total, count, steps = Cost(), 0, 0
    for chain in chains:
        count, steps = count + 1, steps + len(chain.steps)
        wave = annotator.prompts(chain)
        texts = [f"{prompt.system}\n{prompt.user}" for prompt in wave]
        for prompt, text, common in zip(wave, texts, common_prefixes(texts), strict=True):
            known = max(common, len(prompt.system) if prompt.system in systems else 0)
            systems.add(prompt.system)
            part = prompt.key.partition("#")[0]
            answer = _TOKENS_A_CHAIN + _TOKENS_A_STEP[part] * len(chain.steps)
            total += Cost(1, -(-len(text) // _CHARACTERS_A_TOKEN), known // _CHARACTERS_A_TOKEN, answer)
    return count, steps, total
