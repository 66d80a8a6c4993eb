r"""Finding the stretch of a response that states an answer: after a label, after an answer marker, in a JSON object.

Each finder gives text, not numbers; `reading.read_answer` makes the number. Lines are looked at one at a time and every
pattern is anchored or bounded, so the time is linear in the length of the response.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from dunyazad._records import storable
from dunyazad.solving.reading import matching_brace, unmark

__all__ = ["final_text", "json_texts", "labelled_texts", "without_thinking"]

_NO_QUESTIONS: Mapping[int, str] = MappingProxyType({})
_THINK = re.compile(r"<(/?)think(?:ing)?>", re.IGNORECASE)
# The blank of a form that the prompt showed, written out again: "<number>".
_PLACEHOLDER = re.compile(r"<[^<>\d]*>\W*")

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
_LONGEST_BROKEN, _DEEPEST_BROKEN = 10_000, 20
_STRING_OR_BRACE = re.compile(r'"(?:[^"\\\n]|\\.)*+"|[{}]')
# A response holds one object, or a few drafts of it. Each opening brace costs a try.
_MOST_OBJECTS = 500


def without_thinking(text: str) -> str:
    """A response without what stands in `<think>`: numbers that a model tried out there are not its answers.

    A `<think>` that is never closed takes all of the rest; a `</think>` that was never opened (the chat template did)
    takes all before it.

    Example:
        >>> without_thinking("<think>Answer: 3? No.</think>Answer: 4")
        'Answer: 4'
    """
    kept: list[str] = []
    place, thinking = 0, False
    for tag in _THINK.finditer(text):
        if tag[1]:
            if not thinking:
                kept.clear()
            place, thinking = tag.end(), False
        elif not thinking:
            kept.append(text[place : tag.start()])
            thinking = True
    return "\n".join(kept if thinking else [*kept, text[place:]]).lstrip()


def labelled_texts(text: str, questions: Mapping[int, str] = _NO_QUESTIONS) -> dict[int, str]:
    r"""The text after each label at the start of a line, "[Q1] 42" or "Q1: 42"; the last one counts.

    A label whose line restates the question is taken with what follows the question, or with a bare number on the next
    line; where there is neither it is no answer. Several labels above a number, or several numbers below a label, leave
    open which belongs to which, and are no answers either.

    Args:
        text: The response.
        questions: The question of each label, so that one is known again that ends in no question mark.

    Example:
        >>> labelled_texts("[Q1] How many eggs?\nStep 1 ...\n**[Q1]** 12 eggs\nQ2: 7")
        {1: '12 eggs', 2: '7'}
    """
    found: dict[int, str] = {}
    lines = [unmark(_ESCAPED_LABEL.sub(r"[\1]", line)) for line in text.splitlines()]
    open_label = False  # is there a label right above whose answer is still to come?
    for number, line in enumerate(lines):
        stretches = list(_label_stretches(line))
        for label, stretch in stretches:
            answer = _after_question(stretch, questions.get(label, ""))
            if not answer and not open_label and len(stretches) == 1:
                answer = _next_answer(lines, number)
            if answer and not _PLACEHOLDER.fullmatch(answer):
                found[label] = answer
            open_label = not answer
        if line.strip() and not stretches:
            open_label = False
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


def _after_question(stretch: str, question: str) -> str:
    restated = unmark(question)
    if restated and stretch.lower().startswith(restated.lower()):
        return _strip_separator(stretch[len(restated) :].lstrip("\"'”’)] "))
    before, mark, rest = stretch.rpartition("?")
    return _strip_separator(rest.lstrip("\"'”’)] ")) if mark and before else stretch


def _next_answer(lines: list[str], number: int) -> str:
    following = [line for line in lines[number + 1 : number + 6] if line.strip()][:2]
    bare = [len(line) <= 80 and _BARE_ANSWER.fullmatch(line) is not None for line in following]
    return _strip_separator(following[0].lstrip(" =:")) if bare in ([True], [True, False]) else ""


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
        if match and not _PLACEHOLDER.fullmatch(match[1].strip(" |")):
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
    infinities and null are no answers. Where an object with such keys is broken, nothing inside it counts.

    Example:
        >>> json_texts('```json\\n{"Q1": 42, "Q2": "7 eggs", "Q3": null}\\n```')
        ({1: '42', 2: '7 eggs'}, [])
    """
    collector = _Collector()
    start, tries = text.find("{"), 0
    while start >= 0 and tries < _MOST_OBJECTS:
        tries += 1
        end = collector.decode(text, start) or _broken_end(text, start)
        start = text.find("{", end)
    if collector.found:
        texts, problems = collector.found[-1]
        return texts, problems if texts or problems else ["no answer in the JSON object"]
    return {}, ["no JSON object in the response" if tries == 0 else "broken JSON, or no key Q1, Q2, ... in it"]


def _broken_end(text: str, start: int) -> int:
    """Where to look on behind a brace that opens no JSON object: behind all of it if it has answer keys of its own."""
    depth, has_keys, end = 0, False, len(text)
    for token in _STRING_OR_BRACE.finditer(text, start, start + _LONGEST_BROKEN):
        depth += {"{": 1, "}": -1}.get(token[0], 0)
        end = token.end() if depth == 0 else len(text)
        has_keys = has_keys or (depth == 1 and _KEY.fullmatch(token[0]) is not None)
        if depth == 0 or depth > _DEEPEST_BROKEN:
            break
    return end if has_keys else start + 1


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
    # JSON can spell half of a surrogate pair, which is no text and cannot be stored.
    return storable(value.strip()) if isinstance(value, str) else ""
