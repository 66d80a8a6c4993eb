"""Simulated solutions perturbed: labels, values and premises are worked out again here, from the texts alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dunyazad._exceptions import InputError, RecordError
from dunyazad._records import write_records
from dunyazad.chaining import ChainedProblem, make_chains
from dunyazad.models import Simulator, make_rates, simulate
from dunyazad.numbers import evaluate, find_quantities
from dunyazad.perl import KINDS, AnnotatedChain, Kind, certified_simulations, read_simulated, read_sketches
from dunyazad.perl.simulated import perturbed_simulation, sound_simulation
from dunyazad.problems import Problem, make_problems
from dunyazad.problems.dice import Dice

PROBLEMS: Mapping[str, Problem] = {problem.id: problem for problem in make_problems(40, seed=3)}
CHAINS = [
    *make_chains(list(PROBLEMS.values()), lengths=[1, 2, 3], orders=["forward", "backward"], per_cell=12, seed=3),
]
EQUATION = re.compile(r"(?<![\w.])([\d(][\d. +*/()-]*) = (-?\d[\d./]*)(?<!\.)")


def equation(text: str) -> tuple[str, Fraction] | None:
    """The arithmetic of a step: both sides; none in a gate's step that computes nothing."""
    found = EQUATION.search(text.partition(":")[2])
    return None if found is None else (found[1], Fraction(found[2]))


def native(chain: AnnotatedChain) -> list[int]:
    wanted = {"mathematical_error", "logical_inconsistency"}
    return [place for place, labels in enumerate(chain.labels, start=1) if labels and wanted & set(labels)]


def made(chain: ChainedProblem, kind: Kind, seed: int) -> AnnotatedChain | None:
    return perturbed_simulation(chain, PROBLEMS, kind, Dice("test", seed, chain.id), name="made")


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(CHAINS), st.sampled_from(list(KINDS)), st.integers(0, 5))
def test_labels_values_and_premises_worked_out_again(chain: ChainedProblem, kind: Kind, seed: int) -> None:
    found = made(chain, kind, seed)
    assume(found is not None)
    assert found is not None
    sound = sound_simulation(chain, PROBLEMS, name="sound")
    [wrong] = native(found)
    assert found.labels[wrong - 1] == (("mathematical_error",) if kind == "slip" else ("logical_inconsistency",))
    assert found.premises is not None
    # What rests on the wrong step, however far, and nothing else, is an accumulation error and reads otherwise.
    spoilt = {wrong}
    for place, premises in enumerate(found.premises, start=1):
        if place != wrong and spoilt & set(premises):
            spoilt.add(place)
    texts = zip(sound.steps, found.steps, strict=True)
    for place, (before, after) in enumerate(texts, start=1):
        assert (after.labels == ("correct",)) == (place not in spoilt) == (before.text == after.text)
        assert after.labels in (("correct",), ("accumulation_error",)) or place == wrong
    assert found.model_answer != found.answer == sound.model_answer


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(CHAINS), st.sampled_from(list(KINDS)), st.integers(0, 5))
def test_every_step_but_a_slip_computes_right_with_numbers_of_its_premises(
    chain: ChainedProblem, kind: Kind, seed: int
) -> None:
    found = made(chain, kind, seed)
    assume(found is not None)
    assert found is not None
    assert found.premises is not None
    [wrong] = native(found)
    known = {Fraction(value) for value in ("0.5", *"123457", "10", "12", "24", "30", "60", "100", "1000")}
    stated = {quantity.value for quantity in find_quantities(found.question)}
    results: dict[int, set[Fraction]] = {0: stated | known}
    for place, step in enumerate(found.steps, start=1):
        computed = equation(step.text)
        if computed is None:
            results[place] = {quantity.value for quantity in find_quantities(step.text.partition(":")[2])}
            continue
        left, right = computed
        assert (evaluate(left) == right) == (not (place == wrong and kind == "slip")), step.text
        taken = {Fraction(literal) for literal in re.findall(r"\d+(?:\.\d+)?", left)}
        if not (place == wrong and kind == "given"):
            allowed = set().union(known, *(results[premise] for premise in found.premises[place - 1]))
            percent = {value * 100 for value in allowed}
            assert taken <= allowed | percent, step.text
        results[place] = {right}


def test_a_wrong_answer_opens_another_branch_and_is_followed() -> None:
    """Of the changes in a first problem, some turn the gate behind it; the second problem is then computed anew."""
    turned = 0
    for chain, seed in product([chain for chain in CHAINS if chain.length == 2], range(12)):
        found = made(chain, "slip", seed)
        if found is not None and any("this holds" in step.text for step in found.steps):
            gate = next(step for step in found.steps if "this holds" in step.text)
            turned += gate.labels == ("accumulation_error",)
    assert turned


def test_a_slip_by_hand() -> None:
    chain = next(chain for chain in CHAINS if chain.length == 1)
    found = made(chain, "slip", 2)
    assert found is not None
    [wrong] = native(found)
    step = found.steps[wrong - 1]
    computed = equation(step.text)
    assert computed is not None
    assert step.errors is not None
    assert step.errors[0].description.startswith(f"the result is {evaluate(computed[0])}, not")
    assert (found.split, found.is_correct, found.question) == ("synthetic_negatives", False, chain.text)


def test_a_problem_without_its_program_is_never_changed() -> None:
    assert perturbed_simulation(CHAINS[0], {}, "slip", Dice(1), name="x") is None


def test_more_begin_with_the_same_and_kinds_are_taken_in_turn() -> None:
    few = list(certified_simulations(CHAINS, PROBLEMS, 6, seed=4))
    more = list(certified_simulations(CHAINS, PROBLEMS, 12, seed=4))
    assert more[:6] == few
    assert sum(chain.split == "positives" for chain in more) == 3
    with pytest.raises(InputError, match="not 1000"):
        list(certified_simulations(CHAINS, PROBLEMS, 1000, seed=4))


def test_simulated_solutions_are_read_where_nothing_went_wrong(tmp_path: Path) -> None:
    simulator = Simulator(rates=make_rates(accuracy=0.6), seed=2, problems=PROBLEMS)
    solutions = list(simulate(CHAINS, simulator))
    assert 0 < sum(solution.all_links_correct is True for solution in solutions) < len(solutions)
    write_records(tmp_path / "solutions.jsonl", solutions)
    read = list(read_simulated(tmp_path / "solutions.jsonl", PROBLEMS))
    assert [chain.id for chain in read] == [one.chain.id for one in solutions if one.all_links_correct]


def test_chained_problems_need_their_problems(tmp_path: Path) -> None:
    write_records(tmp_path / "chains.jsonl", CHAINS)
    assert len(list(read_simulated(tmp_path / "chains.jsonl", PROBLEMS))) == len(CHAINS)
    with pytest.raises(RecordError, match="its problems are needed as well"):
        list(read_sketches(tmp_path / "chains.jsonl"))
