"""Writing annotated chains: in the two published formats, as our records, and as a table.

What was read from a published file is written as it was: the same keys, the same values, in the same order of items.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from dunyazad._exceptions import InputError
from dunyazad._records import AtomicFile, write_records
from dunyazad.perl.record import AnnotatedChain, AnnotatedStep, ErrorNote, PremiseNote, ProcessChain
from dunyazad.perl.tables import write_table

__all__ = ["FORMATS", "as_perl", "as_process", "write_annotated"]

# Format names, and what help texts say of them.
FORMATS = {
    "jsonl": "our own records, one a line",
    "perl": "PERL's: one JSON list",
    "parquet": "a Parquet table: a row a chain, with its whole record beside",
    "processbench": "ProcessBench's: one JSON list, with the first wrong step",
    "chains": "reasoning chains for `verify`, with the annotators' premises",
}


def write_annotated(path: Path | str, items: Iterable[AnnotatedChain | ProcessChain], form: str) -> int:
    """Write items in one of `FORMATS`; gives how many.

    Raises:
        InputError: There is no such format, or an item cannot be put into it; or the place cannot be written to.
        MissingExtraError: Parquet is asked for, and the extra `data` is not installed.
    """
    if form == "jsonl":
        return write_records(path, items)
    if form == "parquet":
        return write_table(path, items)
    if form == "chains":
        return write_records(path, (item.chain for item in items))
    if form not in FORMATS:
        raise InputError(f"no format {form[:60]!r}; there are: {', '.join(FORMATS)}")
    listed = [as_perl(item) if form == "perl" else as_process(item) for item in items]
    with AtomicFile(path) as file:
        file.write(msgspec.json.format(msgspec.json.encode(listed), indent=2) + b"\n")
    return len(listed)


def as_perl(item: AnnotatedChain | ProcessChain) -> dict[str, Any]:
    """Give a chain as PERL publishes it; keys that the chain knows nothing for are left out.

    Raises:
        InputError: Only its first wrong step is known.
    """
    if isinstance(item, ProcessChain):
        raise InputError(f"{item.id!r}: the labels and premises that PERL's format needs are not known")
    row: dict[str, Any] = {**(msgspec.json.decode(item.other) if item.other else {}), "question": item.question}
    known = {
        "ground_truth_solution": item.solution,
        "ground_truth_answer": item.answer,
        "model_answer": item.model_answer,
        "type": item.type,
    }
    row |= {key: value for key, value in known.items() if value is not None}
    row["steps"] = [step.text for step in item.steps]
    if item.is_correct is not None:
        row["is_correct"] = item.is_correct
    if any(step.premises is not None for step in item.steps):
        row["premise_annotation"] = {"steps": [*_zero(item), *_premise_rows(item)]}
    errors = _error_annotation(item)
    if errors:
        row["error_annotation"] = {"error_annotations": errors}
    return row


def _error_annotation(item: AnnotatedChain) -> dict[str, Any]:
    """What is wrong with the chain as a whole, and with its steps, as far as either was annotated."""
    known: dict[str, Any] = {}
    if item.chain_errors is not None:
        known["chain_level"] = {
            "has_errors": bool(item.chain_errors) if item.chain_has_errors is None else item.chain_has_errors,
            "errors": _errors(item.chain_errors),
        }
    if any(step.errors is not None for step in item.steps):
        known["step_level"] = [_error_row(step) for step in item.steps if step.errors is not None]
    return known


def as_process(item: AnnotatedChain | ProcessChain) -> dict[str, Any]:
    """Give a chain as ProcessBench publishes its items.

    Raises:
        InputError: A step up to the first wrong one was not annotated.

    Example:
        >>> from dunyazad.perl import AnnotatedStep, ErrorNote
        >>> steps = (AnnotatedStep(number=1, text="2 + 2 = 5", errors=(ErrorNote("Mathematical_Error"),)),)
        >>> as_process(AnnotatedChain(id="a", question="2 + 2?", steps=steps))["label"]
        0
    """
    if isinstance(item, ProcessChain):
        generator, steps, label, right = item.generator, list(item.steps), item.label, item.final_answer_correct
    else:
        generator, steps, label, right = "", [step.text for step in item.steps], _first(item), item.is_correct
    row: dict[str, Any] = {"id": item.id}
    if generator:
        row["generator"] = generator
    row |= {"problem": item.problem if isinstance(item, ProcessChain) else item.question, "steps": steps}
    if right is not None:
        row["final_answer_correct"] = right
    return row | {"label": label}


def _first(item: AnnotatedChain) -> int:
    for place, labels in enumerate(item.labels):
        if labels is None:
            raise InputError(f"{item.id!r}: whether step {place + 1} is wrong is not known")
        if labels != ("correct",):
            return place
    return -1


def _zero(item: AnnotatedChain) -> list[dict[str, Any]]:
    if item.question_original is None:
        return []
    return [
        {
            "step_number": 0,
            "original_step": item.question_original,
            "premises": [_pair(note) for note in item.question_premises],
        }
    ]


def _premise_rows(item: AnnotatedChain) -> list[dict[str, Any]]:
    return [
        {
            "step_number": step.number,
            "original_step": step.text if step.original is None else step.original,
            "premises": [_pair(note) for note in step.premises],
        }
        for step in item.steps
        if step.premises is not None
    ]


def _pair(note: PremiseNote) -> list[int | str]:
    return [note.number] if note.text is None else [note.number, note.text]


def _error_row(step: AnnotatedStep) -> dict[str, Any]:
    errors = _errors(step.errors or ())
    return {
        "step_number": step.number if step.error_number is None else step.error_number,
        "has_error": bool(errors) if step.has_error is None else step.has_error,
        "errors": errors,
    }


def _errors(notes: Iterable[ErrorNote]) -> list[dict[str, str]]:
    return [{"error_type": note.type, "error_description": note.description} for note in notes]
