"""The responses in an Inspect log, with what became of each: complete, cut off, refused or failed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from inspect_ai.log import EvalSample

from dunyazad._prompts import Completion
from dunyazad.engines.inspect_calls import completion_of
from dunyazad.engines.inspect_logs import (
    TASK,
    question_of,
    read_any_header,
    read_samples,
    read_solutions_from_log,
    task_name,
)
from dunyazad.engines.inspect_replies import error_line
from dunyazad.solving import Solution

__all__ = ["LoggedResponse", "log_completions"]


class LoggedResponse(NamedTuple):
    """One sample.

    Attributes:
        name: Its id and epoch.
        id: Its id in the data set.
        question: What was asked.
        completion: What came back.
        model: Who was asked.
    """

    name: str
    id: str
    question: str
    completion: Completion
    model: str


def log_completions(path: Path | str) -> Iterator[LoggedResponse | Solution]:
    """Yield the responses of a log; of a log of `solve`, the solutions.

    Raises:
        InputError: It is no Inspect log.
    """
    header = read_any_header(path)
    if task_name(header) == TASK.split("/")[-1]:
        yield from read_solutions_from_log(path)
        return
    model = str(header.eval.model)
    for sample in read_samples(path, header):
        name = f"{sample.id}#{sample.epoch}"
        yield LoggedResponse(name, str(sample.id), question_of(sample), _completion(sample, name), model)


def _completion(sample: EvalSample, name: str) -> Completion:
    if sample.error is not None:
        reason = error_line(sample.error.message, sample.error.traceback)
        return Completion(name, outcome="failed", reason=reason)
    if sample.limit is not None:
        return Completion(name, outcome="truncated", reason=f"the run's {sample.limit.type} limit was reached")
    return completion_of(name, sample.output)
