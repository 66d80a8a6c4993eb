"""What a verification will cost."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reasoning.chains import CHAINS

from dunyazad.errors import Cost, Estimator, Plan, estimate, judge
from dunyazad.errors.costs import common_prefixes, expected_tokens
from dunyazad.errors.reading import verdict_schema
from dunyazad.premises import premise_finder
from dunyazad.premises.asking import Aggregative, Dyadic
from dunyazad.premises.minimal import Minimal
from dunyazad.reasoning import Completion, ReasoningChain, Step

PREVIOUS = premise_finder("previous")


def _alike(one: str, other: str) -> int:
    pairs = zip(one, other, strict=False)
    return len(list(itertools.takewhile(lambda pair: pair[0] == pair[1], pairs)))


@given(st.lists(st.text("ab", max_size=8), max_size=8))
def test_common_prefixes_equal_brute_force(texts: list[str]) -> None:
    expected = [
        max((_alike(text, earlier) for earlier in texts[:place]), default=0) for place, text in enumerate(texts)
    ]
    assert common_prefixes(texts) == expected


def test_a_full_context_pays_for_each_step_once() -> None:
    # The texts of steps 1 and 2 are one signs "a" and "b", the question "q". Each prompt is the system message, a line
    # end, and the user message. The second shares all with the first up to the task's line, "Judge step 1." and
    # "Step 2:" differ at their first letters, "J" and "S".
    chain = ReasoningChain(id="c", question="q", steps=(Step("a"), Step("b")))
    prompts = Plan(chain, PREVIOUS, judge("full-context")).next()
    head = f"{prompts[0].system}\nQuestion (step 0):\n| q\n\nStep 1:\n| a\n\n"
    assert f"{prompts[0].system}\n{prompts[0].user}" == f"{head}Judge step 1."
    assert f"{prompts[1].system}\n{prompts[1].user}" == f"{head}Step 2:\n| b\n\nJudge step 2."
    cost = estimate(chain, PREVIOUS, judge("full-context"), tokens=len)
    assert cost.calls == 2
    assert cost.prompt_tokens == 2 * len(head) + len("Judge step 1.") + len("Step 2:\n| b\n\nJudge step 2.")
    assert cost.cached_tokens == len(head)
    # Reasons of 60 and two fields of 6 each, twice.
    assert cost.completion_tokens == 2 * (60 + 6 + 6)
    rough = estimate(chain, PREVIOUS, judge("full-context"))
    assert rough.cached_tokens == -(-len(head) // 4)


def test_the_waves_are_told_apart_and_chains_add_up() -> None:
    estimator = Estimator(Aggregative(), judge("hybrid"), minimal=Minimal())
    costs = [estimator.add(chain) for chain in CHAINS.values()]
    assert sum(costs, Cost()) == estimator.total == estimator.premises + estimator.necessity + estimator.errors
    assert estimator.premises.calls == sum(len(chain.steps) for chain in CHAINS.values())
    assert 0 < estimator.errors.calls <= estimator.premises.calls
    assert 0 < estimator.total.cached_tokens < estimator.total.prompt_tokens


def test_system_messages_stay_cached_over_chains() -> None:
    one = CHAINS["one-step"]
    estimator = Estimator(PREVIOUS, judge("critic"), tokens=len)
    first, second = estimator.add(one), estimator.add(CHAINS["pens"])
    system = Plan(one, PREVIOUS, judge("critic")).next()[0].system
    assert (first.cached_tokens, second.cached_tokens) == (0, len(system))


def test_votes_cost_their_prompt_once() -> None:
    chain = CHAINS["one-step"]
    once = estimate(chain, PREVIOUS, judge("full-context"), tokens=len)
    thrice = estimate(chain, PREVIOUS, judge("votes:3:full-context"), tokens=len)
    assert thrice == Cost(3, 3 * once.prompt_tokens, 2 * once.prompt_tokens, 3 * once.completion_tokens)


@pytest.mark.parametrize("name", sorted(CHAINS))
@pytest.mark.parametrize("errors", ["full-context", "under-premises", "hybrid", "critic", "arithmetic"])
def test_without_a_model_for_premises_the_calls_are_exact(name: str, errors: str) -> None:
    plan = Plan(CHAINS[name], PREVIOUS, judge(errors))
    while wave := plan.next():
        plan.feed([Completion(prompt.key) for prompt in wave])
    assert estimate(CHAINS[name], PREVIOUS, judge(errors)).calls == plan.verification.usage.calls


def test_dyadic_asks_about_every_pair() -> None:
    estimator = Estimator(Dyadic(), judge("arithmetic"))
    estimator.add(CHAINS["buns"])
    assert (estimator.premises.calls, estimator.errors) == (10, Cost())  # 4 * 5 / 2


def test_an_answers_length_follows_its_schema() -> None:
    assert expected_tokens("") == 150
    assert expected_tokens("{}") == 0
    assert expected_tokens(verdict_schema(("correct",))) == 72
    assert expected_tokens('{"properties": {"premises": {"type": "array"}}}') == 46
