"""What makes any change of a number unsafe: the story would contradict itself, or no longer be solved in this way.

Each check stands for a kind of problem whose computed answer is not what a careful reader would find. They err on the
side of refusal: another number, or another problem, will do.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from dunyazad.problems.decomposition.binding import Assignment, Bindings, Result, Stated
from dunyazad.problems.decomposition.contexts import SMALL, alike, is_measured, kind_of, nouns_of
from dunyazad.problems.decomposition.forms import base_of
from dunyazad.problems.decomposition.program import Leaf, Tree, leaves
from dunyazad.problems.decomposition.readings import misread
from dunyazad.problems.decomposition.record import Rejected, TextNumber
from dunyazad.problems.fixed_numbers import counts_out, why_fixed

__all__ = ["danger_in_text", "danger_of_number", "without_program"]

# Up to here one that comes back, or stands beside "the first" and "another".
_FEW = 6
_PAIR = 2

_ONE_BY_ONE = re.compile(
    r"\b(?:the (?:first|second|third|last)|another|one of (?:them|these|those|the|his|her|which)|"
    r"respectively|one (?:is|was|has|had))\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"\b(?:total|altogether|in all|all|others?|the rest|remain\w*|both|of (?:them|which|these|those|whom)|"
    r"combined|including|together|split|divided|consist\w*)\b",
    re.IGNORECASE,
)
_DAYS = re.compile(r"[ -](?:[a-z]+ )?(?:days?|weeks?|months?)\b", re.IGNORECASE)
_DAY_NAMES = re.compile(
    r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b|\b(?:January|February|March|April|May|June|July|August|September|"
    r"October|November|December)\b"
)
_HOURS = re.compile(r"[ -](?:[a-z]+ )?(?:hours?|minutes?)\b", re.IGNORECASE)
_CLOCK = re.compile(
    r"\b[0-9]{1,2} ?(?:[ap]\.?m\b|o'clock)|\b[0-9]{1,2}:[0-9]{2}\b|\b(?:noon|midnight)\b", re.IGNORECASE
)
_ROUNDED = re.compile(
    r"\b(?:round(?:ed|s|ing)?(?! ?-?trip)|nearest|approximate\w*|about how|at least how|minimum|maximum|"
    r"at most how|whole number|"
    r"full (?:boxes|bags|packs|packages|crates|trays|cartons|buses|trips|weeks|pages|rows)|"
    r"how many (?:full|complete|whole))\b",
    re.IGNORECASE,
)
_CAPITALISED = re.compile(r"(?<=[a-z,:] )[A-Z][a-z]+")


def danger_of_number(bindings: Bindings, index: int, sentences: tuple[str, ...]) -> Rejected | None:
    """Why a number must not be changed at all; None where nothing speaks against it."""
    return next((danger for check in _CHECKS for danger in check(bindings, index, sentences)), None)


def danger_in_text(numbers: tuple[TextNumber, ...], index: int, sentences: tuple[str, ...]) -> Rejected | None:
    """Why a number must not be changed, as far as the text alone tells, without a program."""
    unbound = without_program(numbers)
    return next((danger for check in _TEXT_CHECKS for danger in check(unbound, index, sentences)), None)


def without_program(numbers: tuple[TextNumber, ...]) -> Bindings:
    """The numbers of a text of which no program says how they are used: as if none were."""
    return Bindings((), numbers, ((),))


def _small(bindings: Bindings, index: int, _sentences: tuple[str, ...]) -> Iterator[Rejected]:
    quantity = bindings.numbers[index].quantity
    if quantity.value in (0, 1):
        yield Rejected("number-one", f"{quantity.text!r} would change its words with its value")


def _unused(bindings: Bindings, index: int, _sentences: tuple[str, ...]) -> Iterator[Rejected]:
    quantity = bindings.numbers[index].quantity
    if not bindings.uses(index):
        yield Rejected("number-unused", f"the solution does not use {quantity.text!r}")


def _repeated(bindings: Bindings, index: int, sentences: tuple[str, ...]) -> Iterator[Rejected]:
    """The same number stands elsewhere too, and may be the same thing; the bindings tell only where both are used."""
    quantity = bindings.numbers[index].quantity
    kind = kind_of(bindings.numbers[index], sentences)
    for other, number in enumerate(bindings.numbers):
        values = {number.quantity.value, number.quantity.number}
        if other == index or not values & {quantity.value, quantity.number}:
            continue
        used = all(_places(assignment, other) for assignment in bindings.assignments)
        if alike(kind, kind_of(number, sentences)) and (not used or _one_noun(bindings, index, other, sentences)):
            yield Rejected("number-repeated", f"the text states {quantity.text!r} in two places")


def _one_noun(bindings: Bindings, index: int, other: int, sentences: tuple[str, ...]) -> bool:
    """May two numbers count the same thing? Where the words behind them have one in common, or one has none."""
    first, second = (nouns_of(bindings.numbers[place], sentences) for place in (index, other))
    return not first or not second or bool(first & second)


def _world(bindings: Bindings, index: int, sentences: tuple[str, ...]) -> Iterator[Rejected]:
    number = bindings.numbers[index]
    if reason := why_fixed(sentences[number.sentence], number.quantity):
        yield Rejected(*reason)


def _in_range(bindings: Bindings, index: int, sentences: tuple[str, ...]) -> Iterator[Rejected]:
    number = bindings.numbers[index]
    quantity, sentence = number.quantity, sentences[number.sentence]
    before, after = sentence[: quantity.start][-1:], sentence[quantity.end :][:2]
    joined = (before in ":/-–" and before) or re.match(r"[:/–]|-[0-9$]", after)
    if joined or re.search(r"\bratio\b|\bodds\b", sentence):
        yield Rejected("number-ratio", f"{quantity.text!r} is one side of a ratio, a range or a time")


def _structural(bindings: Bindings, index: int, sentences: tuple[str, ...]) -> Iterator[Rejected]:
    """A count that the program or the story spells out: "3 friends", and then three terms, or each one's name."""
    number = bindings.numbers[index]
    quantity, sentence = number.quantity, sentences[number.sentence]
    if quantity.unit or quantity.value.denominator != 1 or not 2 <= quantity.value <= SMALL:
        return
    if quantity.kind == "multiplier" or re.match(r"[ -]times\b", sentence[quantity.end :]):
        return
    count, story = int(quantity.value), " ".join(sentences)
    if counted := counts_out(story, quantity):
        yield Rejected("number-structural", counted)
    if is_measured(number, sentences):
        yield from _calendar(quantity.text, sentences[number.sentence][quantity.end :], story)
        return
    if count in _repetitions(bindings):
        yield Rejected("number-structural", f"the solution repeats something {count} times, as {quantity.text!r} says")
    named = len(set(_CAPITALISED.findall(sentence)))
    if named >= 2 and count in (named, named + 1):
        yield Rejected("number-structural", f"the sentence may name the {quantity.text!r} one by one")
    if count <= _FEW and _ONE_BY_ONE.search(story):
        yield Rejected("number-structural", f"the text may name the {quantity.text!r} things one by one")
    if count <= _FEW and any(len(_places(assignment, index)) > 1 for assignment in bindings.assignments):
        yield Rejected("number-structural", f"the solution uses {count} more than once, perhaps for two things")


def _calendar(text: str, after: str, story: str) -> Iterator[Rejected]:
    """5 days, and their names stand there; 8 hours, and the clock says when."""
    if (_DAYS.match(after) and _DAY_NAMES.search(story)) or (_HOURS.match(after) and _CLOCK.search(story)):
        yield Rejected("number-structural", f"the text may say which {text!r} they are")


def _repetitions(bindings: Bindings) -> set[int]:
    """How often a program does the same: terms of its sums, and like operations (and one more, for the start)."""
    counts: set[int] = set()
    assignment = bindings.assignments[0]
    sums: dict[int, int] = {}
    for place, (operation, origins) in enumerate(zip(bindings.operations, assignment, strict=True)):
        stream = iter(origins)
        terms = _terms(operation.tree, stream, sums)
        sums[place] = terms
        counts.add(terms)
        plain = [leaf.value for leaf in leaves(operation.tree)]
        counts |= {plain.count(value) for value in plain}
    shapes = [_shape(operation.tree) for operation in bindings.operations]
    for shape in set(shapes):
        times = shapes.count(shape)
        if times > 1:
            counts |= {times, times + 1}
    return {count for count in counts if count >= 2}


def _terms(tree: Tree, origins: Iterator[object], sums: dict[int, int]) -> int:
    """How many addends a tree has, those of earlier sums that it uses included; 1 where it is no sum."""
    if isinstance(tree, Leaf):
        origin = next(origins)
        return max(1, sums.get(origin.operation, 1)) if isinstance(origin, Result) else 1
    left = _terms(tree.left, origins, sums)
    right = _terms(tree.right, origins, sums)
    return left + right if tree.operator == "+" else 1


def _shape(tree: Tree) -> str:
    if isinstance(tree, Leaf):
        return "n"
    right = str(tree.right.value) if isinstance(tree.right, Leaf) else _shape(tree.right)
    return f"({_shape(tree.left)}{tree.operator}{right})"


def _places(assignment: Assignment, index: int) -> list[int]:
    return [
        place
        for place, origins in enumerate(assignment)
        for origin in origins
        if isinstance(origin, Stated) and origin.number == index
    ]


def _redundant(bindings: Bindings, index: int, sentences: tuple[str, ...]) -> Iterator[Rejected]:
    """Another number says the same over again: ten boxes, six of them red, and the other four blue."""
    quantity = bindings.numbers[index].quantity
    kinds = [kind_of(number, sentences) for number in bindings.numbers]
    for other, number in enumerate(bindings.numbers):
        stated = base_of(number.quantity)
        if other == index or stated in (0, 1) or bindings.uses(other):
            continue
        if nouns_of(bindings.numbers[index], sentences) & nouns_of(number, sentences):
            yield Rejected(
                "number-redundant", f"the unused {number.quantity.text!r} counts what {quantity.text!r} counts"
            )
        if _depends(bindings, index, other, alike(kinds[other], kinds[index])):
            yield Rejected("number-redundant", f"the unused {number.quantity.text!r} may depend on {quantity.text!r}")


def _adds_up(bindings: Bindings, index: int, sentences: tuple[str, ...]) -> Iterator[Rejected]:
    """Numbers of the text that make up a whole, which it states too or which is known."""
    quantity = bindings.numbers[index].quantity
    value = base_of(quantity)
    kinds = [kind_of(number, sentences) for number in bindings.numbers]
    like = [
        base_of(number.quantity)
        for place, number in enumerate(bindings.numbers)
        if place != index and alike(kinds[place], kinds[index])
    ]
    statements = " ".join(sentences[:-1])
    if _WHOLE.search(statements) and _sums_up(value, like):
        yield Rejected("number-redundant", f"{quantity.text!r} and other numbers of the text add up to one of them")
    if quantity.unit == "%" or quantity.value.denominator != 1:
        parts = [n.quantity.value for i, n in enumerate(bindings.numbers) if i != index and n.quantity.value < 1]
        if any(quantity.value + sum(group) == 1 for size in (1, 2) for group in itertools.combinations(parts, size)):
            yield Rejected("number-redundant", f"{quantity.text!r} and other parts of the text make a whole")


def _depends(bindings: Bindings, index: int, other: int, alike: bool) -> bool:
    """Would an unused number of the text change with this one? By what the program computes, or by a plain relation."""
    value, stated = base_of(bindings.numbers[index].quantity), base_of(bindings.numbers[other].quantity)
    results = [operation.value for operation in bindings.operations]
    texts = [base_of(n.quantity) for place, n in enumerate(bindings.numbers) if place not in (index, other)]
    if stated in results:
        return True
    if alike and any(stated in (value + third, value - third, third - value) for third in (*texts, *results)):
        return True
    return stated > _PAIR and any(stated == value * third or third == value * stated for third in texts if third > 1)


def _sums_up(value: Fraction, others: list[Fraction]) -> bool:
    """Do the value and one or two others add up to another, or two or three others to the value?"""
    for size in (1, 2):
        for group in itertools.combinations(range(len(others)), size):
            total = value + sum(others[i] for i in group)
            if any(total == other for i, other in enumerate(others) if i not in group):
                return True
    return any(sum(group) == value for size in (2, 3) for group in itertools.combinations(others, size))


def _rounded(bindings: Bindings, _index: int, sentences: tuple[str, ...]) -> Iterator[Rejected]:
    match = _ROUNDED.search(" ".join(sentences))
    if match and any("/" in _shape(operation.tree) for operation in bindings.operations):
        yield Rejected("rounded", f"the text asks for a rounded or bounded number ({match[0]!r})")


def _misread(bindings: Bindings, _index: int, sentences: tuple[str, ...]) -> Iterator[Rejected]:
    if fault := misread(bindings, sentences):
        yield fault


_CHECKS: tuple[Callable[[Bindings, int, tuple[str, ...]], Iterator[Rejected]], ...] = (
    _unused,
    _small,
    _rounded,
    _misread,
    _repeated,
    _world,
    _in_range,
    _structural,
    _redundant,
    _adds_up,
)
_TEXT_CHECKS = (_small, _repeated, _world, _in_range, _structural, _adds_up)
