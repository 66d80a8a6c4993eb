from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad.chaining.record import Order
from dunyazad.report.marks import mark_chain, plain
from dunyazad.report.record import Node

from .factory import make_chain


def find(nodes: tuple[Node, ...], kind: str) -> list[Node]:
    found = [node for node in nodes if node.kind == kind]
    return found + [inner for node in nodes for inner in find(node.children, kind)]


@pytest.mark.parametrize("order", ["forward", "backward"])
@pytest.mark.parametrize("index", range(2))
def test_text_is_whole_and_branches_are_named(order: Order, index: int) -> None:
    chain = make_chain(3, order, index=index)
    nodes = mark_chain(chain)
    assert plain(nodes) == chain.text
    assert len(find(nodes, "block")) == 3
    assert len(find(nodes, "gate")) == 2
    assert {plain(node.children) for node in find(nodes, "gold")} == {chain.slice(g.gold_branch) for g in chain.gates}
    assert {plain(node.children) for node in find(nodes, "other")} == {chain.slice(g.other_branch) for g in chain.gates}
    assert [plain(node.children) for node in find(nodes, "question")] == [chain.questions[-1]]


def test_problems_are_named_by_their_place_in_the_text() -> None:
    labels = [node.label for node in find(mark_chain(make_chain(3, "backward")), "gate")]
    assert labels == ["gate on problem 2", "gate on problem 3"]


def test_gate_tree_by_hand() -> None:
    nodes = mark_chain(make_chain(2, index=1))
    gate = find(nodes, "gate")[0]
    assert [(node.kind, node.label or node.text) for node in gate.children] == [
        ("text", "If it is true that "),
        ("claim", "claim: true"),
        ("text", ", then: "),
        ("gold", "✓ holds"),
        ("text", " Otherwise: "),
        ("other", "✗ does not hold"),
    ]


@given(st.lists(st.tuples(st.integers(-5, 400), st.integers(-5, 400)), min_size=4, max_size=4))
def test_no_character_is_lost_whatever_the_spans(spans: list[tuple[int, int]]) -> None:
    chain = make_chain(2)
    gate = msgspec.structs.replace(chain.gates[0], claim=spans[0], when_true=spans[1], when_false=spans[2])
    broken = msgspec.structs.replace(chain, gates=(gate,), question=spans[3])
    assert plain(mark_chain(broken)) == chain.text
