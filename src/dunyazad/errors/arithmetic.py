"""The judge that recomputes what a step asserts. It needs no model and no reference.

A step is wrong if any equation in it surely does not hold, and correct if all that can be computed hold. Whether the
right numbers were put together is not asked: a step that adds where it should multiply passes.
"""

from __future__ import annotations

from collections.abc import Sequence

from dunyazad.errors.judge import silent, verdict_of
from dunyazad.errors.record import Evidence, Verdict
from dunyazad.numbers import Equation, find_equations, render_number
from dunyazad.reasoning import Completion, Parc, Prompt, strip_label

__all__ = ["ArithmeticJudge", "check_equations"]


class ArithmeticJudge:
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

    def prompts(self, parc: Parc) -> tuple[Prompt, ...]:  # noqa: ARG002 - the protocol's signature
        """No calls."""
        return ()

    def read(self, parc: Parc, completions: Sequence[Completion] = ()) -> tuple[Verdict, ...]:  # noqa: ARG002
        """Judge every step by its equations alone."""
        return tuple(self._judge(number, step.text) for number, step in enumerate(parc.chain.steps, start=1))

    def _judge(self, number: int, text: str) -> Verdict:
        evidence = check_equations(text)
        if not evidence:
            return silent(number, self.name)
        wrong = any(not piece.holds for piece in evidence)
        return verdict_of(number, "mathematical_error" if wrong else "correct", evidence, self.name)


def check_equations(text: str) -> tuple[Evidence, ...]:
    """Recompute every equation of a step; one piece of evidence for each that is decided either way.

    The label that the step opens with is no part of an equation.

    Example:
        >>> [piece.finding for piece in check_equations("2) 3 + 4 = 7 and 7 * 2 = 15, so x + 1 = 16.")]
        ['3 + 4 = 7 holds', '7 * 2 = 15 does not hold: 7 * 2 is 14']
    """
    return tuple(_evidence(equation) for equation in find_equations(strip_label(text)) if equation.holds is not None)


def _evidence(equation: Equation) -> Evidence:
    shown = equation.text if len(equation.text) <= 120 else equation.text[:119] + "…"
    if equation.holds:
        how = "holds, rounded" if equation.rounded else "holds"
        return Evidence(text=equation.text, finding=f"{shown} {how}", holds=True)
    expected = next((render_number(value) for value in equation.values if value is not None), "")
    left = shown.split("=", 1)[0].split("≈", 1)[0].strip()
    finding = f"{shown} does not hold: {left} is {expected}" if expected else f"{shown} does not hold"
    return Evidence(text=equation.text, finding=finding, expected=expected)
