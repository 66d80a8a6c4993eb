"""Which solutions are shown whole: every outcome and diagnosis first, then an even spread over models and lengths.

The choice is made while the solutions stream past. Each stratum (model, source, protocol, order, length, kind) keeps
its first few; when too many are held in all, every stratum is cut to half. Where single ones of so many strata would
still be too many, those strata go that stand last in the order of choice: they could not be chosen. So whatever comes,
at most 16 times the cap are held, and a few; and the same file always gives the same choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from dunyazad.report.cards import kind_of
from dunyazad.report.record import ChainCard
from dunyazad.report.words import is_simulated
from dunyazad.solving.record import Solution

__all__ = ["Chooser", "telling"]

_SLACK = 8
_Stratum = tuple[str, str, str, str, int, str]


class Chooser:
    """Takes solutions one at a time and chooses at most `cap` of them; `seen` counts all."""

    def __init__(self, cap: int) -> None:
        self._cap, self._share = cap, cap
        self._strata: dict[_Stratum, list[tuple[int, Solution]]] = {}
        self._diagnoses: dict[str, tuple[int, Solution]] = {}
        self._held = self.seen = 0

    def add(self, solution: Solution) -> None:
        """Look at one more solution."""
        entry = (self.seen, solution)
        self.seen += 1
        if self._cap == 0:
            return
        for link in solution.links:
            self._diagnoses.setdefault(link.diagnosis, entry)
        chain = solution.chain
        key = (solution.model, chain.source, solution.protocol, chain.manner, chain.length, kind_of(solution))
        stratum = self._strata.setdefault(key, [])
        if len(stratum) < self._share:
            stratum.append(entry)
            self._held += 1
            while self._held > _SLACK * self._cap and self._share > 1:
                self._halve()
            if self._held > 2 * _SLACK * self._cap:
                self._drop()

    def _halve(self) -> None:
        self._share //= 2
        for stratum in self._strata.values():
            del stratum[self._share :]
        self._held = sum(map(len, self._strata.values()))

    def _drop(self) -> None:
        """Forget the strata that come too late to be chosen; but for the first of each kind, which is chosen first.

        Strata only become more, so that one that comes too late now would do so at the end, too.
        """
        keys = self._in_turn()
        first = {key[-1]: key for key in reversed(keys)}
        self._strata = {key: self._strata[key] for key in {*keys[: _SLACK * self._cap], *first.values()}}
        self._held = sum(map(len, self._strata.values()))

    def _in_turn(self) -> list[_Stratum]:
        return sorted(self._strata, key=lambda key: (is_simulated(key[0]), key))

    def chosen(self) -> list[Solution]:
        """The choice, in a reader's order: real models first, by model, source, protocol, length, order and row."""
        picked: dict[int, Solution] = {}
        for index, solution in self._by_need():
            if len(picked) == self._cap:
                break
            picked.setdefault(index, solution)
        return [solution for _, solution in sorted(picked.items(), key=_place)]

    def _by_need(self) -> list[tuple[int, Solution]]:
        """First one of each kind and diagnosis, then the strata in turn; real models first in each."""
        keys = self._in_turn()
        kinds: dict[str, tuple[int, Solution]] = {}
        for key in keys:
            kinds.setdefault(key[-1], self._strata[key][0])
        first = [*kinds.values(), *(self._diagnoses[name] for name in sorted(self._diagnoses))]
        turns = zip_longest(*(self._strata[key] for key in keys))
        return first + [entry for turn in turns for entry in turn if entry is not None]


def _place(item: tuple[int, Solution]) -> tuple[bool, str, str, str, int, str, int]:
    index, solution = item
    chain = solution.chain
    # Backward sorts before forward by name; forward is the one to meet first.
    order = "" if chain.manner == "forward" else chain.manner
    simulated = is_simulated(solution.model)
    return simulated, solution.model, chain.source, solution.protocol, chain.length, order, index


def telling(cards: Sequence[ChainCard]) -> int:
    """Give the place of the chain to show first: the one that tells most of what this software is for; 0 for none.

    A real model that wrote something comes before a simulated one, then a chain of two or more with a failed link and
    judged steps. Among these, steps of every sort, the failure that explains itself (another branch, not just
    another number), and a chain that got some way; then the shortest to read.
    """
    return max(range(len(cards)), key=lambda place: (*_worth(cards[place]), -place), default=0)


def _worth(card: ChainCard) -> tuple[int, ...]:
    broke = card.length > 1 and card.outcome == "answered" and card.first_failed is not None
    labels = {step.verdict for step in card.steps if step.verdict is not None}
    # Steps that are right, wrong in themselves, and wrong by what they rest on.
    sorts = ("correct" in labels) + ("accumulation_error" in labels) + bool(labels - {"correct", "accumulation_error"})
    explained = card.kind in ("link:wrong_branch", "link:inherited")
    return (
        bool(card.response) and not card.simulated, broke and bool(labels), broke, bool(labels),
        sorts, explained, bool(card.first_failed), -len(card.steps),
    )  # fmt: skip
