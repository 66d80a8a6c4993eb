"""Shortcut floors: what a solver scores on a file of chains who does not read its gates.

A score means little beside the score of whoever guesses. Each policy here is run through every chain of a file, and its
expected score is given exactly:

- `always-first`, `always-second`, `random`: solves every problem without fault, and takes the branch that stands first,
  or second, or any with equal chance, at every gate. Behind a numeric gate it goes on with the number that it has.
- `assume-sensitive`: likewise, but infers the branch of a gate whose condition can matter to all its claims in one
  state only (`and` is then met, `none` unmet), and takes any at the others.
- `last-first`, `last-random`: sees the target's block alone. It has no answer to any other problem, takes the target's
  first branch, or any, and answers the target.
- `majority`: gives the number that stands most often in the problems' texts, as written; of several, any.

How: a policy's choices at two gates are independent of one another, and what is reached behind a gate depends on the
choice there alone, save that a numeric gate hands its parent's answer on. So problems fall into independent groups:
each is a root or a problem with branches, and whatever follows by numeric gates. All links are right with the product
of the groups' chances; the target and the largest answer are products likewise; sums are convolved, half of the groups
against the other half. Where a half has more than `MOST_SUMS` different sums the chain's final score is not worked out,
and the chain is counted as `left_out`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm, prod
from operator import itemgetter

import msgspec

from dunyazad._exceptions import InputError
from dunyazad.chaining.conditions import sensitive_claims
from dunyazad.chaining.evaluate import listed_branches, through
from dunyazad.chaining.record import BranchGate, ChainedProblem, LogicGate, NumericGate
from dunyazad.chaining.shape import check_shape
from dunyazad.chaining.spans import texts_of
from dunyazad.numbers import find_quantities

__all__ = ["MOST_SUMS", "POLICIES", "Floor", "FloorCell", "FloorReport", "Share", "chain_floors", "shortcut_floors"]

MOST_SUMS = 1 << 16


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An expected share of chains: exactly, and as a float."""

    exact: Fraction
    value: float


class Floor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one policy is expected to score.

    Attributes:
        policy: Which; see the module.
        all_links: The share of chains in which it answers every problem rightly; None where there are no chains.
        final: The share of chains in which its final answer is right; None also where all are left out.
        left_out: Chains whose final score is not worked out, since too many different sums can be reached.
    """

    policy: str
    all_links: Share | None
    final: Share | None
    left_out: int = 0


class FloorCell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The floors of the chains of one length and order.

    Attributes:
        length: Problems in a chain; None for chains of all lengths.
        order: How they are told; None for all orders.
        chains: How many there are.
        floors: One for each policy.
    """

    length: int | None
    order: str | None
    chains: int
    floors: tuple[Floor, ...]


class FloorReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The floors of a file, by length and order, and over all."""

    cells: tuple[FloorCell, ...]
    overall: FloorCell


# The branches that a policy takes at a gate, each with equal chance.
_Taken = Callable[[BranchGate], tuple[int, ...]]


def _first(gate: BranchGate) -> tuple[int, ...]:
    return listed_branches(gate)[:1]


def _second(gate: BranchGate) -> tuple[int, ...]:
    return listed_branches(gate)[1:2]


def _assuming(gate: BranchGate) -> tuple[int, ...]:
    listed = listed_branches(gate)
    state = _only_state(gate.condition, len(gate.parents)) if isinstance(gate, LogicGate) else None
    if state is None or not isinstance(gate, LogicGate):
        return listed
    return listed[:1] if state != gate.inverted else listed[1:]


@lru_cache(maxsize=1 << 10)
def _only_state(condition: str, count: int) -> bool | None:
    """Whether a condition is met wherever it is sensitive to all its claims; None where it may or may not be."""
    try:
        found = sensitive_claims(condition, count)
    except InputError:
        return None
    return None if found.met and found.unmet else bool(found.met)


_GATE_POLICIES: Mapping[str, _Taken] = {
    "always-first": _first,
    "always-second": _second,
    "random": listed_branches,
    "assume-sensitive": _assuming,
}
_LAST_POLICIES: Mapping[str, _Taken] = {"last-first": _first, "last-random": listed_branches}
POLICIES = (*_GATE_POLICIES, *_LAST_POLICIES, "majority")

# A policy's expected score for one chain: all links, and the final answer (None where it is not worked out).
Expected = tuple[Fraction, Fraction | None]
_NEVER: Expected = (Fraction(0), Fraction(0))


def shortcut_floors(chains: Iterable[ChainedProblem]) -> FloorReport:
    """Run every policy through every chain and give what each is expected to score.

    Args:
        chains: In one pass; they are not kept.

    Raises:
        InputError: A row's fields do not fit one another; names the row, from 1.

    Example:
        >>> from dunyazad.chaining import make_chains
        >>> from dunyazad.problems import make_problems
        >>> chains = make_chains(list(make_problems(60, seed=1)), lengths=[3], orders=["forward"], per_cell=40, seed=1)
        >>> [floor.all_links.exact for floor in shortcut_floors(chains).overall.floors if floor.policy == "random"]
        [Fraction(1, 4)]
    """
    cells: dict[tuple[int, str], _Sums] = {}
    for row, chain in enumerate(chains, start=1):
        if (finding := next(check_shape(chain), None)) is not None:
            raise InputError(f"row {row} is no sound chain: {finding.sentence} (see `chains check`)")
        key = (chain.length, chain.order)
        if key not in cells:
            cells[key] = _Sums()
        cells[key].add(chain_floors(chain))
    overall = _Sums()
    for sums in cells.values():
        overall.join(sums)
    found = [sums.cell(*key) for key, sums in sorted(cells.items(), key=itemgetter(0))]
    return FloorReport(tuple(found), overall.cell(None, None))


class _Sums:
    """Running sums of one cell. Terms of equal value are counted, which is far quicker than to add fractions."""

    def __init__(self) -> None:
        self.chains = 0
        self.terms: dict[str, tuple[Counter[Fraction], Counter[Fraction | None]]] = {
            policy: (Counter(), Counter()) for policy in POLICIES
        }

    def add(self, expected: Mapping[str, Expected]) -> None:
        self.chains += 1
        for policy, (all_links, final) in expected.items():
            self.terms[policy][0][all_links] += 1
            self.terms[policy][1][final] += 1

    def join(self, other: _Sums) -> None:
        self.chains += other.chains
        for policy, (all_links, final) in other.terms.items():
            self.terms[policy][0].update(all_links)
            self.terms[policy][1].update(final)

    def cell(self, length: int | None, order: str | None) -> FloorCell:
        found = [
            Floor(policy, _share(all_links), _share(final), final[None])
            for policy, (all_links, final) in self.terms.items()
        ]
        return FloorCell(length, order, self.chains, tuple(found))


def _share(terms: Mapping[Fraction, int] | Mapping[Fraction | None, int]) -> Share | None:
    known = {term: count for term, count in terms.items() if term is not None}
    chains = sum(known.values())
    if not chains:
        return None
    exact = sum((term * count for term, count in known.items()), Fraction(0)) / chains
    return Share(exact, float(exact))


# One chain


def chain_floors(chain: ChainedProblem) -> dict[str, Expected]:
    """Give each policy's expected score for one chain of sound shape: all links, and the final answer.

    The final score is None where it is not worked out; see the module.
    """
    groups = _groups(chain)
    found = {policy: _by_gates(chain, groups, taken) for policy, taken in _GATE_POLICIES.items()}
    found |= {policy: _by_target(chain, taken) for policy, taken in _LAST_POLICIES.items()}
    majority = _majority(chain)
    found["majority"] = (majority if chain.length == 1 else Fraction(0), majority)
    return found


class _Group(msgspec.Struct, frozen=True):
    """Problems whose answers hang on one choice.

    Attributes:
        gate: Where the choice is made; None for a root.
        right: By branch, whether all of the answers are the gold ones.
        asked: By branch, the answers among them that the final question takes; None for one that is not known.
    """

    gate: BranchGate | None
    right: tuple[bool, ...]
    asked: tuple[tuple[Fraction | None, ...], ...]


def _groups(chain: ChainedProblem) -> list[_Group]:
    gates = {gate.child: gate for gate in chain.gates}
    heads: list[int] = []  # by problem, the one whose branch decides it
    answers: list[list[Fraction | None]] = []  # by problem, what it comes to by that branch
    members: dict[int, list[int]] = {}
    for position, member in enumerate(chain.problems):
        gate = gates.get(position)
        if isinstance(gate, NumericGate):
            heads.append(heads[gate.parents[0]])
            answers.append([through(gate, answer) for answer in answers[gate.parents[0]]])
        else:
            heads.append(position)
            count = 1 if gate is None else len(listed_branches(gate))
            answers.append([member.answer_under(branch) for branch in range(count)])
        members.setdefault(heads[position], []).append(position)
    return [_group(chain, gates.get(head), own, answers) for head, own in members.items()]


def _group(
    chain: ChainedProblem,
    gate: BranchGate | NumericGate | None,
    own: Sequence[int],
    answers: Sequence[Sequence[Fraction | None]],
) -> _Group:
    of = chain.final.of
    by_branch = list(zip(*[answers[position] for position in own], strict=True))
    gold = [chain.problems[position].answer for position in own]
    right = [all(map(_same, reached, gold)) for reached in by_branch]
    asked = [
        tuple([answer for position, answer in zip(own, reached, strict=True) if position in of])
        for reached in by_branch
    ]
    return _Group(None if isinstance(gate, NumericGate) else gate, tuple(right), tuple(asked))


def _same(one: Fraction | None, other: Fraction) -> bool:
    return one is other or (one is not None and one.as_integer_ratio() == other.as_integer_ratio())


def _by_gates(chain: ChainedProblem, groups: Sequence[_Group], taken: _Taken) -> Expected:
    choices = [(0,) if group.gate is None else taken(group.gate) for group in groups]
    right = prod(sum(group.right[branch] for branch in own) for group, own in zip(groups, choices, strict=True))
    all_links = Fraction(right, prod(map(len, choices)))
    asked = [
        [group.asked[branch] for branch in own] for group, own in zip(groups, choices, strict=True) if group.asked[0]
    ]
    ways = _FINALS[chain.final.kind](asked, chain.answer)
    return all_links, None if ways is None else Fraction(ways, prod(map(len, asked)))


# For each group that the final question takes answers of, what each choice gives it.
_Asked = Sequence[Sequence[tuple[Fraction | None, ...]]]


def _ways_to_target(asked: _Asked, answer: Fraction) -> int:
    """In how many ways the choices lead to the answer."""
    (own,) = asked
    return sum(_same(given[0], answer) for given in own)


def _ways_to_largest(asked: _Asked, answer: Fraction) -> int:
    """The same for the largest of the answers: the ways in which all stay at or below it, less those below it."""
    largest = [[max(given) for given in _known(own)] for own in asked]
    at_most = prod(sum(number <= answer for number in own) for own in largest)
    return at_most - prod(sum(number < answer for number in own) for own in largest)


def _ways_to_difference(asked: _Asked, answer: Fraction) -> int:
    """The same for the larger of two answers less the smaller."""
    pairs = [sum(given, ()) for given in product(*map(_known, asked))]
    return sum(max(pair) - min(pair) == answer for pair in pairs)


def _ways_to_sum(asked: _Asked, answer: Fraction) -> int | None:
    """The same for the sum; None where too many different sums can be reached."""
    sums = [[sum(given, Fraction(0)) for given in _known(own)] for own in asked]
    scale = lcm(answer.denominator, *[number.denominator for own in sums for number in own])
    terms = [[(number * scale).numerator for number in own] for own in sums]
    half = len(terms) // 2
    one, other = _reached(terms[:half]), _reached(terms[half:])
    if one is None or other is None:
        return None
    wanted = (answer * scale).numerator
    return sum(count * other[wanted - number] for number, count in one.items())


def _reached(terms: Sequence[Sequence[int]]) -> Counter[int] | None:
    """The sums with one term of each, and in how many ways each is reached; None where there are too many."""
    sums = Counter({0: 1})
    for own in terms:
        found: Counter[int] = Counter()
        for number, count in sums.items():
            for term in own:
                found[number + term] += count
        if len(found) > MOST_SUMS:
            return None
        sums = found
    return sums


def _known(own: Sequence[tuple[Fraction | None, ...]]) -> list[tuple[Fraction, ...]]:
    """The choices whose answers are all known: with any other the final answer is not right."""
    found = [tuple([answer for answer in given if answer is not None]) for given in own]
    return [answers for answers, given in zip(found, own, strict=True) if len(answers) == len(given)]


_FINALS: Mapping[str, Callable[[_Asked, Fraction], int | None]] = {
    "target": _ways_to_target,
    "max": _ways_to_largest,
    "difference": _ways_to_difference,
    "sum": _ways_to_sum,
}


def _by_target(chain: ChainedProblem, taken: _Taken) -> Expected:
    if chain.length == 1:
        return Fraction(1), Fraction(1)
    gate, member = chain.gate_of(chain.target), chain.problems[chain.target]
    if gate is None or isinstance(gate, NumericGate) or chain.final.kind != "target":
        return _NEVER  # a number that another problem's answer gives, or several answers, cannot be had from one block
    branches = taken(gate)
    right = sum(_same(member.answer_under(branch), member.answer) for branch in branches)
    return Fraction(0), Fraction(right, len(branches))


def _majority(chain: ChainedProblem) -> Fraction:
    counts: Counter[Fraction] = Counter()
    for text in texts_of(chain):
        counts.update(_numbers(text))
    most = max(counts.values(), default=0)
    frequent = [number for number, count in counts.items() if count == most]
    return Fraction(1, len(frequent)) if chain.answer in frequent else Fraction(0)


@lru_cache(maxsize=1 << 15)  # a problem's parts stand in many chains
def _numbers(text: str) -> tuple[Fraction, ...]:
    return tuple([quantity.number for quantity in find_quantities(text)])
