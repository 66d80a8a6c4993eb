"""From problems, gates and an order to a chained problem: the text, with the place of every part in it.

Paper, section 2: a text is, problem by problem, a first premise (or the gate that decides it) and the other premises,
and ends in the target's question. Which pieces stand where is for `layout` to say; here they are put one after another.
Many rows of one file are made faster by `rows`, to the same bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from dunyazad.chaining.evaluate import final_answer
from dunyazad.chaining.layout import OPENING, Placed, Woven, closing, opening, premises, unit_order
from dunyazad.chaining.material import Material
from dunyazad.chaining.record import (
    ChainedProblem,
    Final,
    Gate,
    LogicGate,
    Order,
    Part,
    Structure,
    Style,
    SwitchGate,
    kind_of,
)
from dunyazad.chaining.structure import telling as telling_of
from dunyazad.chaining.wording import CANARY, GENERATOR, SEPARATOR, row_id
from dunyazad.problems.record import Problem

__all__ = ["Label", "Telling", "needed_alternates", "path_gates", "render_chain"]


class Label(msgspec.Struct, frozen=True):
    """A chain's place in its file: the seed, and its number in its cell, from 0."""

    seed: int = 0
    index: int = 0


class Telling(msgspec.Struct, frozen=True, kw_only=True):
    """How a chain is told.

    Attributes:
        order: The order's name.
        style: How the problems are woven together.
        structure: How the problems depend on one another.
        mixed: Were the gates drawn from several kinds? Where they are of several, that need not be said.
        positions: In telling order; not needed where the order's name settles them.
    """

    order: Order = "forward"
    style: Style = "blocks"
    structure: Structure = "path"
    mixed: bool = False
    positions: tuple[int, ...] = ()


_FORWARD = Telling()
_NO_FILE = Label()


def path_gates(true: Sequence[bool], *, wording: int = 0) -> tuple[LogicGate, ...]:
    """The gates of the paper's path: for each problem but the first, whether its gate claims the true conclusion.

    Example:
        >>> [gate.parents for gate in path_gates([True, False])]
        [(0,), (1,)]
    """
    return tuple(
        [
            LogicGate(child=child, parents=(child - 1,), condition="if", claims=(claim,), wording=wording)
            for child, claim in enumerate(true, start=1)
        ]
    )


def render_chain(
    problems: Sequence[Problem | Material],
    gates: Sequence[Gate],
    *,
    final: Final | None = None,
    told: Telling = _FORWARD,
    label: Label = _NO_FILE,
) -> ChainedProblem:
    """Join problems into one chained problem.

    It only joins: that the problems may stand in one chain, and that it is sound, is for `Pool` and `check` to see.

    Args:
        problems: In solving order, at least one; the last is the target. A plain problem brings its one alternate.
        gates: One for each problem that is not a root, in solving order of the children.
        final: What is asked; the target's own question by default.
        told: How the text tells them.
        label: Where the chain belongs.

    Raises:
        ValueError: No problem, or a gate that is not about these problems.

    Example:
        >>> from dunyazad.problems import make_problems
        >>> chain = render_chain(list(make_problems(3, seed=1)), path_gates([True, False]))
        >>> chain.telling, len(chain.parts)
        ((0, 1, 2), 11)
    """
    length = len(problems)
    if not problems or any(not 0 < gate.child < length or max(gate.parents) >= gate.child for gate in gates):
        raise ValueError(f"{len(gates)} gates do not fit {length} problems")
    materials = [problem if isinstance(problem, Material) else Material(problem) for problem in problems]
    final = final or Final("target", (length - 1,))
    positions = told.positions or telling_of(told.order, length)
    text, parts, lengths = _joined(materials, _placed(materials, gates, final, told.style, positions))
    counts = needed_alternates(gates, length)
    members = tuple([material.member(count) for material, count in zip(materials, counts, strict=True)])
    answer = final_answer(final, [member.answer for member in members])
    assert answer is not None  # every gold answer is known
    chain = ChainedProblem(
        id="",
        text=text,
        length=length,
        structure=told.structure,
        order=told.order,
        style=told.style,
        mixed=told.mixed or len({kind_of(gate) for gate in gates}) > 1,
        telling=tuple(positions),
        problems=members,
        gates=tuple(gates),
        final=final,
        answer=answer,
        parts=parts,
        lengths=lengths,
        seed=label.seed,
        index=label.index,
        generator=GENERATOR,
        canary=CANARY,
    )
    return msgspec.structs.replace(chain, id=row_id(chain))


def _placed(
    materials: Sequence[Material], gates: Sequence[Gate], final: Final, style: Style, positions: Sequence[int]
) -> Iterator[Placed]:
    own: Mapping[int, Gate] = {gate.child: gate for gate in gates}
    woven = [Woven(place not in own, len(one.premises), one.leans) for place, one in enumerate(materials)]
    units = unit_order(style, positions, woven)
    for position, number in units:
        if number == OPENING:
            yield from opening(position, own.get(position))
        else:
            yield premises(position, number)
    yield from closing(final)


def _joined(materials: Sequence[Material], placed: Iterator[Placed]) -> tuple[str, tuple[Part, ...], tuple[int, ...]]:
    pieces: list[str] = []
    parts: list[Part] = []
    lengths: list[int] = []
    numbers: Counter[tuple[str, int]] = Counter()
    since = -len(SEPARATOR)  # wording since the last part; the first unit's separator is taken off
    for source, owner, segment in placed:
        for gap, role, number in segment.slots:
            text = materials[source].text(role, number)
            pieces += (gap, text)
            lengths += (since + len(gap), len(text))
            since = 0
            parts.append(Part(role, owner, numbers[role, owner]))
            numbers[role, owner] += 1
        pieces.append(segment.end)
        since += len(segment.end)
    return "".join(pieces)[len(SEPARATOR) :], tuple(parts), tuple(lengths)


def needed_alternates(gates: Sequence[Gate], length: int) -> list[int]:
    """How many alternates each problem has in a row: as many as the widest switch about it or before it needs."""
    counts = [1] * length
    for gate in gates:
        if isinstance(gate, SwitchGate):
            for position in (gate.child, *gate.parents):
                counts[position] = max(counts[position], len(gate.cases) - 1)
    return counts
