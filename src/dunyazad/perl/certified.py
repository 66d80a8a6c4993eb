"""Certified sets: any number of chains whose premises and labels are known exactly, with nobody to annotate.

Sources are sketches of gold solutions, or simulated solutions of chained problems. A share of the chains is left sound;
the others are made wrong in the ways asked for, in turn as far as each solution allows. Chains are a function of the
seed and the sources before them, so that asking for more gives the same ones first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol, cast

import msgspec

from dunyazad._exceptions import InputError, RecordError
from dunyazad._records import Line, read_lines
from dunyazad.chaining.record import ChainedProblem
from dunyazad.perl.perturb import KINDS, Kind, perturbed, sound
from dunyazad.perl.questions import Question
from dunyazad.perl.record import AnnotatedChain
from dunyazad.perl.simulated import perturbed_simulation, sound_simulation
from dunyazad.perl.sketch import Sketch, sketch_of_problem, sketch_of_solution
from dunyazad.problems import Problem, make_problems
from dunyazad.problems.dice import Dice
from dunyazad.solving.record import Solution

__all__ = [
    "SOUND",
    "Kinds",
    "Perturbable",
    "certified",
    "certified_chains",
    "certified_simulations",
    "perturbable",
    "read_simulated",
    "read_sketches",
]

# One chain of so many is left sound.
SOUND = 4


class _Row(msgspec.Struct, frozen=True):
    """A question with its gold solution, as GSM8K has them; or a problem of ours, told by its schema."""

    question: str | None = None
    answer: str | None = None
    id: str | int | None = None
    schema: str | None = None


def certified_chains(
    count: int, *, seed: int = 0, kinds: Sequence[Kind] = tuple(KINDS), sound_every: int = SOUND
) -> Iterator[AnnotatedChain]:
    """Make chains from our own templates.

    Args:
        count: How many.
        seed: Same seed, same chains.
        kinds: The ways in which steps may be made wrong.
        sound_every: One chain of so many is left sound; 0 for none, 1 for all.

    Raises:
        InputError: The templates give too few chains of these kinds.

    Example:
        >>> [chain.source for chain in certified_chains(5, seed=1, kinds=["slip", "given"])]
        ['certified-sound', 'certified-slip', 'certified-given', 'certified-slip', 'certified-sound']
    """
    problems = make_problems(_MOST_TRIES * count + 10, seed=seed)
    sketches = (sketch for problem in problems if (sketch := sketch_of_problem(problem)) is not None)
    return certified(sketches, count, seed=seed, kinds=kinds, sound_every=sound_every)


# A problem may not give a chain of the kind that is due: so many problems are looked at for each chain.
_MOST_TRIES = 20


def certified(
    sketches: Iterable[Sketch],
    count: int | None,
    *,
    seed: int = 0,
    kinds: Sequence[Kind] = tuple(KINDS),
    sound_every: int = SOUND,
) -> Iterator[AnnotatedChain]:
    """Make at most one chain of each sketch: of those kinds that it allows, the one that was made least so far.

    Args:
        sketches: Gold solutions; read as far as they are needed. One that allows no kind is passed over.
        count: How many chains; None for as many as there are.
        seed: Same seed, same chains.
        kinds: The ways in which steps may be made wrong.
        sound_every: One chain of so many is left sound; 0 for none, 1 for all.

    Raises:
        InputError: The sketches give fewer chains than asked for, or no kind is named.
    """
    return _made(map(_Gold, sketches), count, seed=seed, kinds=kinds, sound_every=sound_every)


def certified_simulations(
    chains: Iterable[ChainedProblem],
    problems: Mapping[str, Problem],
    count: int | None,
    *,
    seed: int = 0,
    kinds: Sequence[Kind] = tuple(KINDS),
    sound_every: int = SOUND,
) -> Iterator[AnnotatedChain]:
    """Make at most one chain of the simulated solution of each chained problem, as `certified` does of gold solutions.

    Args:
        chains: The chained problems; read as far as they are needed.
        problems: Their problems by id, whose programs are written out.
        count: How many chains; None for as many as there are.
        seed: Same seed, same chains.
        kinds: The ways in which steps may be made wrong.
        sound_every: One chain of so many is left sound; 0 for none, 1 for all.

    Raises:
        InputError: There are fewer chains than asked for, no kind is named, or the problems are not the chains'.
    """
    sources = (_Simulation(chain, problems) for chain in chains)
    return _made(sources, count, seed=seed, kinds=kinds, sound_every=sound_every)


class Perturbable(Protocol):
    """A solution that can be changed and recomputed."""

    @property
    def id(self) -> str:
        """The problem's id."""

    def sound(self, name: str, source: str) -> AnnotatedChain:
        """The solution itself."""

    def perturbed(self, kind: Kind, dice: Dice, name: str, source: str) -> AnnotatedChain | None:
        """The solution with one step made wrong; None where none can be."""


class _Gold(NamedTuple):
    sketch: Sketch

    @property
    def id(self) -> str:
        return self.sketch.id

    def sound(self, name: str, source: str) -> AnnotatedChain:
        return sound(self.sketch, name=name, source=source)

    def perturbed(self, kind: Kind, dice: Dice, name: str, source: str) -> AnnotatedChain | None:
        return perturbed(self.sketch, kind, dice, name=name, source=source)


class _Simulation(NamedTuple):
    chain: ChainedProblem
    problems: Mapping[str, Problem]

    @property
    def id(self) -> str:
        return self.chain.id

    def sound(self, name: str, source: str) -> AnnotatedChain:
        return sound_simulation(self.chain, self.problems, name=name, source=source)

    def perturbed(self, kind: Kind, dice: Dice, name: str, source: str) -> AnnotatedChain | None:
        return perturbed_simulation(self.chain, self.problems, kind, dice, name=name, source=source)


class Kinds:
    """Takes kinds in turn: of those that a solution allows, the one that was made least so far.

    Args:
        kinds: The ways in which steps may be made wrong.
        seed: Same seed, same changes.

    Raises:
        InputError: No kind is named.
    """

    def __init__(self, kinds: Sequence[Kind], seed: int) -> None:
        if not kinds:
            raise InputError("name at least one way to make a step wrong")
        self._kinds, self._seed = kinds, seed
        self.counts: Counter[Kind] = Counter()

    def perturbed(self, source: Perturbable, name: str) -> AnnotatedChain | None:
        """Make one step of a solution wrong; None where it allows no kind."""
        for kind in sorted(self._kinds, key=lambda kind: (self.counts[kind], self._kinds.index(kind))):
            chain = source.perturbed(kind, Dice("perturb", self._seed, source.id, kind), name, f"certified-{kind}")
            if chain is not None:
                self.counts[kind] += 1
                return chain
        return None


def _made(
    sources: Iterable[Perturbable], count: int | None, *, seed: int, kinds: Sequence[Kind], sound_every: int
) -> Iterator[AnnotatedChain]:
    turns = Kinds(kinds, seed)
    made = 0
    for source in sources:
        if made == count:
            return
        name = f"certified-{made}"
        if sound_every and made % sound_every == 0:
            chain: AnnotatedChain | None = source.sound(name, "certified-sound")
        else:
            chain = turns.perturbed(source, name)
        if chain is not None:
            made += 1
            yield chain
    if count is not None and made < count:
        raise InputError(f"the solutions give {made} chains, not {count}: ask for fewer, or for more kinds of changes")


def perturbable(question: Question, problems: Mapping[str, Problem]) -> Perturbable | None:
    """A question's solution as one that can be changed and recomputed: gold, or simulated; None where it has none."""
    if question.chain is not None:
        return _Simulation(question.chain, problems)
    sketch = question.sketch
    return None if sketch is None else _Gold(sketch)


def read_simulated(path: Path | str, problems: Mapping[str, Problem]) -> Iterator[ChainedProblem]:
    """Read the chained problems of a file, or those whose simulated solution in it is right and written out.

    Raises:
        InputError: The file cannot be read, or the problems are not the chains'.
        RecordError: A line is neither a chained problem nor a solution.
    """
    seen: set[str] = set()
    for line in read_lines(path):
        record = line.decode(cast("type[ChainedProblem | Solution]", ChainedProblem | Solution))
        chain = record.chain if isinstance(record, Solution) else record
        if chain.id in seen or (isinstance(record, Solution) and not _is_sound(record, problems)):
            continue
        seen.add(chain.id)
        yield chain


def _is_sound(solution: Solution, problems: Mapping[str, Problem]) -> bool:
    """Is this the simulated solution in which nothing goes wrong, with these problems written out?"""
    if not solution.model.startswith("simulated"):
        return False
    right = sound_simulation(solution.chain, problems, name=solution.chain.id)
    return solution.response.startswith("\n".join(step.text for step in right.steps))


def read_sketches(path: Path | str) -> Iterator[Sketch]:
    """Read the gold solutions of a file that can be changed and certified: our problems, or rows as GSM8K's.

    Raises:
        InputError: The file cannot be read.
        RecordError: A line is neither.
    """
    for line in read_lines(path):
        sketch = _sketch(line)
        if sketch is not None:
            yield sketch


def _sketch(line: Line) -> Sketch | None:
    row = line.decode(_Row)
    if row.schema is not None and row.schema.startswith(("dunyazad.chain/", "dunyazad.solution/")):
        raise line.error("this is a chained problem: its problems are needed as well (--problems)")
    if row.schema is not None:
        return sketch_of_problem(line.decode(Problem))
    if row.question is None or row.answer is None:
        raise RecordError(line.path, line.number, "neither a problem nor a question with its answer")
    name = str(row.id) if row.id is not None else f"{Path(line.path).stem}-{line.number}"
    return sketch_of_solution(name, row.question, row.answer)
