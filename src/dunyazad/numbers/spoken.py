"""Signs of equality in words: "3 * 4 is 13", "20% of 50 equals 10".

"Is" says much else, so it is one only where nothing else can be meant: arithmetic with a spaced operator touches it on
the left, and on its right stands one number that ends its clause or has a unit ("is 13 eggs"), not "is 2 more than".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dunyazad.numbers.tokens import Token
from dunyazad.numbers.units import OPERATOR_WORDS
from dunyazad.numbers.words import vocabulary

__all__ = ["may_be_spoken", "with_spoken_signs"]

_SIGNS = vocabulary("is equals")
# Behind a number, these make it a measure of something else: "is 2 more than", "is 3 times as much", "is 4 to 1".
_RELATIVE = vocabulary("more less fewer greater larger smaller higher lower times of to or out per percent and as than")
_OPERAND_END = ("number", "close", "percent")
_SPOKEN = re.compile(r"[\d)%][^\n]{0,4} (?:is|equals)\b")


def may_be_spoken(text: str) -> bool:
    """May there be a sign of equality in words? Most texts have none, and this is quickly told."""
    return (" is" in text or " equals" in text) and _SPOKEN.search(text) is not None


def with_spoken_signs(tokens: list[Token]) -> list[Token]:
    """Make relations of the words that surely are signs of equality."""
    return [
        Token("relation", "=", token.start, token.end) if _is_sign(tokens, index) else token
        for index, token in enumerate(tokens)
    ]


def _is_sign(tokens: Sequence[Token], index: int) -> bool:
    token = tokens[index]
    if token.kind != "word" or token.text not in _SIGNS or index < 3:
        return False
    return tokens[index - 1].kind in _OPERAND_END and _computed_before(tokens, index) and _one_number(tokens, index + 1)


def _computed_before(tokens: Sequence[Token], index: int) -> bool:
    """Does an operator with space around it, or one in words, stand among what directly precedes?"""
    place = index - 2
    while tokens[place].kind in ("money", "marker", "number", "close") and place > index - 6 and place > 0:
        place -= 1
    if tokens[place].text.lower() == "of":
        return tokens[place - 1].kind == "percent"
    if tokens[place].kind == "word":
        return tokens[place].text.lower() in OPERATOR_WORDS
    return tokens[place].kind == "operator" and tokens[place].start > tokens[place - 1].end


def _one_number(tokens: Sequence[Token], index: int) -> bool:
    """Does one number stand here that the clause ends with, a unit aside?"""
    while index < len(tokens) and tokens[index].kind in ("money", "marker"):
        index += 1
    if index >= len(tokens) or tokens[index].kind != "number":
        return False
    index += 1
    while index < len(tokens) and tokens[index].kind in ("percent", "marker"):
        index += 1
    if index >= len(tokens) or tokens[index].kind in ("break", "newline"):
        return True
    return tokens[index].kind == "word" and tokens[index].text.lower() not in _RELATIVE
