from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.models.conftest import ChainOf

from dunyazad._exceptions import InputError
from dunyazad.chaining.record import ChainedProblem, Member, Order
from dunyazad.chaining.render import Telling, path_gates, render_chain
from dunyazad.models.simulated import Rates, Simulator, make_rates, simulate
from dunyazad.problems.making import make_problems
from dunyazad.problems.record import Problem
from dunyazad.solving import diagnose, parse_answers
from dunyazad.solving.record import Protocol

ALWAYS_WRONG_BRANCH = Simulator(rates=Rates(wrong_branch=1.0))
PROTOCOLS: tuple[Protocol, ...] = ("final", "labelled", "two-turn")


def _pool() -> tuple[Problem, ...]:
    return tuple(make_problems(24, seed=5))


POOL = _pool()
BY_ID: Mapping[str, Problem] = {problem.id: problem for problem in POOL}


def _chain(seed: int, length: int, *, known: bool = True) -> ChainedProblem:
    """A chain of template problems; names may meet in it, which does not matter here."""
    rng = random.Random(f"chain {seed}")
    chosen = rng.sample(POOL, length)
    order: Order = rng.choice(("forward", "backward"))
    gates = path_gates([rng.random() < 0.5 for _ in chosen[1:]])
    chain = render_chain(chosen, gates, told=Telling(order=order))
    return msgspec.structs.replace(chain, id=f"{seed}", problems=chain.problems if known else _unknown(chain))


def _unknown(chain: ChainedProblem) -> tuple[Member, ...]:
    """The problems of a chain without what their other branches come to."""
    return tuple(
        msgspec.structs.replace(member, counterfactual_answers=(None,) * len(member.counterfactual_answers))
        for member in chain.problems
    )


def _rates(draw: tuple[float, float, float]) -> Rates:
    total = max(1.0, sum(draw))
    return Rates(wrong_branch=draw[0] / total, slip=draw[1] / total, skip=draw[2] / total)


RATES = st.tuples(*[st.floats(0, 0.5)] * 3).map(_rates)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 6), RATES, st.booleans(), st.booleans())
def test_diagnosis_finds_exactly_what_was_planted(
    seed: int, length: int, rates: Rates, known: bool, written_out: bool
) -> None:
    chain = _chain(seed, length, known=known)
    simulator = Simulator(rates=rates, seed=seed, problems=BY_ID if written_out else {})
    for protocol in ("labelled", "two-turn"):
        made = simulator.solve(chain, protocol=protocol)
        parsed = parse_answers(chain, protocol, made.answers_text or made.text)
        assert parsed.given == made.answers
        found = [(link.diagnosis, link.consistent) for link in diagnose(chain, parsed.given)]
        assert found == [(link.diagnosis, link.consistent) for link in made.planted]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 6), RATES, st.booleans())
def test_steps_are_a_graph_whose_accumulation_is_right(seed: int, length: int, rates: Rates, written_out: bool) -> None:
    made = Simulator(rates=rates, seed=seed, problems=BY_ID if written_out else {}).solve(_chain(seed, length))
    native = {"slip": "mathematical_error", "wrong_branch": "logical_inconsistency"}
    for number, step in enumerate(made.steps, start=1):
        assert list(step.premises) == sorted(set(step.premises))
        assert all(0 <= premise < number for premise in step.premises)
        assert f"Step {number}: {step.text}" in made.text.splitlines()
        rests_on_error = any(premise and made.steps[premise - 1].label != "correct" for premise in step.premises)
        if step.label in ("correct", "accumulation_error"):
            assert (step.label == "accumulation_error") == rests_on_error
    # One native error for each event that makes one, no more.
    for event, label in native.items():
        planted = sum(link.event == event for link in made.planted)
        assert sum(step.label == label for step in made.steps) == planted


def test_link_accuracy_gives_its_power_at_every_length() -> None:
    """Also the papers' independent agent: accuracy a at length 1 is a^L at length L."""
    simulator = Simulator(rates=make_rates(accuracy=0.9), seed=11)
    for length, expected in ((1, 0.9), (3, 0.729), (10, 0.3486784401)):
        count = 600
        right = 0
        for seed in range(count):
            made = simulator.solve(_chain(seed, length))
            right += all(diagnosis == "correct" for diagnosis in made.diagnoses)
        assert _within(right, count, expected), (length, right)


def _within(right: int, count: int, probability: float) -> bool:
    """Is the count inside the central 99.9 % of the binomial?"""
    masses = [comb(count, k) * probability**k * (1 - probability) ** (count - k) for k in range(count + 1)]
    return sum(masses[: right + 1]) > 0.0005 and sum(masses[right:]) > 0.0005


def test_perfect_rates_make_no_mistake() -> None:
    chain = _chain(3, 5)
    made = Simulator(rates=make_rates(accuracy=1.0), problems=BY_ID).solve(chain)
    assert made.answers == chain.answers
    assert {step.label for step in made.steps} == {"correct"}
    assert set(made.diagnoses) == {"correct"}


def test_same_seed_same_text_and_other_seeds_and_epochs_differ() -> None:
    chain = _chain(1, 6)

    def text(seed: int, epoch: int = 1) -> str:
        return Simulator(rates=make_rates(accuracy=0.5), seed=seed, problems=BY_ID).solve(chain, epoch=epoch).text

    assert text(1) == text(1)
    assert len({text(1), text(2), text(3), text(1, epoch=2)}) > 1


def test_a_better_solver_is_right_wherever_a_worse_one_was() -> None:
    for seed in range(30):
        chain = _chain(seed, 5)
        worse, better = (Simulator(rates=make_rates(accuracy=value)).solve(chain) for value in (0.6, 0.8))
        pairs = zip(worse.planted, better.planted, strict=True)
        assert all(strong.event == "none" for weak, strong in pairs if weak.event == "none")


def test_wrong_branch_at_every_gate_by_hand(chain_of: ChainOf) -> None:
    # figs: no gate, so a slip. rope: the slip makes the claim "20 figs" false, which opens the other branch;
    # taking the branch that is not open leads back to the gold one, against the solver's own reasoning.
    made = ALWAYS_WRONG_BRANCH.solve(chain_of("figs", "rope"))
    assert [link.event for link in made.planted] == ["slip", "wrong_branch"]
    assert made.answers[0] not in (20, 28)
    assert made.answers[1] == Fraction(15, 2)
    assert [(link.diagnosis, link.consistent) for link in made.planted] == [
        ("otherwise_wrong", None),
        ("correct", False),
    ]


def test_a_skipped_parent_leaves_the_gold_branch_open(chain_of: ChainOf) -> None:
    chain = chain_of("figs", "rope")
    for seed in range(200):
        made = Simulator(rates=Rates(skip=0.5), seed=seed).solve(chain)
        if [link.event for link in made.planted] == ["skip", "none"]:
            break
    else:
        pytest.fail("no seed skips the first link only")
    assert made.answers == (None, Fraction(15, 2))
    assert [(link.diagnosis, link.consistent) for link in made.planted] == [("not_answered", None), ("correct", None)]
    assert made.steps[0].text.startswith("The claim says 20; nothing was found to hold against that. Suppose")
    assert made.steps[0].premises == (0,)


def test_skipping_everything_still_says_something(chain_of: ChainOf) -> None:
    made = Simulator(rates=Rates(skip=1.0)).solve(chain_of("figs", "rope"))
    assert (made.text, made.steps, made.answers) == ("None of the questions could be settled.", (), (None, None))


def test_an_unknown_counterfactual_is_never_guessed(chain_of: ChainOf) -> None:
    # wool's other branch has no known answer: a wrong number there is undetermined, whatever led to it.
    chain = chain_of("figs", "wool")
    seen = set()
    for seed in range(40):
        made = Simulator(rates=Rates(wrong_branch=0.5, slip=0.5), seed=seed).solve(chain)
        diagnosis, answer = made.planted[1].diagnosis, made.answers[1]
        assert (answer == 45) == (diagnosis == "correct")
        seen.add((made.planted[1].event, diagnosis))
    assert ("slip", "undetermined") in seen


def test_golden_text(chain_of: ChainOf, problems: dict[str, Problem]) -> None:
    # "rope" tells its step in its gold solution's words, "figs" has none; the answers are listed in telling order.
    made = Simulator(rates=make_rates(accuracy=1.0), problems=problems).solve(chain_of("figs", "rope"))
    assert made.text == (
        "Step 1: Now dried: 6 * 4 = 24.\n"
        'Step 2: Now left over: 24 - 4 = 20. This settles "How many figs has Odile?"\n'
        "Step 3: The claim says 20; what was found is 20, so the claim is true and this holds: "
        "Piotr owns 15 metres of rope.\n"
        'Step 4: Piotr gets 15 / 2 = 7.5 pieces. This settles "How many pieces does Piotr get?"\n'
        "\n"
        "[Q1] 20\n"
        "[Q2] 7.5"
    )
    assert [step.premises for step in made.steps] == [(0,), (0, 1), (0, 2), (0, 3)]


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_simulate_judges_as_a_model_is_judged(chain_of: ChainOf, protocol: Protocol) -> None:
    chains = [chain_of("figs", "rope"), chain_of("rope", "figs", deny=(True,))]
    simulator = Simulator(rates=make_rates(accuracy=0.5), seed=2)
    solutions = list(simulate(chains, simulator, protocol=protocol, epochs=2))
    assert len(solutions) == 4
    for solution in solutions:
        assert solution.model == "simulated(accuracy=0.5, seed=2)"
        assert solution.id.endswith(("/1", "/2"))
        asked = [link for link in solution.links if link.diagnosis != "not_asked"]
        assert len(asked) == (1 if protocol == "final" else 2)
        if protocol != "final" and solution.outcome == "answered":
            assert tuple(link.diagnosis for link in solution.links) == solution.planted


def test_problems_of_other_chains_are_refused(chain_of: ChainOf, problems: dict[str, Problem]) -> None:
    chain = chain_of("figs")
    chain = msgspec.structs.replace(chain, problems=(msgspec.structs.replace(chain.problems[0], answer=Fraction(21)),))
    with pytest.raises(InputError, match="problem 'figs' does not give the answer 21 of chain"):
        Simulator(rates=make_rates(accuracy=1.0), problems=problems).solve(chain)


def test_names() -> None:
    def name(seed: int = 0, **rates: float) -> str:
        return Simulator(rates=make_rates(**rates), seed=seed).name

    assert name(accuracy=0.9) == "simulated(accuracy=0.9)"
    assert name(seed=4, accuracy=0.25) == "simulated(accuracy=0.25, seed=4)"
    assert name(slip=0.25) == "simulated(wrong_branch=0, slip=0.25, skip=0)"


def test_accuracy_is_split_by_fixed_shares() -> None:
    # 1 - 0.8 = 0.2, of which one half, two fifths and a tenth.
    assert make_rates(accuracy=0.8) == Rates(wrong_branch=0.1, slip=0.08, skip=0.02)
    assert make_rates() == make_rates(accuracy=0.9)


@pytest.mark.parametrize(
    ("rates", "message"),
    [
        ({"accuracy": 1.5}, "accuracy must be a probability from 0 to 1, not 1.5"),
        ({"accuracy": float("nan")}, "accuracy must be a probability"),
        ({"slip": -0.1}, "slip must be a probability from 0 to 1, not -0.1"),
        ({"slip": 0.7, "skip": 0.7}, "sum to 1.4, over 1"),
        ({"accuracy": 0.5, "slip": 0.1}, "give accuracy, or any of wrong_branch, slip and skip, not both"),
    ],
)
def test_rates_out_of_range(rates: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        make_rates(**rates)


def test_only_events_with_a_rate_happen() -> None:
    def events(rates: Rates) -> Iterator[str]:
        for seed in range(60):
            for link in Simulator(rates=rates).solve(_chain(seed, 4)).planted:
                yield link.event

    assert set(events(Rates(skip=0.5))) == {"none", "skip"}
    assert set(events(Rates(slip=0.5))) == {"none", "slip"}
    assert set(events(Rates(wrong_branch=0.5))) == {"none", "wrong_branch", "slip"}  # a slip where there is no gate
