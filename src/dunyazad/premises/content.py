"""What a step holds: its values and which of them are results, its expressions, names, labels and references.

Everything is found with patterns of bounded repetition, in one pass each: a step of any length costs linear time. A
value at the right of an equation is a *result*; every other value is *used*. In a step without equations the last
value is its result if no earlier text has it, which only the whole chain can tell (see `ledger`).
"""

from __future__ import annotations

import re
from fractions import Fraction

import msgspec

from dunyazad.numbers import find_quantities
from dunyazad.reasoning import leading_label, strip_label

__all__ = ["Content", "Value", "read_content"]

# Whole numbers are kept as `int`: equal to their `Fraction`, and many times quicker to look up.
Value = int | Fraction

_EQUALS = re.compile(r"=|≈|\\approx|\bequals\b|\bis equal to\b|\\implies|\\Rightarrow")
# Between "=" and its result: signs, brackets, "\boxed{", "about". An operator after the value makes it an operand.
_BEFORE_RESULT = re.compile(r"[\s$\\(\[{\-−~*]*+(?:\\?(?:boxed|mathbf|text|approx|about|d?frac)[\s{]*+)?[$\\]*+\s*+")
_OPERATOR_AFTER = re.compile(
    r"[\s)}$\]]*+(?:(?!x\s\d)[A-Za-z%]{1,20}+(?:/[A-Za-z]{1,20}+)?+\s{0,2}+){0,3}+"
    r"(?:[-+*/×÷^−=]|\\(?:times|cdot|div|pm)\b|x\s\d)"
)
_COMPUTES = re.compile(
    r"(?<![\d.,%])[.,%]*+\d[\d.,%]*+[\s)}$\\]*+(?:[a-z%]{1,12}+\s{0,2}+){0,2}+(?:[-+*/×÷^−]|\\(?:times|cdot|div|frac|sqrt)\b)|\\frac|\\sqrt"
)
_NAME = re.compile(
    r"(?<![A-Za-z\\'’])(?:[b-zB-HJ-Z]|[aA](?=\s?[=+*/^_)$}\d-])|I(?=\s?=))(?![A-Za-z'’])|\\(?:alpha|beta|theta|pi|phi|lambda|mu|omega)\b|[πθαβ]"
)
_BREAK = re.compile(r"\$+|\\[()\[\]]|\n|(?<![\\A-Za-z])[A-Za-z]{2,}(?![A-Za-z(])|[,;:]\s|\.(?:\s|$)")
_NOISE = re.compile(r"\\(?:left|right|displaystyle|quad|qquad|[,;!: ])|[\s{}$*&\\]|\\cdot|\\times")
_OPERATOR = re.compile(r"[-+^/()=_<>]|frac|sqrt")
_LABEL = re.compile(r"(?:^|[\n.:;]\s{0,4})([A-Za-z][A-Za-z' -]{2,60}?)\s{0,2}=")
_WORD = re.compile(r"[a-z]{4,20}")
_NUMBERS = (
    r"\(?(\d{1,3}[a-z]?)\)?(?:(?:\s{0,2},\s{0,2}|\s{0,2},?\s{0,2}(?:and|or|&)\s{0,2})(?:step\s)?\(?(\d{1,3}[a-z]?)\)?)?"
    r"(?:\s{0,2},?\s{0,2}(?:and|&)\s{0,2}(?:step\s)?\(?(\d{1,3}[a-z]?)\)?)?"
)
_REFERENCE = re.compile(rf"\bsteps?\s{{0,2}}{_NUMBERS}", re.IGNORECASE)
_TAG = re.compile(rf"\b(?:equations?|eq\.)\s{{0,2}}{_NUMBERS}", re.IGNORECASE)


class Content(msgspec.Struct, frozen=True, gc=False):
    """What one step (or the question) holds.

    Attributes:
        text: The text without the label that it opens with.
        number: The number in its label ("2a"); empty where it has none.
        values: Every value, in order of first appearance.
        results: Values at the right of an equation.
        used: Values that are not only results.
        computes: Does it write out arithmetic?
        equations: How many equality signs.
        names: Variables.
        expressions: Sides of equations that hold an operator or a variable: normalised, and as written, in order.
        labels: Left-hand sides in words ("total cost"), in order.
        words: Lower-case words of four letters and more.
        references: Numbers of the steps that it names, in order.
        tags: Numbers of the equations that it names, in order.
    """

    text: str
    number: str
    values: tuple[Value, ...]
    results: frozenset[Value]
    used: frozenset[Value]
    computes: bool
    equations: int
    names: frozenset[str]
    expressions: dict[str, str]
    labels: tuple[str, ...]
    words: frozenset[str]
    references: tuple[str, ...]
    tags: tuple[str, ...]


def read_content(text: str) -> Content:
    """Find what a step holds."""
    label = leading_label(text)
    body = strip_label(text)
    lowered = body.lower()
    values, results, used = _values(body)
    expressions = _expressions(body)
    return Content(
        text=lowered,
        number="".join(label.lower().replace("step", "").split()).strip(".()#"),
        values=values,
        results=results,
        used=used,
        computes=_COMPUTES.search(body) is not None,
        equations=body.count("="),
        names=frozenset(_NAME.findall(body)),
        expressions=expressions,
        labels=tuple(dict.fromkeys(" ".join(found.lower().split()) for found in _LABEL.findall(body))),
        words=frozenset(_WORD.findall(lowered)),
        references=_numbers(_REFERENCE, body) if "step" in lowered else (),
        tags=_numbers(_TAG, body) if "eq" in lowered else (),
    )


def _numbers(pattern: re.Pattern[str], body: str) -> tuple[str, ...]:
    """What a pattern's groups found, in order, each once."""
    return tuple(dict.fromkeys(number.lower() for found in pattern.findall(body) for number in found if number))


def _values(body: str) -> tuple[tuple[Value, ...], frozenset[Value], frozenset[Value]]:
    ends = {_after(body, sign.end()) for sign in _EQUALS.finditer(body)}
    values: dict[Value, None] = {}
    results: set[Value] = set()
    used: set[Value] = set()
    for quantity in find_quantities(body):
        value = _plain(quantity.value)
        values[value] = None
        if (quantity.start in ends or quantity.start + 1 in ends) and not _OPERATOR_AFTER.match(body, quantity.end):
            results.add(value)
        elif value not in results:
            used.add(value)
    return tuple(values), frozenset(results), frozenset(used)


def _after(body: str, place: int) -> int:
    """Where the value after an equality sign begins, if there is one."""
    match = _BEFORE_RESULT.match(body, place)
    return match.end() if match is not None else place


def _plain(value: Fraction) -> Value:
    return value.numerator if value.denominator == 1 else value


def _expressions(body: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for segment in _BREAK.split(body):
        if len(segment) > 2:
            for written in segment.split("="):
                side = _NOISE.sub("", written)
                if len(side) > 2 and _OPERATOR.search(side):
                    found.setdefault(side.strip(".,"), " ".join(written.split()))
    return found
