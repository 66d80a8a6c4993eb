"""The statement of last resort: it quotes the question, and says a unit where the question names none."""

from __future__ import annotations

import re

import msgspec

from dunyazad.problems.decomposition.split import Asked

__all__ = ["SLOT", "Found", "Statement", "quoted"]

SLOT = "{ANS}"
# The usual statement, the safe one ("" where there is none), and the rule that made them.
Found = tuple[str, str, str]


class Statement(msgspec.Struct, frozen=True):
    """The statement that answers a question, as templates with one `{ANS}` each.

    Attributes:
        usual: For an answer over one.
        safe: For other answers: no plural noun follows the number.
        rule: Which rule made it.
        measured: With the one unit of its kind that the story has, which only holds where the program converts nothing;
            then the others are "". All three are "" where no unit is sure.
    """

    usual: str
    safe: str
    rule: str
    measured: str = ""


class _Kind(msgspec.Struct, frozen=True):
    """A kind of measure: how questions ask for it, and its units, each singular with its plural."""

    asks: re.Pattern[str]
    units: dict[str, str]


def _kind(asks: str, units: str) -> _Kind:
    names = {unit: {"foot": "feet", "inch": "inches"}.get(unit, f"{unit}s") for unit in units.split()}
    return _Kind(re.compile(asks), names)


_KINDS = (
    _kind(
        r"how (?:much )?long|how much (?:earlier|later|sooner|faster|slower)|how much (?:\w+ )?time"
        r"|(?:what (?:is|was|'s)|calculate) the (?:\w+ )?time",
        "second minute hour day week month year",
    ),
    _kind(
        r"how (?:much )?(?:far(?! off)|tall|high|wide|deep)|how much (?:farther|further|taller|higher)"
        r"|(?:what (?:is|was|'s)|calculate) the (?:\w+ )?(?:distance|height|length|depth)",
        "inch foot yard mile meter kilometer centimeter block",
    ),
    _kind(r"how much .*\bweigh\b|what .*\bweights?\b|how heavy", "ounce pound gram kilogram ton"),
    _kind(r"how fast|what .*\bspeed\b", "mph kph"),
)


_REQUEST = re.compile(r"^(?:please )?(?:calculate|find|determine|compute|work out|figure out) (?=how )")


_CENTS = re.compile(r"\bcents?\b|\xa2", re.IGNORECASE)
_COUNTS_MONEY = re.compile(r"(?:how much|what)(?!.*\b(?:cents?|dollars?|percent\w*)\b)")


def quoted(asked: Asked, story: str, *, money: bool) -> Statement:
    """Quote the question: always in good order, and said with a unit where the question names none."""
    lower = _REQUEST.sub("", asked.core.lower())
    paid = re.match(r"how much (?:money )?.*\b(?:cost|pay|spend|spent|earn|worth|charge|owe)\b", lower)
    slot = f"${SLOT}" if money and paid else SLOT
    what = "question" if asked.mark == "?" else "request"
    start = f'The answer to the {what} "{asked.text}" is'
    kind = next((kind for kind in _KINDS if kind.asks.match(lower)), None)
    if kind is None and not money and _CENTS.search(story) and _COUNTS_MONEY.match(lower):
        return Statement("", "", "quoted")  # 245 cents or $245?
    if kind is None or _unit_place(asked):
        return Statement(f"{start} {slot}.", f"{start} {slot}.", "quoted")
    words = set(re.findall(r"[a-z]+", story.lower()))
    stated = [plural for unit, plural in kind.units.items() if words & {unit, plural}]
    if len(stated) != 1:
        return Statement("", "", "quoted")
    measured = f"{start} {SLOT} {stated[0]}."
    return Statement("", "", "quoted", measured)


_UNITS = (
    "seconds minutes hours days weeks months years inches feet yards miles meters kilometers centimeters ounces pounds "
    "grams kilograms kg tons mph kph"
)


def _unit_place(asked: Asked) -> str:
    """Give "in minutes" where a question names its unit, or ""."""
    pattern = rf"\bin (?:{'|'.join(_UNITS.split())})\b|\bmph\b|\bin (?:square|cubic) \w+"
    found = re.search(pattern, asked.text.lower())
    return found[0] if found else ""
