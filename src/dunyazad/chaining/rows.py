"""The written rows of a file, put together from prepared bytes.

Rendering a record and encoding it costs some fifty times what its contents cost: nearly all of a row stood in other
rows before. So everything that several rows share is encoded once and numbered (`stock`). A text is then a list of
numbers, those of many rows are worked out at once, and a row is a few joins and one checksum for the id. The result is
`encode(render_chain(…))`, byte for byte.

A text is told in *units*: the opening of a gate, a stretch of premises, the final question. Drafts that come as a sheet
and are told in one order have their units looked up in a table (`_Table`); others are composed one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

import numpy as np

from dunyazad._records import encode
from dunyazad.chaining.drafting import Draft, Sheet
from dunyazad.chaining.evaluate import final_answer
from dunyazad.chaining.layout import OPENING, Placed, Slot, Woven, closing, premises, unit_order
from dunyazad.chaining.material import Material, inside_json
from dunyazad.chaining.plan import DrawnGate, PlanTable, Teller
from dunyazad.chaining.record import Final, Part
from dunyazad.chaining.render import Telling, needed_alternates
from dunyazad.chaining.stock import Numbers, Objects, Stock, Units
from dunyazad.chaining.wording import CANARY, GENERATOR, SEPARATOR

__all__ = ["RowMaker"]

# So many units are kept: bounds what switches of many branches and drawn structures may take.
_KEPT_UNITS = 1 << 14
_KEPT_QUESTIONS = 1 << 10
# Rows are worked out so many at a time: enough to save calls, few enough to stay in the cache.
_TOGETHER = 64


class _Worded(dict[str | None, int]):
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


class _Openings(dict[DrawnGate, _Worded]):
    """The openings of gates.

    Args:
        units: Where units are numbered.
        run_on: Do the problem's premises follow?
    """

    def __init__(self, units: Units, *, run_on: bool) -> None:
        super().__init__()
        self._units, self._run_on = units, run_on

    def __missing__(self, gate: DrawnGate) -> _Worded:
        labels, follows = (gate.block_labels, gate.position) if self._run_on else (gate.labels, None)
        found = self[gate] = _Worded(self._units, gate.opening, labels, follows)
        return found


class _Asking:
    """A final question, ready for rows."""

    def __init__(self, final: Final, units: Units) -> None:
        self.encoded = encode(final)
        placed = closing(final)
        roles = [Part(slot.role, owner, 0) for _, owner, segment in placed for slot in segment.slots]
        self.worded = _Worded(units, placed, encode(roles)[1:-1])
        self.end = inside_json(self.worded.end)


class _Known:
    """The units met so far, by what they are about."""

    def __init__(self, stock: Stock, length: int) -> None:
        self.units = Units(stock, length)
        self.openings, self.blocks = _Openings(self.units, run_on=False), _Openings(self.units, run_on=True)
        self.stretch = lru_cache(maxsize=None)(self._stretch)  # bounded by the problems' stretches
        self.asking = lru_cache(maxsize=_KEPT_QUESTIONS)(self._asking)
        self.tables: dict[PlanTable, _Table] = {}

    def _stretch(self, position: int, number: int) -> _Worded:
        return _Worded(self.units, [premises(position, number)], encode(Part("premises", position, number)))

    def _asking(self, final: Final) -> _Asking:
        return _Asking(final, self.units)

    def table(self, plans: PlanTable, positions: Sequence[int]) -> _Table:
        """The table for sheets of these plans, told in this order."""
        if plans not in self.tables:
            self.tables[plans] = _Table(plans, positions, self)
        return self.tables[plans]


_UNMET = -1


class _Table:
    """The units and gates of sheets, by position, way, and whether the problem's premises follow.

    Args:
        plans: The plans of the sheets.
        positions: The positions in telling order.
        known: Where units come from.
    """

    def __init__(self, plans: PlanTable, positions: Sequence[int], known: _Known) -> None:
        self._plans, self._positions, self._known = plans, np.array(positions), known
        self._asking = known.asking(plans.final)
        shape = (len(positions), 2, max(own.size for own in plans.choices))
        self._ends: Numbers = np.full(shape, _UNMET, np.intp)
        # How a text before a unit may end; few, since all gates end alike.
        self._befores: list[str | None] = [None]
        self._units: Numbers = np.full((4, *shape), _UNMET, np.intp)
        self._encoded: Objects = np.full((len(positions), shape[2]), b"", object)
        self._gated = np.array([at for at, own in enumerate(plans.choices) if own[0].gate is not None], np.intp)

    def units(self, ways: Numbers, run_on: Numbers) -> Numbers:
        """For each chain a row of units; the arguments have a column for each position."""
        at, ways, run_on = self._positions, ways[:, self._positions], run_on[:, self._positions]
        ends = self._ends[at, run_on, ways]
        if ends.min() == _UNMET:
            self._meet(np.argwhere(ends == _UNMET), ways, run_on)
            ends = self._ends[at, run_on, ways]
        before = np.zeros_like(ends)
        before[:, 1:] = ends[:, :-1]
        units = self._units[before, at, run_on, ways]
        if units.min() == _UNMET:
            for row, column in np.argwhere(units == _UNMET).tolist():
                position, way, follows = at[column], ways[row, column], run_on[row, column]
                worded, start = self._worded(position, way, follows), self._befores[before[row, column]]
                self._units[before[row, column], position, follows, way] = worded[start]
            units = self._units[before, at, run_on, ways]
        asked = np.array([self._asking.worded[end] for end in self._befores], np.intp)
        return np.concatenate((units, asked[ends[:, -1:]]), axis=1)

    def gates(self, ways: Numbers) -> list[list[bytes]]:
        """For each chain the gates in a row, once its units are known."""
        found: list[list[bytes]] = self._encoded[self._gated, ways[:, self._gated]].tolist()
        return found

    def _meet(self, where: Numbers, ways: Numbers, run_on: Numbers) -> None:
        for row, column in where.tolist():
            position, way, follows = self._positions[column], ways[row, column], run_on[row, column]
            end = self._worded(position, way, follows).end
            if end not in self._befores:
                self._befores.append(end)
                if len(self._befores) > len(self._units):
                    self._units = np.concatenate((self._units, np.full_like(self._units, _UNMET)))
            self._ends[position, follows, way] = self._befores.index(end)
            self._encoded[position, way] = self._plans.choices[position][way].encoded

    def _worded(self, position: int, way: int, follows: int) -> _Worded:
        openings = self._known.blocks if follows else self._known.openings
        return openings[self._plans.choices[position][way]]


class _Told(NamedTuple):
    """Chains ready to be joined, an entry or a row each.

    Attributes:
        units: Their units, in the order of the text; 0 behind the last.
        bases: For each position the piece from which on its problem's parts stand; 0 behind the last.
        telling: The positions in telling order.
        members: The problems.
        gates: The gates.
        askings: The final questions.
        answers: The answers.
        kept: How many pieces others need too; what stands behind is of these chains alone.
    """

    units: Numbers
    bases: Numbers
    telling: Sequence[bytes]
    members: Sequence[bytes]
    gates: Sequence[bytes]
    askings: Sequence[_Asking]
    answers: Sequence[bytes]
    kept: int


class RowMaker:
    """Makes the rows of one cell.

    Args:
        told: How they are told; the positions come from `tell`.
        length: How many problems each joins.
        seed: The seed.
        stock: The problems.
        tell: Gives a chain's positions in telling order by its number.
        alternates: How many alternates a gate may need at most.
        end: What stands behind each row.
    """

    def __init__(
        self, told: Telling, length: int, seed: int, stock: Stock, *, tell: Teller, alternates: int, end: bytes
    ) -> None:
        self._told, self._length, self._stock = told, length, stock
        self._tell, self._alternates = tell, alternates
        # The id is that of `chain_id`, told in one go.
        self._begin = (
            b'{"schema":"dunyazad.chain/2","id":"' + f"{told.order}-{length:02d}".encode() + b'-%06d-%08x","text":"'
        )
        told_as = (encode(told.structure), encode(told.order), encode(told.style))
        self._head = b'","length":%d,"structure":%s,"order":%s,"style":%s' % (length, *told_as)
        self._head += b',"mixed":true,"telling":' if told.mixed else b',"telling":'
        self._tail = b',"generator":%s,"canary":%s}%s' % (encode(GENERATOR), encode(CANARY), end)
        self._seed = b'],"seed":%d,"index":' % seed
        self._start = crc32(b'"', crc32(b"%d" % seed))
        self._in_blocks = told.style == "blocks"
        self._known = _Known(stock, length)

    def rows(self, drafts: Sequence[Draft], index: int) -> Iterator[bytes]:
        """The rows of drafts that follow one another in the cell; the first has this index."""
        for start in range(0, len(drafts), _TOGETHER):
            if self._known.units.count > _KEPT_UNITS:
                self._known = _Known(self._stock, self._length)
            some = drafts[start : start + _TOGETHER]
            if isinstance(some, Sheet) and self._in_blocks and self._tell.positions is not None:
                told = self._looked_up(some, self._tell.positions)
            else:
                told = self._composed(some)
            yield from self._joined(told, index + start)

    def _joined(self, told: _Told, index: int) -> Iterator[bytes]:
        pieces, units = self._stock.pieces, self._known.units
        # Which piece stands where: gaps and parts in turn.
        shape = (len(told.units), -1)
        numbers = np.empty((len(told.units), 2 * told.units.shape[1] * units.gaps.shape[1]), np.intp)
        numbers[:, ::2] = units.gaps[told.units].reshape(shape)
        numbers[:, 1::2] = np.take_along_axis(told.bases, units.sources[told.units].reshape(shape), axis=1)
        numbers[:, 1::2] += units.places[told.units].reshape(shape)
        texts, lengths = pieces.texts[numbers].tolist(), pieces.lengths[numbers].tolist()
        pieces.forget(told.kept)
        labels = units.labels[told.units].tolist()
        join, begin, start = b"".join, self._begin, self._start
        head, seed, tail = self._head, self._seed, self._tail
        for pick, gaps, own, (telling, members, gates, asking, answer) in zip(
            texts, lengths, labels, zip(*told[2:-1], strict=True), strict=True
        ):
            text = join(pick) + asking.end
            # Of `"text"[members][gates]final`, as `row_id` has it.
            digest = crc32(members, crc32(b'"[', crc32(text, start)))
            digest = crc32(asking.encoded, crc32(b"]", crc32(gates, crc32(b"][", digest))))
            yield join(
                (
                    begin % (index, digest), text, head, telling, b',"problems":[', members, b'],"gates":[', gates,
                    b'],"final":', asking.encoded, b',"answer":', answer, b',"parts":[', join(own)[1:],
                    b'],"lengths":[', join(gaps)[1:], seed, b"%d" % index, tail,
                )
            )  # fmt: skip
            index += 1

    def _looked_up(self, sheet: Sheet, positions: tuple[int, ...]) -> _Told:
        """The chains of a sheet, told in one order, each problem in one piece."""
        stock, known = self._stock, self._known
        table = known.table(sheet.plans, positions)
        places, ways, count = sheet.places, sheet.ways, len(sheet)
        members = stock.members[places].tolist() if self._alternates == 1 else map(self._members, sheet)
        units = table.units(ways, stock.run_on[places])
        return _Told(
            units,
            self._bases(places),
            [encode(positions)] * count,
            [b",".join(own) for own in members],
            [b",".join(own) for own in table.gates(ways)],
            [known.asking(sheet.plans.final)] * count,
            stock.answers[places[:, -1]].tolist(),
            stock.pieces.count,
        )

    def _bases(self, places: Numbers) -> Numbers:
        bases: Numbers = np.zeros((len(places), self._length + 1), np.intp)
        bases[:, :-1] = self._stock.bases[places]
        return bases

    def _composed(self, drafts: Sequence[Draft]) -> _Told:
        """Chains of any kind."""
        told = [self._tell(draft.number) for draft in drafts]
        asked = [self._known.asking(draft.final) for draft in drafts]
        compose = self._blocked if self._in_blocks else self._woven
        units = [compose(*own) for own in zip(told, drafts, asked, strict=True)]
        most = max(map(len, units))
        kept = self._stock.pieces.count
        bases = self._bases(np.array([draft.places for draft in drafts], np.intp))
        for row, draft in enumerate(drafts):
            for position, material in enumerate(draft.materials or ()):
                if material is not self._stock.materials[draft.places[position]]:
                    bases[row, position] = self._stock.pieces.add(self._stock.parts_of(material))
        return _Told(
            np.array([own + [0] * (most - len(own)) for own in units], np.intp),
            bases,
            [encode(positions) for positions in told],
            [b",".join(self._members(draft)) for draft in drafts],
            [b",".join([gate.encoded for gate in draft.gates if gate.encoded]) for draft in drafts],
            asked,
            [self._answer(draft) for draft in drafts],
            kept,
        )

    def _blocked(self, positions: Sequence[int], draft: Draft, asking: _Asking) -> list[int]:
        """The units of a text where each problem is told in one piece."""
        run_on, openings, blocks = self._stock.run_on, self._known.openings, self._known.blocks
        units: list[int] = []
        before: str | None = None  # the wording at the end of what came last
        for position in positions:
            known = (blocks if run_on[draft.places[position]] else openings)[draft.gates[position]]
            units.append(known[before])
            before = known.end
        units.append(asking.worded[before])
        return units

    def _woven(self, positions: Sequence[int], draft: Draft, asking: _Asking) -> list[int]:
        """The same in any style."""
        materials, known = self._materials(draft), self._known
        woven = [
            Woven(gate.gate is None, len(own.premises), own.leans)
            for gate, own in zip(draft.gates, materials, strict=True)
        ]
        units: list[int] = []
        before: str | None = None
        for position, number in unit_order(self._told.style, positions, woven):
            unit = known.openings[draft.gates[position]] if number == OPENING else known.stretch(position, number)
            units.append(unit[before])
            before = unit.end
        units.append(asking.worded[before])
        return units

    def _materials(self, draft: Draft) -> Sequence[Material]:
        return draft.materials or [self._stock.materials[place] for place in draft.places]

    def _members(self, draft: Draft) -> list[bytes]:
        shelved = self._stock.materials
        counts = needed_alternates([gate.gate for gate in draft.gates if gate.gate is not None], self._length)
        return [
            self._stock.member(place, count) if material is shelved[place] else encode(material.member(count))
            for place, material, count in zip(draft.places, self._materials(draft), counts, strict=True)
        ]

    def _answer(self, draft: Draft) -> bytes:
        if draft.final.kind == "target" and draft.materials is None:
            found: bytes = self._stock.answers[draft.places[-1]]
            return found
        return encode(final_answer(draft.final, [own.problem.answer for own in self._materials(draft)]))
