"""Small invented problems for the chaining tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest

from dunyazad.problems.record import Problem

Invent = Callable[..., Problem]


def _name(number: int) -> str:
    # 0 -> "Bada", 1 -> "Cada", ...: one name a number, none a part of another.
    letters = "bcdfghklmnprstvz"
    first, second = divmod(number, len(letters))
    return f"{letters[second].upper()}ada" + (f"{letters[first % len(letters)]}o" * (first > 0))


def _invent(
    number: int,
    *,
    name: str | None = None,
    wrong: int | None = None,
    known: bool = True,
    swapped: bool = False,
    friends: Sequence[str] = (),
) -> Problem:
    """Problem `number`: somebody has hens, each lays 2 eggs; 3 hens, or 5 by the alternate premise, and some more."""
    who = name or _name(number)
    hens, other = (5 + number, 3 + number) if swapped else (3 + number, 5 + number)
    false = wrong if wrong is not None else 2 * other
    return Problem(
        id=f"hens-{number:04d}",
        first_premise=f"{who} has {hens} hens.",
        alternate_first_premise=f"{who} has {other} hens.",
        premises=" ".join(
            ["Each hen lays 2 eggs."] * (number % 5 != 4) + [f"{who} gives none to {friend}." for friend in friends]
        ),
        question=f"How many eggs does {who} find?",
        answer=Fraction(2 * hens),
        conclusion=f"{who} finds {2 * hens} eggs.",
        counterfactual_answer=Fraction(2 * other) if known else None,
        wrong_conclusion=f"{who} finds {false} eggs.",
        wrong_answer=Fraction(false),
        names=(who, *friends),
    )


@pytest.fixture(scope="session")
def invent() -> Invent:
    """Invents a problem: `invent(3)`; its options break one thing at a time."""
    return _invent


@pytest.fixture(scope="session")
def hens() -> list[Problem]:
    """Forty problems without a shared name."""
    return [_invent(number) for number in range(40)]
