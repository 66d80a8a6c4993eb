"""What the rows of a file are made of, encoded once and numbered: parts of problems, wording, units of both.

Rows visit problems at random, so what they look up has to stay small, or memory is what they wait for. Hence the parts
of a problem are kept once, without any wording around them. The wording is few and always at hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from dunyazad._records import encode
from dunyazad.chaining.layout import Slot
from dunyazad.chaining.material import Material, inside_json
from dunyazad.chaining.record import Role

__all__ = ["Numbers", "Objects", "Pieces", "Stock", "Units"]

Numbers = NDArray[np.intp]
Objects = NDArray[np.object_]


def _no_objects(count: int) -> Objects:
    return np.full(count, b"", object)


class Pieces:
    """What texts are joined from, numbered. Piece 0 is absent: empty, and its length is not told either.

    Attributes:
        texts: The pieces, each as it stands inside a JSON string.
        lengths: Their lengths in characters as rows list them, behind a comma: `,12`.
        count: How many there are.
    """

    def __init__(self) -> None:
        self.texts, self.lengths = _no_objects(1 << 10), _no_objects(1 << 10)
        self.count = 1
        self._lengths: dict[int, bytes] = {}  # equal ones are one object

    def add(self, texts: Sequence[str]) -> int:
        """Number further pieces, in a row; gives the first one's number."""
        first, self.count = self.count, self.count + len(texts)
        if (missing := self.count - len(self.texts)) > 0:
            more = _no_objects(max(missing, len(self.texts)))
            self.texts, self.lengths = np.append(self.texts, more), np.append(self.lengths, more)
        for number, text in enumerate(texts, start=first):
            self.texts[number] = inside_json(text)
            self.lengths[number] = self._lengths.setdefault(len(text), b",%d" % len(text))
        return first

    def forget(self, count: int) -> None:
        """Keep the first so many."""
        self.count = count


class Stock:
    """The problems of a stream, each as what rows are made of.

    Args:
        materials: The problems, in the order of the pool.

    Attributes:
        materials: The same.
        pieces: Their parts; wording comes behind.
        bases: For each problem the piece from which on its parts stand, at the places that `place` gives.
        members: Their members in a row, with one alternate.
        answers: Their gold answers in a row.
        run_on: Whether each has premises beside its first: 1 or 0.
    """

    def __init__(self, materials: Sequence[Material]) -> None:
        self.materials = tuple(materials)
        self._variants = max([len(material.variants) for material in materials], default=0)
        self._stretches = max([len(material.premises) for material in materials], default=0)
        self.pieces = Pieces()
        self.bases = np.array([self.pieces.add(self.parts_of(material)) for material in materials], np.intp)
        self.members, self.answers = _no_objects(len(materials)), _no_objects(len(materials))
        for place, material in enumerate(materials):
            self.members[place] = encode(material.member(1))
            self.answers[place] = encode(material.problem.answer)
        self.run_on = np.array([bool(material.premises) for material in materials], np.intp)
        self._members: dict[tuple[int, int], bytes] = {}
        self._wording: dict[str, int] = {}

    def place(self, role: Role, number: int) -> int:
        """Where a part stands among a problem's parts."""
        if role == "claim":
            return number
        if role in ("first", "branch"):
            return self._variants + number
        return 2 * self._variants + (0 if role != "premises" else 1 + number)

    def parts_of(self, material: Material) -> list[str]:
        """A problem's parts; empty where it has no such part."""
        found = [""] * (2 * self._variants + 1 + self._stretches)
        numbered: Iterable[tuple[Role, int]] = (
            *[(role, number) for role in ("claim", "first") for number in range(len(material.variants))],
            ("question", 0),
            *[("premises", number) for number in range(len(material.premises))],
        )
        for role, number in numbered:
            found[self.place(role, number)] = material.text(role, number)
        return found

    def member(self, place: int, alternates: int) -> bytes:
        """A problem's member in a row, with so many alternates."""
        found: bytes | None = self.members[place] if alternates == 1 else self._members.get((place, alternates))
        if found is None:
            found = self._members[place, alternates] = encode(self.materials[place].member(alternates))
        return found

    def wording(self, text: str) -> int:
        """The piece that is this wording."""
        found = self._wording.get(text)
        if found is None:
            found = self._wording[text] = self.pieces.add([text])
        return found


class Units:
    """Runs of parts with the wording before each, numbered. Unit 0 is empty.

    Args:
        stock: The problems.
        length: How many problems a chain has.

    Attributes:
        gaps: For each unit and slot, the piece of wording.
        sources: The position of the problem that fills the slot; `length` where the unit has no more slots.
        places: The place of the part among that problem's.
        labels: For each unit the list of its parts in a row, behind a comma.
        count: How many there are.
    """

    def __init__(self, stock: Stock, length: int) -> None:
        self._stock, self._length = stock, length
        self.count = 1
        self.gaps, self.sources, self.places, self.labels = self._room(1 << 6, 4)

    def add(self, slots: Sequence[tuple[int, Slot]], labels: bytes) -> int:
        """Number a further unit: the position that fills each slot, and the slot; and the list of its parts."""
        number, (height, width) = self.count, self.gaps.shape
        self.count += 1
        if number == height or len(slots) > width:
            self._grow(2 * height, max(width, len(slots)))
        for at, (source, slot) in enumerate(slots):
            self.gaps[number, at] = self._stock.wording(slot.gap)
            self.sources[number, at] = source
            self.places[number, at] = self._stock.place(slot.role, slot.number)
        self.labels[number] = b"," + labels
        return number

    def _room(self, height: int, width: int) -> tuple[Numbers, Numbers, Numbers, Objects]:
        absent: Numbers = np.zeros((height, width), np.intp)
        return absent, np.full_like(absent, self._length), absent.copy(), _no_objects(height)

    def _grow(self, height: int, width: int) -> None:
        smaller = (self.gaps, self.sources, self.places, self.labels)
        larger = self._room(height, width)
        for old, new in zip(smaller, larger, strict=True):
            new[tuple(map(slice, old.shape))] = old
        self.gaps, self.sources, self.places, self.labels = larger
