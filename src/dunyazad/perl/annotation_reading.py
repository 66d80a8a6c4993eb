"""Reading a model's annotation of a chain: what was meant is kept, what was not said is never made up.

Strategy. An answer is found as an object in whatever stands around it. Then each entry is read with patience: a number
that is a text, "Step 3", one value where a list is due or a list where one value is, fields by their published names,
steps out of order. Each such repair is counted by kind. What cannot be meant is *rejected* and counted: a premise that
is not an earlier step, a step that the chain does not have, an error of an unknown kind. What is then missing (a step
without an entry, a step of which nothing is left) is a *fault*, told in words that can be shown to the model: the
answer is of no use as it is, and half of it is never taken for all.

What stands in the chain itself is no answer, even where the model repeats it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from dunyazad._prompts import Completion
from dunyazad.errors import Label
from dunyazad.errors.labels import label_of, plain
from dunyazad.perl.annotation import RejectedEntry, RejectedWhy
from dunyazad.perl.annotation_form import CHAIN, LABEL, STEP, STEPS, field, find_answer, has
from dunyazad.prompts import Echo

__all__ = ["ErrorsSaid", "PremisesSaid", "Said", "Told", "read_errors", "read_premises"]

T = TypeVar("T")

_MOST_ENTRIES = 2_000
_MOST_REJECTED = 50
_LONGEST_TEXT, _LONGEST_REASON = 60, 600

_REASON = ("reason", "explanation", "text", "description", "error_description", "why")
_KINDS = ("correct", "mathematical_error", "logical_inconsistency", "accumulation_error", "other")
_CHAIN_KINDS = {
    "missing_steps": "missing_steps",
    "missing_step": "missing_steps",
    "planning_error": "planning_error",
    "planning_errors": "planning_error",
    "other": "other",
    "other_error": "other",
}
_NOTHING = re.compile(r"[\W_]*(?:none|nothing|no errors?|correct|n/a)?[\W_]*", re.IGNORECASE)

_NUMBER = re.compile(r"\W{0,6}(?P<word>steps?\b\W{0,4}|#)?(?P<number>\d{1,9})\W{0,4}", re.IGNORECASE)
_WITH_REASON = re.compile(
    r"\W{0,6}(?P<word>steps?\b\W{0,4}|#)?(?P<number>\d{1,9})\s{0,3}(?:[:–—]|-\s)\s{0,3}(?P<reason>\S.{0,600})",
    re.IGNORECASE | re.DOTALL,
)
_QUESTION = re.compile(
    r"\W{0,6}(?:the )?(?:question|problem)(?: statement)?(?P<rest>\W.{0,600})?", re.IGNORECASE | re.DOTALL
)
_LISTED = re.compile(
    r"\W{0,6}(?:steps?\W{0,4})?\d{1,9}"
    r"(?:\s{0,3}(?:,|;|&|and\b|\+)\s{0,3}(?:and\s)?(?:step\W{0,4})?\d{1,9}){1,99}\W{0,6}",
    re.IGNORECASE,
)


class Told(NamedTuple):
    """A kind of error, or a premise's number, with its reason."""

    what: str
    reason: str = ""


class PremisesSaid(NamedTuple):
    """The premises of all steps.

    Attributes:
        steps: For each step by position, its premises with their reasons, ascending, each once.
    """

    steps: tuple[tuple[tuple[int, str], ...], ...]


class ErrorsSaid(NamedTuple):
    """The errors of all steps and of the chain.

    Attributes:
        steps: For each step by position, its errors; empty for a correct one.
        chain: The errors of the chain as a whole.
    """

    steps: tuple[tuple[Told, ...], ...]
    chain: tuple[Told, ...]


class Said(NamedTuple, Generic[T]):
    """What an answer says.

    Attributes:
        value: All that was asked for; None where the answer cannot be used.
        fault: Why it cannot, in words for the model; empty where it can.
        repairs: What was nearly right, by kind.
        rejected: What was left out.
    """

    value: T | None
    fault: str
    repairs: Mapping[str, int]
    rejected: tuple[RejectedEntry, ...]


def read_premises(completion: Completion, steps: int, echo: Echo) -> Said[PremisesSaid]:
    """Read the premises of all steps out of an answer.

    Args:
        completion: What came back; one that did not complete holds no answer.
        steps: How many steps the chain has.
        echo: What the model was shown.

    Example:
        >>> text = '''```json
        ... {"steps": [{"step": "Step 2", "premises": [{"step": 1, "reason": "24"},]}, {"step": 1, "premises": [0]}]}
        ... ```'''
        >>> said = read_premises(Completion("k", text), 2, Echo("4 boxes of 6?"))
        >>> said.value.steps
        (((0, ''),), ((1, '24'),))
        >>> sorted(said.repairs)
        ['bare_number', 'fence', 'missing_reason', 'reordered', 'step_word', 'trailing_comma']
    """
    reader = _Reader(steps, echo)
    found = reader.answer(completion, ("premises",))
    if found is None:
        return reader.unusable("no JSON object with the list 'steps' was found")
    by_step: dict[int, tuple[tuple[int, str], ...] | None] = {}
    for step, payload in reader.entries(found, "premises"):
        reader.keep(by_step, step, reader.premises_of(step, payload))
    reader.all_there(by_step)
    if reader.faults:
        return reader.unusable()
    return reader.said(PremisesSaid(tuple(by_step[step] or () for step in range(1, steps + 1))))


def read_errors(completion: Completion, steps: int, echo: Echo) -> Said[ErrorsSaid]:
    """Read the errors of all steps and of the chain as a whole out of an answer; see `read_premises`.

    Example:
        >>> text = "{'steps': [{'step': 1, 'label': 'Mathematical Error', 'explanation': '24'}], 'chain_errors': []}"
        >>> said = read_errors(Completion("k", text), 1, Echo("4 boxes of 6?"))
        >>> said.value.steps, sorted(said.repairs)
        (((Told(what='mathematical_error', reason='24'),),), ['label_spelling', 'single_quotes'])
        >>> read_errors(Completion("k", "{'steps': [{'step': 1, 'label': 'correct'}]}"), 1, Echo("q")).fault
        "the list 'chain_errors' is missing"
    """
    reader = _Reader(steps, echo)
    found = reader.answer(completion, (*LABEL, "errors"))
    if found is None:
        return reader.unusable("no JSON object with the list 'steps' was found")
    by_step: dict[int, tuple[Told, ...] | None] = {}
    for step, payload in reader.entries(found, "label"):
        reader.keep(by_step, step, reader.errors_of(step, payload))
    reader.all_there(by_step)
    chain = reader.chain_errors(found)
    if reader.faults or chain is None:
        return reader.unusable()
    return reader.said(ErrorsSaid(tuple(by_step[step] or () for step in range(1, steps + 1)), chain))


class _Reader:
    """Reads one answer; counts what it repairs, keeps what it rejects, and notes what is wrong."""

    def __init__(self, steps: int, echo: Echo) -> None:
        self.steps, self.echo = steps, echo
        self.repairs: Counter[str] = Counter()
        self.rejected: list[RejectedEntry] = []
        self.faults: list[str] = []

    def said(self, value: T) -> Said[T]:
        return Said(value, "", self._counted(), tuple(self.rejected))

    def unusable(self, fault: str = "") -> Said[Any]:
        told = "; ".join([*([fault] if fault else []), *self.faults])
        return Said(None, told or "it cannot be read", self._counted(), tuple(self.rejected))

    def _counted(self) -> dict[str, int]:
        return {kind: count for kind, count in sorted(self.repairs.items()) if count}

    def answer(self, completion: Completion, needed: tuple[str, ...]) -> Mapping[str, Any] | None:
        """The object that answers; None where there is none."""
        if completion.outcome != "completed":
            return None
        found = find_answer(completion.text, needed, self.echo)
        self.repairs.update(found.repairs)
        return found.fields

    def entries(self, found: Mapping[str, Any], needed: str) -> Iterator[tuple[int, Any]]:
        """The step and the content of each entry, by the order of the answer."""
        listed = field(found, STEPS)
        if isinstance(listed, dict):
            self.repairs["object_for_list"] += 1
            listed = [value if has(value, STEP) else _under(key, value, needed) for key, value in listed.items()]
        previous = 0
        for entry in listed[:_MOST_ENTRIES]:
            if not isinstance(entry, dict):
                self._reject(0, entry, "no_step")
                continue
            step = self._number(field(entry, STEP))
            if step is None:
                self._reject(0, entry, "no_step")
            elif step == 0:
                self.repairs["question_entry"] += 1
            elif step > self.steps:
                self._reject(step, entry, "unknown_step")
            else:
                self.repairs["reordered"] += step < previous
                previous = max(previous, step)
                yield step, entry

    def keep(self, by_step: dict[int, T | None], step: int, value: T | None) -> None:
        if step not in by_step:
            by_step[step] = value
        elif by_step[step] == value:
            self.repairs["repeated_entry"] += 1
        else:
            self.faults.append(f"step {step} stands twice, and not with the same")

    def all_there(self, by_step: Mapping[int, object]) -> None:
        missing = [step for step in range(1, self.steps + 1) if step not in by_step]
        if missing:
            shown = ", ".join(map(str, missing[:20])) + (" ..." if len(missing) > 20 else "")
            self.faults.append(f"there is no entry for step {shown} (the solution has {self.steps} steps)")

    def premises_of(self, step: int, entry: Mapping[str, Any]) -> tuple[tuple[int, str], ...] | None:
        if not isinstance(listed := entry.get("premises"), list):
            listed = self._as_list(listed)
        if listed is None:
            self.faults.append(f"step {step} has no list of premises")
            return None
        found: dict[int, str] = {}
        for item in listed[:_MOST_ENTRIES]:
            self._add_premise(step, item, found)
        if listed and not found:
            self.faults.append(f"none of the premises of step {step} is an earlier step (0 to {step - 1})")
            return None
        return tuple(sorted(found.items()))

    def _add_premise(self, step: int, item: Any, found: dict[int, str]) -> None:
        number, reason = self._premise(item)
        if number is None or number >= step:
            why: RejectedWhy = "no_step"
            if number is not None:
                why = "unknown" if number > self.steps else "itself" if number == step else "later"
            self._reject(step, item, why)
            return
        if not reason:
            self.repairs["missing_reason"] += 1
        if number in found:
            self.repairs["repeated_premise"] += 1
            known = found[number]
            reason = known if not reason or reason in known else f"{known}; {reason}".removeprefix("; ")
        found[number] = reason[:_LONGEST_REASON]

    def _premise(self, item: Any) -> tuple[int | None, str]:
        if isinstance(item, dict):
            return self._number(field(item, (*STEP, "premise"))), _text(field(item, _REASON))
        if isinstance(item, list):
            self.repairs["pair_for_object"] += 1
            return self._number(item[0] if item else None), " ".join(filter(None, map(_text, item[1:])))
        if isinstance(item, str) and (match := _WITH_REASON.fullmatch(item)) is not None:
            self.repairs["step_word" if match["word"] else "number_as_text"] += 1
            return int(match["number"]), match["reason"].strip()
        if isinstance(item, str) and (match := _QUESTION.fullmatch(item)) is not None:
            self.repairs["step_word"] += 1
            return 0, (match["rest"] or "").strip(" :–—-.)")
        number = self._number(item)
        self.repairs["bare_number"] += number is not None
        return number, ""

    def _as_list(self, value: Any) -> list[Any] | None:
        """One value where a list is due; None where there is none."""
        if value is None or isinstance(value, bool) or (isinstance(value, str) and not value.strip()):
            return None
        if isinstance(value, str) and _LISTED.fullmatch(value):
            self.repairs["list_in_text"] += 1
            return [int(number) for number in re.findall(r"\d+", value)]
        self.repairs["value_for_list"] += 1
        return [value]

    def errors_of(self, step: int, entry: Mapping[str, Any]) -> tuple[Told, ...] | None:
        items = self._items(entry)
        if items is None:
            self.faults.append(f"step {step} has no label")
            return None
        found: dict[str, str] = {}
        for text, reason in items:
            label = self._label(text)
            if label is None:
                self._reject(step, text, "unknown_label")
            else:
                found[label] = found.get(label) or reason
        if not found:
            self.faults.append(f"step {step} has none of the labels {', '.join(_KINDS)}")
            return None
        if "correct" in found and len(found) > 1:
            self.faults.append(f"step {step} is called correct and wrong at once")
            return None
        errors = tuple(Told(label, reason) for label, reason in found.items() if label != "correct")
        self.repairs["missing_reason"] += sum(not error.reason for error in errors)
        return errors

    def _items(self, entry: Mapping[str, Any]) -> list[tuple[Any, str]] | None:
        """The labels of an entry as written, each with its explanation; None where there is none."""
        reason = _text(field(entry, _REASON))
        value = field(entry, LABEL)
        if value is not None:
            if not isinstance(value, list):
                return [(value, reason)]
            if not value:
                return None
            self.repairs["list_for_value"] += 1
            return [_pair(item, reason) for item in value[:20]]
        listed = entry.get("errors")
        if not isinstance(listed, list):
            return None
        # The published form: a list that is empty for a correct step, and a word that says so once more.
        self.repairs["renamed_fields"] += 1
        if listed:
            return [_pair(item, reason) for item in listed[:20]]
        return [("correct", "")] if entry.get("has_error", False) is False else None

    def _label(self, text: Any) -> Label | None:
        if not isinstance(text, str):
            return None
        if text in _KINDS:
            return text  # type: ignore[return-value]
        label = label_of(plain(text[:80]))
        if label not in _KINDS:
            return None
        self.repairs["label_spelling"] += 1
        return label  # type: ignore[return-value]

    def chain_errors(self, found: Mapping[str, Any]) -> tuple[Told, ...] | None:
        value = field(found, CHAIN, missing=_MISSING)
        if value is _MISSING:
            self.faults.append("the list 'chain_errors' is missing")
            return None
        if isinstance(value, dict) and "errors" in value:
            self.repairs["renamed_fields"] += 1
            value = value["errors"]
        if not isinstance(value, list):
            self.repairs["value_for_list"] += 1
            value = [value]
        pairs = [_pair(item, "") for item in value[:20]]
        meant = [(text, reason) for text, reason in pairs if not _says_nothing(text, reason)]
        told: dict[str, str] = {}
        for text, reason in meant:
            kind = self._chain_kind(text)
            if kind is None:
                self._reject(0, text, "unknown_label")
            else:
                told[kind] = told.get(kind) or reason
        if meant and not told:
            self.faults.append(f"'chain_errors' names none of {', '.join(dict.fromkeys(_CHAIN_KINDS.values()))}")
            return None
        return tuple(Told(kind, reason) for kind, reason in told.items())

    def _chain_kind(self, text: Any) -> str | None:
        if not isinstance(text, str):
            return None
        name = "_".join(re.findall(r"[a-z]+", plain(text[:80])))
        kind = _CHAIN_KINDS.get(name)
        if kind is not None and kind != text:
            self.repairs["label_spelling"] += 1
        return kind

    def _number(self, value: Any) -> int | None:
        """The step that a value names; None where it names none."""
        if isinstance(value, list) and len(value) == 1:
            self.repairs["list_for_value"] += 1
            value = value[0]
        if isinstance(value, bool):
            return None
        if isinstance(value, float) and value.is_integer() and 0 <= value < 1e9:
            self.repairs["number_as_decimal"] += 1
            return int(value)
        if isinstance(value, int):
            return value if value >= 0 else None
        if not isinstance(value, str):
            return None
        match = _NUMBER.fullmatch(value)
        if match is not None:
            self.repairs["step_word" if match["word"] else "number_as_text"] += 1
            return int(match["number"])
        if (asked := _QUESTION.fullmatch(value)) is not None and not (asked["rest"] or "").strip(" \"'.:)(0"):
            self.repairs["step_word"] += 1
            return 0
        return None

    def _reject(self, step: int, what: object, why: RejectedWhy) -> None:
        if len(self.rejected) < _MOST_REJECTED:
            self.rejected.append(RejectedEntry(step, _shown(what), why))


_MISSING = object()


def _under(key: str, value: Any, needed: str) -> dict[str, Any]:
    """An entry whose step was the name of a field, not a field of its own."""
    return {"step": key, **(value if isinstance(value, dict) else {needed: value})}


def _pair(item: Any, reason: str) -> tuple[Any, str]:
    if isinstance(item, dict):
        return field(item, LABEL), _text(field(item, _REASON)) or reason
    return item, reason


def _says_nothing(text: Any, reason: str) -> bool:
    return (text is None and not reason) or (isinstance(text, str) and _NOTHING.fullmatch(text) is not None)


def _shown(what: object) -> str:
    try:
        return " ".join(str(what).split())[:_LONGEST_TEXT]
    except (RecursionError, ValueError):  # nested too deeply, or a number of thousands of digits
        return f"({type(what).__name__})"


def _text(value: Any) -> str:
    if isinstance(value, str):
        return " ".join(value.split())[:_LONGEST_REASON]
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""
