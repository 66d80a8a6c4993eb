"""Which problems go into which chain: sequences without conflict, distinct, in a random order, in constant memory.

Remembering what was drawn costs memory, and redrawing what was drawn before slows down as the sequences run out. So
nothing is drawn: all candidates are *numbered*, and a keyed permutation walks the numbers. Distinct numbers are
distinct sequences, and the last number is the end: "too few" is exact. There are two ways of numbering:

- `DigitWalk`: a candidate is any row of L problems, its number has their places as digits. That is quick, and does
  where most rows are free of conflict: those that hold a problem or a name twice are skipped.
- `GroupWalk`: a candidate is a sequence of problems from different groups of the pool (`Pool.groups`). Counting them is
  a product of a polynomial's coefficient and L!: number -> sequence takes L binary searches in a table of elementary
  symmetric sums. With no shared names every problem is a group of its own; where a name is shared by many, they are one
  group, and no candidate holds two of them. So most conflicts cannot even come up.

Rarely nearly every candidate conflicts (each problem shares a name with each of many groups). Then a backtracking
search builds the sequences (`search`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from functools import reduce
from math import factorial
from operator import or_

from dunyazad._exceptions import TooFewProblemsError
from dunyazad.chaining.pool import Pool
from dunyazad.chaining.randomness import Grid, Permutation
from dunyazad.chaining.search import SequenceSearch, arrange
from dunyazad.chaining.tally import Tally

__all__ = [
    "BLOCK",
    "Candidates",
    "DigitWalk",
    "GroupWalk",
    "Numbered",
    "Walk",
    "require_enough",
    "sequences",
    "tally_clashes",
    "too_few",
    "walk_of",
]

# A sequence, as places in the pool, and its number among the candidates in the order of the walk.
Numbered = tuple[int, list[int]]
# Candidates are looked at in blocks of so many: what --jobs hands out.
BLOCK = 256
# Candidates are walked, not built by search, when there are few of them or when enough of the first ones are free of
# conflict: at worst some 500 are then looked at for one chain.
_WALKABLE = 50_000
_PROBE, _PROBE_NEEDS = 2_000, 4
# More bits than so many cost more than looking for doubles.
_MOST_ALONE = 100
# Rows are walked if at least one in so many holds problems of different groups only.
_ROWS_A_CANDIDATE = 3


class Candidates:
    """All sequences of problems from different groups, numbered from 0.

    Args:
        pool: The problems.
        length: How many problems a sequence has, at least 1.

    Example:
        >>> candidates = Candidates(Pool([]), 1)
        >>> candidates.size
        0
    """

    def __init__(self, pool: Pool, length: int) -> None:
        self._groups = pool.groups
        self._length = length
        self._orders = factorial(length)
        self._ways = [pool.ways(count) for count in range(length + 1)]
        self.size = self._ways[length][-1] * self._orders

    def __getitem__(self, number: int) -> list[int]:
        """The candidate of a number, as places in the pool."""
        number, order = divmod(number, self._orders)
        total = len(self._groups)
        chosen: list[int] = []
        last = total
        for left in range(self._length, 0, -1):
            counts = self._ways[left]
            # Sets whose first group stands earlier have smaller numbers; counted from the end, that is a sorted list.
            remaining = counts[last] - number
            used = bisect_left(counts, remaining, 0, last)
            member, number = divmod(counts[used] - remaining, self._ways[left - 1][used - 1])
            chosen.append(self._groups[total - used][member])
            last = used - 1
        return arrange(chosen, order)


class Walk:
    """All candidates in a keyed random order.

    Attributes:
        size: How many there are.
    """

    size: int

    def block(self, start: int, stop: int, clashes: Counter[int]) -> list[Numbered]:
        """Those of the candidates `start` to `stop` - 1 that are free of conflict.

        Args:
            start: The number of the first in the order, from 0.
            stop: The end; may be past the last.
            clashes: Takes the count of what stood in the way, by the number of the shared key.
        """
        raise NotImplementedError


class DigitWalk(Walk):
    """Rows of problems, their places being the digits of a number."""

    def __init__(self, pool: Pool, length: int, seed: int) -> None:
        count, half = len(pool), length // 2
        self._count, self._length, self._masks = count, length, pool.masks
        # A problem that shares nothing clashes with itself as well if it has a bit of its own.
        alone = [place for place, mask in enumerate(pool.masks) if not mask]
        self._keyed = len(alone) <= _MOST_ALONE
        if self._keyed:
            own = {place: 1 << number for number, place in enumerate(alone, start=len(pool.shared))}
            self._masks = tuple([mask or own[place] for place, mask in enumerate(pool.masks)])
        self._grid = Grid(count ** (length - half), count**half, "sequences", seed, length)
        self._halves = (range(length - half), range(half))
        self.size = count**length

    def block(self, start: int, stop: int, clashes: Counter[int]) -> list[Numbered]:
        """See `Walk`."""
        count, length, masks, cell = self._count, self._length, self._masks, self._grid.cell
        keyed, (first, second) = self._keyed, self._halves
        found: list[Numbered] = []
        for number in range(start, min(stop, self.size)):
            row, column = cell(number)
            places: list[int] = []
            seen = common = 0
            for _ in first:
                row, place = divmod(row, count)
                places.append(place)
                common = common or seen & masks[place]
                seen |= masks[place]
            for _ in second:
                column, place = divmod(column, count)
                places.append(place)
                common = common or seen & masks[place]
                seen |= masks[place]
            if common:
                if len(set(places)) == length:  # a row with one problem twice is no candidate at all
                    clashes[_lowest(common)] += 1
            elif keyed or len(set(places)) == length:
                found.append((number, places))
        return found


class GroupWalk(Walk):
    """Sequences of problems from different groups."""

    def __init__(self, pool: Pool, length: int, seed: int) -> None:
        self._candidates = Candidates(pool, length)
        self._masks = pool.masks
        self.size = self._candidates.size
        self._order = Permutation(self.size, "sequences", seed, length)

    def block(self, start: int, stop: int, clashes: Counter[int]) -> list[Numbered]:
        """See `Walk`."""
        found: list[Numbered] = []
        number = start
        while number < stop and number < self.size:
            places = self._candidates[self._order[number]]
            own = [self._masks[place] for place in places]
            if sum(own) == reduce(or_, own):
                found.append((number, places))
            else:
                clashes[_clash(own)] += 1
            number += 1
        return found


def _clash(masks: list[int]) -> int:
    """The number of a key that two of these hold."""
    seen = 0
    for mask in masks:
        if common := seen & mask:
            return _lowest(common)
        seen |= mask
    raise ValueError("no key is held twice")


def _lowest(bits: int) -> int:
    """The number of the lowest bit that is set."""
    return (bits & -bits).bit_length() - 1


def walk_of(pool: Pool, length: int, seed: int) -> Walk | None:
    """The quicker way of walking the candidates; None where nearly all of them conflict and a search must do.

    Example:
        >>> walk_of(Pool([]), 1, 0) is None
        True
    """
    size = Candidates(pool, length).size
    if size == 0:
        return None
    walk = (DigitWalk if size * _ROWS_A_CANDIDATE >= len(pool) ** length else GroupWalk)(pool, length, seed)
    if size <= _WALKABLE:
        return walk
    free = 0
    for start in range(0, _PROBE, _PROBE // 20):
        free += len(walk.block(start, start + _PROBE // 20, Counter()))
        if free >= _PROBE_NEEDS:
            return walk
    return None


def sequences(pool: Pool, length: int, seed: int, *, rejected: Tally) -> Iterator[Numbered]:
    """Yield distinct conflict-free sequences of problems, in a random order, until none is left.

    Each comes with its number among the candidates in this order, counted from 0 with those that are skipped, and is
    given as places in the pool.

    Args:
        pool: The problems.
        length: Problems in a sequence, at least 1.
        seed: With the length, it fixes the order.
        rejected: Takes the count of skipped candidates, by what two problems of one shared.
    """
    walk = walk_of(pool, length, seed)
    if walk is None:
        yield from enumerate(SequenceSearch(pool, length, seed))
        return
    start = 0
    while start < walk.size:
        clashes: Counter[int] = Counter()
        yield from walk.block(start, start + BLOCK, clashes)
        tally_clashes(pool, clashes, rejected)
        start += BLOCK


def tally_clashes(pool: Pool, clashes: Counter[int], rejected: Tally) -> None:
    """Add what stood in the way to a tally, by kind."""
    for number, count in clashes.items():
        key = pool.shared[number]
        rejected.add(f"two problems share a {key.kind}", key.value, count=count)


def require_enough(pool: Pool, length: int, wanted: int) -> None:
    """Refuse at once what can be seen to be impossible.

    Raises:
        TooFewProblemsError: There are fewer sequences than wanted even if none conflicted; says how many and why.
    """
    if length > len(pool.groups):
        raise TooFewProblemsError(
            f"no chain of {length} can be made: the {len(pool)} usable problems give at most {len(pool.groups)} "
            f"without a shared name or question{_hint(pool)}"
        )
    size = Candidates(pool, length).size
    if size < wanted:
        raise TooFewProblemsError(
            f"{wanted} chains of {length} asked for, at most {size} exist with the {len(pool)} usable problems"
            f"{_hint(pool)}"
        )


def too_few(pool: Pool, length: int, wanted: int, found: int) -> TooFewProblemsError:
    """The error for a cell that ended early."""
    return TooFewProblemsError(
        f"{wanted} chains of {length} asked for, only {found} found without a shared name or question among the "
        f"{len(pool)} usable problems{_hint(pool)}"
    )


def _hint(pool: Pool) -> str:
    hints: list[str] = []
    largest = max(pool.groups, key=len, default=())
    if len(largest) > 1 and (key := pool.conflict(largest)):
        hints.append(f"{len(largest)} share the {key.kind} {key.value!r}")
    if pool.rejected.total:
        hints.append(f"{pool.rejected.total} were rejected: {pool.rejected}")
    return f" ({'; '.join(hints)})" if hints else ""
