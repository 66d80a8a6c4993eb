"""May a sentence that a language model wrote stand for the one that it was given?

Strategy. A model may say who a pronoun means; it may not tell another story. So a rewriting is compared with its source
word by word: what is gone must be a pronoun or a pointing word (or a verb form that agrees with one), what is new must
stand in the problem's own text, and numbers must be the same. So whatever a completion holds, no foreign word and no
other number reaches a problem.

What is not seen here: whether a pronoun means this person or that one of the same story. That is the model's word,
and records carry its name.
"""

from __future__ import annotations

import re
from collections import Counter
from difflib import SequenceMatcher
from fractions import Fraction
from functools import lru_cache

from dunyazad._records import require
from dunyazad.numbers import find_quantities
from dunyazad.problems.decomposition.genders import gender_of_name
from dunyazad.problems.decomposition.record import Rejected
from dunyazad.problems.decomposition.sentences import clean, split_sentences
from dunyazad.problems.word_lists import word_set

__all__ = [
    "STRONG",
    "Vocabulary",
    "check_parted",
    "check_rewriting",
    "check_sentence",
    "lemmas_of",
    "numbers_of",
    "tokens_of",
]

_LONGEST_WORDS = 300
_MOST_ADDED = 5
_TOKEN = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*|\d[\d.,/:]*|[^\w\s]|_")
_HE = word_set("he him his himself")
_SHE = word_set("she her hers herself")
_POINTERS = (
    _HE
    | _SHE
    | word_set(
        """
        they them their theirs themselves it its itself this that these those such there here others other ones one two
        three four all both of former latter same then the
        """
    )
)
# Gone together with a pronoun, or new with a name: "do they have" becomes "does Ana have".
_AGREEING = word_set("do does did is are was were has have had s re ve ll d ' ’ ,")
_JOINING = word_set("the and of s in at ' ’ ,")
# Gone where a question is parted from its condition.
_PARTING = word_set("if given that assuming supposing suppose considering knowing since provided and then so , ; :")
STRONG = word_set("than not no never none nobody nothing nor without except neither cannot n t")
_POINTING_NUMBER = re.compile(r"\b(?:the|all|these|those) (two|three|four)\b", re.IGNORECASE)


class Vocabulary:
    """The words of a problem's text, as they stand and by their plain forms."""

    def __init__(self, text: str) -> None:
        self.words = frozenset(tokens_of(text))
        self.lemmas = frozenset(lemma for word in self.words for lemma in lemmas_of(word))

    def knows(self, word: str) -> bool:
        """Does the text hold a word in some form?"""
        return word in self.words or not self.lemmas.isdisjoint(lemmas_of(word))


def numbers_of(text: str) -> Counter[Fraction]:
    """The values of a text's numbers, each as often as it stands there."""
    return Counter(quantity.value for quantity in find_quantities(text))


def check_rewriting(old: str, new: str, vocabulary: Vocabulary, *, question: bool) -> Rejected | None:
    """Say what is wrong with a rewritten sentence, or None.

    Args:
        old: The source's sentence.
        new: The model's.
        vocabulary: The words of the source.
        question: Is it the question? Then words may be new where it leaves out what it counts.
    """
    if fault := check_sentence(new, question=question):
        return fault
    lost, gained = numbers_of(old) - numbers_of(new), numbers_of(new) - numbers_of(old)
    if gained or lost - _pointing_numbers(old):
        return Rejected("model-numbers", f"the numbers of {old[:60]!r} are not those of {new[:60]!r}")
    before, after = tokens_of(old), tokens_of(new)
    pointed = False
    for tag, i, j, k, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        gone, come = before[i:j], after[k:m]
        points = not _POINTERS.isdisjoint(gone)
        pointed = pointed or points
        if fault := _foreign(come, vocabulary, new) or _other_gender(gone, come, new):
            return fault
        if not gone and not _may_insert(after[:k], come, question=question, pointed=pointed):
            return Rejected("model-words", f"{' '.join(come)!r} is added to {old[:60]!r}")
        kept = set(come) | _POINTERS | _AGREEING | (_JOINING if points else frozenset())
        if any(word not in kept for word in gone):
            word = next(word for word in gone if word not in kept)
            return Rejected("model-words", f"{word!r} is gone from {old[:60]!r}")
    return None


def _may_insert(before: list[str], come: list[str], *, question: bool, pointed: bool) -> bool:
    """Nothing is added but marks of possession and agreeing verbs, and to a question what it counts or points at.

    "How many are left" may count figs, and "that box" may become "the box of figs".
    """
    if all(word in _AGREEING | _JOINING for word in come):
        return True
    counted = before[-1:] in (["many"], ["much"], ["more"]) and len(come) <= _MOST_ADDED
    return question and (counted or (pointed and come[0] == "of" and len(come) <= _MOST_ADDED))


def _foreign(come: list[str], vocabulary: Vocabulary, new: str) -> Rejected | None:
    for word in come:
        if word not in vocabulary.words and word not in _AGREEING | _JOINING:
            return Rejected("model-words", f"{word!r} is no word of the problem: {new[:60]!r}")
        if word in STRONG:
            return Rejected("model-words", f"{word!r} would turn the sense around: {new[:60]!r}")
    return None


def _other_gender(gone: list[str], come: list[str], new: str) -> Rejected | None:
    words = set(gone)
    for word in come:
        gender = gender_of_name(word.capitalize())
        if (gender == "f" and words & _HE) or (gender == "m" and words & _SHE):
            return Rejected("model-gender", f"{word.capitalize()!r} does not fit the pronoun: {new[:60]!r}")
        if gender and words & {"it", "its", "itself"}:
            return Rejected("model-gender", f"{word.capitalize()!r} is no thing: {new[:60]!r}")
    return None


def check_sentence(text: str, *, question: bool) -> Rejected | None:
    """Say why a text is not one clean sentence that asks, or that states, or None."""
    if len(text.split()) > _LONGEST_WORDS:
        return Rejected("model-sentences", f"a sentence of {len(text.split())} words")
    if split_sentences(clean(text)) != (text,):
        return Rejected("model-sentences", f"it is not one clean sentence: {text[:60]!r}")
    if question and not text.endswith(("?", ".")):
        return Rejected("model-sentences", f"the question does not end: {text[-60:]!r}")
    if not question and not text.endswith((".", "!", '"')):
        return Rejected("model-sentences", f"it is no statement: {text[-60:]!r}")
    return None


def check_parted(old: str, condition: str, question: str, vocabulary: Vocabulary) -> Rejected | None:
    """Say what is wrong with a question that was parted into a statement and a question, or None."""
    for text, asks in ((condition, False), (question, True)):
        if fault := check_sentence(text, question=asks):
            return fault
    both = numbers_of(condition) + numbers_of(question)
    if both != numbers_of(old):
        return Rejected("model-numbers", f"the numbers of {old[:60]!r} are not those of its two parts")
    before = tokens_of(old)
    kept: set[int] = set()
    for text in (condition, question):
        after = tokens_of(text)
        for tag, i, j, k, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
            if tag == "equal":
                kept.update(range(i, j))
            elif fault := _foreign(after[k:m], vocabulary, text):
                return fault
            elif after[k:m] and not set(before[i:j]) & _POINTERS and not _only_small(after[k:m]):
                return Rejected("model-words", f"{' '.join(after[k:m])!r} is added: {text[:60]!r}")
    free = _POINTERS | _AGREEING | _PARTING
    lost = [word for index, word in enumerate(before) if index not in kept and word.isalpha() and word not in free]
    if lost:
        return Rejected("model-words", f"{lost[0]!r} is gone from {old[:60]!r}")
    return None


def _only_small(words: list[str]) -> bool:
    return all(word in _AGREEING | _JOINING or not word.isalpha() for word in words)


def _pointing_numbers(text: str) -> Counter[Fraction]:
    """The numbers that only point back ("the two"), which may be put into names."""
    return Counter(
        quantity.value for match in _POINTING_NUMBER.finditer(text) for quantity in find_quantities(match[1])
    )


def tokens_of(text: str) -> list[str]:
    """The words, numbers and signs of a text, in small letters."""
    return [token.lower() for token in _TOKEN.findall(text)]


@lru_cache(maxsize=8192)
def lemmas_of(word: str) -> frozenset[str]:
    """A word's plain forms, and itself."""
    found: dict[str, tuple[str, ...]] = require("lemminflect", "decompose").getAllLemmas(word)
    return frozenset({word, *(lemma.lower() for lemmas in found.values() for lemma in lemmas)})
