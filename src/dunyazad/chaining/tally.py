"""Counts by reason, each with its first few examples."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

__all__ = ["Count", "Tally"]


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How often something happened.

    Attributes:
        reason: What, in a few words.
        count: How often.
        examples: The first few different cases, each with where it was.
    """

    reason: str
    count: int
    examples: tuple[str, ...] = ()


class Tally:
    """A running count by reason; memory is bounded by the number of reasons.

    Example:
        >>> tally = Tally(examples=1)
        >>> for place in ("row 3", "row 9"):
        ...     tally.add("span", place)
        >>> list(tally)
        [Count(reason='span', count=2, examples=('row 3',))]
    """

    def __init__(self, *, examples: int = 3) -> None:
        self._limit = examples
        self._counts: dict[str, int] = {}
        self._examples: dict[str, list[str]] = {}

    def add(self, reason: str, *examples: str, count: int = 1) -> None:
        """Count one case, or several."""
        self._counts[reason] = self._counts.get(reason, 0) + count
        kept = self._examples.setdefault(reason, [])
        for example in examples:
            if len(kept) >= self._limit:
                break
            if example and example not in kept:
                kept.append(example)

    @property
    def total(self) -> int:
        """All cases together."""
        return sum(self._counts.values())

    def __iter__(self) -> Iterator[Count]:
        """Yield the counts, the most frequent first, equal ones in the order in which they turned up."""
        for reason, count in sorted(self._counts.items(), key=lambda item: -item[1]):
            yield Count(reason, count, tuple(self._examples[reason]))

    def __str__(self) -> str:
        return ", ".join(f"{entry.reason}: {entry.count}" for entry in self)
