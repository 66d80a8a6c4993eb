"""What a step holds: values and which of them are results, variables, pieces of mathematics, words, references.

Everything is read in one walk over the step's tokens (see `walk`); only references to steps and equations, which are
rare, have patterns of their own. In a step without equations the last value is its result if no earlier text has it,
which only the whole chain can tell (see `ledger`).
"""

from __future__ import annotations

import re
from collections.abc import Set
from functools import lru_cache

import msgspec

from dunyazad.premises.tokens import Piece, Value
from dunyazad.premises.walk import walk
from dunyazad.reasoning import leading_label, strip_label

__all__ = ["Content", "read_content"]

_NUMBERS = (
    r"\(?(\d{1,3}[a-z]?)\)?(?:(?:\s{0,2},\s{0,2}|\s{0,2},?\s{0,2}(?:and|or|&)\s{0,2})(?:step\s)?\(?(\d{1,3}[a-z]?)\)?)?"
    r"(?:\s{0,2},?\s{0,2}(?:and|&)\s{0,2}(?:step\s)?\(?(\d{1,3}[a-z]?)\)?)?"
)
_REFERENCE = re.compile(rf"\bsteps?\s{{0,2}}{_NUMBERS}", re.IGNORECASE)
_TAG = re.compile(rf"\b(?:equations?|eq\.)\s{{0,2}}{_NUMBERS}", re.IGNORECASE)


class Content(msgspec.Struct, frozen=True, gc=False):
    """What one step (or the question) holds.

    Attributes:
        text: The text in lower case, without the label that it opens with.
        number: The number in its label ("2a"); empty where it has none.
        values: Every value, in order of first appearance.
        results: Values at the right of an equation.
        used: Values that stand somewhere before they are a result, or that an equation merely states ("x = 5").
        computes: Does it write out arithmetic?
        equations: How many equality signs.
        names: Variables, in order of first appearance.
        defined: Variables that it says the value of.
        pieces: Three tokens of mathematics in a row.
        labels: Left-hand sides in words ("total cost"), in order.
        words: Words in lower case.
        telling: Those of four letters and more that say what is spoken of.
        references: Numbers of the steps that it names, in order.
        tags: Numbers of the equations that it names, in order.
    """

    text: str
    number: str
    values: tuple[Value, ...]
    results: Set[Value]
    used: Set[Value]
    computes: bool
    equations: int
    names: tuple[str, ...]
    defined: tuple[str, ...]
    pieces: tuple[Piece, ...]
    labels: tuple[str, ...]
    words: Set[str]
    telling: Set[str]
    references: tuple[str, ...]
    tags: tuple[str, ...]


def read_content(text: str) -> Content:
    """Find what a step holds."""
    body = strip_label(text)
    lowered = body.lower()
    found = walk(body)
    return Content(
        text=lowered,
        number=_number_in(leading_label(text)),
        values=tuple(found.values),
        results=found.results,
        used=found.used,
        computes=found.computes,
        equations=found.equations,
        names=tuple(found.names),
        defined=tuple(found.defined),
        pieces=tuple(found.pieces),
        labels=tuple(found.labels),
        words=found.words,
        telling=found.telling,
        references=_numbers(_REFERENCE, body) if "step" in lowered else (),
        tags=_numbers(_TAG, body) if "eq" in lowered else (),
    )


@lru_cache(maxsize=256)
def _number_in(label: str) -> str:
    return "".join(label.lower().replace("step", "").split()).strip(".()#")


def _numbers(pattern: re.Pattern[str], body: str) -> tuple[str, ...]:
    """What a pattern's groups found, in order, each once."""
    return tuple(dict.fromkeys(number.lower() for found in pattern.findall(body) for number in found if number))
