"""Which number of a story to change, to what, and what the answer becomes.

Strategy. The answer under the change is computed under every admissible binding; they must agree. Then the story is
asked whether it would still be this story: nothing else may repeat the number, depend on it, count along with it or
be on the other side of it. Prices and measures are changed before counts, for a story leans on its counts in ways that
no program shows ("three friends": and then each is named).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Literal, TypeAlias, cast

import msgspec

from dunyazad.numbers import render_number
from dunyazad.problems.decomposition.binding import Bindings, Constant, Origin, Result, Stated, compute, feeding_steps
from dunyazad.problems.decomposition.contexts import preference
from dunyazad.problems.decomposition.dangers import danger_of_number
from dunyazad.problems.decomposition.forms import AS_IS, RECIPROCAL, base_of
from dunyazad.problems.decomposition.program import Binary, Leaf, Tree, render
from dunyazad.problems.decomposition.record import Rejected, TextNumber
from dunyazad.problems.decomposition.sanity import danger_of_change
from dunyazad.problems.decomposition.values import other_values
from dunyazad.problems.dice import Dice
from dunyazad.problems.record import Given, Operation, Program

__all__ = ["Alternate", "choose_alternate", "counterfactual", "to_program"]

_MOST_VALUES = 60

Part: TypeAlias = Literal["first_premise", "premises", "question", "common"]


class Alternate(msgspec.Struct, frozen=True):
    """A change of one number, and what it leads to.

    Attributes:
        number: The number that changes.
        value: What the program's given becomes (20 for "20%").
        text: What stands in the number's place in its sentence.
        answer: The answer then.
    """

    number: TextNumber
    value: Fraction
    text: str
    answer: Fraction


def counterfactual(bindings: Bindings, number: int, value: Fraction) -> Fraction | Rejected:
    """The answer if a number of the text had another value, where all admissible bindings agree on it.

    Args:
        bindings: The program and its admissible bindings.
        number: Which of the text's numbers, from 0.
        value: Its other value, as `base_of` gives it.
    """
    try:
        answers = {compute(bindings, assignment, {number: value})[-1] for assignment in bindings.assignments}
    except ZeroDivisionError:
        return Rejected("alternate-division", "the program divides by zero then")
    if len(answers) > 1:
        shown = " or ".join(sorted(map(render_number, answers)))
        return Rejected("bindings-disagree", f"the answer then is {shown}, as one binds the solution to the text")
    return answers.pop()


def choose_alternate(
    bindings: Bindings, candidates: tuple[TextNumber, ...], sentences: tuple[str, ...], id: str
) -> Alternate | Rejected:
    """Choose a number of the candidates and another value for it; the same for the same id.

    Where no candidate will do, the rejection is that of the candidate that came furthest.
    """
    dice = Dice("alternate", id)
    positions = [index for index, number in enumerate(bindings.numbers) if number in candidates]
    if not positions:
        return Rejected("no-candidate", "no sentence that can stand first states a number")
    order = sorted(dice.shuffled(positions), key=lambda index: preference(bindings.numbers[index], sentences))
    refused: list[Rejected] = []
    for index in order:
        found = _alternate(bindings, index, sentences, dice)
        if isinstance(found, Alternate):
            return found
        refused.append(found)
    return refused[0]


def _alternate(bindings: Bindings, index: int, sentences: tuple[str, ...], dice: Dice) -> Alternate | Rejected:
    danger = danger_of_number(bindings, index, sentences)
    if danger is not None:
        return danger
    number = bindings.numbers[index]
    refused: list[Rejected] = []
    for value in other_values(number.quantity, sentences[number.sentence], dice):
        answer = counterfactual(bindings, index, value.base)
        fault = answer if isinstance(answer, Rejected) else danger_of_change(bindings, index, value.base, sentences)
        if fault is None:
            return Alternate(number, value.base, value.text, cast(Fraction, answer))
        refused.append(fault)
        if fault.code == "bindings-disagree" or len(refused) == _MOST_VALUES:
            break
    if not refused:
        return Rejected("no-other-value", f"{number.quantity.text!r} has no other value that is written like it")
    common = Counter(fault.code for fault in refused).most_common(1)[0][0]
    return next(fault for fault in refused if fault.code == common)


def to_program(bindings: Bindings, alternate: Alternate, parts: tuple[str, ...]) -> Program:
    """Write the program of a problem: givens by the part that states them, and operations over their names.

    Args:
        bindings: The program and its admissible bindings; the first one is written, since all agree on the answers.
        alternate: The change.
        parts: The part of each sentence: "first_premise", "premises" or "question".
    """
    assignment = bindings.assignments[0]
    feeding = sorted(feeding_steps(assignment))
    origins = [origin for index in feeding for origin in assignment[index]]
    used = sorted({origin.number for origin in origins if isinstance(origin, Stated)})
    names = {index: f"n{place}" for place, index in enumerate(used, start=1)}
    known = sorted({origin.value for origin in origins if isinstance(origin, Constant)} - {0, 1})
    common = {value: f"c{place}" for place, value in enumerate(known, start=1)}
    results = {index: f"r{place}" for place, index in enumerate(feeding, start=1)}
    givens = [
        Given(names[index], base_of(number.quantity), cast(Part, parts[number.sentence]))
        for index, number in enumerate(bindings.numbers)
        if index in names
    ]
    givens += [Given(name, value, "common") for value, name in common.items()]
    operations = tuple(
        Operation(
            results[index],
            _expression(bindings.operations[index].tree, assignment[index], names, common, results),
            bindings.operations[index].value,
        )
        for index in feeding
    )
    changed = names[bindings.numbers.index(alternate.number)]
    return Program(tuple(givens), operations, changed, alternate.value)


def _expression(
    tree: Tree,
    origins: tuple[Origin, ...],
    names: dict[int, str],
    common: dict[Fraction, str],
    results: dict[int, str],
) -> str:
    """Write a step over names; "a / 3" where the text says "a third" becomes a * third."""
    plain, plainer = _without_reciprocals(tree, iter(origins))
    return render(plain, [_text(origin, names, common, results) for origin in plainer])


def _without_reciprocals(tree: Tree, origins: Iterator[Origin]) -> tuple[Tree, list[Origin]]:
    if isinstance(tree, Leaf):
        return tree, [next(origins)]
    left, left_origins = _without_reciprocals(tree.left, origins)
    right, right_origins = _without_reciprocals(tree.right, origins)
    if tree.operator in ("*", "/") and _is_reciprocal(right, right_origins):
        return Binary("*" if tree.operator == "/" else "/", left, right), [*left_origins, *_as_is(right_origins)]
    if tree.operator == "*" and _is_reciprocal(left, left_origins):
        return Binary("/", right, left), [*right_origins, *_as_is(left_origins)]
    return Binary(tree.operator, left, right), [*left_origins, *right_origins]


def _is_reciprocal(tree: Tree, origins: list[Origin]) -> bool:
    first = origins[0]
    return isinstance(tree, Leaf) and isinstance(first, Stated) and first.form is RECIPROCAL


def _as_is(origins: list[Origin]) -> list[Origin]:
    return [Stated(origin.number, AS_IS) if isinstance(origin, Stated) else origin for origin in origins]


def _text(origin: Origin, names: dict[int, str], common: dict[Fraction, str], results: dict[int, str]) -> str:
    match origin:
        case Result(operation):
            return results[operation]
        case Stated(number, form):
            return form.text.format(n=names[number])
        case Constant(value):
            return common.get(value, render_number(value))
    raise TypeError(f"no origin: {origin!r}")
