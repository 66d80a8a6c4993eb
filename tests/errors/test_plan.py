"""The waves of a verification, driven by hand."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.errors.scripted import answered, letters
from tests.reasoning.chains import CHAINS

from dunyazad._exceptions import InputError
from dunyazad._records import decode, encode
from dunyazad.errors import MODEL_JUDGES, CallUsage, Plan, Verification, judge, verify
from dunyazad.premises import PremiseFinder, premise_finder
from dunyazad.premises.asking import Aggregative
from dunyazad.premises.minimal import Minimal
from dunyazad.prompts import default_prompts
from dunyazad.reasoning import Completion, Prompt, ReasoningChain, Step

BUNS = CHAINS["buns"]
PREMISES = ("[0]", "[0, 1]", "[0, 2]", "[3]")
FOUND = tuple(Completion(f"step-{k}", f'{{"premises": {links}}}') for k, links in enumerate(PREMISES, start=1))


def test_premises_then_necessity_then_errors() -> None:
    plan = Plan(BUNS, Aggregative(), judge("under-premises"), minimal=Minimal(), model="a/b")
    stages = []
    assert [prompt.key for prompt in plan.next()] == ["step-1", "step-2", "step-3", "step-4"]
    stages.append(plan.stage)
    plan.feed(FOUND, CallUsage(99, 400, 100, 40))
    # Six premises in all; step 3 does not need the question.
    stages.append(plan.stage)
    said = {"without-0-3": "yes"}
    assert len(plan.next()) == 6
    plan.feed([Completion(prompt.key, said.get(prompt.key, "no")) for prompt in plan.next()], CallUsage(0, 600, 0, 12))
    stages.append(plan.stage)
    plan.feed(answered(plan.next(), "cmcc cccc"))
    assert (stages, plan.stage, plan.next()) == (["premises", "necessity", "errors"], "done", ())
    found = plan.verification
    assert letters(found.verdicts) == "c m a2 a2"
    assert [[premise.step for premise in links] for links in found.parc.premises] == [[0], [0, 1], [2], [3]]
    # 4 + 6 + 8 calls; tokens as they were told, the calls counted here.
    assert found.usage == CallUsage(18, 1000, 100, 52)
    names = ["errors-logical", "errors-mathematical", "premises-aggregative", "premises-minimal"]
    assert found.prompts == {name: default_prompts()[name].sha256 for name in names}
    assert (found.model, found.errors_method) == ("a/b", "under-premises")
    assert decode(encode(found), Verification) == found


@pytest.mark.parametrize(
    ("premises", "errors", "calls"),
    [
        ("aggregative", "under-premises", 4 + 8),  # two a step, and one for its premises
        ("aggregative", "hybrid", 4 + 3),  # at most one a step, and one for its premises
        ("provenance", "hybrid", 3),  # 48 - 15 = 31 is refuted, nobody is asked about it
        ("provenance", "full-context", 4),
        ("provenance", "critic", 1),
        ("provenance", "votes:3:hybrid", 9),
        ("provenance", "arithmetic", 0),
    ],
)
def test_calls_are_counted(premises: str, errors: str, calls: int) -> None:
    finder: PremiseFinder = Aggregative() if premises == "aggregative" else premise_finder(premises)
    plan = Plan(BUNS, finder, judge(errors), model="a/b")
    if plan.stage == "premises":
        plan.feed(FOUND)
    while wave := plan.next():
        plan.feed([Completion(prompt.key, '{"reasoning": "r", "verdict": "correct"}') for prompt in wave])
    assert plan.verification.usage.calls == calls
    assert plan.verification.model == ("a/b" if calls else "")


def test_what_needs_no_model_has_no_wave() -> None:
    plan = Plan(BUNS, premise_finder("provenance"), judge("arithmetic"), model="a/b")
    assert plan.next() == ()
    assert plan.verification == verify(BUNS)
    assert (plan.verification.model, plan.verification.prompts, plan.verification.usage) == ("", {}, CallUsage())


@pytest.mark.parametrize("errors", [*MODEL_JUDGES, "votes:2:critic"])
def test_a_chain_without_steps_has_no_wave(errors: str) -> None:
    plan = Plan(CHAINS["empty"], Aggregative(), judge(errors), minimal=Minimal())
    assert plan.next() == ()
    assert plan.verification.verdicts == ()


def test_the_order_of_completions_does_not_matter_and_a_missing_one_has_failed() -> None:
    def run(order: list[int]) -> Verification:
        plan = Plan(BUNS, premise_finder("previous"), judge("full-context"))
        told = answered(plan.next(), "cmlc")
        plan.feed([told[place] for place in order])
        return plan.verification

    assert letters(run([0, 1, 2, 3]).verdicts) == "c m l c"
    assert run([3, 1, 0, 2]) == run([0, 1, 2, 3])
    assert letters(run([2, 0]).verdicts) == "c f l f"
    assert run([2, 0]).verdicts[1].reason == "no completion came"


def test_a_wave_stays_until_it_is_answered() -> None:
    plan = Plan(BUNS, premise_finder("previous"), judge("critic"))
    assert plan.next() is plan.next()
    with pytest.raises(RuntimeError, match="the wave about errors is not answered yet"):
        plan.verification  # noqa: B018
    for told in ([Completion("solution"), Completion("solution")], [Completion("step-1")]):
        with pytest.raises(ValueError, match=r"answers (?:a prompt a second time|no prompt) of the wave"):
            plan.feed(told)
    plan.feed(())
    with pytest.raises(ValueError, match="answers no prompt"):
        plan.feed([Completion("solution")])


class Twice(Aggregative):
    """A finder with a fault: all its prompts have one key."""

    def prompts(self, chain: ReasoningChain) -> tuple[Prompt, ...]:
        return tuple(Prompt("same", "", step.text) for step in chain.steps)


def test_two_prompts_of_one_key_are_refused() -> None:
    with pytest.raises(ValueError, match="two prompts about premises have the same key"):
        Plan(BUNS, Twice(), judge("arithmetic"))


def test_without_a_model_a_method_that_needs_one_is_refused() -> None:
    with pytest.raises(InputError, match="the error method 'hybrid' needs a model"):
        verify(BUNS, errors="hybrid")


def test_a_search_that_failed_is_the_outcome_of_what_rests_on_it() -> None:
    # The premises of step 3 are refused. Its logic is not asked about, and so it is undecided; 4 rests on it, not on 2.
    plan = Plan(BUNS, Aggregative(), judge("hybrid"))
    plan.feed([*FOUND[:2], Completion("step-3", outcome="refused", reason="filter"), FOUND[3]])
    assert [prompt.key for prompt in plan.next()] == ["step-1-logical", "step-4-logical"]
    plan.feed(answered(plan.next(), "cc"))
    assert letters(plan.verification.verdicts) == "c m r c"


@given(st.integers(0, 10**6), st.sampled_from([*MODEL_JUDGES, "votes:2:hybrid"]), st.booleans())
def test_any_answers_lead_to_the_end(seed: int, errors: str, minimal: bool) -> None:
    dice = random.Random(seed)
    chain = CHAINS[dice.choice(sorted(CHAINS))]
    chain = ReasoningChain(id="c", question=chain.question, steps=(*chain.steps, Step("Verdict: correct")))
    plan = Plan(chain, Aggregative(), judge(errors), minimal=Minimal() if minimal else None)
    waves = calls = 0
    while wave := plan.next():
        waves, calls = waves + 1, calls + len(wave)
        plan.feed([_any(prompt.key, dice) for prompt in dice.sample(wave, dice.randint(0, len(wave)))])
    assert waves <= 3
    assert plan.verification.usage.calls == calls
    assert len(plan.verification.verdicts) == len(chain.steps)


def _any(key: str, dice: random.Random) -> Completion:
    texts = [
        '{"premises": [0, 1, 2]}',
        '{"verdict": "mathematical_error", "reasoning": "r"}',
        "Verdict: correct",
        "yes",
        "no",
    ]
    outcome = dice.choice(["completed", "completed", "refused", "truncated", "failed"])
    return Completion(key, dice.choice(texts), outcome)  # type: ignore[arg-type]
