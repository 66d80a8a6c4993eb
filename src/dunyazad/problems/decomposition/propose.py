"""Join a story and its program into a problem, and have the certifier judge it.

Nothing here decides that a problem is sound: what is proposed is an ordinary record, and `certify` rejects it as it
would anybody's.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

import msgspec

from dunyazad.numbers import render_number
from dunyazad.problems.certification import certify
from dunyazad.problems.decomposition.alternates import Alternate, choose_alternate, to_program
from dunyazad.problems.decomposition.binding import Origin, bind
from dunyazad.problems.decomposition.english import check_english
from dunyazad.problems.decomposition.equations import program_of
from dunyazad.problems.decomposition.program import RawProgram
from dunyazad.problems.decomposition.quoting import SLOT, Statement
from dunyazad.problems.decomposition.record import Rejected, SourceProblem
from dunyazad.problems.decomposition.risk import assess
from dunyazad.problems.decomposition.story import Story, take_apart
from dunyazad.problems.decomposition.unbound import NO_PROGRAM, Change, change_in_text, other_answer
from dunyazad.problems.gold_steps import gold_steps
from dunyazad.problems.names import find_names
from dunyazad.problems.record import Problem
from dunyazad.problems.risk import with_risk

__all__ = ["join", "join_without_program", "propose"]


class Answers(NamedTuple):
    """A problem's answer, the one that its wrong conclusion states, and the one under the alternate if it is known."""

    right: Fraction
    wrong: Fraction
    counterfactual: Fraction | None


def propose(source: SourceProblem) -> Problem | Rejected:
    """Take one problem apart and certify it, or say why not.

    Raises:
        MissingExtraError: The extra `decompose` is not installed.
    """
    raw = program_of(source) if source.needs_program or source.equations else None
    if isinstance(raw, Rejected) and source.needs_program:
        return raw
    story = take_apart(source.question)
    if isinstance(story, Rejected):
        return story
    if raw is None or isinstance(raw, Rejected):
        return join_without_program(source, story)
    joined = join(source, raw, story)
    if isinstance(joined, Problem) or source.needs_program:
        return joined
    return join_without_program(source, story)


def join(
    source: SourceProblem, raw: RawProgram, story: Story, *, told: Mapping[Fraction, tuple[Origin, ...]] | None = None
) -> Problem | Rejected:
    """Join a story and a program into a problem and certify it, or say why not.

    Args:
        source: Where both are from.
        raw: The program.
        story: The story, whoever took it apart.
        told: Origins of literals that no rule binds, by the literal's value.
    """
    bindings = bind(raw, story.numbers, story.sentences, told=told)
    if isinstance(bindings, Rejected):
        return bindings
    alternate = choose_alternate(bindings, story.candidates, story.sentences, source.id)
    if isinstance(alternate, Rejected):
        return alternate
    program = to_program(bindings, alternate, _parts(story, alternate))
    converts = any(given.part == "common" for given in program.givens)
    template = _template(story.statement, (source.final, alternate.answer), converts=converts)
    if not template:
        return _no_unit(story)
    answers = Answers(source.final, alternate.answer, alternate.answer)
    problem = _problem(source, story, alternate, template, answers)
    problem = msgspec.structs.replace(problem, program=program, solution=gold_steps(program))
    return _judged(problem, source, bindings=len(bindings.assignments))


def join_without_program(source: SourceProblem, story: Story) -> Problem | Rejected:
    """Make a problem of a story and its answer alone, and certify it, or say why not."""
    change = change_in_text(story, source.id)
    if isinstance(change, Rejected):
        return change
    # Whether the solution converts units is not known, so that no unit of the story is surely the answer's.
    template = _template(story.statement, (source.final,), converts=True)
    if not template:
        return _no_unit(story)
    other = other_answer(_fill(template, source.final), source.final, story, change, source.id)
    if isinstance(other, Rejected):
        return other
    template = _template(story.statement, (source.final, other), converts=True)
    problem = _problem(source, story, change, template, Answers(source.final, other, None))
    return _judged(problem, source, bindings=1)


def _no_unit(story: Story) -> Rejected:
    return Rejected("unit-unknown", f"the answer's unit is not sure: {story.sentences[-1][:80]!r}")


def _judged(problem: Problem, source: SourceProblem, *, bindings: int) -> Problem | Rejected:
    fault = check_english(problem)
    if fault is not None:
        return fault
    # Two sentences that differ in more than their number are only remarked where no counterfactual answer is known.
    unusable = (f for f in certify(problem) if f.severity == "error" or f.code.endswith("-wording"))
    finding = next(unusable, None)
    if finding is not None:
        return Rejected(finding.code, finding.sentence)
    return with_risk(problem, assess(problem, source.question, bindings=bindings))


def _parts(story: Story, alternate: Alternate) -> tuple[str, ...]:
    last = len(story.sentences) - 1
    return tuple(
        "question" if index == last else "first_premise" if index <= alternate.number.sentence else "premises"
        for index in range(len(story.sentences))
    )


def _problem(
    source: SourceProblem, story: Story, change: Alternate | Change, template: str, answers: Answers
) -> Problem:
    place = change.number.sentence
    start, end = change.number.span
    *before, changed = story.sentences[: place + 1]
    other = changed[:start] + change.text + changed[end:]
    # What follows the gate opens with a name where it is sure: the gate may speak of somebody else.
    premises = [*story.named[place + 1 : place + 2], *story.sentences[place + 2 : -1]]
    unknown = (NO_PROGRAM,) if answers.counterfactual is None else ()
    problem = Problem(
        id=source.id,
        first_premise=" ".join((*before, changed)),
        alternate_first_premise=" ".join((*before, other)),
        premises=" ".join(premises),
        question=story.sentences[-1],
        answer=answers.right,
        conclusion=_fill(template, answers.right),
        counterfactual_answer=answers.counterfactual,
        wrong_conclusion=_fill(template, answers.wrong),
        wrong_answer=answers.wrong,
        source=source.source,
        tags=(f"conclusion:{story.statement.rule}", *unknown),
    )
    return _with_names(problem, story)


def _with_names(problem: Problem, story: Story) -> Problem:
    found = find_names(problem.text, problem.alternate_first_premise, problem.conclusion, problem.wrong_conclusion)
    return msgspec.structs.replace(problem, names=tuple(dict.fromkeys((*story.names, *found))))


def _template(statement: Statement, answers: tuple[Fraction, ...], *, converts: bool) -> str:
    """Choose a statement for all answers; "" where none is sure."""
    low = any(answer <= 1 for answer in answers)
    if statement.measured:
        return "" if converts or low else statement.measured
    return statement.safe if low else statement.usual


def _fill(template: str, answer: Fraction) -> str:
    cents = answer * 100
    broken = answer.denominator != 1 and cents.denominator == 1
    shown = f"{float(answer):.2f}" if f"${SLOT}" in template and broken else render_number(answer)
    return template.replace(SLOT, shown)
