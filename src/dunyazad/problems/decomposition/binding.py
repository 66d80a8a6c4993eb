"""Where does each number of a program come from?

Strategy. Every literal of the program is an earlier result, a number of the text in one of its forms, or a constant
that a word of the text calls for. All combinations are enumerated. Kept are those that feed the most steps into the
answer, and of these the ones that use the most numbers of the text, parts and multiples first: an author does not
compute what is not needed, and does not state what is not used. Several may remain; none is preferred. What a changed
number does to the answer is known only where all that remain agree on it.

Fractions that the text states ("3/4 of the tiles") appear in programs as two literals; such pairs are joined first,
where neither literal has another origin.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple, TypeVar

from dunyazad.numbers import render_number
from dunyazad.problems.decomposition.forms import (
    AS_IS,
    RECIPROCAL,
    Form,
    Forms,
    base_of,
    constants_of,
    forms_of,
)
from dunyazad.problems.decomposition.origins import (
    Assignment,
    Bindings,
    Constant,
    Origin,
    Result,
    Stated,
    assignments_of,
    compute,
    feeding_steps,
    origin_value,
    used_numbers,
)
from dunyazad.problems.decomposition.program import (
    Binary,
    Leaf,
    RawOperation,
    RawProgram,
    Tree,
    factors,
    leaves,
    rewritten,
)
from dunyazad.problems.decomposition.record import Rejected, TextNumber

__all__ = [
    "MAX_ASSIGNMENTS",
    "Assignment",
    "Bindings",
    "Choices",
    "Constant",
    "Origin",
    "Result",
    "Stated",
    "assignments_of",
    "bind",
    "choices_of",
    "compute",
    "feeding_steps",
    "origin_value",
    "unbound",
    "used_numbers",
]

MAX_ASSIGNMENTS = 4096
MAX_NUMBERS = 40

T = TypeVar("T")


def bind(
    raw: RawProgram,
    numbers: tuple[TextNumber, ...],
    sentences: tuple[str, ...],
    *,
    told: Mapping[Fraction, tuple[Origin, ...]] | None = None,
) -> Bindings | Rejected:
    """Find all admissible origins of a program's literals.

    Args:
        raw: The program.
        numbers: All numbers of the sentences, in order.
        sentences: The statements, and the question last.
        told: Further origins by the literal's value, which count only where a literal has no other.
    """
    return _found(raw, numbers, sentences, told, partial(_bound, numbers=numbers))


def _found(
    raw: RawProgram,
    numbers: tuple[TextNumber, ...],
    sentences: tuple[str, ...],
    told: Mapping[Fraction, tuple[Origin, ...]] | None,
    find: Callable[[_Binder, tuple[RawOperation, ...]], T | Rejected],
) -> T | Rejected:
    """Try all equations of the solution first; where that leaves too many ways, those that it cannot do without."""
    if len(numbers) > MAX_NUMBERS:
        return Rejected("too-many-numbers", f"the text states {len(numbers)} numbers (at most {MAX_NUMBERS})")
    binder = _binder(numbers, sentences, told or {})
    steps = binder.with_fractions(raw.operations)
    found = find(binder, steps)
    if isinstance(found, Rejected) and not all(step.annotated for step in steps):
        found = find(binder, binder.needed(steps))
    return found


def unbound(raw: RawProgram, numbers: tuple[TextNumber, ...], sentences: tuple[str, ...]) -> tuple[Fraction, ...]:
    """Give the literals of the annotated steps that have no origin, each once, in order."""
    binder = _binder(numbers, sentences, {})
    steps = binder.with_fractions(raw.operations)
    found = [
        leaf.value
        for index, step in enumerate(steps)
        if step.annotated or index == len(steps) - 1
        for leaf, is_factor in zip(leaves(step.tree), factors(step.tree), strict=True)
        if next(binder.origins(leaf.value, steps[:index], is_factor=is_factor), None) is None
    ]
    return tuple(dict.fromkeys(found))


def _binder(
    numbers: tuple[TextNumber, ...], sentences: tuple[str, ...], told: Mapping[Fraction, tuple[Origin, ...]]
) -> _Binder:
    story = " ".join(sentences)
    forms = [forms_of(number.quantity, sentences[number.sentence], story) for number in numbers]
    return _Binder(numbers, forms, constants_of(story), told)


def _bound(
    binder: _Binder, operations: tuple[RawOperation, ...], numbers: tuple[TextNumber, ...]
) -> Bindings | Rejected:
    choices = _choices(binder, operations)
    return choices if isinstance(choices, Rejected) else _best(choices.operations, numbers, choices.origins)


class Choices(NamedTuple):
    """A program and what each of its literals may be, one operation's literals after another's.

    Attributes:
        operations: The operations that are kept, fractions joined.
        origins: The admissible origins of each literal.
    """

    operations: tuple[RawOperation, ...]
    origins: list[tuple[Origin, ...]]


def choices_of(
    raw: RawProgram,
    numbers: tuple[TextNumber, ...],
    sentences: tuple[str, ...],
    *,
    told: Mapping[Fraction, tuple[Origin, ...]] | None = None,
    most: int = MAX_ASSIGNMENTS,
) -> Choices | Rejected:
    """Find the admissible origins of each literal, and choose none.

    Args:
        raw: The program.
        numbers: All numbers of the sentences, in order.
        sentences: The statements, and the question last.
        told: Further origins by the literal's value, which count only where a literal has no other.
        most: How many assignments there may be in all.
    """
    return _found(raw, numbers, sentences, told, partial(_choices, most=most))


def _choices(binder: _Binder, operations: tuple[RawOperation, ...], most: int = MAX_ASSIGNMENTS) -> Choices | Rejected:
    choices = []
    for index, operation in enumerate(operations):
        for leaf, is_factor in zip(leaves(operation.tree), factors(operation.tree), strict=True):
            found = tuple(binder.origins(leaf.value, operations[:index], is_factor=is_factor))
            if not found and not operation.annotated and index < len(operations) - 1:
                return _choices(binder, (*operations[:index], *operations[index + 1 :]), most)
            if not found:
                shown = render_number(leaf.value)
                return Rejected("literal-unbound", f"nothing in the text gives the {shown} of the solution")
            choices.append(found)
    if math.prod(map(len, choices)) > most:
        return Rejected("too-many-bindings", "the solution's numbers may come from too many places in the text")
    return Choices(operations, choices)


def _best(
    operations: tuple[RawOperation, ...], numbers: tuple[TextNumber, ...], choices: list[tuple[Origin, ...]]
) -> Bindings | Rejected:
    required = {index for index, operation in enumerate(operations) if operation.annotated} | {len(operations) - 1}
    parts = {index for index, number in enumerate(numbers) if _says_how_much(number)}
    scored: dict[tuple[int, int, int, int], list[Assignment]] = {}
    for assignment in assignments_of(operations, choices):
        feeding = feeding_steps(assignment)
        used = used_numbers(assignment, feeding)
        score = (len(feeding & required), len(feeding), len(used & parts), len(used))
        scored.setdefault(score, []).append(assignment)
    best = max(scored)
    if best[0] < len(required):
        idle = len(required) - best[0]
        return Rejected("step-idle", f"{idle} of the solution's {len(required)} steps do not feed the answer")
    if best[3] == 0:
        return Rejected("numbers-unused", "the solution uses no number of the text")
    if best[2] < len(parts):
        # Nobody states a part or a multiple in vain: some literal has been bound by chance.
        unused = min(parts - used_numbers(scored[best][0]))
        return Rejected("part-unused", f"the solution does not use {numbers[unused].quantity.text!r}")
    return _without_idle(operations, numbers, scored[best])


def _says_how_much(number: TextNumber) -> bool:
    """Is it a part or a multiple of something ("20%", "half", "twice")?"""
    quantity = number.quantity
    return quantity.unit == "%" or quantity.kind == "multiplier" or (quantity.unit == "" and 0 < quantity.value < 1)


def _without_idle(
    operations: tuple[RawOperation, ...], numbers: tuple[TextNumber, ...], assignments: list[Assignment]
) -> Bindings:
    """Leave out the equations that no assignment needs, the plainest assignment first."""
    kept = sorted(set().union(*map(feeding_steps, assignments)))
    moved = {old: new for new, old in enumerate(kept)}
    unique = dict.fromkeys(
        tuple(tuple(_moved(origin, moved) for origin in assignment[index]) for index in kept)
        for assignment in assignments
    )
    ordered = sorted(unique, key=lambda assignment: _oddness(assignment, numbers))
    return Bindings(tuple(operations[index] for index in kept), numbers, tuple(ordered))


def _moved(origin: Origin, moved: dict[int, int]) -> Origin:
    return Result(moved.get(origin.operation, 0)) if isinstance(origin, Result) else origin


def _oddness(assignment: Assignment, numbers: tuple[TextNumber, ...]) -> tuple[int, int, int]:
    """How odd a binding looks; none counts less than another, but one is shown.

    Few far forms; no number twice in one step (5 * 5 is 5 packs of 5), and no percentage twice as it is (120 / 60 is by
    60 minutes, not by 60%); few constants.
    """
    stated = [[o for o in origins if isinstance(o, Stated)] for origins in assignment]
    far = sum(o.form is not AS_IS for origins in stated for o in origins)
    again = sum(len(origins) - len({o.number for o in origins}) for origins in stated)
    percents = [o.number for origins in stated for o in origins if numbers[o.number].quantity.unit == "%"]
    constants = sum(isinstance(o, Constant) for origins in assignment for o in origins)
    return far, again + len(percents) - len(set(percents)), constants


class _Binder:
    """Knows the text's numbers and constants, and finds what may give a value."""

    def __init__(
        self,
        numbers: tuple[TextNumber, ...],
        forms: Sequence[Forms],
        constants: frozenset[Fraction],
        told: Mapping[Fraction, tuple[Origin, ...]],
    ) -> None:
        self.constants = constants
        self.told = told
        self.stated: dict[Fraction, list[Stated]] = {}
        self.far: dict[Fraction, list[Stated]] = {}
        self.parts: set[Fraction] = set()
        for index, number in enumerate(numbers):
            if number.quantity.value.denominator != 1 and number.quantity.unit in ("", "%"):
                self.parts.add(number.quantity.value)
            for table, some in ((self.stated, forms[index].near), (self.far, forms[index].far)):
                for value, form in _values(base_of(number.quantity), some).items():
                    table.setdefault(value, []).append(Stated(index, form))

    def origins(self, value: Fraction, earlier: Sequence[RawOperation], *, is_factor: bool) -> Iterator[Origin]:
        known = list(self._by_rule(value, earlier, is_factor=is_factor))
        yield from known or self.told.get(value, ())

    def _by_rule(self, value: Fraction, earlier: Sequence[RawOperation], *, is_factor: bool) -> Iterator[Origin]:
        for index, operation in enumerate(earlier):
            if operation.value == value:
                yield Result(index)
        near = [stated for stated in self.stated.get(value, ()) if is_factor or not stated.form.is_factor]
        yield from near or (self.far.get(value, []) if is_factor else [])
        if value in self.constants:
            yield Constant(value)

    def needed(self, operations: tuple[RawOperation, ...]) -> tuple[RawOperation, ...]:
        """The annotated steps, and those others that one of them, or the answer, cannot do without."""
        kept = {place for place, operation in enumerate(operations) if operation.annotated} | {len(operations) - 1}
        waiting = sorted(kept)
        while waiting:
            place = waiting.pop()
            earlier = [operations[other] for other in sorted(kept) if other < place]
            tree = operations[place].tree
            for leaf, is_factor in zip(leaves(tree), factors(tree), strict=True):
                if next(self.origins(leaf.value, earlier, is_factor=is_factor), None) is None:
                    found = {other for other in range(place) if operations[other].value == leaf.value} - kept
                    kept |= found
                    waiting += found
        return tuple(operations[place] for place in sorted(kept))

    def with_fractions(self, operations: tuple[RawOperation, ...]) -> tuple[RawOperation, ...]:
        """Join the two literals of a fraction that the text states."""
        if not self.parts:
            return operations
        out: list[RawOperation] = []
        for operation in operations:
            tree = rewritten(operation.tree, lambda tree: self._joined(tree, tuple(out)))
            out.append(RawOperation(tree, operation.value, operation.annotated))
        return tuple(out)

    def _joined(self, tree: Tree, earlier: tuple[RawOperation, ...]) -> Tree:
        """P / q, a * p / q, p * a / q and a / q * p become one leaf p/q and the rest."""
        match tree:
            case Binary("/", Leaf(p), Leaf(q)) if self._is_part(p, q, earlier):
                return Leaf(p / q)
            case Binary("/", Binary("*", rest, Leaf(p)), Leaf(q)) if self._is_part(p, q, earlier):
                return Binary("*", rest, Leaf(p / q))
            case Binary("/", Binary("*", Leaf(p), rest), Leaf(q)) if self._is_part(p, q, earlier):
                return Binary("*", Leaf(p / q), rest)
            case Binary("*", Binary("/", rest, Leaf(q)), Leaf(p)) if self._is_part(p, q, earlier):
                return Binary("*", rest, Leaf(p / q))
        return tree

    def _is_part(self, p: Fraction, q: Fraction, earlier: tuple[RawOperation, ...]) -> bool:
        """Are p and q the two halves of a fraction of the text? Surely so where it is written with them."""
        if q == 0 or p.denominator != 1 or q.denominator != 1:
            return False
        part = p / q
        if part in self.parts and part.numerator == p and part.denominator == q:
            return True
        if part not in self.parts and 1 - part not in self.parts:
            return False
        return not (self._elsewhere(p, earlier) and self._elsewhere(q, earlier))

    def _elsewhere(self, value: Fraction, earlier: tuple[RawOperation, ...]) -> bool:
        return value in self.stated or any(operation.value == value for operation in earlier)


def _values(base: Fraction, forms: tuple[Form, ...]) -> dict[Fraction, Form]:
    """What each form gives; the first of several forms that give the same."""
    values: dict[Fraction, Form] = {}
    for form in forms:
        if form is RECIPROCAL and not base:
            continue
        values.setdefault(form.compute(base), form)
    return values
