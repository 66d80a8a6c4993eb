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
from collections.abc import Iterator, Sequence
from functools import reduce
from math import factorial
from operator import or_
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dunyazad._exceptions import TooFewProblemsError
from dunyazad.chaining.pool import Pool
from dunyazad.chaining.randomness import DigitRows, Permutation
from dunyazad.chaining.search import SequenceSearch, arrange
from dunyazad.chaining.tally import Tally

__all__ = [
    "BLOCK",
    "Candidates",
    "DigitWalk",
    "GroupWalk",
    "Sequences",
    "Walk",
    "require_enough",
    "sequences",
    "tally_clashes",
    "too_few",
    "walk_of",
]

# Candidates are looked at in blocks of so many: what --jobs hands out.
BLOCK = 512
# Candidates are walked, not built by search, when there are few of them or when enough of the first ones are free of
# conflict: at worst some 500 are then looked at for one chain.
_WALKABLE = 50_000
_PROBE, _PROBE_NEEDS = 2_000, 4
# Rows are walked if at least one in so many holds problems of different groups only.
_ROWS_A_CANDIDATE = 3
_WORD = 64  # bits


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


class Sequences(NamedTuple):
    """Sequences of problems and their numbers among the candidates, counted from 0 in the order of the walk.

    Attributes:
        numbers: One a sequence, ascending.
        places: For each a row of places in the pool.
    """

    numbers: NDArray[np.int64]
    places: NDArray[np.intp]

    @staticmethod
    def of(numbers: Sequence[int], places: Sequence[Sequence[int]], length: int) -> Sequences:
        """These sequences of so many problems; there may be none."""
        return Sequences(np.array(numbers, np.int64), np.array(places, np.intp).reshape(-1, length))


class Walk:
    """All candidates in a keyed random order.

    Attributes:
        size: How many there are.
    """

    size: int

    def block(self, start: int, stop: int, clashes: Counter[int]) -> Sequences:
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
        # A problem's keys as the bits of a row of words.
        words = -(-len(pool.shared) // _WORD) or 1
        bits = b"".join([mask.to_bytes(words * _WORD // 8, "little") for mask in pool.masks])
        self._masks = np.frombuffer(bits, np.dtype("<u8")).astype(np.uint64).reshape(len(pool), words)
        self._rows = DigitRows(len(pool), length, "sequences", seed, length)
        self.size = self._rows.size

    def block(self, start: int, stop: int, clashes: Counter[int]) -> Sequences:
        """See `Walk`."""
        places = self._rows.block(start, stop)
        numbers = np.arange(start, start + places.shape[1])
        # A row with one problem twice is no candidate at all.
        ordered = np.sort(places, axis=0)
        single = (ordered[1:] != ordered[:-1]).all(axis=0)
        numbers, places = numbers[single], places[:, single]
        seen = np.zeros((len(numbers), self._masks.shape[1]), np.uint64)
        common = np.zeros_like(seen)
        free = np.ones(len(numbers), bool)
        for own in places:
            masks = self._masks[own]
            shared = seen & masks
            seen |= masks
            first = free & shared.any(axis=1)
            if first.any():
                common[first] = shared[first]
                free &= ~first
        clashes.update(_lowest_bits(common[~free]).tolist())
        return Sequences(numbers[free], np.ascontiguousarray(places.T[free]))


def _lowest_bits(words: NDArray[np.uint64]) -> NDArray[np.intp]:
    """For each row of words the number of the lowest bit that is set."""
    place = (words != 0).argmax(axis=1)
    word = np.take_along_axis(words, place[:, None], axis=1)[:, 0]
    # A power of two is exact as a float; its logarithm comes with it.
    _, exponent = np.frexp((word & (~word + np.uint64(1))).astype(np.float64))
    found: NDArray[np.intp] = place * _WORD + exponent - 1
    return found


class GroupWalk(Walk):
    """Sequences of problems from different groups."""

    def __init__(self, pool: Pool, length: int, seed: int) -> None:
        self._candidates, self._length = Candidates(pool, length), length
        self._masks = pool.masks
        self.size = self._candidates.size
        self._order = Permutation(self.size, "sequences", seed, length)

    def block(self, start: int, stop: int, clashes: Counter[int]) -> Sequences:
        """See `Walk`."""
        numbers: list[int] = []
        found: list[list[int]] = []
        for number in range(start, min(stop, self.size)):
            places = self._candidates[self._order[number]]
            own = [self._masks[place] for place in places]
            if sum(own) == reduce(or_, own):
                numbers.append(number)
                found.append(places)
            else:
                clashes[_clash(own)] += 1
        return Sequences.of(numbers, found, self._length)


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
        free += len(walk.block(start, start + _PROBE // 20, Counter()).numbers)
        if free >= _PROBE_NEEDS:
            return walk
    return None


def sequences(pool: Pool, length: int, seed: int, *, rejected: Tally) -> Iterator[tuple[int, list[int]]]:
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
        numbers, places = walk.block(start, start + BLOCK, clashes)
        yield from zip(numbers.tolist(), places.tolist(), strict=True)
        tally_clashes(pool, clashes, rejected)
        start += BLOCK


def tally_clashes(pool: Pool, clashes: Counter[int], rejected: Tally) -> None:
    """Add what stood in the way to a tally, by kind."""
    kinds: dict[str, list[int]] = {}
    for number in clashes:
        kinds.setdefault(pool.shared[number].kind, []).append(number)
    for kind, numbers in kinds.items():
        values = [pool.shared[number].value for number in numbers]
        rejected.add(f"two problems share a {kind}", *values, count=sum(map(clashes.__getitem__, numbers)))


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
