"""Randomness without state: every draw is a pure function of a key and a number.

So the same seed gives the same bytes on any machine, and any part of a file can be made without the parts before it.
Two things are needed: fair coins for the forms of gates, and a way to take the numbers 0 … n-1 in a random order
without holding them. The latter is a Feistel network over a grid just large enough for n (Black and Rogaway, "Ciphers
with arbitrary finite domains", 2002): it permutes the cells of the grid, and a cell past n is walked on until it falls
below. Its rounds multiply and shift: a million orders are drawn for one file, and nobody is kept from guessing them.
`DigitRows` does the same for numbers that are rows of digits, with a round for every digit and many numbers at once.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b, shake_128
from itertools import pairwise
from math import isqrt
from struct import unpack

import numpy as np
from numpy.typing import NDArray

__all__ = ["Coins", "DigitRows", "Draws", "Grid", "Permutation"]

_SMALL = 4_096
_ROWS = 64  # are drawn at once
_ONE = np.uint64(1)
_ROUNDS = 4  # enough for a permutation that looks random from either side (Luby and Rackoff, 1988)


def _key(*parts: object) -> bytes:
    # Each part ends in a byte that no part holds, so that ("1", "23") and ("12", "3") differ.
    return b"".join(str(part).encode() + b"\x00" for part in parts)


class Coins:
    """Random whole numbers and coins, keyed by whatever tells one use from another.

    Example:
        >>> Coins("form", 7, 3).bytes(12, 4) == Coins("form", 7, 3).bytes(12, 4)
        True
    """

    def __init__(self, *key: object) -> None:
        self._base = blake2b(_key(*key))

    def bytes(self, number: int, count: int) -> bytes:
        """`count` random bytes, the same for the same number; fewer are the first of more."""
        state = self._base.copy()
        state.update(b"%d" % number)
        digest = state.digest()
        block = 0
        while len(digest) < count:
            more = state.copy()
            block += 1
            more.update(b" %d" % block)
            digest += more.digest()
        return digest[:count]

    def stream(self, number: int) -> Callable[[int], int]:
        """A run of draws, the same for the same number: each gives a number from 0 to its argument less one."""
        words: tuple[int, ...] = ()
        taken = 0

        def below(bound: int) -> int:
            nonlocal taken, words
            if taken == len(words):
                size = 2 * len(words) or 8
                words = unpack(f"<{size}Q", self.bytes(number, 8 * size))
            taken += 1
            return words[taken - 1] % bound

        return below

    def below(self, number: int, bound: int) -> int:
        """A number from 0 to `bound` - 1, the same for the same number; its bias is under 2^-64."""
        return int.from_bytes(self.bytes(number, bound.bit_length() // 8 + 9), "little") % bound


class Draws:
    """Rows of random words, each row the same for the same number: as from `Coins`, but many rows at once.

    Args:
        count: How many words a row has.
        width: How many bytes a word has, 4 or 8.
        key: What tells these rows from others.

    Example:
        >>> import numpy as np
        >>> draws = Draws(3, 4, "example", 1)
        >>> draws.rows(np.array([70, 71])).tolist() == [draws.row(70), draws.row(71)]
        True
    """

    def __init__(self, count: int, width: int, *key: object) -> None:
        self._base = shake_128(_key(*key))
        self._count, self._width = count, width
        self._size = _ROWS * count * width
        self._kept = -1
        self._sheet: NDArray[np.uint64] = np.empty((0, count), np.uint64)

    def rows(self, numbers: NDArray[np.int64]) -> NDArray[np.uint64]:
        """The rows of ascending numbers; quick where these are near to one another."""
        sheets, places = np.divmod(numbers, _ROWS)
        found = np.empty((len(numbers), self._count), np.uint64)
        ends = [0, *(np.flatnonzero(np.diff(sheets)) + 1).tolist(), len(numbers)]
        for start, end in pairwise(ends):
            if start < end:
                found[start:end] = self._drawn(int(sheets[start]))[places[start:end]]
        return found

    def row(self, number: int) -> list[int]:
        """The row of a number; near ones in turn are quick."""
        sheet, place = divmod(number, _ROWS)
        words: list[int] = self._drawn(sheet)[place].tolist()
        return words

    def _drawn(self, sheet: int) -> NDArray[np.uint64]:
        if sheet != self._kept:
            state = self._base.copy()
            state.update(b"%d" % sheet)
            words = np.frombuffer(state.digest(self._size), f"<u{self._width}")
            self._kept, self._sheet = sheet, words.astype(np.uint64).reshape(_ROWS, self._count)
        return self._sheet


class Grid:
    """A keyed random order of the cells of a grid, in constant memory.

    Args:
        rows: How many rows, at least 1; may be as many as you like.
        columns: How many columns, likewise.
        key: What tells this order from another.

    Example:
        >>> grid = Grid(2, 3, "example", 1)
        >>> sorted(grid.cell(place) for place in range(6))
        [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    """

    def __init__(self, rows: int, columns: int, *key: object) -> None:
        self._rows, self._columns = rows, columns
        # A round's function needs bits to spare above those of a half, else its results would be uneven.
        self._width = max(rows.bit_length(), columns.bit_length()) + 24
        self._mask = (1 << self._width) - 1
        coins = Coins(*key, "rounds")
        self._multipliers = [self._odd(coins, number) for number in range(2 * _ROUNDS)]

    def _odd(self, coins: Coins, number: int) -> int:
        return int.from_bytes(coins.bytes(number, self._width // 8 + 1), "little") & self._mask | 1

    def cell(self, place: int) -> tuple[int, int]:
        """The row and column at a place of the order, from 0."""
        rows, columns, mask, width = self._rows, self._columns, self._mask, self._width
        first, second, third, fourth, fifth, sixth, seventh, eighth = self._multipliers
        row, column = divmod(place, columns)
        # Each round shifts one half by a keyed function of the other, which can be undone: hence a bijection. The
        # function multiplies, folds the upper half onto the lower, and multiplies again; the upper bits are the best.
        mixed = (column + first) * second
        row = (row + (((mixed ^ mixed >> width) & mask) * first >> 20)) % rows
        mixed = (row + third) * fourth
        column = (column + (((mixed ^ mixed >> width) & mask) * third >> 20)) % columns
        mixed = (column + fifth) * sixth
        row = (row + (((mixed ^ mixed >> width) & mask) * fifth >> 20)) % rows
        mixed = (row + seventh) * eighth
        return row, (column + (((mixed ^ mixed >> width) & mask) * seventh >> 20)) % columns


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
        # Halves of a few values give a round too little to work with; so few numbers are simply shuffled.
        self._table = _shuffled(size, Coins(*key, "table").stream(0)) if size <= _SMALL else []
        # The grid has rows * columns >= size cells, fewer than `rows` too many: walks are rare.
        rows = isqrt(size - 1) + 1
        self._columns = -(-size // rows)
        self._grid = Grid(rows, self._columns, *key)

    def __getitem__(self, place: int) -> int:
        """The number at a place of the order, from 0."""
        if not 0 <= place < self.size:
            raise IndexError(f"place {place} of {self.size}")
        if self._table:
            return self._table[place]
        number = place
        while True:
            row, column = self._grid.cell(number)
            number = row * self._columns + column
            if number < self.size:
                return number


class DigitRows:
    """A keyed random order of all rows of so many digits, in constant memory; many are told at once.

    Args:
        base: A digit is below this: at least 1, less than 2^32.
        length: How many digits a row has, at least 1; there may be more rows than a word counts.
        key: What tells this order from another.

    Attributes:
        size: How many rows there are.

    Example:
        >>> rows = DigitRows(2, 2, "example", 1)
        >>> sorted(rows.block(0, 4).T.tolist())
        [[0, 0], [0, 1], [1, 0], [1, 1]]
    """

    def __init__(self, base: int, length: int, *key: object) -> None:
        self.size = base**length
        self._base, self._length = base, length
        # A digit alone has no others that could shift it, and those of a few rows have too little to say.
        few = length == 1 or self.size <= _SMALL
        self._order = Permutation(self.size, *key) if few else None
        passes = max(2, -(-2 * _ROUNDS // length))
        coins = Coins(*key, "digits")
        words = np.frombuffer(coins.bytes(0, 8 * (length * (passes + 1) + 1)), "<u8").astype(np.uint64)
        self._multiplier = words[0] | _ONE
        self._weights = (words[1 : length + 1] | _ONE)[:, None]
        self._keys = words[length + 1 :].reshape(passes, length)

    def block(self, start: int, stop: int) -> NDArray[np.intp]:
        """The rows at the places `start` to `stop` - 1 of the order, from 0: a column for each, its lowest digit first.

        Past the last place there are none.
        """
        stop = min(stop, self.size)
        if self._order is not None:
            numbers = np.array([self._order[place] for place in range(start, stop)], np.uint64)
        else:
            numbers = np.arange(start, max(start, stop), dtype=np.uint64)
        base = np.uint64(self._base)
        digits = np.empty((self._length, len(numbers)), np.uint64)
        for place in range(self._length):
            numbers, digits[place] = np.divmod(numbers, base)
        if self._order is None:
            self._shift(digits)
        return digits.astype(np.intp)

    def _shift(self, digits: NDArray[np.uint64]) -> None:
        # Each digit in turn is shifted by a keyed function of all others, which can be undone: hence a bijection. The
        # others are multiplied and summed up, the upper half of that is folded onto the lower and multiplied again; its
        # upper bits are the best. Digits that differ between neighbours stand at the front, so the last one begins.
        base, half = np.uint64(self._base), np.uint64(32)
        terms = digits * self._weights
        total = terms.sum(axis=0, dtype=np.uint64)
        mixed = np.empty_like(total)
        for keys in self._keys:
            for place in reversed(range(self._length)):
                digit = digits[place]
                total -= terms[place]
                np.add(total, keys[place], out=mixed)
                mixed ^= mixed >> half
                mixed *= self._multiplier
                mixed >>= half
                mixed *= base
                mixed >>= half
                digit += mixed
                np.minimum(digit, digit - base, out=digit)  # what is below zero wraps around and is large
                np.multiply(digit, self._weights[place], out=terms[place])
                total += terms[place]


def _shuffled(size: int, below: Callable[[int], int]) -> list[int]:
    numbers = list(range(size))
    for last in range(size - 1, 0, -1):
        other = below(last + 1)
        numbers[last], numbers[other] = numbers[other], numbers[last]
    return numbers
