"""Other values for a number of a text, as round as it and written as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from dunyazad.numbers import Quantity, find_quantities, number_word
from dunyazad.problems.decomposition.forms import base_of
from dunyazad.problems.dice import Dice

__all__ = ["Value", "other_values"]


class Value(NamedTuple):
    """A value and its text in place of the old one.

    Attributes:
        base: What a program's given would hold.
        text: As the sentence writes it.
        rank: 0 where it is as round as the old one, more where it is less round.
    """

    base: Fraction
    text: str
    rank: int = 0


# The numbers that stories tell in words, in this order.
_WORDS: Final = {number_word(number): number for number in (*range(21), *range(30, 100, 10))}
_PARTS: Final = tuple(
    Fraction(text) for text in ("1/2", "1/3", "2/3", "1/4", "3/4", "1/5", "2/5", "3/5", "4/5", "1/6", "1/8", "1/10")
)
_PART_WORDS: Final = {
    "one-third": Fraction(1, 3),
    "two-thirds": Fraction(2, 3),
    "one-fourth": Fraction(1, 4),
    "three-fourths": Fraction(3, 4),
    "one-fifth": Fraction(1, 5),
    "two-fifths": Fraction(2, 5),
    "three-fifths": Fraction(3, 5),
    "four-fifths": Fraction(4, 5),
    "one-sixth": Fraction(1, 6),
    "one-eighth": Fraction(1, 8),
    "one-tenth": Fraction(1, 10),
}
_MULTIPLIERS: Final = ("twice", "thrice")
_NUMERAL = re.compile(r"(?P<whole>[0-9][0-9,]*)?(?:\.(?P<decimals>[0-9]+))?")
_PLAIN = re.compile(r"(?P<before>[$€£]?)(?P<numeral>[0-9][0-9,]*(?:\.[0-9]+)?|\.[0-9]+)(?P<after>[^0-9]*)")
_VOWEL = re.compile(r"[$]?(?:eight|eleven|eighteen|8|11(?![0-9])|18(?![0-9]))", re.IGNORECASE)
_ARTICLE = re.compile(r"\b(an?)[ -]$", re.IGNORECASE)
_MOST_STEPS = 20
_ROUND: Final = (500000, 100000, 50000, 10000, 5000, 1000, 500, 100, 50, 10, 5, 1)


def other_values(quantity: Quantity, sentence: str, dice: Dice) -> Iterator[Value]:
    """Give values that could stand in a number's place, the ones on the side that the coin chose first.

    A number that is written in a way that has no neighbours ("half", "double", "a dozen") gives none. Each text given
    is read back: the sentence states the new value there, and nothing else changes.
    """
    base = base_of(quantity)
    found = [value for value in _written(quantity) if value.base != base]
    up = [value for value in found if value.base > base]
    down = [value for value in found if value.base < base]
    first, second = (up, down) if dice.coin() else (down, up)
    seen: set[Fraction] = set()
    for value in (*_by_rank(first, dice), *_by_rank(second, dice)):
        if value.base not in seen and _fits(quantity, sentence, value):
            seen.add(value.base)
            yield value


def _by_rank(values: list[Value], dice: Dice) -> list[Value]:
    return sorted(dice.shuffled(values), key=lambda value: value.rank)


def _written(quantity: Quantity) -> Iterator[Value]:
    text = quantity.text
    if quantity.kind == "multiplier":
        if text.lower() in _MULTIPLIERS:
            for times in (2, 3, 4, 5):
                written = "twice" if times == 2 else f"{number_word(times)} times"
                yield Value(Fraction(times), _like(written, text))
    elif quantity.value.denominator != 1 and quantity.unit == "":
        yield from _parts(quantity)
    elif quantity.kind == "word" or text[:1].isalpha():
        yield from _words(quantity)
    elif match := _PLAIN.fullmatch(text):
        yield from _numerals(quantity, match)


def _parts(quantity: Quantity) -> Iterator[Value]:
    if quantity.kind == "fraction" and re.fullmatch(r"[0-9]+/[0-9]+", quantity.text):
        for part in _PARTS:
            if part != Fraction(1, 2):
                yield Value(part, f"{part.numerator}/{part.denominator}")
    elif quantity.text.lower() in _PART_WORDS:
        for text, part in _PART_WORDS.items():
            yield Value(part, _like(text, quantity.text))
    elif match := _PLAIN.fullmatch(quantity.text):
        yield from _numerals(quantity, match)


def _words(quantity: Quantity) -> Iterator[Value]:
    """Numbers in words: one word for another, and what follows it stays ("two dozen", "twenty percent")."""
    head, _, tail = quantity.text.partition(" ")
    old = _WORDS.get(head.lower())
    if old is None or old < 2 or base_of(quantity) % old:
        return
    factor = base_of(quantity) / old
    for word, number in _WORDS.items():
        if number >= 2 and old / 3 <= number <= old * 3 and abs(number - old) <= _MOST_STEPS:
            yield Value(number * factor, _like(word, head) + (f" {tail}" if tail else ""))


def _like(word: str, model: str) -> str:
    return word.capitalize() if model[:1].isupper() else word


def _numerals(quantity: Quantity, match: re.Match[str]) -> Iterator[Value]:
    numeral = match["numeral"]
    whole, _, decimals = numeral.partition(".")
    written = Fraction(numeral.replace(",", ""))
    if written == 0:
        return
    factor = base_of(quantity) / written
    unit = Fraction(1, 10 ** len(decimals))
    count = int(written / unit)
    for rank, step in enumerate(_steps(count, len(decimals))):
        first = max(-(-count // 2), count - _MOST_STEPS * step)
        for other in range(first + (count - first) % step, min(2 * count, count + _MOST_STEPS * step) + 1, step):
            value = other * unit
            if len(decimals) not in (0, 2) and other % 10 == 0:
                continue  # "3.0 feet" in place of "1.5 feet" would show that somebody changed it
            if value == 1 or (quantity.kind == "percent" and value >= 100):
                continue
            grouped = "," in whole or (written < 1000 <= value and "$" in match["before"])
            text = match["before"] + _numeral(other, len(decimals), grouped=grouped) + match["after"]
            yield Value(value * factor, text, rank)


def _steps(count: int, decimals: int) -> tuple[int, ...]:
    """How round a number is, in units of its last digit: 80000 moves by 10000 or 5000, 45 by 5 or 1, 3.99 by 0.10."""
    if decimals and count % 10 == 9:
        return (10,)
    return tuple([step for step in _ROUND if count % step == 0 and (count >= 4 * step or step == 1)][:2])


def _numeral(count: int, decimals: int, *, grouped: bool) -> str:
    whole, rest = divmod(count, 10**decimals)
    text = f"{whole:,}" if grouped else str(whole)
    return f"{text}.{rest:0{decimals}d}" if decimals else text


def _fits(quantity: Quantity, sentence: str, value: Value) -> bool:
    before, after = sentence[: quantity.start], sentence[quantity.end :]
    if quantity.kind == "multiplier" and after.startswith(" times"):
        return False
    if _ARTICLE.search(before) and bool(_VOWEL.match(value.text)) != bool(_VOWEL.match(quantity.text)):
        return False
    old, new = find_quantities(sentence), find_quantities(before + value.text + after)
    if len(old) != len(new):
        return False
    changed = [(a, b) for a, b in zip(old, new, strict=True) if a.value != b.value]
    return len(changed) == 1 and changed[0][0] == quantity and base_of(changed[0][1]) == value.base
