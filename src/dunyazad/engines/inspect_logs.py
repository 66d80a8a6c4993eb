"""Solutions and responses from Inspect logs. Reading and scoring again never calls a model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from zipfile import BadZipFile

from inspect_ai.log import (
    EvalError,
    EvalLog,
    EvalSample,
    read_eval_log,
    read_eval_log_sample_summaries,
    read_eval_log_samples_by_id,
)
from pydantic import ValidationError

from dunyazad._exceptions import InputError
from dunyazad.engines.inspect_replies import attempt_of_sample, error_line, text_with_thinking
from dunyazad.engines.trail import trail_of
from dunyazad.reasoning import ReasoningChain
from dunyazad.solving import Solution, judge

__all__ = [
    "log_problem",
    "log_responses",
    "question_of",
    "read_any_header",
    "read_log_header",
    "read_samples",
    "read_solutions_from_log",
    "sample_name",
    "task_name",
]

TASK = "dunyazad/chains"

# One at a time, the log's directory would be parsed for each sample; all at once, they would fill the memory.
_BATCH = 200


def read_log_header(path: Path | str) -> EvalLog:
    """Read a log of our task without its samples.

    Raises:
        InputError: It is no Inspect log, or a log of another task.
    """
    header = read_any_header(path)
    name = task_name(header)
    if name != TASK.split("/")[-1]:
        raise InputError(f"{path}: a log of the task {header.eval.task!r}, not of {TASK}")
    return header


def task_name(header: EvalLog) -> str:
    """Which task a log is of, without the package's name."""
    return (header.eval.task_registry_name or header.eval.task).split("/")[-1]


def read_any_header(path: Path | str) -> EvalLog:
    """Read a log of any task without its samples.

    Raises:
        InputError: It is no Inspect log.
    """
    try:
        return read_eval_log(str(path), header_only=True)
    except (OSError, ValueError, KeyError, BadZipFile, ValidationError) as error:
        first = (str(error).splitlines() or [type(error).__name__])[0]
        raise InputError(f"{path}: not a readable Inspect log ({first})") from None


def log_problem(header: EvalLog, error: EvalError | None = None) -> str:
    """Why a run did not come to its end, in one line; empty where it did.

    Args:
        header: Its log.
        error: What ended it, where the log could not be written to its end and does not hold that itself.
    """
    if header.status == "success":
        return ""
    error = header.error or error
    return error_line(error.message) if error else f"the run's status is {header.status!r}"


def read_solutions_from_log(path: Path | str) -> Iterator[Solution]:
    """Yield the solutions of a log, made by `solve` or by `inspect eval` itself, read and diagnosed anew.

    In the order of the data set, the epochs of a chain together. A sample that ended in an error is a failed solution;
    one that the run never came to is not in the log.

    Raises:
        InputError: It is no log of our task.
    """
    header = read_log_header(path)
    model = str(header.eval.model)
    for sample in read_samples(path, header):
        yield judge(attempt_of_sample(sample, model))


def read_samples(path: Path | str, header: EvalLog) -> Iterator[EvalSample]:
    """Yield the samples of a log, without their events.

    In the order of the data set, the epochs of a sample together.
    """
    wanted = [(summary.id, summary.epoch) for summary in read_eval_log_sample_summaries(str(path))]
    place = {name: index for index, name in enumerate(header.eval.dataset.sample_ids or ())}
    wanted.sort(key=lambda key: (place.get(key[0], len(place)), str(key[0]), key[1]))
    for start in range(0, len(wanted), _BATCH):
        batch = read_eval_log_samples_by_id(
            str(path), wanted[start : start + _BATCH], exclude_fields={"events", "events_data", "attachments"}
        )
        yield from batch


def log_responses(path: Path | str) -> Iterator[tuple[str, Solution | ReasoningChain | tuple[str, str]]]:
    """Yield what the samples of a log hold to verify: its id, and a solution, a chain, or a question and a response.

    Raises:
        InputError: It is no Inspect log.
    """
    header = read_any_header(path)
    if task_name(header) == TASK.split("/")[-1]:
        yield from ((solution.id, solution) for solution in read_solutions_from_log(path))
        return
    for sample in read_samples(path, header):
        identity = sample_name(sample.id, sample.epoch)
        trail = trail_of(sample.metadata)
        yield identity, (question_of(sample), _response(sample)) if trail is None else trail.chain


def sample_name(name: str | int, epoch: int) -> str:
    """What a sample is called: by its id, and its epoch behind the first."""
    return str(name) if epoch == 1 else f"{name}#{epoch}"


def question_of(sample: EvalSample) -> str:
    """What was asked in a sample: its input, or what its user said."""
    if isinstance(sample.input, str):
        return sample.input
    return "\n\n".join(message.text for message in sample.input if message.role == "user")


def _response(sample: EvalSample) -> str:
    return text_with_thinking(sample.output.message) if sample.output.choices else ""
