"""Certified perturbation: one step made wrong, all that rests on it computed anew, every label known exactly.

One line of a sketch is changed in one of the ways of `KINDS`. Lines that take its result, or take what was taken from
it, are computed from the wrong number, and are accumulation errors; all others stay as they are, and are correct. A
change is taken only if it can be told: the wrong result and everything that follows from it differ from the gold
values, the answer too; numbers stay plausible (nothing negative, no new fractions); and no other number in the words of
a changed step could contradict it.

This is the paper's synthetic split (arXiv 2502.02362, section on PERL) without a model, so that nobody has to annotate.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Literal, NamedTuple

from dunyazad._exceptions import NumberError
from dunyazad.numbers import evaluate, find_quantities, render_number
from dunyazad.perl.record import AnnotatedChain, AnnotatedStep, ErrorNote, PremiseNote
from dunyazad.perl.sketch import Sketch, equation, sources
from dunyazad.problems.dice import Dice
from dunyazad.problems.programs import parsed

__all__ = [
    "KINDS",
    "TYPES",
    "Change",
    "Kind",
    "affected_by",
    "changes",
    "numbers_tell",
    "perturbed",
    "recomputed",
    "sound",
]

Kind = Literal["slip", "operation", "given", "operand", "omitted"]

# Each way to make a step wrong, and what help texts say of it. Only a slip is an error of mathematics.
KINDS: Mapping[Kind, str] = {
    "slip": "the result is miscalculated (mathematical error)",
    "operation": "another operation is done (logical inconsistency)",
    "given": "a number of the question is misread (logical inconsistency)",
    "operand": "another known number is taken (logical inconsistency)",
    "omitted": "an operand is left out (logical inconsistency)",
}
_OTHER = {"+": "-", "-": "+", "*": "+", "/": "*"}
_TOKEN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|\d+(?:\.\d+)?|[-+*/()]")
_MISSES = tuple(sign * size for size in (*range(1, 11), 20, 100) for sign in (1, -1))


class Change(NamedTuple):
    """One line, changed.

    Attributes:
        expression: What it computes.
        misread: Givens that it takes for other numbers.
        result: What it comes to by a slip; None where it is computed.
        description: The change in words.
    """

    expression: str
    misread: dict[str, Fraction]
    result: Fraction | None
    description: str


def perturbed(sketch: Sketch, kind: Kind, dice: Dice, *, name: str, source: str = "") -> AnnotatedChain | None:
    r"""Make one step of a gold solution wrong; None where no step can be made wrong in this way and told.

    Args:
        sketch: The gold solution.
        kind: In which way.
        dice: Decides which step, and how.
        name: The chain's id.
        source: The file that results are told under.

    Example:
        >>> from dunyazad.perl.sketch import sketch_of_solution
        >>> gold = "Nuts: 3*6=<<3*6=18>>18\nGood: 18-5=<<18-5=13>>13\n#### 13"
        >>> sketch = sketch_of_solution("a", "3 bags of 6 nuts; 5 are bad. How many are good?", gold)
        >>> chain = perturbed(sketch, "operation", Dice(5), name="a")
        >>> [step.text for step in chain.steps]
        ['Step 1: Nuts: 3 + 6 = 9', 'Step 2: Good: 9 - 5 = 4']
        >>> chain.labels
        (('logical_inconsistency',), ('accumulation_error',))
    """
    gold = sketch.values()
    for place in dice.shuffled(range(len(sketch.lines))):
        for change in dice.shuffled(list(changes(sketch, place, kind, gold))):
            values = recomputed(sketch, place, change)
            if values is None:
                continue
            affected = affected_by(sketch, place)
            if numbers_tell(sketch, affected, gold, values) and _words_allow(sketch, affected):
                return _chain(sketch, place, change, values, affected, kind, (name, source))
    return None


def sound(sketch: Sketch, *, name: str, source: str = "") -> AnnotatedChain:
    """Give the gold solution itself as an annotated chain: every step correct."""
    values = sketch.values()
    return _chain(sketch, None, None, values, set(), None, (name, source))


def changes(sketch: Sketch, place: int, kind: Kind, gold: Mapping[str, Fraction]) -> Iterator[Change]:
    """The changes of one kind that one line allows.

    Args:
        sketch: The solution.
        place: Which line, from 0.
        kind: In which way.
        gold: Every number by name.
    """
    line = sketch.lines[place]
    taken = sources(line.expression)
    if kind == "slip":
        right = render_number(gold[line.name])
        for wrong in _near(gold[line.name]):
            yield Change(line.expression, {}, wrong, f"the result is {right}, not {render_number(wrong)}")
    elif kind == "given":
        for given in (other for other in taken if other in sketch.givens.keys() - sketch.known):
            for wrong in _near(sketch.givens[given]):
                said = f"takes {render_number(wrong)} where the question says {render_number(sketch.givens[given])}"
                yield Change(line.expression, {given: wrong}, None, said)
    elif kind == "operation":
        yield from _other_operations(line.expression)
    elif kind == "operand":
        known = [*sketch.givens, *(other.name for other in sketch.lines[:place])]
        yield from _other_operands(line.expression, known, gold)
    else:
        yield from _omissions(line.expression)


def _near(right: Fraction) -> Iterator[Fraction]:
    """Positive numbers near the right one: someone could take them for it."""
    for miss in _MISSES:
        if right + miss > 0 and abs(miss) <= max(3, right):
            yield right + miss


def _other_operations(expression: str) -> Iterator[Change]:
    tokens = _TOKEN.findall(expression)
    for at, token in enumerate(tokens):
        if token in _OTHER and at and tokens[at - 1] not in ("(", *_OTHER):
            changed = [*tokens[:at], _OTHER[token], *tokens[at + 1 :]]
            yield Change(_joined(changed), {}, None, f"does {_OTHER[token]} where {token} is to be done")


def _other_operands(expression: str, known: list[str], gold: Mapping[str, Fraction]) -> Iterator[Change]:
    tokens = _TOKEN.findall(expression)
    for at, token in enumerate(tokens):
        if token not in gold:
            continue
        for other in known:
            if other in tokens or gold[other] == gold[token]:
                continue
            said = f"takes {render_number(gold[other])} where {render_number(gold[token])} is to be taken"
            yield Change(_joined([*tokens[:at], other, *tokens[at + 1 :]]), {}, None, said)


def _omissions(expression: str) -> Iterator[Change]:
    tokens = _TOKEN.findall(expression)
    if "(" in tokens or len(tokens) < 5:
        return  # what would be left is no computation
    for at in range(1, len(tokens) - 1, 2):
        changed = [*tokens[:at], *tokens[at + 2 :]]
        yield Change(_joined(changed), {}, None, f"leaves out {tokens[at]} with its number")


def _joined(tokens: list[str]) -> str:
    return " ".join(tokens).replace("( ", "(").replace(" )", ")")


def recomputed(sketch: Sketch, place: int, change: Change) -> dict[str, Fraction] | None:
    """Every result by name, with the change; None where something cannot be computed."""
    values = dict(sketch.givens)
    try:
        for at, line in enumerate(sketch.lines):
            if at != place:
                values[line.name] = evaluate(parsed(line.expression), values)
            elif change.result is not None:
                values[line.name] = change.result
            else:
                values[line.name] = evaluate(parsed(change.expression), values | change.misread)
    except NumberError:
        return None
    return values


def affected_by(sketch: Sketch, place: int) -> set[int]:
    """The places of the changed line and of all that rest on it."""
    names, places = {sketch.lines[place].name}, {place}
    for at, line in enumerate(sketch.lines[place + 1 :], start=place + 1):
        if names & set(sources(line.expression)):
            names.add(line.name)
            places.add(at)
    return places


def numbers_tell(
    sketch: Sketch, affected: set[int], gold: Mapping[str, Fraction], values: Mapping[str, Fraction]
) -> bool:
    """Do the numbers of a changed solution show that it is wrong, and stay plausible; the answer's too?"""
    if len(sketch.lines) - 1 not in affected:
        return False  # the answer would stay right
    every = set(gold.values())
    for at in affected:
        name = sketch.lines[at].name
        # A wrong number that is right elsewhere might be another way, and is refused too.
        if values[name] in every or values[name] < 0 or values[name].denominator > max(2, gold[name].denominator):
            return False
    return True


def _words_allow(sketch: Sketch, affected: set[int]) -> bool:
    """Does no other number stand in the words of a changed step, which could contradict it?"""
    lines = [sketch.lines[at] for at in affected]
    return not any(find_quantities(line.before) or find_quantities(line.after) for line in lines)


def _chain(
    sketch: Sketch,
    place: int | None,
    change: Change | None,
    values: Mapping[str, Fraction],
    affected: set[int],
    kind: Kind | None,
    called: tuple[str, str],
) -> AnnotatedChain:
    numbers = {line.name: at for at, line in enumerate(sketch.lines, start=1)}
    steps = []
    for at, line in enumerate(sketch.lines):
        changed = change if at == place else None
        expression = changed.expression if changed else line.expression
        shown = {**values, **changed.misread} if changed else values
        errors: tuple[ErrorNote, ...] = ()
        if changed:
            errors = (ErrorNote(TYPES[kind == "slip"], changed.description),)
        elif at in affected:
            errors = (ErrorNote("Accumulation_Error", "rests on a wrong step"),)
        taken = {numbers.get(name, 0) for name in sources(expression)} or {0}
        text = f"Step {at + 1}: {equation(line, expression, shown)}"
        premises = tuple(PremiseNote(number) for number in sorted(taken))
        steps.append(AnnotatedStep(number=at + 1, text=text, premises=premises, errors=errors))
    gold = sketch.values()[sketch.lines[-1].name]
    return AnnotatedChain(
        id=called[0],
        question=sketch.question,
        steps=tuple(steps),
        source=called[1],
        set="certified",
        split="positives" if kind is None else "synthetic_negatives",
        solution=sketch.solution,
        answer=render_number(gold),
        model_answer=render_number(values[sketch.lines[-1].name]),
        is_correct=kind is None,
    )


# What a change is called: by whether it is a slip.
TYPES = {True: "Mathematical_Error", False: "Logical_Inconsistency"}
