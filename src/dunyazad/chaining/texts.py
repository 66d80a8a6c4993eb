"""What a text states and mentions: numbers in claims, names, and what makes two names or questions one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from dunyazad.problems.quantities import states_number

__all__ = ["NameFinder", "name_key", "question_key", "states_number", "word_set", "words_of"]

_PUNCTUATION = ".,;:!?\"'“”‘’()[]"  # at a word's ends; signs of arithmetic are none
_WORD = re.compile(r"[^\W_]+")


def words_of(text: str) -> list[str]:
    """The words of a text: runs of letters and digits, so that "Ann's" gives Ann and s.

    An accented letter is one letter, whether it was written as one sign or as two.
    """
    return _WORD.findall(text if text.isascii() else unicodedata.normalize("NFKC", text))


@lru_cache(maxsize=1 << 13)  # a problem's parts stand in many chains
def word_set(text: str) -> frozenset[str]:
    """The distinct words of a text."""
    return frozenset(words_of(text))


def name_key(name: str) -> str:
    """What makes two spellings one name: case and spacing do not tell names apart.

    Example:
        >>> name_key("Mr.  SMITH") == name_key("Mr. Smith")
        True
    """
    return " ".join(words_of(name)).casefold()


def question_key(question: str) -> str:
    """What makes two questions one: case, spacing and punctuation do not tell questions apart.

    Example:
        >>> question_key("How many eggs, in all?") == question_key("how many  eggs in all ?")
        True
    """
    words = (word.strip(_PUNCTUATION) for word in unicodedata.normalize("NFKC", question).split())
    return " ".join(word for word in words if word).casefold()


class NameFinder:
    """Finds names in texts, as whole words and in their case, so that "will" is no mention of Will.

    It takes one pass over a text, whatever the number of names.

    Example:
        >>> sorted(NameFinder(["Ann", "New Ely", "Will"]).mentioned("Ann's train to New Ely will be late."))
        ['Ann', 'New Ely']
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._by_first: dict[str, dict[str, list[str]]] = {}
        for name in names:
            if words := words_of(name):
                self._by_first.setdefault(words[0], {})[name] = words

    def mentioned(self, text: str) -> set[str]:
        """The names that stand in a text as whole words."""
        words = words_of(text)
        found: set[str] = set()
        for place, word in enumerate(words):
            for name, parts in self._by_first.get(word, {}).items():
                if words[place : place + len(parts)] == parts:
                    found.add(name)
        return found
