"""The written rows of a file, put together from prepared bytes.

Rendering a record and encoding it costs some thirty times what its contents cost: nearly all of a row stood in other
rows before. So everything that several rows share is encoded once and kept: the parts of a problem and its member, the
wording of a gate, the list of a gate's parts. A row is then a few joins and one checksum for the id. The result is
`encode(render_chain(…))`, byte for byte.

What is kept is kept once: a problem's parts without any wording around them, each as it stands inside a JSON string
with its length behind (`Stock`). Rows visit problems at random, so what they look up has to stay small, or memory is
what they wait for. The wording is few and always at hand: a `Unit` holds that of one opening, and which parts of the
chain's problems fill it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import NamedTuple
from zlib import crc32

from dunyazad._records import encode
from dunyazad.chaining.drafting import Draft
from dunyazad.chaining.evaluate import final_answer
from dunyazad.chaining.layout import OPENING, Placed, Slot, Woven, closing, premises, unit_order
from dunyazad.chaining.material import Material, inside_json
from dunyazad.chaining.plan import DrawnGate
from dunyazad.chaining.record import Final, Part, Role
from dunyazad.chaining.render import Telling, needed_alternates
from dunyazad.chaining.wording import CANARY, GENERATOR, SEPARATOR

__all__ = ["RowMaker", "Stock"]

_KEPT_GATES = 1 << 12
# Each part of a problem is its text and its length.
_PAIR = 2
Parts = tuple[bytes, ...]


class Stock:
    """The problems of a stream, each as what rows are made of.

    Args:
        materials: The problems, in the order of the pool.

    Attributes:
        materials: The same.
        parts: For each problem its parts, text and length in turn, at the places that `place` gives.
        width: How many places that are.
        members: Their members in a row, with one alternate.
        answers: Their gold answers in a row.
        run_on: Whether each has premises beside its first.
    """

    def __init__(self, materials: Sequence[Material]) -> None:
        self.materials = tuple(materials)
        self._variants = max([len(material.variants) for material in materials], default=0)
        self._stretches = max([len(material.premises) for material in materials], default=0)
        self.width = _PAIR * (2 * self._variants + 1 + self._stretches)
        self._lengths: dict[int, bytes] = {}  # equal ones are one object
        self.parts = [self.parts_of(material) for material in materials]
        self.members = [encode(material.member(1)) for material in materials]
        self.answers = [encode(material.problem.answer) for material in materials]
        self.run_on = [bool(material.premises) for material in materials]
        self._members: dict[tuple[int, int], bytes] = {}

    def place(self, role: Role, number: int) -> int:
        """Where a part's text stands among a problem's parts; its length is the next."""
        if role == "claim":
            return _PAIR * number
        if role in ("first", "branch"):
            return _PAIR * (self._variants + number)
        return _PAIR * (2 * self._variants + (0 if role != "premises" else 1 + number))

    def parts_of(self, material: Material) -> Parts:
        """A problem's parts."""
        found = [b""] * self.width
        numbered: Iterable[tuple[Role, int]] = (
            *[(role, number) for role in ("claim", "first") for number in range(len(material.variants))],
            ("question", 0),
            *[("premises", number) for number in range(len(material.premises))],
        )
        for role, number in numbered:
            text, place = material.text(role, number), self.place(role, number)
            found[place] = inside_json(text)
            found[place + 1] = self._lengths.setdefault(len(text), b"%d" % len(text))
        return tuple(found)

    def member(self, place: int, alternates: int) -> bytes:
        """A problem's member in a row, with so many alternates."""
        if alternates == 1:
            return self.members[place]
        found = self._members.get((place, alternates))
        if found is None:
            found = self._members[place, alternates] = encode(self.materials[place].member(alternates))
        return found


class Unit(NamedTuple):
    """A run of parts with their wording.

    Attributes:
        gaps: The wording before each part as it stands inside a JSON string, and its length, in turn.
        pick: Takes the parts from those of all the chain's problems, in solving order.
        labels: The list of the parts in a row.
    """

    gaps: tuple[bytes, ...]
    pick: Callable[[Sequence[bytes]], Parts]
    labels: bytes


class _Units(dict[str | None, Unit]):
    """One unit behind whatever wording the one before ends in; None is the beginning of a text.

    Args:
        stock: The problems.
        placed: Its segments.
        labels: The list of its parts.
        premises: Whose premises follow them.

    Attributes:
        end: The wording at its own end, which counts as before the next part.
    """

    def __init__(self, stock: Stock, placed: Sequence[Placed], labels: bytes, premises: int | None = None) -> None:
        super().__init__()
        slots = [(source, slot) for source, _, segment in placed for slot in segment.slots]
        self.end = placed[-1].segment.end
        if premises is not None:
            slots.append((premises, Slot(self.end + SEPARATOR, "premises", 0)))
            self.end = ""
        self._gaps = [slot.gap for _, slot in slots]
        starts = [source * stock.width + stock.place(slot.role, slot.number) for source, slot in slots]
        self._pick = itemgetter(*[at for start in starts for at in (start, start + 1)])
        self._labels = labels

    def __missing__(self, before: str | None) -> Unit:
        first, *others = self._gaps
        first = first.removeprefix(SEPARATOR) if before is None else before + first
        gaps = [piece for gap in (first, *others) for piece in (inside_json(gap), b"%d" % len(gap))]
        found = self[before] = Unit(tuple(gaps), self._pick, self._labels)
        return found


class _Openings(dict[DrawnGate, _Units]):
    """The openings of gates, made where they are first looked up.

    Args:
        stock: The problems.
        run_on: Do the problem's premises follow?
    """

    def __init__(self, stock: Stock, *, run_on: bool) -> None:
        super().__init__()
        self._stock, self._run_on = stock, run_on

    def __missing__(self, gate: DrawnGate) -> _Units:
        if len(self) > _KEPT_GATES:
            self.clear()
        labels, follows = (gate.block_labels, gate.position) if self._run_on else (gate.labels, None)
        found = self[gate] = _Units(self._stock, gate.opening, labels, follows)
        return found


class _Asking:
    """A final question, ready for rows."""

    def __init__(self, final: Final, stock: Stock) -> None:
        self.final = final
        self.encoded = encode(final)
        placed = closing(final)
        roles = [Part(slot.role, owner, 0) for _, owner, segment in placed for slot in segment.slots]
        self.units = _Units(stock, placed, encode(roles)[1:-1])
        self.end = inside_json(self.units.end)


class RowMaker:
    """Makes the rows of one cell.

    Args:
        told: How they are told; the positions come from `tell`.
        length: How many problems each joins.
        seed: The seed.
        stock: The problems.
        tell: Gives a chain's positions in telling order by its number.
        alternates: How many alternates a gate may need at most.
    """

    def __init__(
        self,
        told: Telling,
        length: int,
        seed: int,
        stock: Stock,
        *,
        tell: Callable[[int], tuple[int, ...]],
        alternates: int,
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
        self._tail = b',"generator":%s,"canary":%s}' % (encode(GENERATOR), encode(CANARY))
        self._seed = b'],"seed":%d,"index":' % seed
        self._start = crc32(b'"', crc32(b"%d" % seed))
        self._in_blocks = told.style == "blocks"
        self._openings, self._blocks = _Openings(stock, run_on=False), _Openings(stock, run_on=True)
        self._stretch = lru_cache(maxsize=1 << 12)(self._stretch_units)
        self._asking = _Asking(Final("target", (length - 1,)), stock)
        self._positions: tuple[int, ...] = ()
        self._telling = b""

    def rows(self, drafts: Sequence[Draft], index: int) -> Iterator[bytes]:
        """The rows of drafts that follow one another in the cell, without newlines; the first has this index."""
        tell, row = self._tell, self._row
        for place, draft in enumerate(drafts, start=index):
            yield row(place, tell(draft[0]), draft)

    def _row(self, index: int, positions: tuple[int, ...], draft: Draft) -> bytes:
        _, places, gates, final, materials = draft
        stock = self._stock
        if final is not self._asking.final:
            self._asking = _Asking(final, stock)
        if positions is not self._positions:
            self._positions, self._telling = positions, encode(positions)
        asking = self._asking
        if materials is None:
            parts = [stock.parts[place] for place in places]
        else:
            parts = [self._parts(place, material) for place, material in zip(places, materials, strict=True)]
        units = self._blocked(positions, places, gates) if self._in_blocks else self._woven(positions, draft)
        text, lengths, labels = _filled(units, list(chain.from_iterable(parts)))
        text += asking.end
        if materials is None and self._alternates == 1:
            shelved = stock.members
            members = b",".join([shelved[place] for place in places])
        else:
            members = b",".join(self._members(draft))
        encoded = b",".join([gate.encoded for gate in gates if gate.encoded])
        # Of `"text"[members][gates]final`, as `row_id` has it.
        digest = crc32(members, crc32(b'"[', crc32(text, self._start)))
        digest = crc32(asking.encoded, crc32(b"]", crc32(encoded, crc32(b"][", digest))))
        return b"".join(
            (
                self._begin % (index, digest), text, self._head, self._telling, b',"problems":[', members,
                b'],"gates":[', encoded, b'],"final":', asking.encoded, b',"answer":', self._answer(draft),
                b',"parts":[', labels, b'],"lengths":[', lengths, self._seed, b"%d" % index, self._tail,
            )
        )  # fmt: skip

    def _blocked(self, positions: Sequence[int], places: Sequence[int], gates: Sequence[DrawnGate]) -> list[Unit]:
        """The units of a text where each problem is told in one piece."""
        run_on, openings, blocks = self._stock.run_on, self._openings, self._blocks
        units: list[Unit] = []
        before: str | None = None  # the wording at the end of what came last
        for position in positions:
            known = (blocks if run_on[places[position]] else openings)[gates[position]]
            units.append(known[before])
            before = known.end
        units.append(self._asking.units[before])
        return units

    def _woven(self, positions: Sequence[int], draft: Draft) -> list[Unit]:
        """The same in any style."""
        materials = self._materials(draft)
        woven = [
            Woven(gate.gate is None, len(own.premises), own.leans)
            for gate, own in zip(draft.gates, materials, strict=True)
        ]
        units: list[Unit] = []
        before: str | None = None
        for position, number in unit_order(self._told.style, positions, woven):
            known = self._openings[draft.gates[position]] if number == OPENING else self._stretch(position, number)
            units.append(known[before])
            before = known.end
        units.append(self._asking.units[before])
        return units

    def _stretch_units(self, position: int, number: int) -> _Units:
        return _Units(self._stock, [premises(position, number)], encode(Part("premises", position, number)))

    def _parts(self, place: int, material: Material) -> Parts:
        stock = self._stock
        return stock.parts[place] if material is stock.materials[place] else stock.parts_of(material)

    def _materials(self, draft: Draft) -> Sequence[Material]:
        return draft.materials or [self._stock.materials[place] for place in draft.places]

    def _members(self, draft: Draft) -> Iterator[bytes]:
        shelved, materials = self._stock.materials, self._materials(draft)
        counts = needed_alternates([gate.gate for gate in draft.gates if gate.gate is not None], self._length)
        for place, material, count in zip(draft.places, materials, counts, strict=True):
            if material is shelved[place]:
                yield self._stock.member(place, count)
            else:
                yield encode(material.member(count))

    def _answer(self, draft: Draft) -> bytes:
        if draft.final.kind == "target" and draft.materials is None:
            return self._stock.answers[draft.places[-1]]
        return encode(final_answer(draft.final, [own.problem.answer for own in self._materials(draft)]))


def _filled(units: Sequence[Unit], parts: Sequence[bytes]) -> tuple[bytes, bytes, bytes]:
    """The text of units without the wording at the end, the lengths of its gaps and parts, and the list of parts."""
    gaps: list[bytes] = []
    picked: list[bytes] = []
    for own, pick, _ in units:
        gaps += own
        picked += pick(parts)
    # Texts and lengths stand in turn in both, and gaps and parts are to stand in turn.
    row = picked.copy()
    row[::2], row[1::2] = gaps[::2], picked[::2]
    text = b"".join(row)
    row[::2], row[1::2] = gaps[1::2], picked[1::2]
    return text, b",".join(row), b",".join([labels for _, _, labels in units])
