"""The kinds of gates that a chain may have, and every way in which one of them can be drawn.

A kind fits a gate by the number of its parents. For a gate with given parents a kind has so many *outcomes*, all
equally likely, numbered from 0: outcome -> gate. So drawing takes one number a gate, and what was drawn can be kept.

The claims of a condition are drawn so that the gate is sensitive to every parent: first a fair coin between met and
unmet where both can be, then one of the patterns. What stands first is a coin of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import factorial, lcm

import msgspec

from dunyazad._exceptions import InputError
from dunyazad.chaining.conditions import Claims, parse_condition, sensitive_claims
from dunyazad.chaining.record import Gate, LogicGate, NumericGate, SwitchGate

__all__ = ["IF", "GateKind", "fitting", "parse_kinds"]

_MOST_WEIGHT = 1_000
_BRANCHES = range(2, 21)
_ONE_PARENT = ("if", "switch", "numeric")


class GateKind(msgspec.Struct, frozen=True):
    """A kind of gate, and how often it is to be drawn among those that fit.

    Attributes:
        name: "if", "switch", "numeric", or a condition over two claims or more.
        weight: In relation to the others.
        branches: How many a switch has.
    """

    name: str
    weight: int = 1
    branches: int = 2

    def fits(self, parents: int) -> bool:
        """Can a gate with so many parents be of this kind?"""
        if self.name in _ONE_PARENT:
            return parents == 1
        if "(" in self.name:
            return parents == len(re.findall("[0-9]+(?=[,)])", self.name))
        return parents >= 2

    def outcomes(self, parents: int, wordings: int) -> int:
        """In how many ways it can be drawn, for so many parents and phrasings.

        Raises:
            InputError: Whatever is claimed, some parent would not matter.
        """
        if self.name == "switch":
            return factorial(self.branches) * factorial(self.branches - 1) * wordings
        if self.name == "numeric":
            return wordings
        return len(_choices(self.name, parents)) * wordings

    def gate(self, child: int, parents: tuple[int, ...], outcome: int, wordings: Sequence[int]) -> Gate:
        """The gate of an outcome; of a numeric gate, all but the numbers, which depend on the problems."""
        outcome, place = divmod(outcome, len(wordings))
        wording = wordings[place]
        if self.name == "numeric":
            return NumericGate(
                child=child, parents=(parents[0],), operation="plus", operand=Fraction(1), formula="x", wording=wording
            )
        if self.name == "switch":
            cases, branches = _permutations(self.branches, outcome)
            return SwitchGate(child=child, parents=(parents[0],), cases=cases, branches=branches, wording=wording)
        claims, inverted = _choices(self.name, len(parents))[outcome]
        return LogicGate(
            child=child, parents=parents, condition=self.name, claims=claims, inverted=inverted, wording=wording
        )


IF = GateKind("if")


@lru_cache(maxsize=1 << 8)
def _choices(condition: str, count: int) -> tuple[tuple[Claims, bool], ...]:
    """Claims, and whether the gate is inverted: each entry equally likely."""
    found = sensitive_claims(condition, count)
    sides = [side for side in (found.met, found.unmet) if side]
    common = lcm(*map(len, sides))
    claims = [claim for side in sides for claim in side for _ in range(common // len(side))]
    # The form of an "if" is its coin already: what it claims decides which branch stands first.
    inverted = (False,) if condition == "if" else (False, True)
    return tuple([(claim, turn) for claim in claims for turn in inverted])


@lru_cache(maxsize=1 << 14)
def _permutations(count: int, number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Cases in some order, and the branches that they open: the true one the true one, the others in some order."""
    number, order = divmod(number, factorial(count))
    cases = _permuted(list(range(count)), order)
    opens = (0, *_permuted(list(range(1, count)), number))
    return cases, tuple([opens[case] for case in cases])


def _permuted(items: list[int], number: int) -> tuple[int, ...]:
    permuted: list[int] = []
    while items:
        number, place = divmod(number, len(items))
        permuted.append(items.pop(place))
    return tuple(permuted)


def fitting(kinds: Sequence[GateKind], parents: int, wordings: int) -> tuple[GateKind, ...]:
    """Those of the kinds that fit a gate with so many parents.

    Raises:
        InputError: None does, or one of them would be insensitive.
    """
    found = tuple([kind for kind in kinds if kind.fits(parents)])
    if not found:
        asked = ", ".join(kind.name for kind in kinds)
        looks = "1 problem" if parents == 1 else f"{parents} problems"
        raise InputError(f"no gate asked for ({asked}) fits a gate that looks at {looks}")
    for kind in found:
        kind.outcomes(parents, wordings)
    return found


def parse_kinds(text: str) -> tuple[GateKind, ...]:
    """Read kinds of gates with their weights: "if", "and:2,xor:1,if:3", "switch:4", "switch:4:2", "and(1,xor(2,3))".

    Raises:
        InputError: There is no such kind, one stands twice, or a number is out of bounds.

    Example:
        >>> parse_kinds("and:2,switch:4")
        (GateKind(name='and', weight=2, branches=2), GateKind(name='switch', weight=1, branches=4))
    """
    # A comma inside brackets belongs to a condition; brackets nest, so they are counted.
    kinds: list[GateKind] = []
    for part in _split(text):
        name, *numbers = (piece.strip() for piece in part.split(":"))
        if not all(re.fullmatch("[0-9]{1,4}", number) for number in numbers) or len(numbers) > 1 + (name == "switch"):
            raise InputError(f"no gate {part.strip()!r}: a kind and its weight, such as and:2, switch:4 or switch:4:2")
        kinds.append(_kind(name, [int(number) for number in numbers]))
    seen: set[tuple[str, int]] = set()
    for kind in kinds:
        if (kind.name, kind.branches) in seen:
            raise InputError(f"the gate {kind.name!r} stands twice")
        seen.add((kind.name, kind.branches))
    return tuple(kinds)


def _split(text: str) -> list[str]:
    parts, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return parts


def _kind(name: str, numbers: list[int]) -> GateKind:
    branches = numbers.pop(0) if name == "switch" and numbers else 3 if name == "switch" else 2
    weight = numbers[0] if numbers else 1
    if not 1 <= weight <= _MOST_WEIGHT:
        raise InputError(f"a gate's weight is 1 to {_MOST_WEIGHT}, not {weight}")
    if branches not in _BRANCHES:
        raise InputError(f"a switch has {_BRANCHES[0]} to {_BRANCHES[-1]} branches, not {branches}")
    name = "exactly-one" if name == "xor" else name
    if name not in _ONE_PARENT:
        count = (
            len(re.findall("[0-9]+(?=[,)])", name)) if "(" in name else max(2, *map(int, re.findall("[0-9]+", name)), 0)
        )
        parse_condition(name, count)
    return GateKind(name, weight, branches)
