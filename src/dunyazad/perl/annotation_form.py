"""Finding the object in which a model annotates a chain, and what about its form is not as asked.

The object may stand in a fence or amid prose, be wrapped into another one, or be nearly JSON only; or its entries may
stand alone, because the brackets around them are missing. Each of these is named, so that it can be counted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from dunyazad._answers import FoundObject, find_objects
from dunyazad.prompts import Echo
from dunyazad.reasoning import split_thinking

__all__ = ["CHAIN", "LABEL", "STEP", "STEPS", "Form", "field", "find_answer", "has"]

# What fields are called: the name that is asked for, then others that are understood.
STEP = ("step", "step_number", "number")
LABEL = ("label", "labels", "error_type", "type", "verdict")
STEPS = ("steps", "step_level")
CHAIN = ("chain_errors", "chain_level", "chain_level_errors")

_DEEPEST_WRAPPING = 3
_MOST_INNER = 20
_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"')
_LOOSE = {
    "trailing_comma": re.compile(r",\s*[}\]]"),
    "single_quotes": re.compile(r"[{\[,:]\s*'"),
    "unquoted_names": re.compile(r"[{,]\s*[A-Za-z_]\w*\s*:"),
    "python_literals": re.compile(r"\b(?:True|False|None)\b"),
}


class Form(NamedTuple):
    """An answer and its form.

    Attributes:
        fields: The object that holds the list of steps; None where there is none.
        repairs: What about its form is not as asked.
    """

    fields: Mapping[str, Any] | None
    repairs: frozenset[str] = frozenset()


def find_answer(text: str, needed: tuple[str, ...], echo: Echo) -> Form:
    """Find the object that answers: the last that holds a list of steps, or else the entries that stand alone.

    Args:
        text: What the model wrote; what it only thought is no answer.
        needed: An entry that stands alone has a step and one of these fields.
        echo: What the model was shown: what stands there is no answer.

    Example:
        >>> find_answer("Here: {'steps': []}", ("label",), Echo("q")).repairs == {"prose_around", "single_quotes"}
        True
    """
    text = split_thinking(text)[1]
    own = [found for found in find_objects(text) if not echo.has(found.text)]
    whole = [(found, inner) for found in own if (inner := _unwrapped(found.fields)) is not None]
    if whole:
        found, inner = whole[-1]
        wrapped = {"wrapped"} if inner is not found.fields else set()
        return Form(inner, frozenset({*_form(text, [found]), *wrapped}))
    entries = [one for one in own if has(one.fields, STEP) and has(one.fields, needed)]
    if not entries:
        return Form(None)
    chain = [value for one in own if (value := field(one.fields, CHAIN)) is not None]
    fields = {"steps": [one.fields for one in entries], **({"chain_errors": chain[-1]} if chain else {})}
    return Form(fields, frozenset({*_form(text, entries), "bare_list"}))


def has(fields: object, names: tuple[str, ...]) -> bool:
    """Is it an object with a field of one of these names?"""
    return isinstance(fields, dict) and any(name in fields for name in names)


def field(fields: Mapping[str, Any], names: tuple[str, ...], missing: Any = None) -> Any:
    """The field of the first of these names that there is."""
    return next((fields[name] for name in names if name in fields), missing)


def _unwrapped(fields: object, depth: int = 0) -> Mapping[str, Any] | None:
    """The object that holds the list of steps: this one, or one that it is wrapped around."""
    if not isinstance(fields, dict) or depth > _DEEPEST_WRAPPING:
        return None
    if isinstance(field(fields, STEPS), list | dict):
        return fields
    inner = (_unwrapped(value, depth + 1) for value in list(fields.values())[:_MOST_INNER])
    return next((found for found in inner if found is not None), None)


def _form(text: str, found: Sequence[FoundObject]) -> Iterator[str]:
    around = text
    for one in found:
        around = around.replace(one.text, "", 1)
        yield from _loose(one.text)
    if "```" in around:
        yield "fence"
    if re.search(r"\w", re.sub(r"```\w*", "", around)):
        yield "prose_around"


def _loose(text: str) -> Iterator[str]:
    """What makes an object no JSON, by kind; nothing for one that is."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        bare = _STRING.sub('""', text)
        kinds = [kind for kind, form in _LOOSE.items() if form.search(bare)]
        yield from kinds or ["loose_json"]
