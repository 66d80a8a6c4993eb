"""From Inspect's records to an Attempt: the same for a running sample and for one read back from a log."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from inspect_ai.log import EvalSample
from inspect_ai.model import ChatMessage, ContentReasoning, ContentText, ModelOutput, ModelUsage
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

__all__ = ["attempt_of_sample", "attempt_of_state", "declines", "error_line", "text_with_thinking"]

_STOPS: dict[str, Literal["finished", "truncated", "refused", "failed"]] = {
    "max_tokens": "truncated",
    "model_length": "truncated",
    "content_filter": "refused",
}
_REPR = re.compile(r"(\w+)\((?:\d+, )?(['\"])(.*)\2\)", re.DOTALL)
# The first line behind a frame of a traceback names the exception.
_RAISED = re.compile(r"^ {2,}\S.*\n(?:\w+\.)*(\w.*)$", re.MULTILINE)
_DIRECT_CAUSE = "\nThe above exception was the direct cause"
_TAG = re.compile(r"</?think(?:ing)?>", re.IGNORECASE)
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
        replies = (*replies[:1], Reply(stop="failed", reason=error_line(sample.error.message, sample.error.traceback)))
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
    said = [message for message in messages if message.role == "assistant"]
    if not said and output.choices:
        said = [output.message]  # a solver that sets the output only
    stops = metadata.get(STOPS) or []
    if not isinstance(stops, list) or len(stops) != len(said):
        last = output.stop_reason if output.choices else "stop"
        stops = ["stop"] * (len(said) - 1) + [last]
    return tuple(_reply(message, stop) for message, stop in zip(said, map(str, stops), strict=True))


def _reply(message: ChatMessage, stop: str) -> Reply:
    # Some providers mark a refusal in the message only, with the stop reason of any other one.
    stop = "content_filter" if declines(message) else stop
    return Reply(text_with_thinking(message), _STOPS.get(stop, "finished"), _REASONS.get(stop, ""))


def declines(message: ChatMessage) -> bool:
    """Does a message say in one of its parts that it is a refusal?"""
    parts = [] if isinstance(message.content, str) else message.content
    return any(isinstance(part, ContentText) and part.refusal for part in parts)


def text_with_thinking(message: ChatMessage) -> str:
    """The text, with a trace that the provider gives apart as a `<think>` part, so that it can be verified as well."""
    parts = [] if isinstance(message.content, str) else message.content
    traces = [part.text for part in parts if isinstance(part, ContentReasoning)]
    thinking = _TAG.sub("", "\n".join(traces)).strip()
    return f"<think>\n{thinking}\n</think>\n\n{message.text}" if thinking else message.text


def error_line(message: str, traceback: str = "") -> str:
    r"""One line from an error as Inspect records it, which is the exception's repr.

    Args:
        message: The repr.
        traceback: Where the error only says that retries gave up, what they met is found here.

    Example:
        >>> error_line("RuntimeError('the server is gone\\nsee the log')")
        'RuntimeError: the server is gone'
    """
    message = message.strip()
    if message.startswith("RetryError("):
        met = _RAISED.findall(traceback.partition(_DIRECT_CAUSE)[0])
        return f"gave up after retries: {met[-1][:300].strip()}" if met else "gave up after retries"
    if message.startswith("CancelledError"):
        return "the run was stopped while it was being answered"
    match = _REPR.fullmatch(message)
    text = f"{match[1]}: {match[3]}" if match else message
    lines = [line.strip() for line in text.replace("\\n", "\n").splitlines() if line.strip()]
    if "Request:" in lines[1:2] and lines[0].endswith(":"):
        # Inspect tells the whole request first, the provider's own error last.
        return error_line(lines[-1].replace("\\", ""))
    return lines[0][:300].strip() if lines else ""


def _cut_off(replies: tuple[Reply, ...], limit: str) -> Reply:
    """The last reply of a sample that a limit of the run (time, tokens, messages) ended."""
    text = replies[-1].text if replies else ""
    return Reply(text, "truncated", f"the run's {limit} limit was reached before any answer")


def _usage(usage: Mapping[str, ModelUsage]) -> Usage:
    return Usage(
        sum(entry.input_tokens for entry in usage.values()), sum(entry.output_tokens for entry in usage.values())
    )
