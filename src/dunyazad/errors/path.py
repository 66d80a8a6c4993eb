"""Where a chain leaves the gold solution's path, found by following its values.

A value that a step computes is *on the path* if the question or the gold solution has it, in any reading (percent,
cents, rounded). One that is not may still be on *another way*: it is a part of how the gold solution computes a value
(15 + 25 where that takes 60 - 15 - 25), or a later step computes a gold value from it. What is left is *off the path*:
natively where the step computes it from sound values, *carried* where from one that is off the path already. A number
in a step that stands nowhere before and follows from nothing is *alien*.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Literal, NamedTuple

from dunyazad._exceptions import NumberError
from dunyazad.errors.asserted import Asserted, Computed, read_asserted
from dunyazad.errors.formula import Formula, formula_of, gold_formulas, is_part
from dunyazad.errors.reference import Reference
from dunyazad.numbers import Expression, evaluate, find_quantities
from dunyazad.premises.content import read_content
from dunyazad.reasoning import ReasoningChain, strip_label

__all__ = ["Path", "Place", "follow"]

Kind = Literal["gold", "given", "part", "leads", "native", "carried", "false"]

_CENT = Fraction(1, 100)
# Numbers that everyone knows: small counts, and those of time and measures.
_COMMON = frozenset(map(Fraction, (0, 1, 2, 3, 4, 7, 10, 12, 16, 24, 30, 31, 52, 60, 100, 360, 365, 366, 1000, 3600)))
_SENTENCE = re.compile(r"(?<=[.!?])(?<!\bMr\.)(?<!\bMs\.)(?<!\bMrs\.)(?<!\bDr\.)\s|\n")
# So many uses of one value are looked at: where it is computed again and again, the time stays linear.
_USES = 8
_RESULT = re.compile(r"=[\s$\\(]{0,6}(?=\d)")
# A step that ends in a formula of words: "Steps left = all steps - steps taken".
_IN_WORDS = re.compile(r"=[^=\d\n]{0,160}[-+*/×÷−][^=\d\n]{0,160}$")
_BOX = re.compile(r"\\boxed\s?\{((?:[^\n{}]|\\text\s?\{|\\[dt]?frac\{[^{}\n]{1,20}\}\{[^{}\n]{1,20}\}){1,80})")


class Place(NamedTuple):
    """Where a value that a step computes stands.

    Attributes:
        computed: The value, and what it is computed from.
        kind: On the path (gold, given), on another way (part, leads), off the path (native, carried), or the result of
            a false equation (false). A gold value is one even if the equation, as it was read, is false.
        other: What it is a part of, leads to, or is carried on from; None for the rest.
        by_chance: Is it a gold value all the same, which the gold solution never computes in this way?
    """

    computed: Computed
    kind: Kind
    other: Fraction | None = None
    by_chance: bool = False

    @property
    def reason(self) -> str:
        """Why it is of its kind."""
        return "chance" if self.by_chance else self.kind


class Path(NamedTuple):
    """How a chain stands to the gold solution.

    Attributes:
        places: Entry k holds the values that step k + 1 computes or concludes.
        alien: Entry k holds the numbers of step k + 1 that stand nowhere.
        end: The value that the chain ends in; None where it has none, or where the gold solution itself computes
            another answer than it gives.
        arrives: Is that the gold answer?
        turn: Where it takes a wrong end: an index of a step.
        sets_up: Entry k: does step k + 1 end in a formula of words?
    """

    places: tuple[tuple[Place, ...], ...]
    alien: tuple[tuple[Fraction, ...], ...]
    end: Fraction | None
    arrives: bool
    turn: int
    sets_up: tuple[bool, ...]


def follow(chain: ReasoningChain, reference: Reference) -> Path:
    """Follow the values of a chain along the gold solution. Time is linear in the chain, times the gold values."""
    return _Follower(chain, reference).path()


class _Values:
    """Values to be met again in any reading."""

    def __init__(self, values: Iterable[Fraction]) -> None:
        self._values = frozenset(values)

    def __contains__(self, value: Fraction | None) -> bool:
        if value is None:
            return False
        if value in self._values:
            return True
        return any(_reads_as(value, other) for other in self._values)


def _reads_as(value: Fraction, other: Fraction) -> bool:
    """Is one the other: rounded to two decimals or four digits, or a percentage or cents of it?"""
    if value.denominator == other.denominator == 1:
        return False
    if value in (other * 100, other / 100):
        return True
    return abs(value - other) < max(_CENT, abs(other) / 5000)


class _Follower:
    def __init__(self, chain: ReasoningChain, reference: Reference) -> None:
        self.gold = _Values([*reference.values, reference.final])
        self.givens = _Values(reference.givens)
        self.mentioned = _Values([*reference.values, reference.final, *reference.givens, *reference.mentioned])
        self.final = reference.final
        self.formulas = gold_formulas(reference.operations)
        self.asserted = [read_asserted(strip_label(step.text)) for step in chain.steps]
        concluded = _concluded(chain)
        self.computed = [_with_conclusions(*pair) for pair in zip(self.asserted, concluded, strict=True)]
        self.sets_up = tuple(_IN_WORDS.search(step.text) is not None for step in chain.steps)
        said = self._conclusion(chain)
        self.end = said[-1] if said else None
        self.arrives = any(_is_final(value, self.final) for value in said)
        self.consistent = not self.formulas or any(gold.value == self.final for gold in self.formulas)
        self.later = self._used_later()
        self.users: dict[Fraction, list[Computed]] = {}
        for one in (one for computed in self.computed for one in computed):
            for operand in set(one.operands):
                self.users.setdefault(operand, []).append(one)
        self.leads = self._leads()
        self.opened: dict[Fraction, Formula] = {}
        self.off: set[Fraction] = set()
        self.known: set[Fraction] = set()

    def path(self) -> Path:
        places = []
        alien = []
        for number in range(len(self.computed)):
            places.append(tuple(self._places(number)))
            alien.append(self._alien(number))
        end = self.end if self.consistent else None
        return Path(tuple(places), tuple(alien), end, self.arrives, self._turn(), self.sets_up)

    def _conclusion(self, chain: ReasoningChain) -> tuple[Fraction, ...]:
        """What the chain may end in: what stands in its last box, or what the last sentence with a number says.

        That is what it computes, or else its last number and those that the chain computes; all of them where it has
        an equation that cannot be read.
        """
        boxed = _boxed(chain)
        if boxed is not None:
            return (boxed,)
        sentence, said = _last_said(chain)
        if said.computed and not said.computed[-1].root:
            return said.results[-1:]
        if "=" in sentence:
            return () if _ends_unread(sentence) else said.written
        computed = {one.value for step in self.computed for one in step}
        last = [quantity.value for quantity in find_quantities(sentence)[-1:]]
        return (*last, *(value for value in said.written if value in computed))

    def _used_later(self) -> list[set[Fraction]]:
        """For each step, its values that equations of later steps are computed from."""
        used: list[set[Fraction]] = []
        later: set[Fraction] = set()
        for computed in reversed(self.computed):
            used.append({one.value for one in computed if one.value in later})
            later.update(operand for one in computed for operand in one.operands)
        return used[::-1]

    def _leads(self) -> dict[Fraction, Fraction]:
        """The values from which a later equation computes a gold value, and which."""
        made_from = {one.value: one.operands for computed in self.computed for one in computed if one.operands}
        leads: dict[Fraction, Fraction] = {}
        for one in reversed([one for computed in self.computed for one in computed]):
            arrived = one.value in self.gold or one.value in leads
            if not (arrived and one.holds and one.text) or one.root or (not self.arrives and one.value == self.end):
                continue
            for operand in one.operands:
                # 60 - 10 = 50 and then 10 + 50 = 60 is a way back, not a way on
                if one.value not in made_from.get(operand, ()):
                    leads.setdefault(operand, one.value)
        return leads

    def _places(self, number: int) -> Iterator[Place]:
        reached: set[Fraction] = set()
        for one in self.computed[number]:
            small = not one.operands and one.value in _COMMON and one.value != self.end
            if (small and one.value not in self.later[number]) or (one.value in reached and one.holds):
                continue
            place = self._place(one)
            if place.kind == "gold":
                reached.add(one.value)
            if place.kind in ("native", "carried", "false"):
                self.off.add(one.value)
            yield place

    def _place(self, one: Computed) -> Place:
        if not one.holds and one.value not in self.gold:
            return Place(one, "false")
        if one.value in self.gold and not self._by_chance(one):
            return Place(one, "gold")
        source = next((value for value in (*one.operands, one.value) if value in self.off), None)
        if source is not None:
            return Place(one, "carried", source)
        if one.value in (self.givens if one.operands else self.mentioned):
            return Place(one, "given")
        whole = self._part_of(one)
        if one.value in self.leads:
            return Place(one, "leads", self.leads[one.value])
        if whole is None:
            return Place(one, "native", by_chance=one.value in self.gold)
        return Place(one, "part", whole)

    def _part_of(self, one: Computed) -> Fraction | None:
        """The gold value that it is a part of; what the chain ends in is no part."""
        if one.root:
            return self._multiple_of(one)
        formula = None if one.expression is None else formula_of(one.expression, self.opened)
        if formula is None:
            return None
        self.opened.setdefault(one.value, formula)
        if one.value == self.end:
            return None
        whole = next((gold.value for gold in self.formulas if is_part(formula, gold)), None)
        return None if whole is None or self._stands_for_another(one.value) else whole

    def _stands_for_another(self, value: Fraction) -> bool:
        """Does a chain that goes wrong go on with a part as the gold solution does with another value?

        Where that doubles 20 + 50 + 8, and the chain doubles 20 + 8, the 50 was left out.
        """
        if self.arrives:
            return False
        gold = {formula.value for formula in self.formulas}
        users = [one for one in self.users.get(value, [])[:_USES] if one.value not in self.gold]
        return any(_with(one.expression, value, other) in gold for one in users for other in gold - {value})

    def _multiple_of(self, one: Computed) -> Fraction | None:
        """The gold value that a root comes to with one of its equation's numbers ("7x + 11x = 162": 11 * 9 is 99)."""
        multiples = (one.value * number for number in one.operands)
        return next((value for value in multiples if value in self.gold and value not in one.operands), None)

    def _by_chance(self, one: Computed) -> bool:
        """Does a chain that goes wrong reach a gold value by an operation that is no part of the gold solution?

        Not asked where the operation changes nothing (times 1), or where the gold solution does not say how.
        """
        if self.arrives or one.expression is None or not one.holds or one.value in one.operands:
            return False
        if not any(gold.value == one.value and gold.kind != "number" for gold in self.formulas):
            return False
        formula = formula_of(one.expression, self.opened)
        return formula is not None and not any(is_part(formula, gold) for gold in self.formulas)

    def _turn(self) -> int:
        """Where a chain that ends in a wrong value takes that value: an index.

        The first step that sets up an equation for it, or computes it otherwise than the gold solution; else the last.
        """
        same = [gold for gold in self.formulas if gold.value == self.end]
        for number, computed in enumerate(self.computed):
            for one in computed:
                if one.value == self.end and one.root:
                    return number
                if one.value == self.end and one.expression is not None:
                    formula = formula_of(one.expression, {})
                    if formula is None or not any(is_part(formula, gold) for gold in same):
                        return number
        return len(self.computed) - 1

    def _alien(self, number: int) -> tuple[Fraction, ...]:
        """The numbers of a step that stand nowhere before it and that it does not compute."""
        one = self.asserted[number]
        self.known.update(computed.value for computed in self.computed[number])
        alien = tuple(value for value in one.written if value not in self.known and self._stands_nowhere(one, value))
        self.known.update(one.written)
        return alien

    def _stands_nowhere(self, asserted: Asserted, value: Fraction) -> bool:
        if value in _COMMON or value in asserted.between:
            return False
        readings = [value, *asserted.readings[value], 1 - value, value - 1, 100 - value]
        if value:
            readings.append(1 / value)
        return not any(reading in self.mentioned for reading in readings)


def _with(expression: Expression | None, value: Fraction, other: Fraction) -> Fraction | None:
    """What an expression comes to with another value in the place of one; None where it cannot be computed."""
    if expression is None:
        return None
    code = tuple(other if item == value else item for item in expression.code)
    try:
        return evaluate(Expression(expression.text, code))
    except NumberError:
        return None


def _concluded(chain: ReasoningChain) -> Iterator[list[Fraction]]:
    """What each step says comes out: what follows its "=", or, where it has none, its last value if that is new."""
    seen = set(read_content(chain.question).values)
    for step in chain.steps:
        content = read_content(step.text)
        results = list(content.results)
        if not results and not content.equations and content.values and content.values[-1] not in seen:
            results = [content.values[-1]]
        seen.update(content.values)
        yield sorted(map(Fraction, results))


def _with_conclusions(asserted: Asserted, concluded: list[Fraction]) -> tuple[Computed, ...]:
    """What its equations compute, and what a step concludes without one that can be read."""
    have = {value for one in asserted.computed for value in (one.value, *one.operands)}
    more = (value for value in concluded if value not in have)
    return (*asserted.computed, *(Computed(value, (), "") for value in more))


def _last_said(chain: ReasoningChain) -> tuple[str, Asserted]:
    """The last sentence with a number, and what it asserts."""
    for step in reversed(chain.steps):
        for sentence in reversed(_SENTENCE.split(strip_label(step.text))):
            said = read_asserted(sentence)
            if said.written:
                return sentence, said
    return "", read_asserted("")


def _ends_unread(sentence: str) -> bool:
    """Is what stands behind its last sign of equality a number that counts as none ("= 6th", "= 2:00 pm")?"""
    places = [found.end() for found in _RESULT.finditer(sentence)]
    return bool(places) and not any(one.start <= places[-1] < one.end for one in find_quantities(sentence))


def _is_final(value: Fraction, final: Fraction) -> bool:
    """Is it the final answer, in any reading, or rounded to it as a whole number?"""
    return value in _Values([final]) or (final.denominator == 1 != value.denominator and round(value) == final)


def _boxed(chain: ReasoningChain) -> Fraction | None:
    """What stands in the last box of the last step, if it is one value."""
    found = _BOX.findall(chain.steps[-1].text) if chain.steps else []
    values = find_quantities(found[-1].replace("\\$", "").replace("$", "")) if found else ()
    return values[0].value if len(values) == 1 else None
