"""Which words beside numbers are units, and taking them out.

"12 eggs * $2/egg" is 12 * 2 to the arithmetic. What was taken out is kept, since an equation between different
units of one kind ("2 hours = 120 minutes") is not false although 2 is not 120.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from dunyazad.numbers.tokens import Token
from dunyazad.numbers.words import SCALES, find_word_numbers, kept_by_word, vocabulary

__all__ = [
    "OPERATOR_WORDS",
    "begins_clause",
    "count_of",
    "drop_units",
    "is_letter",
    "is_plain_unit",
    "mixes_measures",
    "past_remark",
]

OPERATOR_WORDS = {"of": "*", "times": "*", "plus": "+", "minus": "-", "multiplied by": "*", "divided by": "/"}

_MEASURES: dict[str, str] = {
    word: kind
    for kind, words in {
        "time": "second seconds sec secs minute minutes min mins hour hours hr hrs day days week weeks weekday month "
        "months year years decade decades century centuries weekend weekends fortnight",
        "length": "inch inches foot feet ft yard yards mile miles mi mm cm km millimeter millimeters centimeter "
        "centimeters meter meters metre metres kilometer kilometers kilometre kilometres",
        "mass": "ounce ounces oz pound pounds lb lbs ton tons gram grams mg kg kilogram kilograms kilo kilos",
        "volume": "cup cups pint pints quart quarts gallon gallons liter liters litre litres ml teaspoon teaspoons "
        "tablespoon tablespoons tsp tbsp",
        "money": "$ ¢ cent cents penny pennies nickel nickels dime dimes quarter quarters dollar dollars euro euros",
        "count": "dozen dozens pair pairs gross score couple",
    }.items()
    for word in words.split()
}
_ONE_OF_A_KIND = {
    word: one
    for one, words in {
        "$": "dollar dollars",
        "foot": "feet ft",
        "inch": "inches",
        "hour": "hr hrs",
        "minute": "min mins",
        "ounce": "oz",
        "pound": "lb lbs",
        "century": "centuries",
        "penny": "pennies",
        "cent": "¢ cents",
    }.items()
    for word in words.split()
}
_CLAUSE = vocabulary(
    "and or so then the is are was were that which this there he she it they we you since because if but with for as "
    "instead"
)
_WITH_A_MEANING = OPERATOR_WORDS.keys() | {"multiplied", "divided", "hundred"}
_LONGEST_REMARK = 8


def mixes_measures(units: Sequence[str]) -> bool:
    """Do these units measure one thing in different ways (hours and minutes, feet and inches, eggs and dozens)?

    A unit below the line, written "/hour", cancels itself above: in "3 hours * 60 minutes/hour" minutes are left.

    Example:
        >>> mixes_measures(("hours", "minutes")), mixes_measures(("hours", "minutes", "/hour", "minutes"))
        (True, False)
    """
    below = {_singular(unit[1:]) for unit in units if unit.startswith("/")}
    kinds: dict[str, set[str]] = {}
    for unit in units:
        kind = _MEASURES.get(_ONE_OF_A_KIND.get(unit, unit))
        if kind is not None and (word := _singular(unit)) not in below:
            kinds.setdefault(kind, set()).add(word)
    return "count" in kinds or any(len(words) > 1 for words in kinds.values())


# How many things a word of counting stands for.
_COUNTS = {"dozen": 12, "pair": 2, "couple": 2, "score": 20, "gros": 144}


def count_of(units: Sequence[str]) -> int | None:
    """How many things one of these units is, where counting words are the only measures among them; None otherwise.

    Example:
        >>> count_of(("dozens",)), count_of(("eggs",)), count_of(("dozen", "pairs"))
        (12, 1, None)
    """
    words = {_singular(unit) for unit in units if unit in _MEASURES}
    if not words:
        return 1
    return _COUNTS.get(words.pop()) if len(words) == 1 else None


def _singular(unit: str) -> str:
    """One form for a unit in its singular and plural; good enough to compare two of them."""
    word = _ONE_OF_A_KIND.get(unit, unit)
    return word.removesuffix("s") if len(word) > 3 else word


@kept_by_word
def begins_clause(word: str) -> bool:
    """Does a word begin a new clause or line, so that it is no part of a unit? So do capitals ("= 12 Total = 24").

    Example:
        >>> begins_clause("because"), begins_clause("Total"), begins_clause("GB"), begins_clause("cups")
        (True, True, False, False)
    """
    return word.lower() in _CLAUSE or (len(word) > 1 and word[0].isupper() and word[1:].islower())


@kept_by_word
def is_plain_unit(word: str) -> bool:
    """Is a word behind an operand in prose a unit, whatever stands around it? Nearly all are."""
    lowered = word.lower()
    return (
        len(word) > 1
        and word[1] != "_"
        and lowered not in SCALES
        and lowered not in _WITH_A_MEANING
        and not begins_clause(word)
    )


def is_letter(token: Token) -> bool:
    """Is it a letter that stands for a number in prose: "x", "O_c", "J_{max}"? Not "a", "A" and "I"."""
    text = token.text
    if token.kind != "word" or token.end - token.start != len(text):
        return False  # what `\\text{ m}` holds is longer in the text: a unit
    return (len(text) == 1 and text.isalpha() and text not in "aAI") or (len(text) > 2 and text[1] == "_")


def past_remark(tokens: Sequence[Token], index: int) -> int | None:
    """Where a bracket ends that holds nothing but words, "(before dinner)"; None where it holds anything else."""
    if tokens[index].text != "(":
        return None
    for place in range(index + 1, min(index + _LONGEST_REMARK + 2, len(tokens))):
        if tokens[place].kind == "close":
            return place + 1 if place > index + 1 and not is_letter(tokens[index + 1]) else None
        if tokens[place].kind != "word":
            return None
    return None


def drop_units(
    tokens: list[Token], *, letters_are_names: bool, words_are_names: bool
) -> tuple[list[Token], tuple[str, ...]]:
    """Take units, money signs and markers out of an expression's tokens, and tell names from words.

    Gives the tokens that are left and the units that were taken out, in lower case and in order, those below the
    line with a slash before them ("/hour"). A word that is neither stays a `word`, which no parser takes.
    """
    for token in tokens:
        if token.kind not in _BARE:
            break
    else:
        return tokens, ()
    dropper = _Dropper(tokens, letters_are_names=letters_are_names, words_are_names=words_are_names)
    dropper.run()
    return dropper.kept, tuple(dropper.units)


# What stays as it is: without words, money and markers there is nothing to take out.
_BARE = frozenset(("number", "operator", "percent", "open", "close", "fraction"))


_WITHOUT_MEANING = frozenset(("marker", "newline"))
_OPERAND_END = frozenset(("number", "close", "percent", "name"))


class _Dropper:
    def __init__(self, tokens: Sequence[Token], *, letters_are_names: bool, words_are_names: bool) -> None:
        self.tokens = [token for token in tokens if token.kind not in _WITHOUT_MEANING]
        self.letters_are_names, self.words_are_names = letters_are_names, words_are_names
        self.kept: list[Token] = []
        self.units: list[str] = []
        self.index = 0
        self.after_unit = False  # was the last token a unit that belongs to the last one kept?

    def run(self) -> None:
        while self.index < len(self.tokens):
            token = self.tokens[self.index]
            was_after_unit, self.after_unit = self.after_unit, False
            if token.kind == "number":
                self.kept.append(token)
                self.index += 1
            elif token.kind == "word":
                self.word(token)
            elif token.kind == "money":
                self.money(token)
            elif token.text == "/" and self.denominator(after_unit=was_after_unit):
                self.unit(self.tokens[self.index + 1], 2)
            elif token.text == "^" and was_after_unit and self.kind_at(self.index + 1) == "number":
                self.index += 2
                self.after_unit = True
            elif self.operand_end() and (past := past_remark(self.tokens, self.index)) is not None:
                self.index, self.after_unit = past, was_after_unit
            else:
                self.kept.append(token)
                self.index += 1

    def kind_at(self, index: int) -> str:
        return self.tokens[index].kind if index < len(self.tokens) else ""

    def operand_end(self) -> bool:
        return bool(self.kept) and self.kept[-1].kind in _OPERAND_END

    def unit(self, token: Token, width: int) -> None:
        below = "/" if width == 2 or self.units[-1:] == ["per"] else ""
        text = token.text.lower()
        if text.isalpha():  # nearly always
            self.units.append(below + text)
        else:
            first, *others = text.split("/")
            self.units.extend(below + word.strip("(.)") for word in first.split())
            self.units.extend("/" + word.strip("(.) ") for word in others)
        self.index += width
        self.after_unit = True

    def money(self, token: Token) -> None:
        self.units.append("$" if token.text.endswith("$") else token.text)
        self.index += 1
        self.after_unit = self.operand_end()

    def denominator(self, *, after_unit: bool) -> bool:
        """Is this slash a unit's ("$2/egg", "60 miles/hour")? In programs `12 / trays` divides by a name."""
        if self.kind_at(self.index + 1) != "word" or not self.operand_end():
            return False
        if after_unit or (self.units and self.units[-1] == "$"):
            return True
        return not self.words_are_names and not self.letter(self.tokens[self.index + 1])

    def word(self, token: Token) -> None:
        text = token.text.lower()
        if not self.operand_end():
            self.operand_word(token)
        elif not self.words_are_names and is_plain_unit(token.text):
            self.unit(token, 1)
        elif (operator := self.operator_word(text)) is not None:
            self.kept.append(Token("operator", operator[0], token.start, self.tokens[self.index + operator[1] - 1].end))
            self.index += operator[1]
        elif text in SCALES or text == "hundred":
            self.scale(SCALES.get(text, 100))
        elif self.is_name(token):
            self.kept.append(replace(token, kind="name"))
            self.index += 1
        elif not self.words_are_names and begins_clause(token.text):
            self.kept.append(token)
            self.index += 1
        else:
            self.unit(token, 1)

    def is_name(self, token: Token) -> bool:
        """Is a word after an operand a factor and no unit? `2n` is, and any word after a bracket in a program."""
        last = self.kept[-1]
        if self.tokens[self.index - 1].kind == "word" and last.kind != "name":
            return False  # a second word after a number
        return self.letter(token) or (self.words_are_names and last.kind in ("close", "name"))

    def letter(self, token: Token) -> bool:
        """Is it a letter of algebra? "a" is one where it touches a number ("2a")."""
        touches = len(token.text) == 1 and self.operand_end() and self.kept[-1].end == token.start
        return self.letters_are_names and (touches or is_letter(token))

    def operand_word(self, token: Token) -> None:
        """A word where an operand is due: a name, a number in words, or nothing that can be read."""
        if self.letter(token) or (self.words_are_names and token.text.replace("_", "a").isalnum()):
            self.kept.append(replace(token, kind="name"))
        else:
            number = find_word_numbers(token.text)
            whole = len(number) == 1 and number[0].end - number[0].start == len(token.text)
            self.kept.append(replace(token, kind="number", value=number[0].value) if whole else token)
        self.index += 1

    def operator_word(self, text: str) -> tuple[str, int] | None:
        """The operator that a word, or two, stand for before a further operand, and how many words it takes."""
        width = 1
        if text in ("multiplied", "divided") and self.kind_at(self.index + 1) == "word":
            text, width = f"{text} {self.tokens[self.index + 1].text.lower()}", 2
        if text not in OPERATOR_WORDS:
            return None
        following = self.kind_at(self.index + width)
        after_unit = self.tokens[self.index - 1].kind == "word"  # "cups of tea"
        named = following == "word" and not after_unit and (text == "of" or self.words_are_names)
        return (OPERATOR_WORDS[text], width) if following in ("number", "money", "open", "fraction") or named else None

    def scale(self, factor: int) -> None:
        last = self.kept[-1]
        if last.kind == "number" and last.value is not None:
            self.kept[-1] = replace(last, value=last.value * Fraction(factor))
        self.index += 1
