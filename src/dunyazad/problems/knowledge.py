"""Numbers that no story states and every reader knows: 7 days in a week, 12 in a dozen, 100 cents in a dollar.

A program may use one only where a word of its text calls for it; a number that nothing calls for was found by chance.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Final

__all__ = ["calls_for", "constants_of"]

# Numbers that words call for. Each is knowledge that readers share; none stands for a count of things in the story.
_CUE_WORDS: Final[tuple[tuple[tuple[int | str, ...], str], ...]] = (
    ((2,), r"both|pairs?|couples?|double[ds]?|doubling|twice|half|halves|halved|halfway|twins?|round[ -]?trips?"),
    ((2,), r"(?:there|forth) and back|back and forth|back home|each way|either|bi-?weekly|bi-?monthly"),
    ((2,), r"bicycles?|bikes?|weekends?"),
    ((2,), r"every other|every second|other|return(?:s|ed)?|a second|average|perimeter|rectang\w+|in half|again"),
    ((3,), r"triple[ds]?|tripling|triplets?|thrice|thirds?|tricycles?|triang\w+|trio|yards?"),
    ((4,), r"quarter(?:s|ly)?|fourths?|quadruple[ds]?|square|squares|quadruplets|gallons?|quarts?|seasons"),
    ((4,), r"monthly|months?"),
    ((5,), r"weekdays?|work(?:ing)? ?days?|nickels?|fifths?|school days?|(?:school|work) weeks?"),
    ((5,), r"Monday (?:to|through|thru|till|until) Friday"),
    ((6,), r"half a dozen|half-dozen"),
    ((7,), r"weeks?|weekly|daily|days?|every ?day"),
    ((8,), r"octopus\w*|spiders?"),
    ((10,), r"dimes?|decades?|tenths?"),
    ((12,), r"dozens?|years?|yearly|annual\w*|months?|monthly|foot|feet|inch(?:es)?|noon|midnight"),
    ((14,), r"fortnight|two weeks"),
    ((16,), r"ounces?|pounds?"),
    ((24,), r"days?|daily|hours?|hourly"),
    (
        (
            25,
            "1/4",
        ),
        r"quarters?",
    ),
    (("1/10",), r"dimes?"),
    (
        (
            "1/20",
            20,
        ),
        r"nickels?",
    ),
    (("1/100",), r"penn(?:y|ies)"),
    ((0,), r"none|no|nothing|nobody|not|\w+n't|zero"),
    (
        (
            28,
            29,
        ),
        r"February",
    ),
    ((30,), r"months?|monthly|April|June|September|November|half[ -](?:an[ -])?hour"),
    ((31,), r"January|March|May|July|August|October|December"),
    ((36,), r"yards?"),
    ((52,), r"years?|weeks?|weekly|yearly|annual\w*|deck"),
    ((60,), r"minutes?|hours?|hourly|seconds?|hrs?|mins?"),
    ((90,), r"right|complementary"),
    (
        (
            100,
            "1/100",
        ),
        r"percent\w*|cents?|century|centimet\w+|meters?|metres?|dollars?",
    ),
    ((180,), r"triangle|angles?|supplementary"),
    ((360,), r"circle|circular|degrees?|angles?"),
    ((365,), r"years?|yearly|annual\w*|days?|daily"),
    (
        (1000,),
        r"kilo\w*|kg|km|grams?|lit(?:er|re)s?|millilit\w+|ml|tons?|tonnes?|(?:mega|giga|tera)(?:byte|watt|bit)s?",
    ),
    ((2000,), r"tons?"),
    ((5280,), r"miles?"),
    ((128,), r"gallons?"),
)
_CUES: Final = tuple(
    (frozenset(Fraction(value) for value in values), re.compile(rf"\b(?:{cue})\b", re.IGNORECASE))
    for values, cue in _CUE_WORDS
)
_HUNDREDS: Final = frozenset((Fraction(100), Fraction(1, 100)))
_PER_BODY: Final = frozenset((Fraction(2), Fraction(4)))
_PERCENT_OR_MONEY = re.compile(r"[%$]|percent|cents?\b", re.IGNORECASE)
_LEGS = re.compile(r"\b(?:legs?|feet|paws?|wheels?|tires?|eyes?|ears?|shoes?|socks?|hands?|wings?)\b", re.IGNORECASE)


_ALL: Final = frozenset(value for values, _ in _CUES for value in values) | {
    Fraction(1),
    Fraction(100),
    Fraction(1, 100),
}


@lru_cache(maxsize=64)
def constants_of(story: str) -> frozenset[Fraction]:
    """The numbers that a program may use though the story does not state them; 1 always, the others by a cue.

    Example:
        >>> sorted(int(value) for value in constants_of("Ada runs every weekday."))
        [1, 5]
    """
    return frozenset(value for value in _ALL if calls_for(story, value))


def calls_for(story: str, value: Fraction) -> bool:
    """May a program use a number though the story does not state it?"""
    if value == 1 or (value in _HUNDREDS and _PERCENT_OR_MONEY.search(story)):
        return True
    if value in _PER_BODY and _LEGS.search(story):
        return True
    return any(value in values and cue.search(story) for values, cue in _CUES)
