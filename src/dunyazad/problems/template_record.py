"""What a template is, once it is read."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction

import msgspec

from dunyazad.numbers import Expression, evaluate
from dunyazad.problems.text import Piece

__all__ = ["ANSWER_SLOT", "DISTRACTOR_TAG", "TEXT_FIELDS", "Constraint", "Slot", "Template", "TemplateStep"]

ANSWER_SLOT = "ANS"
DISTRACTOR_TAG = "distractor"
_SIGNS: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
TEXT_FIELDS = ("first_premise", "premises", "question", "conclusion")


class Slot(msgspec.Struct, frozen=True):
    """What may stand in a slot: a person, a place, one of some words, or one of some numbers."""

    name: str
    kind: str
    words: tuple[str, ...] = ()
    numbers: tuple[Fraction, ...] = ()


class TemplateStep(msgspec.Struct, frozen=True):
    """One step of the solution: `result = expression`, and the sentence that says it."""

    result: str
    source: str
    expression: Expression
    text: tuple[Piece, ...]


class Constraint(msgspec.Struct, frozen=True):
    """A comparison that every draw must satisfy, such as `given < total`."""

    source: str
    left: Expression
    sign: str
    right: Expression

    def holds(self, values: Mapping[str, Fraction]) -> bool:
        """Is it so for these numbers?

        Raises:
            NumberError: A name has no value, or a side cannot be computed.
        """
        return _SIGNS[self.sign](evaluate(self.left, values), evaluate(self.right, values))


class Template(msgspec.Struct, frozen=True, kw_only=True):
    """A story with slots.

    Attributes:
        id: Unique, in kebab case.
        where: The file and the id, for messages.
        domain: The file's name without its ending ("kitchen").
        texts: The parts by name: first_premise, premises, question, conclusion.
        change: The numeric slot that the alternate first premise changes.
        slots: The slots in the order of the file.
        common: Knowledge that no part states (7 days in a week).
        require: Constraints over slots, common knowledge and results.
        integers: The names that must be whole numbers.
        distractors: Numeric slots that the text states and the solution does not need.
        steps: The solution; the last result is the answer.
    """

    id: str
    where: str
    domain: str
    tags: tuple[str, ...]
    texts: dict[str, tuple[Piece, ...]]
    change: str
    slots: dict[str, Slot]
    common: dict[str, Fraction]
    require: tuple[Constraint, ...]
    integers: tuple[str, ...]
    distractors: tuple[str, ...]
    steps: tuple[TemplateStep, ...]

    @property
    def options(self) -> range:
        """The numbers of the optional sentences, from 1."""
        return range(1, 1 + max((piece.optional for piece in self.texts["premises"]), default=0))
