"""Which solutions are shown whole: every outcome and diagnosis first, then an even spread over models and lengths.

The choice is made while the solutions stream past. Each stratum (model, source, protocol, order, length, kind) keeps
its first few; when too many are held in all, every stratum is cut to half. So memory is bounded by a multiple of the
cap, and the same file always gives the same choice.
"""

from __future__ import annotations

from itertools import zip_longest

from dunyazad.report.cards import kind_of
from dunyazad.solving.record import Solution

__all__ = ["Chooser"]

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
        key = (solution.model, chain.source, solution.protocol, chain.order, chain.length, kind_of(solution))
        stratum = self._strata.setdefault(key, [])
        if len(stratum) < self._share:
            stratum.append(entry)
            self._held += 1
            while self._held > _SLACK * self._cap and self._share > 1:
                self._halve()

    def _halve(self) -> None:
        self._share //= 2
        for stratum in self._strata.values():
            del stratum[self._share :]
        self._held = sum(map(len, self._strata.values()))

    def chosen(self) -> list[Solution]:
        """The choice, in a reader's order: by model, source, protocol, length and order, then as in the file."""
        picked: dict[int, Solution] = {}
        for index, solution in self._by_need():
            if len(picked) == self._cap:
                break
            picked.setdefault(index, solution)

        def place(item: tuple[int, Solution]) -> tuple[str, str, str, int, str, int]:
            index, solution = item
            # Backward sorts before forward by name; forward is the one to meet first.
            order = "" if solution.chain.order == "forward" else solution.chain.order
            return solution.model, solution.chain.source, solution.protocol, solution.chain.length, order, index

        return [solution for _, solution in sorted(picked.items(), key=place)]

    def _by_need(self) -> list[tuple[int, Solution]]:
        """First one of each kind and diagnosis, then the strata in turn."""
        kinds: dict[str, tuple[int, Solution]] = {}
        for key in sorted(self._strata):
            kinds.setdefault(key[-1], self._strata[key][0])
        first = [*kinds.values(), *(self._diagnoses[name] for name in sorted(self._diagnoses))]
        turns = zip_longest(*(self._strata[key] for key in sorted(self._strata)))
        return first + [entry for turn in turns for entry in turn if entry is not None]
