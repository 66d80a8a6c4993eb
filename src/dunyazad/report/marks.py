"""A chain's text as a tree of marks: blocks, gates, claims and branches, so that each can be shown as what it is.

Spans come from the record and nest when it is sound. The text must be readable whatever the record says, so a span
that crosses its parent's border or a sibling is left out, and no character is ever lost or repeated.
"""

from __future__ import annotations

import msgspec

from dunyazad.chaining.record import ChainedProblem, IfGate, Span
from dunyazad.report.record import Node

__all__ = ["mark_chain", "plain"]


class _Mark(msgspec.Struct, frozen=True):
    span: Span
    kind: str
    label: str = ""


def mark_chain(chain: ChainedProblem) -> tuple[Node, ...]:
    """Give a chain's text as marked nodes; joined, their plain text is the chain's text.

    Problems are named by the place of their block in the text, from 1.
    """
    marks = _block_marks(chain)
    for gate in chain.gates:
        marks += _gate_marks(gate)
    marks.append(_Mark(chain.question, "question", "the question"))
    sound = [mark for mark in marks if 0 <= mark.span[0] < mark.span[1] <= len(chain.text)]
    # Outer marks first; the order in which marks were made breaks ties.
    sound.sort(key=lambda mark: (mark.span[0], -mark.span[1]))
    nodes, _ = _nest(chain.text, sound, 0, (0, len(chain.text)))
    return nodes


def _block_marks(chain: ChainedProblem) -> list[_Mark]:
    told = {block.problem: place for place, block in enumerate(chain.blocks, start=1)}
    parents = {gate.child: gate.parents for gate in chain.gates}
    marks = []
    for block in chain.blocks:
        gated = parents.get(block.problem, ())
        names = ", ".join(str(told.get(parent, parent + 1)) for parent in gated)
        last = max(block.opening[1], block.premises[1])
        aim = "; the question is about it" if block.problem == chain.target else ""
        label = f"Problem {told[block.problem]}{aim}"
        marks.append(_Mark((block.opening[0], last), "block", label))
        opening = f"gate on problem {names}" if gated else "first premise"
        marks.append(_Mark(block.opening, "gate" if gated else "first", opening))
        marks.append(_Mark(block.premises, "premises", "other premises"))
    return marks


def _gate_marks(gate: IfGate) -> list[_Mark]:
    truth = "claim: true" if gate.form == "affirm" else "claim: false"
    return [
        _Mark(gate.claim, "claim", truth),
        _Mark(gate.gold_branch, "gold", "✓ holds"),
        _Mark(gate.other_branch, "other", "✗ does not hold"),
    ]


def _nest(text: str, marks: list[_Mark], index: int, within: Span) -> tuple[tuple[Node, ...], int]:
    """Nest the marks from `index` on that begin inside `within`; gives the nodes and the next mark's index."""
    nodes: list[Node] = []
    place, end = within
    while index < len(marks) and marks[index].span[0] < end:
        mark = marks[index]
        start, stop = mark.span
        if start < place or stop > end:
            index += 1
            continue
        if place < start:
            nodes.append(Node("text", text[place:start]))
        children, index = _nest(text, marks, index + 1, mark.span)
        nodes.append(Node(mark.kind, label=mark.label, children=children))
        place = stop
    if place < end:
        nodes.append(Node("text", text[place:end]))
    return tuple(nodes), index


def plain(nodes: tuple[Node, ...]) -> str:
    """Give the text of marked nodes.

    Example:
        >>> plain((Node("text", "If "), Node("claim", children=(Node("text", "it rains"),))))
        'If it rains'
    """
    return "".join(node.text if node.kind == "text" else plain(node.children) for node in nodes)
