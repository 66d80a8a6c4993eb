"""The written rows of a file, put together from prepared bytes.

Rendering a record and encoding it costs some ten times what its contents cost: nearly all of a row stood in other rows
before. So everything that several rows share is encoded once and kept: what a problem makes of a segment of the layout,
its member, a gate, the list of a gate's parts. A row is then a few joins, one running sum for the spans, and one
checksum for the id. The result is `encode(render_chain(…))`, byte for byte.

A segment as a problem fills it is three things: its bytes as they stand inside a JSON string; the lengths in characters
of its gaps and parts, in turn; and a mask that tells a part's two ends from wording after the last part. Running sums
of all lengths give all ends, and the mask takes out those that are none.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, chain, compress
from zlib import crc32

from dunyazad._records import encode
from dunyazad.chaining.evaluate import final_answer
from dunyazad.chaining.layout import OPENING, Segment, Woven, closing, inside_json, premises, unit_order
from dunyazad.chaining.material import Material
from dunyazad.chaining.plan import DrawnGate
from dunyazad.chaining.record import Final, Part, Role
from dunyazad.chaining.render import Telling, needed_alternates
from dunyazad.chaining.wording import CANARY, GENERATOR, SEPARATOR, chain_id

__all__ = ["Prepared", "RowMaker"]

# What a problem makes of a segment: bytes, lengths, mask.
Filled = tuple[bytes, tuple[int, ...], bytes]
# A segment and the position of the problem that fills it.
Sourced = tuple[int, Segment]
_SPACE = SEPARATOR.encode()
# What is kept of one problem at most; beyond, it is forgotten and made anew.
_KEPT = 1 << 12


class Prepared:
    """A problem with what its rows have used of it so far.

    Attributes:
        material: The problem.
        answer: Its gold answer.
        encoded_answer: The same in a row.
        stretches: How many stretches of premises it has.
        filled: What it makes of segments.
        member: Its member in a row, with one alternate.
    """

    __slots__ = ("_members", "_texts", "answer", "encoded_answer", "filled", "material", "member", "stretches")

    def __init__(self, material: Material) -> None:
        self.material = material
        self.answer = material.problem.answer
        self.encoded_answer = encode(self.answer)
        self.stretches = len(material.premises)
        self.filled: dict[Segment, Filled] = {}
        self.member = encode(material.member(1))
        self._members: dict[int, bytes] = {}
        self._texts: dict[tuple[Role, int], tuple[bytes, int]] = {}

    def fill(self, segment: Segment) -> Filled:
        """What it makes of a segment."""
        texts: list[bytes] = []
        lengths: list[int] = []
        end, end_length = segment.encoded_end
        for gap, gap_length, role, number in segment.encoded:
            text, length = self._text(role, number)
            texts += (gap, text)
            lengths += (gap_length, length)
        if segment.runs_on and self.stretches:
            text, length = self._text("premises", 0)
            texts += (end, _SPACE, text)
            lengths += (end_length + len(SEPARATOR), length)
            end = b""
        mask = b"\1" * len(lengths)
        if end:
            texts.append(end)
            lengths += (end_length, 0)
            mask += b"\0\0"
        if len(self.filled) > _KEPT:
            self.filled.clear()
        found = self.filled[segment] = (b"".join(texts), tuple(lengths), mask)
        return found

    def _text(self, role: Role, number: int) -> tuple[bytes, int]:
        """A part as it stands inside a JSON string, and its length in characters."""
        found = self._texts.get((role, number))
        if found is None:
            text = self.material.text(role, number)
            found = self._texts[role, number] = (inside_json(text), len(text))
        return found

    def member_of(self, alternates: int) -> bytes:
        """Its member in a row, with so many alternates."""
        if alternates == 1:
            return self.member
        found = self._members.get(alternates)
        if found is None:
            found = self._members[alternates] = encode(self.material.member(alternates))
        return found


class RowMaker:
    """Makes the rows of one cell.

    Args:
        told: How they are told; the positions are given with each row.
        length: How many problems each joins.
        seed: The seed.
    """

    def __init__(self, told: Telling, length: int, seed: int) -> None:
        self._told, self._length, self._seed = told, length, seed
        told_as = (encode(told.structure), encode(told.order), encode(told.style))
        self._head = b'","length":%d,"structure":%s,"order":%s,"style":%s' % (length, *told_as)
        self._head += b',"mixed":true,"telling":' if told.mixed else b',"telling":'
        self._tail = b',"generator":%s,"canary":%s}' % (encode(GENERATOR), encode(CANARY))
        self._start = crc32(b'"', crc32(b"%d" % seed))
        self._weave = _in_blocks if told.style == "blocks" else self._woven

    def row(
        self,
        index: int,
        positions: Sequence[int],
        prepared: Sequence[Prepared],
        gates: Sequence[DrawnGate],
        final: Final,
    ) -> bytes:
        """One row, without the newline.

        Args:
            index: Its number in its cell.
            positions: In telling order.
            prepared: The problems, in solving order.
            gates: How each of them begins.
            final: What is asked.
        """
        placed, labels = self._weave(positions, prepared, gates)
        end, asking = _asked(final)
        placed += end
        try:
            filled = [prepared[source].filled[segment] for source, segment in placed]
        except KeyError:  # rarely: some problem meets a segment for the first time
            told = [(prepared[source], segment) for source, segment in placed]
            filled = [own.filled.get(segment) or own.fill(segment) for own, segment in told]
        pieces, lengths, masks = zip(*filled, strict=True)
        text = b"".join(pieces)[len(SEPARATOR) :]
        # The first unit begins with a separator as well, which was taken off.
        ends = accumulate(chain.from_iterable(lengths), initial=-len(SEPARATOR))
        next(ends)
        mask = b"".join(masks)
        spans = encode(list(compress(ends, mask) if 0 in mask else ends))
        members = b",".join(_members(prepared, gates))
        encoded = b",".join([gate.encoded for gate in gates if gate.encoded])
        wish, answer = _encoded(final), _answer(final, prepared)
        # Of `"text"[members][gates]final`, as `row_id` has it.
        digest = crc32(members, crc32(b'"[', crc32(text, self._start)))
        digest = crc32(wish, crc32(b"]", crc32(encoded, crc32(b"][", digest))))
        name = chain_id(self._told.order, self._length, index, digest).encode()
        return b"".join(
            (
                b'{"schema":"dunyazad.chain/2","id":"', name, b'","text":"', text, self._head, _positions(positions),
                b',"problems":[', members, b'],"gates":[', encoded, b'],"final":', wish, b',"answer":', answer,
                b',"parts":[', labels, b",", asking, b'],"spans":', spans,
                b',"seed":%d,"index":%d' % (self._seed, index), self._tail,
            )
        )  # fmt: skip

    def _woven(
        self, positions: Sequence[int], prepared: Sequence[Prepared], gates: Sequence[DrawnGate]
    ) -> tuple[list[Sourced], bytes]:
        placed: list[Sourced] = []
        labels: list[bytes] = []
        woven = [
            Woven(gate.gate is None, own.stretches, own.material.leans)
            for gate, own in zip(gates, prepared, strict=True)
        ]
        units = unit_order(self._told.style, positions, woven)
        for position, number in units:
            if number == OPENING:
                placed += [(source, segment) for source, _, segment in gates[position].opening]
                labels.append(gates[position].labels)
            else:
                source, _, segment = premises(position, number)
                placed.append((source, segment))
                labels.append(_label(position, number))
        return placed, b",".join(labels)


def _in_blocks(
    positions: Sequence[int], prepared: Sequence[Prepared], gates: Sequence[DrawnGate]
) -> tuple[list[Sourced], bytes]:
    told = [gates[position] for position in positions]
    placed = list(chain.from_iterable([gate.block for gate in told]))
    if 0 not in [own.stretches for own in prepared]:
        return placed, b",".join([gate.block_labels for gate in told])
    labels = [
        gate.block_labels if prepared[position].stretches else gate.labels
        for gate, position in zip(told, positions, strict=True)
    ]
    return placed, b",".join(labels)


def _members(prepared: Sequence[Prepared], gates: Sequence[DrawnGate]) -> list[bytes]:
    if max([gate.alternates for gate in gates]) == 1:
        return [own.member for own in prepared]
    counts = needed_alternates([gate.gate for gate in gates if gate.gate is not None], len(prepared))
    return [own.member_of(count) for own, count in zip(prepared, counts, strict=True)]


def _answer(final: Final, prepared: Sequence[Prepared]) -> bytes:
    if final.kind == "target":
        return prepared[-1].encoded_answer
    return encode(final_answer(final, [own.answer for own in prepared]))


@lru_cache(maxsize=1 << 12)
def _label(position: int, number: int) -> bytes:
    return encode(Part("premises", position, number))


@lru_cache(maxsize=1 << 12)
def _positions(positions: Sequence[int]) -> bytes:
    return encode(positions)


@lru_cache(maxsize=1 << 12)
def _encoded(final: Final) -> bytes:
    return encode(final)


@lru_cache(maxsize=1 << 12)
def _asked(final: Final) -> tuple[list[Sourced], bytes]:
    placed = closing(final)
    roles = [Part(slot.role, owner, 0) for _, owner, segment in placed for slot in segment.slots]
    return [(source, segment) for source, _, segment in placed], encode(roles)[1:-1]
