"""Cutting a step into words, variables, numbers and signs, and what a number is worth.

Numbers are read here and not by `numbers`, whose care for units, dates and pronouns costs more than all other reading
of a step: provenance only compares values, and one that is misread in the same way twice compares all the same.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import chain
from typing import Literal

__all__ = ["EQUALS", "Kind", "Piece", "Token", "Value", "cut"]

# Whole numbers are kept as `int`: equal to their `Fraction`, and many times quicker to look up.
Value = int | Fraction
# Three tokens of mathematics in a row, as they are written in a piece.
Piece = tuple[str, str, str]
Kind = Literal["word", "name", "function", "number", "operator", "relation", "end", "sign", "nothing"]

# Signs stand before numbers, whose three forms would be tried on each of them in vain; no two of the alternatives begin
# alike, but for the point of ".5".
_TOKEN = re.compile(
    r"[A-Za-z]++(?:_\{?[A-Za-z0-9]{1,12}\}?)?+"  # a word, a variable, one with an index
    r"|[-+*/^=<>×÷−≤≥≡≈π√!()½¼¾,;:?\n]"
    r"|\d{1,3}(?:,\d{3}){1,6}+(?!\d)(?:\.\d{1,30})?+(?:\s?\\?%)?+"  # 1,250.50
    r"|\d{1,30}/\d{1,30}(?![\d.])"  # 3/4
    r"|(?:\d{1,30}(?:\.\d{1,30})?+|\.\d{1,30})(?:\s?\\?%)?+"
    r"|\\[dt]?frac\{\d{1,30}\}\{\d{1,30}\}"
    r"|\\[A-Za-z]++"
    r"|\."
)
# The one token that goes on over a space: "5 %".
_PERCENT = re.compile(r"(?<=\d) (?=\\?%)")
# Of longer texts nothing is kept, so that no text fills the memory.
_LONGEST_KEPT = 2_000
_MOST_KEPT = 8_192
_ALIKE = {
    "\\cdot": "*", "\\times": "*", "×": "*", "\\div": "/", "÷": "/", "−": "-", "\\pi": "π", "\\approx": "≈",
    "\\le": "≤", "\\leq": "≤", "\\ge": "≥", "\\geq": "≥", "\\equiv": "≡", "\\implies": "\n", "\\Rightarrow": "\n",
    "\\dfrac": "\\frac", "\\tfrac": "\\frac", "\\theta": "θ", "\\alpha": "α", "\\beta": "β", "\\lambda": "λ",
}  # fmt: skip
_PASSED_OVER = frozenset(
    r"\left \right \text \mathbf \boxed \quad \qquad \displaystyle \mathrm \begin \end \big \Big".split()  # noqa: SIM905
)
_FUNCTIONS = frozenset(("sin", "cos", "tan", "cot", "sec", "csc", "log", "ln", "sqrt", "frac", "gcd", "lcm", "mod"))
_NOT_TELLING = (
    "that with have from they then there their what will would each into also more than when which where were been"
    " being does step find calculate number total cost since given know need using value first both next after before"
    " here them these those your such only some over same other this many much"
)
_FUNCTION_WORDS = frozenset(_NOT_TELLING.split())
EQUALS = frozenset(("equals", "equal"))
# Numbers in words; "one" and "third" mostly are no numbers.
_IN_WORDS: dict[str, Value] = {
    "zero": 0, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "hundred": 100,
    "twice": 2, "double": 2, "thrice": 3, "triple": 3, "dozen": 12, "half": Fraction(1, 2), "quarter": Fraction(1, 4),
}  # fmt: skip
_VULGAR = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}
_SIGNS: dict[str, Kind] = {
    **dict.fromkeys("+-*/^", "operator"),
    **dict.fromkeys("=≈<>≤≥≡", "relation"),
    **dict.fromkeys(".,;:?\n", "end"),
}


class Token:
    """A token and all that can be told of it by itself.

    It knows nothing of its place, so that the same one can stand in many.

    Attributes:
        text: As written, but what means the same is written the same.
        kind: What it is: word, name, function, number, operator, relation, end, sign, or nothing that counts.
        word: In lower case.
        telling: Is it a word that says what is spoken of?
        mathematical: Is it a word that says a number or that something equals another?
        digit: Does it begin with a digit?
        value: What a number is worth, in digits or in words; None for all else.
        below: The second value of a division that comes out even or cannot be; None for all else.
        piece: How it is written in a piece of mathematics: a number by its value.
    """

    __slots__ = ("below", "digit", "kind", "mathematical", "piece", "telling", "text", "value", "word")

    def __init__(self, written: str) -> None:
        text = _ALIKE.get(written, written)
        self.text = text
        self.kind = _kind(text)
        self.word = text.lower()
        self.telling = self.kind == "word" and len(text) > 3 and self.word not in _FUNCTION_WORDS
        self.digit = text[0].isdigit()
        values = _values(text) if self.kind == "number" else ()
        self.value = values[0] if values else _IN_WORDS.get(self.word) if self.kind == "word" else None
        self.mathematical = self.kind == "word" and (self.value is not None or self.word in EQUALS)
        self.below = values[1] if len(values) > 1 else None
        self.piece = str(values[0]) if len(values) == 1 else text


class _Kept(dict[str, tuple[Token, ...]]):
    """What was read of stretches without a space, for solutions are made of the same few words and numbers.

    All is forgotten when it is full: what keeps count of use costs more than reading again now and then.
    """

    def __init__(self) -> None:
        super().__init__()
        self._tokens: dict[str, Token] = {}

    def __missing__(self, stretch: str) -> tuple[Token, ...]:
        if len(self) >= _MOST_KEPT:
            self.clear()
            self._tokens.clear()
        known = self._tokens
        found = tuple([known.get(text) or known.setdefault(text, Token(text)) for text in _TOKEN.findall(stretch)])
        self[stretch] = found
        return found


_kept = _Kept()


def cut(text: str) -> list[Token]:
    r"""The tokens of a text, in linear time.

    Example:
        >>> [(token.kind, token.text) for token in cut(r"2.5 \times x")]
        [('number', '2.5'), ('operator', '*'), ('name', 'x')]
    """
    if "%" in text:
        text = _PERCENT.sub("", text)
    read = _kept if len(text) < _LONGEST_KEPT else _Kept()
    return list(chain.from_iterable(map(read.__getitem__, text.split(" "))))


def _kind(text: str) -> Kind:
    first = text[0]
    if first.isalpha():
        return _kind_of_letters(text)
    if first.isdigit() or text in _VULGAR or (first == "." and len(text) > 1) or text[-1] == "}":
        return "number"
    return "nothing" if text in _PASSED_OVER else _SIGNS.get(text, "sign")


def _kind_of_letters(text: str) -> Kind:
    if len(text) == 1 or text[1] == "_":
        return "name"
    if text in _FUNCTIONS:
        return "function"
    return "name" if len(text) <= 3 and text.isupper() and text not in ("GCD", "LCM") else "word"


def _values(number: str) -> tuple[Value, ...]:
    """What a number as written is worth; two values for a division that comes out even or cannot be."""
    if number in _VULGAR:
        return (_VULGAR[number],)
    if number[0] == "\\":
        above, below = map(int, number[number.index("{") + 1 : -1].split("}{"))
        return (_plain(Fraction(above, below)),) if below else (above, below)
    if "/" in number:
        above, below = map(int, number.split("/"))
        return (above, below) if below == 0 or above % below == 0 else (_plain(Fraction(above, below)),)
    value = Fraction(number.rstrip("%\\ \t\n").replace(",", ""))
    return (_plain(value / 100 if number[-1] == "%" else value),)


def _plain(value: Fraction) -> Value:
    return value.numerator if value.denominator == 1 else value
