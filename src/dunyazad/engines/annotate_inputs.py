"""What can be annotated: every file that can be verified, as chains whose annotation is still to be made.

What a chain brings beside its question and steps (a gold solution, an answer, an earlier annotation) is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec

from dunyazad._exceptions import InputError
from dunyazad._records import Line, decode
from dunyazad.engines.inputs import Reading, case_of, entries, is_log, log_cases, reasoning_of
from dunyazad.numbers import render_number
from dunyazad.perl import AnnotatedChain, AnnotatedStep, Malformed, PremiseNote, ProcessChain, set_and_split
from dunyazad.reasoning import ReasoningChain
from dunyazad.solving.record import Solution

__all__ = ["annotatable"]

T = TypeVar("T")

_Known = Solution | ReasoningChain | AnnotatedChain | ProcessChain


def annotatable(
    path: Path | str, reading: Reading | None = None
) -> tuple[Iterator[AnnotatedChain], tuple[Malformed, ...]]:
    """The chains of a file, read as they are needed, and what of a published set could not be read.

    Raises:
        InputError: The file cannot be read; while iterating: an id stands twice.
        RecordError: It is no text, or a list that is no JSON; while iterating: a line is no chain.
    """
    reading = reading or Reading()
    if is_log(path):
        stem = Path(path).stem
        return _once(path, (_plain(case.chain, stem) for case in log_cases(path, reading))), ()
    lines, malformed = entries(path)
    stem = "stdin" if str(path) == "-" else Path(path).stem
    return _once(path, (_chain(line, reading, stem) for line in lines)), malformed


def _once(path: Path | str, chains: Iterable[AnnotatedChain]) -> Iterator[AnnotatedChain]:
    """Marks, rejections and verifications are joined by id: one of two would silently stand in for the other."""
    seen: set[str] = set()
    for chain in chains:
        if chain.id in seen:
            raise InputError(f"{path}: the id {chain.id[:80]!r} stands twice")
        seen.add(chain.id)
        yield chain


def _chain(line: Line, reading: Reading, stem: str) -> AnnotatedChain:
    if b'"schema"' not in line.data:
        return _with_published(_plain(case_of(line, reading).chain, stem), line)
    record = line.decode(cast("type[_Known]", _Known))
    if isinstance(record, AnnotatedChain):
        return record
    if isinstance(record, ReasoningChain):
        return _plain(record, stem)
    if isinstance(record, ProcessChain):
        made = _plain(record.chain, record.source or stem)
        return msgspec.structs.replace(made, is_correct=record.final_answer_correct)
    made = _plain(reasoning_of(record, reading), stem)
    return msgspec.structs.replace(made, answer=render_number(record.chain.answer))


def _plain(chain: ReasoningChain, stem: str) -> AnnotatedChain:
    given = chain.given or (None,) * len(chain.steps)
    name, split = set_and_split(stem)
    return AnnotatedChain(
        id=chain.id,
        question=chain.question,
        source=stem,
        set=name,
        split=split,
        steps=tuple(
            AnnotatedStep(
                number=number,
                text=step.text,
                premises=None if links is None else tuple(PremiseNote(one.step, one.reason or None) for one in links),
            )
            for number, (step, links) in enumerate(zip(chain.steps, given, strict=True), start=1)
        ),
    )


def _with_published(chain: AnnotatedChain, line: Line) -> AnnotatedChain:
    """What plain lines may bring under the names of PERL's files."""
    known = decode(line.data, dict[str, Any])
    right = known.get("is_correct")
    return msgspec.structs.replace(
        chain,
        solution=_of(known.get("ground_truth_solution"), str),
        answer=_answer(known.get("ground_truth_answer")),
        model_answer=_answer(known.get("model_answer")),
        is_correct=right if isinstance(right, bool) else None,
    )


def _of(value: Any, kind: type[T]) -> T | None:
    return value if isinstance(value, kind) else None


def _answer(value: Any) -> str | int | float | None:
    return value if isinstance(value, str | int | float) and not isinstance(value, bool) else None
