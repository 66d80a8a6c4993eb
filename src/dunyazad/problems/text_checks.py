"""Are a problem's sentences what the record says they are, and can each stand where a chain puts it?

Where a record claims a counterfactual answer, its two first premises and its two conclusions must differ in one number
and in nothing else; where it claims none (a hand-made file with arbitrary wrong conclusions), other words are a note.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

import msgspec

from dunyazad.numbers import Quantity, render_number
from dunyazad.problems.alternate_checks import counts_things
from dunyazad.problems.findings import Finding
from dunyazad.problems.names import find_names
from dunyazad.problems.quantities import alike, quantities_in, readings, states
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
# What no reader sees or what turns the text around: control signs, line separators, zero width, direction marks.
# (Those that join letters in some scripts are welcome.)
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\u2028\u2029\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
# A mark that ends a sentence, and a new one behind it; "Mr. Oduya" and "St. Ives" go on.
_SENTENCE_END = re.compile(
    r"(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bDr)(?<!\bSt)(?<!\b[A-Z])[.!?][\"'”’)]*\s+(?=[A-Z0-9$\"“])"
)
_WORD = re.compile(r"[^\W\d_]+")
_TOKEN = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_")
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


_DETERMINERS = word_set("her his its our the their your")


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
    pairs = list(zip(left, right, strict=True))
    changes = tuple((a, b) for a, b in pairs if a.value != b.value)
    same_words = _same_words(_skeleton(first, left), _skeleton(second, right))
    return Comparison(changes, same_words and all(alike(a, b) for a, b in pairs))


def _same_words(first: list[list[str]], second: list[list[str]]) -> bool:
    return all(
        len(ours) == len(theirs)
        and all(a == b or (index > 0 and _plurals(a, b)) for a, b in zip(ours, theirs, strict=True))
        for index, (ours, theirs) in enumerate(zip(first, second, strict=True))
    )


def _skeleton(text: str, quantities: tuple[Quantity, ...]) -> list[list[str]]:
    """Give the words and signs between the quantities."""
    stretches: list[list[str]] = []
    start = 0
    for quantity in quantities:
        stretches.append(_TOKEN.findall(text[start : quantity.start]))
        start = quantity.end
    stretches.append(_TOKEN.findall(text[start:]))
    # "twice as many" and "three times as many" differ in the number only.
    return [stretch[1:] if index and stretch[:1] == ["times"] else stretch for index, stretch in enumerate(stretches)]


def _plurals(first: str, second: str) -> bool:
    """Is one word the plural of the other? "1 box" and "2 boxes", but not "the" and "these"."""
    short, long = sorted((first, second), key=len)
    forms = {f"{short}s", f"{short}es", f"{short[:-1]}ies" if short.endswith("y") else ""}
    return len(short) > 2 and short not in _DETERMINERS and long in forms


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
        if control := _CONTROL.search(text):
            yield Finding("control-sign", f"{part} holds the unseen sign {control[0]!r}: {text[:60]!r}")
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
    yield from _check_style("first premises", comparison.changes[0])
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
            return
    if not readings(before, changed.value) & readings(after, program.alternate_value):
        sentence = (
            f"{before.text!r} and {after.text!r} are read in two ways, as {changed.value} and {program.alternate_value}"
        )
        yield Finding("changed-value", sentence)


def check_conclusions(problem: Problem) -> Iterator[Finding]:
    """Both conclusions are one sentence, with the answer in the one and the wrong answer in the other."""
    if _SENTENCE_END.search(problem.conclusion):
        yield Finding("conclusion-sentences", f"the conclusion is more than one sentence: {problem.conclusion[:80]!r}")
    comparison = compare(problem.conclusion, problem.wrong_conclusion)
    if comparison.changes is None or len(comparison.changes) != 1:
        yield Finding("conclusion-numbers", f"the conclusions do not differ in one number: {problem.conclusion[:80]!r}")
        return
    if not comparison.same_words:
        sentence = f"the conclusions differ in more than their number: {problem.wrong_conclusion[:80]!r}"
        yield Finding("conclusion-wording", sentence, _severity(problem))
    right, wrong = comparison.changes[0]
    yield from _check_style("conclusions", (right, wrong))
    if not states(right, problem.answer):
        yield Finding("conclusion-answer", f"the conclusion says {right.text!r}, the answer is {problem.answer}")
    if not states(wrong, problem.wrong_answer):
        sentence = f"the wrong conclusion says {wrong.text!r}, the wrong answer is {problem.wrong_answer}"
        yield Finding("wrong-answer", sentence)
    elif states(right, problem.answer) and not readings(right, problem.answer) & readings(wrong, problem.wrong_answer):
        sentence = (
            f"{right.text!r} and {wrong.text!r} are read in two ways, as {problem.answer} and {problem.wrong_answer}"
        )
        yield Finding("wrong-answer", sentence)


def _check_style(what: str, change: tuple[Quantity, Quantity]) -> Iterator[Finding]:
    """Numbers told in words in the one and in digits in the other would part the true from the false one at a look."""
    in_words = [not any(sign.isdigit() for sign in quantity.text) for quantity in change]
    if in_words[0] != in_words[1]:
        texts = " and ".join(repr(quantity.text) for quantity in change)
        yield Finding("number-style", f"the {what} tell one number in words and the other in digits: {texts}", "note")


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
    yield from _check_whole(problem)


def _check_whole(problem: Problem) -> Iterator[Finding]:
    """Where the answer is whole, the others are: things come whole, and a broken number gives itself away in a claim.

    Money and measures may be broken in a counterfactual answer that no claim states; that is a note.
    """
    answer, counterfactual, wrong = problem.answer, problem.counterfactual_answer, problem.wrong_answer
    if answer.denominator != 1:
        return
    if wrong.denominator != 1:
        yield Finding("answer-broken", f"the wrong answer {wrong} is not whole, the answer {answer} is")
    if counterfactual in (None, wrong) or counterfactual.denominator == 1:
        return
    counted = any(
        states(quantity, answer) and counts_things(problem.conclusion, quantity)
        for quantity in quantities_in(problem.conclusion)
    )
    sayable = (counterfactual * 100).denominator == 1
    severity: Literal["error", "note"] = "note" if sayable and not counted else "error"
    sentence = f"the counterfactual answer {render_number(counterfactual)} is not whole, the answer {answer} is"
    yield Finding("answer-broken", sentence, severity)


def check_names(problem: Problem) -> Iterator[Finding]:
    """The listed names are there, no other is, and the conclusion belongs to its story."""
    parts = (problem.text, problem.alternate_first_premise, problem.conclusion, problem.wrong_conclusion)
    for name in problem.names:
        if not any(_stands_in(name, part) for part in parts):
            yield Finding("name-missing", f"the name {name!r} stands nowhere in the text")
    # What differs from the story in its number only holds no other names.
    known = set(problem.text.split())
    differing = [part for part in parts[1:] if any(word[:1].isupper() for word in {*part.split()} - known)]
    listed = {word for name in problem.names for word in (name, *name.split())}
    for name in find_names(problem.text, *differing):
        if name not in listed and not set(name.split()) <= listed:
            yield Finding("name-unlisted", f"{name!r} looks like a name and is not listed", "note")
    story = f"{problem.first_premise} {problem.premises}"
    named = any(_stands_in(word, story) and _stands_in(word, problem.conclusion) for word in listed)
    if not named and not _anchors(problem.conclusion) & _anchors(story):
        sentence = f"the conclusion shares no name or telling word with its story: {problem.conclusion[:80]!r}"
        yield Finding("no-anchor", sentence)


def _stands_in(name: str, text: str) -> bool:
    """Does a name stand in a text as whole words? "Ann" does not stand in "Anna"."""
    return bool(name.strip()) and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def _anchors(text: str) -> set[str]:
    words = (word.lower() for word in _WORD.findall(text))
    return {_root(word) for word in words if len(word) > 3 and word not in _COMMON}


def _root(word: str) -> str:
    """Take off an ending: "grooming" and "groomer" tell of one thing. Four letters stay, so that it still tells."""
    return re.sub(r"(?<=\w{4})(?:ing|ers?|ed|e?s|e)$", "", word)
