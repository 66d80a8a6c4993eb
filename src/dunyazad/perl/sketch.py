"""Solutions as programs with words: what certified perturbation changes and recomputes.

A sketch has one line a step: an expression over named numbers, with the words before and after its equation. Numbers
are the question's (or everyone's, such as 100), or the results of earlier lines. So what a step rests on is known, and
when one line is changed, so is what every later line comes to.

Sketches come from our own problems, and from gold solutions with calculator annotations (`<<3*4=12>>`, as GSM8K's). Of
the latter only those are taken whose numbers have one source each: if a number stands in the question and is an earlier
result too, nobody can tell which one a step takes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

import msgspec

from dunyazad._exceptions import NumberError
from dunyazad.numbers import evaluate, find_quantities, names_in, parse_number, render_number
from dunyazad.problems.annotations import ANNOTATED_RESULT, FINAL_ANSWER
from dunyazad.problems.programs import filled, parsed
from dunyazad.problems.record import Problem

__all__ = ["Line", "Sketch", "equation", "sketch_of_problem", "sketch_of_solution", "sources"]

_LITERAL = re.compile(r"\d{1,12}(?:\.\d{1,9})?|\.\d{1,9}")
_PLAIN = re.compile(r"[\d+\-*/(). ]+")
# Where the visible twin of an annotation begins: signs, digits and brackets only.
_VISIBLE = re.compile(r"[\d.,$+\-*/×x÷() ]+=[ ]?\$?$")
# Numbers that everyone knows: a line may take them from nowhere.
_COMMON = frozenset(
    Fraction(value) for value in ("0", "1", "2", "3", "4", "5", "7", "10", "12", "24", "30", "52", "60", "100", "1/2")
)


class Line(NamedTuple):
    """One step.

    Attributes:
        name: What its result is called.
        expression: Over the names of givens and earlier lines.
        before: The words before the equation.
        after: The words after it.
    """

    name: str
    expression: str
    before: str
    after: str


class Sketch(msgspec.Struct, frozen=True):
    """A gold solution that can be changed and recomputed.

    Attributes:
        id: The problem's id.
        question: The problem as its reader meets it.
        givens: Numbers that are no results, by name.
        lines: The steps; the last one's result is the answer.
        solution: The gold solution in words, with calculator annotations.
        known: Which of the givens the question does not state: everyone knows them.
    """

    id: str
    question: str
    givens: dict[str, Fraction]
    lines: tuple[Line, ...]
    solution: str
    known: frozenset[str] = frozenset()

    def values(self) -> dict[str, Fraction]:
        """Every number by name.

        Raises:
            NumberError: A line cannot be computed.
        """
        values = dict(self.givens)
        for line in self.lines:
            values[line.name] = evaluate(parsed(line.expression), values)
        return values


def sketch_of_problem(problem: Problem) -> Sketch | None:
    """Sketch a problem of ours; None where its program or its steps in words are not known, or do not fit together.

    Example:
        >>> from dunyazad.problems import make_problems
        >>> sketch = sketch_of_problem(next(iter(make_problems(1, seed=5))))
        >>> len(sketch.lines) >= 2
        True
    """
    program = problem.program
    if program is None or len(problem.solution) != len(program.operations):
        return None
    givens = {given.name: given.value for given in program.givens}
    values = givens | {operation.name: operation.value for operation in program.operations}
    lines, solution = [], []
    for operation, step in zip(program.operations, problem.solution, strict=True):
        expression, result = filled(operation.expression, values), render_number(operation.value)
        before, found, after = step.text.partition(f"{expression} = {result}")
        if not found:
            return None
        lines.append(Line(operation.name, operation.expression, before, after))
        annotation = f"<<{expression.replace(' ', '')}={result}>>"
        solution.append(f"{before}{expression} = {annotation}{result}{after}")
    text = "\n".join([*solution, f"#### {render_number(problem.answer)}"])
    known = frozenset(given.name for given in program.givens if given.part == "common")
    return Sketch(problem.id, problem.text, givens, tuple(lines), text, known)


def sketch_of_solution(name: str, question: str, answer: str) -> Sketch | None:
    r"""Sketch a gold solution with calculator annotations; None where it cannot be certified.

    Taken are solutions with one annotated equation a line whose visible twin holds the same numbers, whose numbers have
    one source each, and whose last equation gives the final answer.

    Args:
        name: The problem's id.
        question: The question.
        answer: Lines with `<<3*4=12>>`, then `#### 12`.

    Example:
        >>> gold = "3*6=<<3*6=18>>18 nuts\n18-5=<<18-5=13>>13\n#### 13"
        >>> sketch = sketch_of_solution("a", "3 bags of 6 nuts; 5 are bad.", gold)
        >>> [line.expression for line in sketch.lines]
        ['given1*given2', 'result1-given3']
    """
    final = FINAL_ANSWER.search(answer)
    texts = [line.strip() for line in answer[: final.start() if final else 0].splitlines() if line.strip()]
    reader = _Reader({quantity.value for quantity in find_quantities(question)})
    lines = [reader.line(text) for text in texts]
    if final is None or not lines or None in lines:
        return None
    told = tuple(line for line in lines if line is not None)
    sketch = Sketch(name, question, reader.givens, told, answer, reader.known)
    try:
        right = sketch.values()[sketch.lines[-1].name] == parse_number(final[1].strip())
    except NumberError:
        return None
    return sketch if right else None


class _Reader:
    """Reads the lines of a gold solution, and remembers which numbers are whose."""

    def __init__(self, stated: set[Fraction]) -> None:
        self._stated = stated
        self._results: dict[str, Fraction] = {}
        self._names: dict[Fraction, str] = {}
        self.givens: dict[str, Fraction] = {}

    @property
    def known(self) -> frozenset[str]:
        """The givens that the question does not state."""
        return frozenset(name for name, value in self.givens.items() if value not in self._stated)

    def line(self, text: str) -> Line | None:
        """Read one line; None where it cannot be certified."""
        found = ANNOTATED_RESULT.search(text)
        if found is None or ANNOTATED_RESULT.search(text, found.end()) or not _PLAIN.fullmatch(found[1]):
            return None
        head, tail = text[: found.start()], text[found.end() :]
        visible = _VISIBLE.search(head)
        if visible is None or _bare(visible[0].rpartition("=")[0]) != _bare(found[1]) or not tail.startswith(found[2]):
            return None
        named = self._named(found[1])
        if named is None:
            return None
        try:
            value = evaluate(parsed(named), self._values())
            if value != parse_number(found[2]):
                return None
        except NumberError:
            return None
        name = f"result{len(self._results) + 1}"
        self._results[name] = value
        before = head[: visible.start()]
        return Line(name, named, f"{before} " if before and not before.endswith(" ") else before, tail[len(found[2]) :])

    def _values(self) -> dict[str, Fraction]:
        return self.givens | self._results

    def _named(self, expression: str) -> str | None:
        """The expression over names; None where a number is not the question's, a result, nor everyone's."""
        parts, place = [], 0
        for literal in _LITERAL.finditer(expression):
            name = self._source(Fraction(literal[0]))
            if name is None:
                return None
            parts += [expression[place : literal.start()], name]
            place = literal.end()
        return "".join([*parts, expression[place:]]).strip()

    def _source(self, value: Fraction) -> str | None:
        """What a number is called; None where it may be two things, or nobody has said it."""
        named = [name for name, result in self._results.items() if result == value]
        elsewhere = value in self._stated or value in _COMMON
        if named:
            return named[0] if len(named) == 1 and not elsewhere else None
        if not elsewhere:
            return None
        if value not in self._names:
            self._names[value] = f"given{len(self._names) + 1}"
            self.givens[self._names[value]] = value
        return self._names[value]


def _bare(text: str) -> str:
    plain = text.replace("×", "*").replace("x", "*").replace("÷", "/")
    return re.sub(r"[\s$,]", "", plain)


def equation(line: Line, expression: str, values: Mapping[str, Fraction]) -> str:
    """A line in words, with an expression and numbers that may differ from its own."""
    shown = filled(expression, values)
    shown = re.sub(r"\s*([+*/]|(?<=[\w)])-)\s*", r" \1 ", shown)
    return f"{line.before}{shown} = {render_number(values[line.name])}{line.after}"


def sources(expression: str) -> tuple[str, ...]:
    """The names that an expression takes."""
    return names_in(parsed(expression))
