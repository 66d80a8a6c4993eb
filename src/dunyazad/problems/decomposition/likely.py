"""The answer under a hand-made alternate, as a person would take the solution: likely, and not certified.

Where the certifier is silent, because bindings disagree or a solution has no annotations, a reader still wants to know
where an alternate leads. So the solution's arithmetic is read wherever it can be read (annotations, equations in its
words, equations with one unknown, steps that are stated backwards), each reading is bound in its likeliest way, and the
first that uses the changed number tells the answer. Where others come near to the likeliest binding, and their answers
differ, nothing is told. What is told enters no record.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

import msgspec

from dunyazad.numbers import render_number
from dunyazad.problems.annotations import ANNOTATION
from dunyazad.problems.decomposition.binding import (
    Assignment,
    Bindings,
    Choices,
    Constant,
    Origin,
    assignments_of,
    choices_of,
    compute,
    feeding_steps,
    origin_value,
    unbound,
    used_numbers,
)
from dunyazad.problems.decomposition.cut import Cut, cut_of
from dunyazad.problems.decomposition.equations import equations_in_prose, program_of
from dunyazad.problems.decomposition.forms import base_of
from dunyazad.problems.decomposition.nearness import Nearness
from dunyazad.problems.decomposition.program import RawProgram, extract_program, render
from dunyazad.problems.decomposition.record import Rejected, SourceProblem
from dunyazad.problems.decomposition.unknowns import solved_programs, turned
from dunyazad.problems.record import Problem

__all__ = ["Likely", "likely_answer"]

_CLOCK = re.compile(r"(?<![0-9:])([0-9]{1,2}):00(?![0-9:])")
_MOST_PROGRAMS = 8
_MOST_ASSIGNMENTS = 20_000
# A binding that is behind by less than this, about a noun, is as likely: on other problems, most of those were wrong.
_MARGIN = 2


class Likely(msgspec.Struct, frozen=True):
    """The answer under the alternate in the likeliest reading.

    Attributes:
        answer: The answer then.
        steps: The arithmetic that leads to it.
        below_zero: The first step that falls below zero under the alternate and did not before; empty where none does.
        money: Is money asked for?
    """

    answer: Fraction
    steps: str
    below_zero: str = ""
    money: bool = False


def likely_answer(problem: Problem, source: SourceProblem) -> Likely | Rejected:
    """Read what the answer is under a problem's alternate, as a person would take its original's solution.

    Args:
        problem: The record, cut by hand.
        source: Its original.
    """
    cut = cut_of(problem)
    if isinstance(cut, Rejected):
        return cut
    refused: list[Rejected] = []
    for raw in _readings(source, cut):
        found = raw if isinstance(raw, Rejected) else _likely(raw, cut, source.answer_text)
        if isinstance(found, Likely):
            return found
        if raw is not found:
            refused.append(found)
    return refused[0] if refused else Rejected("prose-unread", "its arithmetic in words cannot be read to the end")


def _readings(source: SourceProblem, cut: Cut) -> Iterator[RawProgram | Rejected]:
    """The programs that a solution may state, the surest first."""
    annotated = extract_program(source)
    yield annotated
    plain = ANNOTATION.sub("", source.answer_text)
    if equations := equations_in_prose(plain, source.final):
        yield program_of(msgspec.structs.replace(source, equations=equations))
    if isinstance(annotated, RawProgram):
        yield from _turned(annotated, cut)
    for count, program in enumerate(solved_programs(source.answer_text, source.final)):
        if count < _MOST_PROGRAMS:
            yield program


def _turned(raw: RawProgram, cut: Cut) -> Iterator[RawProgram]:
    """The program with the step that gives its only unbound literal solved for it, where what it gave was known."""
    missing = unbound(raw, cut.numbers, cut.sentences)
    if len(missing) != 1:
        return
    known: set[Fraction] = set()
    for place, operation in enumerate(raw.operations):
        backwards = turned(operation, missing[0]) if operation.value in known else None
        if backwards is not None:
            yield RawProgram((*raw.operations[:place], backwards, *raw.operations[place + 1 :]))
            return
        known.add(operation.value)


def _likely(raw: RawProgram, cut: Cut, solution: str) -> Likely | Rejected:
    choices = choices_of(raw, cut.numbers, cut.sentences, told=_told(cut), most=_MOST_ASSIGNMENTS)
    if isinstance(choices, Rejected):
        return choices
    best = _best(choices, cut, solution)
    if isinstance(best, Rejected):
        return best
    bindings = Bindings(choices.operations, cut.numbers, tuple(best))
    if fault := _unused(best, cut):
        return fault
    try:
        found = {compute(bindings, assignment, {cut.changed: base_of(cut.after)})[-1] for assignment in best}
        if len(found) > 1:
            shown = " or ".join(sorted(map(render_number, found)))
            return Rejected(
                "likely-unsure", f"the answer then is {shown}, and no reading is much likelier than the others"
            )
        return _told_by(bindings, cut)
    except ZeroDivisionError:
        return Rejected("alternate-division", "the program divides by zero then")


def _unused(best: list[Assignment], cut: Cut) -> Rejected | None:
    """Why the solution may have no use for the changed number, in one of the likeliest bindings."""
    uses = [cut.changed in used_numbers(assignment, feeding_steps(assignment)) for assignment in best]
    text = cut.numbers[cut.changed].quantity.text
    if not any(uses):
        return Rejected("number-unused", f"the solution does not use {text!r}, which the alternate changes")
    if not all(uses):
        sentence = f"the solution uses one of several {text!r}, or one for all, and it is not told which one changes"
        return Rejected("likely-unsure", sentence)
    return None


def _told(cut: Cut) -> dict[Fraction, tuple[Origin, ...]]:
    """Hours on the clock, which count as no numbers of the text; and the zero of a sum that is turned around."""
    hours = {Fraction(match[1]) for sentence in cut.sentences for match in _CLOCK.finditer(sentence)}
    return {value: (Constant(value),) for value in (Fraction(0), *hours)}


def _best(choices: Choices, cut: Cut, solution: str) -> list[Assignment] | Rejected:
    """The bindings near the likeliest, and it first, of those under which every step feeds the answer that must."""
    last = len(choices.operations) - 1
    required = {place for place, step in enumerate(choices.operations) if step.annotated or place == last}
    nearness = Nearness(choices, cut.numbers, cut.sentences, solution)
    scored: dict[int, list[Assignment]] = {}
    for assignment in assignments_of(choices.operations, choices.origins):
        if required <= feeding_steps(assignment):
            scored.setdefault(nearness.of(assignment), []).append(assignment)
    if not scored:
        return Rejected("step-idle", "not all steps of the solution feed the answer")
    best = sorted((score for score in scored if score > max(scored) - _MARGIN), reverse=True)
    return [assignment for score in best for assignment in scored[score]]


def _told_by(bindings: Bindings, cut: Cut) -> Likely:
    """The first binding's steps under the alternate."""
    assignment = bindings.assignments[0]
    changed = {cut.changed: base_of(cut.after)}
    before, after = compute(bindings, assignment, {}), compute(bindings, assignment, changed)
    steps: list[str] = []
    below = ""
    for place in sorted(feeding_steps(assignment)):
        values = [origin_value(origin, bindings, after, changed) for origin in assignment[place]]
        written = render(bindings.operations[place].tree, list(map(render_number, values)))
        steps.append(f"{written} = {render_number(after[place])}")
        if before[place] >= 0 > after[place]:
            below = below or steps[-1]
    return Likely(after[-1], "; ".join(steps), below, cut.money)
