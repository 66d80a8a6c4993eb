"""Cutting a step into words, variables, numbers and signs, and what a number is worth.

Numbers are read here and not by `numbers`, whose care for units, dates and pronouns costs more than all other reading
of a step: provenance only compares values, and one that is misread in the same way twice compares all the same.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

__all__ = ["IN_WORDS", "Kind", "Value", "cut", "kind_of", "values_of"]

# Whole numbers are kept as `int`: equal to their `Fraction`, and many times quicker to look up.
Value = int | Fraction
Kind = str

# Signs stand before numbers, whose three forms would be tried on each of them in vain; no two of the alternatives begin
# alike, but for the point of ".5". Spaces are passed over with the token behind them, not by a search at each.
_TOKEN = re.compile(
    r" *+("
    r"[A-Za-z]++(?:_\{?[A-Za-z0-9]{1,12}\}?)?+"  # a word, a variable, one with an index
    r"|[-+*/^=<>×÷−≤≥≡≈π√!()½¼¾,;:?\n]"
    r"|\d{1,3}(?:,\d{3}){1,6}+(?!\d)(?:\.\d{1,30})?+(?:\s?\\?%)?+"  # 1,250.50
    r"|\d{1,30}/\d{1,30}(?![\d.])"  # 3/4
    r"|(?:\d{1,30}(?:\.\d{1,30})?+|\.\d{1,30})(?:\s?\\?%)?+"
    r"|\\[dt]?frac\{\d{1,30}\}\{\d{1,30}\}"
    r"|\\[A-Za-z]++"
    r"|\.)"
)
_ALIKE = {
    "\\cdot": "*", "\\times": "*", "×": "*", "\\div": "/", "÷": "/", "−": "-", "\\pi": "π", "\\approx": "≈",
    "\\le": "≤", "\\leq": "≤", "\\ge": "≥", "\\geq": "≥", "\\equiv": "≡", "\\implies": "\n", "\\Rightarrow": "\n",
    "\\dfrac": "\\frac", "\\tfrac": "\\frac", "\\theta": "θ", "\\alpha": "α", "\\beta": "β", "\\lambda": "λ",
}  # fmt: skip
_PASSED_OVER = frozenset(
    r"\left \right \text \mathbf \boxed \quad \qquad \displaystyle \mathrm \begin \end \big \Big".split()  # noqa: SIM905
)
_FUNCTIONS = frozenset(("sin", "cos", "tan", "cot", "sec", "csc", "log", "ln", "sqrt", "frac", "gcd", "lcm", "mod"))
# Numbers in words; "one" and "third" mostly are no numbers.
IN_WORDS: dict[str, Value] = {
    "zero": 0, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "hundred": 100,
    "twice": 2, "double": 2, "thrice": 3, "triple": 3, "dozen": 12, "half": Fraction(1, 2), "quarter": Fraction(1, 4),
}  # fmt: skip
_VULGAR = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}
_SIGNS: dict[str, Kind] = (
    dict.fromkeys("+-*/^", "operator") | dict.fromkeys("=≈<>≤≥≡", "relation") | dict.fromkeys(".,;:?\n", "end")
)


def cut(text: str) -> list[str]:
    """The tokens of a text, in linear time; what means the same is written the same."""
    return [_ALIKE.get(token, token) for token in _TOKEN.findall(text)]


@lru_cache(maxsize=8192)
def kind_of(token: str) -> Kind:
    """What a token is: word, name, function, number, operator, relation, end, sign, or nothing that counts."""
    first = token[0]
    if first.isalpha():
        return _kind_of_letters(token)
    if first.isdigit() or token in _VULGAR or (first == "." and len(token) > 1) or token[-1] == "}":
        return "number"
    return "nothing" if token in _PASSED_OVER else _SIGNS.get(token, "sign")


def _kind_of_letters(token: str) -> Kind:
    if len(token) == 1 or token[1] == "_":
        return "name"
    if token in _FUNCTIONS:
        return "function"
    return "name" if len(token) <= 3 and token.isupper() and token not in ("GCD", "LCM") else "word"


@lru_cache(maxsize=8192)
def values_of(token: str) -> tuple[Value, ...]:
    """The value of a number as written; two for a division that comes out even or cannot be."""
    if token in _VULGAR:
        return (_VULGAR[token],)
    if token[0] == "\\":
        above, below = map(int, token[token.index("{") + 1 : -1].split("}{"))
        return (_plain(Fraction(above, below)),) if below else (above, below)
    if "/" in token:
        above, below = map(int, token.split("/"))
        return (above, below) if below == 0 or above % below == 0 else (_plain(Fraction(above, below)),)
    number = Fraction(token.rstrip("%\\ \t\n").replace(",", ""))
    return (_plain(number / 100 if token[-1] == "%" else number),)


def _plain(value: Fraction) -> Value:
    return value.numerator if value.denominator == 1 else value
