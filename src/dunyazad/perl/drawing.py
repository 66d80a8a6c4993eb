"""Drawing sets from pools of chains: seeded, at most so many chains of one question, and no question favoured.

Which chain of a question comes first and in which order questions come depends on the seed, the set's name and the
question alone. So a larger set begins with the smaller one, and a question with many right samples is no likelier to
be drawn than one with a single one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Protocol, TypeVar

from dunyazad.perl.record import question_id

__all__ = ["drawn", "ranked"]


class _Sample(Protocol):
    @property
    def id(self) -> str: ...

    @property
    def question(self) -> str: ...


T = TypeVar("T", bound=_Sample)


def ranked(pool: Iterable[T], *, seed: int, split: str, per_question: int = 1) -> list[T]:
    """Put a pool into the order in which it is drawn, without those beyond `per_question`.

    Args:
        pool: Whatever has an id and a question; its order does not matter.
        seed: Same seed, same order.
        split: Sets of other names are drawn otherwise.
        per_question: How many of one question there may be.

    Example:
        >>> from dunyazad.perl.record import AnnotatedChain
        >>> pool = [AnnotatedChain(id=f"{name}#{k}", question=name, steps=()) for name in "ab" for k in (1, 2)]
        >>> len(ranked(pool, seed=1, split="positives")), len(ranked(pool, seed=1, split="positives", per_question=2))
        (2, 4)
    """
    questions: dict[str, list[T]] = {}
    for one in pool:
        questions.setdefault(question_id(one.question), []).append(one)
    placed: list[tuple[bytes, T]] = []
    for key, ones in questions.items():
        inside = sorted(ones, key=lambda one: (_digest(seed, split, one.id), one.id))
        placed += [(_digest(seed, split, f"{key}/{place}"), one) for place, one in enumerate(inside[:per_question])]
    return [one for _, one in sorted(placed, key=lambda entry: (entry[0], entry[1].id))]


def drawn(pool: Iterable[T], count: int, *, seed: int, split: str, per_question: int = 1) -> list[T]:
    """Draw so many of a pool; fewer where there are no more. See `ranked`."""
    return ranked(pool, seed=seed, split=split, per_question=per_question)[:count]


def _digest(seed: int, split: str, name: str) -> bytes:
    return hashlib.blake2b(f"{seed}\x1f{split}\x1f{name}".encode("utf-8", "surrogatepass"), digest_size=16).digest()
