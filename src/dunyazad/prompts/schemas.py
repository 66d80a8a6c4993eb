"""The schemas of answers: their pieces, and the limits that keep an answer within its tokens.

A small model that is held to a schema by a grammar repeats itself in the first free text, or adds entries to the first
list, until its tokens are spent, and never gets to what was asked for. So texts, lists and numbers have limits, which
such a grammar enforces. Not every provider takes them: see `unlimited`. Prompts ask for short reasons in words.
"""

from __future__ import annotations

import json
from typing import Any

__all__ = ["REASON", "REASONING", "fitted", "free_text", "list_of", "object_of", "step_number", "unlimited"]

Schema = dict[str, Any]

_LIMITS = ("maxLength", "maxItems", "minimum", "maximum")
_SHORTEST = 20  # a few words: less is no reason
_SIGNS_A_TOKEN = 3  # of names and labels, on the careful side
_BETWEEN = 4  # tokens between two parts: quotation marks, a colon or comma, a line end with spaces


def free_text(longest: int) -> Schema:
    """A free text of so many characters at most."""
    return {"type": "string", "maxLength": longest}


# As much as records keep of them, or somewhat less.
REASONING = free_text(600)
REASON = free_text(160)


def step_number(steps: int) -> Schema:
    """The number of a step, of so many: a wrong one can be written, an endless one cannot."""
    return {"type": "integer", "minimum": 0, "maximum": max(99, steps)}


def list_of(items: Schema, most: int) -> Schema:
    """A list of so many entries at most."""
    return {"type": "array", "items": items, "maxItems": most}


def object_of(**fields: Schema) -> Schema:
    """An object with just these fields, in this order."""
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def fitted(schema: str, tokens: int) -> str:
    """A schema whose free texts are shortened so that the whole answer fits into so many tokens.

    One token for each character is allowed for, as digits take: common words take a quarter of that. What stands
    around the texts is counted with its lists full. A text is never cut below 20 characters: with fewer tokens than
    that takes, answers may still be cut off.

    Example:
        >>> schema = json.dumps(object_of(reasoning=REASONING, verdict={"type": "string", "enum": ["correct"]}))
        >>> json.loads(fitted(schema, 100))["properties"]["reasoning"]["maxLength"]
        79
        >>> fitted(schema, 1024) == schema
        True
    """
    whole = json.loads(schema)
    around, texts = _measured(whole)
    if not texts:
        return schema
    room = max(_SHORTEST, (tokens - around) // texts)
    return json.dumps(_changed(whole, lambda one: _shortened(one, room)))


def unlimited(schema: str) -> str:
    """The schema without limits, for providers that refuse a schema with words they do not know."""
    return json.dumps(_changed(json.loads(schema), lambda one: {k: v for k, v in one.items() if k not in _LIMITS}))


def _changed(schema: Schema, change: Any) -> Schema:
    """Each schema within a schema, and the whole, as a change makes it."""
    new: Schema = change(schema)
    if "properties" in new:
        new = {**new, "properties": {name: _changed(field, change) for name, field in new["properties"].items()}}
    if "items" in new:
        new = {**new, "items": _changed(new["items"], change)}
    return new


def _shortened(schema: Schema, room: int) -> Schema:
    if not _is_text(schema):
        return schema
    return {**schema, "maxLength": min(room, schema.get("maxLength", room))}


def _is_text(schema: Schema) -> bool:
    return schema.get("type") == "string" and "enum" not in schema


def _measured(schema: Schema) -> tuple[int, int]:
    """How many tokens an answer takes without its free texts, at most; and how many of those it can hold."""
    if _is_text(schema):
        return 2, 1
    if schema.get("type") == "object":
        fields = [(_tokens(name) + _BETWEEN, *_measured(field)) for name, field in schema.get("properties", {}).items()]
        return 2 + sum(name + around for name, around, _ in fields), sum(texts for _, _, texts in fields)
    if schema.get("type") == "array":
        most = schema.get("maxItems", 1)
        around, texts = _measured(schema.get("items", {}))
        return 2 + most * (around + _BETWEEN), most * texts
    longest = max((json.dumps(value) for value in schema.get("enum", [schema.get("maximum", 100_000)])), key=len)
    return _tokens(longest), 0


def _tokens(word: str) -> int:
    return -(-len(word) // _SIGNS_A_TOKEN) if not word.isdecimal() else len(word)
