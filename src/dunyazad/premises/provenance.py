"""Premises without a model: where did each value, expression and label of a step come from?

Every rule of `rules.RULES` casts votes; a step whose votes sum above the threshold is a premise. The sum is in
log-odds, so that `score` reads as a probability and a threshold of one half is a sum of 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from dunyazad.premises.facts import gather
from dunyazad.premises.ledger import Ledger
from dunyazad.premises.rules import FAR, RULES, Rule
from dunyazad.reasoning import Premise, ReasoningChain

__all__ = ["provenance"]

# More votes of one rule for one step say no more: ten shared numbers are no ten times as sure as one.
_MOST_VOTES = 3


def provenance(
    chain: ReasoningChain, *, threshold: float = 0.5, rules: Sequence[Rule] = RULES
) -> tuple[tuple[Premise, ...], ...]:
    """Find every step's premises by where its parts came from.

    Step 1 rests on the question. A later step gets every step that scores above the threshold, and the best one if
    none does. A higher threshold gives fewer premises and higher precision. Time grows linearly with the chain.

    Args:
        chain: Steps numbered from 1; a chain without steps gives an empty tuple.
        threshold: Between 0 and 1.
        rules: Which rules vote.

    Example:
        >>> from dunyazad.reasoning import Step
        >>> steps = ("5 boxes * 6 pens = 30 pens", "2 bags * 9 caps = 18 caps", "30 + 18 = 48 things in total")
        >>> question = "Ann has 5 boxes of 6 pens and 2 bags of 9 caps. How many things does she have?"
        >>> chain = ReasoningChain(id="c", question=question, steps=tuple(map(Step, steps)))
        >>> for premise in provenance(chain)[2]:
        ...     print(premise.step, premise.reason)
        1 takes up the result of step 1, not used until here
        2 uses 18, the result of step 2
    """
    ledger = Ledger(chain)
    return tuple(_premises(ledger, step, threshold, rules) for step in range(1, len(chain.steps) + 1))


def _premises(ledger: Ledger, step: int, threshold: float, rules: Sequence[Rule]) -> tuple[Premise, ...]:
    if step == 1:
        return (Premise(0, "the first step rests on the question"),)
    sums, reasons = _tally(ledger, step, rules)
    scores = {earlier: _probability(total) for earlier, total in sums.items()}
    kept = [earlier for earlier, score in scores.items() if score > threshold]
    if not kept:
        kept = [max(scores, key=lambda earlier: (scores[earlier], earlier), default=step - 1)]
    return tuple(
        Premise(earlier, reasons.get(earlier, (0.0, "the likeliest"))[1], round(scores.get(earlier, 0.5), 3))
        for earlier in sorted(kept)
    )


def _tally(ledger: Ledger, step: int, rules: Sequence[Rule]) -> tuple[dict[int, float], dict[int, tuple[float, str]]]:
    """Sum the votes for each earlier step, and keep the strongest one's reason."""
    facts = gather(ledger, step)
    sums: dict[int, float] = {}
    reasons: dict[int, tuple[float, str]] = {}
    for rule in rules:
        votes, weight = rule.find(facts), rule.weight
        if votes == ():  # most rules have nothing to say
            continue
        cast: dict[int, int] = {}
        for earlier, reason in votes:
            cast[earlier] = cast.get(earlier, 0) + 1
            if cast[earlier] > _MOST_VOTES:
                continue
            if earlier not in sums:
                sums[earlier] = FAR if 0 < earlier < step - 1 else 0.0
                reasons[earlier] = (0.0, "the likeliest")
            sums[earlier] += weight
            if weight > reasons[earlier][0]:
                reasons[earlier] = (weight, reason)
    return sums, reasons


def _probability(log_odds: float) -> float:
    return 1 / (1 + math.exp(-log_odds))
