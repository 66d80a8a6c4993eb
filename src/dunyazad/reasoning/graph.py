"""The premise graph of a reasoning chain and its statistics (arXiv 2502.02362, appendix on data statistics).

Nodes are the steps 1 to t and the question, step 0; an edge leads from a premise to the step that rests on it. Since
premises are earlier steps, the order of the steps is a topological order, and every pass below is one loop over edges.

The appendix does not say what counts as a node. Counting the question, in the branching factor and on the longest path,
is the reading that comes closest to its averages on the sets that were released.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from dunyazad.reasoning.record import Parc

__all__ = ["GraphStatistics", "ancestors", "graph_statistics", "layers"]


class GraphStatistics(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The shape of one premise graph.

    Attributes:
        steps: Steps, the question not counted.
        premises: Premise references. A `Parc` holds each premise once, so that this equals `edges`; a set of
            annotations that names a premise twice has more references than edges.
        edges: Distinct links from a premise to a step, those from the question included.
        depth: Nodes on the longest path, the question counted where the path begins there; 1 for a chain whose steps
            have no premises, or without steps.
        max_width: The most steps in one layer, the question not counted; 0 without steps.
        branching_factor: Edges over nodes, the question counted as a node.
    """

    steps: int
    premises: int
    edges: int
    depth: int
    max_width: int
    branching_factor: float


def graph_statistics(parc: Parc) -> GraphStatistics:
    """Measure the shape of a premise graph, in time linear in its edges.

    Example:
        >>> from dunyazad.reasoning import Premise, ReasoningChain, Step
        >>> chain = ReasoningChain(id="c", question="q", steps=(Step("a"), Step("b"), Step("c")))
        >>> links = ((Premise(0),), (Premise(0),), (Premise(1), Premise(2)))
        >>> graph_statistics(Parc(chain=chain, premises=links, method="oracle"))
        GraphStatistics(steps=3, premises=4, edges=4, depth=3, max_width=2, branching_factor=1.0)
    """
    layer = layers(parc)
    edges = sum(len(premises) for premises in parc.premises)
    widths = Counter(layer[1:])
    return GraphStatistics(
        steps=len(parc.chain.steps),
        premises=edges,
        edges=edges,
        depth=max(layer) + 1,
        max_width=max(widths.values(), default=0),
        branching_factor=edges / len(layer),
    )


def layers(parc: Parc) -> tuple[int, ...]:
    """The layer of every node: the edges on the longest path that leads to it. Entry 0 is the question's, 0.

    A step without premises is in layer 0, beside the question.

    Example:
        >>> from dunyazad.reasoning import Premise, ReasoningChain, Step
        >>> chain = ReasoningChain(id="c", question="q", steps=(Step("a"), Step("b")))
        >>> layers(Parc(chain=chain, premises=((Premise(0),), (Premise(0), Premise(1))), method="oracle"))
        (0, 1, 2)
    """
    found = [0]
    for premises in parc.premises:
        found.append(max((found[premise.step] + 1 for premise in premises), default=0))
    return tuple(found)


def ancestors(parc: Parc, step: int) -> tuple[int, ...]:
    """Every step that a step rests on, directly or through others, ascending; 0 is the question.

    Raises:
        IndexError: There is no such step.

    Example:
        >>> from dunyazad.reasoning import Premise, ReasoningChain, Step
        >>> chain = ReasoningChain(id="c", question="q", steps=(Step("a"), Step("b")))
        >>> ancestors(Parc(chain=chain, premises=((Premise(0),), (Premise(1),)), method="oracle"), 2)
        (0, 1)
    """
    wanted = {premise.step for premise in parc.premises_of(step)}
    for number in range(step - 1, 0, -1):
        if number in wanted:
            wanted.update(premise.step for premise in parc.premises[number - 1])
    return tuple(sorted(wanted))
