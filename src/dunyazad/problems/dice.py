"""Reproducible randomness: the same key gives the same draws on any machine and Python.

Only `random.Random.random` is used: it is the one method whose sequence Python promises to keep for a given seed.
The seed is a digest of the key, since `hash` differs between processes.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import TypeVar

__all__ = ["Dice"]

T = TypeVar("T")


class Dice:
    """A stream of draws that is a pure function of a key.

    Example:
        >>> Dice("a", 7).below(1000) == Dice("a", 7).below(1000)
        True
    """

    def __init__(self, *key: str | int) -> None:
        # A separator that no key contains, and a letter for the type, so that ("a", 1) and ("a1",) differ.
        text = "\x1f".join(f"{type(part).__name__[0]}{part}" for part in key)
        seed = hashlib.blake2b(text.encode(), digest_size=16).digest()
        self._random = random.Random(int.from_bytes(seed, "big"))

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1; `bound` is at least 1 and far below 2**53."""
        return int(self._random.random() * bound)

    def coin(self) -> bool:
        """Heads or tails."""
        return self._random.random() < 0.5

    def pick(self, items: Sequence[T]) -> T:
        """One item of a non-empty sequence."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in random order (Fisher and Yates)."""
        out = list(items)
        for last in range(len(out) - 1, 0, -1):
            other = self.below(last + 1)
            out[last], out[other] = out[other], out[last]
        return out
