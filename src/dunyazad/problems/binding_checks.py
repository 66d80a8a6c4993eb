"""Does every way of reading a program into its text lead to the same counterfactual answer?

Strategy. A record says which given each name stands for, but it may be wrong: "5 packs of 5 pens" has two fives, and
whoever wrote the program may have taken one for the other. So the names are not trusted where values coincide. Every
number of the program that equals the changed one may be the changed one, or another number of the text that states the
same, or the earlier result of that value, or common knowledge, where the record says so. Of all these readings those
are admissible in which every operation feeds the answer and that use most numbers of the text: nobody states in vain.
All of them must agree on the answer under the alternate. Mostly nothing coincides, and there is one reading.

A percentage and a count never stand for each other, nor dozens and singles: programs use them in different forms.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from dunyazad._exceptions import NumberError
from dunyazad.numbers import Expression, Name, Quantity, evaluate, render_number
from dunyazad.problems.findings import Finding
from dunyazad.problems.knowledge import calls_for
from dunyazad.problems.programs import parsed, run
from dunyazad.problems.quantities import changed_quantities, quantities_in, states
from dunyazad.problems.record import Given, Problem, Program

__all__ = ["check_bindings", "check_constants", "reads_in_one_way"]

# Readings times operations; more take too long, and no word problem needs them.
_MOST_OPERATIONS = 20_000
_PARTS: Final = ("first_premise", "premises", "question")
# What a percentage or a dozen brings along, where an operation uses one.
_PERCENT, _DOZEN = Fraction(100), Fraction(12)
# What turns a number into its part, its rest, or another unit, whatever the story.
_FACTORS = frozenset(map(Fraction, (0, 1, 2, 8, 100, 3600)))


class _Text(NamedTuple):
    """A number of the text; 0 is the changed one, the others are those that state the same."""

    number: int


class _Result(NamedTuple):
    """What an earlier operation gave."""

    name: str


# None is knowledge, which no part of the text states.
_Origin: TypeAlias = "_Text | _Result | None"


class _Place(NamedTuple):
    """A place in the program that holds what the changed number states.

    Attributes:
        operation: Which operation, from 0.
        item: Which item of its postfix code.
        value: What stands there.
        origins: What it may be; the first is what the record says.
    """

    operation: int
    item: int
    value: Fraction
    origins: tuple[_Origin, ...]

    @property
    def slot(self) -> str:
        """A name for it that no program has."""
        return f"{self.operation}#{self.item}"


def check_bindings(problem: Problem) -> Iterator[Finding]:
    """Read the program into the text in every admissible way, and compare the answers under the alternate."""
    program = problem.program
    if program is None:
        return
    changed = changed_quantities(problem.first_premise, problem.alternate_first_premise)
    given = next((given for given in program.givens if given.name == program.changed), None)
    if changed is None or given is None or not program.operations:
        return  # other checks say so
    # Where nothing is claimed about the alternate, the claim that cannot be made is a lack and no error.
    severity: Literal["error", "note"] = "note" if problem.counterfactual_answer is None else "error"
    try:
        if not _coincides(problem, program, given, changed):
            return
        reader = _Reader(problem, program, given, changed)
        if reader.ways * len(program.operations) > _MOST_OPERATIONS:
            sentence = f"the program can be read into the text in {reader.ways} ways, which is too many to compare"
            yield Finding("bindings-many", sentence, severity)
        elif reader.ways > 1 and len(answers := reader.answers()) > 1:
            shown = " or ".join(sorted("none" if answer is None else render_number(answer) for answer in answers))
            sentence = f"the counterfactual answer is {shown}, as one reads {changed[0].text!r} into the program"
            yield Finding("bindings-disagree", sentence, severity)
    except NumberError:
        return  # the program does not hold as it stands, and another check says so


def _coincides(problem: Problem, program: Program, given: Given, changed: tuple[Quantity, Quantity]) -> bool:
    """Does the changed number's value stand anywhere else? Mostly it does not, and there is nothing to compare."""
    values = {changed[0].value, changed[0].number, given.value}
    if any(other.value in values for other in program.givens if other is not given):
        return True
    if calls_for(problem.text, given.value):
        return True
    if any(operation.value in values for operation in program.operations):
        return True
    if any(literal in values for operation in program.operations for literal in parsed(operation.expression).numbers):
        return True
    stated = (quantity for part in _PARTS for quantity in quantities_in(getattr(problem, part)))
    return sum(any(states(quantity, value) for value in values) for quantity in stated) > 1


def check_constants(problem: Problem) -> Iterator[Finding]:
    """Find numbers of the program that neither the text states nor any word of it calls for."""
    program = problem.program
    if program is None:
        return
    for given in program.givens:
        if given.part == "common" and not calls_for(problem.text, given.value):
            sentence = f"no word of the text calls for {given.name} = {given.value}, which is said to be known"
            yield Finding("constant-uncalled", sentence, "note")
    for operation in program.operations:
        try:
            literals = parsed(operation.expression).numbers
        except NumberError:
            return  # another check says so
        for literal in literals:
            if literal not in _FACTORS and not calls_for(problem.text, literal):
                sentence = f"{operation.name} = {operation.expression} uses {literal}, which is no given"
                yield Finding("literal-unbound", sentence)


def reads_in_one_way(problem: Problem) -> bool:
    """Do all admissible readings agree, from the first premise and from its alternate alike?

    Templates ask this of their draws: if only the first premise were looked at, a number that stands twice would tell
    the alternate.
    """
    return not any(check_bindings(problem)) and not any(check_bindings(_turned(problem)))


def _turned(problem: Problem) -> Problem:
    """The problem whose first premise is the alternate, where its values are known."""
    program = problem.program
    values = run(program, changed=program.alternate_value) if program else None
    if program is None or values is None:
        return problem
    changed = next(given.value for given in program.givens if given.name == program.changed)
    givens = tuple(Given(given.name, values[given.name], given.part) for given in program.givens)
    operations = tuple(
        msgspec.structs.replace(operation, value=values[operation.name]) for operation in program.operations
    )
    return msgspec.structs.replace(
        problem,
        first_premise=problem.alternate_first_premise,
        alternate_first_premise=problem.first_premise,
        program=Program(givens, operations, program.changed, changed),
    )


class _Reader:
    """Finds the places where values coincide with the changed number's, and runs the program under each reading."""

    def __init__(self, problem: Problem, program: Program, given: Given, changed: tuple[Quantity, Quantity]) -> None:
        self._program, self._given = program, given
        self._before, after = changed
        self._story = problem.text
        self._uses = sum(
            item == Name(given.name) for operation in program.operations for item in parsed(operation.expression).code
        )
        # What stands in the program for the changed number, as a value, as written or as the record has it; and then.
        self._then = {
            self._before.value: after.value,
            self._before.number: after.number,
            given.value: program.alternate_value,
        }
        self._texts = {part: quantities_in(getattr(problem, part)) for part in _PARTS}
        self._others = [
            quantity
            for part, quantities in self._texts.items()
            for quantity in quantities
            if (part, quantity) != ("first_premise", self._before) and self._may_be_changed(quantity)
        ]
        self._values = {given.name: given.value for given in program.givens}
        self._values |= {operation.name: operation.value for operation in program.operations}
        self._parts = {item.name: item.part for item in program.givens}
        self._codes = [parsed(operation.expression).code for operation in program.operations]
        self._places = list(self._find())

    def _may_be_changed(self, quantity: Quantity) -> bool:
        return any(states(quantity, value) for value in self._then) and _of_one_kind(quantity, self._before)

    @property
    def ways(self) -> int:
        """How many readings there are, admissible or not."""
        return math.prod(len(place.origins) for place in self._places)

    def answers(self) -> set[Fraction | None]:
        """The answers under the alternate; None where a reading gives none."""
        used_most = -1
        best: list[tuple[_Origin, ...]] = []
        for origins in itertools.product(*(place.origins for place in self._places)):
            if not self._all_feed(origins):
                continue
            used = len({origin for origin in origins if isinstance(origin, _Text)})
            if used > used_most:
                used_most, best = used, []
            if used == used_most:
                best.append(origins)
        return {self._answer(origins) for origins in best}

    def _find(self) -> Iterator[_Place]:
        for index, code in enumerate(self._codes):
            for item, what in enumerate(code):
                if isinstance(what, Name):
                    value, said = self._values[what.name], self._said(what.name)
                elif isinstance(what, Fraction):
                    value, said = what, () if self._belongs(what, code) else (None,)
                else:
                    continue
                if value not in self._then or not said:
                    continue
                earlier = (_Result(done.name) for done in self._program.operations[:index] if done.value == value)
                texts = (_Text(number) for number in range(len(self._others) + 1))
                yield _Place(index, item, value, tuple(dict.fromkeys((*said, *texts, *earlier))))

    def _said(self, name: str) -> tuple[_Origin, ...]:
        """What the record says that a name is; nothing for a number of the text that is of another kind."""
        if name == self._given.name:
            # "5 hours each weekday", and hours times hours: one of the fives may be the week's.
            known = self._uses > 1 and calls_for(self._story, self._given.value)
            return (_Text(0), None) if known else (_Text(0),)
        part = self._parts.get(name)
        if part is None:
            return (_Result(name),)
        if part == "common":
            return (None,)
        value = self._values[name]
        places = (n for n, quantity in enumerate(self._others, start=1) if states(quantity, value))
        one_kind = any(states(q, value) and _of_one_kind(q, self._before) for q in self._texts[part])
        return tuple(_Text(place) for place in itertools.islice(places, 1)) if one_kind else ()

    def _belongs(self, literal: Fraction, code: tuple[object, ...]) -> bool:
        """Is a literal a part of how the operation uses some number: the 100 of a percentage, the 12 of a dozen?"""
        units = {unit for item in code if isinstance(item, Name) for unit in self._units(item.name)}
        return (literal == _PERCENT and "%" in units) or (literal == _DOZEN and "dozen" in units)

    def _units(self, name: str) -> Iterator[str]:
        part = self._parts.get(name)
        for quantity in self._texts.get(part or "", ()):
            if states(quantity, self._values[name]):
                yield quantity.unit
                if "dozen" in quantity.text:
                    yield "dozen"

    def _all_feed(self, origins: tuple[_Origin, ...]) -> bool:
        """Does every operation still feed the answer?"""
        chosen = {(place.operation, place.item): origin for place, origin in zip(self._places, origins, strict=True)}
        needed = {self._program.operations[-1].name}
        for index in range(len(self._codes) - 1, -1, -1):
            if self._program.operations[index].name not in needed:
                return False
            for item, what in enumerate(self._codes[index]):
                origin = chosen.get((index, item), _Result(what.name) if isinstance(what, Name) else None)
                if isinstance(origin, _Result):
                    needed.add(origin.name)
        return True

    def _answer(self, origins: tuple[_Origin, ...]) -> Fraction | None:
        values = dict(self._values)
        values[self._given.name] = self._program.alternate_value
        codes = [list(code) for code in self._codes]
        for place, _ in zip(self._places, origins, strict=True):
            codes[place.operation][place.item] = Name(place.slot)
        try:
            for index, operation in enumerate(self._program.operations):
                for place, origin in zip(self._places, origins, strict=True):
                    if place.operation == index:
                        values[place.slot] = self._under(place, origin, values)
                values[operation.name] = evaluate(Expression(operation.expression, tuple(codes[index])), values)
        except NumberError:
            return None
        answer: Fraction = values[self._program.operations[-1].name]
        return answer

    def _under(self, place: _Place, origin: _Origin, values: dict[str, Fraction]) -> Fraction:
        if origin == _Text(0):
            return self._then[place.value]
        return values[origin.name] if isinstance(origin, _Result) else place.value


def _of_one_kind(first: Quantity, second: Quantity) -> bool:
    """May two numbers of a text be taken for each other in a program?"""
    if ("dozen" in first.text) != ("dozen" in second.text):
        return False
    return first.unit == second.unit or {first.unit, second.unit} <= {"", "$"}
