"""What the halves of the decomposer hand to each other."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from dunyazad.numbers import Quantity

__all__ = ["Rejected", "SourceProblem", "TextNumber"]


class Rejected(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="schema",
    tag="dunyazad.rejection/1",
):
    """A problem that could not be taken apart, and why.

    Attributes:
        code: The reason, in kebab case.
        sentence: What is wrong, with the values.
        id: The problem's id, where it is known.
        model_code: Where a language model was asked as well: why nothing came of its proposal.
        model_sentence: What is wrong with that.
    """

    code: str
    sentence: str
    id: str = ""
    model_code: str = ""
    model_sentence: str = ""


class TextNumber(msgspec.Struct, frozen=True):
    """A number of the story.

    Attributes:
        quantity: The number; its offsets count in its sentence.
        sentence: The sentence's index, from 0.
    """

    quantity: Quantity
    sentence: int

    @property
    def span(self) -> tuple[int, int]:
        """Where it stands in its sentence."""
        return self.quantity.start, self.quantity.end


class SourceProblem(msgspec.Struct, frozen=True):
    """A problem as a data set gives it.

    Attributes:
        id: Stable over runs.
        question: The text, with the question at its end.
        answer_text: The solution, with its annotations.
        final: The answer.
        source: The set that it comes from.
        equations: The steps of its arithmetic ("7 + 2 = 9"), where they are known otherwise than by annotations.
        needs_program: Is it rejected where no program can be bound to its text? Otherwise it is taken apart without.
    """

    id: str
    question: str
    answer_text: str
    final: Fraction
    source: str = "gsm8k"
    equations: tuple[str, ...] = ()
    needs_program: bool = True
