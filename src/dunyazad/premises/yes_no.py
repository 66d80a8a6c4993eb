"""Reading a yes or a no out of what a model answered, and never out of what it only repeats."""

from __future__ import annotations

import re
from typing import NamedTuple

from dunyazad.prompts import Answer, Echo, shown
from dunyazad.reasoning import Finding

__all__ = ["YesNo", "read_yes_no"]

_MOST_LINES = 300
_LONGEST_LINE, _LONGEST_REASON = 2_000, 300
_SAID = {"yes": True, "true": True, "no": False, "false": False}
_LINE = re.compile(
    r"[\W_]{0,8}(?P<head>(?:final )?(?:answer|premise|enough|verdict|result)[*_`\"]{0,3}\s{0,3}"
    r"(?:[:=]|is\b)[\W_]{0,8})?"
    r"(?P<said>yes|no|true|false)\b(?P<rest>(?:[\W_]{0,8}$|[*_`\"]{0,3}\s{0,3}[,.:;!–—-].*))",
    re.IGNORECASE,
)


class YesNo(NamedTuple):
    """An answer.

    Attributes:
        yes: None where there is none.
        reason: The model's reason for it.
        finding: How it came about.
    """

    yes: bool | None
    reason: str = ""
    finding: Finding = Finding()


def read_yes_no(answer: Answer, key: str, echo: Echo) -> YesNo:
    """Read an answer: a field that is true or false, or a line that says yes or no.

    Lines that say both, and lines that stand in what the model was shown, are no answer.

    Example:
        >>> read_yes_no(Answer("found", text="**Yes**, it takes the 12 from there."), "premise", Echo("q")).yes
        True
    """
    if answer.outcome != "found":
        return YesNo(None, "", answer.finding)
    if answer.fields is not None:
        said = _as_bool(answer.fields.get(key))
        reason = answer.fields.get("reason")
        if said is not None:
            return YesNo(said, _short(reason) if isinstance(reason, str) else "")
        return YesNo(None, "", Finding("unparsed", f"the field {key!r} is neither true nor false"))
    said, reason = _plain(answer.text, echo)
    finding = Finding() if said is not None else Finding("unparsed", "the response says neither yes nor no")
    return YesNo(said, _short(reason), finding)


def _as_bool(value: object) -> bool | None:
    if isinstance(value, bool):
        return value
    return _SAID.get(value.strip().strip(".*").lower()) if isinstance(value, str) else None


def _plain(text: str, echo: Echo) -> tuple[bool | None, str]:
    lines = [line.strip()[:_LONGEST_LINE] for line in text.splitlines()[-_MOST_LINES:] if line.strip(" \t`")]
    found: dict[bool, str] = {}
    for place, line in enumerate(lines):
        match = _LINE.fullmatch(line)
        # A yes amid other lines answers only where a head says that it is the answer.
        if match is None or not (match["head"] or place in (0, len(lines) - 1)):
            continue
        alone = not match["head"] and not match["rest"].strip(" \t*_`.!")
        if echo.has_line(line) if alone else (echo.has(line) or echo.holds(line)):
            return None, ""
        found.setdefault(_SAID[match["said"].lower()], match["rest"].strip(" \t*_`.,:;!–—-"))
    return next(iter(found.items())) if len(found) == 1 else (None, "")


def _short(text: str) -> str:
    line = " ".join(shown(text[: 4 * _LONGEST_REASON]).split())
    return line if len(line) <= _LONGEST_REASON else line[: _LONGEST_REASON - 1] + "…"
