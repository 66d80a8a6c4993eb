"""Which methods verify, and the plan of a chain by them; which chains those are."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from dunyazad._exceptions import InputError
from dunyazad.errors import Estimator, Plan, Reference, judge
from dunyazad.premises import Minimal, premise_finder
from dunyazad.prompts import load_prompts
from dunyazad.reasoning import ReasoningChain

__all__ = ["Case", "Methods", "Verifier"]


class Case(msgspec.Struct, frozen=True):
    """A chain to verify.

    Attributes:
        chain: The chain.
        reference: The gold solution's quantities, for the judge that needs them; None where not known.
    """

    chain: ReasoningChain
    reference: Reference | None = None


class Methods(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to be done with each chain.

    Attributes:
        premises: The way of finding premises, or an expression over ways.
        errors: The way of judging steps.
        minimal: Test whether each step needs each of its premises?
        prompts: A folder of prompt texts that replace the package's; None for none.
    """

    premises: str = "provenance"
    errors: str = "arithmetic"
    minimal: bool = False
    prompts: str | None = None


class Verifier:
    """The methods, made ready once for many chains.

    Args:
        methods: Which.

    Attributes:
        methods: Which.
        asks: Do they ask a model?
        votes: Do they ask the same more than once?

    Raises:
        InputError: There is no such method, or a prompt text is unusable.

    Example:
        >>> Verifier(Methods()).asks, Verifier(Methods(errors="votes:3:hybrid")).asks
        (False, True)
    """

    def __init__(self, methods: Methods) -> None:
        self.methods = methods
        prompts = load_prompts(methods.prompts)
        self._finder = premise_finder(methods.premises, prompts)
        # What needs a gold solution is made anew for every chain.
        self._judge = None if methods.errors == "reference" else judge(methods.errors, prompts=prompts)
        self._minimal = Minimal(prompts) if methods.minimal else None
        asking = (self._finder.texts, self._judge.texts if self._judge else {}, methods.minimal)
        self.asks = any(map(bool, asking))
        self.votes = methods.errors.startswith("votes:")

    def plan(self, case: Case, model: str = "") -> Plan:
        """The waves that verify one chain.

        Raises:
            InputError: The judge needs a gold solution, and there is none.
        """
        chosen = self._judge or judge(self.methods.errors, case.reference)
        return Plan(case.chain, self._finder, chosen, minimal=self._minimal, model=model)

    def estimator(self, tokens: Callable[[str], int] | None = None) -> Estimator:
        """What adds up the costs of many chains.

        Raises:
            InputError: The judge needs a gold solution: it makes no calls, and there is nothing to add up.
        """
        if self._judge is None:
            raise InputError(f"the error method {self.methods.errors!r} makes no calls, and costs nothing")
        return Estimator(self._finder, self._judge, minimal=self._minimal, tokens=tokens)
