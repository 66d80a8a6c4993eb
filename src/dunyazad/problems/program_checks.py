"""Does a problem's arithmetic hold, and is it the arithmetic of its text?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from dunyazad._exceptions import NumberError
from dunyazad.numbers import Quantity, evaluate, find_equations, names_in, render_number
from dunyazad.problems.findings import Finding
from dunyazad.problems.programs import parsed, results
from dunyazad.problems.quantities import quantities_in, states, states_number
from dunyazad.problems.record import Given, Problem, Program

__all__ = ["check_program"]

_NAME = re.compile(r"[A-Za-z_]\w*")
# What could make an equation part of a longer one.
_NUMERIC = re.compile(
    r"[0-9=+*/×÷^%<>≈√()\\]|(?:^|\s)[-−–]|[-−–](?:$|\s)|"
    r"\b(?:plus|minus|times|over|equals?|percent|divided|multiplied|squared|cubed|added|subtracted)\b",
    re.IGNORECASE,
)


def check_program(problem: Problem) -> Iterator[Finding]:
    """Recompute the program, bind it to the text, compute the counterfactual answer anew, and check the gold steps."""
    program = problem.program
    if program is None:
        yield from _check_solution(problem, None)
        return
    if not program.operations:
        yield Finding("program-empty", "the program has no operations")
        yield from _check_solution(problem, None)
        return
    yield from _check_givens(problem, program)
    faults = list(_check_operations(program))
    yield from faults
    answer = program.operations[-1].value
    if answer != problem.answer:
        yield Finding("program-answer", f"the program ends in {answer}, the answer is {problem.answer}")
    # A program that does not hold as it stands says nothing about the alternate: one slip, one finding.
    codes = {finding.code for finding in faults}
    if "program-expression" not in codes:
        yield from _check_use(program)
    if not faults and any(given.name == program.changed for given in program.givens):
        yield from _check_counterfactual(problem, program)
    yield from _check_solution(problem, None if faults else program)


def _check_givens(problem: Problem, program: Program) -> Iterator[Finding]:
    names = [given.name for given in program.givens] + [operation.name for operation in program.operations]
    for name, times in Counter(names).items():
        if times > 1:
            yield Finding("program-name", f"the name {name!r} stands for {times} quantities")
    changed = next((given for given in program.givens if given.name == program.changed), None)
    if changed is None or changed.part != "first_premise":
        yield Finding("changed-unknown", f"the changed quantity {program.changed!r} is no given of the first premise")
    elif changed.value == program.alternate_value:
        yield Finding("changed-value", f"the alternate value of {program.changed!r} is its value, {changed.value}")
    yield from _check_stated(problem, program)


def _check_stated(problem: Problem, program: Program) -> Iterator[Finding]:
    """Find givens that their part does not state, and numbers that a part states and no given is."""
    common = {given.value for given in program.givens if given.part == "common"}
    unbound: list[Finding] = []
    missing = False
    for part in ("first_premise", "premises", "question"):
        unstated, left = _bind(getattr(problem, part), [given for given in program.givens if given.part == part])
        for given in unstated:
            missing = True
            yield Finding("given-missing", f"{part} does not state {given.name} = {given.value}")
        for quantity in left:
            if quantity.value not in common:
                sentence = f"{part} states {quantity.text!r}, which is no given of the program"
                unbound.append(Finding("number-unbound", sentence, "note"))
    # A story may state what it does not need, if it says so by its tag. One slip, one finding: a given that is told of
    # the wrong part leaves its number over elsewhere.
    if not missing and "distractor" not in problem.tags:
        yield from unbound


def _bind(text: str, givens: list[Given]) -> tuple[list[Given], list[Quantity]]:
    """Pair givens with the numbers of a text; gives those left over. Two givens of one value need two places."""
    left, unstated = list(quantities_in(text)), []
    for given in givens:
        place = next((index for index, quantity in enumerate(left) if states(quantity, given.value)), None)
        if place is None:
            unstated.append(given)
        else:
            del left[place]
    return unstated, left


def _check_operations(program: Program) -> Iterator[Finding]:
    values = {given.name: given.value for given in program.givens}
    for operation in program.operations:
        try:
            value = evaluate(parsed(operation.expression), values)
        except NumberError as error:
            sentence = f"{operation.name} = {operation.expression!r} cannot be computed: {error}"
            yield Finding("program-expression", sentence)
            return
        if value != operation.value:
            sentence = f"{operation.name} = {operation.expression} is {value}, the program says {operation.value}"
            yield Finding("program-value", sentence)
        # Later operations are judged by what this one says, so that one slip gives one finding.
        values[operation.name] = operation.value


def _check_use(program: Program) -> Iterator[Finding]:
    needed = {program.operations[-1].name}
    for operation in reversed(program.operations):
        if operation.name not in needed:
            yield Finding("operation-idle", f"the operation {operation.name!r} does not feed the answer")
        needed.update(names_in(parsed(operation.expression)))
    for given in program.givens:
        if given.name not in needed:
            yield Finding("given-unused", f"the given {given.name} = {given.value} does not feed the answer")


def _check_counterfactual(problem: Problem, program: Program) -> Iterator[Finding]:
    values = {given.name: given.value for given in program.givens} | {program.changed: program.alternate_value}
    steps = ((operation.name, parsed(operation.expression)) for operation in program.operations)
    try:
        for operation, (_, value) in zip(program.operations, results(steps, values), strict=True):
            # Somebody who sells -3 eggs tells that the alternate is no possible story, whatever the end says.
            if operation.value >= 0 > value:
                yield Finding("insane", f"under the alternate, {operation.name} is {value}, below zero")
                return
    except NumberError as error:
        if problem.counterfactual_answer is not None:
            yield Finding("counterfactual-value", f"the counterfactual answer cannot be computed: {error}")
        return
    computed: Fraction = values[program.operations[-1].name]
    # A record may leave the counterfactual answer out; what it claims must be so.
    if problem.counterfactual_answer not in (None, computed):
        sentence = f"the counterfactual answer is {computed}, the record says {problem.counterfactual_answer}"
        yield Finding("counterfactual-value", sentence)


def _check_solution(problem: Problem, program: Program | None) -> Iterator[Finding]:
    """Check the gold steps: earlier premises only, sound arithmetic, the last one ends in the answer.

    `program` is the problem's, where it holds.
    """
    computed = {operation.value for operation in problem.program.operations} if problem.program else set()
    plain = _plain_steps(problem, program) if program else ()
    for number, step in enumerate(problem.solution, start=1):
        if not _in_order(step.premises, number):
            sentence = f"step {number} rests on {list(step.premises)}: earlier steps only, ascending, each once"
            yield Finding("step-premises", sentence)
        if number in plain:
            continue
        if not states_number(step.text, step.value):
            yield Finding("step-value", f"step {number} does not state its value {step.value}: {step.text!r}")
        elif computed and step.value not in computed:
            yield Finding("step-value", f"step {number} ends in {step.value}, which no operation gives")
        for equation in find_equations(step.text):
            if equation.holds is False:
                yield Finding("step-arithmetic", f"step {number} says {equation.text!r}, which is false")
    if program is not None:
        yield from _check_rests(problem, program)
    if problem.solution and problem.solution[-1].value != problem.answer:
        ending = problem.solution[-1].value
        yield Finding("step-answer", f"the solution ends in {ending}, the answer is {problem.answer}")


def _plain_steps(problem: Problem, program: Program) -> frozenset[int]:
    """The steps that write out their operation with its numbers in it, and nothing else that could be arithmetic.

    The operation has been computed anew, so there is no need to read the equation from the text, which takes long.
    """
    operations = program.operations
    if len(problem.solution) != len(operations):
        return frozenset()
    values = {given.name: given.value for given in program.givens}
    values |= {operation.name: operation.value for operation in operations}
    found: list[int] = []
    for number, (step, operation) in enumerate(zip(problem.solution, operations, strict=True), start=1):
        equation = _NAME.sub(lambda name: render_number(values[name[0]]), operation.expression)
        around = step.text.replace("$", "").split(f"{equation} = {render_number(operation.value)}")
        if step.value == operation.value and len(around) == 2 and _is_wordy(around[0], around[1]):
            found.append(number)
    return frozenset(found)


@lru_cache(maxsize=4096)
def _is_wordy(before: str, after: str) -> bool:
    """Do only words stand around an equation, none of which is a number or a sign of arithmetic?"""
    if not (before == "" or before.endswith(" ")) or after[:1].isalnum():
        return False
    text = f"{before} {after}"
    return not _NUMERIC.search(text) and not quantities_in(text)


def _in_order(premises: tuple[int, ...], number: int) -> bool:
    return list(premises) == sorted({premise for premise in premises if 0 <= premise < number})


def _check_rests(problem: Problem, program: Program) -> Iterator[Finding]:
    """Where the steps are the operations one by one, each rests on what its expression uses."""
    operations = program.operations
    if [step.value for step in problem.solution] != [operation.value for operation in operations]:
        return
    number_of = {operation.name: number for number, operation in enumerate(operations, start=1)}
    for number, (step, operation) in enumerate(zip(problem.solution, operations, strict=True), start=1):
        names = names_in(parsed(operation.expression))
        used = sorted({number_of.get(name, 0) for name in names})
        if list(step.premises) != used and _in_order(step.premises, number):
            sentence = f"step {number} claims to rest on {list(step.premises)}, its operation uses {used}"
            yield Finding("step-rests", sentence)
