"""Premises without a model: where did each value, expression and label of a step come from?

Every rule of `rules.RULES` is weighed; the weights for the question, the previous step and steps further back add up to
log-odds. Of the candidates, likeliest first, those are kept whose gain in expected recall outweighs what they cost in
expected precision: a second premise has to be likelier after a sure first one than after a doubtful one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from dunyazad.premises.evidence import BOOK, Book, Evidence, book_of, gather
from dunyazad.premises.facts import Facts
from dunyazad.premises.ledger import Ledger
from dunyazad.premises.rules import RULES, Rule
from dunyazad.premises.weights import Weights, shipped_weights
from dunyazad.reasoning import Premise, ReasoningChain

__all__ = ["provenance"]

# What recall counts against precision at a threshold of one half: a verifier is hurt less by a premise too many.
_RECALL = 1.2
_FIRST = (Premise(0, "the first step rests on the question"),)


def provenance(
    chain: ReasoningChain, *, threshold: float = 0.5, rules: Sequence[Rule] = RULES, weights: Weights | None = None
) -> tuple[tuple[Premise, ...], ...]:
    """Find every step's premises by where its parts came from.

    Step 1 rests on the question. A later step gets its likeliest premise, and every other one whose score is above the
    threshold. A higher threshold gives fewer premises and higher precision. Time grows linearly with the chain.

    Args:
        chain: Steps numbered from 1; a chain without steps gives an empty tuple.
        threshold: Between 0 and 1.
        rules: Which rules are asked.
        weights: What each counts; those of the package where left out.

    Example:
        >>> from dunyazad.reasoning import Step
        >>> steps = ("5 boxes * 6 pens = 30 pens", "2 bags * 9 caps = 18 caps", "30 + 18 = 48 things in total")
        >>> question = "Ann has 5 boxes of 6 pens and 2 bags of 9 caps. How many things does she have?"
        >>> chain = ReasoningChain(id="c", question=question, steps=tuple(map(Step, steps)))
        >>> for premise in provenance(chain)[2]:
        ...     print(premise.step, premise.reason)
        1 has 30, a result of step 1
        2 uses 18, the result of step 2
    """
    ledger, weights = Ledger(chain), weights or shipped_weights()
    book = BOOK if rules is RULES else book_of(rules)
    found: list[tuple[Premise, ...]] = []
    for step in chain.steps:
        facts = ledger.read(step.text)
        if facts.step == 1:
            found.append(_FIRST)
        else:
            found.append(_premises(facts, book, weights, threshold))
        ledger.enter(facts)
    return tuple(found)


def _premises(facts: Facts, book: Book, weights: Weights, threshold: float) -> tuple[Premise, ...]:
    evidence = gather(facts, book)
    scores = _scores(_probabilities(facts, evidence, weights))
    likeliest = scores[0][0]
    kept = sorted([one for one in scores if one[1] > threshold or one[0] == likeliest])
    return tuple([_premise(facts, evidence, book, weights, step, round(score, 3)) for step, score in kept])


def _of(weights: Weights, step: int, previous: int) -> dict[str, float]:
    return weights.question if step == 0 else weights.previous if step == previous else weights.far


def _probabilities(facts: Facts, evidence: Evidence, weights: Weights) -> dict[int, float]:
    """How likely each candidate is a premise, were it the only one."""
    likely: dict[int, float] = {}
    previous, traits, far = facts.step - 1, evidence.traits, None
    for step, finds in evidence.finds.items():
        counts = _of(weights, step, previous)
        if far is not None and 0 < step < previous:
            total = far  # what the step is like says the same of all steps further back
        else:
            total = counts.get("intercept", 0.0)
            for name, value in traits.items():
                if name in counts:
                    total += counts[name] * value
            if 0 < step < previous:
                far = total
        for name, value in finds.items():
            if name in counts:
                total += counts[name] * value
        likely[step] = 1 / (1 + math.exp(-total))
    return likely


def _scores(probabilities: dict[int, float]) -> list[tuple[int, float]]:
    """Each candidate and the threshold up to which it is kept, likeliest first.

    The k-th likeliest of probability p costs (m - p)/k of expected precision, m being the mean of those before it, and
    gains p/(1 + s - p) of expected recall, s being the sum of all: the size of the right set is taken at its mean.
    """
    ordered = sorted([(-p, step) for step, p in probabilities.items()])
    best, first = -ordered[0][0], ordered[0][1]
    scores, kept, least, everything = [], best, 1.0, sum(probabilities.values())
    for rank, (negative, step) in enumerate(ordered[1:], 1):
        p = -negative
        gain, cost = _RECALL * p / (1 + everything - p), (kept / rank - p) / (rank + 1)
        score = gain / (gain + cost)
        if score < least:
            least = score
        scores.append((step, least))
        kept += p
    return [(first, max(best, scores[0][1] if scores else 0.0)), *scores]


def _premise(facts: Facts, evidence: Evidence, book: Book, weights: Weights, step: int, score: float) -> Premise:
    """The premise with what speaks most for it: a link where there is one, else what the step is like."""
    counts = _of(weights, step, facts.step - 1)
    most, strongest = 0.0, None
    for name, value in evidence.finds[step].items():
        if name in counts and name in book.links and (weight := counts[name] * value) > most:
            most, strongest = weight, book.links[name]
    if strongest is None:
        return _by_traits(evidence, book, counts, step, score)
    for earlier, item in facts.links[strongest.name]:
        if earlier == step:
            return Premise(step, strongest.reason(step, item), score)
    raise AssertionError(f"{strongest.name} does not point at step {step}")


def _by_traits(evidence: Evidence, book: Book, counts: dict[str, float], step: int, score: float) -> Premise:
    """A premise that no link speaks for, with what speaks most for it of what the step is like."""
    most, strongest = (False, 0.0), None
    for name, value in evidence.traits.items():
        if name in counts and (weight := counts[name] * value) > 0:
            # The question of a step that takes nothing up from it stands for what was known beforehand.
            known = book.traits[name].knowledge and not step
            if (known, weight) > most:
                most, strongest = (known, weight), book.traits[name]
    if strongest is None:
        return Premise(step, "the likeliest" if step else "the question", score)
    return Premise(step, strongest.say, score, "knowledge" if most[0] else "stated")
