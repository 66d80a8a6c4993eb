"""What several gates claim of one problem is read together: kinds that would tell on each other are kept apart."""

from __future__ import annotations

from dunyazad.chaining.kinds import PLAIN, GateKind, Trait
from dunyazad.chaining.plan import Planner, Recipe
from dunyazad.chaining.record import LogicGate, SwitchGate


def test_a_kind_that_settles_its_claims_does_not_share_a_problem_with_others() -> None:
    # Regression: in a dag with gates of several kinds, the number that a second gate claimed of a problem told which
    # case of a switch was the true one in two of three gates, by chance one of four.
    shared = Trait(shared=True)
    coins = ("if", "exactly-one", "numeric")
    for name in ("if", "and", "or", "none", "exactly-one", "numeric"):
        parents = [shared] if name in ("if", "numeric") else [shared, PLAIN]
        assert GateKind(name).keeps(parents) == (name in coins)
        assert GateKind(name).keeps([PLAIN] * len(parents))
    assert not GateKind("switch", branches=4).keeps([shared])
    assert GateKind("switch", branches=4).keeps([PLAIN])
    # Behind a switch every claim is true whatever the kind, so there is no coin that another gate could betray.
    assert GateKind("and").keeps([Trait(3, shared=True), PLAIN])


def test_in_a_dag_a_problem_that_a_switch_lists_is_claimed_by_no_other_gate() -> None:
    kinds = (GateKind("switch", branches=4, weight=3), GateKind("if"), GateKind("and"), GateKind("exactly-one"))
    planner = Planner(Recipe(structure="dag", gates=kinds), 6, seed=3)
    switches = 0
    for number in range(300):
        plan = planner.plan(number)
        assert plan is not None
        gates = [drawn.gate for drawn in plan.gates if drawn.gate is not None]
        looked = [parent for gate in gates for parent in gate.parents]
        for gate in gates:
            alone = all(looked.count(parent) == 1 for parent in gate.parents)
            switches += isinstance(gate, SwitchGate)
            assert alone or not isinstance(gate, SwitchGate)
            if isinstance(gate, LogicGate) and gate.condition == "and" and not alone:
                # Only behind a switch, where all claims are true.
                shared = [parent for parent in gate.parents if looked.count(parent) > 1]
                assert all(isinstance(plan.gates[parent].gate, SwitchGate) for parent in shared)
    assert switches > 100


def test_where_every_kind_asked_for_tells_something_it_is_made_all_the_same() -> None:
    planner = Planner(Recipe(structure="dag", gates=(GateKind("switch", branches=3), GateKind("and"))), 5, seed=3)
    assert sum(planner.plan(number) is not None for number in range(50)) == 50
