"""Reading JSON objects out of what a model wrote: in a fence or amid prose, strict or nearly so, never evaluated.

Strategy. Every place where an object may begin is tried from the front: first with the strict reader of the standard
library, then with one that also takes single quotes, quotation marks left unescaped, names without quotes, Python's
literals and trailing commas. An object that was read is passed over, so that what stands inside one, or in a string of
it, is never taken for another. Depth, tries and the total of characters looked at are bounded: no text makes it slow.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple

__all__ = ["FoundObject", "find_objects"]

# What is longer keeps its end: models that think aloud end with their answer.
_LONGEST = 100_000
_MOST_TRIES = 400
_DEEPEST = 12
_BUDGET = 10  # times the length of the text

_START = re.compile(r"\{(?=\s{0,40}(?:[\"'}“]|[A-Za-z_]\w{0,40}\s{0,4}:))")
_SPACE = re.compile(r"\s*+")
_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,15})?(?![\w.])")
_WORD = re.compile(r"[A-Za-z_][\w-]{0,60}")
_LITERALS = {"true": True, "True": True, "false": False, "False": False, "null": None, "None": None}
# A quotation mark ends a string where what may follow a string does.
_CLOSING = {
    quote: re.compile(rf"{closing}(?=\s{{0,40}}(?:[,:}}\])]|$))")
    for quote, closing in {'"': '"', "'": "'", "“": "”"}.items()
}
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}
_decoder = json.JSONDecoder()


class FoundObject(NamedTuple):
    """An object in a text.

    Attributes:
        fields: What it holds.
        text: The stretch that it was read from.
    """

    fields: dict[str, object]
    text: str


class _NoValueError(Exception):
    """Here stands nothing that could be read."""


def find_objects(text: str) -> tuple[FoundObject, ...]:
    """Find the objects of a text that stand in no other, in order.

    Example:
        >>> found = find_objects("So: ```{'premises': [0, 2,], 'sure': True}``` is what I think.")
        >>> found[0].fields
        {'premises': [0, 2], 'sure': True}
    """
    text = text[-_LONGEST:]
    found: list[FoundObject] = []
    place, left = 0, _BUDGET * len(text)
    for _ in range(_MOST_TRIES):
        start = _START.search(text, place)
        if start is None or left < 0:
            break
        fields, end = _object_at(text, start.start())
        left -= end - start.start()
        place = start.end()
        if fields is not None:
            found.append(FoundObject(fields, text[start.start() : end]))
            place = end
    return tuple(found)


def _object_at(text: str, place: int) -> tuple[dict[str, object] | None, int]:
    """The object that begins at a place, and its end; None and how far was looked where there is none."""
    try:
        fields, end = _decoder.raw_decode(text, place)
        return fields, end
    except (ValueError, RecursionError):
        reader = _Reader(text, place)
        try:
            return reader.read_object(0), reader.place
        except _NoValueError:
            return None, max(reader.place, place + 1)


class _Reader:
    """Reads one value that is nearly JSON."""

    def __init__(self, text: str, place: int) -> None:
        self.text, self.place = text, place

    def read_object(self, depth: int) -> dict[str, object]:
        fields: dict[str, object] = {}
        self._take("{")
        while not self._taken("}"):
            key = self._string() if self._next() in _CLOSING else self._match(_WORD)
            self._take(":")
            fields[key] = self.read_value(depth + 1)
            if not self._taken(","):
                self._take("}")
                break
        return fields

    def read_array(self, depth: int, closing: str) -> list[object]:
        values: list[object] = []
        self.place += 1
        while not self._taken(closing):
            values.append(self.read_value(depth + 1))
            if not self._taken(","):
                self._take(closing)
                break
        return values

    def read_value(self, depth: int) -> object:
        sign = self._next()
        if depth > _DEEPEST:
            raise _NoValueError
        if sign == "{":
            return self.read_object(depth)
        if sign in "[(":
            return self.read_array(depth, "]" if sign == "[" else ")")
        if sign in _CLOSING:
            return self._string()
        if sign in "-0123456789":
            number = self._match(_NUMBER)
            return float(number) if "." in number else int(number)
        word = self._match(_WORD)
        return _LITERALS.get(word, word)

    def _string(self) -> str:
        match = None
        for match in _CLOSING[self.text[self.place]].finditer(self.text, self.place + 1):
            if not self._escaped(match.start()):
                break
        else:
            self.place = len(self.text)
            raise _NoValueError
        body = self.text[self.place + 1 : match.start()]
        self.place = match.end()
        return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), body)

    def _escaped(self, place: int) -> bool:
        first = place
        while first > self.place + 1 and self.text[first - 1] == "\\":
            first -= 1
        return (place - first) % 2 == 1

    def _next(self) -> str:
        """The next sign that is not white space."""
        space = _SPACE.match(self.text, self.place)
        self.place = space.end() if space is not None else self.place
        if self.place >= len(self.text):
            raise _NoValueError
        return self.text[self.place]

    def _taken(self, sign: str) -> bool:
        if self._next() != sign:
            return False
        self.place += 1
        return True

    def _take(self, sign: str) -> None:
        if not self._taken(sign):
            raise _NoValueError

    def _match(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.place)
        if match is None:
            raise _NoValueError
        self.place = match.end()
        return match[0]
