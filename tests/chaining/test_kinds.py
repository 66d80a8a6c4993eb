from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad._exceptions import InputError
from dunyazad.chaining.conditions import holds, parse_condition
from dunyazad.chaining.kinds import IF, PLAIN, GateKind, Trait, fitting, parse_kinds
from dunyazad.chaining.record import LogicGate, SwitchGate

SEVERAL = Trait(3)


def logic(kind: GateKind, *traits: Trait) -> list[LogicGate]:
    """Every way in which a gate can be drawn, in one phrasing."""
    parents = dict(enumerate(traits))
    gates = [kind.gate(9, parents, outcome, (0,)) for outcome in range(kind.outcomes(traits, 1))]
    assert all(isinstance(gate, LogicGate) for gate in gates)
    return [gate for gate in gates if isinstance(gate, LogicGate)]


CONDITIONS = ["if", "and", "or", "exactly-one", "none", "or(1,xor(2,3))", "or(1,not(2))", "and(1,exactly-one(2,3))"]


@pytest.mark.parametrize("name", CONDITIONS)
def test_drawn_gates_look_at_every_parent_and_the_true_branch_is_first_half_of_the_time(name: str) -> None:
    count = 1 if name == "if" else 3 if "3" in name else 2
    gates = logic(GateKind(name), *[PLAIN] * count)
    node = parse_condition(name, count)
    first = 0
    for gate in gates:
        met = holds(node, gate.claims)
        for place in range(count):
            flipped = [claim != (number == place) for number, claim in enumerate(gate.claims)]
            assert holds(node, flipped) != met
        first += met != gate.inverted
    assert 2 * first == len(gates)


def test_the_papers_gate_has_its_form_for_a_coin() -> None:
    assert [(gate.claims, gate.inverted) for gate in logic(IF, PLAIN)] == [((True,), False), ((False,), False)]


def test_exactly_one_of_three_claims_none_or_one_truly() -> None:
    # Met with one true claim (three patterns), unmet with none (one pattern): as often the one as the other.
    drawn = Counter(gate.claims for gate in logic(GateKind("exactly-one"), PLAIN, PLAIN, PLAIN))
    assert drawn == {(False,) * 3: 6, (True, False, False): 2, (False, True, False): 2, (False, False, True): 2}


def test_a_parent_with_several_mistakes_is_claimed_truly() -> None:
    assert {gate.claims for gate in logic(GateKind("exactly-one"), SEVERAL, PLAIN)} == {(True, True), (True, False)}
    assert {(gate.claims, gate.inverted) for gate in logic(IF, SEVERAL)} == {((True,), False), ((True,), True)}
    assert not GateKind("none").fits([SEVERAL, PLAIN])
    assert not GateKind("numeric").fits([SEVERAL])


def test_which_switches_fit() -> None:
    four = GateKind("switch", branches=4)
    assert four.fits([PLAIN])
    assert four.fits([SEVERAL])
    assert not GateKind("switch", branches=3).fits([SEVERAL])  # it has no case for the third mistake
    assert not four.fits([Trait(numeric=True)])
    assert GateKind("switch", branches=2).fits([Trait(numeric=True)])
    assert not four.fits([PLAIN, PLAIN])


def test_every_switch_of_three_is_drawn_once() -> None:
    # 3! orders of the cases, 2! ways to pair the others with branches.
    kind = GateKind("switch", branches=3)
    gates = [kind.gate(1, {0: PLAIN}, outcome, (0,)) for outcome in range(kind.outcomes([PLAIN], 1))]
    assert len(set(gates)) == len(gates) == 12
    for gate in gates:
        assert isinstance(gate, SwitchGate)
        assert sorted(gate.cases) == sorted(gate.branches) == [0, 1, 2]
        assert gate.cases.index(0) == gate.branches.index(0)
    assert Counter(gate.cases.index(0) for gate in gates if isinstance(gate, SwitchGate)) == {0: 4, 1: 4, 2: 4}


@given(st.text("andorifxswtch(),:0123456789-", max_size=24))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        kinds = parse_kinds(text)
    except InputError:
        return
    assert kinds


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("if", [IF]),
        ("and:2, xor:1,if:3", [GateKind("and", 2), GateKind("exactly-one"), GateKind("if", 3)]),
        ("switch", [GateKind("switch", 1, 3)]),
        ("switch:4:2,switch:3", [GateKind("switch", 2, 4), GateKind("switch", 1, 3)]),
        ("and(1,xor(2,3)):5,numeric", [GateKind("and(1,xor(2,3))", 5), GateKind("numeric")]),
    ],
)
def test_kinds_by_hand(text: str, kinds: list[GateKind]) -> None:
    assert list(parse_kinds(text)) == kinds


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no condition ''"),
        ("perhaps", "no condition 'perhaps'"),
        ("if,if", "the gate 'if' stands twice"),
        ("if:0", "weight is 1 to 1000, not 0"),
        ("if:2:3", "no gate 'if:2:3'"),
        ("switch:1", "a switch has 2 to 8 branches, not 1"),
        ("and(1,1)", "uses each once"),
        ("and:x", "no gate 'and:x'"),
    ],
)
def test_kinds_that_are_none(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_kinds(text)


def test_what_fits_no_gate_is_an_error() -> None:
    with pytest.raises(InputError, match=r"no gate asked for \(and, none\) fits a gate that looks at 1 problem"):
        fitting(parse_kinds("and,none"), 1)
    with pytest.raises(InputError, match=r"no gate asked for \(switch\) fits a gate that looks at 2 problems"):
        fitting(parse_kinds("switch:4"), 2)
    with pytest.raises(InputError, match="an insensitive gate: under 'at-least-2' of 3 claims"):
        fitting(parse_kinds("and,at-least-2"), 3)
    assert fitting(parse_kinds("and,if,at-least-2"), 2) == parse_kinds("and,at-least-2")
