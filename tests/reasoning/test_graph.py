"""Graph statistics against brute force and values worked by hand."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad.reasoning import Parc, Premise, ReasoningChain, Step, ancestors, graph_statistics, layers


def parc_of(links: list[set[int]]) -> Parc:
    chain = ReasoningChain(id="c", question="q", steps=tuple(Step(f"s{k}") for k in range(1, len(links) + 1)))
    premises = tuple(tuple(Premise(step) for step in sorted(found)) for found in links)
    return Parc(chain=chain, premises=premises, method="test")


@st.composite
def parcs(draw: st.DrawFn) -> Parc:
    count = draw(st.integers(0, 7))
    return parc_of([draw(st.sets(st.integers(0, k), max_size=4)) for k in range(count)])


def every_path(parc: Parc) -> list[tuple[int, ...]]:
    """All downward paths of the graph, by brute force: from every node along every edge, single nodes included."""
    paths: list[tuple[int, ...]] = [(node,) for node in range(len(parc.chain.steps) + 1)]
    found = list(paths)
    while paths:
        paths = [
            (*path, step)
            for path in paths
            for step, premises in enumerate(parc.premises, start=1)
            if path[-1] in {premise.step for premise in premises}
        ]
        found += paths
    return found


@given(parcs())
def test_depth_layers_and_ancestors_equal_brute_force(parc: Parc) -> None:
    paths = every_path(parc)
    statistics = graph_statistics(parc)
    assert statistics.depth == max(len(path) for path in paths)
    for node, layer in enumerate(layers(parc)):
        assert layer == max(len(path) - 1 for path in paths if path[-1] == node)
    for step in range(1, len(parc.premises) + 1):
        assert ancestors(parc, step) == tuple(sorted({p[0] for p in paths if p[-1] == step and len(p) > 1}))


@given(parcs())
def test_layers_part_the_steps(parc: Parc) -> None:
    layer = layers(parc)
    widths = [layer[1:].count(number) for number in set(layer[1:])]
    assert sum(widths) == graph_statistics(parc).steps
    assert graph_statistics(parc).max_width == max(widths, default=0)
    assert all(layer[p.step] < layer[k] for k, found in enumerate(parc.premises, start=1) for p in found)


def test_a_hand_worked_graph() -> None:
    # 0 -> 1, 0 -> 2, {1, 2} -> 3, {0, 3} -> 4: layers 0 1 1 2 3; 6 edges over 5 nodes; widest is {1, 2}.
    statistics = graph_statistics(parc_of([{0}, {0}, {1, 2}, {0, 3}]))
    assert (statistics.edges, statistics.depth, statistics.max_width) == (6, 4, 2)
    assert statistics.branching_factor == 6 / 5


def test_a_straight_line_is_as_deep_as_it_is_long() -> None:
    parc = parc_of([{k} for k in range(5)])
    assert graph_statistics(parc).depth == 6
    assert list(pairwise(layers(parc))) == [(k, k + 1) for k in range(5)]


def test_an_empty_chain_has_the_question_only() -> None:
    statistics = graph_statistics(parc_of([]))
    assert (statistics.steps, statistics.edges, statistics.depth, statistics.max_width) == (0, 0, 1, 0)
    assert statistics.branching_factor == 0


def test_ancestors_of_a_step_that_is_not_there() -> None:
    with pytest.raises(IndexError, match="no step 3"):
        ancestors(parc_of([{0}]), 3)
