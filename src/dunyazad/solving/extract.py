r"""Finding the stretch of a response that states an answer: after a label, after an answer marker, in a JSON object.

Each finder gives text, not numbers; `reading.read_answer` makes the number. Lines are looked at one at a time and every
pattern is anchored or bounded, so the time is linear in the length of the response.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from dunyazad.solving.reading import matching_brace, unmark

__all__ = ["final_text", "json_texts", "labelled_texts"]

# A bare number with a unit of at most two words: what may stand alone on the line below a question or a marker.
_BARE_ANSWER = re.compile(
    r"[\s=:]*(?:(?:final\s+)?answer\s*[:=]\s*)?-?\s?[$€£]?(?:\d[\d,./]*|\\[dt]?frac\{[^{}]*\}\{[^{}]*\})\W*(?:\w+\W*){0,2}",
    re.IGNORECASE,
)

_ESCAPED_LABEL = re.compile(r"\\\[(\s*Q\s*\d{1,3}\s*)\\\]", re.IGNORECASE)
_BRACKET_LABEL = r"[\[(]\s*(?:Q|Question)\s*(\d{1,3})\s*[\])]"
_AFTER_LABEL = r"\s*(?:[:=|]|→|=>|->|[-–—](?!\d))"
_LINE_LABEL = re.compile(
    rf"[\s>*•+|#\-]*(?:\d{{1,3}}[.)]\s+)?(?:(?:final\s+)?answer\s+(?:to|for)\s+)?"
    rf"(?:{_BRACKET_LABEL}|(?:Q|Question)\s*(\d{{1,3}})(?={_AFTER_LABEL}|[.)]\s))",
    re.IGNORECASE,
)
_INNER_LABEL = re.compile(rf"{_BRACKET_LABEL}|\b(?:Q|Question)\s*(\d{{1,3}})(?=\s*[:=])", re.IGNORECASE)
_SEPARATOR = re.compile(
    rf"(?:{_AFTER_LABEL}|[.)](?=\s))?\s*(?:(?:the\s+)?answer\s*(?:is\b|[:=])\s*:?)?\s*", re.IGNORECASE
)

_ANSWER = re.compile(r"(?:^|[.!?;]\s)[\s>*•#|\-]*(?:the\s+)?(?:final\s+)?answer\s*[:=](.*)$", re.IGNORECASE)
_ANSWER_IS = re.compile(r"\banswer\s+is\b\s*:?", re.IGNORECASE)
_HASHES = re.compile(r"\s*####(?P<answer>.*)$")

_KEY = re.compile(r"\W*(?:Q|Question)\s*(\d{1,3})\W*", re.IGNORECASE)
# A response holds one object, or a few drafts of it. Each opening brace costs a try.
_MOST_OBJECTS = 500


def labelled_texts(text: str) -> dict[int, str]:
    r"""The text after each label at the start of a line, "[Q1] 42" or "Q1: 42"; the last one counts.

    A label whose line restates the question is taken with what follows the question mark, or with a bare number on the
    next line; where there is neither it is no answer.

    Example:
        >>> labelled_texts("[Q1] How many eggs?\nStep 1 ...\n**[Q1]** 12 eggs\nQ2: 7")
        {1: '12 eggs', 2: '7'}
    """
    found: dict[int, str] = {}
    lines = [unmark(_ESCAPED_LABEL.sub(r"[\1]", line)) for line in text.splitlines()]
    for number, line in enumerate(lines):
        for label, stretch in _label_stretches(line):
            answer = _after_question(stretch) or _next_answer(lines, number)
            if answer:
                found[label] = answer
    return found


def _label_stretches(line: str) -> Iterator[tuple[int, str]]:
    """Cut a line that begins with a label at its labels: "[Q1] 42, [Q2] 7"."""
    first = _LINE_LABEL.match(line)
    if first is None:
        return
    marks = [first, *_INNER_LABEL.finditer(line, first.end())]
    for mark, following in zip(marks, [*marks[1:], None], strict=True):
        stretch = line[mark.end() : following.start() if following else len(line)]
        yield int(mark[1] or mark[2]), _strip_separator(stretch)


def _strip_separator(text: str) -> str:
    match = _SEPARATOR.match(text)
    return text[match.end() :].strip(" \t|") if match else text.strip(" \t|")


def _after_question(stretch: str) -> str:
    question, mark, rest = stretch.rpartition("?")
    return _strip_separator(rest.lstrip("\"'”’)] ")) if mark and question else stretch


def _next_answer(lines: list[str], number: int) -> str:
    following = next((line for line in lines[number + 1 : number + 4] if line.strip()), "")
    if len(following) <= 80 and _BARE_ANSWER.fullmatch(following):
        return _strip_separator(following.lstrip(" =:"))
    return ""


def final_text(text: str) -> str | None:
    r"""The text of the final answer; None where no marker states one.

    In this order, the first that is there counts: the last `Answer:` (at the start of a line or sentence); `#### 42` or
    "the answer is 42" in the last line; the last `\boxed{}`.

    Example:
        >>> final_text("Answer: 3\nNo, wait.\n**Answer:** 42 apples")
        '42 apples'
    """
    lines = [unmark(line) for line in text.splitlines()]
    for number in range(len(lines) - 1, -1, -1):
        match = _ANSWER.search(lines[number])
        if match:
            return match[1].strip(" |") or _next_answer(lines, number) or None
    last = next((line for line in reversed(lines) if line.strip()), "")
    hashes = _HASHES.match(last)
    if hashes and _BARE_ANSWER.fullmatch(hashes["answer"]):
        return hashes["answer"].strip()
    stated = list(_ANSWER_IS.finditer(last))
    if stated:
        return last[stated[-1].end() :].strip()
    return _last_boxed(text)


def _last_boxed(text: str) -> str | None:
    start = text.rfind("\\boxed{")
    if start < 0:
        return None
    end = matching_brace(text, start + 6)
    return None if end is None else text[start + 7 : end]


def json_texts(text: str) -> tuple[dict[int, str], list[str]]:
    r"""The values under the keys Q1, Q2, ... of the last JSON object that has any, and what was wrong with it.

    Fences and prose around it do not matter, nor does nesting. A key that stands twice: the last counts. NaN,
    infinities and null are no answers.

    Example:
        >>> json_texts('```json\\n{"Q1": 42, "Q2": "7 eggs", "Q3": null}\\n```')
        ({1: '42', 2: '7 eggs'}, [])
    """
    collector = _Collector()
    start, tries = text.find("{"), 0
    while start >= 0 and tries < _MOST_OBJECTS:
        tries += 1
        end = collector.decode(text, start)
        start = text.find("{", end if end is not None else start + 1)
    if collector.found:
        texts, problems = collector.found[-1]
        return texts, problems if texts or problems else ["no answer in the JSON object"]
    return {}, ["no JSON object in the response" if tries == 0 else "broken JSON, or no key Q1, Q2, ... in it"]


class _Collector:
    """Decodes JSON objects and keeps each that has answer keys, however deep it stands."""

    def __init__(self) -> None:
        self.found: list[tuple[dict[int, str], list[str]]] = []
        self._constants: list[str] = []
        # Numbers stay text: floats are not exact, and a long integer would raise.
        self._decoder = json.JSONDecoder(
            object_pairs_hook=self._object, parse_float=str, parse_int=str, parse_constant=self._constant
        )

    def decode(self, text: str, start: int) -> int | None:
        """Decode the object that begins at `start`; gives where it ends, or None where it is broken."""
        kept = len(self.found)
        try:
            return self._decoder.raw_decode(text, start)[1]
        except (ValueError, RecursionError):
            del self.found[kept:]  # an inner object was whole, but what it stood in was not
            return None

    def _constant(self, name: str) -> None:
        self._constants.append(name)

    def _object(self, pairs: list[tuple[str, object]]) -> object:
        texts: dict[int, str] = {}
        problems = [f"{name} is no answer" for name in self._constants]
        seen = set()
        for key, value in pairs:
            match = _KEY.fullmatch(key)
            if match is None:
                continue
            label = int(match[1])
            if label in seen:
                problems.append(f"Q{label} stands twice; the last counts")
            seen.add(label)
            texts.pop(label, None)
            answer = _value_text(value)
            if answer:
                texts[label] = answer
        if seen:
            self.found.append((texts, problems))
            self._constants = []
        return dict(pairs)


def _value_text(value: object) -> str:
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, dict):
        value = value.get("answer", value.get("value"))
    return value.strip() if isinstance(value, str) else ""
