"""The Problem record: one word problem with its parts, and its solution as exact arithmetic.

Names of the parts follow the paper (arXiv 2410.00151, section 2): `first_premise` is Q1, `alternate_first_premise`
Q1', `premises` Qp, `question` Qq, `conclusion` Qc and `wrong_conclusion` Qc'.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import msgspec

__all__ = ["Given", "GoldStep", "Operation", "Problem", "Program"]


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A quantity that the text states.

    Attributes:
        name: Its name in the program, a Python-like identifier.
        value: What the problem states.
        part: Which part states it; `common` is knowledge that no part states (7 days in a week).
    """

    name: str
    value: Fraction
    part: Literal["first_premise", "premises", "question", "common"]


class Operation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One assignment of a program: `name = expression`, over givens and earlier names, using + - * / and brackets."""

    name: str
    expression: str
    value: Fraction


class Program(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A problem's solution as exact arithmetic; the last operation is the answer.

    Attributes:
        givens: The quantities stated, in the order of the text.
        operations: The assignments, in order. Each uses givens and earlier results only.
        changed: The given that the alternate first premise changes.
        alternate_value: What the alternate first premise says it is.
    """

    givens: tuple[Given, ...]
    operations: tuple[Operation, ...]
    changed: str
    alternate_value: Fraction


class GoldStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of the gold solution.

    Attributes:
        text: The step in words, its arithmetic written out.
        premises: The earlier steps that it rests on: numbers from 1, and 0 for the problem's text.
        value: The quantity that the step ends in.
    """

    text: str
    premises: tuple[int, ...]
    value: Fraction


class Problem(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="schema",
    tag="dunyazad.problem/1",
):
    """One word problem in parts, ready for chaining.

    `text` is the problem as an ordinary reader meets it. Where `program` is None nothing but the given answer is
    known, and `counterfactual_answer` may be None: "not known", never 0.

    Attributes:
        id: Stable over runs: same source, same id.
        first_premise: Q1, one or more sentences.
        alternate_first_premise: Q1', the same with one number changed.
        premises: Qp, the other premises; may be empty.
        question: Qq.
        answer: The number that answers the question.
        conclusion: Qc, the answer as a statement.
        counterfactual_answer: The answer when Q1' holds instead of Q1; None where it is not known.
        wrong_conclusion: Qc', the same statement at `wrong_answer`.
        wrong_answer: The number in Qc'. Equals `counterfactual_answer` unless the source gives an arbitrary one.
        names: Protagonists and place names, as written: what two problems of one chain must not share.
        program: The solution as arithmetic, where known.
        solution: The gold solution's steps; empty where not known.
        source: Where it comes from: "template:NAME", or the file format it was imported from.
        tags: Free labels (domain, units, "distractor").
    """

    id: str
    first_premise: str
    alternate_first_premise: str
    premises: str
    question: str
    answer: Fraction
    conclusion: str
    counterfactual_answer: Fraction | None
    wrong_conclusion: str
    wrong_answer: Fraction
    names: tuple[str, ...] = ()
    program: Program | None = None
    solution: tuple[GoldStep, ...] = ()
    source: str = ""
    tags: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The whole problem: first premise, other premises, question."""
        return " ".join(part for part in (self.first_premise, self.premises, self.question) if part)
