"""Are a problem's sentences what the record says they are, and can each stand where a chain puts it?

Where a record claims a counterfactual answer, its two first premises and its two conclusions must differ in one number
and in nothing else; where it claims none (a hand-made file with arbitrary wrong conclusions), other words are a note.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

import msgspec

from dunyazad.numbers import Quantity
from dunyazad.problems.findings import Finding
from dunyazad.problems.names import find_names
from dunyazad.problems.quantities import quantities_in, states
from dunyazad.problems.record import Problem
from dunyazad.problems.word_lists import word_set

__all__ = [
    "Comparison",
    "check_answers",
    "check_conclusions",
    "check_names",
    "check_parts",
    "check_premises",
    "compare",
]

_STRAY_SPACE = re.compile(r"^\s|\s$|\s\s|[\t\r\n\f\v]")  # a thin space inside a number is none
_REQUEST = re.compile(
    r"(?:^|[.!?:,]\s+)(?:please\s+)?"
    r"(?:calculate|find|determine|compute|give|tell|state|work out|estimate|express|name)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+")
# Words that say nothing about which story a sentence belongs to.
_COMMON = word_set(
    """
    about after again also altogether amount answer apart average before both buys cost costs count dollar dollars
    does each earn earns every find from give gives have left less made make makes many more most much need needs
    number only other over paid pays per price remain remaining remains sell sells some spend spends spent take
    takes than that their them then there these they this those times total together under until were what when
    which will with would
    """
)


class Comparison(msgspec.Struct, frozen=True):
    """How two sentences differ.

    Attributes:
        changes: The pairs of quantities of different value; None where the sentences state another count of them.
        same_words: Are they the same but for the texts of those quantities? A plural that follows a number may differ.
    """

    changes: tuple[tuple[Quantity, Quantity], ...] | None
    same_words: bool


def compare(first: str, second: str) -> Comparison:
    """Compare two sentences quantity by quantity.

    Example:
        >>> comparison = compare("Ottilie has 3 hens.", "Ottilie has 5 hens.")
        >>> [(str(a.value), str(b.value)) for a, b in comparison.changes or ()], comparison.same_words
        ([('3', '5')], True)
    """
    left, right = quantities_in(first), quantities_in(second)
    if len(left) != len(right):
        return Comparison(None, False)
    changes = tuple((a, b) for a, b in zip(left, right, strict=True) if a.value != b.value)
    return Comparison(changes, _skeleton(first, left) == _skeleton(second, right))


def _skeleton(text: str, quantities: tuple[Quantity, ...]) -> list[list[str]]:
    """Give the words and signs between the quantities."""
    stretches: list[list[str]] = []
    start = 0
    for quantity in quantities:
        stretches.append(_reduced(text[start : quantity.start]))
        start = quantity.end
    stretches.append(_reduced(text[start:]))
    # "twice as many" and "three times as many" differ in the number only.
    return [stretch[1:] if index and stretch[:1] == ["tim"] else stretch for index, stretch in enumerate(stretches)]


def _reduced(text: str) -> list[str]:
    return [_stem(token) if token.isalpha() else token for token in re.findall(r"[^\W\d_]+|[^\w\s]", text)]


def _stem(word: str) -> str:
    """Take off what parts a plural from its singular; crude, and the same for both."""
    return word.rstrip("es") or word


def _severity(problem: Problem) -> Literal["error", "note"]:
    return "note" if problem.counterfactual_answer is None else "error"


def check_parts(problem: Problem) -> Iterator[Finding]:
    """No part is empty or has stray white space, and the question asks."""
    for part in ("first_premise", "alternate_first_premise", "question", "conclusion", "wrong_conclusion"):
        if not getattr(problem, part).strip():
            yield Finding("empty-part", f"{part} is empty")
    for part in ("first_premise", "alternate_first_premise", "premises", "question", "conclusion", "wrong_conclusion"):
        text: str = getattr(problem, part)
        if _STRAY_SPACE.search(text):
            yield Finding("white-space", f"{part} has stray white space: {text[:60]!r}")
    question = problem.question.rstrip().rstrip("\"'”’)")
    if question and not question.endswith("?") and not _REQUEST.search(question):
        yield Finding("no-question", f"the question neither asks nor requests: {problem.question[:60]!r}")


def check_premises(problem: Problem) -> Iterator[Finding]:
    """The alternate first premise differs in one number, and that is the changed one."""
    first, alternate = problem.first_premise, problem.alternate_first_premise
    if first == alternate:
        yield Finding("same-premise", "the alternate first premise is the first premise")
        return
    comparison = compare(first, alternate)
    if comparison.changes is None or len(comparison.changes) != 1:
        count = "another count of" if comparison.changes is None else f"{len(comparison.changes)} changed"
        yield Finding("alternate-numbers", f"the alternate first premise has {count} numbers: {alternate[:80]!r}")
        return
    if not comparison.same_words:
        sentence = f"the alternate first premise differs in more than its number: {alternate[:80]!r}"
        yield Finding("alternate-wording", sentence, _severity(problem))
    program = problem.program
    changed = next((g for g in program.givens if g.name == program.changed), None) if program else None
    if program is None or changed is None:
        return
    before, after = comparison.changes[0]
    for quantity, value in ((before, changed.value), (after, program.alternate_value)):
        if not states(quantity, value):
            sentence = (
                f"the first premises differ at {quantity.text!r}, the program changes {changed.name} to or from {value}"
            )
            yield Finding("changed-value", sentence)


def check_conclusions(problem: Problem) -> Iterator[Finding]:
    """Both conclusions are one sentence, with the answer in the one and the wrong answer in the other."""
    comparison = compare(problem.conclusion, problem.wrong_conclusion)
    if comparison.changes is None or len(comparison.changes) != 1:
        yield Finding("conclusion-numbers", f"the conclusions do not differ in one number: {problem.conclusion[:80]!r}")
        return
    if not comparison.same_words:
        sentence = f"the conclusions differ in more than their number: {problem.wrong_conclusion[:80]!r}"
        yield Finding("conclusion-wording", sentence, _severity(problem))
    right, wrong = comparison.changes[0]
    if not states(right, problem.answer):
        yield Finding("conclusion-answer", f"the conclusion says {right.text!r}, the answer is {problem.answer}")
    if not states(wrong, problem.wrong_answer):
        sentence = f"the wrong conclusion says {wrong.text!r}, the wrong answer is {problem.wrong_answer}"
        yield Finding("wrong-answer", sentence)


def check_answers(problem: Problem) -> Iterator[Finding]:
    """The three answers differ where they must, and those that are not true could be."""
    answer, counterfactual, wrong = problem.answer, problem.counterfactual_answer, problem.wrong_answer
    if wrong == answer:
        yield Finding("wrong-same", f"the wrong answer is the answer, {answer}")
    if counterfactual == answer:
        yield Finding("counterfactual-same", f"the counterfactual answer is the answer, {answer}")
    if counterfactual is None:
        yield Finding("counterfactual-unknown", "the counterfactual answer is not known", "note")
    elif wrong != counterfactual:
        sentence = f"the wrong conclusion gives {wrong}, the counterfactual answer is {counterfactual}"
        yield Finding("wrong-arbitrary", sentence, "note")
    for name, value in (("counterfactual", counterfactual), ("wrong", wrong)):
        if value is not None and answer >= 0 > value:
            yield Finding("insane", f"the {name} answer {value} is below zero, the answer {answer} is not")
        if value is not None and answer.denominator == 1 != value.denominator:
            yield Finding("insane", f"the {name} answer {value} is not whole, the answer {answer} is")


def check_names(problem: Problem) -> Iterator[Finding]:
    """The listed names are there, no other is, and the conclusion belongs to its story."""
    parts = (problem.text, problem.alternate_first_premise, problem.conclusion, problem.wrong_conclusion)
    for name in problem.names:
        if not any(name in part for part in parts):
            yield Finding("name-missing", f"the name {name!r} stands nowhere in the text")
    listed = {word for name in problem.names for word in (name, *name.split())}
    for name in find_names(*parts):
        if name not in listed and not set(name.split()) <= listed:
            yield Finding("name-unlisted", f"{name!r} looks like a name and is not listed", "note")
    story = f"{problem.first_premise} {problem.premises}"
    named = any(re.search(rf"\b{re.escape(word)}\b", problem.conclusion) for word in listed if word in story)
    if not named and not _anchors(problem.conclusion) & _anchors(story):
        sentence = f"the conclusion shares no name or telling word with its story: {problem.conclusion[:80]!r}"
        yield Finding("no-anchor", sentence)


def _anchors(text: str) -> set[str]:
    words = (word.lower() for word in _WORD.findall(text))
    return {_root(word) for word in words if len(word) > 3 and word not in _COMMON}


def _root(word: str) -> str:
    """Take off an ending: "grooming" and "groomer" tell of one thing. Four letters stay, so that it still tells."""
    return re.sub(r"(?<=\w{4})(?:ing|ers?|ed|e?s|e)$", "", word)
