"""From Inspect's records to an Attempt: the same for a running sample and for one read back from a log."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from inspect_ai.log import EvalSample
from inspect_ai.model import ChatMessage, ModelOutput, ModelUsage
from inspect_ai.solver import TaskState

from dunyazad.solving import (
    SIMULATED,
    STOPS,
    Attempt,
    Reply,
    Usage,
    chain_of,
    planted_of,
    protocol_of,
)

__all__ = ["attempt_of_sample", "attempt_of_state", "error_line"]

_STOPS: dict[str, Literal["finished", "truncated", "refused", "failed"]] = {
    "max_tokens": "truncated",
    "model_length": "truncated",
    "content_filter": "refused",
}
_REPR = re.compile(r"(\w+)\((?:\d+, )?(['\"])(.*)\2\)", re.DOTALL)
_REASONS = {
    "max_tokens": "the response hit its token limit before any answer",
    "model_length": "the context was full before any answer",
    "content_filter": "the model or its provider declined",
}


def attempt_of_state(state: TaskState) -> Attempt:
    """The attempt of a sample whose solver has just ended.

    Raises:
        InputError: The sample is not of our task.
    """
    return Attempt(
        chain=chain_of(state.metadata),
        model=_model_name(state.metadata, str(state.model)),
        protocol=protocol_of(state.metadata),
        replies=_replies(state.messages, state.output, state.metadata),
        epoch=state.epoch,
        planted=planted_of(state.metadata),
    )


def attempt_of_sample(sample: EvalSample, model: str) -> Attempt:
    """The attempt of a sample from a log; one that ended in an error has failed, whatever was said before.

    Raises:
        InputError: The sample is not of our task.
    """
    replies = _replies(sample.messages, sample.output, sample.metadata)
    if sample.error is not None:
        replies = (*replies[:1], Reply(stop="failed", reason=error_line(sample.error.message)))
    elif sample.limit is not None:
        replies = (*replies[:-1], _cut_off(replies, sample.limit.type))
    return Attempt(
        chain=chain_of(sample.metadata),
        model=_model_name(sample.metadata, model),
        protocol=protocol_of(sample.metadata),
        replies=replies,
        epoch=sample.epoch,
        usage=_usage(sample.model_usage),
        seconds=sample.working_time,
        planted=planted_of(sample.metadata),
    )


def _model_name(metadata: Mapping[str, Any], model: str) -> str:
    """The simulated solver names itself: no model ran."""
    simulated = metadata.get(SIMULATED)
    return simulated if isinstance(simulated, str) and simulated else model


def _replies(messages: Sequence[ChatMessage], output: ModelOutput, metadata: Mapping[str, Any]) -> tuple[Reply, ...]:
    texts = [message.text for message in messages if message.role == "assistant"]
    if not texts and output.choices:
        texts = [output.completion]  # a solver that sets the output only
    stops = metadata.get(STOPS) or []
    if not isinstance(stops, list) or len(stops) != len(texts):
        last = output.stop_reason if output.choices else "stop"
        stops = ["stop"] * (len(texts) - 1) + [last]
    return tuple(
        Reply(text, _STOPS.get(stop, "finished"), _REASONS.get(stop, ""))
        for text, stop in zip(texts, map(str, stops), strict=True)
    )


def error_line(message: str) -> str:
    r"""One line from an error as Inspect records it, which is the exception's repr.

    Example:
        >>> error_line("RuntimeError('the server is gone\\nsee the log')")
        'RuntimeError: the server is gone'
    """
    match = _REPR.fullmatch(message.strip())
    text = f"{match[1]}: {match[3]}" if match else message
    lines = text.replace("\\n", "\n").strip().splitlines()
    return lines[0][:300].strip() if lines else ""


def _cut_off(replies: tuple[Reply, ...], limit: str) -> Reply:
    """The last reply of a sample that a limit of the run (time, tokens, messages) ended."""
    text = replies[-1].text if replies else ""
    return Reply(text, "truncated", f"the run's {limit} limit was reached before any answer")


def _usage(usage: Mapping[str, ModelUsage]) -> Usage:
    return Usage(
        sum(entry.input_tokens for entry in usage.values()), sum(entry.output_tokens for entry in usage.values())
    )
