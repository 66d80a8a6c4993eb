"""The words for each label, as models write them: "Mathematical_Error", "logically inconsistent", "no errors".

Text is made plain first: compatibility forms of letters become ASCII, signs that no one sees are dropped, case goes.
Letters of other scripts that merely look alike stay what they are, and make no label.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from dunyazad.errors.record import Label

__all__ = ["LABEL", "label_of", "named", "plain", "settle"]

_PHRASES: dict[Label | str, str] = {
    "correct": r"correct|no[\s_-]{1,3}errors?|error[\s_-]?free",
    "mathematical_error": r"(?:math(?:ematical|s)?|arithmetic(?:al)?|calculation|computation(?:al)?)[\s_-]{0,3}errors?",
    "logical_inconsistency": r"logic(?:al)?[\s_-]{0,3}(?:inconsistenc(?:y|ies)|errors?)"
    r"|(?:logically[\s_-]{1,3})?inconsistent",
    "accumulation_error": r"accumulat(?:ion|ed|ive)[\s_-]{0,3}errors?",
    "other": r"other(?:[\s_-]{0,3}errors?)?",
    # No label of its own: it names the one error that was asked about, where there is one.
    "wrong": r"incorrect|wrong|not[\s_-]{1,3}correct",
}
_GROUPS = {f"l{place}": name for place, name in enumerate(_PHRASES)}

# Some label's words. Bounded, so that a search is linear.
LABEL = "(?:" + "|".join(f"(?P<l{place}>{phrase})" for place, phrase in enumerate(_PHRASES.values())) + ")"
_WHOLE = re.compile(rf"(?:[\W_]|boxed|text(?:bf|tt|rm)?|mathrm){{0,20}}{LABEL}[\W_]{{0,20}}")


def plain(text: str) -> str:
    """A text as it is compared: unseen signs dropped, compatibility letters plain, no accents, lower case.

    Each character is normalised by itself, to one character at most: over a long run of accents, Unicode's own normal
    form takes quadratic time, and some characters become eighteen.

    Example:
        >>> plain("Ｖｅｒ\u200bdict: CORRECT")
        'verdict: correct'
    """
    return (text if text.isascii() else "".join(map(_plain_sign, text))).lower()


@lru_cache(maxsize=4096)
def _plain_sign(sign: str) -> str:
    if unicodedata.category(sign) in ("Cf", "Mn", "Me", "Cs", "Co"):
        return ""
    if sign in "\u2028\u2029\x85":
        return "\n"
    normal = "".join(part for part in unicodedata.normalize("NFKD", sign) if unicodedata.category(part) != "Mn")
    return normal if len(normal) == 1 else sign


def label_of(text: str) -> Label | str | None:
    """The label that a short plain text is, markup around it aside; "wrong" where it names no kind of error.

    Example:
        >>> label_of("**logical error**."), label_of("[incorrect]"), label_of("correct, i think")
        ('logical_inconsistency', 'wrong', None)
    """
    found = _WHOLE.fullmatch(text) if len(text) <= 80 else None
    return None if found is None else named(found)


def named(match: re.Match[str]) -> Label | str:
    """Which label a match of `LABEL` is."""
    return next(name for group, name in _GROUPS.items() if match[group] is not None)


def settle(name: Label | str, allowed: Sequence[Label]) -> Label | None:
    """The label among those that were asked for; None where it is none of them.

    "Wrong" is the one error that was asked about; where several were, it does not say which.
    """
    errors = [label for label in allowed if label != "correct"]
    if name == "wrong":
        return errors[0] if len(errors) == 1 else None
    return next((label for label in allowed if label == name), None)
