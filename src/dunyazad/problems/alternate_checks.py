"""Would the story still be this story if its alternate first premise held?

Sentences lean on the order of their numbers: what is "left" was taken from more, who is "older by" is the older one,
and "the cheaper shop" stays the cheaper one. A program computes on when an order turns, and its answer is then one to
another question. So every difference keeps its sign, and where words speak of order, numbers of like things keep
theirs. Things that are counted stay whole.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from dunyazad._exceptions import NumberError
from dunyazad.numbers import Expression, Quantity, evaluate, find_equations, names_in, render_number
from dunyazad.problems.findings import Finding
from dunyazad.problems.nouns import measure_behind, nouns_behind
from dunyazad.problems.programs import parsed, run
from dunyazad.problems.quantities import changed_quantities, quantities_in
from dunyazad.problems.record import Problem, Program
from dunyazad.problems.word_lists import word_set

__all__ = ["check_alternate", "counts_things"]

# Words by which a text picks one of several, or sets a bound: which one it is depends on their order.
_ORDER = word_set(
    """
    most least maximum minimum larger largest bigger biggest smaller smallest cheaper cheapest faster fastest slower
    slowest higher highest lower lowest older oldest younger youngest taller tallest longer longest shorter shortest
    heavier heaviest lighter lightest nearer nearest better best worse worst whichever exceed exceeds exceeded
    limit limits limited enough afford win wins winner won majority minority beyond overtime
    """
)
_WORD = re.compile(r"[a-z]+")


def check_alternate(problem: Problem) -> Iterator[Finding]:
    """Find differences and orders that turn under the alternate, and things that would be cut in pieces."""
    program = problem.program
    if program is None or not any(given.name == program.changed for given in program.givens):
        return
    if problem.counterfactual_answer is None:
        return  # nothing is claimed
    after = run(program, changed=program.alternate_value)
    if after is None:
        return  # another check says so
    yield from _turned_differences(program, after)
    yield from _turned_numbers(problem)
    yield from _broken_things(problem, program, after)


def counts_things(text: str, quantity: Quantity) -> bool:
    """Does a number count things that come in whole ones? Money, parts and measures do not.

    Example:
        >>> from dunyazad.numbers import find_quantities
        >>> [counts_things(text, find_quantities(text)[0]) for text in ("3 hens", "3 miles", "$3", "3.")]
        [True, False, False, False]
    """
    if quantity.unit or measure_behind(text, quantity.end):
        return False
    return bool(nouns_behind(text, quantity.end))


def _turned_differences(program: Program, after: Mapping[str, Fraction]) -> Iterator[Finding]:
    before = {given.name: given.value for given in program.givens}
    before |= {operation.name: operation.value for operation in program.operations}
    for operation in program.operations:
        if operation.value >= 0 > after[operation.name]:
            return  # no possible story, which another check says
        for difference in _differences(operation.expression):
            try:
                old, new = evaluate(difference, before), evaluate(difference, after)
            except NumberError:
                return  # the program does not hold as it stands
            if _sign(old) != _sign(new):
                shown = f"{render_number(new)} in place of {render_number(old)}"
                sentence = (
                    f"under the alternate, the difference in {operation.name} = {operation.expression} is {shown}"
                )
                yield Finding("order-turns", sentence)
                return


@lru_cache(maxsize=8192)
def _differences(expression: str) -> tuple[Expression, ...]:
    """The parts of an expression that are differences, each as an expression of its own."""
    code = parsed(expression).code
    starts: list[int] = []  # where each value on the stack begins
    found: list[Expression] = []
    for place, item in enumerate(code):
        if not isinstance(item, str):
            starts.append(place)
        elif item not in ("neg", "%"):
            starts.pop()
            if item == "-":
                found.append(Expression(expression, code[starts[-1] : place + 1]))
    return tuple(found)


def _turned_numbers(problem: Problem) -> Iterator[Finding]:
    """Do the changed number and one of like things change their order, where the text speaks of order?"""
    changed = changed_quantities(problem.first_premise, problem.alternate_first_premise)
    if changed is None:
        return
    before, after = changed
    low, high = sorted((before.value, after.value))
    kind = _kind(problem.first_premise, before)
    texts = (problem.first_premise, problem.premises, problem.question)
    for text, other in itertools.chain.from_iterable(zip(itertools.repeat(t), quantities_in(t)) for t in texts):
        # Only a number between the two values can turn; the kinds are looked at only then.
        if other.value < low or other.value > high:
            continue
        if other == before and text == problem.first_premise:
            continue
        if other.unit == before.unit and _kind(text, other) == kind:
            word = next((word for word in _WORD.findall(problem.text.lower()) if word in _ORDER), None)
            if word is not None:
                sentence = f"the text says {word!r}, and {before.text!r} and {other.text!r} change their order"
                yield Finding("order-turns", sentence)
            return


def _kind(text: str, quantity: Quantity) -> tuple[str, str, frozenset[str]]:
    return quantity.unit, measure_behind(text, quantity.end), frozenset(nouns_behind(text, quantity.end))


def _broken_things(problem: Problem, program: Program, after: Mapping[str, Fraction]) -> Iterator[Finding]:
    """Where a gold step says what its result counts, that must stay whole; and so must a part of counted things."""
    yield from _broken_part(problem, program, after)
    if len(problem.solution) != len(program.operations):
        return
    for step, operation in zip(problem.solution, program.operations, strict=True):
        value = after[operation.name]
        if operation.value.denominator != 1 or value.denominator == 1:
            continue
        results = (q for q in quantities_in(step.text) if q.value == operation.value)
        last = next(reversed(list(results)), None)
        if find_equations(step.text) and last is not None and counts_things(step.text, last):
            things = " ".join(sorted(nouns_behind(step.text, last.end)))
            sentence = f"under the alternate, {operation.name} is {render_number(value)} ({things}), which come whole"
            yield Finding("things-broken", sentence)
            return


def _broken_part(problem: Problem, program: Program, after: Mapping[str, Fraction]) -> Iterator[Finding]:
    """Half of 20 hens, and then of 25."""
    changed = changed_quantities(problem.first_premise, problem.alternate_first_premise)
    if changed is None or not counts_things(problem.first_premise, changed[0]):
        return
    parts = {given.name for given in program.givens if 0 < given.value < 1}
    for operation in program.operations:
        names = set(names_in(parsed(operation.expression)))
        cut = operation.value.denominator == 1 != after[operation.name].denominator
        if cut and program.changed in names and names & parts and names <= {program.changed, *parts}:
            shown = render_number(after[operation.name])
            yield Finding("things-broken", f"under the alternate, {operation.expression} of things is {shown}")
            return


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)
