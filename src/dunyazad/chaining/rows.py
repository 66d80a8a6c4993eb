"""The written rows of a file, put together from prepared bytes.

Rendering a record and encoding it costs some thirty times what its contents cost: nearly all of a row stood in other
rows before. So everything that several rows share is encoded once and kept: what a problem makes of a segment of the
layout, its member, a gate, the list of a gate's parts. A row is then a few joins and one checksum for the id. The
result is `encode(render_chain(…))`, byte for byte.

What a problem makes of a segment is two things: its bytes as they stand inside a JSON string, and the lengths of its
gaps and parts as they stand in a row. They are kept in tables, one a segment, by the problem's place in the pool: there
are few segments, and what the rows look up again and again has to stay small, or memory is what they wait for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from operator import getitem
from typing import NamedTuple
from zlib import crc32

from dunyazad._records import encode
from dunyazad.chaining.drafting import Draft
from dunyazad.chaining.evaluate import final_answer
from dunyazad.chaining.layout import OPENING, Segment, Woven, closing, premises, unit_order
from dunyazad.chaining.material import Material, inside_json
from dunyazad.chaining.plan import DrawnGate
from dunyazad.chaining.record import Final, Part
from dunyazad.chaining.render import Telling, needed_alternates
from dunyazad.chaining.wording import CANARY, GENERATOR, chain_id

__all__ = ["RowMaker", "Shelf"]

# A segment and the position of the problem that fills it.
Sourced = tuple[int, Segment]
# So many fillings are kept at most, some 80 MB; beyond, they are forgotten and made anew.
_KEPT = 1 << 18
_KEPT_GATES = 1 << 12


class Table(NamedTuple):
    """What each problem makes of one segment, by its place on the shelf; None where that is not known yet.

    Attributes:
        texts: The bytes inside a JSON string.
        lengths: The lengths in characters of gaps and parts in turn, with commas between; equal ones are one object.
    """

    texts: list[bytes | None]
    lengths: list[bytes | None]


class Shelf:
    """The problems of a stream, with what rows have used of them so far.

    Args:
        materials: The problems, in the order of the pool.

    Attributes:
        materials: The same.
        members: Their members in a row, with one alternate.
        answers: Their gold answers in a row.
        run_on: Does each of them have premises beside its first?
    """

    def __init__(self, materials: Sequence[Material]) -> None:
        self.materials = tuple(materials)
        self.members = [encode(material.member(1)) for material in materials]
        self.answers = [encode(material.problem.answer) for material in materials]
        self.run_on = all(material.premises for material in materials)
        self._members: dict[tuple[int, int], bytes] = {}
        self._tables: dict[Segment, Table] = {}
        self._lengths: dict[bytes, bytes] = {}
        self._kept = 0

    def table(self, segment: Segment) -> Table:
        """The one table of a segment."""
        found = self._tables.get(segment)
        if found is None:
            empty: list[bytes | None] = [None] * len(self.materials)
            found = self._tables[segment] = Table(empty, empty.copy())
        return found

    def fill(self, place: int, segment: Segment) -> tuple[bytes, bytes]:
        """What a problem makes of a segment."""
        table = self.table(segment)
        text, lengths = table.texts[place], table.lengths[place]
        if text is None or lengths is None:
            self._kept += 1
            text, lengths = filled(self.materials[place], segment)
            lengths = self._lengths.setdefault(lengths, lengths)
            table.texts[place], table.lengths[place] = text, lengths
        return text, lengths

    def make_room(self) -> None:
        """Forget what was kept where that is too much; the tables themselves stay."""
        if self._kept < _KEPT:
            return
        for table in self._tables.values():
            table.texts[:] = table.lengths[:] = [None] * len(self.materials)
        self._lengths.clear()
        self._kept = 0

    def member(self, place: int, alternates: int) -> bytes:
        """A problem's member in a row, with so many alternates."""
        if alternates == 1:
            return self.members[place]
        found = self._members.get((place, alternates))
        if found is None:
            found = self._members[place, alternates] = encode(self.materials[place].member(alternates))
        return found


def filled(material: Material, segment: Segment) -> tuple[bytes, bytes]:
    """What a problem makes of a segment, without the wording at its end: that counts as before the next part."""
    texts: list[bytes] = []
    lengths: list[int] = []
    for gap, gap_length, role, number in segment.encoded:
        text, length = material.encoded(role, number)
        texts += (gap, text)
        lengths += (gap_length, length)
    return b"".join(texts), encode(lengths)[1:-1]


class _Block(NamedTuple):
    """A problem told in one piece: whose texts follow one another, their tables, the list of its parts."""

    sources: tuple[int, ...]
    segments: tuple[Segment, ...]
    texts: tuple[list[bytes | None], ...]
    lengths: tuple[list[bytes | None], ...]
    labels: bytes


def _block(shelf: Shelf, placed: Sequence[Sourced], labels: bytes) -> _Block:
    sources, segments = zip(*placed, strict=True)
    texts, lengths = zip(*[shelf.table(segment) for segment in segments], strict=True)
    return _Block(sources, segments, texts, lengths, labels)


class _Blocks(dict[DrawnGate, _Block]):
    """The blocks of gates; made where they are first looked up.

    Args:
        shelf: The problems.
        begin: Do they begin their texts?
    """

    def __init__(self, shelf: Shelf, *, begin: bool) -> None:
        super().__init__()
        self._shelf, self._begin = shelf, begin

    def __missing__(self, gate: DrawnGate) -> _Block:
        if len(self) > _KEPT_GATES:
            self.clear()
        (source, segment), *others = gate.block
        placed = ((source, segment.behind(None) if self._begin else segment), *others)
        found = self[gate] = _block(self._shelf, placed, gate.block_labels)
        return found


class _Asking:
    """A final question, ready for rows."""

    def __init__(self, final: Final, shelf: Shelf) -> None:
        self.final = final
        self.encoded = encode(final)
        placed = closing(final)
        self.placed = [(source, segment) for source, _, segment in placed]
        self.end = inside_json(placed[-1].segment.end)
        roles = [Part(slot.role, owner, 0) for _, owner, segment in placed for slot in segment.slots]
        self.labels = encode(roles)[1:-1]
        self.block = _block(shelf, self.placed, self.labels)


class RowMaker:
    """Makes the rows of one cell.

    Args:
        told: How they are told; the positions come from `tell`.
        length: How many problems each joins.
        seed: The seed.
        shelf: The problems.
        tell: Gives a chain's positions in telling order by its number.
        alternates: How many alternates a gate may need at most.
    """

    def __init__(
        self,
        told: Telling,
        length: int,
        seed: int,
        shelf: Shelf,
        *,
        tell: Callable[[int], tuple[int, ...]],
        alternates: int,
    ) -> None:
        self._told, self._length, self._seed, self._shelf = told, length, seed, shelf
        self._tell, self._alternates = tell, alternates
        told_as = (encode(told.structure), encode(told.order), encode(told.style))
        self._head = b'","length":%d,"structure":%s,"order":%s,"style":%s' % (length, *told_as)
        self._head += b',"mixed":true,"telling":' if told.mixed else b',"telling":'
        self._tail = b',"generator":%s,"canary":%s}' % (encode(GENERATOR), encode(CANARY))
        self._start = crc32(b'"', crc32(b"%d" % seed))
        self._in_blocks = told.style == "blocks" and shelf.run_on
        self._begins, self._blocks = _Blocks(shelf, begin=True), _Blocks(shelf, begin=False)
        self._asking = _Asking(Final("target", (length - 1,)), shelf)
        self._positions: tuple[int, ...] = ()
        self._telling = b""

    def rows(self, drafts: Sequence[Draft], index: int) -> Iterator[bytes]:
        """The rows of drafts that follow one another in the cell, without newlines; the first has this index."""
        tell, row = self._tell, self._row
        for place, draft in enumerate(drafts, start=index):
            yield row(place, tell(draft[0]), draft)

    def _row(self, index: int, positions: tuple[int, ...], draft: Draft) -> bytes:
        _, places, gates, final, materials = draft
        if final is not self._asking.final:
            self._asking = _Asking(final, self._shelf)
        if positions is not self._positions:
            self._positions, self._telling = positions, encode(positions)
        asking = self._asking
        if self._in_blocks and materials is None:
            text, lengths, labels = self._blocked(positions, places, gates)
        else:
            text, lengths, labels = self._woven(positions, draft)
        if materials is None and self._alternates == 1:
            shelved = self._shelf.members
            members = b",".join([shelved[place] for place in places])
        else:
            members = b",".join(self._members(draft))
        encoded = b",".join([gate.encoded for gate in gates if gate.encoded])
        # Of `"text"[members][gates]final`, as `row_id` has it.
        digest = crc32(members, crc32(b'"[', crc32(text, self._start)))
        digest = crc32(asking.encoded, crc32(b"]", crc32(encoded, crc32(b"][", digest))))
        name = chain_id(self._told.order, self._length, index, digest).encode()
        return b"".join(
            (
                b'{"schema":"dunyazad.chain/2","id":"', name, b'","text":"', text, self._head, self._telling,
                b',"problems":[', members, b'],"gates":[', encoded, b'],"final":', asking.encoded,
                b',"answer":', self._answer(draft), b',"parts":[', labels, b'],"lengths":[', lengths,
                b'],"seed":%d,"index":%d' % (self._seed, index), self._tail,
            )
        )  # fmt: skip

    def _blocked(
        self, positions: Sequence[int], places: Sequence[int], gates: Sequence[DrawnGate]
    ) -> tuple[bytes, bytes, bytes]:
        """Text, lengths and parts where all problems are on the shelf and each is told in one piece."""
        blocks, asking = self._blocks, self._asking
        told = [blocks[gates[position]] for position in positions]
        told[0] = self._begins[gates[positions[0]]]
        told.append(asking.block)
        sources, segments, texts, lengths, labels = zip(*told, strict=True)
        at = [places[source] for source in chain.from_iterable(sources)]
        try:
            text = b"".join(map(getitem, chain.from_iterable(texts), at))
        except TypeError:  # rarely: some problem meets a segment for the first time
            self._shelf.make_room()
            for place, segment in zip(at, chain.from_iterable(segments), strict=True):
                self._shelf.fill(place, segment)
            text = b"".join(map(getitem, chain.from_iterable(texts), at))
        told_lengths = b",".join(map(getitem, chain.from_iterable(lengths), at))
        return text + asking.end, told_lengths, b",".join(labels)

    def _woven(self, positions: Sequence[int], draft: Draft) -> tuple[bytes, bytes, bytes]:
        """The same in any style."""
        materials = self._materials(draft)
        shelved, fill = self._shelf.materials, self._shelf.fill
        texts: list[bytes] = []
        lengths: list[bytes] = []
        placed, labels = self._placed(positions, draft.gates, materials)
        self._shelf.make_room()
        for source, segment in placed:
            place, material = draft.places[source], materials[source]
            own = fill(place, segment) if material is shelved[place] else filled(material, segment)
            texts.append(own[0])
            lengths.append(own[1])
        return b"".join(texts) + self._asking.end, b",".join(lengths), b",".join(labels)

    def _placed(
        self, positions: Sequence[int], gates: Sequence[DrawnGate], materials: Sequence[Material]
    ) -> tuple[list[Sourced], list[bytes]]:
        placed: list[Sourced] = []
        labels: list[bytes] = []
        before: str | None = None  # the wording at the end of what came last
        woven = [
            Woven(gate.gate is None, len(own.premises), own.leans) for gate, own in zip(gates, materials, strict=True)
        ]
        for position, number in unit_order(self._told.style, positions, woven):
            if number == OPENING:
                unit = [(source, segment) for source, _, segment in gates[position].opening]
                labels.append(gates[position].labels)
            else:
                source, _, segment = premises(position, number)
                unit = [(source, segment)]
                labels.append(_label(position, number))
            before = _put(placed, unit, before)
        _put(placed, self._asking.placed, before)
        labels.append(self._asking.labels)
        return placed, labels

    def _materials(self, draft: Draft) -> Sequence[Material]:
        return draft.materials or [self._shelf.materials[place] for place in draft.places]

    def _members(self, draft: Draft) -> Iterator[bytes]:
        shelved, materials = self._shelf.materials, self._materials(draft)
        counts = needed_alternates([gate.gate for gate in draft.gates if gate.gate is not None], self._length)
        for place, material, count in zip(draft.places, materials, counts, strict=True):
            if material is shelved[place]:
                yield self._shelf.member(place, count)
            else:
                yield encode(material.member(count))

    def _answer(self, draft: Draft) -> bytes:
        if draft.final.kind == "target" and draft.materials is None:
            return self._shelf.answers[draft.places[-1]]
        return encode(final_answer(draft.final, [own.problem.answer for own in self._materials(draft)]))


def _put(placed: list[Sourced], unit: Sequence[Sourced], before: str | None) -> str:
    """Add a unit behind what ends in some wording; None begins the text. Gives the wording at its own end."""
    (source, segment), *others = unit
    placed.append((source, segment.behind(before)))
    placed += others
    return unit[-1][1].end


@lru_cache(maxsize=1 << 12)
def _label(position: int, number: int) -> bytes:
    return encode(Part("premises", position, number))
