"""What the literals of a program may be, and what the program gives when they are chosen."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

import msgspec

from dunyazad.problems.decomposition.forms import Form, base_of
from dunyazad.problems.decomposition.program import RawOperation, leaves, value_of
from dunyazad.problems.decomposition.record import TextNumber

__all__ = [
    "Assignment",
    "Bindings",
    "Constant",
    "Origin",
    "Result",
    "Stated",
    "assignments_of",
    "compute",
    "feeding_steps",
    "origin_value",
    "used_numbers",
]


class Result(msgspec.Struct, frozen=True):
    """A literal that repeats what an earlier operation gave."""

    operation: int


class Stated(msgspec.Struct, frozen=True):
    """A literal that the text states.

    Attributes:
        number: Which of the text's numbers, from 0.
        form: How it is used.
    """

    number: int
    form: Form


class Constant(msgspec.Struct, frozen=True):
    """A literal that no part states."""

    value: Fraction


Origin: TypeAlias = Result | Stated | Constant
# The origins of the leaves of one operation after another.
Assignment: TypeAlias = tuple[tuple[Origin, ...], ...]


class Bindings(msgspec.Struct, frozen=True):
    """A program and all ways in which it may rest on the text.

    Attributes:
        operations: The operations, fractions joined.
        numbers: All numbers of the text.
        assignments: At least one; none is better than another.
    """

    operations: tuple[RawOperation, ...]
    numbers: tuple[TextNumber, ...]
    assignments: tuple[Assignment, ...]

    def uses(self, number: int) -> bool:
        """Does any of the assignments use a number of the text?"""
        return any(number in used_numbers(assignment) for assignment in self.assignments)


def assignments_of(operations: tuple[RawOperation, ...], choices: Sequence[tuple[Origin, ...]]) -> Iterator[Assignment]:
    """All ways to choose one origin for each literal."""
    sizes = [len(leaves(operation.tree)) for operation in operations]
    for flat in itertools.product(*choices):
        stream = iter(flat)
        yield tuple(tuple(itertools.islice(stream, size)) for size in sizes)


def feeding_steps(assignment: Assignment) -> set[int]:
    """The operations that the last one rests on, and itself."""
    needed = {len(assignment) - 1}
    for index in range(len(assignment) - 1, -1, -1):
        if index in needed:
            needed.update(origin.operation for origin in assignment[index] if isinstance(origin, Result))
    return needed


def used_numbers(assignment: Assignment, feeding: set[int] | None = None) -> set[int]:
    """The text's numbers that some operations use; all operations, where none are named."""
    steps = range(len(assignment)) if feeding is None else feeding
    return {origin.number for index in steps for origin in assignment[index] if isinstance(origin, Stated)}


def compute(bindings: Bindings, assignment: Assignment, changed: dict[int, Fraction]) -> tuple[Fraction, ...]:
    """Compute the results of all operations with other values (of `base_of`) for some of the text's numbers.

    Raises:
        ZeroDivisionError: An operation divides by zero.
    """
    results: list[Fraction] = []
    for operation, origins in zip(bindings.operations, assignment, strict=True):
        values = [origin_value(origin, bindings, results, changed) for origin in origins]
        results.append(value_of(operation.tree, values))
    return tuple(results)


def origin_value(
    origin: Origin, bindings: Bindings, results: Sequence[Fraction], changed: dict[int, Fraction]
) -> Fraction:
    """What a literal is, given the results so far and other values (of `base_of`) for some of the text's numbers."""
    match origin:
        case Result(operation):
            return results[operation]
        case Constant(value):
            return value
        case Stated(number, form):
            base = changed.get(number)
            return form.compute(base_of(bindings.numbers[number].quantity) if base is None else base)
