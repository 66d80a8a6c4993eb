"""What a gold solution's formulas are made of, and whether something else is a part of one.

Sums and products can be taken in any order: where the gold solution computes 60 - 15 - 25, whoever adds 15 + 25 first
is on another way to the same value. So every gold value is kept as a tree of sums and products with signs (-1 for what
is taken away or divided by), results that it uses opened up. An operation *is a part* of a gold value if all its terms
are found in that value's sum, or all its factors in its product, with their signs or with all of them turned. Nothing
is used twice: where 30 = 26 + 4, no part holds 30 and that 4. Factors are also compared without powers of ten: 20%,
0.2 and 20 / 100 are one factor.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from dunyazad._exceptions import NumberError
from dunyazad.errors.reference import GoldOperation
from dunyazad.numbers import Expression, evaluate, parse_expression

__all__ = ["Formula", "formula_of", "gold_formulas", "is_part"]

_LONGEST: Final = 200
# So many nodes of a tree are looked at: results that use results could double it each time.
_MOST: Final = 400


class Formula(NamedTuple):
    """A value and what it is put together from, each with its sign; nothing for a number that is merely stated."""

    value: Fraction
    kind: Literal["sum", "product", "number"] = "number"
    parts: tuple[tuple[int, Formula], ...] = ()


_KINDS: Final[Mapping[str, tuple[Literal["sum", "product"], int]]] = {
    "+": ("sum", 1),
    "-": ("sum", -1),
    "*": ("product", 1),
    "/": ("product", -1),
}


def formula_of(expression: Expression, known: Mapping[Fraction, Formula]) -> Formula | None:
    """Take an expression apart; None where it has names, or cannot be computed, or is very long.

    Args:
        expression: What to take apart.
        known: The formulas of earlier results, which are opened up.
    """
    if len(expression.code) > _LONGEST:
        return None
    stack: list[Formula] = []
    for item in expression.code:
        if isinstance(item, Fraction):
            stack.append(known.get(item, Formula(item)))
        elif not isinstance(item, str):
            return None
        else:
            count = 1 if item in ("neg", "%") else 2
            taken, stack = stack[-count:], stack[:-count]
            joined = _joined(item, taken)
            if joined is None:
                return None
            stack.append(joined)
    return stack[0]


def _joined(operator: str, taken: list[Formula]) -> Formula | None:
    try:
        value = evaluate(Expression("", (*(one.value for one in taken), operator)))  # type: ignore[arg-type]
    except NumberError:
        return None
    if operator not in _KINDS:
        return Formula(value)
    kind, sign = _KINDS[operator]
    return Formula(value, kind, ((1, taken[0]), (sign, taken[1])))


def gold_formulas(operations: Iterable[GoldOperation]) -> tuple[Formula, ...]:
    """The formulas of the gold values whose arithmetic can be read; a value that is computed twice has two."""
    known: dict[Fraction, Formula] = {}
    found = []
    for operation in operations:
        try:
            formula = formula_of(parse_expression(operation.expression), known)
        except NumberError:
            continue
        if formula is not None:
            formula = formula._replace(value=operation.value)
            known.setdefault(operation.value, formula)
            found += [formula, *_nested(formula, set(known))]
    return tuple(found)


def _nested(formula: Formula, results: set[Fraction]) -> Iterator[Formula]:
    """The sums inside its products, and the products inside its sums, that are no results of their own."""
    stack = [formula]
    for _ in range(_MOST):
        if not stack:
            return
        one = stack.pop()
        for _sign, part in one.parts:
            if part.kind != "number" and part.value not in results:
                stack.append(part)
                if part.kind != one.kind:
                    yield part


def is_part(formula: Formula, gold: Formula) -> bool:
    """Is it a part of the gold formula: some of its terms, or some of its factors, two or more?

    Example:
        >>> gold = formula_of(parse_expression("60 - 15 - 25"), {})
        >>> [is_part(formula_of(parse_expression(text), {}), gold) for text in ("15 + 25", "60 + 15")]
        [True, False]
    """
    if formula.kind == "number":
        return False
    need = Counter(_leaves(formula, formula.kind))
    turned = Counter({(-sign, value): count for (sign, value), count in need.items()})
    if any(_covers(gold, formula.kind, wanted, bare=False) for wanted in (need, turned)):
        return True
    if formula.kind == "sum":
        return False
    return any(_covers(gold, "product", wanted, bare=True) for wanted in (_bare(need), _bare(turned)))


def _leaves(formula: Formula, kind: str) -> Iterator[tuple[int, Fraction]]:
    """The signed terms (or factors) that a formula comes down to."""
    stack = [(1, formula)]
    for _ in range(_MOST):
        if not stack:
            return
        sign, one = stack.pop()
        if one.kind == kind:
            stack += [(sign * inner, part) for inner, part in one.parts]
        else:
            yield _signed(sign, one.value, kind)


def _signed(sign: int, value: Fraction, kind: str) -> tuple[int, Fraction]:
    return (-sign if kind == "sum" and value < 0 else sign), abs(value)


def _covers(gold: Formula, kind: str, wanted: Counter[tuple[int, Fraction]], *, bare: bool) -> bool:
    """Are all the wanted parts in it, each in a place of its own?"""
    missing = wanted.total()
    if missing < 2:
        return False
    wanted = wanted.copy()
    stack = [(1, gold)]
    for _ in range(_MOST):
        if not stack or not missing:
            break
        sign, one = stack.pop()
        found = _place(one, sign, kind, wanted, bare=bare) if one is not gold else None
        if found is not None:
            wanted[found] -= 1
            missing -= 1
        elif one.kind == kind:
            stack += [(sign * inner, part) for inner, part in one.parts]
    return not missing


def _place(
    one: Formula, sign: int, kind: str, wanted: Counter[tuple[int, Fraction]], *, bare: bool
) -> tuple[int, Fraction] | None:
    """Which wanted part a node is. A factor that is a sum may stand for one of its terms: (20 + 5) * 3 has 20 * 3."""
    values = [one.value]
    if kind == "product" and one.kind == "sum":
        values += [value for _, value in _leaves(one, "sum")]
    for value in values:
        key = _signed(sign, value, kind)
        key = _bare_key(*key) if bare else key
        if wanted[key] > 0:
            return key
    return None


def _bare(parts: Counter[tuple[int, Fraction]]) -> Counter[tuple[int, Fraction]]:
    """Factors as multiplied ones without their powers of ten; what is nothing but one is left out."""
    bare: Counter[tuple[int, Fraction]] = Counter()
    for (sign, value), count in parts.items():
        key = _bare_key(sign, value)
        if key[1] != 1:
            bare[key] += count
    return bare


def _bare_key(sign: int, value: Fraction) -> tuple[int, Fraction]:
    return 1, _without_tens(value if sign > 0 or not value else 1 / value)


def _without_tens(value: Fraction) -> Fraction:
    """The number from 1 to 10 that differs from it by a power of ten and its sign."""
    value = abs(value)
    if not value:
        return value
    digits = len(str(value.numerator)) - len(str(value.denominator))
    value /= Fraction(10) ** digits
    return value if value >= 1 else value * 10
