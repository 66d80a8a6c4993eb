"""Numbers in words: "one hundred and twenty-five", "two dozen", "three-quarters", "half", "twice".

Only words that surely mean a number are read. Ordinals ("the third day"), "second" (also a unit), "once" (also
"as soon as"), "one" as a pronoun, and vague plurals ("dozens of") are not; nor are coins ("three quarters").
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache, wraps
from typing import NamedTuple, TypeVar

__all__ = ["SCALES", "WordNumber", "find_word_numbers", "kept_by_word", "number_word", "vocabulary"]

T = TypeVar("T")

_LONGEST_KEPT = 40


def vocabulary(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


def kept_by_word(told: Callable[[str], T]) -> Callable[[str], T]:
    """Keep what a function told of a word: texts use the same few again and again.

    Of longer words than any language has, nothing is kept, so that no text fills the memory.
    """
    kept = lru_cache(maxsize=4096)(told)

    @wraps(told)
    def tell(word: str) -> T:
        return kept(word) if len(word) <= _LONGEST_KEPT else told(word)

    return tell


_BEFORE_PRONOUN = vocabulary("each every this that these the another no any which some other last next only")
_AFTER_PRONOUN = vocabulary("another of that who whom which is was has must should could would might may can will")
_SMALL_NAMES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
_TENS_NAMES = "twenty thirty forty fifty sixty seventy eighty ninety"
_SMALL = {name: value for value, name in enumerate(_SMALL_NAMES.split(" "))}
_TENS = {name: 10 * value for value, name in enumerate(_TENS_NAMES.split(" "), start=2)}
_SMALL_WORDS = {value: name for name, value in _SMALL.items()}
_TENS_WORDS = {value: name for name, value in _TENS.items()}
SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_MULTIPLIERS = {"twice": 2, "thrice": 3, "double": 2, "triple": 3, "quadruple": 4}
# "double-check the double bed" states no number.
_NOT_MULTIPLIED = {"check", "checked", "checking", "bed", "beds", "room", "rooms", "decker", "digit", "digits", "edged"}
_PARTS = {
    "third": 3,
    "quarter": 4,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
    "twelfth": 12,
    "twentieth": 20,
    "hundredth": 100,
    "thousandth": 1000,
}
# "a third of" is a part, "a third man" is not.
_AFTER_A_PART = {"of", "as", "the", "that", "more", "less", "fewer", "full", "an", "a", "hour", "mile", "cup", "pound"}


def number_word(number: int) -> str:
    """A number from 0 to 99 as a word.

    Raises:
        ValueError: It is outside that range.

    Example:
        >>> number_word(42)
        'forty-two'
    """
    if not 0 <= number < 100:
        raise ValueError(f"no number word for {number}: 0 to 99 only")
    tens, units = divmod(number, 10)
    if number in _SMALL_WORDS:
        return _SMALL_WORDS[number]
    return _TENS_WORDS[10 * tens] + (f"-{_SMALL_WORDS[units]}" if units else "")


class Word(NamedTuple):
    """A word of the text, in lower case, and where it stands."""

    text: str
    start: int
    end: int


class WordNumber(NamedTuple):
    """A number in words and where it stands."""

    value: Fraction
    start: int
    end: int
    multiplier: bool


_WORD = re.compile(r"[A-Za-z]++")
_JOINS = {" ", "-", "\n", "\u00a0", "\u2010", "\u2011"}


class _Reader:
    """Walks over the words of a text; every method takes the index of a word and gives what it read and the next."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = [Word(match[0].lower(), match.start(), match.end()) for match in _WORD.finditer(text)]

    def at(self, index: int) -> str:
        """The word at an index, or "" where it does not directly follow the one before."""
        if index >= len(self.words):
            return ""
        if index and self.text[self.words[index - 1].end : self.words[index].start] not in _JOINS:
            return ""
        return self.words[index].text

    def under_hundred(self, index: int, word: str) -> tuple[int, int] | None:
        if word in _SMALL:
            return _SMALL[word], index + 1
        if word not in _TENS:
            return None
        unit = _SMALL.get(self.at(index + 1), 0)
        return (_TENS[word] + unit, index + 2) if 1 <= unit <= 9 else (_TENS[word], index + 1)

    def under_thousand(self, index: int, word: str) -> tuple[int, int] | None:
        if word in ("a", "an") and (self.at(index + 1) == "hundred" or self.at(index + 1) in SCALES):
            value, after = 1, index + 1
        elif word in ("hundred", *SCALES):
            value, after = 1, index
        elif (read := self.under_hundred(index, word)) is not None:
            value, after = read
        else:
            return None
        if value < 100 and (word if after == index else self.at(after)) == "hundred":
            tail = self.tail(after + 1)
            return (100 * value + tail[0], tail[1]) if tail else (100 * value, after + 1)
        return value, after

    def tail(self, index: int) -> tuple[int, int] | None:
        """What follows a hundred or thousand: "and five", "twenty-five"; but not the next number's "two hundred"."""
        start = index + 1 if self.at(index) == "and" else index
        read = self.under_hundred(start, self.at(start))
        return None if read is None or self.at(read[1]) == "hundred" or read[0] == 0 else read

    def cardinal(self, index: int) -> tuple[int, int] | None:
        """The longest whole number that begins at a word."""
        total, after, last = 0, index, 10**15
        word = self.words[index].text
        while (part := self.under_thousand(after, word)) is not None:
            value, end = part
            scale_word = word if end == after else self.at(end)
            scale = SCALES.get(scale_word, 1)
            if scale >= last:
                break
            total, after, last = total + value * scale, end + (scale > 1), scale
            if scale == 1:
                break
            word = self.at(after)
            if word in ("a", "an", "hundred", *SCALES):
                break
            if word == "and":
                tail = self.tail(after)
                if tail is not None and self.at(tail[1]) not in SCALES:
                    total, after = total + tail[0], tail[1]
                break
        return None if after == index else (total, after)

    def number(self, index: int) -> tuple[Fraction, int] | None:
        """A whole number, a part, or both, at a word."""
        word = self.words[index].text
        if word == "half":
            return (Fraction(6), index + 3) if self._ahead(index + 1, "a", "dozen") else (Fraction(1, 2), index + 1)
        if word in ("a", "an"):
            if self.at(index + 1) == "dozen":
                return Fraction(12), index + 2
            if self.at(index + 1) == "half":
                return Fraction(1, 2), index + 2
            if (part := self.part(index + 1)) is not None and self.at(index + 2) in _AFTER_A_PART:
                return Fraction(1, part), index + 2
        if word == "dozen":
            return Fraction(12), index + 1
        read = self.cardinal(index)
        if read is None or (word == "one" and read[1] == index + 1 and self.pronoun(index)):
            return None
        return self.with_part(*read)

    def with_part(self, value: int, after: int) -> tuple[Fraction, int] | None:
        """A whole number with what belongs to it: "two thirds", "two and a half", "two dozen"."""
        if self.at(after) == "dozen":
            return Fraction(12 * value), after + 1
        if self.at(after) in ("half", "halves"):
            return Fraction(value, 2), after + 1
        if (part := self.part(after)) is not None:
            return Fraction(value, part), after + 1
        if self._ahead(after, "and", "a", "half") or self._ahead(after, "and", "one", "half"):
            return value + Fraction(1, 2), after + 3
        if self._ahead(after, "and", "a", "quarter"):
            return value + Fraction(1, 4), after + 3
        return Fraction(value), after

    def _ahead(self, index: int, *words: str) -> bool:
        return all(self.at(index + offset) == word for offset, word in enumerate(words))

    def part(self, index: int) -> int | None:
        """The denominator that a word names; coins are none."""
        word = self.at(index)
        if word in _PARTS and word != "quarter":
            return _PARTS[word]
        if word.endswith("s") and word[:-1] in _PARTS and word != "quarters":
            return _PARTS[word[:-1]]
        if word in ("quarter", "quarters"):
            hyphen = self.text[self.words[index].start - 1] == "-"
            return 4 if hyphen or self.at(index + 1) in _AFTER_A_PART else None
        return None

    def pronoun(self, index: int) -> bool:
        """Does "one" stand for a thing here, and not for a number?"""
        before = self.words[index - 1].text if index and self.at(index) else ""
        return before in _BEFORE_PRONOUN or self.at(index + 1) in _AFTER_PRONOUN


def find_word_numbers(text: str) -> list[WordNumber]:
    """Find the numbers that are written in words, left to right.

    Example:
        >>> [str(found.value) for found in find_word_numbers("twice one hundred and five, or two thirds of a dozen")]
        ['2', '105', '2/3', '12']
    """
    return list(_word_numbers(text))


# Without one of these there is no number in words; "a" and "an" need one of them behind.
_BEGINNINGS = frozenset(
    [*_SMALL, *_TENS, *SCALES, *_MULTIPLIERS, *_PARTS, *(f"{part}s" for part in _PARTS), "hundred", "half", "dozen"]
)


# Quantities and equations ask about the same few texts in turn.
@lru_cache(maxsize=64)
def _word_numbers(text: str) -> tuple[WordNumber, ...]:
    if _BEGINNINGS.isdisjoint(_WORD.findall(text.lower())):
        return ()
    found: list[WordNumber] = []
    reader, index = _Reader(text), 0
    while index < len(reader.words):
        word = reader.words[index]
        if word.text in _MULTIPLIERS and reader.at(index + 1) not in _NOT_MULTIPLIED:
            found.append(WordNumber(Fraction(_MULTIPLIERS[word.text]), word.start, word.end, True))
        elif (read := reader.number(index)) is not None:
            value, after = read
            found.append(WordNumber(value, word.start, reader.words[after - 1].end, False))
            index = after
            continue
        index += 1
    return tuple(found)
