"""What makes a change of a number unsafe: the story would contradict itself, or no longer be solved in this way.

Each check stands for a kind of problem whose computed answer is not what a careful reader would find. They err on the
side of refusal: another number, or another problem, will do.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from dunyazad.numbers import render_number
from dunyazad.problems.decomposition.binding import Assignment, Bindings, Result, Stated, compute
from dunyazad.problems.decomposition.forms import base_of
from dunyazad.problems.decomposition.program import Leaf, Tree, leaves
from dunyazad.problems.decomposition.record import Rejected

__all__ = ["danger_of_change", "danger_of_number", "preference"]

# Up to here a number is a count that a story may spell out, thing by thing.
_SMALL = 12
# Up to here one that comes back, or stands beside "the first" and "another".
_FEW = 6
_PAIR = 2

_WORD = re.compile(r"[A-Za-z]+")
_MEASURE = re.compile(
    r"[ -](?:hours?|minutes?|seconds?|days?|weeks?|months?|years?|miles?|feet|foot|inch(?:es)?|yards?|meters?|metres?|"
    r"kilometers?|km|cm|centimeters?|pounds?|lbs?|ounces?|oz|kilograms?|kg|grams?|tons?|gallons?|liters?|litres?|ml|"
    r"quarts?|pints?|cups?|degrees?|calories|points?|pages?|words?|square|cubic|mph|dollars?|cents?|percent)\b",
    re.IGNORECASE,
)
# What comes in fixed numbers or sizes, whatever a story says.
_FIXED_AFTER = re.compile(
    r"[ -](?:[a-z]+[ -])?(?:bills?|coins?|notes?|legs?|wheels?|tires?|eyes?|ears|sides?|sided|legged|wheeled|fingers?|"
    r"toes?|arms|wings|seasons|planets|continents|states|quarters?|innings|holes|degrees|o'clock|a\.?m\b|p\.?m\b|"
    r"cards in (?:a|the) (?:deck|pack))\b",
    re.IGNORECASE,
)
_MONEY_PIECE = re.compile(r"[ -](?:dollar[ -])?(?:bills?|coins?|notes?)\b", re.IGNORECASE)
_LABEL_BEFORE = re.compile(
    r"\b(?:grade|room|day|week|month|year|chapter|page|level|class|number|no\.?|box|team|group|route|highway|floor|"
    r"part|stage|round|step|section|apartment|house|street|bus|train|version|type|size)[ #]$",
    re.IGNORECASE,
)
_ORDINALS = {
    2: r"second",
    3: r"third",
    4: r"fourth",
    5: r"fifth",
    6: r"sixth",
    7: r"seventh",
    8: r"eighth",
    9: r"ninth",
    10: r"tenth",
    11: r"eleventh",
    12: r"twelfth",
}
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
_ROUNDED = re.compile(
    r"\b(?:round(?:ed|s|ing)?(?! ?-?trip)|nearest|approximate\w*|about how|at least how|minimum|maximum|at most how|whole number|"
    r"full (?:boxes|bags|packs|packages|crates|trays|cartons|buses|trips|weeks|pages|rows)|how many (?:full|complete|whole))\b",
    re.IGNORECASE,
)
_UNIT = (
    r"(?:inch(?:es)?|feet|foot|yards?|miles?|ounces?|minutes?|seconds?|hours?|days?|weeks?|months?|years?|decades?|"
    r"cents|dollars?|pints?|quarts?|cups?|gallons?|grams?|kilograms?|meters?|tablespoons?|teaspoons?|pounds?|tons?)"
)
_CONVERSION = re.compile(
    rf"[ -]{_UNIT} (?:are )?(?:in|per|to|make|makes|equals?|is) (?:an?|one|every|each|the) {_UNIT}\b", re.IGNORECASE
)
_FACTORS = frozenset(
    (2, 3, 4, 7, 8, 10, 12, 16, 24, 28, 30, 31, 36, 52, 60, 100, 128, 365, 366, 1000, 1760, 2000, 5280)
)
_ORDER = re.compile(
    r"\b(?:\w+est|most|least|maximum|minimum|larger|bigger|smaller|cheaper|faster|slower|higher|lower|older|younger|taller|"
    r"longer|shorter|better|whichever|over|above|below|under|exceed\w*|up to|limit\w*|at least|at most|enough|afford|"
    r"more than|less than|fewer than|expensive|first|compared|until|beyond|extra|overtime|first|qualif\w*)\b",
    re.IGNORECASE,
)
_CAPITALISED = re.compile(r"(?<=[a-z,:] )[A-Z][a-z]+")
_FUNCTION_WORDS = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "in",
        "on",
        "at",
        "to",
        "for",
        "from",
        "by",
        "with",
        "and",
        "or",
        "but",
        "as",
        "is",
        "are",
        "was",
        "were",
        "be",
        "has",
        "have",
        "had",
        "more",
        "less",
        "fewer",
        "than",
        "per",
        "each",
        "every",
        "times",
        "that",
        "which",
        "who",
        "it",
        "he",
        "she",
        "they",
        "his",
        "her",
        "their",
        "its",
        "so",
        "if",
        "when",
        "then",
    ]
)


def preference(bindings: Bindings, index: int, sentences: tuple[str, ...]) -> int:
    """Which numbers to change first: prices, then measures, then large counts, then small ones."""
    number = bindings.numbers[index]
    quantity, sentence = number.quantity, sentences[number.sentence]
    if quantity.unit in ("$", "cents"):
        return 0
    if _MEASURE.match(sentence, quantity.end) or quantity.kind == "percent":
        return 1
    if quantity.value > _SMALL:
        return 2
    return 4 if quantity.kind in ("word", "multiplier") or quantity.value <= 4 else 3


def danger_of_number(bindings: Bindings, index: int, sentences: tuple[str, ...]) -> Rejected | None:
    """Why a number must not be changed at all; None where nothing speaks against it."""
    return next((danger for check in _CHECKS for danger in check(bindings, index, sentences)), None)


def _unused(bindings: Bindings, index: int, sentences: tuple[str, ...]) -> Iterator[Rejected]:
    quantity = bindings.numbers[index].quantity
    if not bindings.uses(index):
        yield Rejected("number-unused", f"the solution does not use {quantity.text!r}")
    if quantity.value in (0, 1):
        yield Rejected("number-one", f"{quantity.text!r} would change its words with its value")


def _repeated(bindings: Bindings, index: int, sentences: tuple[str, ...]) -> Iterator[Rejected]:
    """The same number stands elsewhere too, and may be the same thing; the bindings tell only where both are used."""
    quantity = bindings.numbers[index].quantity
    kind = _kind(bindings, index, sentences)
    for other, number in enumerate(bindings.numbers):
        values = {number.quantity.value, number.quantity.number}
        if other == index or not values & {quantity.value, quantity.number}:
            continue
        used = all(_places(assignment, other) for assignment in bindings.assignments)
        if _alike(kind, _kind(bindings, other, sentences)) and (
            not used or _one_noun(bindings, index, other, sentences)
        ):
            yield Rejected("number-repeated", f"the text states {quantity.text!r} in two places")


def _one_noun(bindings: Bindings, index: int, other: int, sentences: tuple[str, ...]) -> bool:
    """May two numbers count the same thing? Where the words behind them have one in common, or one has none."""
    first, second = (_nouns(bindings, place, sentences) for place in (index, other))
    return not first or not second or bool(first & second)


def _nouns(bindings: Bindings, index: int, sentences: tuple[str, ...]) -> set[str]:
    number = bindings.numbers[index]
    after = re.match(r"(?:[ -][A-Za-z]+){0,2}", sentences[number.sentence][number.quantity.end :])
    words = _WORD.findall(after[0].lower()) if after else []
    return {word.rstrip("s") for word in words if word not in _FUNCTION_WORDS}


def _world(bindings: Bindings, index: int, sentences: tuple[str, ...]) -> Iterator[Rejected]:
    """Bills and legs come in fixed numbers; "room 12" and "in 1998" are names; 12 inches are a foot."""
    number = bindings.numbers[index]
    quantity, sentence = number.quantity, sentences[number.sentence]
    fixed = _MONEY_PIECE if quantity.unit else _FIXED_AFTER
    if fixed.match(sentence, quantity.end):
        after = sentence[quantity.end : quantity.end + 20]
        yield Rejected("number-fixed", f"{quantity.text + after!r} comes in fixed numbers or sizes")
    elif quantity.kind == "integer" and _LABEL_BEFORE.search(sentence[: quantity.start]):
        yield Rejected("number-label", f"{quantity.text!r} names a thing or a time and counts nothing")
    if quantity.kind == "integer" and 1900 <= quantity.value <= 2100 and "," not in quantity.text:
        yield Rejected("number-label", f"{quantity.text!r} may be a year")
    if quantity.value in _FACTORS and _CONVERSION.match(sentence, quantity.end):
        yield Rejected("number-fixed", f"{quantity.text!r} converts units")


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
    if quantity.unit or quantity.value.denominator != 1 or not 2 <= quantity.value <= _SMALL:
        return
    if quantity.kind == "multiplier" or re.match(r"[ -]times\b", sentence[quantity.end :]):
        return
    count, story = int(quantity.value), " ".join(sentences)
    if re.search(rf"\b(?:{_ORDINALS[count]}|{count}(?:st|nd|rd|th))\b", story, re.IGNORECASE):
        yield Rejected("number-structural", f"the text counts up to {quantity.text!r}, thing by thing")
    if _MEASURE.match(sentence, quantity.end):
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


def _repetitions(bindings: Bindings) -> set[int]:
    """How often a program does the same: terms of its sums, and runs of like operations (and one more, for the start)."""
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
    """Another number says the same over again: "ten boxes: six red ones, the other four blue"."""
    quantity = bindings.numbers[index].quantity
    value = base_of(quantity)
    kinds = [_kind(bindings, place, sentences) for place in range(len(bindings.numbers))]
    like = [
        base_of(number.quantity)
        for place, number in enumerate(bindings.numbers)
        if place != index and _alike(kinds[place], kinds[index])
    ]
    for other, number in enumerate(bindings.numbers):
        stated = base_of(number.quantity)
        if other == index or stated in (0, 1) or bindings.uses(other):
            continue
        if _depends(bindings, index, other, _alike(kinds[other], kinds[index])):
            yield Rejected("number-redundant", f"the unused {number.quantity.text!r} may depend on {quantity.text!r}")
    statements = " ".join(sentences[:-1])
    if _WHOLE.search(statements) and _sums_up(value, like):
        yield Rejected("number-redundant", f"{quantity.text!r} and other numbers of the text add up to one of them")
    if quantity.unit == "%" or quantity.value.denominator != 1:
        parts = [n.quantity.value for i, n in enumerate(bindings.numbers) if i != index and n.quantity.value < 1]
        if any(quantity.value + sum(group) == 1 for size in (1, 2) for group in itertools.combinations(parts, size)):
            yield Rejected("number-redundant", f"{quantity.text!r} and other parts of the text make a whole")


def _kind(bindings: Bindings, index: int, sentences: tuple[str, ...]) -> str:
    """What a number counts, as far as its neighbours tell: money, parts, a measure, or "" for anything."""
    number = bindings.numbers[index]
    quantity = number.quantity
    if quantity.unit in ("$", "cents"):
        return "$"
    if quantity.unit == "%" or quantity.value < 1:
        return "%"
    measure = _MEASURE.match(sentences[number.sentence], quantity.end)
    return measure[0].lower().strip(" -").rstrip("s") if measure else ""


def _alike(first: str, second: str) -> bool:
    """May two kinds be added? What has no unit may have its neighbour's ("10 pounds: 6 of figs, 4 of dates")."""
    return first == second or ("" in (first, second) and not {first, second} & {"$", "%"})


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


def _rounded(bindings: Bindings, index: int, sentences: tuple[str, ...]) -> Iterator[Rejected]:
    match = _ROUNDED.search(" ".join(sentences))
    if match and any("/" in _shape(operation.tree) for operation in bindings.operations):
        yield Rejected("rounded", f"the text asks for a rounded or bounded number ({match[0]!r})")


_CHECKS: tuple[Callable[[Bindings, int, tuple[str, ...]], Iterator[Rejected]], ...] = (
    _unused,
    _rounded,
    _repeated,
    _world,
    _in_range,
    _structural,
    _redundant,
)


def danger_of_change(bindings: Bindings, index: int, base: Fraction, sentences: tuple[str, ...]) -> Rejected | None:
    """Why a number must not become this one; None where the story stays what it is.

    The change must not divide by zero under any of the bindings.
    """
    if limit := _past_limit(bindings, index, base, sentences):
        return limit
    if base in {value for n in bindings.numbers for value in (n.quantity.value, n.quantity.number)}:
        return Rejected("alternate-repeated", f"the text states {render_number(base)} already")
    for assignment in bindings.assignments:
        results = compute(bindings, assignment, {index: base})
        if fault := _insane(bindings, results) or _reordered(bindings, index, base, results, sentences):
            return fault
    return None


# A number of this many a day, a week, … cannot pass the bound.
_LIMITS = (
    (re.compile(r"[ -]hours?\b[^.,;]{0,30}\b(?:a|per|each|every) (?:week)?day|[ -]hours? (?:daily|of sleep)"), 16),
    (re.compile(r"[ -](?:week)?days? (?:a|per|each|every|of the|in a) week"), 7),
    (re.compile(r"[ -]weeks? (?:a|per|each|every|of the|in a) month"), 4),
    (re.compile(r"[ -]months? (?:a|per|each|every|of the|in a) year"), 12),
    (re.compile(r"[ -]weeks? (?:a|per|each|every|of the|in a) year"), 52),
    (re.compile(r"[ -](?:years?[ -]old|years of age)"), 95),
)
_SCORE = re.compile(r"\b(?:score[ds]?|grades?|tests?|exams?|quiz\w*)\b", re.IGNORECASE)


def _past_limit(bindings: Bindings, index: int, base: Fraction, sentences: tuple[str, ...]) -> Rejected | None:
    number = bindings.numbers[index]
    sentence = sentences[number.sentence]
    for pattern, limit in _LIMITS:
        if pattern.match(sentence, number.quantity.end) and base > limit:
            return Rejected("alternate-limit", f"{render_number(base)} is more than there can be")
    if number.quantity.value <= 100 < base and _SCORE.search(sentence):
        return Rejected("alternate-limit", f"{render_number(base)} may be more than full marks")
    return None


def _insane(bindings: Bindings, results: tuple[Fraction, ...]) -> Rejected | None:
    before = [operation.value for operation in bindings.operations]
    for old, new in zip(before, results, strict=True):
        shown = f"{render_number(new)} in place of {render_number(old)}"
        if (old > 0) != (new > 0) or (old < 0) != (new < 0):
            return Rejected("alternate-sign", f"a step would give {shown}")
        if _decimals(new) > (_decimals(old) if old.denominator == 1 else max(2, _decimals(old))):
            return Rejected("alternate-fraction", f"a step would give {shown}")
    old, new = before[-1], results[-1]
    if old == new:
        return Rejected("alternate-same", f"the answer would be {render_number(old)} as before")
    if not abs(old) / 4 <= abs(new) <= 4 * abs(old):
        return Rejected("alternate-size", f"the answer would be {render_number(new)} in place of {render_number(old)}")
    return None


def _decimals(value: Fraction) -> int:
    """How many decimals a number has; 99 where they never end."""
    rest, twos, fives = value.denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    return max(twos, fives) if rest == 1 else 99


def _reordered(
    bindings: Bindings, index: int, base: Fraction, results: tuple[Fraction, ...], sentences: tuple[str, ...]
) -> Rejected | None:
    """No two quantities may change their order: "the cheaper one", "over 40 hours" would turn around.

    Where no word speaks of order, only numbers that the solution does not use are looked at: it may not use them just
    because of their order (a limit that is not reached).
    """
    count = len(bindings.numbers)
    old = [base_of(n.quantity) for n in bindings.numbers] + [operation.value for operation in bindings.operations]
    new = [*old[:count], *results]
    new[index] = base
    ordered = _ORDER.search(" ".join(sentences)) is not None
    kinds = [_kind(bindings, place, sentences) for place in range(count)]
    for place, other in itertools.combinations(range(len(old)), 2):
        if old[place] == old[other] or (old[place] == new[place] and old[other] == new[other]):
            continue
        if other < count and not _alike(kinds[place], kinds[other]):
            continue
        unused = place < count and not bindings.uses(place)
        if not (ordered or unused or (other < count and not bindings.uses(other))):
            continue
        if _sign(old[place] - old[other]) != _sign(new[place] - new[other]):
            pair = f"{render_number(old[place])} and {render_number(old[other])}"
            return Rejected("alternate-order", f"{pair} would change their order")
    return None


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)
