"""Drafts: chains of one length before they are told, each of them sound.

A draft is a pure function of the seed, the length and a candidate's number. So blocks of candidates may be looked at in
any order and by any process; only a chain's index in its cell depends on how many were kept before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from dunyazad._exceptions import TooFewProblemsError
from dunyazad.chaining.certainty import forgiven
from dunyazad.chaining.material import Material
from dunyazad.chaining.numeric import concluded, through_number
from dunyazad.chaining.plan import DrawnGate, Plan, Planner, PlanTable, Recipe
from dunyazad.chaining.pool import Pool
from dunyazad.chaining.record import Final, NumericGate
from dunyazad.chaining.render import needed_alternates
from dunyazad.chaining.sampling import BLOCK, Sequences, tally_clashes, too_few, walk_of
from dunyazad.chaining.search import SequenceSearch
from dunyazad.chaining.tally import Tally
from dunyazad.problems.dice import Dice
from dunyazad.problems.lacking import Lacking

__all__ = ["HOPELESS", "Block", "Draft", "Drafter", "Sheet"]

# So many candidates are looked at for the first chain; then it is taken that there is none.
HOPELESS = 30_000


class Draft(NamedTuple):
    """A chain before it is told.

    Attributes:
        number: Its candidate's number.
        places: Its problems' places in the pool, in solving order.
        gates: How each of them begins.
        final: What is asked.
        materials: The problems, where numbers were put into some of them.
    """

    number: int
    places: Sequence[int]
    gates: Sequence[DrawnGate]
    final: Final
    materials: Sequence[Material] | None = None


class Sheet(Sequence[Draft]):
    """Drafts that differ in their problems and the ways of their gates alone, as tables.

    Attributes:
        plans: What the ways stand for.
        numbers: Their candidates' numbers, ascending.
        places: For each a row with its problems' places in the pool, in solving order.
        ways: For each a row with the number of each position's way.
    """

    def __init__(self, plans: PlanTable, sequences: Sequences, ways: NDArray[np.intp]) -> None:
        self.plans, self.ways = plans, ways
        self.numbers, self.places = sequences

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, place: int) -> Draft: ...
    @overload
    def __getitem__(self, place: slice) -> Sheet: ...
    def __getitem__(self, place: int | slice) -> Draft | Sheet:
        if isinstance(place, slice):
            return Sheet(self.plans, Sequences(self.numbers[place], self.places[place]), self.ways[place])
        plan = self.plans.plan(self.ways[place].tolist())
        return Draft(int(self.numbers[place]), self.places[place].tolist(), *plan)


class Block(NamedTuple):
    """What a block of candidates comes to.

    Attributes:
        drafts: The sound ones.
        clashes: Sequences with a conflict, by the number of the key that two problems share.
        unsound: Those without conflict that make no sound chain, by reason.
    """

    drafts: Sequence[Draft]
    clashes: Counter[int]
    unsound: Counter[str]


class Drafter:
    """Looks at the candidates of one length.

    Args:
        pool: The problems.
        materials: One for each of them.
        recipe: What is to be made.
        length: Problems in a chain.
        seed: The seed.

    Attributes:
        planner: Draws what the chains look like.
        size: How many candidates a block has.
        seed: The seed.

    Raises:
        InputError: The recipe cannot be followed at this length.
    """

    def __init__(self, pool: Pool, materials: Sequence[Material], recipe: Recipe, length: int, seed: int) -> None:
        self.planner = Planner(recipe, length, seed)
        self._pool, self._materials, self._recipe = pool, materials, recipe
        self._length, self.seed = length, seed
        self.size = 64 if recipe.is_numeric else BLOCK if recipe.is_certain else 256  # less where each takes longer
        self._is_plain = recipe.is_certain and not recipe.is_numeric
        self._plans = self.planner.table() if self._is_plain else None
        # Keyed by the length alone: the orders of one length tell the same problems with the same gates.
        self._walk = walk_of(pool, length, seed)

    @property
    def is_walk(self) -> bool:
        """Can any block of candidates be looked at by its number? Else there is a search, which has to go in order."""
        return self._walk is not None

    def block(self, number: int) -> Block | None:
        """The block of a number from 0; None past the last one."""
        assert self._walk is not None
        if number * self.size >= self._walk.size:
            return None
        clashes: Counter[int] = Counter()
        return self.drafted(self._walk.block(number * self.size, (number + 1) * self.size, clashes), clashes)

    def searched(self) -> Iterator[Sequences]:
        """The sequences in lists of a block's size, where a search finds them."""
        search = iter(SequenceSearch(self._pool, self._length, self.seed))
        first = 0
        while found := list(islice(search, self.size)):
            yield Sequences.of(range(first, first + len(found)), found, self._length)
            first += len(found)

    def drafted(self, sequences: Sequences, clashes: Counter[int]) -> Block:
        """The block of sequences without conflict."""
        if self._plans is not None:
            return Block(Sheet(self._plans, sequences, self._plans.ways(sequences.numbers)), clashes, Counter())
        plan = self.planner.plan
        unsound: Counter[str] = Counter()
        drafts: list[Draft] = []
        for number, places in zip(sequences.numbers.tolist(), sequences.places.tolist(), strict=True):
            planned = plan(number)
            if planned is None:
                unsound["no gate asked for tells all mistakes of the problems before it"] += 1
            elif self._is_plain:
                drafts.append(Draft(number, places, *planned))
            elif isinstance(draft := self._settled(number, places, planned), Draft):
                drafts.append(draft)
            else:
                unsound[draft] += 1
        return Block(drafts, clashes, unsound)

    def _settled(self, number: int, places: list[int], plan: Plan) -> Draft | str:
        gates = list(plan.gates)
        materials = [self._materials[place] for place in places]
        if self._recipe.is_numeric and (fault := self._completed(number, gates, materials)):
            return f"a number does not go through ({fault.code})"
        if not self._recipe.is_certain:
            own = [drawn.gate for drawn in gates if drawn.gate is not None]
            counts = needed_alternates(own, len(gates))
            members = [material.member(count) for material, count in zip(materials, counts, strict=True)]
            if forgiven(members, own, plan.final) is not None:
                return "a wrong branch would end in the right answer"
        return Draft(number, places, gates, plan.final, materials if self._recipe.is_numeric else None)

    def _completed(self, number: int, gates: list[DrawnGate], materials: list[Material]) -> Lacking | None:
        """Put the numbers into numeric gates and the problems behind them, or say why that cannot be."""
        numeric = [position for position, drawn in enumerate(gates) if isinstance(drawn.gate, NumericGate)]
        for position in numeric:
            gate = gates[position].gate
            assert isinstance(gate, NumericGate)
            dice = Dice("operand", self.seed, self._length, number, position)
            found = through_number(gate, materials[gate.parents[0]], materials[position], dice)
            if isinstance(found, Lacking):
                return found
            gates[position], materials[position] = DrawnGate(position, found[0], gates[position].trait), found[1]
        for position in numeric:  # the costly part comes when all numbers are known to go through
            gate = gates[position].gate
            assert isinstance(gate, NumericGate)
            material = concluded(gate, materials[gate.parents[0]], materials[position])
            if isinstance(material, Lacking):
                return material
            materials[position] = material
        return None

    def blocks(self, rejected: Tally) -> Iterator[Sequence[Draft]]:
        """All sound chains, in the order of their numbers, block by block; counts what was left out on the way.

        Raises:
            TooFewProblemsError: Among the first candidates none makes a sound chain.
        """
        looked_at = kept = 0
        for block in self._all():
            tally_clashes(self._pool, block.clashes, rejected)
            for reason, count in block.unsound.items():
                rejected.add(reason, count=count)
            yield block.drafts
            looked_at, kept = looked_at + self.size, kept + len(block.drafts)
            self.refuse_hopeless(looked_at, kept, rejected)

    def refuse_hopeless(self, looked_at: int, kept: int, rejected: Tally) -> None:
        """Stop where many candidates were looked at and none makes a sound chain.

        Raises:
            TooFewProblemsError: It is so.
        """
        if not kept and looked_at >= HOPELESS:
            raise TooFewProblemsError(
                f"no sound chain of {self._length} among the first {looked_at} candidates: {rejected}"
            )

    def _all(self) -> Iterator[Block]:
        if self._walk is None:
            for sequences in self.searched():
                yield self.drafted(sequences, Counter())
            return
        number = 0
        while (block := self.block(number)) is not None:
            yield block
            number += 1

    def too_few(self, wanted: int, found: int) -> TooFewProblemsError:
        """The error for a cell that ended early."""
        return too_few(self._pool, self._length, wanted, found)
