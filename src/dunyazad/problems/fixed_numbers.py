"""Numbers that no story is free to change: what the world fixes, what names a thing, and what a story counts out."""

from __future__ import annotations

import re
from typing import Literal

from dunyazad.numbers import Quantity

__all__ = ["counts_out", "why_fixed"]

# What comes in fixed numbers or sizes, whatever a story says.
_FIXED_AFTER = re.compile(
    r"[ -](?:[a-z]+[ -])?(?:bills?|coins?|notes?|legs?|wheels?(?! of)|tires?|eyes?|ears|sides?|sided|legged|wheeled|"
    r"fingers?|toes?|arms|wings|seasons|planets|continents|states|quarters?|innings|holes|degrees|o'clock|a\.?m\b|p\.?m\b|"
    r"cards in (?:a|the) (?:deck|pack))\b",
    re.IGNORECASE,
)
_DECK_BEFORE = re.compile(r"\b(?:deck|pack) of (?:playing )?$", re.IGNORECASE)
_YEAR_BEFORE = re.compile(r"\b(?:in|since|until|till|by|from|to|of|before|after|year|around|and) $", re.IGNORECASE)
_MONEY_PIECE = re.compile(r"[ -](?:dollar[ -])?(?:bills?|coins?|notes?)\b", re.IGNORECASE)
_LABEL_BEFORE = re.compile(
    r"\b(?:grade|room|day|week|month|year|chapter|page|level|class|number|no\.?|box|team|group|route|highway|floor|"
    r"part|stage|round|step|section|apartment|house|street|bus|train|version|type|size)[ #]$",
    re.IGNORECASE,
)
_UNIT = (
    r"(?:inch(?:es)?|feet|foot|yards?|miles?|ounces?|minutes?|seconds?|hours?|days?|weeks?|months?|years?|decades?|"
    r"cents|dollars?|pints?|quarts?|cups?|gallons?|grams?|kilograms?|meters?|tablespoons?|teaspoons?|pounds?|tons?)"
)
_CONVERSION = re.compile(
    rf"[ -]{_UNIT} (?:are )?(?:in|per|to|make|makes|equals?|is) (?:an?|one|every|each|the) {_UNIT}\b", re.IGNORECASE
)
_CONVERTED_BEFORE = re.compile(
    rf"\b(?:an?|one|every|each) (?:{_UNIT}|dozen) (?:is|are|has|have|equals?|makes?|contains?|means) $", re.IGNORECASE
)
_FACTORS = frozenset(
    (2, 3, 4, 7, 8, 10, 12, 16, 24, 28, 30, 31, 36, 52, 60, 100, 128, 365, 366, 1000, 1760, 2000, 5280)
)
_ORDINALS = {
    2: r"second",
    3: r"third",
    4: r"fourth",
    5: r"fifth",
    6: r"sixth",
    7: r"seventh",
    8: r"eighth",
    9: r"ninth",
    10: r"tenth",
    11: r"eleventh",
    12: r"twelfth",
}
_BOTH = re.compile(
    r"\b(?:both|either|neither|each other|the other|couple|twins|the pair|one another|between them)\b", re.IGNORECASE
)
_PAIR = 2


def why_fixed(text: str, quantity: Quantity) -> tuple[Literal["number-fixed", "number-label"], str] | None:
    """Say why a number of a text must not be changed, as a code and a sentence; None where nothing speaks against it.

    Bills and legs come in fixed numbers; "room 12" and "in 1998" are names; 12 inches are a foot.

    Example:
        >>> from dunyazad.numbers import find_quantities
        >>> text = "A spider has 8 legs."
        >>> why_fixed(text, find_quantities(text)[0])
        ('number-fixed', "'8 legs.' comes in fixed numbers or sizes")
    """
    fixed = _MONEY_PIECE if quantity.unit else _FIXED_AFTER
    before = text[: quantity.start]
    if fixed.match(text, quantity.end) or _DECK_BEFORE.search(before):
        after = text[quantity.end : quantity.end + 20]
        return "number-fixed", f"{quantity.text + after!r} comes in fixed numbers or sizes"
    if (
        quantity.unit in ("", "cents")
        and quantity.number in _FACTORS
        and (_CONVERSION.match(text, quantity.end) or _CONVERTED_BEFORE.search(before))
    ):
        return "number-fixed", f"{quantity.text!r} converts units"
    if quantity.kind == "integer" and _LABEL_BEFORE.search(before):
        return "number-label", f"{quantity.text!r} names a thing or a time and counts nothing"
    if quantity.kind == "integer" and 1900 <= quantity.value <= 2100 and _YEAR_BEFORE.search(before):
        return "number-label", f"{quantity.text!r} may be a year"
    return None


def counts_out(story: str, quantity: Quantity) -> str:
    """Say how a story counts a small number out, thing by thing: "2 trips … the second", "2 cats … both"; "" if not.

    Example:
        >>> from dunyazad.numbers import find_quantities
        >>> text = "Ada goes on 2 trips. The second takes 4 hours."
        >>> counts_out(text, find_quantities(text)[0])
        "the text counts up to '2', thing by thing"
    """
    if quantity.value not in _ORDINALS:
        return ""
    count = int(quantity.value)
    if re.search(rf"\b(?:{_ORDINALS[count]}|{count}(?:st|nd|rd|th))\b", story, re.IGNORECASE):
        return f"the text counts up to {quantity.text!r}, thing by thing"
    if count == _PAIR and _BOTH.search(story):
        return f"the text speaks of both, where it says {quantity.text!r}"
    return ""
