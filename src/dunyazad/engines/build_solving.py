"""Where the solutions of a set come from: a model that is asked, a file, or a simulation; one ordered stream."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from dunyazad._prompts import Prompt
from dunyazad.engines.asking import answered
from dunyazad.engines.ready import read_ready
from dunyazad.engines.record import CallOptions
from dunyazad.errors import CallUsage
from dunyazad.models import Simulator, make_rates
from dunyazad.perl.building import BuildOptions
from dunyazad.perl.perturb import KINDS, Kind, perturbed, sound
from dunyazad.perl.questions import Question
from dunyazad.perl.record import AnnotatedChain
from dunyazad.perl.sampling import Sampled, Sampler, sampled_of
from dunyazad.perl.simulated import annotated_simulation
from dunyazad.problems import Problem
from dunyazad.problems.decomposition import Rejected
from dunyazad.problems.dice import Dice

__all__ = ["Asked", "Ready", "Simulated", "Solutions", "Solved", "Solver", "name_of", "solutions_of"]

# Of a draw that says whether a solution is right.
_FINE = 1 << 30


class Asked(NamedTuple):
    """Solutions are sampled from a model."""

    model: str
    calls: CallOptions


class Ready(NamedTuple):
    """Solutions are read from a file."""

    path: Path


class Simulated(NamedTuple):
    """Solutions are simulated; so many of one are right (of chained problems, so many of their links)."""

    accuracy: float


Solver = Asked | Ready | Simulated


class Solved(NamedTuple):
    """A solution, and the chain that it is where that is known otherwise than from its text."""

    sampled: Sampled
    chain: AnnotatedChain | None = None


class Solutions:
    """The solutions of all questions, in order.

    Attributes:
        total: How many there will be; None where that is not known.
        usage: What the calls took, as far as the stream has come.
        models: Who wrote them, as far as the stream has come.
    """

    def __init__(self, total: int | None) -> None:
        self.total = total
        self.usage = CallUsage()
        self.models: set[str] = set()

    def stream(self) -> Iterator[Solved | Rejected]:
        """Yield the solutions; what is none is a rejection."""
        for one in self._made():
            if isinstance(one, Solved):
                self.models.add(one.sampled.model)
            yield one

    def _made(self) -> Iterator[Solved | Rejected]:
        raise NotImplementedError


def solutions_of(
    solver: Solver,
    questions: Sequence[Question],
    sampler: Sampler,
    options: BuildOptions,
    problems: Mapping[str, Problem],
) -> Solutions:
    """Come by solutions.

    Raises:
        ModelNotFoundError: There is no such model, or its provider is not ready.
        InputError: The accuracy is no probability.
    """
    if isinstance(solver, Asked):
        return _FromModel(solver, questions, sampler, options.samples)
    if isinstance(solver, Ready):
        return _FromFile(solver, questions, sampler)
    return _FromSimulation(solver, questions, options, problems)


def name_of(solver: Solver, models: set[str]) -> str:
    """Who wrote the solutions, for the manifest."""
    if isinstance(solver, Simulated):
        return _simulated_name(solver)
    return ", ".join(sorted(filter(None, models)))


class _FromModel(Solutions):
    def __init__(self, solver: Asked, questions: Sequence[Question], sampler: Sampler, samples: int) -> None:
        from dunyazad.engines.inspect_calls import Caller

        super().__init__(len(questions) * samples)
        self._caller = Caller(solver.model, solver.calls)
        self._questions, self._sampler, self._samples = questions, sampler, samples

    def _made(self) -> Iterator[Solved | Rejected]:
        with self._caller as caller:
            for (question, number), answer in answered(self._asked(), caller):
                self.usage += answer.usage
                yield Solved(self._sampler.read(question, number, answer.completion, caller.name))

    def _asked(self) -> Iterator[tuple[tuple[Question, int], Prompt]]:
        for question in self._questions:
            for number, prompt in enumerate(self._sampler.prompts(question, self._samples), start=1):
                yield (question, number), prompt


class _FromFile(Solutions):
    def __init__(self, solver: Ready, questions: Sequence[Question], sampler: Sampler) -> None:
        super().__init__(None)
        self._read = read_ready(solver.path, questions, sampler)

    def _made(self) -> Iterator[Solved | Rejected]:
        return (one if isinstance(one, Rejected) else Solved(one) for one in self._read)


class _FromSimulation(Solutions):
    def __init__(
        self, solver: Simulated, questions: Sequence[Question], options: BuildOptions, problems: Mapping[str, Problem]
    ) -> None:
        super().__init__(len(questions) * options.samples)
        self._simulator = Simulator(rates=make_rates(accuracy=solver.accuracy), seed=options.seed, problems=problems)
        self._solver, self._questions, self._options = solver, questions, options

    def _made(self) -> Iterator[Solved | Rejected]:
        name = _simulated_name(self._solver)
        other = msgspec.json.encode({"generator": name}).decode()
        for question in self._questions:
            for number in range(1, self._options.samples + 1):
                chain = self._chain(question, number)
                if chain is None:
                    sentence = "its solution is not known as a calculation that could be done wrongly"
                    yield Rejected("no-program", sentence, question.id)
                    break
                chain = msgspec.structs.replace(chain, other=other)
                yield Solved(sampled_of(question, number, chain, name), chain)

    def _chain(self, question: Question, number: int) -> AnnotatedChain | None:
        name = f"{question.id}#{number}"
        if question.chain is not None:
            made = self._simulator.solve(question.chain, protocol="final", epoch=number)
            return annotated_simulation(question.chain, made, name=name)
        sketch = question.sketch
        if sketch is None:
            return None
        dice = Dice("simulate", self._options.seed, question.id, number)
        if dice.below(_FINE) < self._solver.accuracy * _FINE:
            return sound(sketch, name=name)
        kinds: list[Kind] = dice.shuffled(tuple(KINDS))
        found = (perturbed(sketch, kind, dice, name=name) for kind in kinds)
        return next((chain for chain in found if chain is not None), None)


def _simulated_name(solver: Simulated) -> str:
    return f"simulated({solver.accuracy:g})"
