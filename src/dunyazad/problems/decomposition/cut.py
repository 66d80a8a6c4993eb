"""A problem that a person cut into parts, as the binding wants it: sentences, their parts, and their numbers."""

from __future__ import annotations

import re
from typing import NamedTuple

from dunyazad.numbers import Quantity, find_quantities
from dunyazad.problems.decomposition.record import Rejected, TextNumber
from dunyazad.problems.decomposition.sentences import clean, split_sentences
from dunyazad.problems.quantities import changed_quantities
from dunyazad.problems.record import Problem

__all__ = ["Cut", "cut_of"]

_PARTS = ("first_premise", "premises", "question")
_MONEY = re.compile(r"\$|\b(?:dollars?|cents?|money|costs?|price|pays?|earnings)\b", re.IGNORECASE)


class Cut(NamedTuple):
    """A problem's sentences with the part of each, its numbers, and which of them changes, to what.

    Attributes:
        sentences: The sentences of all parts, in order.
        parts: The part of each sentence.
        numbers: All numbers of the sentences.
        changed: Which of the numbers changes, from 0.
        after: What stands in its place in the alternate first premise.
        money: Is money asked for?
    """

    sentences: tuple[str, ...]
    parts: tuple[str, ...]
    numbers: tuple[TextNumber, ...]
    changed: int
    after: Quantity
    money: bool


def cut_of(problem: Problem) -> Cut | Rejected:
    """Cut a problem's parts into sentences and find its numbers, and the one that its alternate changes."""
    sentences: list[str] = []
    parts: list[str] = []
    for part in _PARTS:
        found = split_sentences(clean(getattr(problem, part)))
        sentences += found
        parts += [part] * len(found)
    numbers = tuple(
        TextNumber(quantity, place)
        for place, sentence in enumerate(sentences)
        for quantity in find_quantities(sentence)
    )
    first, alternate = clean(problem.first_premise), clean(problem.alternate_first_premise)
    changed = changed_quantities(first, alternate)
    if changed is None:
        return Rejected("alternate-numbers", "the alternate first premise does not change exactly one number")
    own = find_quantities(first)
    place = own.index(changed[0])
    if [number.quantity.text for number in numbers[: len(own)]] != [quantity.text for quantity in own]:
        return Rejected("numbers-cut", "the first premise's numbers cannot be told sentence by sentence")
    money = _MONEY.search(f"{problem.question} {problem.conclusion}") is not None
    return Cut(tuple(sentences), tuple(parts), numbers, place, changed[1], money)
