"""Take a problem's text apart: statements, question, and the statement that answers it."""

from __future__ import annotations

import re

import msgspec

from dunyazad.numbers import find_quantities
from dunyazad.problems.decomposition.declarative import Statement, declare
from dunyazad.problems.decomposition.genders import gender_of_name
from dunyazad.problems.decomposition.parse import parse
from dunyazad.problems.decomposition.pronouns import Cast
from dunyazad.problems.decomposition.record import Rejected, TextNumber
from dunyazad.problems.decomposition.split import Asked, Parts, part
from dunyazad.problems.names import find_names

__all__ = ["Story", "take_apart", "texts_to_parse"]

_MOST_WORDS = 2_000
_LONGEST_RUN = 3
_RUN_WORDS = 75
_DEICTIC = re.compile(
    r"\b(?:that|this|these|those) (?!(?:week|month|year|day|morning|evening|afternoon|night|weekend|summer|winter|spring|time of)\b)"
    r"(?=(?:[a-z]+ )?(?:time|amount|number|way|many|much|case|point|trip|purchase|money|rate|items?|things?|people|period)\b)"
    r"|\b(?:the others|the other one|the former|the latter|the same|such|the two|the three)\b",
    re.I,
)


class Story(msgspec.Struct, frozen=True):
    """A problem taken apart.

    Attributes:
        sentences: The statements in order, then the question.
        named: The same statements with their pronouns put into names where that is sure.
        numbers: All numbers of the sentences.
        candidates: Those that a first premise may change.
        names: The names in it.
        statement: The statement that answers the question.
    """

    sentences: tuple[str, ...]
    named: tuple[str, ...]
    numbers: tuple[TextNumber, ...]
    candidates: tuple[TextNumber, ...]
    names: tuple[str, ...]
    statement: Statement


def take_apart(text: str) -> Story | Rejected:
    """Take a problem's text apart, or say why it cannot be.

    Raises:
        MissingExtraError: The extra `decompose` is not installed.
    """
    if _too_long(text):
        return Rejected("too-long", f"the text has {len(text)} characters")
    parts = part(text)
    if isinstance(parts, Rejected):
        return parts
    if not parts.statements and not parts.moved:
        return Rejected("no-premise", "the question stands alone: nothing can be a first premise")
    names = find_names(*parts.statements, *parts.moved, parts.asked.text)
    cast = Cast(_persons(parts, names))
    named: list[str] = []
    for sentence in parts.statements:
        doc = parse(sentence)
        better = cast.name(doc, every=False)
        named.append(better if isinstance(better, str) else sentence)
        cast.see(doc)
    asked = _name_question(parts, cast)
    if isinstance(asked, Rejected):
        return asked
    moved = _name_moved(parts, cast)
    if isinstance(moved, Rejected):
        return moved
    return _story((*parts.statements, *moved), (*named, *moved), asked, names)


def texts_to_parse(text: str) -> tuple[str, ...]:
    """Give the texts of a problem that `take_apart` will parse for sure, so that many can be parsed in one go."""
    if _too_long(text):
        return ()
    parts = part(text)
    if isinstance(parts, Rejected):
        return ()
    return (*parts.statements, parts.asked.core if not parts.asked.lead else parts.asked.text)


def _too_long(text: str) -> bool:
    return len(text) > 20 * _MOST_WORDS or text.count(" ") > _MOST_WORDS


def _persons(parts: Parts, names: tuple[str, ...]) -> tuple[str, ...]:
    """Tell persons from places: a place only ever follows a preposition of place."""
    text = " ".join((*parts.statements, *parts.moved, parts.asked.text))
    persons: list[str] = []
    for name in names:
        uses = [match.start() for match in re.finditer(rf"\b{re.escape(name)}\b", text)]
        placed = sum(bool(re.search(r"\b(?:in|to|at|from|near|of|on|around|through|across) $", text[max(0, start - 8) : start])) for start in uses)
        if gender_of_name(name) or placed < len(uses):
            persons.append(name)
    return tuple(persons)


def _name_question(parts: Parts, cast: Cast) -> Asked | Rejected:
    lead, core = parts.asked.lead, parts.asked.core
    for clause in parts.moved:
        if not cast.persons:
            cast.see(parse(clause))
    if not cast.persons:
        cast.see(parse(core))
    if lead:
        doc = parse(f"{lead}, {core[0].lower()}{core[1:]}")
        whole = cast.name(doc, every=True)
        if isinstance(whole, Rejected):
            return whole
        # The comma that parts them is the last one before the question word.
        place = whole.rfind(f", {core[0].lower()}{core[1:].split(' ')[0]}")
        lead, core = whole[:place], whole[place + 2 :]
        asked = Asked(lead, core[0].upper() + core[1:])
    else:
        named = cast.name(parse(core), every=True)
        if isinstance(named, Rejected):
            return named
        asked = Asked("", named)
    if _DEICTIC.search(asked.text):
        return Rejected("deictic", f"the question points back: {asked.text[:80]!r}")
    return asked


def _name_moved(parts: Parts, cast: Cast) -> tuple[str, ...] | Rejected:
    moved: list[str] = []
    for index, clause in enumerate(parts.moved):
        doc = parse(clause)
        named = cast.name(doc, every=index == 0 and not parts.statements)
        if isinstance(named, Rejected):
            return named
        moved.append(named)
        cast.see(doc)
    return tuple(moved)


def _story(statements: tuple[str, ...], named: tuple[str, ...], asked: Asked, names: tuple[str, ...]) -> Story | Rejected:
    sentences = (*statements, asked.text)
    numbers = tuple(
        TextNumber(quantity, index)
        for index, sentence in enumerate(sentences)
        for quantity in find_quantities(sentence)
    )
    candidates = tuple(number for number in numbers if _may_change(number, statements))
    if not candidates:
        return Rejected("no-candidate", "no number stands near enough to the beginning")
    statement = declare(asked, " ".join(sentences))
    return Story(sentences, named, numbers, candidates, names, statement)


def _may_change(number: TextNumber, statements: tuple[str, ...]) -> bool:
    """Can the sentences up to a number's be a first premise?"""
    place = number.sentence
    if place >= min(_LONGEST_RUN, len(statements)):
        return False
    return sum(len(sentence.split()) for sentence in statements[: place + 1]) <= _RUN_WORDS
