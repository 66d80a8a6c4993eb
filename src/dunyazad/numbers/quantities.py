"""Finding the quantities that a text states.

Strategy. One pattern cuts the text at everything that looks like a number, its first branches being what looks
like one and states none: dates, clock times, versions, ordinals ("3rd"), "24/7". What is left is looked at with its
neighbours: a sign, money before it, a scale ("million"), a percent sign or a unit behind it. Numbers in words come
from `words`. Both are merged, left to right.

Decisions that a reader may want to know:

- `48/2` is a division and gives two quantities, since 2 divides 48; `3/4` and `7/4` are fractions and give one.
- "7:30" is a time of day and gives none; "3:2" is a ratio and gives two.
- "5-7" is a range and gives 5 and 7; "10-3" gives 10 and 3; a sign needs a space or an opening before it.
- "50 cents" is 50 with the unit "cents"; nobody said that it is counted in dollars.
- Digits inside names ("A4", "x2", "3D", "B-12") are none; an algebraic coefficient ("2x") and a unit that
  touches ("5kg") leave the quantity what it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

import msgspec

from dunyazad._exceptions import NumberError
from dunyazad.numbers.literal import NUMERAL, SPACES, VULGAR, read_numeral, shown
from dunyazad.numbers.tokens import math_dollars
from dunyazad.numbers.words import WordNumber, find_word_numbers

__all__ = ["Kind", "Quantity", "find_quantities", "parse_number"]

Kind = Literal["integer", "decimal", "fraction", "mixed", "percent", "money", "word", "multiplier"]


class Quantity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A quantity in a text.

    Attributes:
        value: What it denotes: 1/2 for "50%".
        number: The number as written: 50 for "50%".
        text: As written, with its sign, money sign, scale and percent sign.
        start: Where it begins in the text, from 0.
        end: Where it ends, exclusive.
        kind: How it is written.
        unit: "$" or another money sign, "%", "cents", or "".
    """

    value: Fraction
    number: Fraction
    text: str
    start: int
    end: int
    kind: Kind
    unit: str = ""


_VULGAR = "".join(VULGAR)
_PART = (
    r"\\[dtc]?frac\ ?(?:\{\ ?(?P<above>[0-9]{1,20})\ ?\}|(?P<short_above>[0-9]))"
    r"\ ?(?:\{\ ?(?P<below>[0-9]{1,20})\ ?\}|(?P<short_below>[0-9]))"
)
_PART_GROUPS = ("above", "short_above", "below", "short_below")
_CANDIDATE = re.compile(
    rf"""
    (?P<none> (?<![0-9A-Za-z_]) (?:
          [0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}} (?![0-9])
        | [0-9]{{1,2}}/[0-9]{{1,2}}/[0-9]{{4}} (?![0-9])
        | [0-9]{{1,2}}:[0-9]{{2}} (?::[0-9]{{2}})? (?![0-9:])
        | [0-9]++ (?:\.[0-9]++){{2,}}+
        | 24/7 (?![0-9/])
        | [0-9]++ (?:st|nd|rd|th)\b ) )
  | (?P<part> (?: [0-9]{{1,9}}\ ? )? {_PART} )
  | (?P<mixed> (?<![0-9.,]) [0-9]{{1,9}} (?: [ {SPACES}-]? [{_VULGAR}]
        | [ {SPACES}] [0-9]{{1,4}}[/\u2044][0-9]{{1,4}} (?![0-9/.]) ) )
  | (?P<vulgar> [{_VULGAR}] )
  | (?P<numeral> {NUMERAL} )
    """,
    re.VERBOSE,
)
# What a candidate begins with: cheap to look for, so that the pattern is tried there only.
_BEGINNING = re.compile(rf"[0-9.\\{_VULGAR}]")
_OVER = re.compile(rf"[/\u2044](?P<below>{NUMERAL})(?![/\u2044][0-9])")
_MIXED = re.compile(rf"([0-9]++)[ {SPACES}-]?(?:([{_VULGAR}])|([0-9]++)[/\u2044]([0-9]++))")
_SCALE = re.compile(r"[ -]?(hundred|thousand|million|billion|trillion|dozen)\b", re.IGNORECASE)
_FACTORS = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12, "dozen": 12}
_HALF_MORE = re.compile(r" and (?:a|one) half\b", re.IGNORECASE)
_PERCENT = re.compile(rf"[ {SPACES}]?\\?%|[ -](?:percent|per cent)\b", re.IGNORECASE)
_CENTS = re.compile(r"[ -]?(?:cents?\b|¢)", re.IGNORECASE)
_BEHIND = re.compile("|".join(pattern.pattern for pattern in (_SCALE, _HALF_MORE, _PERCENT, _CENTS)), re.IGNORECASE)
# What may touch a number's end and leave it a quantity: units, and an algebraic letter.
_SUFFIX = re.compile(
    r"(?:km|cm|mm|mi|ft|in|yd|m|kg|mg|g|lbs?|oz|ml|mL|L|l|hrs?|h|mins?|s|secs?|am|pm|mph|kph|[xyznabtpw])(?![A-Za-z0-9_])"
)
_MONEY = "$€£¥₹"
_SIGNS = "-−–"


def find_quantities(text: str) -> tuple[Quantity, ...]:
    """Find the quantities that a text states, left to right, none overlapping another; empty where there are none.

    Example:
        >>> [(found.text, str(found.value)) for found in find_quantities("She pays $1,250.50 for two dozen, 20% off.")]
        [('$1,250.50', '2501/2'), ('two dozen', '24'), ('20%', '1/5')]
    """
    return tuple(_scan(text, divisions=True))


def _scan(text: str, *, divisions: bool) -> Iterator[Quantity]:
    """Merge the numbers in digits and those in words."""
    dollars = math_dollars(text) if "$" in text else frozenset()
    words = _in_words(text)
    word = next(words, None)
    if word is None:
        yield from _in_digits(text, dollars, divisions=divisions)
        return
    covered = 0
    for found in _in_digits(text, dollars, divisions=divisions):
        while word is not None and word.start < found.start:
            if word.start >= covered:
                yield word
                covered = word.end
            word = next(words, None)
        if found.start >= covered:
            yield found
            covered = found.end
    while word is not None:
        if word.start >= covered:
            yield word
            covered = word.end
        word = next(words, None)


def _in_words(text: str) -> Iterator[Quantity]:
    for found in find_word_numbers(text):
        yield _word_quantity(text, found)


def _word_quantity(text: str, found: WordNumber) -> Quantity:
    start, end, value = found.start, found.end, found.value
    if percent := _PERCENT.match(text, end):
        return Quantity(value / 100, value, text[start : percent.end()], start, percent.end(), "percent", "%")
    kind: Kind = "multiplier" if found.multiplier else "word"
    return Quantity(value, value, text[start:end], start, end, kind, "cents" if _CENTS.match(text, end) else "")


def _in_digits(text: str, dollars: frozenset[int], *, divisions: bool) -> Iterator[Quantity]:
    position = 0
    while (beginning := _BEGINNING.search(text, position)) is not None:
        match = _CANDIDATE.match(text, beginning.start())
        if match is None:
            position = beginning.end()
            continue
        position = match.end()
        kind = match.lastgroup
        if kind == "none" or _in_a_name(text, match.start()):
            continue
        if divisions and kind == "part" and (halves := _latex_division(match)):
            yield from halves
            continue
        read = _number(text, match, divisions=divisions)
        if read is None:
            continue
        number, form, end = read
        if _touches_letters(text, match.start(), end):
            continue
        found = _with_neighbours(text, match.start(), end, (number, form), dollars)
        position = found.end
        yield found


def _in_a_name(text: str, start: int) -> bool:
    """Do these digits belong to a name before them: "A4", "x_2", "B-12"?"""
    if start == 0:
        return False
    before = text[start - 1]
    if before == "\\":
        return False
    if before.isalnum() or before == "_":
        return True
    if before != "-" or start == 1 or not text[start - 2].isalpha():
        return False
    # A single small letter is algebra ("n-1"); anything longer is a name ("Apollo-11").
    return text[start - 2].isupper() or (start > 2 and text[start - 3].isalpha())


def _touches_letters(text: str, start: int, end: int) -> bool:
    """Do letters touch the number's end that are no unit and no algebra? Behind money ("$5m") any letter is a scale."""
    after = text[end : end + 1]
    if not after.isalpha() and after != "_":
        return False
    return text[start - 1 : start] in tuple(_MONEY) or not _SUFFIX.match(text, end)


def _number(text: str, match: re.Match[str], *, divisions: bool) -> tuple[Fraction, Kind, int] | None:
    """Read what the pattern found: the number, its kind, and where it ends; None where it is no number after all."""
    numeral = match[0]
    if match.lastgroup == "part":
        return _latex_part(match)
    if match.lastgroup == "mixed":
        return _mixed(numeral, match.end())
    if match.lastgroup == "vulgar":
        return VULGAR[numeral], "fraction", match.end()
    try:
        number = read_numeral(numeral)
        over = _OVER.match(text, match.end()) if text[match.end() : match.end() + 1] in ("/", "\u2044") else None
        below = read_numeral(over["below"]) if over else Fraction(0)
    except NumberError:
        return None
    if over and below and _is_fraction(text, match.start(), number, below, divisions=divisions):
        return number / below, "fraction", over.end()
    return number, "integer" if number.denominator == 1 and "." not in numeral else "decimal", match.end()


def _is_fraction(text: str, start: int, above: Fraction, below: Fraction, *, divisions: bool) -> bool:
    """Is `a/b` one number? Not inside a longer chain of slashes, and not where the division comes out even."""
    if start and text[start - 1] in "/\u2044":
        return False
    return not divisions or (above.denominator == below.denominator == 1 and (above / below).denominator != 1)


def _latex_part(match: re.Match[str]) -> tuple[Fraction, Kind, int] | None:
    whole, above, below = _pieces(match)
    if below == 0:
        return None
    return whole + Fraction(above, below), "mixed" if match["part"][0].isdigit() else "fraction", match.end()


def _latex_division(match: re.Match[str]) -> tuple[Quantity, ...]:
    r"""The two quantities of a `\frac` that comes out even; empty for every other match."""
    if match[0][0].isdigit():
        return ()
    _, above, below = _pieces(match)
    if below == 0 or above % below:
        return ()
    spans = [match.span(group) for group in _PART_GROUPS if match[group] is not None]
    found = zip((above, below), spans, strict=True)
    return tuple(
        Quantity(Fraction(n), Fraction(n), match.string[start:end], start, end, "integer") for n, (start, end) in found
    )


def _pieces(match: re.Match[str]) -> tuple[int, int, int]:
    r"""The whole part (0 where there is none), numerator and denominator of a `\frac`."""
    above, below = (int(match[group]) for group in _PART_GROUPS if match[group] is not None)
    return int(match["part"].partition("\\")[0].strip() or 0), above, below


def _mixed(text: str, end: int) -> tuple[Fraction, Kind, int] | None:
    match = _MIXED.fullmatch(text)
    if match is None:
        return None
    whole, vulgar, above, below = match.groups()
    if vulgar:
        return int(whole) + VULGAR[vulgar], "mixed", end
    if int(below) == 0 or int(above) >= int(below):
        return None
    return int(whole) + Fraction(int(above), int(below)), "mixed", end


def _with_neighbours(text: str, start: int, end: int, read: tuple[Fraction, Kind], dollars: frozenset[int]) -> Quantity:
    """Add what stands around a number: sign, money, scale, percent."""
    number, kind = read
    unit = ""
    if start and text[start - 1] in _MONEY and start - 1 not in dollars:
        unit, start = text[start - 1], start - 1
        start -= start > 0 and text[start - 1] == "\\"
    if start and text[start - 1] in _SIGNS and _is_sign(text, start - 1):
        number, start = -number, start - 1
    if not _BEHIND.match(text, end):
        return Quantity(number, number, text[start:end], start, end, "money" if unit else kind, unit)
    if half := _HALF_MORE.match(text, end):
        number, kind, end = number + Fraction(1, 2), "mixed", half.end()
    if scale := _SCALE.match(text, end):
        number, end = number * _FACTORS[scale[1].lower()], scale.end()
    if unit:
        return Quantity(number, number, text[start:end], start, end, "money", unit)
    if percent := _PERCENT.match(text, end):
        end = percent.end()
        return Quantity(number / 100, number, text[start:end], start, end, "percent", "%")
    return Quantity(number, number, text[start:end], start, end, kind, "cents" if _CENTS.match(text, end) else "")


def _is_sign(text: str, place: int) -> bool:
    """Is a dash before a number its sign? Not between two operands, not in a range, not where a word is joined."""
    before = text[place - 1] if place else " "
    if before in "([{=:,;\"'*/^+<>≈":
        return True
    if not before.isspace():
        return False
    earlier = text[max(0, place - 40) : place].rstrip()[-1:]
    return not (earlier.isdigit() or earlier in (")", "]", "}", "%") or earlier in VULGAR)


def parse_number(text: str) -> Fraction:
    """Read a text that is one number and nothing else: "$1,250.50", "3/4", "-2 1/2", "20%" (1/5), "twelve".

    Raises:
        NumberError: It is no number, or holds more than one, or divides by zero, or is over 400 digits long.

    Example:
        >>> parse_number("$1,250.50"), parse_number("three-quarters")
        (Fraction(2501, 2), Fraction(3, 4))
    """
    plain = text.strip()
    found = next(_scan(plain, divisions=False), None)
    if found is None or (found.start, found.end) != (0, len(plain)):
        raise NumberError(f"not a number: {shown(text)}")
    return found.value
