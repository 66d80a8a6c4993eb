"""The program of a GSM8K solution: its calculator annotations, read as arithmetic and recomputed exactly.

An annotation `<<a=b>>` claims that the arithmetic `a` gives `b`. It is kept only if that holds exactly: a rounded
result does not say how it was rounded, so nothing could be said about another number in its place.

Arithmetic is a tree here, not text: the binding must know which literals are divided by which, and puts other
quantities in their places.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Final, Literal, TypeAlias

import msgspec

from dunyazad._exceptions import NumberError
from dunyazad.numbers import Equation, Expression, find_equations, parse_expression, parse_number, render_number
from dunyazad.problems.annotations import ANNOTATION
from dunyazad.problems.decomposition.record import Rejected, SourceProblem

__all__ = [
    "Binary",
    "Leaf",
    "Operator",
    "RawOperation",
    "RawProgram",
    "Tree",
    "extract_program",
    "factors",
    "leaves",
    "operations_in",
    "render",
    "tree_of",
    "value_of",
]

MAX_OPERATIONS = 30
MAX_LEAVES = 60

Operator: TypeAlias = Literal["+", "-", "*", "/"]


class Leaf(msgspec.Struct, frozen=True):
    """A number as it is written in the program."""

    value: Fraction


class Binary(msgspec.Struct, frozen=True):
    """Two trees and what joins them."""

    operator: Operator
    left: Tree
    right: Tree


Tree: TypeAlias = "Leaf | Binary"


class RawOperation(msgspec.Struct, frozen=True):
    """One step: arithmetic over literals, and what it gives.

    Attributes:
        tree: The arithmetic.
        value: What it gives.
        annotated: Does an annotation say so? Otherwise the solution says it in its text, and the step counts only where
            another one needs it.
    """

    tree: Tree
    value: Fraction
    annotated: bool = True


class RawProgram(msgspec.Struct, frozen=True):
    """The steps of one solution, in order; the last one gives the answer."""

    operations: tuple[RawOperation, ...]


_OPERATORS: Final[dict[str, Operator]] = {"+": "+", "-": "-", "*": "*", "/": "/"}
_RANK: Final[dict[Operator, int]] = {"+": 1, "-": 1, "*": 2, "/": 2}


def extract_program(source: SourceProblem) -> RawProgram | Rejected:
    """Read the annotations of a solution, recompute them, and add the equations that stand there without one.

    Example:
        >>> source = SourceProblem("set/0", "", "2 * 3 = <<2*3=6>>6 and <<6+1=7>>7 #### 7", Fraction(7))
        >>> [render(operation.tree) for operation in extract_program(source).operations]
        ['2 * 3', '6 + 1']
    """
    texts = ANNOTATION.findall(source.answer_text)
    if not texts:
        return Rejected("no-annotations", "the solution has no annotations <<…=…>>", source.id)
    if len(texts) > MAX_OPERATIONS:
        return Rejected("too-many-steps", f"the solution has {len(texts)} annotations", source.id)
    operations = []
    for operation in operations_in(source.answer_text):
        if isinstance(operation, Rejected):
            return Rejected(operation.code, operation.sentence, source.id)
        operations.append(operation)
    return _ending_in(operations, source)


def _ending_in(operations: list[RawOperation], source: SourceProblem) -> RawProgram | Rejected:
    """Cut the program after the last annotation, or, where that is not the answer, after the equation that gives it."""
    places = [place for place, operation in enumerate(operations) if operation.annotated]
    if not places:
        return Rejected("no-annotations", "no annotation of the solution computes anything", source.id)
    last = places[-1]
    if operations[last].value != source.final:
        later = [place for place in range(last, len(operations)) if operations[place].value == source.final]
        if not later:
            sentence = f"the last annotation gives {operations[last].value}, the answer is {source.final}"
            return Rejected("program-answer", sentence, source.id)
        last = later[-1]
    if sum(len(leaves(operation.tree)) for operation in operations[: last + 1]) > MAX_LEAVES:
        return Rejected("too-many-steps", f"the solution uses over {MAX_LEAVES} numbers", source.id)
    return RawProgram(tuple(operations[: last + 1]))


def operations_in(answer: str) -> Iterator[RawOperation | Rejected]:
    """The steps that a solution's text states, in its order; a rejection for each annotation that is none."""
    plain = ANNOTATION.sub("", answer)
    equations = list(find_equations(plain))
    removed = 0
    for match in ANNOTATION.finditer(answer):
        place = match.start() - removed
        removed += len(match[0])
        while equations and equations[0].end < place:
            yield from _unannotated(equations.pop(0))
        around = equations.pop(0) if equations and equations[0].start <= place else None
        operation = _operation(match[1])
        if isinstance(operation, Rejected) or isinstance(operation.tree, Binary):
            yield operation
        elif around is not None:
            # "2 * 3 = <<6=6>>6": the text says what the annotation leaves out.
            yield from _unannotated(around)
    for equation in equations:
        yield from _unannotated(equation)


def _unannotated(equation: Equation) -> Iterator[RawOperation]:
    """The step that an equation of the text states; "7/20 * 100% = 35%" is read as 7/20 * 100 = 35."""
    with contextlib.suppress(NumberError, ZeroDivisionError):
        tree, last = tree_of(equation.sides[0], percent=False), tree_of(equation.sides[-1], percent=False)
        if isinstance(tree, Binary) and isinstance(last, Leaf) and value_of(tree) == last.value:
            yield RawOperation(tree, last.value, annotated=False)


def _operation(text: str) -> RawOperation | Rejected:
    left, equals, right = text.rpartition("=")
    if not equals or "=" in left:
        return Rejected("annotation-malformed", f"<<{text[:60]}>> is not of the form a=b")
    try:
        tree = tree_of(parse_expression(left))
        stated = parse_number(right)
        value = value_of(tree)
    except (NumberError, ZeroDivisionError) as error:
        return Rejected("annotation-malformed", f"<<{text[:60]}>> cannot be computed: {error}")
    if value != stated:
        return Rejected("annotation-inexact", f"<<{text[:60]}>>: it gives {render_number(value)} exactly")
    return RawOperation(tree, value)


def tree_of(expression: Expression, *, percent: bool = True) -> Tree:
    """Build the tree of an expression.

    Raises:
        NumberError: It holds names or other operators than the four.
    """
    if len(expression.code) > 2 * MAX_LEAVES:
        raise NumberError(f"over {MAX_LEAVES} numbers in one step")
    stack: list[Tree] = []
    for item in expression.code:
        if isinstance(item, Fraction):
            stack.append(Leaf(item))
        elif item == "%" and stack and isinstance(top := stack[-1], Leaf):
            stack[-1] = Leaf(top.value / 100) if percent else top
        elif isinstance(item, str) and item in _OPERATORS:
            right = stack.pop()
            stack.append(Binary(_OPERATORS[item], stack.pop(), right))
        else:
            raise NumberError(f"{item!r} is neither a number nor one of + - * /")
    return stack[0]


def leaves(tree: Tree) -> tuple[Leaf, ...]:
    """The leaves of a tree, left to right."""
    return tuple(_leaves(tree))


def _leaves(tree: Tree) -> Iterator[Leaf]:
    if isinstance(tree, Leaf):
        yield tree
    else:
        yield from _leaves(tree.left)
        yield from _leaves(tree.right)


def factors(tree: Tree) -> tuple[bool, ...]:
    """For each leaf, left to right: is something multiplied by it, divided by it, or is it divided?

    Example:
        >>> two = Leaf(Fraction(2))
        >>> factors(Binary("+", Binary("*", two, two), two))
        (True, True, False)
    """
    if isinstance(tree, Leaf):
        return (False,)
    sides: list[bool] = []
    for side in (tree.left, tree.right):
        sides += [tree.operator in ("*", "/")] if isinstance(side, Leaf) else factors(side)
    return tuple(sides)


def value_of(tree: Tree, values: Sequence[Fraction] | None = None) -> Fraction:
    """Compute a tree exactly; `values` stand in for its leaves, left to right.

    Raises:
        ZeroDivisionError: It divides by zero.

    Example:
        >>> value_of(Binary("/", Leaf(Fraction(6)), Leaf(Fraction(4))), [Fraction(6), Fraction(8)])
        Fraction(3, 4)
    """
    return _value(tree, iter([leaf.value for leaf in leaves(tree)] if values is None else values))


def _value(tree: Tree, values: Iterator[Fraction]) -> Fraction:
    if isinstance(tree, Leaf):
        return next(values)
    left = _value(tree.left, values)
    right = _value(tree.right, values)
    match tree.operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return left / right


def render(tree: Tree, texts: Sequence[str] | None = None) -> str:
    """Write a tree as text; `texts` stand in for its leaves, left to right (each one operand, or in brackets).

    Example:
        >>> two = Leaf(Fraction(2))
        >>> render(Binary("*", Binary("+", two, two), two), ["a", "b", "2"])
        '(a + b) * 2'
    """
    written = [render_number(leaf.value) for leaf in leaves(tree)] if texts is None else texts
    return _render(tree, iter(written))[0]


def _render(tree: Tree, texts: Iterator[str]) -> tuple[str, int]:
    if isinstance(tree, Leaf):
        return next(texts), 3
    rank = _RANK[tree.operator]
    left, left_rank = _render(tree.left, texts)
    right, right_rank = _render(tree.right, texts)
    # a - (b - c) and a / (b * c) need their brackets; a + (b + c) keeps them too, so that text and tree agree.
    return f"{_bracketed(left, left_rank < rank)} {tree.operator} {_bracketed(right, right_rank <= rank)}", rank


def _bracketed(text: str, needed: bool) -> str:
    return f"({text})" if needed else text


def rewritten(tree: Tree, change: Callable[[Tree], Tree]) -> Tree:
    """Apply a change to every node, from the leaves up."""
    if isinstance(tree, Leaf):
        return change(tree)
    return change(Binary(tree.operator, rewritten(tree.left, change), rewritten(tree.right, change)))
