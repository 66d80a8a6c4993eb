"""Conflict-free sequences of problems by backtracking, for pools in which nearly every candidate conflicts.

It remembers a digest of each sequence to keep them distinct, so its memory does grow.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from math import factorial

from dunyazad.chaining.pool import Pool
from dunyazad.chaining.randomness import Coins

__all__ = ["SequenceSearch", "arrange"]


def arrange(items: list[int], number: int) -> list[int]:
    """The permutation of that number, read as digits in the factorial number system; empties `items`."""
    arranged: list[int] = []
    for left in range(len(items), 0, -1):
        number, digit = divmod(number, left)
        items[digit], items[left - 1] = items[left - 1], items[digit]
        arranged.append(items.pop())
    return arranged


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
                return arrange(chosen, coins.below(self._STEPS, factorial(self._length)))
            keys = self._pool.keys[chosen[-1]]
            levels.append([place for place in options if keys.isdisjoint(self._pool.keys[place])])
        return None
