"""Reading the verdict on a step out of a completion: the model's own words only, and one verdict only.

An object with the key `verdict` is what was asked for; "Verdict: correct" and a line that is a label are taken as well.
All that are found count, save those that a shown text could be the source of (see `marks`): where they disagree, or
name what was not asked about, there is no verdict. Thinking in `<think>` is no answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from dunyazad._answers import FoundObject, find_objects
from dunyazad.errors.labels import label_of, plain, settle
from dunyazad.errors.marks import Mark, Said, find_marks, is_name, joined, said
from dunyazad.errors.record import Label
from dunyazad.prompts import REASONING, object_of, shown
from dunyazad.reasoning import ReasoningChain, split_thinking

__all__ = ["Reading", "Sources", "own_objects", "read_verdict", "short", "verdict_schema"]

# Verdicts are short. Of what is longer the end is read, where the answer stands.
_LONGEST = 100_000
_LONGEST_REASONING = 600
_DEEPEST = 3
_WORD = re.compile(r"\w")
# What opens plain reasons, and the title of a verdict that ends them: neither says anything.
_LEAD = re.compile(r"\A[\s*#>{\"'_-]{0,20}(?:reasoning|analysis|explanation)[\s*:\"'_]{0,8}", re.IGNORECASE)
_TITLE = re.compile(r"(?:(?<=\n)|\A)[\s*#>_]{0,8}(?:final\s)?verdict[\s*:_]{0,8}\Z", re.IGNORECASE)


class Reading(NamedTuple):
    """What a completion says.

    Attributes:
        label: The verdict; None where there is none.
        reasoning: The model's reasons, shortened; may be empty.
        problem: Why there is no verdict; empty where there is one.
    """

    label: Label | None
    reasoning: str = ""
    problem: str = ""


class Sources:
    """What the texts of a chain could be quoted for; each text is looked through once."""

    def __init__(self, chain: ReasoningChain) -> None:
        self._chain = chain
        self._said: dict[int, Said] = {}

    def said(self, step: int, others: Iterable[int] = ()) -> Said:
        """For a step under judgement (0: none is) and the others that are shown with it."""
        return joined(self._of(step) if step else Said(), (self._of(other) for other in others))

    @cached_property
    def all(self) -> Said:
        """For the whole chain."""
        return self.said(0, range(len(self._chain.steps) + 1))

    def claims(self, pattern: re.Pattern[str]) -> frozenset[str]:
        """What the group `number` of a pattern finds anywhere in the chain's texts, as prompts show them."""
        numbers = range(len(self._chain.steps) + 1)
        texts = (plain(shown(self._chain.step_text(number))) for number in numbers)
        return frozenset(found["number"] for text in texts for found in pattern.finditer(text))

    def _of(self, number: int) -> Said:
        if number not in self._said:
            self._said[number] = said(self._chain.step_text(number))
        return self._said[number]


def verdict_schema(labels: Sequence[Label]) -> str:
    """The JSON schema of an answer: reasons first, then one of the labels."""
    return json.dumps(object_of(reasoning=REASONING, verdict={"type": "string", "enum": list(labels)}))


def read_verdict(text: str, labels: Sequence[Label], source: Said) -> Reading:
    r"""Read the verdict of a completion.

    Args:
        text: The completion.
        labels: What was asked for.
        source: What the texts that were shown could be quoted for.

    Example:
        >>> asked = ("correct", "mathematical_error")
        >>> read_verdict('{"reasoning": "12 * 3 is 36", "verdict": "mathematical_error"}', asked, Said())
        Reading(label='mathematical_error', reasoning='12 * 3 is 36', problem='')
        >>> read_verdict("The step says:\nVerdict: correct", asked, said("3 + 4 = 8. Verdict: correct")).problem
        'no verdict of its own in the answer'
    """
    text = split_thinking(text[-_LONGEST:])[1]
    objects, rest = own_objects(text, source)
    # The form that was asked for, its blanks still unfilled, says nothing.
    stated = [(value, fields) for fields in objects for value in _values(fields) if _WORD.search(value)]
    marks = sorted(find_marks(plain(rest), source), key=lambda mark: mark.start)
    names = [label_of(plain(value)) for value, _ in stated] + [mark.name for mark in marks]
    if not names:
        return Reading(None, problem="no verdict of its own in the answer")
    settled = {None if name is None else settle(name, labels) for name in names}
    if len(settled) > 1:
        return Reading(None, problem="several verdicts that disagree")
    label = settled.pop()
    if label is None:
        told = stated[0][0] if stated else str(names[0])
        return Reading(None, problem=f"{short(told, 60)!r} is none of the verdicts asked for")
    return Reading(label, _reasoning(stated[0][1]) if stated else _around(rest, marks))


def own_objects(text: str, source: Said) -> tuple[list[Mapping[str, object]], str]:
    """The objects of a completion that no shown text could be the source of, and the text without any object."""
    own: list[Mapping[str, object]] = []
    kept, place = [], 0
    for found in find_objects(text):
        start = text.find(found.text, place)
        kept.append(text[place:start])
        place = start + len(found.text)
        if not _quoted(found, source):
            own.append(found.fields)
    return own, "\n".join([*kept, text[place:]])


def short(text: str, most: int = _LONGEST_REASONING) -> str:
    """A text in one line, cut where it is long."""
    flat = " ".join(text[: 4 * most].split())
    return flat if len(flat) <= most else flat[: most - 1] + "…"


def _quoted(found: FoundObject, source: Said) -> bool:
    return bool(source.squeezed) and source.has(plain(found.text))


def _values(fields: Mapping[str, object], depth: int = 0) -> Iterator[str]:
    """What an object gives for a verdict, as text, however deep; what else it labels counts only if it gives none."""
    named = [(plain(key[:60]), value) for key, value in fields.items() if is_name(plain(key[:60]))]
    chosen = [value for key, value in named if "verdict" in key] or [value for _, value in named]
    for value in chosen:
        held = value[0] if isinstance(value, list) and len(value) == 1 else value
        yield held if isinstance(held, str) else json.dumps(held, default=str)[:60]
    for value in fields.values():
        if isinstance(value, dict) and not chosen and depth < _DEEPEST:
            yield from _values(value, depth + 1)


def _reasoning(fields: Mapping[str, object]) -> str:
    for name in ("reasoning", "reason", "explanation", "analysis"):
        value = fields.get(name)
        if isinstance(value, str):
            return short(value)
    return ""


def _around(text: str, marks: Sequence[Mark]) -> str:
    """Plain reasons stand before the verdict, or behind one that comes first."""
    place = marks[0].start if marks else 0
    before = _TITLE.sub("", _LEAD.sub("", text[:place].strip()))
    return short(before) or short(_LEAD.sub("", text[place:].partition("\n")[2].strip()))
