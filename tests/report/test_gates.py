"""Chains of every structure, gate, style and question on the page and in the tables."""

from __future__ import annotations

import io
from functools import cache

import msgspec
import pytest
from rich.console import Console

from dunyazad.chaining import Recipe, make_chains, parse_kinds
from dunyazad.chaining.evaluate import branch_spans, listed_branches
from dunyazad.chaining.record import ChainedProblem, LogicGate, NumericGate, SwitchGate
from dunyazad.models import Rates, Simulator, simulate
from dunyazad.problems import make_problems
from dunyazad.report import build_report, render_html, render_terminal
from dunyazad.report.cards import kind_of, make_card
from dunyazad.report.marks import mark_chain, plain
from dunyazad.report.record import Node
from dunyazad.solving import Attempt, Protocol, Reply, Solution, judge, render_answers

from .test_marks import find

RECIPES = {
    "switch": Recipe(gates=parse_kinds("switch:4")),
    "numeric": Recipe(gates=parse_kinds("numeric")),
    "gates-first": Recipe(
        structure="tree", gates=parse_kinds("if,and,xor"), style="gates-first", question="difference"
    ),
    "interleaved": Recipe(structure="dag", fan_in=3, gates=parse_kinds("if,none,or,numeric"), style="interleaved"),
    "sum": Recipe(question="sum", over=2),
    "max": Recipe(question="max"),
}


@cache
def made(name: str, length: int = 4) -> tuple[ChainedProblem, ...]:
    pool = list(make_problems(60, seed=5))
    return tuple(make_chains(pool, lengths=[length], orders=["shuffled"], per_cell=3, seed=3, recipe=RECIPES[name]))


def answered(chain: ChainedProblem, text: str, protocol: Protocol = "labelled") -> Solution:
    return judge(Attempt(chain=chain, model="m", protocol=protocol, replies=(Reply(text),)))


@pytest.mark.parametrize("name", RECIPES)
def test_every_part_is_marked_as_what_it_is(name: str) -> None:
    for chain in made(name):
        nodes = mark_chain(chain)
        assert plain(nodes) == chain.text
        for kind, branch in (("gold", True), ("other", False)):
            shown = sorted(plain(node.children) for node in find(nodes, kind))
            assert shown == sorted(_premises(chain, gold=branch))
        assert len(find(nodes, "gate")) == len(chain.gates)
        [question] = find(nodes, "question")
        assert chain.text.endswith(plain(question.children))
        assert all(chain.questions[position] in plain(question.children) for position in chain.final.of)
        claims = [node.label for node in find(nodes, "claim")]
        assert claims.count("claim: true") == sum(_true_claims(gate) for gate in chain.gates)


def _premises(chain: ChainedProblem, *, gold: bool) -> list[str]:
    found = []
    for gate in chain.gates:
        if not isinstance(gate, NumericGate):
            spans = branch_spans(chain, gate)
            found += [chain.slice(spans[branch]) for branch in listed_branches(gate) if (branch == 0) == gold]
    return found


def _true_claims(gate: object) -> int:
    if isinstance(gate, LogicGate):
        return sum(gate.claims)
    return int(isinstance(gate, SwitchGate))


def _labels(nodes: tuple[Node, ...]) -> list[str]:
    return [node.label.partition(";")[0] for node in find(nodes, "block")]


def test_gates_stand_apart_from_the_rest_of_their_problems() -> None:
    for chain in made("gates-first"):
        blocks = find(mark_chain(chain), "block")
        gates = [bool(find(block.children, "gate")) for block in blocks]
        assert gates == sorted(gates, reverse=True)
        assert gates.count(True) == len(chain.gates)
        assert set(_labels(mark_chain(chain))) == {f"Problem {number}" for number in range(1, 5)}


def test_stretches_of_one_problem_carry_its_number_each_time() -> None:
    repeated = 0
    for chain in made("interleaved"):
        labels = _labels(mark_chain(chain))
        assert labels[:4] == [f"Problem {number}" for number in range(1, 5)]  # every opening, in telling order
        repeated += len(labels) - len(set(labels))
    assert repeated


def test_what_the_question_is_about_is_said_once_and_only_where_it_tells_something() -> None:
    about = "; the question is about it"
    for name, count in (("switch", 1), ("sum", 2), ("max", 0), ("interleaved", 1)):
        for chain in made(name):
            labels = [node.label for node in find(mark_chain(chain), "block")]
            assert sum(label.endswith(about) for label in labels) == count


def test_a_numeric_gate_by_hand() -> None:
    chain = made("numeric", 2)[0]
    [gate] = find(mark_chain(chain), "gate")
    shown = [(node.kind, node.label) for node in gate.children if node.kind != "text"]
    assert shown == [("claim", "its answer is used"), ("first", "first premise")]
    rows = make_card(answered(chain, "[Q1] 1")).links
    assert [row.numeric for row in rows] == [False, True]


def test_other_branches_of_a_switch_are_all_named() -> None:
    chain = made("switch")[0]
    members = list(chain.problems)
    first, _, third = members[1].counterfactual_answers
    members[1] = msgspec.structs.replace(members[1], counterfactual_answers=(first, None, third))
    members[2] = msgspec.structs.replace(members[2], counterfactual_answers=(None, None, None))
    rows = make_card(answered(msgspec.structs.replace(chain, problems=tuple(members)), "[Q1] 1")).links
    assert (rows[1].counterfactual, rows[2].counterfactual) == (f"{first}, unknown, {third}", "")


def test_a_final_question_that_failed_alone_is_no_success() -> None:
    """A wrong sum of right answers was once filed under "no failure seen"."""
    chain = made("sum")[0]
    right = render_answers(chain, "labelled", chain.answers)
    assert kind_of(answered(chain, right)) == "link:correct"
    wrong = answered(chain, right.rpartition(" ")[0] + " 1")
    assert (wrong.first_failed, kind_of(wrong)) == (None, "final")
    assert kind_of(answered(chain, "Answer: 1", "final")) == "final"
    assert kind_of(answered(chain, f"Answer: {chain.answer}", "final")) == "link:correct"
    page = render_html(build_report([wrong]))
    assert "s-final_wrong" in page
    assert "no failure seen" not in page


@pytest.mark.parametrize("protocol", ["labelled", "final"])
def test_a_page_over_all_manners_keeps_them_apart(protocol: Protocol) -> None:
    chains = [chain for name in RECIPES for chain in made(name)]
    solver = Simulator(rates=Rates(slip=0.2, wrong_branch=0.2))
    data = build_report(simulate(chains, solver, protocol=protocol))
    [group] = data.summary.groups
    assert {(cell.order, cell.n) for cell in group.cells} == {
        ("shuffled, switch 4", 3),
        ("shuffled, numeric", 3),
        ("tree, shuffled, gates-first, mixed gates, difference", 3),
        ("dag, shuffled, interleaved, mixed gates", 3),
        ("shuffled, sum", 3),
        ("shuffled, max", 3),
    }
    page = render_html(data)
    assert page.count("<svg") >= 2
    stream = io.StringIO()
    render_terminal(data, Console(file=stream, width=80, no_color=True))
    assert "…" not in stream.getvalue()


def _with(chain: ChainedProblem, **changes: object) -> str:
    return msgspec.structs.replace(chain, **changes).manner


def test_manner_in_few_words() -> None:
    """Chains of different manners are not pooled; those of one recipe are, whatever gates were drawn."""
    path = made("sum")[0]
    assert path.manner == "shuffled, sum"
    assert _with(path, final=msgspec.structs.replace(path.final, kind="target")) == "shuffled"
    assert _with(path, order="forward", style="interleaved") == "forward, interleaved, sum"
    # All of its gates are "if"; but others of its recipe have others.
    assert _with(path, mixed=True) == "shuffled, mixed gates, sum"
    assert _with(path, mixed=True, gates=()) == "shuffled, sum"
    switch = made("switch")[0]
    assert switch.manner == "shuffled, switch 4"
    assert _with(switch, gates=(*switch.gates[:2], path.gates[2])) == "shuffled, mixed gates"
    for name in ("gates-first", "interleaved"):
        for length in (2, 3, 4):
            assert all("mixed gates" in chain.manner for chain in made(name, length))
    dag = msgspec.structs.replace(made("interleaved")[0], style="blocks", mixed=False)
    condition = LogicGate(child=3, parents=(0, 1, 2), condition="and(1,exactly-one(2,3))", claims=(True, True, False))
    assert msgspec.structs.replace(dag, gates=(condition,)).manner == "dag, shuffled, and(1,exactly-one(2,3))"
