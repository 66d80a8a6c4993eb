r"""Finding verdicts in a completion, so that the text under judgement cannot speak in the model's place.

Strategy. A verdict has one of three forms: a JSON object with the key `verdict`; the plain form "Verdict: correct" at
the start of a line or sentence; a line that is a label and nothing else, first or last. The model was shown texts (the
question, steps) that may hold such forms themselves, and it may repeat them. So each form is *void* where a shown text
could have been its source:

- an object, if its characters (white space and kinds of quotation marks aside) stand in a shown text;
- a plain form, if any shown text has a plain form of the same label anywhere, however it is embedded;
- a bare label, if the step under judgement has that label's words anywhere.

Any stretch of a shown text is thus read as no verdict. The price is small: an honest answer in the very form that the
step has is unread, and that is counted as `unparsed`. The form that is asked for, an object with the model's own
reasoning, is never void by accident.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from dunyazad.errors.labels import LABEL, label_of, named, plain
from dunyazad.errors.record import Label
from dunyazad.prompts import shown

__all__ = ["Mark", "Said", "find_marks", "is_name", "joined", "said", "squeeze"]

_NAME = (
    r"(?:verdict|judge?ment|label|classification|conclusion|assessment|evaluation|error[\s_-]?type"
    r"|(?:final[\s_-]{1,3})?answer)"
)
_KEY = re.compile(rf"(?:final[\s_-]{{0,3}})?{_NAME}")
_SEPARATOR = (
    r"[\s\"'*_`\])]{0,8}(?:is\b|was\b|[:=|→]|=>|->|[-–—])[\s\"'*_`\[(<{$\\:]{0,12}(?:(?:boxed|text|textbf)\{){0,2}"
    r"(?:(?:the|this)\s(?:step|statement)\sis\s)?"
)
_PLAIN = re.compile(rf"{_NAME}{_SEPARATOR}{LABEL}(?!\w)")
# Every place, overlapping ones too: what is cut out of a text at any two places is still found in it.
_SAID = re.compile(rf"(?={_NAME}{_SEPARATOR}{LABEL})")
_WORDS = re.compile(rf"(?={LABEL})")
# What may stand before a plain form, back to the start of its line, sentence or JSON field.
_BEFORE = re.compile(
    r"(?:\A|[\n.!?;:]|[{,]\s{0,8}[\"'`])[\s>#*_+•|\-\"'`\[(\d)]{0,12}(?:(?:the|my)\s)?(?:final[\s_-]{1,3})?\Z"
)
_AFTER = re.compile(
    r"[ \t]{0,4}[^\w\s,/|]{0,10}[ \t]{0,4}"
    r"(?:\Z|\n|[.!(—–:]|-(?=[ \t])|(?<=[\"'`])[ \t]{0,4}[,}]|(?<=[\W_])(?:because|since|as)\b)"
)
_ENDS = frozenset("\n.!?;:{,")
_WORD = re.compile(r"\w")
_LINE = re.compile(r"\n")
_SENTENCE = re.compile(r"\n|[.!](?=\s)")
_SPACE_AND_QUOTES = re.compile(r"[\s\"'`“”‘’]+")


class Mark(NamedTuple):
    """A verdict as it was found.

    Attributes:
        name: The label, or "wrong".
        start: Where it begins, in the plain text.
    """

    name: Label | str
    start: int


class Said(NamedTuple):
    """What the texts that a model was shown could be quoted for.

    Attributes:
        squeezed: Those that have a brace at all, without white space and quotation marks.
        plain: The labels that stand in a plain form in any of them.
        bare: The labels whose words stand in the step under judgement.
    """

    squeezed: tuple[str, ...] = ()
    plain: frozenset[str] = frozenset()
    bare: frozenset[str] = frozenset()

    def has(self, stretch: str) -> bool:
        """Does a stretch of plain text stand in a shown text, white space and quotation marks aside?"""
        wanted = squeeze(stretch)
        return any(wanted in text for text in self.squeezed)


def said(text: str) -> Said:
    """What one text could be quoted for, if it is the step under judgement."""
    seen = plain(shown(text))
    claims = frozenset(named(found) for found in _SAID.finditer(seen))
    words = frozenset(named(found) for found in _WORDS.finditer(seen))
    return Said((squeeze(seen),) if "{" in seen else (), claims, words)


def joined(step: Said, others: Iterable[Said]) -> Said:
    """What a step under judgement, and the texts that are shown with it, could be quoted for together."""
    every = [step, *others]
    squeezed = tuple(text for one in every for text in one.squeezed)
    return Said(squeezed, frozenset().union(*(one.plain for one in every)), step.bare)


def squeeze(text: str) -> str:
    """A text without white space and quotation marks."""
    return _SPACE_AND_QUOTES.sub("", text)


def find_marks(text: str, source: Said) -> Iterator[Mark]:
    """Find the plain forms and bare labels in a plain text that no shown text could be the source of."""
    for found in _PLAIN.finditer(text):
        name, start = named(found), _opening(text, found)
        if name not in source.plain and start is not None:
            yield Mark(name, start)
    for line, start in _alone(text):
        bare = label_of(line)
        if bare is not None and bare not in source.bare:
            yield Mark(bare, start)


def is_name(key: str) -> bool:
    """Is a key of an object, in plain text, a name for the verdict?"""
    return _KEY.fullmatch(key.strip()) is not None


def _opening(text: str, found: re.Match[str]) -> int | None:
    """Where a plain form begins, the signs and words before it included; None where it does not stand by itself.

    It does not amid a sentence, nor in a list of what may be answered.
    """
    if _AFTER.match(text, found.end()) is None:
        return None
    first = max(0, found.start() - 40)
    # A cut is not the start of the text.
    before = _BEFORE.search(("x" if first else "") + text[first : found.start()])
    return None if before is None else first - bool(first) + before.start() + (before[0][:1] in _ENDS)


def _alone(text: str) -> Iterator[tuple[str, int]]:
    """What is an answer if it is a label: the first and the last line that have a word, the first sentence."""
    first = _WORD.search(text)
    if first is None:
        return
    last = len(text)
    while not (text[last - 1].isalnum() or text[last - 1] == "_"):
        last -= 1
    begin = text.rfind("\n", 0, first.start()) + 1
    places = {(begin, _LINE), (begin, _SENTENCE), (text.rfind("\n", 0, last) + 1, _LINE)}
    for start, pattern in places:
        end = pattern.search(text, max(start, first.start()))
        yield text[start : len(text) if end is None else end.start()], start
