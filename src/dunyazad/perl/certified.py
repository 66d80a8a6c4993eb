"""Certified sets: any number of chains whose premises and labels are known exactly, with nobody to annotate.

Sources are sketches of gold solutions. A share of the chains is left sound; the others are made wrong in the ways asked
for, in turn as far as each solution allows. Chains are a function of the seed and the sources before them, so that
asking for more gives the same ones first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from dunyazad._exceptions import InputError, RecordError
from dunyazad._records import Line, read_lines
from dunyazad.perl.perturb import KINDS, Kind, perturbed, sound
from dunyazad.perl.record import AnnotatedChain
from dunyazad.perl.sketch import Sketch, sketch_of_problem, sketch_of_solution
from dunyazad.problems import Problem, make_problems
from dunyazad.problems.dice import Dice

__all__ = ["SOUND", "certified", "certified_chains", "read_sketches"]

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
    if not kinds:
        raise InputError("name at least one way to make a step wrong")
    made = 0
    counts: Counter[Kind] = Counter()
    for sketch in sketches:
        if made == count:
            return
        name = f"certified-{made}"
        if sound_every and made % sound_every == 0:
            yield sound(sketch, name=name, source="certified-sound")
            made += 1
            continue
        for kind in sorted(kinds, key=lambda kind: (counts[kind], kinds.index(kind))):
            dice = Dice("perturb", seed, sketch.id, kind)
            chain = perturbed(sketch, kind, dice, name=name, source=f"certified-{kind}")
            if chain is not None:
                made, counts[kind] = made + 1, counts[kind] + 1
                yield chain
                break
    if count is not None and made < count:
        raise InputError(f"there are gold solutions for {made} chains of these kinds only, not {count}")


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
    if row.schema is not None:
        return sketch_of_problem(line.decode(Problem))
    if row.question is None or row.answer is None:
        raise RecordError(line.path, line.number, "neither a problem nor a question with its answer")
    name = str(row.id) if row.id is not None else f"{Path(line.path).stem}-{line.number}"
    return sketch_of_solution(name, row.question, row.answer)
