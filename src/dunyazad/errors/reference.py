"""What is known about a question's gold solution, for a judge that compares steps with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

import msgspec

from dunyazad._exceptions import InputError, NumberError
from dunyazad.chaining.evaluate import branch_spans
from dunyazad.chaining.record import BranchGate, ChainedProblem, NumericGate
from dunyazad.numbers import find_equations, find_quantities, parse_number, render_number
from dunyazad.problems.annotations import ANNOTATED_RESULT, FINAL_ANSWER
from dunyazad.problems.programs import run
from dunyazad.problems.record import Problem, Program

__all__ = ["Branch", "Reference", "reference_for_answer", "reference_for_chain", "reference_for_problem"]

_NAME = re.compile(r"[A-Za-z_]\w*")


class Branch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One gate of a chained problem, as far as a judge needs it.

    Attributes:
        problem: The position of the problem whose first premise the gate decides, from 0 in solving order.
        right: The first premise that holds.
        wrong: The other one.
        values: The numbers that only the solution under the other premise has.
    """

    problem: int
    right: str
    wrong: str
    values: tuple[Fraction, ...]


class GoldOperation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One operation of a gold solution.

    Attributes:
        expression: Arithmetic over givens and earlier results, as numbers ("3 * 4").
        value: Its result.
    """

    expression: str
    value: Fraction


class Reference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The quantities of a gold solution.

    Attributes:
        final: The final answer.
        values: Every result of the gold solution, the final answer included.
        givens: What the question states.
        answers: For a chained problem, the answers by label (Q1 first): the problems' in telling order, then the final
            one where it is no problem's own; empty otherwise.
        branches: For a chained problem, its gates.
        mentioned: What else the gold solution's text mentions: numbers on the way that are no result.
        operations: How the values are computed, in order, as far as that is known.
        complete: Are the values on the way to the answers known too? If not, no value is off the path.
    """

    final: Fraction
    values: tuple[Fraction, ...]
    givens: tuple[Fraction, ...] = ()
    answers: tuple[Fraction, ...] = ()
    branches: tuple[Branch, ...] = ()
    mentioned: tuple[Fraction, ...] = ()
    operations: tuple[GoldOperation, ...] = ()
    complete: bool = True


def reference_for_answer(answer: str, question: str = "") -> Reference:
    """Read a gold solution in GSM8K's form: `<<3*4=12>>` annotations and a last line `#### 12`.

    A text that is one number alone is taken as the final answer.

    Raises:
        InputError: There is no final answer that is a number.

    Example:
        >>> reference_for_answer("3 bags of 4 are <<3*4=12>>12. #### 12").values
        (Fraction(12, 1),)
    """
    found = FINAL_ANSWER.search(answer)
    final = _number(found[1] if found else answer)
    if final is None:
        raise InputError(f"no final answer in the gold solution {answer[-60:]!r}")
    operations = tuple(_operations(answer))
    mentioned = _distinct(quantity.value for quantity in find_quantities(ANNOTATED_RESULT.sub("", answer)))
    return Reference(
        final=final,
        values=_distinct([*(operation.value for operation in operations), final]),
        givens=_stated(question),
        mentioned=mentioned,
        operations=operations,
        complete=bool(operations)
        and all(_number(result) is not None for _, result in ANNOTATED_RESULT.findall(answer)),
    )


def _operations(answer: str) -> Iterator[GoldOperation]:
    """What a gold solution computes: in its annotations, and in equations that have none."""
    annotated = set()
    for worked, result in ANNOTATED_RESULT.findall(answer):
        value = _number(result)
        if value is not None:
            annotated.add(value)
            yield GoldOperation(worked, value)
    for equation in find_equations(ANNOTATED_RESULT.sub("", answer)):
        value = equation.values[-1]
        if value is not None and value not in annotated:
            yield GoldOperation(equation.sides[0].text, value)


def reference_for_problem(problem: Problem) -> Reference:
    """Take the quantities of a problem's program; without one, of its solution steps, or its answer alone."""
    values = [*_results(problem.program), *(step.value for step in problem.solution), problem.answer]
    complete = problem.program is not None or bool(problem.solution)
    return Reference(
        final=problem.answer,
        values=_distinct(values),
        givens=_givens(problem),
        operations=tuple(_worked(problem.program)),
        complete=complete,
    )


def _worked(program: Program | None) -> Iterator[GoldOperation]:
    """What a program computes, with numbers in the place of names."""
    if program is None:
        return
    values = {given.name: given.value for given in program.givens}
    for operation in program.operations:
        expression = _NAME.sub(lambda found: _in_brackets(values.get(found[0]), found[0]), operation.expression)
        yield GoldOperation(expression, operation.value)
        values[operation.name] = operation.value


def _in_brackets(value: Fraction | None, name: str) -> str:
    return name if value is None else f"({render_number(value)})"


def reference_for_chain(chain: ChainedProblem, problems: Mapping[str, Problem] | None = None) -> Reference:
    """Take the answers and branches of a chained problem, and what the programs of its problems give, where known.

    Problems are looked up by id; those that are missing leave their inner values unknown.
    """
    known = [(problems or {}).get(name) for name in chain.problem_ids]
    values = [
        *chain.answers,
        chain.answer,
        *(value for problem in known if problem for value in _results(problem.program)),
    ]
    gold = set(values)
    branches = tuple(
        branch
        for gate in chain.gates
        if not isinstance(gate, NumericGate)
        for branch in _branches(chain, gate, known[gate.child], gold)
    )
    return Reference(
        final=chain.answer,
        values=_distinct(values),
        givens=_stated(chain.text),
        answers=_by_label(chain),
        branches=branches,
        complete=all(problem is not None and problem.program is not None for problem in known),
    )


def _by_label(chain: ChainedProblem) -> tuple[Fraction, ...]:
    told = tuple([chain.answers[position] for position in chain.telling])
    return told if chain.final.kind == "target" else (*told, chain.answer)


def _branches(
    chain: ChainedProblem, gate: BranchGate, problem: Problem | None, gold: set[Fraction]
) -> Iterator[Branch]:
    spans = branch_spans(chain, gate)
    right = chain.slice(spans[0])
    for number, span in spans.items():
        if number:
            answer = chain.problems[gate.child].answer_under(number)
            # A problem's program knows its first alternate only.
            own = _only_wrong(answer, problem if number == 1 else None, gold)
            yield Branch(gate.child, right, chain.slice(span), own)


def _only_wrong(answer: Fraction | None, problem: Problem | None, gold: set[Fraction]) -> tuple[Fraction, ...]:
    values = [] if answer is None else [answer]
    if problem is not None and problem.program is not None:
        values += _counterfactual(problem.program)
    return _distinct(value for value in values if value not in gold)


def _counterfactual(program: Program) -> list[Fraction]:
    """Every result of the program when the alternate first premise holds; nothing where it cannot be computed."""
    values = run(program, changed=program.alternate_value)
    return [] if values is None else [values[operation.name] for operation in program.operations]


def _results(program: Program | None) -> list[Fraction]:
    return [] if program is None else [operation.value for operation in program.operations]


def _givens(problem: Problem) -> tuple[Fraction, ...]:
    named = [given.value for given in problem.program.givens] if problem.program else []
    return _distinct([*named, *_stated(problem.text)])


def _stated(text: str) -> tuple[Fraction, ...]:
    return _distinct(quantity.value for quantity in find_quantities(text))


def _distinct(values: Iterable[Fraction]) -> tuple[Fraction, ...]:
    return tuple(dict.fromkeys(values))


def _number(text: str) -> Fraction | None:
    try:
        return parse_number(text.strip().rstrip("."))
    except NumberError:
        return None
