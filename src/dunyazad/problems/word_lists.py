"""Lists of words, written as running text."""

from __future__ import annotations

__all__ = ["word_set", "words"]


def words(text: str) -> tuple[str, ...]:
    """Give the words of a text, in order.

    Example:
        >>> words("one two")
        ('one', 'two')
    """
    return tuple(text.split())


def word_set(text: str) -> frozenset[str]:
    """Give the words of a text as a set."""
    return frozenset(text.split())
