"""Rules, weights and evidence fit together; scores are what they are said to be."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad._exceptions import InputError
from dunyazad.premises import at_threshold, premise_finder, provenance
from dunyazad.premises.evidence import book_of, gather
from dunyazad.premises.ledger import Ledger
from dunyazad.premises.provenance import _scores
from dunyazad.premises.rules import RULES, FarTrait, Link
from dunyazad.premises.weights import KINDS, Weights, shipped_weights
from dunyazad.reasoning import ReasoningChain, Step

CHAIN = ReasoningChain(
    id="c",
    question="A mill grinds 35 sacks a day for 6 days and sells 90 of them.",
    steps=(Step("35 * 6 = 210 sacks"), Step("The mill is old."), Step("210 - 90 = 120 sacks are left")),
)


def test_every_weight_is_of_a_rule_and_every_rule_has_one() -> None:
    weighed = {name for kind in KINDS for name in getattr(shipped_weights(), kind)} - {"intercept"}
    assert weighed == {rule.name for rule in RULES}
    far = {rule.name for rule in RULES if isinstance(rule, FarTrait)}
    assert not far & {*shipped_weights().question, *shipped_weights().previous}
    assert all(math.isfinite(weight) for kind in KINDS for weight in getattr(shipped_weights(), kind).values())


def test_evidence_of_a_step_worked_by_hand() -> None:
    ledger, book = Ledger(CHAIN), book_of(RULES)
    for step in CHAIN.steps[:2]:
        ledger.enter(ledger.read(step.text))
    evidence = gather(ledger.read(CHAIN.steps[2].text), book)
    # 210 is the result of step 1 and ends it, since a unit is no value; 90 is fetched from the question.
    found = {name: count for name, count in evidence.finds[1].items() if not name.startswith("far-")}
    assert found == {"end": 1, "latest": 1, "made": 1, "introduced": 1, "held": 1}
    assert evidence.finds[2] == {}
    assert evidence.finds[0] == {"fetched": 1}
    assert {"last", "back", "apart", "opens", "left-aside"} & evidence.traits.keys() == {
        "last",
        "back",
        "apart",
        "opens",
    }


def test_links_count_no_more_than_three_times() -> None:
    steps = (Step("We get 11, 12, 13, 14, 15 and 16"), Step("Well"), Step("11 + 12 + 13 + 14 + 15 + 16"))
    ledger, book = Ledger(ReasoningChain(id="c", question="q", steps=steps)), book_of(RULES)
    for step in steps[:2]:
        ledger.enter(ledger.read(step.text))
    assert gather(ledger.read(steps[2].text), book).finds[1]["held"] == 3


def test_weights_decide() -> None:
    nothing = Weights(question={"intercept": -9.0}, previous={"intercept": 9.0}, far={"intercept": -9.0})
    assert [[p.step for p in one] for one in provenance(CHAIN, weights=nothing)] == [[0], [1], [2]]
    links = {rule.name: 9.0 for rule in RULES if isinstance(rule, Link)}
    fetching = Weights(question={"intercept": 0.0} | links, previous={"intercept": -9.0}, far={"intercept": -9.0})
    assert [p.step for p in provenance(CHAIN, weights=fetching)[2]] == [0]


def test_a_score_worked_by_hand() -> None:
    # Sum 1.5. Rank 2: gain 1.2 * 0.5 / (1 + 1.5 - 0.5) = 0.3, cost (1 - 0.5) / 2 = 0.25: 0.3 / 0.55.
    assert _scores({0: 0.5, 3: 1.0}) == [(3, 1.0), (0, pytest.approx(6 / 11))]


@given(st.dictionaries(st.integers(0, 20), st.floats(0.001, 0.999), min_size=1, max_size=8))
def test_scores_go_down_as_probabilities_do(likely: dict[int, float]) -> None:
    scores = [score for _, score in _scores(likely)]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)


def test_a_threshold_by_name() -> None:
    surest, widest = premise_finder("provenance:1"), premise_finder("provenance:0")
    assert (surest.name, widest.name) == ("provenance:1", "provenance:0")
    assert all(len(one) == 1 for one in surest.read(CHAIN, ()).premises)
    assert [len(one) for one in widest.read(CHAIN, ()).premises] == [1, 2, 3]
    assert at_threshold("all & (provenance|previous)", 0.25) == "all&(provenance:0.25|previous)"


@pytest.mark.parametrize("name", ["provenance:", "provenance:x", "provenance:1.5", "provenance:nan"])
def test_a_threshold_that_is_none_is_one_clear_line(name: str) -> None:
    with pytest.raises(InputError, match="the threshold of provenance is a number from 0 to 1$"):
        premise_finder(name)


def test_a_threshold_for_another_method_is_refused() -> None:
    with pytest.raises(InputError, match="which 'previous' does not name"):
        at_threshold("previous", 0.5)
