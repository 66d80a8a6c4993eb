"""Where a literal of a program comes from, by the words of the text that a language model points at.

The model gives words; all values are computed here. Words that hold a number: which known forms of it give the literal?
All that do are admitted, and the certifier wants one counterfactual answer from all of them. Words without a number
must call for a constant that people share, and it must not be what other numbers of the text give together: a literal
that secretly rests on the number that changes would make the counterfactual answer wrong.
"""

from __future__ import annotations

import itertools
import re
from fractions import Fraction
from typing import Final

from dunyazad.numbers import Quantity, render_number
from dunyazad.problems.decomposition.binding import Constant, Origin, Stated
from dunyazad.problems.decomposition.forms import AS_IS, RECIPROCAL, Form, base_of
from dunyazad.problems.decomposition.record import Rejected, TextNumber

__all__ = ["origins_of"]

_LONGEST = 120
_SHORTEST = 3
# What readers may be expected to know without being told.
_SHARED: Final = frozenset(
    Fraction(value)
    for value in (
        *("1/100", "1/20", "1/10", "1/4", 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 25, 30, 31, 36, 48, 50, 52),
        *(60, 64, 90, 100, 128, 144, 168, 180, 360, 365, 1000, 1760, 2000, 3600, 5280),
    )
)
_HUNDREDTH: Final = Form("({n} / 100)", lambda n: n / 100)
_HUNDRED_TIMES: Final = Form("({n} * 100)", lambda n: n * 100)
_DOZENS: Final = Form("({n} * 12)", lambda n: n * 12)
_PERCENT: Final = (
    _HUNDREDTH,
    Form("(100 - {n})", lambda n: 100 - n, is_factor=True),
    Form("(1 - {n} / 100)", lambda n: 1 - n / 100, is_factor=True),
    Form("(100 + {n})", lambda n: 100 + n, is_factor=True),
    Form("(1 + {n} / 100)", lambda n: 1 + n / 100, is_factor=True),
)
_PART: Final = (
    RECIPROCAL,
    Form("(1 - {n})", lambda n: 1 - n, is_factor=True),
    Form("(1 + {n})", lambda n: 1 + n, is_factor=True),
)
# One is counted along ("Ana and her 3 friends") or is not.
_COUNTED: Final = (Form("({n} + 1)", lambda n: n + 1), Form("({n} - 1)", lambda n: n - 1))


def origins_of(
    literal: Fraction, words: str, numbers: tuple[TextNumber, ...], sentences: tuple[str, ...]
) -> tuple[Origin, ...] | Rejected:
    """Give the origins of a literal that the words admit.

    Args:
        literal: The value in the program.
        words: Words of the text, as the model gave them.
        numbers: All numbers of the sentences.
        sentences: The statements, and the question last.
    """
    shown = render_number(literal)
    words = " ".join(words.split())
    if not words:
        return Rejected("model-origin-none", f"no words are given for the {shown} of the solution")
    if len(words) > _LONGEST or len(words) < _SHORTEST:
        return Rejected("model-origin-words", f"no words of the text give the {shown}: {words[:60]!r}")
    places = list(_places(words, sentences))
    if not places:
        return Rejected("model-origin-words", f"the text does not say {words[:60]!r}")
    inside = [
        index
        for index, number in enumerate(numbers)
        for sentence, start, end in places
        if number.sentence == sentence and start <= number.quantity.start and number.quantity.end <= end
    ]
    return _stated(literal, words, inside, numbers) if inside else _constant(literal, words, numbers)


def _places(words: str, sentences: tuple[str, ...]) -> list[tuple[int, int, int]]:
    pattern = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)", re.IGNORECASE)
    return [
        (index, match.start(), match.end())
        for index, sentence in enumerate(sentences)
        for match in pattern.finditer(sentence)
    ]


def _stated(
    literal: Fraction, words: str, inside: list[int], numbers: tuple[TextNumber, ...]
) -> tuple[Origin, ...] | Rejected:
    found = [
        Stated(index, form)
        for index in dict.fromkeys(inside)
        for form in _forms(numbers[index].quantity)
        if _gives(form, base_of(numbers[index].quantity), literal)
    ]
    if not found:
        return Rejected(
            "model-origin-value", f"{words[:60]!r} does not give the {render_number(literal)} of the solution"
        )
    return tuple(found)


def _forms(quantity: Quantity) -> tuple[Form, ...]:
    """All forms in which a program may use a number, where somebody who read the text says that it does."""
    if quantity.kind == "percent":
        return (AS_IS, *_PERCENT)
    if quantity.unit == "" and 0 < quantity.value < 1:
        return (AS_IS, *_PART)
    money = (_HUNDREDTH, _HUNDRED_TIMES) if quantity.unit in ("$", "cents") else ()
    counted = _COUNTED if quantity.unit == "" and quantity.value.denominator == 1 else ()
    dozens = (_DOZENS,) if quantity.text.lower().endswith("dozen") else ()
    return (AS_IS, *money, *counted, *dozens)


def _gives(form: Form, base: Fraction, literal: Fraction) -> bool:
    return not (form is RECIPROCAL and base == 0) and form.compute(base) == literal


def _constant(literal: Fraction, words: str, numbers: tuple[TextNumber, ...]) -> tuple[Origin, ...] | Rejected:
    shown = render_number(literal)
    if literal not in _SHARED:
        return Rejected("model-origin-constant", f"{shown} is no number that everybody knows: {words[:60]!r}")
    if literal in _combinations(numbers):
        return Rejected("model-origin-hidden", f"{shown} may as well come from other numbers of the text")
    return (Constant(literal),)


def _combinations(numbers: tuple[TextNumber, ...]) -> set[Fraction]:
    """What one or two numbers of the text give in one step, or one that is counted along."""
    bases = {value for number in numbers for value in (base_of(number.quantity), number.quantity.value)}
    found = {value + step for value in bases for step in (-2, -1, 0, 1, 2)}
    found |= {value * factor for value in bases for factor in (2, Fraction(1, 2), 100, Fraction(1, 100))}
    for one, other in itertools.permutations(bases, 2):
        found |= {one + other, one - other, one * other}
        if other:
            found.add(one / other)
    return found
