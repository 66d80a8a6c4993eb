"""What stands where in a text: from gates, a style and an order to a list of segments.

A segment is a run of parts of one problem with the wording before each of them. It does not say which problem fills
it: so there are few different ones, and they can be got ready for many rows (`rows`) or be filled at once (`render`).
Every unit of the text begins with the separator; the first one's is taken off.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from dunyazad.chaining.evaluate import listed_branches
from dunyazad.chaining.record import Final, Gate, LogicGate, NumericGate, Role, Style
from dunyazad.chaining.wording import SEPARATOR, final_wording, gate_wording

__all__ = [
    "OPENING",
    "Placed",
    "Segment",
    "Slot",
    "Woven",
    "closing",
    "opening",
    "premises",
    "unit_order",
]


class Slot(NamedTuple):
    """A part to fill.

    Attributes:
        gap: The wording before it.
        role: Its role.
        number: Which variant or stretch of the problem fills it.
    """

    gap: str
    role: Role
    number: int


class Segment(NamedTuple):
    """A run of slots that one problem fills.

    Attributes:
        slots: What is filled.
        end: The wording after the last one.
    """

    slots: tuple[Slot, ...]
    end: str = ""


class Placed(NamedTuple):
    """A segment in a chain.

    Attributes:
        source: The position of the problem that fills it.
        owner: The position under which its parts are listed: a claim about a parent is a part of the child's gate.
        segment: The segment.
    """

    source: int
    owner: int
    segment: Segment


_FIRST = Segment((Slot(SEPARATOR, "first", 0),))
_QUESTION = Segment((Slot(SEPARATOR, "question", 0),))


def opening(position: int, gate: Gate | None) -> tuple[Placed, ...]:
    """A problem's beginning: its first premise if it is a root, else its gate."""
    if gate is None:
        return (Placed(position, position, _FIRST),)
    words = gate_wording(gate)
    return _placed(position, (SEPARATOR + words[0], *words[1:]), list(_gate_parts(gate)))


def _gate_parts(gate: Gate) -> list[tuple[int, Role, int]]:
    if isinstance(gate, NumericGate):
        return [(gate.parents[0], "quoted", 0), (gate.child, "branch", 0)]
    branches: list[tuple[int, Role, int]] = [(gate.child, "branch", branch) for branch in listed_branches(gate)]
    if isinstance(gate, LogicGate):
        claims = zip(gate.parents, gate.claims, strict=True)
        return [(parent, "claim", 0 if true else 1) for parent, true in claims] + branches
    parts: list[tuple[int, Role, int]] = []
    for case, branch in zip(gate.cases, branches, strict=True):
        parts += [(gate.parents[0], "claim", case), branch]
    return parts


def _placed(owner: int | None, words: Sequence[str], parts: list[tuple[int, Role, int]]) -> tuple[Placed, ...]:
    # The parts of one source that follow one another make a segment; the last segment takes the wording at the end.
    placed: list[Placed] = []
    place = 0
    for source, group in groupby(parts, key=lambda part: part[0]):
        slots: list[Slot] = []
        for _, role, number in group:
            slots.append(Slot(words[place], role, number))
            place += 1
        end = words[-1] if place == len(parts) else ""
        placed.append(Placed(source, source if owner is None else owner, Segment(tuple(slots), end)))
    return tuple(placed)


def closing(final: Final) -> tuple[Placed, ...]:
    """The final question."""
    if final.kind == "target":
        (target,) = final.of
        return (Placed(target, target, _QUESTION),)
    words = final_wording(final)
    return _placed(None, (SEPARATOR + words[0], *words[1:]), [(position, "asked", 0) for position in final.of])


def premises(position: int, number: int = 0) -> Placed:
    """A stretch of a problem's other premises."""
    return Placed(position, position, Segment((Slot(SEPARATOR, "premises", number),)))


# A unit of the text: a position, and a stretch of its premises by number or -1 for its opening.
Unit = tuple[int, int]
OPENING = -1


class Woven(NamedTuple):
    """What weaving needs to know of a problem.

    Attributes:
        root: Has it no gate?
        stretches: How many stretches of premises it has.
        leans: Must the first of them follow its opening?
    """

    root: bool
    stretches: int
    leans: bool = False


def unit_order(style: Style, telling: Sequence[int], problems: Sequence[Woven]) -> list[Unit]:
    """The units of a text in their order, the final question apart.

    Args:
        style: How the problems are woven together.
        telling: The positions in telling order.
        problems: One a position.

    Example:
        >>> unit_order("interleaved", [1, 0], [Woven(root=True, stretches=2), Woven(root=False, stretches=1)])
        [(1, -1), (0, -1), (1, 0), (0, 0), (0, 1)]
    """
    if style == "blocks":
        return [(place, number) for place in telling for number in range(OPENING, problems[place].stretches)]
    if style == "gates-first":
        gates = [(place, OPENING) for place in telling if not problems[place].root]
        return gates + [
            (place, number)
            for place in telling
            for number in range(OPENING if problems[place].root else 0, problems[place].stretches)
        ]
    # Round after round one turn of each problem that has one left; an opening may take the first stretch along.
    turns: list[list[list[Unit]]] = []
    for place in telling:
        own = [(place, number) for number in range(OPENING, problems[place].stretches)]
        first = 2 if problems[place].leans and problems[place].stretches else 1
        turns.append([own[:first], *[[unit] for unit in own[first:]]])
    return [unit for turn in range(max(map(len, turns))) for own in turns if turn < len(own) for unit in own[turn]]
