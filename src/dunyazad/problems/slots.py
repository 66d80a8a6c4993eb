"""The number of a first premise as a slot, so that another problem's answer can stand in it.

A numeric gate says "let N be the answer to …" and gives the child's number as "N + 5". The slot holds what is needed
for that: the first premise around the number, and the child's answer as one expression in the number, so that what
follows from a wrong N can be computed.

Not every number can be replaced by "(N + 5)" in a sentence that still reads well: "a (N + 5)-day trip", "an (N + 5)",
"twice", "(N - 2) of the eggs" are refused.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Literal

import msgspec

from dunyazad._exceptions import NumberError
from dunyazad.numbers import Expression, Name, evaluate, names_in, parse_number, render_number
from dunyazad.problems.dice import Dice
from dunyazad.problems.lacking import Lacking
from dunyazad.problems.number_places import DIGITS, Place, find_place
from dunyazad.problems.programs import parsed, run
from dunyazad.problems.record import Problem, Program

__all__ = ["SLOT_NAME", "NumericSlot", "Operand", "answer_from", "numeric_slot", "operand"]

SLOT_NAME = "N_"

_MOST_SIGNS = 2000
_HEAD = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)?")
_AN = re.compile(r"\ban[ -]\W?$", re.IGNORECASE)
_JOINED = re.compile(r"[\w\-'’/:°]")
_CLOCK = re.compile(r"\s*(?:o['’]clock\b|[ap]\.?m\b)", re.IGNORECASE)
_DATE = re.compile(
    r"\b(?:in|since|year|january|february|march|april|may|june|july|august|september|october|november|december)\s$",
    re.IGNORECASE,
)
_RANK = {"+": 1, "-": 1, "*": 2, "/": 2, "neg": 3, "^": 4}
_ATOM = 5


class NumericSlot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A first premise with its changed number taken out.

    Attributes:
        before: The first premise up to the number; a money sign belongs to it.
        after: The first premise behind the number, from its unit on ("% of the eggs").
        value: The number as written: 20 for "20%", 3 for "3 dozen".
        formula: The problem's answer as an expression in `N_`, the number as written.
        answer: The problem's answer.
    """

    before: str
    after: str
    value: Fraction
    formula: str
    answer: Fraction


class Operand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a number is given by means of another: N plus, minus or times an amount.

    Attributes:
        operation: What is done to N.
        amount: By how much; above zero, and 0 only where N is the number itself.
    """

    operation: Literal["plus", "minus", "times"]
    amount: Fraction

    def text(self, name: str = "N") -> str:
        """As a sentence shows it.

        Example:
            >>> Operand("minus", Fraction(5, 2)).text(), Operand("times", Fraction(3)).text("M")
            ('N - 2.5', '3 * M')
        """
        shown = render_number(self.amount)
        return f"{shown} * {name}" if self.operation == "times" else f"{name} {self._sign} {shown}"

    @property
    def _sign(self) -> str:
        return "+" if self.operation == "plus" else "-"

    def apply(self, number: Fraction) -> Fraction:
        """The number that results if N is `number`."""
        match self.operation:
            case "plus":
                return number + self.amount
            case "minus":
                return number - self.amount
            case "times":
                return number * self.amount


def operand(parent_answer: Fraction, value: Fraction, dice: Dice) -> Operand:
    """Choose how to give a number by means of another problem's answer.

    Where the number is two or more times the answer, a coin chooses between "times" and "plus". Otherwise nothing is
    left to choose: the difference is added or taken away. It is 0 only where the two are equal.

    Example:
        >>> operand(Fraction(12), Fraction(5), Dice("example"))
        Operand(operation='minus', amount=Fraction(7, 1))
    """
    if parent_answer:
        times = value / parent_answer
        if times.denominator == 1 and times >= 2 and dice.coin():
            return Operand("times", times)
    difference = value - parent_answer
    return Operand("minus", -difference) if difference < 0 else Operand("plus", difference)


def answer_from(
    slot: NumericSlot, given: Operand, parent_answer: Fraction, *, sane: bool = False
) -> Fraction | Lacking:
    """The answer of a problem whose number follows from another problem's answer, here perhaps a wrong one.

    Gives a reason where nothing can be computed, and where the answer would be the right one all the same: then the
    gate would forgive the mistake.

    Args:
        slot: The problem's slot.
        given: How its number is given.
        parent_answer: The other problem's answer, such as its counterfactual one.
        sane: Refuse also a number or an answer below zero where the true one is not: whoever made the mistake could
            see that something is wrong.

    Example:
        >>> slot = NumericSlot("Ann has ", " hens.", Fraction(5), "N_ * 4", Fraction(20))
        >>> answer_from(slot, Operand("minus", Fraction(7)), Fraction(13))
        Fraction(24, 1)
        >>> answer_from(slot, Operand("minus", Fraction(7)), Fraction(3))
        Fraction(-16, 1)
        >>> answer_from(slot, Operand("minus", Fraction(7)), Fraction(3), sane=True).code
        'number-negative'
    """
    number = given.apply(parent_answer)
    if sane and number < 0 <= slot.value:
        return Lacking("number-negative", f"{given.text()} is {render_number(number)} where N is {parent_answer}")
    try:
        answer = evaluate(slot.formula, {SLOT_NAME: number})
    except NumberError as error:
        return Lacking("no-answer", f"{slot.formula} cannot be computed at {render_number(number)}: {error}")
    if sane and answer < 0 <= slot.answer:
        return Lacking("answer-negative", f"the answer would be {render_number(answer)}, below zero")
    if answer == slot.answer:
        return Lacking("answer-same", f"the answer would be {render_number(answer)} all the same")
    return answer


def numeric_slot(problem: Problem) -> NumericSlot | Lacking:
    """Take the changed number out of a problem's first premise, or say why the sentence cannot do without it.

    The formula is certified: it gives the answer at the number and the counterfactual answer at the alternate one.

    Example:
        >>> from dunyazad.problems import make_problems
        >>> problem = next(make_problems(1, seed=1))
        >>> slot = numeric_slot(problem)
        >>> f"{slot.before}{slot.value}{slot.after}" == problem.first_premise
        True
        >>> evaluate(slot.formula, {SLOT_NAME: slot.value}) == problem.answer
        True
    """
    program = problem.program
    if program is None:
        return Lacking("no-program", "the problem has no program to compute other answers with")
    place = find_place(problem.first_premise, problem.alternate_first_premise)
    if place is None:
        return Lacking("premises-differ", "the first premises differ in more than one number")
    if place.text != problem.first_premise or place.other.number == 1:
        return Lacking("number-one", f"with 1 a noun stands in the singular: {problem.first_premise[:80]!r}")
    cut = _cut(place)
    if isinstance(cut, Lacking):
        return cut
    start, end, value = cut
    before, after = place.text[:start], place.text[end:]
    if fault := _reads_badly(before, after, value):
        return fault
    return _with_formula(problem, program, place, NumericSlot(before, after, value, SLOT_NAME, problem.answer))


def _cut(place: Place) -> tuple[int, int, Fraction] | Lacking:
    """Where the number itself stands, without its units, and what it is."""
    found = place.here
    kept = f"{found.text!r} cannot be replaced by an amount"
    match found.kind:
        case "fraction":
            return Lacking("number-fraction", kept)
        case "mixed":
            return Lacking("number-mixed", kept)
        case "multiplier":
            return Lacking("number-multiplier", kept)
    match = DIGITS.search(found.text)
    if match is not None:
        value = Fraction(match[0].replace(",", ""))
        if "-" in found.text or "−" in found.text:
            return Lacking("number-negative", f"{found.text!r} is below zero")
    else:
        match = _HEAD.match(found.text)
        if match is None:
            return Lacking("form-unknown", f"{found.text!r} is written in no known way")
        try:
            value = parse_number(match[0])
        except NumberError:
            return Lacking("form-unknown", f"{found.text!r} is written in no known way")
    if value <= 0 or (value.denominator != 1 and found.kind == "word"):
        return Lacking("form-unknown", kept)
    return found.start + match.start(), found.start + match.end(), value


def _reads_badly(before: str, after: str, value: Fraction) -> Lacking | None:
    shown = f"{before[-20:]}(N + 5){after[:20]}"
    if _JOINED.match(after) or _JOINED.match(before[-1:]):
        return Lacking("number-joined", f"the number is joined to a word: {shown!r}")
    if _AN.search(before):
        return Lacking("number-article", f"the article tells the number: {shown!r}")
    if _CLOCK.match(after):
        return Lacking("number-date", f"the number tells the time: {shown!r}")
    if _DATE.search(before) and (1000 <= value <= 2100 or not re.match(r"[\s%]+\w", after)):
        return Lacking("number-date", f"the number tells a date: {shown!r}")
    return None


def _with_formula(problem: Problem, program: Program, place: Place, slot: NumericSlot) -> NumericSlot | Lacking:
    values = run(program)
    if values is None:
        return Lacking("no-program", "the program cannot be computed")
    named = values[program.changed]
    scale = place.scale(named, program.alternate_value)
    if scale is None or not slot.value:
        return Lacking("form-unknown", f"the numbers are written in two ways: {place.here.text!r}")
    # The program may hold 36 where "3 dozen" is written, or 1/5 for "20%".
    factor = named / slot.value
    if place.other.value / scale != program.alternate_value:
        return Lacking("form-unknown", f"{place.other.text!r} is not {program.alternate_value}")
    formula = _formula(program, values, factor)
    if formula is None:
        return Lacking("formula-long", f"the answer as one expression has over {_MOST_SIGNS} signs")
    for at, expected in (
        (slot.value, problem.answer),
        (program.alternate_value / factor, problem.counterfactual_answer),
    ):
        try:
            computed = evaluate(formula, {SLOT_NAME: at})
        except NumberError as error:
            return Lacking("formula-wrong", f"{formula} cannot be computed at {render_number(at)}: {error}")
        if expected is not None and computed != expected:
            return Lacking("formula-wrong", f"{formula} is {computed} at {render_number(at)}, not {expected}")
    return msgspec.structs.replace(slot, formula=formula)


def _formula(program: Program, values: dict[str, Fraction], factor: Fraction) -> str | None:
    """The answer over `N_` alone: what does not depend on it is given as a number, the rest is written out."""
    slot = SLOT_NAME if factor == 1 else f"{SLOT_NAME} * {_constant(factor)[0]}"
    written: dict[str, tuple[str, int]] = {program.changed: (slot, _ATOM if factor == 1 else _RANK["*"])}
    for operation in program.operations:
        expression = parsed(operation.expression)
        if not any(name in written for name in names_in(expression)):
            continue
        written[operation.name] = _written(expression, written, values)
        if len(written[operation.name][0]) > _MOST_SIGNS:
            return None
    answer = program.operations[-1].name
    return written[answer][0] if answer in written else _constant(values[answer])[0]


def _written(
    expression: Expression, written: dict[str, tuple[str, int]], values: dict[str, Fraction]
) -> tuple[str, int]:
    """Write an expression over `N_`, with its rank: from its postfix program, with brackets where they are needed."""
    stack: list[tuple[str, int]] = []
    for item in expression.code:
        if isinstance(item, Name):
            stack.append(written.get(item.name) or _constant(values[item.name]))
        elif isinstance(item, Fraction):
            stack.append(_constant(item))
        elif item == "neg":
            stack.append((f"-{_bracketed(stack.pop(), _RANK['^'])}", _RANK["neg"]))
        elif item == "%":
            stack.append((f"{_bracketed(stack.pop(), _RANK['*'])} / 100", _RANK["*"]))
        else:
            right, left = stack.pop(), stack.pop()
            rank = _RANK[item]
            # What stands on the right of - and / is bracketed at the same rank, too; so is all around a power.
            text = f"{_bracketed(left, rank + (item == '^'))} {item} {_bracketed(right, rank + (item not in '+*'))}"
            stack.append((text, rank))
    return stack[0]


def _bracketed(part: tuple[str, int], least: int) -> str:
    text, rank = part
    return text if rank >= least else f"({text})"


def _constant(value: Fraction) -> tuple[str, int]:
    if value < 0:
        return f"({value})", _ATOM
    return (str(value.numerator), _ATOM) if value.denominator == 1 else (f"({value})", _ATOM)
