"""The judge that recomputes what a step asserts. It needs no model and no reference.

A step is wrong if any equation in it surely does not hold, and correct if all that can be computed hold. Whether the
right numbers were put together is not asked: a step that adds where it should multiply passes.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction

from dunyazad.errors.asserted import asserted_equations
from dunyazad.errors.judge import ModelFreeJudge, silent, verdict_of
from dunyazad.errors.record import Evidence, Verdict
from dunyazad.numbers import Equation, render_number
from dunyazad.reasoning import Completion, Parc, strip_label

__all__ = ["ArithmeticJudge", "check_equations"]


class ArithmeticJudge(ModelFreeJudge):
    """Recomputes every equation that a step asserts.

    - Any equation that surely does not hold: mathematical error.
    - Every equation that can be computed holds, and there is one: correct.
    - None can be computed: no claim.

    Example:
        >>> from dunyazad.reasoning import Premise, ReasoningChain, Step
        >>> chain = ReasoningChain(id="c", question="q", steps=(Step("Step 1: 12 * 3 = 46 pens"),))
        >>> parc = Parc(chain=chain, premises=((Premise(0),),), method="oracle")
        >>> verdict = ArithmeticJudge().read(parc)[0]
        >>> verdict.label, verdict.evidence[0].expected
        ('mathematical_error', '36')
    """

    @property
    def name(self) -> str:
        """What the judge is called."""
        return "arithmetic"

    def read(self, parc: Parc, completions: Sequence[Completion] = ()) -> tuple[Verdict, ...]:  # noqa: ARG002
        """Judge every step by its equations alone."""
        return tuple([self._judge(number, step.text) for number, step in enumerate(parc.chain.steps, start=1)])

    def _judge(self, number: int, text: str) -> Verdict:
        evidence = check_equations(text)
        if not evidence:
            return silent(number, self.name)
        holds = all(piece.holds for piece in evidence)
        return verdict_of(number, "correct" if holds else "mathematical_error", evidence, self.name)


def check_equations(text: str) -> tuple[Evidence, ...]:
    """Recompute every equation of a step; one piece of evidence for each that is decided either way.

    The label that the step opens with is no part of an equation.

    Example:
        >>> [piece.finding for piece in check_equations("2) 3 + 4 = 7 and 7 * 2 = 15, so x + 1 = 16.")]
        ['3 + 4 = 7 holds', '7 * 2 = 15 does not hold: 7 * 2 is 14']
    """
    equations = asserted_equations(strip_label(text))
    return tuple([_evidence(equation) for equation in equations if equation.holds is not None])


def _evidence(equation: Equation) -> Evidence:
    shown = _cut(" = ".join(side.text for side in equation.sides) if equation.restated else equation.text)
    if equation.holds:
        how = "holds, rounded" if equation.rounded else "holds"
        return Evidence(text=equation.text, finding=f"{shown} {how}", holds=True)
    side, value = _at_fault(equation)
    finding = f"{shown} does not hold: {_cut(side)} is {_told(value)}"
    return Evidence(text=equation.text, finding=finding, expected=render_number(value))


def _at_fault(equation: Equation) -> tuple[str, Fraction]:
    """The side to recompute, and its value: of the two neighbours that differ most, the one that is computed."""
    known = [(side, value) for side, value in zip(equation.sides, equation.values, strict=True) if value is not None]
    left, right = max(itertools.pairwise(known), key=lambda pair: abs(pair[0][1] - pair[1][1]))
    side, value = right if len(left[0].code) == 1 and len(right[0].code) > 1 else left
    return side.text, value


def _cut(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 120 else flat[:119] + "…"


def _told(value: Fraction) -> str:
    """A number for a reader: one whose decimals never end is given to four of them."""
    written = render_number(value)
    if "/" not in written:
        return written
    rounded = round(value, 4)
    return f"about {render_number(rounded)}" if rounded else written
