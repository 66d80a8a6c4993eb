"""The one place where two sentences differ, and other numbers written there as those two are.

A first premise and its alternate are one sentence with one number changed, and so are a conclusion and its wrong
sister. What is written in that place must look like the two that stand there: in words or digits, with as many
decimals, with or without commas. Whatever is written is read back: the sentence must state the new number there and
nothing else may have changed. A way of writing that is not sure gives None.
"""

from __future__ import annotations

import re
from fractions import Fraction

import msgspec

from dunyazad._exceptions import NumberError
from dunyazad.numbers import Quantity, number_word, parse_number
from dunyazad.problems.quantities import quantities_in, readings
from dunyazad.problems.text_checks import compare

__all__ = ["DIGITS", "Place", "find_place"]

DIGITS = re.compile(r"[0-9][0-9,]*(?:\.[0-9]+)?|\.[0-9]+")
_HEAD = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)?")
_FRACTION = re.compile(r"[0-9]+/[0-9]+")
_ARTICLE = re.compile(r"\ban?[ -]$", re.IGNORECASE)
_VOWEL = re.compile(r"[^0-9A-Za-z]*(?:eight|eleven|eighteen|8|(?:11|18)(?:,[0-9]{3})*(?![0-9,]))", re.IGNORECASE)
_DOZEN = 12
_THOUSAND = 1000


class Place(msgspec.Struct, frozen=True):
    """Where a number stands in a sentence, and what its sister has there.

    Attributes:
        text: The sentence.
        here: The number in it.
        other: What stands in the same place of the other sentence.
    """

    text: str
    here: Quantity
    other: Quantity

    @property
    def before(self) -> str:
        """The sentence up to the number."""
        return self.text[: self.here.start]

    @property
    def after(self) -> str:
        """The sentence behind the number."""
        return self.text[self.here.end :]

    def scale(self, here: Fraction, other: Fraction) -> Fraction | None:
        """How many times a named value the number denotes, if the two numbers state two named values.

        None where they do not state them in one way. Where "20%" and "30%" state 20 and 30, it is 1/100.
        """
        ways = readings(self.here, here) & readings(self.other, other)
        if "value" in ways:
            return Fraction(1)
        if "number" in ways and self.here.number:
            return self.here.value / self.here.number
        return Fraction(_DOZEN) if ways else None

    def write(self, value: Fraction) -> str | None:
        """Give the sentence with another number in the place; None where it cannot be written like the two.

        Example:
            >>> place = find_place("Ann pays $1,250 in May.", "Ann pays $1,400 in May.")
            >>> place.write(Fraction(1310)) if place else None
            'Ann pays $1,310 in May.'
        """
        core = self._core(value)
        if core is None:
            return None
        if _ARTICLE.search(self.before) and bool(_VOWEL.match(core)) != bool(_VOWEL.match(self.here.text)):
            return None
        sentence = f"{self.before}{core}{self.after}"
        return sentence if self._reads_back(sentence, value) else None

    def _core(self, value: Fraction) -> str | None:
        text = self.here.text
        if self.here.kind == "multiplier":
            times = value.numerator if value.denominator == 1 else 0
            wording = "twice" if times == 2 else f"{number_word(times)} times" if 2 < times < 20 else None
            return _cased(wording, text) if wording and text.lower() == "twice" else None
        if _FRACTION.fullmatch(text):
            return None if value.denominator == 1 else f"{value.numerator}/{value.denominator}"
        if match := DIGITS.search(text):
            written = Fraction(match[0].replace(",", ""))
            if not written or "/" in text:
                return None
            numeral = self._numeral(value * written / self.here.value, match[0])
            return None if numeral is None else f"{text[: match.start()]}{numeral}{text[match.end() :]}"
        return self._in_words(value, text)

    def _in_words(self, value: Fraction, text: str) -> str | None:
        head = _HEAD.match(text)
        try:
            written = parse_number(head[0]) if head else Fraction(0)
        except NumberError:
            return None
        if head is None or written < 2 or written.denominator != 1:
            return None
        number = value * written / self.here.value
        if number.denominator != 1 or not 2 <= number < 100:
            return None
        return _cased(number_word(number.numerator), text) + text[head.end() :]

    def _numeral(self, value: Fraction, like: str) -> str | None:
        """Write a positive number in digits, with the decimals and commas of the two that stand there."""
        if value <= 0:
            return None
        decimals = self._decimals(value, like)
        if decimals is None:
            return None
        count = value * 10**decimals
        if count.denominator != 1:
            return None
        whole, rest = divmod(count.numerator, 10**decimals)
        text = f"{whole:,}" if self._grouped() else str(whole)
        text = "" if like.startswith(".") and not whole else text
        return f"{text}.{rest:0{decimals}d}" if decimals else text

    def _decimals(self, value: Fraction, like: str) -> int | None:
        other = DIGITS.search(self.other.text)
        shown = {len(numeral.partition(".")[2]) for numeral in (like, other[0] if other else like)}
        if len(shown) == 1 and (shown != {0} or value.denominator == 1):
            return shown.pop()
        if value.denominator == 1:
            return 0
        # An amount of money that is not whole has two decimals, whatever its neighbours have.
        money = self.here.unit not in ("", "%", "cents") or self.after.startswith(" dollars")
        limit = 2 if money else max(shown)
        return next((n for n in range(2 if money else 1, limit + 1) if (value * 10**n).denominator == 1), None)

    def _grouped(self) -> bool:
        return any("," in quantity.text for quantity in (self.here, self.other))

    def crosses_thousand(self, value: Fraction) -> bool:
        """Would a number be the only one of four digits or more, so that nothing shows whether it takes a comma?"""
        digits = DIGITS.search(self.here.text)
        return bool(digits) and value >= _THOUSAND > max(self.here.value, self.other.value)

    def _reads_back(self, sentence: str, value: Fraction) -> bool:
        old, new = quantities_in(self.text), quantities_in(sentence)
        if len(old) != len(new):
            return False
        place = old.index(self.here)
        same = all(a.value == b.value for index, (a, b) in enumerate(zip(old, new, strict=True)) if index != place)
        found = new[place]
        return same and found.value == value and found.unit == self.here.unit and found.start == self.here.start


def _cased(word: str, model: str) -> str:
    return word.capitalize() if model[:1].isupper() else word


def find_place(first: str, second: str) -> Place | None:
    """Find the one number in which two sentences differ; None where they differ in more or not at all.

    Where the first says 1, the place is given in the second, whose plural fits other numbers.

    Example:
        >>> place = find_place("Kofi has 1 box.", "Kofi has 3 boxes.")
        >>> (place.text, place.here.text, place.other.text) if place else None
        ('Kofi has 3 boxes.', '3', '1')
    """
    comparison = compare(first, second)
    if comparison.changes is None or len(comparison.changes) != 1 or not comparison.same_words:
        return None
    here, other = comparison.changes[0]
    return Place(second, other, here) if here.number == 1 else Place(first, here, other)
