"""May a statement that a language model wrote answer its question?

Strategy. A statement is made of its question's and the story's words only, keeps every telling word of the question and
the order of its names, and has one slot and no number of its own. Words that say how quantities stand to each other
("more", "each", "not") are those of the question, no more and no fewer. A unit is never chosen: the question names it,
or the solution writes it beside the answer.
"""

from __future__ import annotations

import re

from dunyazad.numbers import render_number
from dunyazad.problems.annotations import ANNOTATION
from dunyazad.problems.decomposition.model_words import (
    STRONG,
    Vocabulary,
    check_sentence,
    lemmas_of,
    numbers_of,
    tokens_of,
)
from dunyazad.problems.decomposition.quoting import SLOT
from dunyazad.problems.decomposition.record import Rejected, SourceProblem
from dunyazad.problems.word_lists import word_set

__all__ = ["check_statement", "check_unit"]

# Words that say how quantities stand to each other: a statement has those of its question and no other.
_SHARP = STRONG | word_set(
    """
    more less fewer each every per only half twice double triple average difference least most before after other
    another remaining left still extra both younger older between either another away back
    """
)
_STATING = word_set(
    """
    a an the is are was were be been being do does did has have had will would can could may might must should shall of
    in to for at by on with from and or that which who there it its as into answer question number total amount s
    """
)
_ASKING = word_set(
    """
    how many much what which who whose when where if please calculate find determine compute long far old tall high
    heavy fast wide big deep often
    """
)
_TELLING_LENGTH = 4
_UNITS = word_set(
    """
    second seconds minute minutes hour hours day days week weeks month months year years inch inches foot feet yard
    yards mile miles meter meters kilometer kilometers centimeter centimeters ounce ounces pound pounds gram grams
    kilogram kilograms kg ton tons mph kph cent cents dollars liter liters gallon gallons quart quarts pint pints cup
    cups percent
    """
)
_WANTS_UNIT = re.compile(r"how (?:much|long|far|tall|high|heavy|fast|wide|big|deep)\b")
_NAMED_UNIT = re.compile(rf"\bin (?:{'|'.join(sorted(_UNITS))})\b")


def check_statement(question: str, statement: str, vocabulary: Vocabulary, names: tuple[str, ...]) -> Rejected | None:
    """Say what is wrong with a statement that is to answer a question, or None.

    Args:
        question: The question.
        statement: The statement, with `{ANS}` where the answer goes.
        vocabulary: The words of the source.
        names: The names of the source.
    """
    if statement.count(SLOT) != 1:
        return Rejected("model-slot", f"a statement has one {SLOT}, this has {statement.count(SLOT)}")
    before, _, after = statement.partition(SLOT)
    if re.search(r"[\w.,]$", before) or re.match(r"\w|[.,]\w", after) or set(before + after) & set("{}<>[]|"):
        return Rejected("model-slot", f"the slot does not stand by itself: {statement[:80]!r}")
    plain = f"{before}7{after}"
    if fault := check_sentence(plain, question=False):
        return fault
    if not plain.endswith(".") or not re.match(r"[A-Z0-9$]", plain):
        return Rejected("model-statement", f"it is no plain statement: {statement[:80]!r}")
    if numbers_of(f"{before}; {after}") != numbers_of(question):
        return Rejected("model-numbers", f"its numbers beside the answer are not the question's: {statement[:80]!r}")
    said, asked = tokens_of(f"{before} {after}".replace("$", " ")), tokens_of(question)
    return _order_of_names(statement, question, names) or _statement_words(statement, said, asked, vocabulary)


def _statement_words(statement: str, said: list[str], asked: list[str], vocabulary: Vocabulary) -> Rejected | None:
    for word in said:
        if word.isalpha() and word not in _STATING and not vocabulary.knows(word):
            return Rejected("model-words", f"{word!r} is no word of the problem: {statement[:80]!r}")
        if not word.isalnum() and word not in "-,.'’%\"?":
            return Rejected("model-words", f"the sign {word!r} has no place in it: {statement[:80]!r}")
    sharp = (set(said) ^ set(asked)) & _SHARP
    if sharp:
        return Rejected(
            "model-sense", f"{min(sharp)!r} stands in the question or the statement only: {statement[:80]!r}"
        )
    forms = {lemma for word in said for lemma in lemmas_of(word)}
    for word in asked:
        telling = word.isalpha() and len(word) >= _TELLING_LENGTH and word not in _ASKING | _STATING
        if telling and forms.isdisjoint(lemmas_of(word)):
            return Rejected(
                "model-question", f"it does not speak of {word!r}, which the question does: {statement[:80]!r}"
            )
    return None


def check_unit(question: str, statement: str, source: SourceProblem) -> Rejected | None:
    """Say what is wrong with the unit that a statement gives its answer, or None.

    A model may not choose one: the question names it, or the solution writes it beside the answer.
    """
    before, _, after = statement.partition(SLOT)
    lower = question.lower()
    if before.endswith("$"):
        counts = lower.startswith("how many") and "dollar" not in lower
        known = not counts and ("$" in source.question or "dollar" in source.question.lower())
        return (
            None if known else Rejected("model-unit", f"nothing says that the answer is in dollars: {statement[:80]!r}")
        )
    following = re.match(r"[ -]?(?:(?:more|square|cubic) )?([a-z]+|%)", after.lower())
    unit = following[1] if following else ""
    if unit not in _UNITS:
        if _WANTS_UNIT.match(lower) and not (unit and unit not in _STATING | _SHARP) and not _NAMED_UNIT.search(lower):
            return Rejected("model-unit", f"it does not say the answer's unit: {statement[:80]!r}")
        return None
    if re.search(rf"\b{unit.rstrip('s')}s?\b", lower):
        return None
    beside = rf"(?<![\d.,/]){re.escape(render_number(source.final))}(?:\.0+)?[ -]?{unit.rstrip('s')}"
    if re.search(beside, ANNOTATION.sub("", source.answer_text).lower()):
        return None
    return Rejected("model-unit", f"neither question nor solution says that the answer is in {unit}")


def _order_of_names(statement: str, question: str, names: tuple[str, ...]) -> Rejected | None:
    """Names of the question stand in its order: who gives and who takes must not be turned around."""
    words = {word for name in names for word in name.split()}
    if not words:
        return None
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(words, key=len, reverse=True)))})\b")
    asked = list(dict.fromkeys(pattern.findall(question)))
    said = [name for name in dict.fromkeys(pattern.findall(statement)) if name in asked]
    if asked != said:
        return Rejected(
            "model-names", f"it does not name {' and '.join(asked)} as the question does: {statement[:80]!r}"
        )
    return None
