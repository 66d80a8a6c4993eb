"""One published item as a record: PERL's, ProcessBench's, or a record of ours; what is wrong with it is an `ItemError`.

Steps are matched with their annotation by position, and where there are not as many of the one as of the other, by the
number that a step's own text gives ("Step 3:"); never by the text, which annotations shorten.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from dunyazad._records import decode
from dunyazad.perl.record import AnnotatedChain, AnnotatedStep, ErrorNote, PremiseNote, ProcessChain, Split
from dunyazad.reasoning import leading_label

__all__ = ["Item", "ItemError", "read_item", "set_and_split"]

T = TypeVar("T")
Item = AnnotatedChain | ProcessChain

_SPLITS: tuple[tuple[str, Split], ...] = (
    ("positives_perturbed", "synthetic_negatives"),
    ("synthetic_negatives", "synthetic_negatives"),
    ("negatives", "negatives"),
    ("positives", "positives"),
)
_DIGITS = re.compile(r"\d{1,6}")


class ItemError(Exception):
    """An item is no annotated chain; whoever reads a file tells it apart."""


def set_and_split(stem: str) -> tuple[str, Split]:
    """Tell a set and a split from a file's name.

    Example:
        >>> set_and_split("orca_math_positives_perturbed"), set_and_split("mine")
        (('orca_math', 'synthetic_negatives'), ('mine', ''))
    """
    for ending, split in _SPLITS:
        if stem.lower().endswith(ending):
            return stem[: -len(ending)].rstrip("_-. "), split
    return stem, ""


def read_item(raw: Any, file: Path, place: int) -> Item:
    """Read an item of a file, by its place in it.

    Raises:
        ItemError, msgspec.ValidationError, ValueError: It is no annotated chain.
    """
    known = msgspec.json.decode(raw)
    if not isinstance(known, dict):
        raise ItemError(f"no object but {_kind(known)}")
    schema = known.get("schema")
    if schema == "dunyazad.annotated/1":
        return decode(bytes(raw), AnnotatedChain)
    if schema == "dunyazad.process/1":
        return decode(bytes(raw), ProcessChain)
    if schema is not None:
        raise ItemError(f"a record of another kind: {str(schema)[:60]!r}")
    return _process(known, file.stem, place) if "problem" in known else _perl(known, file, place)


def _process(known: dict[str, Any], stem: str, place: int) -> ProcessChain:
    final = known.get("final_answer_correct")
    return ProcessChain(
        id=str(known.get("id", f"{stem}-{place}")),
        problem=_get(known, "problem", str),
        steps=_texts(known),
        label=_get(known, "label", int),
        generator=str(known.get("generator", "")),
        final_answer_correct=final if isinstance(final, bool) else None,
        source=stem,
    )


def _perl(known: dict[str, Any], file: Path, place: int) -> AnnotatedChain:
    stem, folder = file.stem, file.parent.name
    texts = _texts(known)
    listed = _premise_rows(known.get("premise_annotation"))
    zero = next((row for row in listed or () if row.number == 0), None)
    rows = None if listed is None else [row for row in listed if row.number != 0]
    name, split = set_and_split(stem)
    name = name or folder
    right, subject = known.get("is_correct"), known.get("type")
    solution = known.get("ground_truth_solution")
    errors = _Errors.of(known.get("error_annotation"))
    return AnnotatedChain(
        id=f"{stem}-{place}",
        question=_get(known, "question", str),
        steps=_steps(texts, rows, errors.steps),
        source=stem,
        set=name,
        split=split,
        solution=solution if isinstance(solution, str) else None,
        answer=_answer(known, "ground_truth_answer"),
        model_answer=_answer(known, "model_answer"),
        is_correct=right if isinstance(right, bool) else None,
        type=subject if isinstance(subject, str) else None,
        question_original=None if zero is None else zero.original,
        question_premises=() if zero is None else zero.premises,
        chain_errors=errors.chain,
        chain_has_errors=errors.chain_said,
        other=_other(known),
    )


_KNOWN = frozenset(
    (
        *("question", "steps", "type", "is_correct", "ground_truth_solution", "ground_truth_answer", "model_answer"),
        *("premise_annotation", "error_annotation"),
    )
)


def _other(known: dict[str, Any]) -> str:
    rest = {key: value for key, value in known.items() if key not in _KNOWN}
    return msgspec.json.encode(rest).decode() if rest else ""


class _PremiseRow(NamedTuple):
    number: int
    original: str
    premises: tuple[PremiseNote, ...]


class _ErrorRow(NamedTuple):
    number: int
    has_error: bool | None
    errors: tuple[ErrorNote, ...]


def _premise_rows(annotation: Any) -> list[_PremiseRow] | None:
    if annotation is None:
        return None
    listed = annotation.get("steps") if isinstance(annotation, dict) else annotation
    if not isinstance(listed, list):
        raise ItemError(f"premise_annotation: no list of steps but {_kind(listed)}")
    rows = []
    for row in listed:
        number = _number(row, "premise_annotation")
        notes = row.get("premises")
        if not isinstance(notes, list):
            raise ItemError(f"premise_annotation: step {number} has no list of premises but {_kind(notes)}")
        original = row.get("original_step")
        rows.append(
            _PremiseRow(number, original if isinstance(original, str) else "", tuple(_note(n, number) for n in notes))
        )
    return _distinct(rows, "premise_annotation")


def _note(note: Any, step: int) -> PremiseNote:
    parts = note if isinstance(note, list) else [note]
    number = parts[0] if parts else None
    if isinstance(number, str) and number.isdecimal() and len(number) < 7:
        number = int(number)
    if not isinstance(number, int) or isinstance(number, bool):
        raise ItemError(f"premise_annotation: step {step} lists {str(note)[:60]!r}, which begins with no step number")
    words = [part for part in parts[1:] if isinstance(part, str)]
    return PremiseNote(number, " ".join(words) if words else None)


class _Errors(NamedTuple):
    """What an error annotation holds: of the steps, of the chain as a whole, and what it says of that in one word."""

    steps: list[_ErrorRow] | None
    chain: tuple[ErrorNote, ...] | None
    chain_said: bool | None

    @classmethod
    def of(cls, annotation: Any) -> _Errors:
        """Read an annotation: the published form, what is inside it, or a bare list of steps."""
        if annotation is None:
            return cls(None, None, None)
        inner = annotation.get("error_annotations", annotation) if isinstance(annotation, dict) else annotation
        listed = inner.get("step_level") if isinstance(inner, dict) else inner
        whole = inner.get("chain_level") if isinstance(inner, dict) else None
        chain, said = _chain_level(whole)
        steps = None if listed is None and chain is not None else _error_rows(listed)
        return cls(steps, chain, said)


def _chain_level(found: Any) -> tuple[tuple[ErrorNote, ...] | None, bool | None]:
    """The errors of the chain as a whole, and what is said of them where that contradicts the list."""
    if found is None:
        return None, None
    listed = found.get("errors", []) if isinstance(found, dict) else found
    said = found.get("has_errors", found.get("has_error")) if isinstance(found, dict) else None
    if listed is None:
        listed = []
    if not isinstance(listed, list):
        raise ItemError(f"error_annotation: no list of errors under chain_level but {_kind(listed)}")
    errors = tuple(_error(note, "the chain") for note in listed)
    return errors, said if isinstance(said, bool) and said != bool(errors) else None


def _error_rows(listed: Any) -> list[_ErrorRow]:
    if not isinstance(listed, list):
        raise ItemError(f"error_annotation: no list of steps under step_level but {_kind(listed)}")
    rows = []
    for row in listed:
        number = _number(row, "error_annotation")
        notes = row.get("errors") or []
        if not isinstance(notes, list):
            raise ItemError(f"error_annotation: step {number} has no list of errors but {_kind(notes)}")
        said = row.get("has_error")
        errors = tuple(_error(note, f"step {number}") for note in notes)
        rows.append(_ErrorRow(number, said if isinstance(said, bool) else None, errors))
    return _distinct([row for row in rows if row.number != 0], "error_annotation")


def _error(note: Any, whose: str) -> ErrorNote:
    if isinstance(note, str):
        return ErrorNote(note)
    kind = note.get("error_type") if isinstance(note, dict) else None
    if not isinstance(kind, str):
        raise ItemError(f"error_annotation: {whose} has an error without an error_type: {str(note)[:60]!r}")
    return ErrorNote(kind, str(note.get("error_description", "")))


def _steps(
    texts: Sequence[str], rows: list[_PremiseRow] | None, errors: list[_ErrorRow] | None
) -> tuple[AnnotatedStep, ...]:
    numbers = _numbers(texts, [row.number for row in rows or errors or ()])
    premises = _matched(rows, numbers, "premise_annotation")
    faults = _matched(errors, numbers, "error_annotation")
    steps = []
    for place, (number, text) in enumerate(zip(numbers, texts, strict=True)):
        row, fault = premises[place] if premises else None, faults[place] if faults else None
        steps.append(
            AnnotatedStep(
                number=number,
                text=text,
                original=row.original if row and row.original != text else None,
                premises=row.premises if row else None,
                errors=fault.errors if fault else None,
                error_number=fault.number if fault and fault.number != number else None,
                has_error=fault.has_error if fault and fault.has_error not in (None, bool(fault.errors)) else None,
            )
        )
    return tuple(steps)


def _numbers(texts: Sequence[str], annotated: list[int]) -> list[int]:
    """What the steps are called: as annotated where there is one annotation a step, else as their own texts say."""
    if not annotated:
        return list(range(1, len(texts) + 1))
    if len(annotated) == len(texts):
        return annotated
    own = [_DIGITS.search(leading_label(text)) for text in texts]
    numbers = [int(found[0]) for found in own if found]
    if len(numbers) == len(texts) and set(annotated) <= set(numbers) and numbers == sorted(set(numbers)):
        return numbers
    raise ItemError(f"{len(texts)} steps, {len(annotated)} annotated, and the steps do not say which")


Row = TypeVar("Row", _PremiseRow, _ErrorRow)


def _matched(rows: list[Row] | None, numbers: list[int], what: str) -> list[Row | None]:
    if rows is None:
        return []
    known = {row.number: row for row in rows}
    if known.keys() <= set(numbers):
        return [known.get(number) for number in numbers]
    # Errors are counted through in a chain whose premises call steps by numbers that skip.
    if sorted(known) == list(range(1, len(numbers) + 1)):
        return [known[place] for place in range(1, len(numbers) + 1)]
    extra = sorted(known.keys() - set(numbers))
    raise ItemError(f"{what}: there is no step {', '.join(map(str, extra[:5]))}")


def _number(row: Any, what: str) -> int:
    number = row.get("step_number") if isinstance(row, dict) else None
    if isinstance(number, str) and number.isdecimal() and len(number) < 7:
        number = int(number)
    if not isinstance(number, int) or isinstance(number, bool) or number < 0:
        raise ItemError(f"{what}: a step without a step_number: {str(row)[:60]!r}")
    return number


def _distinct(rows: list[Row], what: str) -> list[Row]:
    numbers = [row.number for row in rows]
    for number in numbers:
        if numbers.count(number) > 1:
            raise ItemError(f"{what}: step {number} stands twice")
    return sorted(rows, key=lambda row: row.number)


def _texts(known: dict[str, Any]) -> tuple[str, ...]:
    steps = _get(known, "steps", list)
    for step in steps:
        if not isinstance(step, str):
            raise ItemError(f"steps: {str(step)[:60]!r} is no text")
    return tuple(steps)


def _get(known: dict[str, Any], key: str, kind: type[T]) -> T:
    value = known.get(key)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise ItemError(f"{key}: wanted {_NAMES[kind]}, found {_kind(value) if key in known else 'nothing'}")
    return value


def _answer(known: dict[str, Any], key: str) -> str | int | float | None:
    """An answer as published; one that is neither a text nor a number, as JSON."""
    value = known.get(key)
    if value is None or (isinstance(value, str | int | float) and not isinstance(value, bool)):
        return value
    return msgspec.json.encode(value).decode()


_NAMES: dict[type, str] = {str: "a text", int: "a whole number", list: "a list", dict: "an object"}


def _kind(value: object) -> str:
    return "nothing" if value is None else _NAMES.get(type(value), repr(value)[:40])
