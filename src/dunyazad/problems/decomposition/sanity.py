"""Would the story still be itself, and its answer still make sense, if a number became another one?"""

from __future__ import annotations

import itertools
import re
from fractions import Fraction

from dunyazad.numbers import render_number
from dunyazad.problems.decomposition.binding import Bindings, compute
from dunyazad.problems.decomposition.contexts import alike, kind_of, nouns_of
from dunyazad.problems.decomposition.forms import base_of
from dunyazad.problems.decomposition.record import Rejected

__all__ = ["danger_of_change", "danger_without_program"]

_ORDER = re.compile(
    r"\b(?:\w+est|most|least|maximum|minimum|larger|bigger|smaller|cheaper|faster|slower|higher|lower|older|younger|taller|"
    r"longer|shorter|better|whichever|over|above|below|under|exceed\w*|up to|limit\w*|at least|at most|enough|afford|"
    r"more than|less than|fewer than|expensive|win\w*|won|los(?:t|e|er|ing)|majority|"
    r"minority|compared|until|beyond|extra|overtime|first|qualif\w*|how old|years old|ages?|aged)\b",
    re.IGNORECASE,
)


def danger_of_change(bindings: Bindings, index: int, base: Fraction, sentences: tuple[str, ...]) -> Rejected | None:
    """Why a number must not become this one; None where the story stays what it is.

    The change must not divide by zero under any of the bindings.
    """
    if fault := _past_limit(bindings, index, base, sentences) or _stated_already(bindings, base):
        return fault
    for assignment in bindings.assignments:
        results = compute(bindings, assignment, {index: base})
        if fault := (
            _insane(bindings, results)
            or _single(bindings, results, sentences)
            or _reordered(bindings, index, base, results, sentences)
        ):
            return fault
    return None


def danger_without_program(
    bindings: Bindings, index: int, base: Fraction, sentences: tuple[str, ...]
) -> Rejected | None:
    """Why a number must not become this one, as far as the text alone tells."""
    return (
        _past_limit(bindings, index, base, sentences)
        or _stated_already(bindings, base)
        or _reordered(bindings, index, base, (), sentences)
        or _indivisible(bindings, index, base)
    )


def _stated_already(bindings: Bindings, base: Fraction) -> Rejected | None:
    if base in {value for n in bindings.numbers for value in (n.quantity.value, n.quantity.number)}:
        return Rejected("alternate-repeated", f"the text states {render_number(base)} already")
    return None


def _indivisible(bindings: Bindings, index: int, base: Fraction) -> Rejected | None:
    """Twelve figs for four children: what a number of the text divides, or is divided by, stays so."""
    old = base_of(bindings.numbers[index].quantity)
    for place, number in enumerate(bindings.numbers):
        other = base_of(number.quantity)
        if place == index or other in (0, 1) or {old.denominator, base.denominator, other.denominator} != {1}:
            continue
        if (old % other == 0 and base % other) or (other % old == 0 and other % base):
            return Rejected("alternate-fraction", f"{render_number(base)} and {render_number(other)} do not divide")
    return None


# A number of this many a day, a week, … cannot pass the bound.
_LIMITS = (
    (re.compile(r"[ -]hours?\b[^.,;]{0,30}\b(?:a|per|each|every) (?:week)?day|[ -]hours? (?:daily|of sleep)"), 16),
    (re.compile(r"[ -](?:week)?days? (?:a|per|each|every|of the|in a) week"), 7),
    (re.compile(r"[ -]weeks? (?:a|per|each|every|of the|in a) month"), 4),
    (re.compile(r"[ -]months? (?:a|per|each|every|of the|in a) year"), 12),
    (re.compile(r"[ -]weeks? (?:a|per|each|every|of the|in a) year"), 52),
    (re.compile(r"[ -](?:years?[ -]old|years of age)"), 95),
    (re.compile(r"[ -](?:[a-z]+ )?teeth\b"), 32),
)
_SCORE = re.compile(r"\b(?:score[ds]?|grades?|tests?|exams?|quiz\w*)\b", re.IGNORECASE)


def _past_limit(bindings: Bindings, index: int, base: Fraction, sentences: tuple[str, ...]) -> Rejected | None:
    number = bindings.numbers[index]
    sentence = sentences[number.sentence]
    for pattern, limit in _LIMITS:
        if pattern.match(sentence, number.quantity.end) and base > limit:
            return Rejected("alternate-limit", f"{render_number(base)} is more than there can be")
    part = number.quantity.value
    if 0 < part < 1 and number.quantity.unit in ("", "%"):
        other = part * base / base_of(number.quantity)
        if _sign(2 * part - 1) != _sign(2 * other - 1):
            return Rejected("alternate-order", f"the smaller part would be the larger one at {render_number(base)}")
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


def _single(bindings: Bindings, results: tuple[Fraction, ...], sentences: tuple[str, ...]) -> Rejected | None:
    """A story that counts several ("he lost some beakers") is not told of one."""
    if results[-1] == 1 and bindings.operations[-1].value != 1 and "how many" in sentences[-1].lower():
        return Rejected("alternate-one", "the answer would be 1 of what the question takes for several")
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

    Where no word speaks of order, two kinds of pairs are looked at: numbers that the solution does not use, perhaps
    just because of their order (a limit that is not reached), and numbers of like things ("25 men, 22 men stayed").
    """
    count = len(bindings.numbers)
    old = [base_of(n.quantity) for n in bindings.numbers] + [operation.value for operation in bindings.operations]
    new = [*old[:count], *results]
    new[index] = base
    ordered = _ORDER.search(" ".join(sentences)) is not None
    kinds = [kind_of(number, sentences) for number in bindings.numbers]
    nouns = [nouns_of(number, sentences) for number in bindings.numbers]
    for place, other in itertools.combinations(range(len(old)), 2):
        if old[place] == old[other] or (old[place] == new[place] and old[other] == new[other]):
            continue
        if other < count and not alike(kinds[place], kinds[other]):
            continue
        stated = [at for at in (place, other) if at < count]
        unused = any(not bindings.uses(at) for at in stated)
        if not (ordered or unused or (len(stated) == 2 and nouns[place] & nouns[other])):
            continue
        if _sign(old[place] - old[other]) != _sign(new[place] - new[other]):
            pair = f"{render_number(old[place])} and {render_number(old[other])}"
            return Rejected("alternate-order", f"{pair} would change their order")
    return None


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)
