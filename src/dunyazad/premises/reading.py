"""Reading premises out of what a model answered: JSON of many shapes, lists of steps, lines with reasons.

Strategy. An answer is first turned into *names*: what was named, the number in it if there is one, and why. Only forms
that answer are read: the JSON that was asked for, a line "Premises: ...", lines "Step 2: why", or a completion that is
nothing but a list. A step that is merely spoken of in a sentence is reported as prose. Then each name is held against
the chain: steps are numbered by place; the step itself, later ones and unknown ones are rejected, and reported.

A line that stands in what the model was shown makes a plain answer unreadable as a whole: nothing tells an answer from
a quotation, and half of an answer is worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from dunyazad.prompts import Answer, Echo, shown
from dunyazad.reasoning import Finding, Premise, RejectedPremise, RejectionReason

__all__ = ["Named", "StepPremises", "held_against", "names_in", "read_step", "steps_listed"]

_MOST_NAMES = 500
_MOST_REJECTED = 50
_MOST_LINES = 300
_MOST_DIGITS = 9
_LONGEST_LINE = 2_000
_LONGEST_TEXT, _LONGEST_REASON = 60, 300

_NUMBER = rf"\d{{1,{_MOST_DIGITS}}}(?![\w]|\.\d)"
_TOKEN = re.compile(
    rf"(?P<first>{_NUMBER})\s{{0,3}}(?:-|–|—|to\b|through\b|\.\.\.?)\s{{0,3}}(?:steps?\s{{0,3}})?(?P<last>{_NUMBER})"
    rf"|(?P<number>{_NUMBER})"
    r"|(?P<question>(?:the )?(?:question|problem)(?: statement)?\b)"
    r"|(?:steps?|premises?|only|and|plus)(?![a-z])|[\s,;&+/\[\]().:#*_`\"'$|-]",
    re.IGNORECASE,
)
_NONE = re.compile(
    r"[\W_]*(?:none|nothing|no premises?|no (?:earlier )?steps?|n/a|empty|∅|\[\s*\])(?: (?:needed|at all))?[\W_]*",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\((?=[^()]{0,200}[^\W\d_]{2})(?!\s{0,3}steps?\b)[^()]{0,200}\)", re.IGNORECASE)
_BULLET = r"[\s>]{0,8}(?:[-*•]\s{1,4}|\(?\d{1,3}[.)]\s{1,4})?[*_`\"]{0,3}"
_HEAD = re.compile(
    rf"{_BULLET}(?:the )?(?:premises?|dependencies|prerequisites)"
    rf"(?: (?:of|for) (?:this step|step (?P<of>{_NUMBER})))?[*_`\"]{{0,3}}"
    r"(?: (?:is|are))?\s{0,4}(?:[:=]|(?<=is)|(?<=are))(?P<rest>.*)",
    re.IGNORECASE,
)
_ITEM = re.compile(
    rf"{_BULLET}(?P<list>(?:steps?\s|the question|question)(?:[^:–—\n]|[–—](?=\s?\d)){{0,120}}?)[*_`\"]{{0,3}}"
    r"\s{0,3}(?::|[–—](?!\s?\d)|\s-\s(?!\d))(?P<reason>.*)",
    re.IGNORECASE,
)
# Several items on one line. "As found in Step 2: ..." opens none.
_NEXT_ITEM = re.compile(
    r"(?<=[.;,])\s{1,4}(?=(?:and )?steps?\s{1,3}\d)|"
    + "".join(rf"(?<!\b{word})" for word in ("from", "in", "of", "by", "to", "see", "and", "with", "using", "as", "at"))
    + r"\s{1,4}(?=Steps?\s{1,3}\d{1,4}\s?:)"
)
_BARE = re.compile(rf"{_BULLET}(?:\[|\(|steps?\b|the question|question\b|\d)", re.IGNORECASE)
_SPOKEN_OF = re.compile(rf"\bsteps?\s{{0,3}}#?({_NUMBER})", re.IGNORECASE)

_STEP_KEYS = ("step", "number", "id", "index", "premise", "step_number")
_REASON_KEYS = ("reason", "explanation", "why", "rationale")


class Named(NamedTuple):
    """Something that an answer names as a premise.

    Attributes:
        number: The step's; None where what stands there is no number.
        text: As written.
        reason: Why, as the answer says.
        prose: Is it only spoken of?
    """

    number: int | None
    text: str
    reason: str = ""
    prose: bool = False


class StepPremises(NamedTuple):
    """The premises of one step, as one answer gives them."""

    premises: tuple[Premise, ...]
    finding: Finding
    rejected: tuple[RejectedPremise, ...] = ()


def read_step(answer: Answer, number: int, steps: int, echo: Echo) -> StepPremises:
    """Read the premises of one step.

    Args:
        answer: What came back.
        number: The step's, from 1.
        steps: How many steps the chain has.
        echo: What the model was shown.
    """
    if answer.outcome != "found":
        return StepPremises((), answer.finding)
    names = names_in(answer.fields["premises"]) if answer.fields is not None else _plain(answer.text, number, echo)
    if names is None:
        spoken = tuple(RejectedPremise(number, _short(text), "prose") for text in _spoken_of(answer.text))
        return StepPremises((), Finding("unparsed", "the response names no premises in a form that is read"), spoken)
    return held_against(names, number, steps)


def held_against(names: Iterable[Named], number: int, steps: int) -> StepPremises:
    """Take the names that are earlier steps, and reject the others.

    Example:
        >>> found = held_against([Named(0, "0"), Named(3, "Step 3"), Named(None, "12 pens")], 3, 5)
        >>> [premise.step for premise in found.premises], [(one.text, one.reason) for one in found.rejected]
        ([0], [('Step 3', 'itself'), ('12 pens', 'no_step')])
    """
    kept: dict[int, Premise] = {}
    rejected: list[RejectedPremise] = []
    for name in names:
        reason = _why_not(name, number, steps)
        if reason is not None:
            rejected.append(RejectedPremise(number, _short(name.text), reason))
        elif name.number is not None:
            kept.setdefault(name.number, Premise(name.number, _short(name.reason, _LONGEST_REASON)))
    finding = Finding()
    if rejected and not kept:
        finding = Finding("unparsed", "nothing that the response names is an earlier step")
    return StepPremises(tuple(kept[step] for step in sorted(kept)), finding, tuple(rejected[:_MOST_REJECTED]))


def _why_not(name: Named, number: int, steps: int) -> RejectionReason | None:
    if name.number is None:
        return "prose" if name.prose else "no_step"
    if not 0 <= name.number <= steps:
        return "unknown"
    if name.number == number:
        return "itself"
    return "later" if name.number > number else None


def names_in(value: object) -> list[Named]:
    """What a value of an answer's JSON names: numbers, texts, lists of these, objects with a reason, pairs.

    Example:
        >>> named = names_in([{"step": 2, "reason": "gives 12"}, "Steps 3-4", [0, "the price"]])
        >>> [(one.number, one.reason) for one in named]
        [(2, 'gives 12'), (3, ''), (4, ''), (0, 'the price')]
    """
    return list(islice(_names(value), _MOST_NAMES))


def _names(value: object) -> Iterator[Named]:
    if isinstance(value, bool):
        yield Named(None, str(value))
    elif isinstance(value, int):
        yield Named(value, _number_text(value))
    elif isinstance(value, float):
        yield Named(int(value) if value.is_integer() else None, str(value))
    elif isinstance(value, str):
        yield from _names_of_text(value)
    elif isinstance(value, list):
        yield from _names_of_list(value)
    elif isinstance(value, dict):
        yield from _names_of_object(value)


def _number_text(value: int) -> str:
    # Python refuses to write integers of many thousands of digits.
    return str(value) if abs(value) < 10**_MOST_DIGITS else "a number of many digits"


def _names_of_text(text: str) -> Iterator[Named]:
    if not text.strip() or _NONE.fullmatch(text):
        return
    numbers = steps_listed(text)
    if numbers is not None:
        yield from (Named(number, text) for number in numbers)
        return
    for piece in _NEXT_ITEM.split(text[:_LONGEST_LINE]):
        yield from _item(piece) or [Named(None, piece)]


def _item(text: str) -> list[Named]:
    """What a text of the form "Step 2: why" names; empty where it has another form."""
    item = _ITEM.fullmatch(text)
    if item is not None and (numbers := steps_listed(item["list"])) is not None:
        if not item["reason"].strip():
            return []  # a heading
        return [Named(number, text, item["reason"].strip(" \t*_`")) for number in numbers]
    return [Named(number, text) for number in steps_listed(text) or ()] if _BARE.match(text) else []


def _names_of_list(values: list[object]) -> Iterator[Named]:
    for value in values:
        yield from (isinstance(value, list) and _pair(value)) or _names(value)


def _pair(values: list[object]) -> list[Named]:
    """What [3, "why"] names; empty where it is no such pair."""
    if len(values) != 2 or not isinstance(values[1], str) or isinstance(values[0], list | dict):
        return []
    named = list(_names(values[0]))
    why = not any(name.number is not None for name in _names_of_text(values[1]))
    return [named[0]._replace(reason=values[1])] if len(named) == 1 and named[0].number is not None and why else []


def _names_of_object(fields: dict[str, object]) -> Iterator[Named]:
    reason = next((str(fields[key]) for key in _REASON_KEYS if isinstance(fields.get(key), str)), "")
    key = next((key for key in _STEP_KEYS if key in fields), None)
    if key is not None:
        yield from (name._replace(reason=reason or name.reason) for name in _names(fields[key]))
        return
    for name, why in fields.items():
        yield from (one._replace(reason=why if isinstance(why, str) else "") for one in _names_of_text(name))


def steps_listed(text: str) -> tuple[int, ...] | None:
    """The numbers in a text that is nothing but a list of steps; None for any other text.

    The question is step 0. A range gives all of its steps, up to a few hundred.

    Example:
        >>> steps_listed("Steps 1, 3-5 and the question"), steps_listed("Step 2a"), steps_listed("uses step 2")
        ((1, 3, 4, 5, 0), None, None)
    """
    if text.rstrip().endswith(":"):
        return None  # a heading
    found: dict[int, None] = {}
    place, text = 0, _ASIDE.sub("", text)
    while place < len(text):
        token = _TOKEN.match(text, place)
        if token is None:
            return None
        if token["first"]:
            first = int(token["first"])
            found |= dict.fromkeys(range(first, min(int(token["last"]), first + _MOST_NAMES) + 1))
        elif token["number"] or token["question"]:
            found[int(token["number"] or 0)] = None
        place = token.end()
    return tuple(found) or None


def _plain(text: str, number: int, echo: Echo) -> list[Named] | None:
    """What an answer that is no JSON names; None where it names nothing in a form that is read, or only echoes."""
    if _NONE.fullmatch(text[:_LONGEST_LINE]):
        return None if echo.has_line(text) else []
    lines = [line.strip()[:_LONGEST_LINE] for line in text.splitlines()[-_MOST_LINES:] if line.strip(" \t`")]
    headed: list[str] = []
    others: list[str] = []
    for line in lines:
        head = _HEAD.fullmatch(line)
        if head is None or (head["of"] and int(head["of"]) != number):
            others.append(line)
        elif head["rest"].strip(" \t*_`"):
            if echo.has(line) or echo.holds(line):
                return None
            headed.append(head["rest"])
    if headed:
        return _names_of_rest(headed[-1])
    return _names_of_lines(others, echo)


def _names_of_rest(rest: str) -> list[Named] | None:
    """What stands behind "Premises:"."""
    names = list(_names_of_text(rest))
    return names if all(name.number is not None for name in names) else None


def _names_of_lines(lines: list[str], echo: Echo) -> list[Named] | None:
    names: list[Named] = []
    bare: list[str] = []
    for line in lines:
        for piece in _NEXT_ITEM.split(line):
            found = _item(piece)
            if found and found[0].reason and (echo.has(piece) or echo.holds(piece)):
                return None
            if found and not found[0].reason:
                bare.append(piece)
            names += found or [Named(None, piece, prose=True)]
    if all(name.number is None for name in names):
        return None
    # Lists without a word of why are an answer only where nothing else stands beside them.
    prose = any(name.prose for name in names)
    if bare and (prose or any(map(echo.has_line, bare)) or echo.has_unlabelled("\n".join(lines))):
        return None
    return [name for name in names if not name.prose or _SPOKEN_OF.search(name.text)]


def _spoken_of(text: str) -> list[str]:
    return [match[0] for match in islice(_SPOKEN_OF.finditer(text[-100_000:]), _MOST_REJECTED)]


def _short(text: str, longest: int = _LONGEST_TEXT) -> str:
    """A piece of an answer on one line, without what cannot be seen."""
    line = " ".join(shown(text[: 4 * longest]).split())
    return line if len(line) <= longest else line[: longest - 1] + "…"
