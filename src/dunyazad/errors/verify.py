"""Verification without a model, in one call: premises, verdicts, accumulation."""

from __future__ import annotations

from dunyazad._exceptions import InputError
from dunyazad.errors.plan import Plan
from dunyazad.errors.record import Verification
from dunyazad.errors.reference import Reference
from dunyazad.errors.registry import judge
from dunyazad.premises import premise_finder
from dunyazad.reasoning import ReasoningChain

__all__ = ["verify"]


def verify(
    chain: ReasoningChain,
    *,
    premises: str = "provenance",
    errors: str = "arithmetic",
    reference: Reference | None = None,
) -> Verification:
    """Verify a reasoning chain with methods that need no model.

    Args:
        chain: The chain; without steps it gives a verification without verdicts.
        premises: The way of finding premises.
        errors: The way of judging steps.
        reference: The gold solution's quantities, for the judge that needs them.

    Raises:
        InputError: There is no method of that name, it needs a model, or the reference is missing.

    Example:
        >>> from dunyazad.reasoning import Step
        >>> steps = (Step("Step 1: 4 * 6 = 25 pens"), Step("Step 2: 25 - 5 = 20 pens"))
        >>> found = verify(ReasoningChain(id="c", question="4 boxes of 6 pens, 5 are lost.", steps=steps))
        >>> [verdict.label for verdict in found.verdicts], found.first_error
        (['mathematical_error', 'accumulation_error'], 1)
    """
    plan = Plan(chain, premise_finder(premises), judge(errors, reference))
    if plan.next():
        what, name = ("error", errors) if plan.stage == "errors" else ("premise", premises)
        raise InputError(f"the {what} method {name!r} needs a model")
    return plan.verification
