"""What can be verified: our own records, plain JSON lines, annotated sets and Inspect logs, each as a stream of cases.

Strategy. A file of lines is streamed, and a line is turned into a case only where it is worked on, so that processes
can share that as well. Published sets are one JSON list, or need the whole file to tell ids: they are read whole.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain as chained
from pathlib import Path
from typing import Any, cast

import msgspec

from dunyazad._exceptions import InputError
from dunyazad._records import Line, encode, read_lines, require
from dunyazad.engines.methods import Case
from dunyazad.errors import reference_for_chain
from dunyazad.perl import AnnotatedChain, Malformed, ProcessChain, read_file
from dunyazad.problems.record import Problem
from dunyazad.reasoning import ReasoningChain, Scheme, Step, Trace, leading_label, mark_retractions, split_steps
from dunyazad.solving.record import Solution

__all__ = ["Fields", "Reading", "case_of", "entries", "is_log", "log_cases", "reasoning_of"]

_Known = Solution | ReasoningChain | AnnotatedChain | ProcessChain
_PUBLISHED = ("premise_annotation", "error_annotation")


class Fields(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the fields of plain JSON lines are called.

    Attributes:
        id: A text or a number; where a line has none, "line-N" is its id.
        question: The question; may be missing.
        steps: A list of texts. It goes before `text`.
        text: The whole response.
    """

    id: str = "id"
    question: str = "question"
    steps: str = "steps"
    text: str = "text"


class Reading(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How chains are read.

    Attributes:
        fields: What the fields of plain JSON lines are called.
        trace: Which part of a response is cut: the answer, the thinking before it, or both.
        scheme: How a response is cut.
    """

    fields: Fields = Fields()
    trace: Trace = "answer"
    scheme: Scheme = "auto"


def reasoning_of(solution: Solution, reading: Reading | None = None) -> ReasoningChain:
    """Cut a solution's response into a reasoning chain; a response that is empty or all thinking has no steps."""
    return _cut(solution.id, solution.chain.text, solution.response, reading or Reading())


def entries(path: Path | str) -> tuple[Iterator[Line], tuple[Malformed, ...]]:
    """The chains of a file as lines that `case_of` reads, and what of a published set could not be read.

    Raises:
        InputError: The file cannot be read.
        RecordError: It is no text, or a list that is no JSON.
    """
    lines = read_lines(path)
    first = next(lines, None)
    if first is None:
        return iter(()), ()
    if not first.data.lstrip().startswith(b"[") and not _published(first):
        return chained([first], lines), ()
    if str(path) == "-":
        raise InputError("a published set is read from a file, not from standard input")
    read = read_file(path)
    if not read.items and not read.malformed:
        raise first.error("a list that holds no chain")
    made = (Line(first.path, place, encode(item)) for place, item in enumerate(read.items, start=1))
    if read.items or not first.data.lstrip().startswith(b"["):
        return made, read.malformed
    return _listed(first.path, chained([first], lines)), ()


def case_of(line: Line, reading: Reading, problems: Mapping[str, Problem] | None = None) -> Case:
    """Read a line: a solution, a reasoning chain, an annotated chain, or a plain object with the fields of `reading`.

    Args:
        line: The line.
        reading: How chains are read.
        problems: The problems by id, for the reference of a solution; None where no reference is wanted.

    Raises:
        RecordError: It is none of these; names the file, the line and the value.

    Example:
        >>> line = Line("f", 1, b'{"question": "2 + 2?", "text": "2 + 2 = 4. So 4."}')
        >>> [step.text for step in case_of(line, Reading()).chain.steps]
        ['2 + 2 = 4.', 'So 4.']
    """
    if b'"schema"' not in line.data:
        return Case(_plain(line, reading))
    record = line.decode(cast("type[_Known]", _Known))
    if isinstance(record, Solution):
        reference = None if problems is None else reference_for_chain(record.chain, problems)
        return Case(reasoning_of(record, reading), reference)
    return Case(record if isinstance(record, ReasoningChain) else record.chain)


def is_log(path: Path | str) -> bool:
    """Is this an Inspect log, by its name or its beginning?"""
    if str(path).endswith(".eval"):
        return True
    if not str(path).endswith(".json"):
        return False
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            start = file.read(400)
    except OSError:
        return False
    return start.lstrip().startswith("{") and '"version"' in start and '"status"' in start


def log_cases(path: Path | str, reading: Reading, problems: Mapping[str, Problem] | None = None) -> Iterator[Case]:
    """The responses in an Inspect log of any task; of our own, with their references.

    A sample without a response gives a chain without steps.

    Raises:
        InputError: The log cannot be read.
        MissingExtraError: Inspect AI is not installed.
    """
    require("inspect_ai", "inspect")
    from dunyazad.engines.inspect_logs import log_responses

    for identity, response in log_responses(path):
        if isinstance(response, ReasoningChain):
            yield Case(response)
        elif isinstance(response, Solution):
            reference = None if problems is None else reference_for_chain(response.chain, problems)
            yield Case(reasoning_of(response, reading), reference)
        else:
            yield Case(_cut(identity, *response, reading))


def _cut(identity: str, question: str, text: str, reading: Reading) -> ReasoningChain:
    steps = split_steps(text, scheme=reading.scheme, trace=reading.trace)
    return ReasoningChain(id=identity, question=question, steps=steps)


def _published(first: Line) -> bool:
    """Is this the first line of a published set?"""
    if b'"schema"' in first.data:
        return False
    try:
        known = json.loads(first.data)
    except (ValueError, RecursionError):
        return False  # told where the line is read
    if not isinstance(known, dict):
        return False
    return any(name in known for name in _PUBLISHED) or {"problem", "steps", "label"} <= known.keys()


def _listed(path: str, lines: Iterable[Line]) -> Iterator[Line]:
    """The items of a JSON list of plain objects."""
    items = msgspec.json.decode(b"".join(line.data for line in lines), type=list[msgspec.Raw])
    return (Line(path, place, bytes(item)) for place, item in enumerate(items, start=1))


def _plain(line: Line, reading: Reading) -> ReasoningChain:
    known = line.decode(dict[str, Any])
    fields = reading.fields
    identity = known.get(fields.id, f"line-{line.number}")
    question = known.get(fields.question) or ""
    if isinstance(identity, bool) or not isinstance(identity, str | int):
        raise line.error(f"the field {fields.id!r} is no text or whole number")
    if not isinstance(question, str):
        raise line.error(f"the field {fields.question!r} is no text")
    if fields.steps in known:
        return ReasoningChain(id=str(identity), question=question, steps=_steps(line, known[fields.steps], fields))
    text = known.get(fields.text)
    if not isinstance(text, str):
        raise line.error(f"no list of steps in the field {fields.steps!r}, and no text in {fields.text!r}")
    return _cut(str(identity), question, text, reading)


def _steps(line: Line, texts: Any, fields: Fields) -> tuple[Step, ...]:
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise line.error(f"the field {fields.steps!r} is no list of texts")
    return mark_retractions(tuple(Step(text, label=leading_label(text)) for text in texts))
