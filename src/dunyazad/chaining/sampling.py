"""Which problems go into which chain: sequences without conflict, distinct, in a random order, in constant memory.

Remembering what was drawn costs memory, and redrawing what was drawn before slows down as the sequences run out. So
nothing is drawn: all candidates are *numbered*, and a keyed permutation walks the numbers.

- A candidate is a sequence of problems from different groups of the pool (`Pool.groups`). Counting them is a product of
  a polynomial's coefficient and L!: number -> sequence takes L binary searches in a table of elementary symmetric sums.
  With no shared names every problem is a group of its own and the candidates are all L-sequences; where a name is
  shared by many, they are one group, and no candidate holds two of them. So most conflicts cannot even come up.
- What conflicts remain (a problem may have several names, but is in one group) are skipped and counted.
- Distinct numbers are distinct sequences, and the last number is the end: "too few" is exact, and known early.

Rarely nearly every candidate conflicts (each problem shares a name with each of many groups). Then a backtracking
search builds the sequences, and remembers a digest of each to keep them distinct; that memory does grow.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from hashlib import blake2b
from itertools import islice
from math import factorial

from dunyazad._exceptions import TooFewProblemsError
from dunyazad.chaining.pool import Pool
from dunyazad.chaining.randomness import Coins, Permutation
from dunyazad.chaining.tally import Tally

__all__ = ["Candidates", "SequenceSearch", "sequences"]

# Candidates are walked, not built by search, when there are few of them or when enough of the first ones are free of
# conflict: at worst some 500 are then looked at for one chain.
_WALKABLE = 50_000
_PROBE, _PROBE_NEEDS = 2_000, 4


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
        return _arrange(chosen, order)


def _arrange(items: list[int], number: int) -> list[int]:
    # The permutation of that number, read as digits in the factorial number system.
    arranged: list[int] = []
    for left in range(len(items), 0, -1):
        number, digit = divmod(number, left)
        items[digit], items[left - 1] = items[left - 1], items[digit]
        arranged.append(items.pop())
    return arranged


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
    candidates = Candidates(pool, length)
    if candidates.size == 0:
        return
    if candidates.size > _WALKABLE and _mostly_conflicting(pool, candidates, seed):
        yield from enumerate(SequenceSearch(pool, length, seed))
        return
    for number, sequence in enumerate(_walk(candidates, length, seed)):
        key = pool.conflict(sequence) if _conflicting(pool, sequence) else None
        if key is None:
            yield number, sequence
        else:
            rejected.add(f"two problems share a {key.kind}", key.value)


def _walk(candidates: Candidates, length: int, seed: int) -> Iterator[list[int]]:
    order = Permutation(candidates.size, "sequences", seed, length)
    place = 0
    while place < candidates.size:  # not range(): sizes pass what a C integer holds
        yield candidates[order[place]]
        place += 1


def _conflicting(pool: Pool, sequence: list[int]) -> bool:
    own = [pool.keys[place] for place in sequence]
    return len(frozenset().union(*own)) < sum(map(len, own))


def _mostly_conflicting(pool: Pool, candidates: Candidates, seed: int) -> bool:
    length = len(candidates[0])
    free = (s for s in islice(_walk(candidates, length, seed), _PROBE) if not _conflicting(pool, s))
    return len(list(islice(free, _PROBE_NEEDS))) < _PROBE_NEEDS


class SequenceSearch:
    """Builds conflict-free sequences by backtracking, for pools in which they are rare.

    Each attempt chooses at random among the problems that fit with those chosen, gives up a partial choice when fewer
    groups are left than are needed, and puts what it found in a random order. It ends after too many attempts in a row
    that found nothing new; whether there is more is then not known, unless `exhausted` says that there is none at all.

    Attributes:
        exhausted: Did an attempt look everywhere and find that no sequence exists?
    """

    _ATTEMPTS = 60  # in a row without anything new
    _STEPS = 600  # choices in one attempt

    def __init__(self, pool: Pool, length: int, seed: int) -> None:
        self._pool, self._length, self._seed = pool, length, seed
        self._group_of = {place: number for number, group in enumerate(pool.groups) for place in group}
        self.exhausted = False

    def __iter__(self) -> Iterator[list[int]]:
        seen: set[bytes] = set()
        attempt = failures = 0
        while failures < self._ATTEMPTS and not self.exhausted:
            found = self._attempt(Coins("search", self._seed, self._length, attempt))
            attempt += 1
            failures += 1
            if found is None:
                continue
            digest = blake2b(repr(found).encode(), digest_size=16).digest()
            if digest not in seen:
                seen.add(digest)
                failures = 0
                yield found

    def _attempt(self, coins: Coins) -> list[int] | None:
        levels = [list(range(len(self._pool)))]  # per choice made: the problems that are still to be tried there
        chosen: list[int] = []
        for step in range(self._STEPS):
            while len({self._group_of[place] for place in levels[-1]}) < self._length - len(chosen):
                levels.pop()
                if not levels:
                    self.exhausted = True
                    return None
                chosen.pop()
            options = levels[-1]
            # Whatever is chosen here is not tried here again: a set needs to be met in one order only.
            picked = coins.below(step, len(options))
            options[picked], options[-1] = options[-1], options[picked]
            chosen.append(options.pop())
            if len(chosen) == self._length:
                return _arrange(chosen, coins.below(self._STEPS, factorial(self._length)))
            keys = self._pool.keys[chosen[-1]]
            levels.append([place for place in options if keys.isdisjoint(self._pool.keys[place])])
        return None


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
