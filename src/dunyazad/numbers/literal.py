r"""How one plain number is written: the patterns that every reader here shares, reading it, and writing it back.

Quantifiers that could give back what they took are possessive (`++`), so that no text, however long, makes a
pattern try the same digits twice. `[0-9]` and not `\d`: other scripts' digits are left alone.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from dunyazad._exceptions import NumberError

__all__ = [
    "DECIMALS",
    "FRACTION_SLASH",
    "MAX_DIGITS",
    "NUMERAL",
    "SPACES",
    "VULGAR",
    "read_numeral",
    "render_number",
    "shown",
    "whole_number",
]

# Longer than any quantity that a text means, and far below Python's own limit of 4300 digits for int().
MAX_DIGITS = 400

# No-break, thin, narrow and figure spaces. A plain space does not group digits: "12 500" may be two numbers.
SPACES = "\u00a0\u2007\u2009\u202f"
FRACTION_SLASH = "/\u2044"

_GROUP = rf"(?:,\\!|,|\{{,\}}|\\[,!]|[{SPACES}])"
NUMERAL = (
    rf"(?:(?:[0-9]{{1,3}}(?:{_GROUP}[0-9]{{3}}(?![0-9]))++|[0-9]++)(?:\.[0-9]++)?|\.[0-9]++)"
    r"(?:[eE][+-]?[0-9]{1,3}(?![0-9A-Za-z_]))?"
)
VULGAR = {
    "½": Fraction(1, 2),
    "⅓": Fraction(1, 3),
    "⅔": Fraction(2, 3),
    "¼": Fraction(1, 4),
    "¾": Fraction(3, 4),
    "⅕": Fraction(1, 5),
    "⅖": Fraction(2, 5),
    "⅗": Fraction(3, 5),
    "⅘": Fraction(4, 5),
    "⅙": Fraction(1, 6),
    "⅚": Fraction(5, 6),
    "⅐": Fraction(1, 7),
    "⅛": Fraction(1, 8),
    "⅜": Fraction(3, 8),
    "⅝": Fraction(5, 8),
    "⅞": Fraction(7, 8),
    "⅑": Fraction(1, 9),
    "⅒": Fraction(1, 10),
}

_GROUPS = re.compile(_GROUP)
_SHORT = 15
DECIMALS = re.compile(r"\.([0-9]++)")


def shown(text: str) -> str:
    """A text as an error message shows it: quoted, and cut where it is long."""
    return repr(text if len(text) <= 60 else text[:57] + "...")


def read_numeral(text: str) -> Fraction:
    """Read what `NUMERAL` matches.

    Raises:
        NumberError: Over 400 digits, as written or with the exponent written out.

    Example:
        >>> read_numeral("9{,}500"), read_numeral(".75"), read_numeral("1.5e3")
        (Fraction(9500, 1), Fraction(3, 4), Fraction(1500, 1))
    """
    return _read_short(text) if len(text) <= _SHORT else _read(text)


def _read(text: str) -> Fraction:
    mantissa, _, exponent = _GROUPS.sub("", text).lower().partition("e")
    if len(mantissa) + abs(int(exponent or "0")) > MAX_DIGITS:
        raise NumberError(f"a number of over {MAX_DIGITS} digits: {shown(text)}")
    return Fraction(mantissa) * Fraction(10) ** int(exponent) if exponent else Fraction(mantissa)


# A solution writes the same few numbers again and again, and computes what it writes.
@lru_cache(maxsize=4096)
def _read_short(text: str) -> Fraction:
    return Fraction(int(text)) if text.isdecimal() else _read(text)


@lru_cache(maxsize=4096)
def whole_number(number: int) -> Fraction:
    """A whole number as a fraction."""
    return Fraction(number)


def render_number(value: Fraction) -> str:
    """Write a number plainly: an integer, a decimal where it ends, a fraction where it does not.

    Raises:
        NumberError: The number has more digits than a text can be asked to hold.

    Example:
        >>> [render_number(Fraction(text)) for text in ("18", "9500", "33/2", "2/3", "-1/4")]
        ['18', '9500', '16.5', '2/3', '-0.25']
    """
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > 4 * MAX_DIGITS * 3:
        raise NumberError(f"a number of over {MAX_DIGITS} digits cannot be written plainly")
    if value.denominator == 1:
        return str(value.numerator)
    places = _places(value.denominator)
    if places is None or places > MAX_DIGITS:
        return f"{value.numerator}/{value.denominator}"
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def _places(denominator: int) -> int | None:
    """How many decimals a fraction with this denominator needs; None where they never end."""
    twos = (denominator & -denominator).bit_length() - 1
    rest, fives = denominator >> twos, 0
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    return max(twos, fives) if rest == 1 else None
