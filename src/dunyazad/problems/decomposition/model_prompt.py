"""The text that asks a language model: kept in a file of its own, with named blanks in double braces.

Blanks are filled in one pass, so that a problem's text, which may hold anything, is never searched for blanks itself.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

__all__ = ["block", "prompt_version", "schema_of"]

_FILE = "model_prompt.txt"
_HEAD = re.compile(r"^\[(\w+)\]\n", re.MULTILINE)
_BLANK = re.compile(r"\{\{(\w+)\}\}")


def block(name: str, blanks: Mapping[str, str] | None = None) -> str:
    """Give a block of the prompt's text with its blanks filled.

    Raises:
        KeyError: There is no such block, or no text for one of its blanks.

    Example:
        >>> block("origin", {"number": "1", "value": "12"})[:12]
        '"origin_1": '
    """
    given = blanks or {}
    return _BLANK.sub(lambda match: given[match[1]], _blocks()[name])


@lru_cache(maxsize=1)
def _text() -> str:
    return files("dunyazad.problems.decomposition").joinpath(_FILE).read_text("utf-8")


@lru_cache(maxsize=1)
def _blocks() -> dict[str, str]:
    pieces = _HEAD.split(_text())[1:]
    return {name: text.strip() for name, text in zip(pieces[::2], pieces[1::2], strict=True)}


@lru_cache(maxsize=1)
def prompt_version() -> str:
    """Give a digest of the prompt's text: records made with another one are told apart by it."""
    return hashlib.blake2b(_text().encode(), digest_size=4).hexdigest()


def schema_of(keys: tuple[str, ...]) -> str:
    """Give the JSON schema of an object that has these fields of text and no other.

    Example:
        >>> schema_of(("question",))
        '{"type": "object", "properties": {"question": {"type": "string"}}, "required": ["question"], "additionalProperties": false}'
    """  # noqa: E501 - one line of output
    properties = {key: {"type": "string"} for key in keys}
    return json.dumps(
        {"type": "object", "properties": properties, "required": list(keys), "additionalProperties": False}
    )
