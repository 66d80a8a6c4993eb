"""Randomness without state: every draw is a pure function of a key and a number.

So the same seed gives the same bytes on any machine, and any part of a file can be made without the parts before it.
Two things are needed: fair coins for the forms of gates, and a way to take the numbers 0 … n-1 in a random order
without holding them. The latter is a Feistel network over a grid just large enough for n (Black and Rogaway, "Ciphers
with arbitrary finite domains", 2002): it permutes the cells of the grid, and a cell past n is walked on until it falls
below.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import shake_128
from math import isqrt
from struct import unpack

__all__ = ["Coins", "Permutation"]

_ROUNDS = 4  # enough for a permutation that looks random from either side (Luby and Rackoff, 1988)


def _key(*parts: object) -> bytes:
    # Each part ends in a byte that no part holds, so that ("1", "23") and ("12", "3") differ.
    return b"".join(str(part).encode() + b"\x00" for part in parts)


class Coins:
    """Random whole numbers and coins, keyed by whatever tells one use from another.

    Example:
        >>> Coins("form", 7, 3).flips(12, 4) == Coins("form", 7, 3).flips(12, 4)
        True
    """

    def __init__(self, *key: object) -> None:
        self._base = shake_128(_key(*key))

    def _bits(self, number: int, size: int) -> int:
        state = self._base.copy()
        state.update(b"%d" % number)
        return int.from_bytes(state.digest(size), "little")

    def bytes(self, number: int, count: int) -> bytes:
        """`count` random bytes, the same for the same number."""
        state = self._base.copy()
        state.update(b"%d" % number)
        return state.digest(count)

    def stream(self, number: int) -> Callable[[int], int]:
        """A run of draws, the same for the same number: each gives a number from 0 to its argument less one."""
        state = self._base.copy()
        state.update(b"%d" % number)
        words: list[int] = []
        taken = 0

        def below(bound: int) -> int:
            nonlocal taken
            if taken == len(words):  # shake gives as many bytes as one asks for, the first ones first
                size = 2 * len(words) or 32
                words[:] = unpack(f"<{size}Q", state.digest(8 * size))
            taken += 1
            return words[taken - 1] % bound

        return below

    def flips(self, number: int, count: int) -> list[bool]:
        """`count` fair coins, the same for the same number."""
        bits = self._bits(number, (count + 7) // 8 or 1)
        return [bool(bits >> place & 1) for place in range(count)]

    def below(self, number: int, bound: int) -> int:
        """A number from 0 to `bound` - 1, the same for the same number; its bias is under 2^-64."""
        return self._bits(number, bound.bit_length() // 8 + 9) % bound


class Permutation:
    """A keyed random order of the numbers 0 … size-1, in constant memory.

    Args:
        size: How many numbers, at least 1; may be as large as you like.
        key: What tells this order from another.

    Example:
        >>> order = Permutation(5, "example", 1)
        >>> sorted(order[place] for place in range(5))
        [0, 1, 2, 3, 4]
    """

    def __init__(self, size: int, *key: object) -> None:
        if size < 1:
            raise ValueError(f"nothing to permute: size {size}")
        self.size = size
        # The grid has rows * columns >= size cells, fewer than `rows` too many: walks are rare.
        self._rows = isqrt(size - 1) + 1
        self._columns = -(-size // self._rows)
        self._width = (self._rows.bit_length() + 7) // 8
        self._rounds = tuple(shake_128(_key(*key, "round", number)) for number in range(_ROUNDS))

    def __getitem__(self, place: int) -> int:
        """The number at a place of the order, from 0."""
        if not 0 <= place < self.size:
            raise IndexError(f"place {place} of {self.size}")
        cell = self._shuffle(place)
        while cell >= self.size:
            cell = self._shuffle(cell)
        return cell

    def _shuffle(self, cell: int) -> int:
        # Each round shifts one half by a keyed function of the other, which can be undone: hence a bijection.
        width = self._width
        row, column = divmod(cell, self._columns)
        for number, base in enumerate(self._rounds):
            state = base.copy()
            if number % 2:
                state.update(row.to_bytes(width, "little"))
                column = (column + int.from_bytes(state.digest(width + 8), "little")) % self._columns
            else:
                state.update(column.to_bytes(width, "little"))
                row = (row + int.from_bytes(state.digest(width + 8), "little")) % self._rows
        return row * self._columns + column
