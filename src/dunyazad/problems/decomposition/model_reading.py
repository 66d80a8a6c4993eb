"""Reading the fields of a completion: JSON, in a fence or amid prose, and nothing of it is trusted.

The last object that has one of the fields asked for is the answer: models that think aloud end with it. Reading is
bounded in size and in tries, so that no text makes it slow.
"""

from __future__ import annotations

import json
import re

from dunyazad._prompts import Completion
from dunyazad.problems.decomposition.record import Rejected

__all__ = ["read_fields"]

_LONGEST = 40_000
_MOST_TRIES = 200
_LONGEST_FIELD = 4_000
_SENTENCE = re.compile(r"sentence_\w*")
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ud800-\udfff]")
_OUTCOMES = {
    "failed": ("model-failed", "no response came"),
    "truncated": ("model-truncated", "the response was cut off"),
    "refused": ("model-refused", "the model or its provider declined"),
}
_decoder = json.JSONDecoder()


def read_fields(completion: Completion | None, keys: tuple[str, ...]) -> dict[str, str] | Rejected:
    """Give the fields of a completion, each cleaned of outer white space, or why there are none.

    Args:
        completion: What came back; None where nothing did.
        keys: The fields that were asked for; each must be there, as text.
    """
    if completion is None:
        return Rejected("model-failed", "no response came")
    if completion.outcome != "completed":
        code, sentence = _OUTCOMES[completion.outcome]
        return Rejected(code, f"{sentence}: {_shown(completion.reason)}" if completion.reason else sentence)
    found = _last_object(completion.text, keys)
    if found is None:
        return Rejected("model-unparsed", f"no JSON object with the fields asked for: {_shown(completion.text)!r}")
    return _checked(found, keys)


def _last_object(text: str, keys: tuple[str, ...]) -> dict[str, object] | None:
    if len(text) > _LONGEST:
        text = text[-_LONGEST:]
    found: dict[str, object] | None = None
    place = text.find("{")
    for _ in range(_MOST_TRIES):
        if place < 0:
            break
        try:
            value, end = _decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            end = place + 1
        else:
            if isinstance(value, dict) and not set(keys).isdisjoint(value):
                found = value
        place = text.find("{", end)
    return found


def _checked(found: dict[str, object], keys: tuple[str, ...]) -> dict[str, str] | Rejected:
    for key in found:
        if _SENTENCE.fullmatch(key) and key not in keys:
            return Rejected("model-sentences", f"it gives a sentence that the problem has not: {_shown(key)!r}")
    fields: dict[str, str] = {}
    for key in keys:
        if key not in found:
            code = "model-sentences" if _SENTENCE.fullmatch(key) else "model-malformed"
            return Rejected(code, f"the field {key!r} is missing")
        value = found[key]
        if not isinstance(value, str) or len(value) > _LONGEST_FIELD:
            return Rejected("model-malformed", f"the field {key!r} is no text of at most {_LONGEST_FIELD} characters")
        if _UNSEEN.search(value.strip()):
            return Rejected("model-malformed", f"the field {key!r} holds signs that cannot be seen")
        fields[key] = " ".join(value.split())
    return fields


def _shown(text: str) -> str:
    """A piece of a completion on one line, safe to print."""
    return " ".join(_UNSEEN.sub(" ", text).split())[:80]
