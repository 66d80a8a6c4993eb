"""What a problem gives to the chains that it stands in: its texts by role, and the member of a row."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from dunyazad._records import encode
from dunyazad.chaining.record import Member, Role
from dunyazad.problems.record import Problem
from dunyazad.problems.slots import NumericSlot

__all__ = ["Material", "Variant", "inside_json", "variants_of"]


def inside_json(text: str) -> bytes:
    """A text as it stands inside a JSON string: such pieces can be joined."""
    return encode(text)[1:-1]


class Variant(msgspec.Struct, frozen=True):
    """One first premise of a problem and what follows from it; variant 0 is the true one.

    Attributes:
        first_premise: The premise.
        answer: The problem's answer under it; None where it is not known.
        claimed: What `conclusion` says that the answer is.
        conclusion: The conclusion that stands for it: the true one, or a wrong one.
    """

    first_premise: str
    answer: Fraction | None
    claimed: Fraction
    conclusion: str


def variants_of(problem: Problem) -> tuple[Variant, Variant]:
    """The true first premise and the one alternate that every problem brings."""
    return (
        Variant(problem.first_premise, problem.answer, problem.answer, problem.conclusion),
        Variant(
            problem.alternate_first_premise,
            problem.counterfactual_answer,
            problem.wrong_answer,
            problem.wrong_conclusion,
        ),
    )


class Material:
    """A problem, ready for chains.

    Args:
        problem: The problem, as it is told here.
        variants: Its first premises, the true one first; its own two by default.
        stretches: Its other premises, cut where another problem's may come between; whole by default.
        leans: Does the first stretch need its first premise before it?
        renamed: The names that were replaced in it, old and new.
        slot: Its first premise with the number taken out, for a numeric gate.
    """

    __slots__ = ("_members", "leans", "premises", "problem", "renamed", "slot", "variants")

    def __init__(
        self,
        problem: Problem,
        *,
        variants: Sequence[Variant] = (),
        stretches: Sequence[str] = (),
        leans: bool = False,
        renamed: tuple[tuple[str, str], ...] = (),
        slot: NumericSlot | None = None,
    ) -> None:
        self.problem = problem
        self.variants = tuple(variants) or variants_of(problem)
        self.premises = tuple(stretches) or ((problem.premises,) if problem.premises else ())
        self.leans = leans
        self.renamed = renamed
        self.slot = slot
        self._members: dict[int, Member] = {}

    def with_variants(self, variants: Sequence[Variant]) -> Material:
        """The same problem with other first premises."""
        return Material(
            self.problem,
            variants=variants,
            stretches=self.premises,
            leans=self.leans,
            renamed=self.renamed,
            slot=self.slot,
        )

    def text(self, role: Role, number: int) -> str:
        """The text of a part: of a claim or first premise, that of a variant; of the premises, that of a stretch."""
        if role == "premises":
            return self.premises[number]
        if role == "claim":
            return self.variants[number].conclusion
        if role in ("question", "quoted", "asked"):
            return self.problem.question
        return self.variants[number].first_premise

    def member(self, alternates: int = 1) -> Member:
        """What a row says of it beside the text, with so many of its alternates."""
        found = self._members.get(alternates)
        if found is None:
            others = self.variants[1 : alternates + 1]
            found = self._members[alternates] = Member(
                id=self.problem.id,
                question=self.problem.question,
                answer=self.problem.answer,
                counterfactual_answers=tuple([variant.answer for variant in others]),
                wrong_answers=tuple([variant.claimed for variant in others]),
                names=self.problem.names,
                renamed=self.renamed,
            )
        return found
