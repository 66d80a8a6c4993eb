"""Verification against planted truth: simulated solutions whose labels and premises are known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from dunyazad._exceptions import InputError
from dunyazad.chaining import ChainedProblem, make_chains
from dunyazad.engines.verify import reasoning_of, verify_file, verify_reasoning, verify_solutions
from dunyazad.errors import Verification
from dunyazad.models.simulated import SimulatedSolution, Simulator, make_rates, simulate
from dunyazad.problems import Problem, make_problems
from dunyazad.reasoning import ReasoningChain, Step
from dunyazad.solving.record import Solution


@pytest.fixture(scope="module")
def problems() -> dict[str, Problem]:
    return {problem.id: problem for problem in make_problems(40, seed=3)}


@pytest.fixture(scope="module")
def chains(problems: dict[str, Problem]) -> list[ChainedProblem]:
    made = make_chains(list(problems.values()), lengths=[1, 3, 5], orders=["forward", "backward"], per_cell=6, seed=5)
    return list(made)


@pytest.fixture(scope="module")
def simulator(problems: dict[str, Problem]) -> Simulator:
    return Simulator(rates=make_rates(accuracy=0.7), seed=2, problems=problems)


def pairs(
    chains: list[ChainedProblem], simulator: Simulator, **options: object
) -> Iterator[tuple[SimulatedSolution, Verification]]:
    found = verify_solutions(simulate(chains, simulator), **options)  # type: ignore[arg-type]
    return zip(map(simulator.solve, chains), found, strict=True)


def test_every_planted_step_is_cut(chains: list[ChainedProblem], simulator: Simulator) -> None:
    for truth, verification in pairs(chains, simulator):
        texts = [step.text for step in verification.parc.chain.steps]
        assert texts[: len(truth.steps)] == [f"Step {k}: {step.text}" for k, step in enumerate(truth.steps, start=1)]


def test_arithmetic_finds_every_planted_slip_and_flags_no_sound_step(
    chains: list[ChainedProblem], simulator: Simulator
) -> None:
    slips = 0
    for truth, verification in pairs(chains, simulator):
        for step, verdict in zip(truth.steps, verification.verdicts, strict=False):
            assert (verdict.label == "mathematical_error") == (step.label == "mathematical_error"), step.text
            slips += step.label == "mathematical_error"
    assert slips >= 5


def test_reference_labels_nearly_every_step_right(
    chains: list[ChainedProblem], simulator: Simulator, problems: dict[str, Problem]
) -> None:
    counts: Counter[bool] = Counter()
    for truth, verification in pairs(chains, simulator, errors="reference", problems=problems):
        counts.update(s.label == v.label for s, v in zip(truth.steps, verification.verdicts, strict=False))
    assert counts[True] / counts.total() > 0.85


def test_regression_reference_without_problems_blames_no_sound_step(
    chains: list[ChainedProblem], simulator: Simulator
) -> None:
    # The answers alone were taken for all that a sound solution may hold.
    for truth, verification in pairs(chains, simulator, errors="reference"):
        for step, verdict in zip(truth.steps, verification.verdicts, strict=False):
            assert not (step.label == "correct" and verdict.native_error), (step.text, verdict)


def test_provenance_finds_most_planted_premises(chains: list[ChainedProblem], simulator: Simulator) -> None:
    hits = given = true = 0
    for truth, verification in pairs(chains, simulator):
        for step, premises in zip(truth.steps, verification.parc.premises, strict=False):
            found = {premise.step for premise in premises}
            hits, given, true = hits + len(found & {*step.premises}), given + len(found), true + len(step.premises)
    assert hits / given > 0.85
    assert hits / true > 0.8


def test_a_solution_without_a_response_has_no_steps_and_no_verdicts(chains: list[ChainedProblem]) -> None:
    silent = Solution(id="s", chain=chains[0], model="m", protocol="final", outcome="failed", reason="gone")
    found = next(verify_solutions([silent]))
    assert (found.id, found.verdicts, found.first_error) == ("s", (), None)


def test_thinking_is_no_part_of_the_reasoning_that_is_verified(chains: list[ChainedProblem]) -> None:
    response = "<think>2 + 2 = 5</think>It is 4."
    solution = Solution(id="s", chain=chains[0], model="m", protocol="final", outcome="unparsed", response=response)
    assert [step.text for step in reasoning_of(solution).steps] == ["It is 4."]


def test_streams_are_read_one_at_a_time() -> None:
    read = []

    def source() -> Iterator[ReasoningChain]:
        for name in "abc":
            read.append(name)
            yield ReasoningChain(id=name, question="q", steps=(Step("2 + 2 = 5"),))

    stream = verify_reasoning(source())
    assert next(stream).id == "a"
    assert read == ["a"]
    assert [found.first_error for found in stream] == [1, 1]


def test_reference_without_gold_solutions_is_refused() -> None:
    with pytest.raises(InputError, match="needs the gold solution"):
        next(verify_reasoning([ReasoningChain(id="a", question="q", steps=())], errors="reference"))


@pytest.mark.parametrize(("option", "name"), [("premises", "guess"), ("errors", "guess")])
def test_regression_an_unknown_method_is_refused_for_an_empty_file_too(tmp_path: Path, option: str, name: str) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    assert list(verify_file(empty)) == []
    with pytest.raises(InputError, match=f"method '{name}'"):
        list(verify_file(empty, **{option: name}))  # type: ignore[arg-type]
