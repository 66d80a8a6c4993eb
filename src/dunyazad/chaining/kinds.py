"""The kinds of gates that a chain may have, and every way in which one of them can be drawn.

A kind fits a gate by the number of its parents. For a gate with given parents a kind has so many *outcomes*, all
equally likely, numbered from 0: outcome -> gate. So drawing takes one number a gate, and what was drawn can be kept.

The claims of a condition are drawn so that the gate is sensitive to every parent: first a fair coin between met and
unmet where both can be, then one of the patterns. What stands first is a coin of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import factorial, lcm
from typing import NamedTuple

import msgspec

from dunyazad._exceptions import InputError
from dunyazad.chaining.conditions import Claims, parse_condition, sensitive_claims
from dunyazad.chaining.record import Gate, LogicGate, NumericGate, SwitchGate

__all__ = ["IF", "PLAIN", "GateKind", "Trait", "fitting", "parse_kinds"]

_MOST_WEIGHT = 1_000
_BRANCHES = range(2, 9)
_ONE_PARENT = ("if", "switch", "numeric")


class Trait(NamedTuple):
    """What a gate must know of how its parent begins.

    Attributes:
        mistakes: How many wrong answers a wrong branch at the parent's gate may lead to.
        numeric: Does the parent stand behind a numeric gate? Then it has one alternate, which its own parent decides.
        shared: Do other gates look at it too?
    """

    mistakes: int = 1
    numeric: bool = False
    shared: bool = False


PLAIN = Trait()


class GateKind(msgspec.Struct, frozen=True):
    """A kind of gate, and how often it is to be drawn among those that fit.

    Attributes:
        name: "if", "switch", "numeric", or a condition over two claims or more.
        weight: In relation to the others.
        branches: How many a switch has; 2 for all others.
    """

    name: str
    weight: int = 1
    branches: int = 2

    def takes(self, parents: int) -> bool:
        """Can a gate with so many parents be of this kind?"""
        if self.name in _ONE_PARENT:
            return parents == 1
        if "(" in self.name:
            return parents == _claims_in(self.name)
        return parents >= 2

    def fits(self, parents: Sequence[Trait]) -> bool:
        """Can a gate with such parents be of this kind, and tell every mistake of theirs from the truth?"""
        if not self.takes(len(parents)):
            return False
        if self.name == "numeric":
            return parents[0].mistakes == 1
        if self.name == "switch":
            others = self.branches - 1
            return parents[0].mistakes <= others and (others == 1 or not parents[0].numeric)
        return bool(self._choices(parents))

    def keeps(self, parents: Sequence[Trait]) -> bool:
        """Does a gate of this kind keep from other gates which claims are true?

        What several gates claim of one problem is read together. A claim that is true (or false) by the kind of its
        gate would tell which claim of another gate is; so would any claim which of a longer list of cases is.
        """
        if self.name == "numeric":
            return True
        if self.name == "switch":
            return self.branches == 2 or not parents[0].shared
        claims = [claims for claims, _ in self._choices(parents)]
        return all(
            2 * sum(own) == len(own) or not parent.shared or parent.mistakes > 1
            for parent, own in zip(parents, zip(*claims, strict=True), strict=True)
        )

    @property
    def trait(self) -> Trait:
        """What gates behind must know of a problem that begins with this kind of gate."""
        return Trait(self.branches - 1, numeric=self.name == "numeric")

    def outcomes(self, parents: Sequence[Trait], wordings: int) -> int:
        """In how many ways it can be drawn, for such parents and so many phrasings.

        Raises:
            InputError: Whatever is claimed, some parent would not matter.
        """
        if self.name == "switch":
            return factorial(self.branches) * factorial(self.branches - 1) * wordings
        if self.name == "numeric":
            return wordings
        return len(self._choices(parents)) * wordings

    def _choices(self, parents: Sequence[Trait]) -> tuple[tuple[Claims, bool], ...]:
        return _choices(self.name, tuple([parent.mistakes > 1 for parent in parents]))

    def gate(self, child: int, parents: Mapping[int, Trait], outcome: int, wordings: Sequence[int]) -> Gate:
        """The gate of an outcome; of a numeric gate, all but the numbers, which depend on the problems."""
        outcome, place = divmod(outcome, len(wordings))
        wording, (first, *_) = wordings[place], parents
        if self.name == "numeric":
            return NumericGate(
                child=child, parents=(first,), operation="plus", operand=Fraction(1), formula="x", wording=wording
            )
        if self.name == "switch":
            cases, branches = _permutations(self.branches, outcome)
            return SwitchGate(child=child, parents=(first,), cases=cases, branches=branches, wording=wording)
        claims, inverted = self._choices(tuple(parents.values()))[outcome]
        return LogicGate(
            child=child,
            parents=tuple(parents),
            condition=self.name,
            claims=claims,
            inverted=inverted,
            wording=wording,
        )


IF = GateKind("if")


def _claims_in(condition: str) -> int:
    return len(re.findall("[0-9]+(?=[,)])", condition.replace(" ", "")))


@lru_cache(maxsize=1 << 10)
def _choices(condition: str, several: tuple[bool, ...]) -> tuple[tuple[Claims, bool], ...]:
    """Claims, and whether the gate is inverted: each entry equally likely.

    A parent with several mistakes must be claimed truly: only the true claim is false for all of them.
    """
    found = sensitive_claims(condition, len(several))
    sides = [
        [claims for claims in side if all(claim or not many for claim, many in zip(claims, several, strict=True))]
        for side in (found.met, found.unmet)
    ]
    sides = [side for side in sides if side]
    common = lcm(*map(len, sides))
    drawn = [claims for side in sides for claims in side for _ in range(common // len(side))]
    # The form of an "if" is its coin already, unless it must be true: what it claims decides which branch stands first.
    inverted = (False,) if condition == "if" and not any(several) else (False, True)
    return tuple([(claims, turn) for claims in drawn for turn in inverted])


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


def fitting(kinds: Sequence[GateKind], parents: int) -> tuple[GateKind, ...]:
    """Those of the kinds that a gate with so many parents can be of.

    Raises:
        InputError: None can, or one of them would be insensitive.
    """
    found = tuple([kind for kind in kinds if kind.takes(parents)])
    if not found:
        asked = ", ".join(kind.name for kind in kinds)
        looks = "1 problem" if parents == 1 else f"{parents} problems"
        raise InputError(f"no gate asked for ({asked}) fits a gate that looks at {looks}")
    for kind in found:
        if kind.name not in ("switch", "numeric"):
            sensitive_claims(kind.name, parents)
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
        count = _claims_in(name) if "(" in name else max(2, *map(int, re.findall("[0-9]+", name)), 0)
        parse_condition(name, count)
    return GateKind(name, weight, branches)
