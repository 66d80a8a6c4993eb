"""A chain's text as a tree of marks: blocks, gates, claims and branches, so that each can be shown as what it is.

Spans come from the record and nest when it is sound. The text must be readable whatever the record says, so a span
that crosses its parent's border or a sibling is left out, and no character is ever lost or repeated.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from dunyazad.chaining.evaluate import listed_branches
from dunyazad.chaining.record import ChainedProblem, Gate, LogicGate, NumericGate, Part, Span
from dunyazad.chaining.wording import gate_wording, question_span
from dunyazad.report.record import Node

__all__ = ["mark_chain", "plain"]

_GATE_ROLES = ("claim", "quoted", "branch")


class _Mark(msgspec.Struct, frozen=True):
    span: Span
    kind: str
    label: str = ""


def mark_chain(chain: ChainedProblem) -> tuple[Node, ...]:
    """Give a chain's text as marked nodes; joined, their plain text is the chain's text.

    Problems are named by the place where the text begins to tell them, from 1.
    """
    gates = {gate.child: gate for gate in chain.gates}
    whole = {child: span for child, gate in gates.items() if (span := _gate_span(chain, gate)) is not None}
    marks = [*_block_marks(chain, whole), *_gate_marks(chain, gates, whole)]
    marks += [mark for part, span in chain.located() for mark in _part_marks(gates, part, span)]
    marks.append(_Mark(question_span(chain), "question", "the question"))
    sound = [mark for mark in marks if 0 <= mark.span[0] < mark.span[1] <= len(chain.text)]
    # Outer marks first; the order in which marks were made breaks ties.
    sound.sort(key=lambda mark: (mark.span[0], -mark.span[1]))
    nodes, _ = _nest(chain.text, sound, 0, (0, len(chain.text)))
    return nodes


def _gate_span(chain: ChainedProblem, gate: Gate) -> Span | None:
    """From the first word of a gate to its last bracket."""
    own = [span for part, span in chain.located() if part.problem == gate.child and part.role in _GATE_ROLES]
    if not own:
        return None
    wording = gate_wording(gate)
    return (own[0][0] - len(wording[0]), own[-1][1] + len(wording[-1]))


def _block_marks(chain: ChainedProblem, gates: dict[int, Span]) -> Iterator[_Mark]:
    """One mark a stretch of text that belongs to one problem: a whole block, or less where the parts stand apart."""
    told = _told(chain)
    stretches: list[tuple[int, Span]] = []
    for part, span in chain.located():
        if part.role in ("question", "asked"):
            continue
        start, end = gates.get(part.problem, span) if part.role in _GATE_ROLES else span
        if stretches and stretches[-1][0] == part.problem:
            stretches[-1] = (part.problem, (stretches[-1][1][0], max(end, stretches[-1][1][1])))
        else:
            stretches.append((part.problem, (start, end)))
    # Said once, where a problem begins; and not at all where the question is about every one of them.
    aimed = set(chain.final.of) if len(set(chain.final.of)) < chain.length or chain.length == 1 else set()
    for problem, span in stretches:
        aim = "; the question is about it" if problem in aimed else ""
        aimed.discard(problem)
        yield _Mark(span, "block", f"Problem {told.get(problem, problem + 1)}{aim}")


def _gate_marks(chain: ChainedProblem, gates: dict[int, Gate], spans: dict[int, Span]) -> Iterator[_Mark]:
    told = _told(chain)
    for child, span in spans.items():
        names = ", ".join(str(told.get(parent, parent + 1)) for parent in gates[child].parents)
        yield _Mark(span, "gate", f"gate on problem{'s' if len(gates[child].parents) > 1 else ''} {names}")


def _told(chain: ChainedProblem) -> dict[int, int]:
    return {problem: place for place, problem in enumerate(chain.telling, start=1)}


def _part_marks(gates: dict[int, Gate], part: Part, span: Span) -> Iterator[_Mark]:
    gate = gates.get(part.problem)
    if part.role == "first":
        yield _Mark(span, "first", "first premise")
    elif part.role == "premises":
        yield _Mark(span, "premises", "other premises")
    elif gate is None:
        return
    elif part.role == "quoted":
        yield _Mark(span, "claim", "its answer is used")
    elif part.role == "claim":
        yield _Mark(span, "claim", f"claim: {'true' if _is_true(gate, part.number) else 'false'}")
    elif isinstance(gate, NumericGate):
        yield _Mark(span, "first", "first premise")
    elif part.role == "branch":
        gold = listed_branches(gate)[part.number] == 0
        yield _Mark(span, "gold", "✓ holds") if gold else _Mark(span, "other", "✗ does not hold")


def _is_true(gate: Gate, number: int) -> bool:
    if isinstance(gate, LogicGate):
        return gate.claims[number]
    return not isinstance(gate, NumericGate) and gate.cases[number] == 0


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
