"""The steps that the simulated solver writes for one link: the gate's decision, then the arithmetic.

Where the problem's program is known, each of its operations is a step, with the numbers put in; a slip falsifies one of
them and everything after it is computed from the wrong number. Premises follow from how the numbers came about: a given
of the first premise comes from the gate's step, every other given from the question, a result from its own step.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec

from dunyazad._exceptions import InputError
from dunyazad.chaining.evaluate import gold_met, listed_branches
from dunyazad.chaining.record import ChainedProblem, Gate, LogicGate, NumericGate, SwitchGate
from dunyazad.errors.record import Label
from dunyazad.numbers import find_quantities, names_in, render_number
from dunyazad.problems.programs import filled, operand, parsed, run
from dunyazad.problems.record import Operation, Problem, Program

__all__ = ["LinkTask", "SimulatedStep", "WrittenLink", "changed_value", "meaningful", "program_of", "written_link"]

# By how much a slip misses; small numbers first look like slips.
_MISSES = tuple(sign * size for size in range(1, 13) for sign in (1, -1))


class SimulatedStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step, and the truth about it.

    Attributes:
        text: Without its number.
        premises: The earlier steps that it rests on, ascending; 0 is the question.
        label: What it is.
    """

    text: str
    premises: tuple[int, ...]
    label: Label


class LinkTask(msgspec.Struct, frozen=True, kw_only=True):
    """What to write for one link.

    Attributes:
        chain: The chained problem.
        position: The link, in solving order.
        gate: Its gate; None for a root.
        branch: The branch to take: 0 for the gold one, j for the j-th alternate; 0 where there is none to take.
        base: The answer that is reached without a slip; None where nobody knows the branch's answer.
        found: The answers found for the gate's parents; None where one was skipped.
        found_steps: The steps that found them.
        slips: Must the arithmetic slip?
        strays: Is the branch not the one that is open?
        supposes: Do the answers found not tell which branch is open?
        first_number: The number of the first step to write.
        problem: The problem, where its program is known and to be written out.
        random: Decides where and by how much the arithmetic slips.
    """

    chain: ChainedProblem
    position: int
    gate: Gate | None
    branch: int
    base: Fraction | None
    found: tuple[Fraction | None, ...]
    found_steps: tuple[int, ...]
    slips: bool
    strays: bool
    supposes: bool
    first_number: int
    problem: Problem | None
    random: random.Random


class WrittenLink(msgspec.Struct, frozen=True):
    """The steps of a link, with native labels only, and the answer that they end in."""

    steps: tuple[SimulatedStep, ...]
    answer: Fraction


def written_link(task: LinkTask) -> WrittenLink:
    """Write a link.

    Raises:
        InputError: The program does not give the chain's answer.
    """
    gate_steps = () if task.gate is None else (_gate_step(task, task.gate),)
    program = program_of(task)
    if program is None:
        answer, steps = _plain(task)
    else:
        values, slipped = _computed(task, program)
        answer, steps = values[program.operations[-1].name], tuple(_operation_steps(task, program, values, slipped))
    return WrittenLink(gate_steps + steps, answer)


def _gate_step(task: LinkTask, gate: Gate) -> SimulatedStep:
    known = [render_number(answer) for answer in task.found if answer is not None]
    if isinstance(gate, NumericGate):
        text = _numeric_text(task, gate, known)
    elif task.supposes:
        found = f"what was found is {', '.join(known)}, which does not settle it"
        found = found if known else "nothing was found to hold against that"
        text = f"{_claims(task, gate)}; {found}. Suppose {_outcome(task, gate)}"
    else:
        text = f"{_claims(task, gate)}; what was found is {', '.join(known)}, so {_outcome(task, gate)}"
    premises = tuple(sorted({0, *task.found_steps}))
    return SimulatedStep(text, premises, "logical_inconsistency" if task.strays else "correct")


def _numeric_text(task: LinkTask, gate: NumericGate, known: list[str]) -> str:
    held = task.found[0]
    if held is None:
        parent = task.chain.problems[gate.parents[0]].answer
        return f"Nothing was found for the number. Suppose that it is {render_number(gate.number(parent))}."
    sign = {"plus": "+", "minus": "-", "times": "*"}[gate.operation]
    worked = f"{operand(held)} {sign} {render_number(gate.operand)} = {render_number(gate.number(held))}"
    return f"What was found is {known[0]}, so the number is {worked}."


def _claims(task: LinkTask, gate: LogicGate | SwitchGate) -> str:
    problems = task.chain.problems
    if isinstance(gate, SwitchGate):
        claimed = [problems[gate.parents[0]].claimed(case) for case in gate.cases]
        return f"The cases say {', '.join(map(render_number, claimed))}"
    pairs = zip(gate.parents, gate.claims, strict=True)
    values = [render_number(problems[parent].claimed(0 if claim else 1)) for parent, claim in pairs]
    return f"The claim says {values[0]}" if len(values) == 1 else f"The claims say {', '.join(values)}"


def _outcome(task: LinkTask, gate: LogicGate | SwitchGate) -> str:
    premise = " ".join(task.chain.slice(task.chain.branch_spans(gate)[task.branch]).split())
    if isinstance(gate, SwitchGate):
        return f"case {listed_branches(gate).index(task.branch) + 1} is the true one and this holds: {premise}"
    met = gold_met(gate) == (task.branch == 0)
    if gate.condition == "if":
        # The claim of a gate that states the wrong conclusion is true exactly on the other branch.
        return f"the claim is {'true' if met else 'false'} and this holds: {premise}"
    return f"the condition is {'met' if met else 'not met'} and this holds: {premise}"


def _plain(task: LinkTask) -> tuple[Fraction, tuple[SimulatedStep, ...]]:
    gold, base = task.chain.problems[task.position].answer, task.base
    # A branch whose answer nobody knows: any number will do that means nothing else.
    answer = _missed(task, gold if base is None else base) if task.slips or base is None else base
    text = f'Worked out: "{task.chain.questions[task.position]}" comes to {render_number(answer)}.'
    premises = (0,) if task.gate is None else (0, task.first_number)
    return answer, (SimulatedStep(text, premises, "mathematical_error" if task.slips else "correct"),)


def meaningful(task: LinkTask) -> set[Fraction]:
    """The numbers that mean something at this link, so that a slip must not end in them."""
    position = task.position
    member = task.chain.problems[position]
    answers = {member.answer, *member.counterfactual_answers, *member.wrong_answers, task.base}
    return {answer for answer in answers if answer is not None}


def _misses(task: LinkTask) -> list[int]:
    """By how much to miss, in a drawn order; as many as are needed to get past every number that means something."""
    shuffled = sorted(_MISSES, key=lambda _: task.random.random())
    return [*shuffled, *range(13, 14 + len(meaningful(task)))]


def _missed(task: LinkTask, right: Fraction) -> Fraction:
    taken = meaningful(task)
    candidates = (right + miss for miss in _misses(task))
    return next(value for value in candidates if value >= min(right, Fraction(0)) and value not in taken)


def _computed(task: LinkTask, program: Program) -> tuple[dict[str, Fraction], str]:
    """Every quantity by name on the branch taken, and the operation that slipped ("" for none)."""
    changed, expected = changed_value(task, program), task.base
    right = run(program, changed=changed)
    last = program.operations[-1].name
    if right is None or right[last] != expected:
        name = task.chain.problem_ids[task.position]
        raise InputError(f"problem {name!r} does not give the answer {expected} of chain {task.chain.id!r}")
    return _slipped(task, program, changed, right) if task.slips else (right, "")


def program_of(task: LinkTask) -> Program | None:
    """The program to write out; None where there is none, or where it does not say what the way taken comes to."""
    program = None if task.problem is None else task.problem.program
    # A problem's program knows its first alternate only; and on a branch whose answer nobody knows, it leads somewhere
    # that no chain can check.
    if program is None or task.branch > 1 or task.base is None:
        return None
    if not isinstance(task.gate, NumericGate):
        return program
    # A number as written (25 of 25%) need not be the program's.
    values = run(program, changed=changed_value(task, program))
    return program if values is not None and values[program.operations[-1].name] == task.base else None


def changed_value(task: LinkTask, program: Program) -> Fraction | None:
    """What the changed quantity is on the way taken; None for what the problem says it is."""
    if isinstance(task.gate, NumericGate):
        held = task.found[0]
        return None if held is None else task.gate.number(held)
    return None if task.branch == 0 else program.alternate_value


def _slipped(
    task: LinkTask, program: Program, changed: Fraction | None, right: Mapping[str, Fraction]
) -> tuple[dict[str, Fraction], str]:
    taken, last, misses = meaningful(task), program.operations[-1].name, _misses(task)
    names = sorted((operation.name for operation in program.operations), key=lambda _: task.random.random())
    # Any operation may slip; some slips cancel out, or end in a number that means something. The last one can always.
    for name in (*names, last):
        for miss in misses:
            if right[name] + miss < 0:
                continue
            values = run(program, changed=changed, replaced={name: right[name] + miss})
            if values is not None and values[last] not in taken and _plausible(values, right):
                return values, name
    wrong = max(taken) + 1
    return {**right, last: wrong}, last


def _plausible(values: Mapping[str, Fraction], right: Mapping[str, Fraction]) -> bool:
    """No number of the story turns negative or broken: 199/7 dollars would give the slip away."""
    return all(value >= 0 and value.denominator <= right[name].denominator for name, value in values.items())


def _operation_steps(
    task: LinkTask, program: Program, values: Mapping[str, Fraction], slipped: str
) -> Iterator[SimulatedStep]:
    # The gate's step, where there is one, comes first.
    number = task.first_number + (task.gate is not None)
    where = {given.name: 0 for given in program.givens}
    if task.gate is not None:
        where |= {given.name: task.first_number for given in program.givens if given.part == "first_premise"}
    for index, operation in enumerate(program.operations):
        label: Label = "mathematical_error" if operation.name == slipped else "correct"
        premises = {where[name] for name in names_in(parsed(operation.expression))} or {0}
        text = _told(task, program, index, values)
        if operation is program.operations[-1]:
            text += f' This settles "{task.chain.questions[task.position]}"'
        yield SimulatedStep(text, tuple(sorted(premises)), label)
        where[operation.name] = number
        number += 1


def _told(task: LinkTask, program: Program, index: int, values: Mapping[str, Fraction]) -> str:
    """Tell an operation in the gold solution's words, where these hold for other numbers too; else in plain ones."""
    solution = () if task.problem is None else task.problem.solution
    operation = program.operations[index]
    equation = _equation(operation, values)
    if len(solution) == len(program.operations):
        gold = {given.name: given.value for given in program.givens}
        gold |= {done.name: done.value for done in program.operations}
        before, found, after = solution[index].text.partition(_equation(operation, gold))
        # Any other number in the sentence may belong to the gold branch only.
        if found and not find_quantities(before) and not find_quantities(after):
            return f"{before}{equation}{after}"
    return f"Now {operation.name.replace('_', ' ').strip()}: {equation}."


def _equation(operation: Operation, values: Mapping[str, Fraction]) -> str:
    return f"{filled(operation.expression, values)} = {render_number(values[operation.name])}"
