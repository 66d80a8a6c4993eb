"""The written rows of a file, put together from prepared bytes.

Rendering a record and encoding it costs some fifty times what its contents cost: nearly all of a row stood in other
rows before. So everything that several rows share is encoded once and numbered (`stock`). A text is then a list of
numbers, those of many rows are worked out at once, and a row is a few joins and one checksum for the id. The result is
`encode(render_chain(…))`, byte for byte.

A text is told in *units*: the opening of a gate, a stretch of premises, the final question. Drafts that come as a sheet
and are told in one order have their units looked up in a table (`units`); others are composed one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import NamedTuple
from zlib import crc32

import numpy as np

from dunyazad._records import encode
from dunyazad.chaining.drafting import Draft, Sheet
from dunyazad.chaining.evaluate import final_answer
from dunyazad.chaining.layout import OPENING, Woven, unit_order
from dunyazad.chaining.material import Material
from dunyazad.chaining.plan import Teller
from dunyazad.chaining.render import Telling, needed_alternates
from dunyazad.chaining.stock import Numbers, Stock
from dunyazad.chaining.units import Asking, KnownUnits
from dunyazad.chaining.wording import CANARY, GENERATOR

__all__ = ["RowMaker"]

# So many units are kept: bounds what switches of many branches and drawn structures may take.
_KEPT_UNITS = 1 << 14
# Rows are worked out so many at a time: enough to save calls, few enough to stay in the cache.
_TOGETHER = 64


class _Rest(NamedTuple):
    """What a row holds beside its text, each as the row has it."""

    telling: bytes
    members: bytes
    gates: bytes
    asking: Asking
    answer: bytes


class _Told(NamedTuple):
    """Chains ready to be joined, a row each.

    Attributes:
        units: Their units, in the order of the text; 0 behind the last.
        bases: For each position the piece from which on its problem's parts stand, and 0 at the end.
        rest: What else they are told with.
        kept: How many pieces others need too; what stands behind is of these chains alone.
    """

    units: Numbers
    bases: Numbers
    rest: Iterable[_Rest]
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
        self._known = KnownUnits(stock, length)

    def rows(self, drafts: Sequence[Draft], index: int) -> Iterator[bytes]:
        """The rows of drafts that follow one another in the cell; the first has this index."""
        for start in range(0, len(drafts), _TOGETHER):
            if self._known.units.count > _KEPT_UNITS:
                self._known = KnownUnits(self._stock, self._length)
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
            texts, lengths, labels, told.rest, strict=True
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
        rest = map(
            _Rest,
            repeat(encode(positions), count),
            map(b",".join, members),
            map(b",".join, table.gates(ways)),
            repeat(known.asking(sheet.plans.final), count),
            stock.answers[places[:, -1]].tolist(),
        )
        return _Told(units, self._bases(places), rest, stock.pieces.count)

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
        rest = [
            _Rest(
                encode(positions),
                b",".join(self._members(draft)),
                b",".join([gate.encoded for gate in draft.gates if gate.encoded]),
                asking,
                self._answer(draft),
            )
            for positions, draft, asking in zip(told, drafts, asked, strict=True)
        ]
        return _Told(np.array([own + [0] * (most - len(own)) for own in units], np.intp), bases, rest, kept)

    def _blocked(self, positions: Sequence[int], draft: Draft, asking: Asking) -> list[int]:
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

    def _woven(self, positions: Sequence[int], draft: Draft, asking: Asking) -> list[int]:
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
