"""Would the rest of the story still be true, and still be about the same things, if the changed number were another?

A text may say a thing twice over: a total and all of its parts, a sum and what is left of it, three brothers and then
their names. A change of the one leaves the other as it was, and the story contradicts itself: what a program computes
then is the answer to no question. The same holds for bounds ("orders over $100", "at most 90 liters"), which decide
which rule applies, and for numbers that the world fixes.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

from dunyazad.numbers import Quantity, render_number
from dunyazad.problems.findings import Finding
from dunyazad.problems.fixed_numbers import counts_out, why_fixed
from dunyazad.problems.nouns import measure_behind, nouns_behind
from dunyazad.problems.programs import run
from dunyazad.problems.quantities import changed_quantities, quantities_in, states
from dunyazad.problems.record import Problem, Program

__all__ = ["check_statement", "check_story"]

_PARTS = ("first_premise", "premises", "question")
# A bound, before or behind its number.
_BOUND_BEFORE = re.compile(
    r"(?<!\w)(?:(?<!hands )(?<!handed )(?<!turns )(?<!gives )over|"
    r"above|under|below|beyond|exceed\w*|at least|at most|no more than|no less than|not more than|"
    r"up to|(?:a |the )?(?:minimum|maximum|limit) of|the first|capacity of) \$?$",
    re.IGNORECASE,
)
_BOUND_BEHIND = re.compile(r"(?: [a-z]+)? or (?:more|less|fewer|above|over|under|below|older|younger)\b", re.IGNORECASE)
_HEDGE_BEFORE = re.compile(
    r"(?<!\w)(?:at least|at most|over|under|about|around|almost|nearly|roughly|approximately|up to|no more than|"
    r"no less than|more than|less than|fewer than) \$?$",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"\b(?:total|altogether|in all|together|combined|overall)\b", re.IGNORECASE)
_MOST_ADDENDS = 24
_DENIAL = re.compile(r"\b(?:not|never|no longer|nobody|cannot)\b|n't\b", re.IGNORECASE)
_QUOTED = re.compile(r"[\"“][^\"”]*[\"”]")
_GROWTH = re.compile(r"[ -](?:\w+ )?(?:more|increase|raise|rise|growth|gain|profit|markup|as)\b")


def check_statement(problem: Problem) -> Iterator[Finding]:
    """The conclusion says the answer plainly: it neither asks nor denies nor hedges."""
    conclusion = _QUOTED.sub("", problem.conclusion)
    if problem.conclusion.rstrip().endswith("?"):
        yield Finding("no-statement", f"the conclusion asks: {problem.conclusion[:80]!r}")
    elif (denial := _DENIAL.search(conclusion)) and not _DENIAL.search(problem.text):
        yield Finding("no-statement", f"the conclusion denies, with {denial[0]!r}: {problem.conclusion[:80]!r}")
    for quantity in quantities_in(problem.conclusion):
        hedge = _HEDGE_BEFORE.search(problem.conclusion[: quantity.start])
        if hedge and states(quantity, problem.answer) and hedge[0].strip(" $").lower() not in problem.question.lower():
            yield Finding("no-statement", f"the conclusion says {hedge[0] + quantity.text!r} and not how many")


def check_story(problem: Problem) -> Iterator[Finding]:
    """The changed number is free to change, and nothing that the text says would be false then."""
    program = problem.program
    if program is None or problem.counterfactual_answer is None:
        return  # nothing is claimed
    changed = changed_quantities(problem.first_premise, problem.alternate_first_premise)
    after = run(program, changed=program.alternate_value)
    if changed is None or after is None:
        return  # other checks say so
    before, then = changed
    if reason := why_fixed(problem.first_premise, before):
        yield Finding("number-fixed", reason[1])
    measured = bool(before.unit or measure_behind(problem.first_premise, before.end))
    if not measured and (counted := counts_out(problem.text, before)):
        yield Finding("number-counted", counted)
    if _exceeds_whole(problem.first_premise, before, then):
        yield Finding("insane", f"{then.text!r} is more than the whole, {before.text!r} is not")
    yield from _restated(problem, program, before, after)
    yield from _crossed_bounds(problem, program, changed, after)


def _exceeds_whole(text: str, before: Quantity, then: Quantity) -> bool:
    """Would a part be more than its whole? A rise by 140% is none."""
    part = before.unit == "%" or before.kind == "fraction"
    return part and before.value <= 1 < then.value and not _GROWTH.match(text, before.end)


def _others(problem: Problem, before: Quantity) -> Iterator[tuple[str, Quantity]]:
    """The numbers of the text, each with its part's text, save the changed one."""
    for part in _PARTS:
        text: str = getattr(problem, part)
        yield from ((text, q) for q in quantities_in(text) if part != "first_premise" or q != before)


def _restated(problem: Problem, program: Program, before: Quantity, after: Mapping[str, Fraction]) -> Iterator[Finding]:
    """Does a number that the program does not use say what the change alters?"""
    unused = [
        (text, quantity)
        for text, quantity in _others(problem, before)
        if not any(states(quantity, given.value) for given in program.givens) and quantity.value not in (0, 1)
    ]
    used = {_unit(text, quantity) for text, quantity in _others(problem, before) if (text, quantity) not in unused}
    used |= {"", _unit(problem.first_premise, before)}
    moved = [operation for operation in program.operations if after[operation.name] != operation.value]
    for text, quantity in unused:
        # Degrees that nothing else is measured in are no result of metres.
        for operation in moved if _unit(text, quantity) in used else ():
            if states(quantity, operation.value):
                sentence = f"the text states {quantity.text!r}, which {operation.name} would not be under the alternate"
                yield Finding("number-restated", sentence)
                return
        if _unit(text, quantity) in used and _WHOLE.search(text) and _sums_up(quantity, program, after):
            yield Finding("number-restated", f"the text states the sum {quantity.text!r}, which the change alters")
            return
    for text, quantity in unused:
        for other_text, other in _others(problem, before):
            if other is quantity or not _makes_whole(before, quantity, other):
                continue
            kinds = (nouns_behind(problem.first_premise, before.end), nouns_behind(text, quantity.end))
            if not kinds[0] or not kinds[1] or kinds[0] & kinds[1] or nouns_behind(other_text, other.end) & kinds[1]:
                sentence = f"{before.text!r}, {quantity.text!r} and {other.text!r} of the text make a whole"
                yield Finding("number-restated", sentence)
                return
        if quantity.unit == before.unit == "%" and quantity.value + before.value == 1:
            yield Finding("number-restated", f"{before.text!r} and {quantity.text!r} of the text make a whole")
            return


def _sums_up(total: Quantity, program: Program, after: Mapping[str, Fraction]) -> bool:
    """Is a number the sum of two or three that the program has, of which the change alters one?"""
    values = [(given.name, given.value) for given in program.givens]
    values += [(operation.name, operation.value) for operation in program.operations]
    if len(values) > _MOST_ADDENDS:
        return False
    groups = itertools.chain(*(itertools.combinations(values, size) for size in (2, 3)))
    return any(
        sum(value for _, value in group) == total.value and any(after[name] != value for name, value in group)
        for group in groups
    )


def _unit(text: str, quantity: Quantity) -> str:
    return quantity.unit or measure_behind(text, quantity.end).rstrip("s")


def _makes_whole(first: Quantity, second: Quantity, third: Quantity) -> bool:
    one_kind = first.unit == second.unit == third.unit
    values = [first.value, second.value, third.value]
    return one_kind and any(2 * value == sum(values) for value in values)


def _crossed_bounds(
    problem: Problem, program: Program, changed: tuple[Quantity, Quantity], after: Mapping[str, Fraction]
) -> Iterator[Finding]:
    """Does anything that the program computes come to lie on the other side of a bound that the text sets?"""
    before, then = changed
    values = [(given.name, given.value) for given in program.givens if given.name == program.changed]
    values += [(operation.name, operation.value) for operation in program.operations]
    for part in _PARTS:
        text: str = getattr(problem, part)
        for bound in quantities_in(text):
            if not _sets_bound(text, bound):
                continue
            # Where the bound is what changes, it goes with itself.
            moved = then.value if (part, bound) == ("first_premise", before) else bound.value
            for name, value in values:
                if _sign(value - bound.value) != _sign(after[name] - moved):
                    shown = f"{render_number(value)} becomes {render_number(after[name])}"
                    yield Finding("order-turns", f"the text sets a bound at {bound.text!r}, and {name} = {shown}")
                    return


def _sets_bound(text: str, quantity: Quantity) -> bool:
    return bool(_BOUND_BEFORE.search(text[: quantity.start]) or _BOUND_BEHIND.match(text, quantity.end))


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)
