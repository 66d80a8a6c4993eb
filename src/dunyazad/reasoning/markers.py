"""What opens a step: "Step 2a:", "2)", "(iii)", a heading, a bullet; and which lines give a final answer.

A number in a marker is a label, never an index: labels may skip, repeat or restart. Every pattern is anchored at a line
start or at the word "Step", with bounded repetition, so that finding markers is linear in the length of the text.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple

__all__ = ["Marker", "MarkerKind", "is_answer_line", "leading_label", "line_markers", "step_markers", "strip_label"]

MarkerKind = Literal["step", "heading", "number", "bullet"]

_WORDS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_LABEL = rf"(?:\d{{1,4}}(?:\.\d{{1,3}}){{0,3}}[a-z]?|[IVXivx]{{1,6}}|(?:{_WORDS})\b|[A-Z])"
_DECORATION = r"[ \t>]{0,12}(?:\#{1,6}[ \t]{0,4})?(?:[-*+•][ \t]{1,4})?(?:\d{1,3}[.)][ \t]{1,4})?(?:\*\*|__)?[ \t]{0,4}"
# "Step 3 gives 12" is a mention: a marker's label is followed by a delimiter or ends its line.
_STEP_LINE = re.compile(
    rf"^{_DECORATION}(?P<label>step[ \t]{{0,4}}[#№]?{_LABEL}|第[一二三四五六七八九十\d]{{1,3}}步)(?![\w])[ \t]{{0,4}}"
    r"(?:\*\*|__)?[ \t]{0,4}(?:[:：.)\]–—-](?:\*\*|__)?|(?=[ \t]{0,8}$)|(?<=\*\*)|(?<=__)|(?=\())",
    re.MULTILINE | re.IGNORECASE,
)
_STEP_MID_LINE = re.compile(rf"(?P<label>\bStep[ \t]{{1,4}}{_LABEL})[ \t]?(?:\*\*)?:(?:\*\*)?")
# Words before "Step 2:" that make it a mention ("as shown in Step 2: ...").
_MENTION = re.compile(
    r"(?:\b(?:from|in|of|by|to|see|using|use|at|and|or|with|per|under|after|before|than|the|into|for|on|that|back)"
    r"[ \t]{1,4}|[,(&][ \t]{0,4})$",
    re.IGNORECASE,
)
# A bold line is a title only where it claims nothing: "**Total = 5**" is content.
_HEADING = re.compile(
    r"^[ \t]{0,3}(?P<label>\#{1,6}[ \t]{1,4}(?=\S)[^\n]*|(?:\*\*|__)[^*_=\n]{1,120}(?:\*\*|__)[ \t]{0,4}:?[ \t]*$)",
    re.MULTILINE,
)
_NUMBER = re.compile(
    r"^(?P<indent>[ \t>]{0,12})(?:\*\*|__)?(?P<label>"
    r"(?P<dot>\d{1,4}[a-z]?)\\?\.|(?P<close>\d{1,4}[a-z]?)\)|\((?P<round>\d{1,4}[a-z]?)\)"
    r"|\((?P<roman>[ivx]{1,6})\)|(?P<romanclose>[ivx]{1,6})\)|\((?P<letter>[a-z])\)|(?P<letterclose>[a-z])\)"
    r"|(?P<romandot>[IVX]{1,5})\.|(?P<circled>[①-⑳]))"
    r"(?:\*\*|__)?:?(?=[ \t]|$)",
    re.MULTILINE,
)
_STYLES = ("dot", "close", "round", "roman", "romanclose", "letter", "letterclose", "romandot", "circled")
_BULLET = re.compile(r"^(?P<indent>[ \t>]{0,12})(?P<label>[-*+•–])[ \t]{1,4}(?=\S)", re.MULTILINE)
_ANSWER_LINE = re.compile(
    r"[ \t>*_#-]{0,8}(?:\[[QA]?\d{1,3}\]|[QA]\d{1,3}[ \t]{0,4}[:=]|\#{4}[ \t]"
    r"|(?:the[ \t]{1,4})?(?:final[ \t]{1,4})?answer(?:[ \t]{1,4}[\w ]{1,20})?\*{0,2}[ \t]{0,4}[:=])",
    re.IGNORECASE,
)


class Marker(NamedTuple):
    """Something that opens a step.

    Attributes:
        start: Where it begins, its decoration included.
        end: Where what it opens begins.
        label: The label as written, without decoration.
        kind: What it is.
        style: For numbers, which way of numbering: lists of two styles are a list and its sub-list.
        indent: How far its line is indented.
    """

    start: int
    end: int
    label: str
    kind: MarkerKind
    style: str = ""
    indent: int = 0


def step_markers(text: str) -> list[Marker]:
    """Find every "Step N" that could open a step, in order of place; several on one line are all found.

    Example:
        >>> [marker.label for marker in step_markers("Step 1: 2 + 3 = 5 Step 3: from Step 1: 5 * 2 = 10")]
        ['Step 1', 'Step 3']
    """
    folded = text.casefold()
    if "step" not in folded and "第" not in folded:
        return []
    # The line form also matches without a colon; what both forms find is one marker, with the line's decoration.
    places = {match.start("label"): _step_marker(match, match.start()) for match in _STEP_LINE.finditer(text)}
    end, place = 0, text.find("Step")
    while place >= 0:
        if (match := _STEP_MID_LINE.match(text, place)) is not None:
            start = place - 2 if place - 2 >= end and text.startswith("**", place - 2) else place
            end = match.end()
            if place not in places and not _MENTION.search(text, max(0, start - 12), start):
                places[place] = _step_marker(match, start)
        place = text.find("Step", place + 1)
    return sorted(places.values())


def _step_marker(match: re.Match[str], start: int) -> Marker:
    return Marker(start, match.end(), _clean_number(match["label"]), "step")


def line_markers(text: str) -> list[Marker]:
    r"""Find every heading, number and bullet that opens a line, in order of place.

    Example:
        >>> [(marker.kind, marker.label) for marker in line_markers("# Costs\n(a) 3 + 4 = 7")]
        [('heading', 'Costs'), ('number', '(a)')]
    """
    found = [
        Marker(m.start(), m.end(), _clean(m["label"].strip("#*_ :\t")), "heading") for m in _HEADING.finditer(text)
    ]
    headings = {marker.start for marker in found}
    found += [
        Marker(m.start(), m.end(), _clean_number(m["label"]), "number", _style(m), len(m["indent"]))
        for m in _NUMBER.finditer(text)
    ]
    found += [Marker(m.start(), m.end(), "", "bullet", "", len(m["indent"])) for m in _BULLET.finditer(text)]
    return sorted(marker for marker in found if marker.kind == "heading" or marker.start not in headings)


def leading_label(text: str) -> str:
    """The label that a step's text opens with; empty where it has none.

    Example:
        >>> leading_label("**Step 2a:** We add.")
        'Step 2a'
    """
    marker = _leading(text)
    return marker.label if marker is not None else ""


def strip_label(text: str) -> str:
    """A step's text without the label that it opens with: label numbers are no quantities.

    Example:
        >>> strip_label("Step 2: 3 + 4 = 7")
        '3 + 4 = 7'
    """
    marker = _leading(text)
    return text[marker.end :].lstrip(" \t") if marker is not None else text


def is_answer_line(line: str) -> bool:
    """Does a line give a final answer by its form ("[Q1] 42", "Answer: 42", "#### 42")?"""
    return _ANSWER_LINE.match(line) is not None


# Cutting, premises and verdicts each ask about the same few steps in turn.
@lru_cache(maxsize=64)
def _leading(text: str) -> Marker | None:
    if (match := _STEP_LINE.match(text)) is not None:
        return _step_marker(match, 0)
    if (match := _NUMBER.match(text)) is not None:
        return Marker(0, match.end(), _clean_number(match["label"]), "number")
    return None


def _clean(label: str) -> str:
    return " ".join(label.replace("\\", "").split())


# Numbers come again in every text, and are short; headings are neither.
_clean_number = lru_cache(maxsize=256)(_clean)


def _style(match: re.Match[str]) -> str:
    return next(name for name in _STYLES if match[name] is not None)
