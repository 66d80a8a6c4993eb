from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad.chaining.evaluate import branch_spans
from dunyazad.chaining.record import ChainedProblem, LogicGate, Order, lengths_of
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
    assert {plain(node.children) for node in find(nodes, "gold")} == _premises(chain, 0)
    assert {plain(node.children) for node in find(nodes, "other")} == _premises(chain, 1)
    assert [plain(node.children) for node in find(nodes, "question")] == [chain.questions[-1]]


def _premises(chain: ChainedProblem, branch: int) -> set[str]:
    gates = [gate for gate in chain.gates if isinstance(gate, LogicGate)]
    return {chain.slice(branch_spans(chain, gate)[branch]) for gate in gates}


def test_problems_are_named_by_their_place_in_the_text() -> None:
    labels = [node.label for node in find(mark_chain(make_chain(3, "backward")), "gate")]
    assert labels == ["gate on problem 2", "gate on problem 3"]


def test_gate_tree_by_hand() -> None:
    nodes = mark_chain(make_chain(2, index=1))
    gate = find(nodes, "gate")[0]
    assert [(node.kind, node.label or node.text) for node in gate.children] == [
        ("text", "Consider this claim: ["),
        ("claim", "claim: true"),
        ("text", "] If this claim is true, then the following holds: ["),
        ("gold", "✓ holds"),
        ("text", "] If this claim is false, then the following holds instead: ["),
        ("other", "✗ does not hold"),
        ("text", "]"),
    ]


@given(st.lists(st.integers(-5, 500), min_size=14, max_size=14))
def test_no_character_is_lost_whatever_the_spans(spans: list[int]) -> None:
    chain = make_chain(2)
    assert len(chain.spans) == len(spans)
    broken = msgspec.structs.replace(chain, lengths=lengths_of(spans))
    assert plain(mark_chain(broken)) == chain.text
