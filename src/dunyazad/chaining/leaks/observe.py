"""From a chained problem to what a reader sees at each of its gates: what is listed, and how it looks.

Everything is read from the text at and around the spans: the signs next to a bracket, and what stands between two
parts beyond the wording, count as much as what stands inside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

import msgspec

from dunyazad._exceptions import InputError
from dunyazad.chaining.conditions import sensitive_claims
from dunyazad.chaining.evaluate import listed_branches
from dunyazad.chaining.leaks.features import (
    Vector,
    claim_measures,
    differing_sizes,
    number_key,
    numbers_of,
    sized,
    stray_spaces,
)
from dunyazad.chaining.record import BranchGate, ChainedProblem, LogicGate, NumericGate, Part, Role, SwitchGate
from dunyazad.chaining.spans import expected_wording
from dunyazad.chaining.wording import PHRASINGS

__all__ = ["CLAIM_AROUND", "OPTION_MEASURES", "PLACE_MEASURES", "ClaimSeen", "GateSeen", "gates_seen"]

# Around any part.
AROUND = (
    "space before it inside the bracket",
    "space behind it inside the bracket",
    "signs beyond the wording before it",
    "signs beyond the wording behind it",
)
# Of a listed first premise, beside its text alone.
OPTION_MEASURES = (
    "listed early",
    *AROUND,
    "number: repeated in its other premises",
    "number: repeated elsewhere in the text",
    "number: is the claimed one",
    "number: far from the claimed one",
)
# Of a claim, beside its text alone.
CLAIM_AROUND = (*AROUND, "number: repeated elsewhere in the text", "number: claimed by other gates too")
# Of the gate as a whole.
PLACE_MEASURES = (
    "gates told before it",
    "how far into the text",
    "length of the chain",
    "stray spaces in or before its other premises",
    *(f"phrasing {number}" for number in range(1, PHRASINGS + 1)),
)


class ClaimSeen(msgspec.Struct, frozen=True):
    """A claim as it is read.

    Attributes:
        problem: The id of the problem that it is about.
        true: Is it the true conclusion?
        chance: How often a claim at this place is true by design.
        text: The measures of its text.
        around: Those of what stands around it and how often its number stands elsewhere (`CLAIM_AROUND`).
    """

    problem: str
    true: bool
    chance: float
    text: Vector
    around: Vector


class GateSeen(msgspec.Struct, frozen=True):
    """A gate as it is read.

    Attributes:
        child: The id of the problem that it decides.
        parents: The ids of those that it looks at.
        gold: Which listed branch is the true one, from 0.
        texts: The listed first premises.
        options: For each, the measures of `OPTION_MEASURES`.
        place: The measures of `PLACE_MEASURES`.
        claims: Its claims. Those of a switch are one for each listed branch.
        switch: Is it a switch?
    """

    child: str
    parents: tuple[str, ...]
    gold: int
    texts: tuple[str, ...]
    options: tuple[Vector, ...]
    place: Vector
    claims: tuple[ClaimSeen, ...]
    switch: bool


@lru_cache(maxsize=1 << 10)
def _chances(condition: str, several: tuple[bool, ...]) -> tuple[float, ...]:
    """How often each claim of a condition is true by design: a coin between met and unmet, then any choice as likely.

    Args:
        condition: The condition.
        several: For each parent, whether it can be mistaken in several ways, being behind a switch. Such a one is
            claimed truly: only the true claim is false under all of its mistakes.
    """
    try:
        found = sensitive_claims(condition, len(several))
    except InputError:  # an insensitive gate is the certifier's to refuse
        return (0.5,) * len(several)
    sides = [
        [claims for claims in side if all(claim or not many for claim, many in zip(claims, several, strict=True))]
        for side in (found.met, found.unmet)
    ]
    sides = [side for side in sides if side]
    if not sides:
        return (0.5,) * len(several)
    shares = [[sum(choice[place] for choice in side) / len(side) for side in sides] for place in range(len(several))]
    return tuple([sum(share) / len(sides) for share in shares])


class _Reader:
    """One chain's text, with what is needed again at each of its gates."""

    def __init__(self, chain: ChainedProblem) -> None:
        bounds = (0, *chain.spans, len(chain.text))
        if list(bounds) != sorted(bounds):
            raise ValueError("the spans do not ascend within the text")
        self.chain = chain
        self.place = {part: number for number, part in enumerate(chain.parts)}
        self.spans = list(zip(chain.spans[::2], chain.spans[1::2], strict=True))
        self.texts = [chain.text[start:end] for start, end in self.spans]
        starts = [start for start, _ in self.spans] + [len(chain.text)]
        ends = [0] + [end for _, end in self.spans]
        # How many signs stand before each part, and after the last, beyond the wording.
        self.beyond = [
            start - end - len(wording)
            for start, end, wording in zip(starts, ends, expected_wording(chain), strict=True)
        ]
        # The problems behind a switch of three branches or more.
        self.several = {gate.child for gate in chain.gates if isinstance(gate, SwitchGate) and len(gate.cases) > 2}
        # By problem, the numbers that any gate claims of it.
        self.claimed: dict[int, Counter[object]] = {}
        for gate in chain.gates:
            if not isinstance(gate, NumericGate):
                for number in range(_claim_count(gate)):
                    told = self.claimed.setdefault(_about(gate, number), Counter())
                    told[number_key(_claimed(chain, gate, number))] += 1
        self.numbers: Counter[object] = Counter(_all_numbers(self.texts))
        self.own: dict[int, list[object]] = {}  # by problem, the numbers of its premises beside the first
        for part, text in zip(chain.parts, self.texts, strict=True):
            if part.role == "premises":
                self.own.setdefault(part.problem, []).extend(numbers_of(text))
        self.stray: Counter[int] = Counter()  # by problem, what is amiss in and before those premises
        for place, part in enumerate(chain.parts):
            if part.role == "premises":
                self.stray[part.problem] += stray_spaces(self.texts[place]) + self.beyond[place]

    def places(self, role: Role, problem: int, count: int) -> list[int]:
        """Which parts these are.

        Raises:
            KeyError: One is missing.
        """
        return [self.place[Part(role, problem, number)] for number in range(count)]

    def around(self, place: int) -> Vector:
        """The measures of `AROUND`."""
        (start, end), text = self.spans[place], self.chain.text
        before, behind = text[max(0, start - 1) : start].isspace(), text[end : end + 1].isspace()
        return (float(before), float(behind), float(self.beyond[place]), float(self.beyond[place + 1]))


def _all_numbers(texts: Sequence[str]) -> Iterator[object]:
    """All numbers of some texts."""
    for text in texts:
        yield from numbers_of(text)


def gates_seen(chain: ChainedProblem) -> Iterator[GateSeen]:
    """Yield the gates with branches, in solving order.

    Raises:
        InputError: The gates' parts do not stand where the record says, so that nothing can be read.
    """
    gates: list[BranchGate] = [gate for gate in chain.gates if not isinstance(gate, NumericGate)]
    try:
        reader = _Reader(chain)
        starts = [reader.spans[reader.place[Part("claim", gate.child, 0)]][0] for gate in gates]
        for gate in gates:
            yield _gate(reader, gate, starts)
    except (KeyError, IndexError, ValueError):
        raise InputError(f"chain {chain.id[:60]!r}: the parts of its gates do not stand where the row says") from None


def _gate(reader: _Reader, gate: BranchGate, starts: Sequence[int]) -> GateSeen:
    chain = reader.chain
    listed = listed_branches(gate)
    logic = isinstance(gate, LogicGate)
    claims = reader.places("claim", gate.child, _claim_count(gate))
    branches = reader.places("branch", gate.child, len(listed))
    _require_order(gate, claims, branches)
    start = reader.spans[claims[0]][0]
    place = (
        float(sum(other < start for other in starts)),
        start / max(1, len(chain.text)),
        float(chain.length),
        float(reader.stray[gate.child]),
        *[float(gate.wording == number) for number in range(PHRASINGS)],
    )
    return GateSeen(
        child=chain.problems[gate.child].id,
        parents=tuple([chain.problems[parent].id for parent in gate.parents]),
        gold=listed.index(0),
        texts=tuple([reader.texts[part] for part in branches]),
        options=_options(reader, gate, claims, branches),
        place=place,
        claims=tuple(_claims(reader, gate, claims)),
        switch=not logic,
    )


def _require_order(gate: BranchGate, claims: Sequence[int], branches: Sequence[int]) -> None:
    """Do a gate's parts follow one another as they must, and is there something to choose?

    Raises:
        ValueError: They do not, or there is not.
    """
    if isinstance(gate, LogicGate):
        told = [*claims, *branches]
    else:
        told = [part for pair in zip(claims, branches, strict=True) for part in pair]
        gate.cases.index(0)
    if told != list(range(told[0], told[0] + len(told))) or len(branches) < 2:
        raise ValueError("the parts are in another order")


def _options(reader: _Reader, gate: BranchGate, claims: Sequence[int], branches: Sequence[int]) -> tuple[Vector, ...]:
    numbers = differing_sizes(tuple([reader.texts[part] for part in branches]))
    own = reader.own.get(gate.child, [])
    here = Counter(_all_numbers([reader.texts[part] for part in branches]))
    claimed = [sized(*_claimed(reader.chain, gate, number).as_integer_ratio()) for number in range(len(claims))]
    found = []
    for number, part in enumerate(branches):
        told = (-float(number), *reader.around(part))
        if numbers is None:
            found.append((*told, 0.0, 0.0, 0.0, 0.0))
            continue
        key, size = numbers[number]
        # A switch's case has a claim of its own; a logic gate's branches share all of them.
        beside = claimed if isinstance(gate, LogicGate) else claimed[number : number + 1]
        found.append(
            (
                *told,
                float(own.count(key)),
                float(reader.numbers[key] - here[key]),
                float(sum([key == other.key for other in beside])),
                min([abs(size - other.size) for other in beside]),
            )
        )
    return tuple(found)


def _claim_count(gate: BranchGate) -> int:
    return len(gate.parents) if isinstance(gate, LogicGate) else len(gate.cases)


def _about(gate: BranchGate, number: int) -> int:
    """Which problem a gate's claim is about."""
    return gate.parents[number] if isinstance(gate, LogicGate) else gate.parents[0]


def _claimed(chain: ChainedProblem, gate: BranchGate, number: int) -> Fraction:
    """What a gate's claim claims."""
    member = chain.problems[_about(gate, number)]
    return (
        member.claimed(0 if gate.claims[number] else 1)
        if isinstance(gate, LogicGate)
        else member.claimed(gate.cases[number])
    )


def _claims(reader: _Reader, gate: BranchGate, claims: Sequence[int]) -> Iterator[ClaimSeen]:
    problems = reader.chain.problems
    if isinstance(gate, LogicGate):
        chances = _chances(gate.condition, tuple([parent in reader.several for parent in gate.parents]))
    else:
        chances = (1 / len(claims),) * len(claims)
    for number, part in enumerate(claims):
        parent = _about(gate, number)
        text, claimed = reader.texts[part], _claimed(reader.chain, gate, number)
        key = number_key(claimed)
        others = reader.claimed[parent][key] - 1
        yield ClaimSeen(
            problem=problems[parent].id,
            true=gate.claims[number] if isinstance(gate, LogicGate) else gate.cases[number] == 0,
            chance=chances[number],
            text=claim_measures(text, claimed),
            around=(
                *reader.around(part),
                float(reader.numbers[key] - numbers_of(text).count(key) - others),
                float(others),
            ),
        )
