"""From Inspect's records to an Attempt: the same for a running sample and for one read back from a log."""

from __future__ import annotations

import ast
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
    one_line,
    planted_of,
    protocol_of,
)

__all__ = ["attempt_of_sample", "attempt_of_state", "declines", "error_line", "error_text", "text_with_thinking"]

_STOPS: dict[str, Literal["finished", "truncated", "refused", "failed"]] = {
    "max_tokens": "truncated",
    "model_length": "truncated",
    "content_filter": "refused",
}
_REPR = re.compile(r"(\w+)\((.*)\)", re.DOTALL)
# The first line behind a frame of a traceback names the exception; what it says may go on below.
_RAISED = re.compile(r"^ {2,}\S.*\n(?:\w+\.)*(?=\w)", re.MULTILINE)
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
        replies = (*replies[:1], Reply(stop="failed", reason=error_text(sample.error.message, sample.error.traceback)))
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
    """The first line of `error_text`."""
    return one_line(error_text(message, traceback))


def error_text(message: str, traceback: str = "") -> str:
    r"""What an error says, as Inspect records it: as the exception's repr, most often.

    Args:
        message: The record.
        traceback: Where the error only says that retries gave up, what they met is found here.

    Example:
        >>> error_text(r"RuntimeError('it\'s gone\nsee the log')")
        "RuntimeError: it's gone\nsee the log"
    """
    message = message.strip()
    if message.startswith("RetryError("):
        met = traceback.partition(_DIRECT_CAUSE)[0]
        ends = [raised.end() for raised in _RAISED.finditer(met)]
        return f"gave up after retries: {met[ends[-1] :].strip()}" if ends else "gave up after retries"
    if message.startswith("CancelledError"):
        return "the run was stopped while it was being answered"
    name, text = _of_repr(message)
    if text.startswith("Request:\n") and (own := text.partition("\n\n")[2].strip()):
        # Inspect tells the whole request first, in which no line is empty, and then the provider's own error.
        return error_text(own)
    return ": ".join(part for part in (name, text) if part)


def _of_repr(message: str) -> tuple[str, str]:
    """The class of an exception and what it says, from its repr; no class where a message is none."""
    match = _REPR.fullmatch(message)
    if match is None:
        return "", message
    try:
        said = ast.literal_eval(f"[{match[2]}]")
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return "", message
    # An error of the system has its number first.
    texts = [str(one).strip() for one in said if len(said) == 1 or not isinstance(one, int)]
    return match[1], ", ".join(texts)


def _cut_off(replies: tuple[Reply, ...], limit: str) -> Reply:
    """The last reply of a sample that a limit of the run (time, tokens, messages) ended."""
    text = replies[-1].text if replies else ""
    return Reply(text, "truncated", f"the run's {limit} limit was reached before any answer")


def _usage(usage: Mapping[str, ModelUsage]) -> Usage:
    return Usage(
        sum(entry.input_tokens for entry in usage.values()), sum(entry.output_tokens for entry in usage.values())
    )
