"""All measures together: a small model learns to tell the true branch on some problems and is tried on others.

A leak may be spread over several measures, each too weak to show by itself. The model is a conditional logit: a
weighted sum for every listed branch, and the softmax of these sums over the gate's branches. What belongs to a gate as
a whole (the look of its claim, its place) enters with opposite signs for the branches listed early and late. It is
tried only on gates all of whose problems it has not met: remembering problems is no leak.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from hashlib import blake2b
from statistics import NormalDist
from zlib import crc32

import msgspec

from dunyazad.chaining.leaks.evidence import sign_flip_p
from dunyazad.chaining.leaks.features import CLAIM_MEASURES, Vector, branch_measures
from dunyazad.chaining.leaks.observe import CLAIM_AROUND, ClaimSeen, GateSeen

__all__ = ["Guess", "Sample", "guess"]

_PER_PROBLEM = 8
_MOST = 6000
_FEWEST = 20
_ROUNDS = 12
_FAR = 3.0
_STEP, _DECAY = 0.05, 1e-3
_NO_CLAIM = (0.0,) * (len(CLAIM_MEASURES) + len(CLAIM_AROUND))


class Guess(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How well all measures together tell the true branch, on problems that were not learned from.

    Attributes:
        learned: Gates that were learned from.
        tried: Gates that were guessed at.
        problems: How many problems those gates decide.
        accuracy: The share of right guesses.
        chance: What a guess at random gets.
        low: The lower end of the 95% interval of the accuracy, by problems.
        high: Its upper end.
        p: The chance of as high an accuracy were there no leak (one-sided).
    """

    learned: int
    tried: int
    problems: int
    accuracy: float
    chance: float
    low: float
    high: float
    p: float


class _Kept(msgspec.Struct, frozen=True):
    key: int
    gate: GateSeen
    learn: bool


class Sample:
    """A few gates of every problem, chosen by a digest, so that the order of the rows does not matter."""

    def __init__(self) -> None:
        self._by_child: dict[str, list[_Kept]] = {}
        self._halves: dict[str, int] = {}

    def add(self, chain: str, gate: GateSeen) -> None:
        """Offer a gate; one whose problems lie on both sides of the split is of no use."""
        halves = {self._half(problem) for problem in (gate.child, *gate.parents)}
        if len(halves) != 1:
            return
        key = crc32(f"{chain} {gate.child}".encode("utf-8", "surrogatepass"))
        kept = self._by_child.setdefault(gate.child, [])
        if len(kept) < _PER_PROBLEM:
            kept.append(_Kept(key, gate, halves == {0}))
        elif key < kept[-1].key:
            kept[-1] = _Kept(key, gate, halves == {0})
        else:
            return
        kept.sort(key=lambda one: one.key)

    def _half(self, problem: str) -> int:
        half = self._halves.get(problem)
        if half is None:
            digest = blake2b(problem.encode("utf-8", "surrogatepass"), digest_size=1).digest()
            half = self._halves[problem] = digest[0] & 1
        return half

    def split(self) -> tuple[list[GateSeen], list[GateSeen]]:
        """The gates to learn from and those to try."""
        kept = sorted((one for own in self._by_child.values() for one in own), key=lambda one: one.key)[:_MOST]
        return [one.gate for one in kept if one.learn], [one.gate for one in kept if not one.learn]

    @property
    def shortage(self) -> str:
        """Why nothing can be learned from it and tried; empty where that can be."""
        learned, tried = map(len, self.split())
        if not self._halves:
            return "no gate with branches was read"
        if min(learned, tried) >= _FEWEST:
            return ""
        return (
            f"that takes {_FEWEST} gates or more on each side of a split of the problems, and there are {learned} and "
            f"{tried} that do not join the sides"
        )


def guess(sample: Sample) -> Guess | None:
    """Learn on one half of the problems and try on the other; None where the sample has a shortage."""
    if sample.shortage:
        return None
    learned, tried = sample.split()
    scale = _Scale(learned)
    weights = _learn([(scale.rows(gate), gate.gold) for gate in learned], scale.width)
    hits: dict[str, float] = {}
    right = chance = 0.0
    for gate in tried:
        share = _share(weights, scale.rows(gate), gate.gold)
        hits[gate.child] = hits.get(gate.child, 0.0) + share - 1 / len(gate.texts)
        right += share
        chance += 1 / len(gate.texts)
    return _judged(list(hits.values()), right, chance, (len(learned), len(tried)))


def _judged(sums: Sequence[float], right: float, chance: float, counts: tuple[int, int]) -> Guess:
    learned, tried = counts
    above = (right - chance) / len(sums)
    error = math.sqrt(sum((value - above) ** 2 for value in sums)) / tried
    p, accuracy = sign_flip_p(sums), right / tried
    margin = NormalDist().inv_cdf(0.975) * error
    return Guess(
        learned=learned,
        tried=tried,
        problems=len(sums),
        accuracy=accuracy,
        chance=chance / tried,
        low=max(0.0, accuracy - margin),
        high=min(1.0, accuracy + margin),
        p=p / 2 if right > chance else 1 - p / 2,
    )


Sparse = list[tuple[int, float]]


def _claim(claim: ClaimSeen) -> Vector:
    return (*claim.text, *claim.around)


def _listed(gate: GateSeen) -> list[Vector]:
    """What is measured of each listed branch; for a switch also of the claim beside it."""
    claims = [_claim(claim) for claim in gate.claims] if gate.switch else [_NO_CLAIM] * len(gate.texts)
    texts = branch_measures(gate.texts)
    return [(*text, *option, *claim) for text, option, claim in zip(texts, gate.options, claims, strict=True)]


def _whole(gate: GateSeen) -> Vector:
    """What is measured of the gate as a whole; a single claim is among it."""
    single = len(gate.claims) == 1 and 0 < gate.claims[0].chance < 1
    claim = _claim(gate.claims[0]) if single else _NO_CLAIM
    return (*claim, *gate.place)


class _Scale:
    """Puts every measure on the scale that it has in the gates learned from."""

    def __init__(self, gates: Sequence[GateSeen]) -> None:
        listed = [row for gate in gates for row in _from_mean(_listed(gate))]
        whole = [_whole(gate) for gate in gates]
        self._listed = [_inverse(column) for column in zip(*listed, strict=True)]
        self._means = [sum(column) / len(column) for column in zip(*whole, strict=True)]
        self._whole = [
            _inverse([value - mean for value in column])
            for column, mean in zip(zip(*whole, strict=True), self._means, strict=True)
        ]
        self.width = len(self._listed) + len(self._whole)

    def rows(self, gate: GateSeen) -> list[Sparse]:
        """One row a listed branch, without the zeros."""
        whole = [
            (value - mean) * scale for value, mean, scale in zip(_whole(gate), self._means, self._whole, strict=True)
        ]
        count, found = len(gate.texts), []
        for place, row in enumerate(_from_mean(_listed(gate))):
            side = (count - 1 - 2 * place) / count
            scaled = [value * scale for value, scale in zip(row, self._listed, strict=True)]
            both = [*scaled, *[side * one for one in whole]]
            # A measure far out must not throw the weights about.
            found.append([(at, max(-_FAR, min(_FAR, value))) for at, value in enumerate(both) if value])
        return found


def _from_mean(rows: Sequence[Vector]) -> list[Vector]:
    means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    return [tuple([value - mean for value, mean in zip(row, means, strict=True)]) for row in rows]


def _inverse(column: Sequence[float]) -> float:
    spread = math.sqrt(sum(value * value for value in column) / len(column))
    return 1 / spread if spread > 1e-9 else 0.0


def _sums(weights: Sequence[float], rows: Sequence[Sparse]) -> list[float]:
    return [sum([weights[place] * value for place, value in row]) for row in rows]


def _learn(gates: Sequence[tuple[list[Sparse], int]], width: int) -> list[float]:
    """Weights by stochastic gradient steps; gates come in the order of their digests, which is as good as chance."""
    weights = [0.0] * width
    for round_ in range(_ROUNDS):
        step = _STEP / (1 + round_)
        for rows, gold in gates:
            sums = _sums(weights, rows)
            highest = max(sums)
            odds = [math.exp(value - highest) for value in sums]
            total = sum(odds)
            for place, row in enumerate(rows):
                push = step * ((place == gold) - odds[place] / total)
                for at, value in row:
                    weights[at] += push * value
        weights = [weight * (1 - _DECAY) for weight in weights]
    return weights


def _share(weights: Sequence[float], rows: Sequence[Sparse], gold: int) -> float:
    """1 for a right guess, 0 for a wrong one; of several equally likely branches each gets its part."""
    sums = _sums(weights, rows)
    best = [place for place, value in enumerate(sums) if value == max(sums)]
    return 1 / len(best) if gold in best else 0.0
