"""Which of several bindings would a person take? The one that keeps each number with the noun that it stands by.

The solution's sentences say what its numbers are: "she sells 20 candles for $2 each, 2 * 20 = 40". Each literal is
looked up in the sentence of its step, and the words and signs around it there are compared with those around what it
may come from. Besides, an author leaves no number unused, takes numbers as they are before what they imply,
and no constant where the text states the number. This is a likelihood, and certifies nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from dunyazad.numbers import Quantity, find_quantities
from dunyazad.problems.annotations import ANNOTATION
from dunyazad.problems.decomposition.binding import (
    Assignment,
    Choices,
    Constant,
    Origin,
    Result,
    Stated,
    feeding_steps,
    used_numbers,
)
from dunyazad.problems.decomposition.forms import AS_IS, RECIPROCAL
from dunyazad.problems.decomposition.program import Leaf, RawOperation, Tree, leaves, operations_in
from dunyazad.problems.decomposition.record import Rejected, TextNumber
from dunyazad.problems.word_lists import word_set

__all__ = ["Nearness"]

_USED = 3
_NOUN, _WORD_NEAR, _UNIT = 2, 1, 2
_FAR, _FARTHER, _ODD, _TWICE = -1, -3, -4, -8
_BEHIND, _BEFORE = 3, 7
_MONEY_OR_PERCENT = frozenset("$%€£")
_WORDS_BEHIND = re.compile(r"(?:[ -]+[A-Za-z']+){1,6}")
_WORDS = re.compile(r"[A-Za-z]+")
_EMPTY_WORDS = word_set(
    """
    a an the of in on at to for from by with and or but as is are was were be been has have had do does did than per
    each every that this these those which who it he she they his her their its him them so if when then total because
    will would can could s there all times
    """
)


class _Around(NamedTuple):
    """What stands around a number: its sign, the words right behind it, and some before it."""

    unit: str
    behind: tuple[str, ...]
    before: frozenset[str]


class Nearness:
    """Rates the bindings of one program."""

    def __init__(
        self, choices: Choices, numbers: tuple[TextNumber, ...], sentences: tuple[str, ...], solution: str
    ) -> None:
        self._operations = choices.operations
        self._numbers = [_around(sentences[number.sentence], number.quantity) for number in numbers]
        self._lines = _lines_of(choices.operations, solution)
        self._fits: list[list[dict[Origin, int]]] = []
        stream = iter(choices.origins)
        for place, operation in enumerate(choices.operations):
            roles = _roles(operation.tree)
            self._fits.append(
                [
                    {origin: self._fit(place, leaf, role, origin, some) for origin in some}
                    for leaf, role, some in zip(leaves(operation.tree), roles, stream, strict=False)
                ]
            )

    def of(self, assignment: Assignment) -> int:
        """The higher, the likelier; among the bindings of one program."""
        feeding = feeding_steps(assignment)
        score = _USED * len(used_numbers(assignment, feeding))
        for place in feeding:
            origins = assignment[place]
            score += sum(fits[origin] for fits, origin in zip(self._fits[place], origins, strict=True))
            stated = [origin.number for origin in origins if isinstance(origin, Stated)]
            score += _TWICE * (len(stated) - len(set(stated)))  # 5 * 5 is rarely one five twice
        return score

    def _fit(self, place: int, leaf: Leaf, role: str, origin: Origin, others: Sequence[Origin]) -> int:
        if isinstance(origin, Constant):
            return _FAR * 2 if len(others) > 1 else 0
        score = 0
        if isinstance(origin, Stated) and origin.form is not AS_IS:
            plain = any(not isinstance(o, Stated) or o.form is AS_IS for o in others if not isinstance(o, Constant))
            score += _FARTHER if plain else _FAR
            score += _ODD if origin.form is RECIPROCAL and role == "divided" else 0
        around = self._numbers[origin.number] if isinstance(origin, Stated) else self._result(origin)
        line = self._lines[place]
        if around is None or line is None:
            return score
        seen = [_around(line, quantity) for quantity in find_quantities(line) if _is(quantity, leaf.value)]
        if role == "summed" and (whole := self._result(Result(place))) is not None:
            # What is added is of the kind of the sum.
            seen = [one._replace(before=one.before.union(whole.behind)) for one in seen]
        return score + max((_likeness(around, one) for one in seen), default=0)

    def _result(self, origin: Result) -> _Around | None:
        """What a result is said to be, where its step states it: words before it are those of its arithmetic."""
        line, value = self._lines[origin.operation], self._operations[origin.operation].value
        if line is None:
            return None
        places = [quantity for quantity in find_quantities(line) if _is(quantity, value)]
        return _around(line, places[-1])._replace(before=frozenset()) if places else None


def _likeness(origin: _Around, literal: _Around) -> int:
    near = literal.before.union(literal.behind)
    score = _NOUN * (origin.behind[:1] != () and origin.behind[0] in near)
    score += _WORD_NEAR * (not near.isdisjoint(origin.behind[1:])) + _WORD_NEAR * (not near.isdisjoint(origin.before))
    if origin.unit == literal.unit:
        return score + (_UNIT if origin.unit in _MONEY_OR_PERCENT else 0)
    return score - 1


def _around(text: str, quantity: Quantity) -> _Around:
    match = _WORDS_BEHIND.match(text, quantity.end)
    behind = _told(match[0] if match else "")[:_BEHIND]
    return _Around(quantity.unit or "none", tuple(behind), frozenset(_told(text[: quantity.start])[-_BEFORE:]))


def _told(text: str) -> list[str]:
    """The words that say something, without a plural's s."""
    return [word.rstrip("s") for word in _WORDS.findall(text.lower()) if word not in _EMPTY_WORDS]


def _is(quantity: Quantity, value: Fraction) -> bool:
    return value in (quantity.value, quantity.number)


def _lines_of(operations: tuple[RawOperation, ...], solution: str) -> list[str | None]:
    """The line of the solution that states each operation, none before that of the one before it."""
    lines = [(line, tuple(operations_in(line))) for line in solution.splitlines()]
    found: list[str | None] = []
    first = 0
    for operation in operations:
        here = range(first, len(lines))
        place = next((k for k in here if any(_is_step(stated, operation) for stated in lines[k][1])), None)
        found.append(None if place is None else ANNOTATION.sub("", lines[place][0]))
        first = first if place is None else place
    return found


def _is_step(stated: RawOperation | Rejected, operation: RawOperation) -> bool:
    """Is it the step, written out or with two literals of a fraction joined?"""
    if isinstance(stated, Rejected) or stated.value != operation.value:
        return False
    ours, theirs = ({leaf.value for leaf in leaves(step.tree)} for step in (operation, stated))
    return len(ours & theirs) * 2 >= len(ours)


def _roles(tree: Tree, role: str = "") -> list[str]:
    """For each leaf: is it "divided" by something, "summed" with something, or neither?"""
    if isinstance(tree, Leaf):
        return [role]
    left, right = {"/": ("divided", ""), "*": ("", "")}.get(tree.operator, ("summed", "summed"))
    return _roles(tree.left, left) + _roles(tree.right, right)
