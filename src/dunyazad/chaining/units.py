"""The units that texts are told in, found or made: openings of gates, stretches of premises, final questions.

A unit is a run of parts with the wording before each (`stock.Units`). Where it begins depends on what the unit before
ends in. Chains that come as a sheet and are told in one order have their units looked up in a table; those of others
are asked for one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

import numpy as np

from dunyazad._records import encode
from dunyazad.chaining.layout import Placed, Slot, closing, premises
from dunyazad.chaining.material import inside_json
from dunyazad.chaining.plan import DrawnGate, PlanTable
from dunyazad.chaining.record import Final, Part
from dunyazad.chaining.stock import Numbers, Objects, Stock, Units
from dunyazad.chaining.wording import GATE_END, SEPARATOR

__all__ = ["Asking", "KnownUnits", "UnitTable", "Worded"]

_KEPT_QUESTIONS = 1 << 10
_UNMET = -1
# What stands before a unit: nothing, since a text begins; a whole part; or the wording at the end of a gate.
_BEFORE = (None, "", GATE_END)


class Worded(dict[str | None, int]):
    """One unit, by the wording that the unit before ends in; None is the beginning of a text.

    Args:
        units: Where units are numbered.
        placed: Its segments.
        labels: The list of its parts.
        premises: Whose premises follow them.

    Attributes:
        end: The wording at its own end, which counts as before the next part.
    """

    def __init__(self, units: Units, placed: Sequence[Placed], labels: bytes, premises: int | None = None) -> None:
        super().__init__()
        self._units, self._labels = units, labels
        self._slots = [(source, slot) for source, _, segment in placed for slot in segment.slots]
        self.end = placed[-1].segment.end
        if premises is not None:
            self._slots.append((premises, Slot(self.end + SEPARATOR, "premises", 0)))
            self.end = ""

    def __missing__(self, before: str | None) -> int:
        (source, first), *others = self._slots
        gap = first.gap.removeprefix(SEPARATOR) if before is None else before + first.gap
        found = self[before] = self._units.add([(source, first._replace(gap=gap)), *others], self._labels)
        return found


class _Openings(dict[DrawnGate, Worded]):
    """The openings of gates.

    Args:
        units: Where units are numbered.
        run_on: Do the problem's premises follow?
    """

    def __init__(self, units: Units, *, run_on: bool) -> None:
        super().__init__()
        self._units, self._run_on = units, run_on

    def __missing__(self, gate: DrawnGate) -> Worded:
        labels, follows = (gate.block_labels, gate.position) if self._run_on else (gate.labels, None)
        found = self[gate] = Worded(self._units, gate.opening, labels, follows)
        return found


class Asking:
    """A final question, ready for rows."""

    def __init__(self, units: Units, final: Final) -> None:
        self.encoded = encode(final)
        placed = closing(final)
        roles = [Part(slot.role, owner, 0) for _, owner, segment in placed for slot in segment.slots]
        self.worded = Worded(units, placed, encode(roles)[1:-1])
        self.end = inside_json(self.worded.end)


def _stretch(units: Units, position: int, number: int) -> Worded:
    return Worded(units, [premises(position, number)], encode(Part("premises", position, number)))


class KnownUnits:
    """The units met so far, by what they are about.

    Nothing in it refers back to it: writing goes without Python's search for cycles, and whoever forgets these units
    is to have their memory back.
    """

    def __init__(self, stock: Stock, length: int) -> None:
        self.units = Units(stock, length)
        self.openings, self.blocks = _Openings(self.units, run_on=False), _Openings(self.units, run_on=True)
        self.stretch = lru_cache(maxsize=None)(partial(_stretch, self.units))  # bounded by the problems' stretches
        self.asking = lru_cache(maxsize=_KEPT_QUESTIONS)(partial(Asking, self.units))
        self.tables: dict[PlanTable, UnitTable] = {}

    def table(self, plans: PlanTable, positions: Sequence[int]) -> UnitTable:
        """The table for sheets of these plans, told in this order."""
        if plans not in self.tables:
            self.tables[plans] = UnitTable(plans, positions, self)
        return self.tables[plans]


class UnitTable:
    """The units and gates of sheets, by what is before, position, whether the problem's premises follow, and way.

    Args:
        plans: The plans of the sheets.
        positions: The positions in telling order.
        known: Where units come from.
    """

    def __init__(self, plans: PlanTable, positions: Sequence[int], known: KnownUnits) -> None:
        self._choices, self._openings, self._blocks = plans.choices, known.openings, known.blocks
        self._positions: Numbers = np.array(positions, np.intp)
        self._has_gate = np.array([own[0].gate is not None for own in plans.choices])
        shape = (len(positions), 2, max(own.size for own in plans.choices))
        self._units: Numbers = np.full((len(_BEFORE), *shape), _UNMET, np.intp)
        self._encoded: Objects = np.full((shape[0], shape[2]), b"", object)
        self._asked = np.array([known.asking(plans.final).worded[before] for before in _BEFORE], np.intp)

    def units(self, ways: Numbers, run_on: Numbers) -> Numbers:
        """The units of each chain, in the order of the text.

        Args:
            ways: For each chain a row with the number of each position's way.
            run_on: Likewise, whether its problem's premises follow: 1 or 0.
        """
        at = self._positions
        ways, run_on = ways[:, at], run_on[:, at]
        before = np.zeros((len(ways), len(at) + 1), np.intp)
        before[:, 1:] = np.where(self._has_gate[at] & (run_on == 0), 2, 1)
        where = (before[:, :-1], at, run_on, ways)
        units = self._units[where]
        if units.size and units.min() == _UNMET:
            self._meet(np.argwhere(units == _UNMET), where)
            units = self._units[where]
        return np.concatenate((units, self._asked[before[:, -1:]]), axis=1)

    def gates(self, ways: Numbers) -> list[list[bytes]]:
        """The gates of each chain as a row has them, once its units are known."""
        (gated,) = self._has_gate.nonzero()
        found: list[list[bytes]] = self._encoded[gated, ways[:, gated]].tolist()
        return found

    def _meet(self, unmet: Numbers, where: tuple[Numbers, Numbers, Numbers, Numbers]) -> None:
        rows, columns = unmet.T
        met = [index[rows, columns].tolist() for index in np.broadcast_arrays(*where)]
        for before, position, follows, way in dict.fromkeys(zip(*met, strict=True)):
            gate = self._choices[position][way]
            openings = self._blocks if follows else self._openings
            self._units[before, position, follows, way] = openings[gate][_BEFORE[before]]
            self._encoded[position, way] = gate.encoded
