"""Simulated solutions as annotated chains, and their certified perturbation.

A simulated solution of a chained problem is made of gates and programs, so that premises and labels of its steps are
known. To perturb one, a line of one problem's program is changed as gold solutions are (`perturb.KINDS`), and the
simulated solver goes on from the wrong answer: it follows the gates that the wrong answer opens, and computes on.

A change is taken only if it can be told: within its problem as for gold solutions; the problem's wrong answer is none
that a gate knows; every later step that rests on it reads otherwise than before, every other one is the same; and the
final answer is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

import msgspec

from dunyazad.chaining.evaluate import final_answer
from dunyazad.chaining.record import ChainedProblem
from dunyazad.errors import Label
from dunyazad.models.simulated import Fault, SimulatedSolution, Simulator, make_rates
from dunyazad.models.simulated_steps import (
    LinkTask,
    SimulatedStep,
    WrittenLink,
    changed_value,
    meaningful,
    program_of,
    written_link,
)
from dunyazad.numbers import names_in, render_number
from dunyazad.perl.perturb import Change, Kind, affected_by, changes, numbers_tell, recomputed
from dunyazad.perl.record import AnnotatedChain, AnnotatedStep, ErrorNote, PremiseNote
from dunyazad.perl.sketch import Line, Sketch
from dunyazad.problems.dice import Dice
from dunyazad.problems.programs import filled, parsed
from dunyazad.problems.record import Problem, Program

__all__ = ["annotated_simulation", "perturbed_simulation", "sound_simulation"]

Problems = Mapping[str, Problem]
# How many changes of one kind are tried in one problem of a chain.
_MOST_TRIES = 8
_NAMES = {
    "mathematical_error": "Mathematical_Error",
    "logical_inconsistency": "Logical_Inconsistency",
    "accumulation_error": "Accumulation_Error",
}
_SAID = {
    "mathematical_error": "the arithmetic slips",
    "logical_inconsistency": "the other branch is taken",
    "accumulation_error": "rests on a wrong step",
}


def sound_simulation(chain: ChainedProblem, problems: Problems, *, name: str, source: str = "") -> AnnotatedChain:
    """The simulated solution of a chained problem in which nothing goes wrong.

    Raises:
        InputError: The problems are not the chain's.
    """
    return annotated_simulation(chain, _sound(chain, problems), name=name, source=source)


def annotated_simulation(
    chain: ChainedProblem, made: SimulatedSolution, *, name: str, source: str = "", said: str = ""
) -> AnnotatedChain:
    """A simulated solution as a chain whose premises and labels are known.

    Args:
        chain: The chained problem.
        made: The solution.
        name: The chain's id.
        source: What its results are told under.
        said: What its native errors are, in words; empty for what each is in general.
    """
    answer = final_answer(chain.final, made.answers)
    steps = []
    for number, step in enumerate(made.steps, start=1):
        words = said if said and step.label != "accumulation_error" else _SAID.get(step.label, "")
        steps.append(
            AnnotatedStep(
                number=number,
                text=f"Step {number}: {step.text}",
                premises=tuple(PremiseNote(premise) for premise in step.premises),
                errors=(ErrorNote(_NAMES[step.label], words),) if step.label != "correct" else (),
            )
        )
    return AnnotatedChain(
        id=name,
        question=chain.text,
        steps=tuple(steps),
        source=source,
        set="simulated",
        split="positives" if answer == chain.answer else "negatives",
        answer=render_number(chain.answer),
        model_answer=None if answer is None else render_number(answer),
        is_correct=answer == chain.answer,
    )


def perturbed_simulation(
    chain: ChainedProblem, problems: Problems, kind: Kind, dice: Dice, *, name: str, source: str = ""
) -> AnnotatedChain | None:
    """Make one step of a chained problem's simulated solution wrong; None where none can be made so and be told.

    Args:
        chain: The chained problem.
        problems: Its problems by id: one whose program is not here is never changed.
        kind: In which way.
        dice: Decides which step, and how.
        name: The new chain's id.
        source: What its results are told under.

    Raises:
        InputError: The problems are not the chain's.
    """
    sound = _sound(chain, problems)
    simulator = Simulator(rates=make_rates(accuracy=1.0), problems=problems)
    for position in dice.shuffled(range(chain.length)):
        for skipped in range(_MOST_TRIES):
            writer = _Writer(kind, dice, skipped)
            made = simulator.solve(chain, protocol="final", fault=Fault(position, writer.write))
            if writer.change is None:
                break
            answer = final_answer(chain.final, made.answers)
            if answer not in (None, chain.answer) and _can_be_told(sound.steps, made.steps):
                found = annotated_simulation(chain, made, name=name, source=source, said=writer.change.description)
                return msgspec.structs.replace(found, split="synthetic_negatives")
    return None


def _sound(chain: ChainedProblem, problems: Problems) -> SimulatedSolution:
    return Simulator(rates=make_rates(accuracy=1.0), problems=problems).solve(chain, protocol="final")


def _can_be_told(before: tuple[SimulatedStep, ...], after: tuple[SimulatedStep, ...]) -> bool:
    """Do exactly those steps read otherwise that are wrong?"""
    if len(before) != len(after):
        return False
    pairs = zip(before, after, strict=True)
    return all((old.text == new.text) == (new.label == "correct") for old, new in pairs)


class _Way(NamedTuple):
    """One change of a link's program, and what everything comes to with it."""

    place: int
    change: Change
    values: dict[str, Fraction]
    affected: set[int]


class _Writer:
    """Writes one link with a change in its program: the first that can be told, after some that are passed over.

    Attributes:
        change: What was changed; None where nothing could be.
    """

    def __init__(self, kind: Kind, dice: Dice, skipped: int) -> None:
        self._kind, self._dice, self._skipped = kind, dice, skipped
        self.change: Change | None = None

    def write(self, task: LinkTask) -> WrittenLink:
        sound = written_link(msgspec.structs.replace(task, slips=False))
        program = program_of(task)
        if program is None:
            return sound
        ways = self._ways(_sketch(task, program), meaningful(task))
        way = next((way for place, way in enumerate(ways) if place == self._skipped), None)
        if way is None:
            return sound
        self.change = way.change
        return self._written(task, program, way, sound)

    def _ways(self, sketch: Sketch, taken: set[Fraction]) -> Iterator[_Way]:
        gold = sketch.values()
        # A key of its own, so that each try goes through the same ways.
        dice = Dice("simulated", sketch.id, self._kind)
        for place in dice.shuffled(range(len(sketch.lines))):
            for change in dice.shuffled(list(changes(sketch, place, self._kind, gold))):
                values = recomputed(sketch, place, change)
                affected = affected_by(sketch, place)
                if values is None or not numbers_tell(sketch, affected, gold, values):
                    continue
                if values[sketch.lines[-1].name] not in taken:
                    yield _Way(place, change, values, affected)

    def _written(self, task: LinkTask, program: Program, way: _Way, sound: WrittenLink) -> WrittenLink:
        gated = len(sound.steps) - len(program.operations)
        gold = _sketch(task, program).values()
        steps = list(sound.steps)
        for at in way.affected:
            operation, step = program.operations[at], steps[gated + at]
            changed = at == way.place
            expression = way.change.expression if changed else operation.expression
            shown = way.values | way.change.misread if changed else way.values
            old = f"{filled(operation.expression, gold)} = {render_number(gold[operation.name])}"
            new = f"{filled(expression, shown)} = {render_number(way.values[operation.name])}"
            steps[gated + at] = SimulatedStep(
                text=step.text.replace(old, new, 1),
                premises=_premises(task, program, expression, gated) if changed else step.premises,
                label=_label(self._kind) if changed else "correct",
            )
        return WrittenLink(tuple(steps), way.values[program.operations[-1].name])


def _label(kind: Kind) -> Label:
    return "mathematical_error" if kind == "slip" else "logical_inconsistency"


def _sketch(task: LinkTask, program: Program) -> Sketch:
    """The link's program as a sketch without words, with the numbers of the branch that is taken."""
    givens = {given.name: given.value for given in program.givens}
    changed = changed_value(task, program)
    if changed is not None:
        givens[program.changed] = changed
    # What the gate's step gives is no number of the question's that could be misread.
    gated = {given.name for given in program.givens if given.part == "first_premise" and task.gate is not None}
    common = {given.name for given in program.givens if given.part == "common"}
    lines = tuple(Line(operation.name, operation.expression, "", "") for operation in program.operations)
    name = f"{task.chain.id}/{task.position}"
    return Sketch(name, task.chain.text, givens, lines, "", frozenset(gated | common))


def _premises(task: LinkTask, program: Program, expression: str, gated: int) -> tuple[int, ...]:
    """Where the numbers of an expression come from: the question, the gate's step, or earlier lines."""
    where = {given.name: 0 for given in program.givens}
    if task.gate is not None:
        where |= {given.name: task.first_number for given in program.givens if given.part == "first_premise"}
    for at, operation in enumerate(program.operations):
        where[operation.name] = task.first_number + gated + at
    return tuple(sorted({where[name] for name in names_in(parsed(expression))})) or (0,)
