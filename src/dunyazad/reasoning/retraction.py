"""Steps that take earlier ones back: "Wait, that is wrong", "No, let me recompute", "I made a mistake in step 3".

Strategy. Two kinds of sign count. A step that *names* what it takes back ("there is an error in step 2") takes that
back, wherever in the step it says so. A step that *opens* by taking back ("Hold on, that is not right: ...") takes back
the last step that still stands. What a step takes back within itself ("3 * 4 = 13. Wait, no: 12.") is its own business,
and checking ("Let me double-check", "that is right") takes nothing back.

Numbers in the text are labels: they are looked up among the labels of the earlier steps, the latest first, and count as
positions only in a chain without labels. Patterns have bounded repetition; only the head of a step is searched for the
second kind.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

import msgspec

from dunyazad.reasoning.markers import leading_label, strip_label
from dunyazad.reasoning.record import ReasoningChain, Step

__all__ = ["mark_retractions", "repairs", "taking_back_starts"]

_HEAD = 240

_INTERJECTION = (
    r"(?:(?:but|oh|ah|and|so)[ ,]{1,3})?"
    r"(?:wait|hold on|hang on|hm{1,6}|oops|no|nope|actually|sorry|my apologies|apologies|on second thought|ah|oh|argh)"
    r"(?: a (?:moment|minute|second))?"
)
_WRONG = (
    r"(?:(?:is|was|'s|’s|are|were|looks?|seems?)"
    r"(?: (?:to be|completely|clearly|obviously|also|still|all|just|simply)){0,2} "
    r"(?:wrong|incorrect|mistaken|an? (?:error|mistake)|in error|impossible"
    r"|not (?:quite |entirely )?(?:right|correct|true)(?! that))"
    r"|(?:isn|wasn|aren|weren|doesn|can|couldn)(?:'|’)t (?:quite |be |look |seem |make )?"
    r"(?:right|correct|true|sense)(?! that)"
    r"|(?:cannot|can not) be (?:right|correct|true)(?! that))"
)
_FAULT = r"(?:\w{1,15} ){0,2}(?:mistake|error|slip)\b"
_REDO = r"(?:re-?(?:do|compute|calculate|count|work|try)|correct|fix|try again|start (?:over|again|afresh))"
_RETHINK = (
    r"(?:re-?(?:consider|think|evaluate|examine|read|check|visit|start|write)"
    r"|go back|think again|check (?:that )?again)"
)
_ME = (
    r"(?:let me|let us|let's|let’s"
    r"|(?:i|we) (?:need|have|should|must)(?: to)?|i (?:will|'ll|want)(?: to)?) (?:\w{1,12} )?"
)

# That something before is wrong.
_SAYS_SO = re.compile(
    r"(?:that|this|it|which|i|we|the (?:above|previous|last|earlier|first|second)[\w ]{0,30}?"
    rf"|(?:that|this|my) [\w ]{{1,30}}?)[ ]?{_WRONG}\b"
    rf"|(?:i|we) (?:have )?(?:just )?(?:made|see|spotted|noticed?|found) (?:a|an|my|the|our) {_FAULT}"
    rf"|there(?:'s|’s| is| was| must be) (?:a|an) {_FAULT}"
    r"|(?:i|we) (?:have )?(?:mis(?:calculated|read|counted|computed|took|stated|wrote|interpreted|applied|understood)"
    r"|(?:got|did|had|have|wrote|used|counted|computed) (?:that|it|this|these)\b[\w ]{0,20} wrong\b"
    r"|was wrong|were wrong|forgot|should have|shouldn't have|need(?:ed)? to correct)"
    r"|(?:scratch|strike) (?:that|this)\b"
    r"|(?:never ?mind|disregard|ignore) (?:that|this|it|the (?:above|previous|last))\b",
    re.IGNORECASE,
)
# Only after an interjection: "Let me recompute the new total" and "Let me check" are work to be done.
_DOES_AGAIN = re.compile(rf"{_ME}(?:{_REDO}|{_RETHINK})\b", re.IGNORECASE)
_OPENING = re.compile(rf"[\W_]{{0,6}}(?:{_INTERJECTION}\b[\s,.:;!?—–…-]{{1,6}}){{1,3}}", re.IGNORECASE)
_DOES_AGAIN_ALONE = re.compile(
    rf"[\W_]{{0,6}}{_ME}{_REDO}[ ]?(?:[.:!,;\n]|$|(?:that|this|it|the (?:last|previous|above))\b)", re.IGNORECASE
)
_CORRECTION = re.compile(r"[\W_]{0,6}correction[ ]?(?:[:!—–-]|(?:to|of) (?:the|my) (?:last|previous))", re.IGNORECASE)
_OVER = re.compile(
    rf"{_ME}(?:start (?:over|again|afresh)"
    r"|(?:begin|start|redo \w{1,12}) (?:again )?from (?:scratch|the (?:beginning|start)))",
    re.IGNORECASE,
)

_LABEL = r"\d{1,4}[a-z]?"
_LIST = (
    rf"(?P<list>{_LABEL}(?:(?:\s{{0,2}},\s{{0,2}}(?:and )?|\s{{0,2}}(?:and|&|to|-|–)\s{{0,2}})(?:steps? )?{_LABEL})"
    r"{0,8})(?!\w|[.,]\d)"
)
_NAMED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?:mistake|error|slip|miscalculation|typo)s? (?:was |were )?(?:made )?(?:in|at|with|from) steps? " + _LIST,
        rf"\bsteps? {_LIST},? {_WRONG}",
        r"\b(?:redo|redoing|correcting|fix|fixing|re-?compute|recalculate|recomputing|recalculating) steps? " + _LIST,
        r"\bcorrect steps? " + _LIST,
        r"\bcorrection (?:to|of|for) steps? " + _LIST,
        r"\b(?:disregard|ignore|scratch|strike) steps? " + _LIST,
        r"\b(?:i|we) (?:was|were|got) (?:it )?wrong in steps? " + _LIST,
        r"\bmis(?:calculated|read|counted|computed|took|stated|applied) (?:\w{1,15} ){0,4}in steps? " + _LIST,
    )
)
# "No mistake in step 2", "if step 2 is wrong".
_DOUBTED = re.compile(
    r"\b(?:no|not|any|without|if|whether|unless|avoid|check|is|are|was|possible|potential)\b[^.!?\n]{0,24}$|n't\b[^.!?\n]{0,24}$",
    re.IGNORECASE,
)
_RANGE = re.compile(r"(\d{1,4})\s{0,2}(?:to|-|–)\s{0,2}(?:steps? )?(\d{1,4})")
_DIGITS = re.compile(r"\d{1,4}")
_LINE_THAT_MAY = re.compile(
    r"\n(?=(?:[^\w\n]|_){0,6}(?:wait|but|oh|ah|and|so|hold|hang|hm|oops|no|actually|sorry|my|apologies|on second|argh"
    r"|that|this|it|which|i|we|the|there|scratch|strike|never|disregard|ignore|let|correction)\b)",
    re.IGNORECASE,
)
# What a head begins with that matches any of the patterns for heads; few steps begin so.
_MAY_TAKE_BACK = re.compile(
    r"[\W_]*+(?:wait|but|oh|ah|and|so|hold on|hang on|hm|oops|no|actually|sorry|my|apologies|on second|argh"
    r"|that|this|it|which|i|we|the (?:above|previous|last|earlier|first|second)|there(?:'s|’s| is| was| must)"
    r"|scratch|strike|never|disregard|ignore|let|correction)",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s|\n")
_CONTENT = re.compile(r"\d|=")


def mark_retractions(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Mark the steps that take earlier ones back; steps that already are marked stay as they are.

    Example:
        >>> texts = ("Step 1: 4 * 6 = 26", "Step 2: Wait, that is wrong: 4 * 6 = 24", "Step 3: 24 + 1 = 25")
        >>> [step.retracts for step in mark_retractions([Step(text) for text in texts])]
        [(), (1,), ()]
    """
    labels = cache(lambda: [_number(step) for step in steps])  # few steps name others
    standing: list[int] = []
    marked: list[Step] = []
    for number, step in enumerate(steps, start=1):
        taken = step.retracts or _taken_back(step.text, labels, standing, number)
        if taken:
            standing = [earlier for earlier in standing if earlier not in taken]
        if not taken or _CONTENT.search(_rest(step.text)):
            standing.append(number)
        marked.append(step if taken == step.retracts else msgspec.structs.replace(step, retracts=taken))
    return tuple(marked)


def repairs(chain: ReasoningChain) -> dict[int, tuple[int, int]]:
    """For each step that is taken back: the step that takes it back, and the one that stands in its place.

    The two are the same unless the one only says so ("Wait, that is wrong."); then the next step stands in its place.

    Example:
        >>> steps = (Step("2 + 2 = 5"), Step("Wait, no.", retracts=(1,)), Step("2 + 2 = 4"))
        >>> repairs(ReasoningChain(id="c", question="q", steps=steps))
        {1: (2, 3)}
    """
    found: dict[int, tuple[int, int]] = {}
    for number, step in enumerate(chain.steps, start=1):
        bare = step.retracts and not _CONTENT.search(_rest(step.text)) and number < len(chain.steps)
        for earlier in step.retracts:
            found[earlier] = (number, number + 1 if bare else number)
    return found


def taking_back_starts(text: str) -> list[int]:
    r"""Where lines begin that open by taking back what stands before them.

    Example:
        >>> taking_back_starts("Step 1: 2 + 2 = 5\nWait, that is wrong. 2 + 2 = 4")
        [18]
    """
    return [
        match.end()
        for match in _LINE_THAT_MAY.finditer(text)
        if _opens_by_taking_back(text[match.end() : match.end() + _HEAD].lower())
    ]


def _taken_back(text: str, labels: Callable[[], list[str]], standing: list[int], number: int) -> tuple[int, ...]:
    if not standing:
        return ()
    body = strip_label(text)
    named = _named(body, labels, number)
    if named is not None:
        return named
    head = body[:_HEAD].lower()
    if not _opens_by_taking_back(head):
        return ()
    return tuple(standing) if _OVER.search(head) else (standing[-1],)


def _named(body: str, labels: Callable[[], list[str]], number: int) -> tuple[int, ...] | None:
    """The earlier steps that a text calls wrong by name; None where it calls none so."""
    lowered = body.lower()
    if "step" not in lowered:
        return None
    found: set[int] | None = None
    for pattern in _NAMED:
        for match in pattern.finditer(lowered):
            if not _DOUBTED.search(lowered, max(0, match.start() - 40), match.start()):
                found = (found or set()) | _positions(match["list"], labels()[: number - 1])
    return None if found is None else tuple(sorted(found))


def _positions(written: str, labels: list[str]) -> set[int]:
    """The places of the steps that a list of numbers names."""
    numbers = {str(int(number)) for number in _DIGITS.findall(written)}
    for first, last in _RANGE.findall(written):
        numbers.update(str(number) for number in range(int(first), min(int(last), int(first) + len(labels)) + 1))
    if not any(labels):
        return {int(number) for number in numbers if 1 <= int(number) <= len(labels)}
    latest = {label: place for place, label in enumerate(labels, start=1)}
    return {latest[number] for number in numbers if number in latest}


def _opens_by_taking_back(head: str) -> bool:
    if _MAY_TAKE_BACK.match(head) is None:
        return False
    if _CORRECTION.match(head) or _DOES_AGAIN_ALONE.match(head):
        return True
    opening = _OPENING.match(head)
    rest = head[opening.end() :] if opening is not None else head.lstrip(" \t\n*_\"'(")
    sentence = _first_sentence(rest)
    if opening is not None:
        return any(pattern.search(sentence) for pattern in (_SAYS_SO, _DOES_AGAIN))
    return _SAYS_SO.match(sentence) is not None and not sentence.rstrip().endswith("?")


def _first_sentence(text: str) -> str:
    return _SENTENCE_END.split(text.lstrip(), maxsplit=1)[0]


def _number(step: Step) -> str:
    """The number in a step's label; empty where it has none."""
    match = _DIGITS.search(step.label or leading_label(step.text))
    return str(int(match[0])) if match is not None else ""


def _rest(text: str) -> str:
    """A step's text without its label and the numbers of the steps that it names."""
    return re.sub(r"steps? \d{1,4}", "", strip_label(text), flags=re.IGNORECASE)
