"""What a step is like: worked by hand."""

from __future__ import annotations

from math import log1p

import pytest

from dunyazad.premises.facts import Facts
from dunyazad.premises.ledger import Ledger
from dunyazad.premises.rules import RULES, FarTrait, Trait
from dunyazad.premises.traits import far_traits_of, traits_of
from dunyazad.reasoning import ReasoningChain, Step

QUESTION = "A mill grinds 35 sacks a day for 6 days and sells 90 of them."


def facts_of(*steps: str) -> Facts:
    """The facts about the last of some steps."""
    ledger = Ledger(ReasoningChain(id="c", question=QUESTION, steps=tuple(map(Step, (*steps, "The end.")))))
    for step in steps[:-1]:
        ledger.enter(ledger.read(step))
    return ledger.read(steps[-1])


def test_of_wording_and_place() -> None:
    assert traits_of(facts_of("35 * 6 = 210", "So, by the formula given, we substitute the quotient.")) == {
        "second": 1,
        "concludes": 1,
        "short": 2,
        "cites": 1,
        "theory": 1,
        "rewrites": 1,
        "substitutes": 1,
        "new-content": 1,  # formula, substitute, quotient
    }


def test_of_values() -> None:
    # 90 is the question's and the previous step has it not; 210 is what that step found; 12 stands nowhere.
    traits = traits_of(facts_of("35 * 6 = 210", "210 - 90 - 12 = 108"))
    assert traits == {"second": 1, "short": 2, "unknown": 1, "elsewhere": 1}
    # What was found two steps before is used, and what the previous step found is not.
    traits = traits_of(facts_of("35 * 6 = 210", "8 * 9 = 72", "210 - 90 = 120"))
    assert traits == {"short": 2, "elsewhere": 1, "back": 1, "left-aside": 1, "apart": 1}


def test_of_a_step_further_back() -> None:
    facts = facts_of("We need 35 * 6 = 210", "Well", "210 - 90 = 120")
    assert far_traits_of(facts, 1) == {
        "far-length": pytest.approx(log1p(len("we need 35 * 6 = 210")) / 3),
        "far-goal": True,
        "far-distance": 2 / 5,
    }


def test_every_trait_is_a_rule() -> None:
    facts = facts_of("We need 35 * 6 = 210", "Well", "Find the rest: 210 - 90 = 120")
    assert traits_of(facts).keys() <= {rule.name for rule in RULES if isinstance(rule, Trait)}
    assert far_traits_of(facts, 1).keys() <= {rule.name for rule in RULES if isinstance(rule, FarTrait)}
