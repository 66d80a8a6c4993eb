"""The certifier's verdicts against brute force, over all branch choices of random chains of up to six problems."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.chaining.random_chains import (
    RandomChain,
    branches_of,
    final_of,
    open_at,
    random_chains,
    solve,
)

from dunyazad.chaining.evaluate import final_answer, follow, follow_policy, resolve
from dunyazad.chaining.record import LogicGate, NumericGate, SwitchGate
from dunyazad.chaining.sensitivity import check_answers, check_sensitivity
from dunyazad.chaining.shape import check_shape
from dunyazad.problems.record import Problem

replace = msgspec.structs.replace
quick = settings(max_examples=50, suppress_health_check=[HealthCheck.too_slow], deadline=None)


@quick
@given(st.data())
def test_answers_under_all_branch_choices(hens: list[Problem], data: st.DataObject) -> None:
    random = data.draw(random_chains(hens))
    chain = random.chain
    assert not list(check_shape(chain))
    gates = [gate for gate in chain.gates if not isinstance(gate, NumericGate)]
    for choice in product(*map(branches_of, gates)):
        forced = dict(zip([gate.child for gate in gates], choice, strict=True))
        answers = follow_policy(chain, lambda gate, _, forced=forced: forced[gate.child])  # type: ignore[misc]
        assert list(answers) == solve(random, forced)
        assert final_answer(chain.final, answers) == final_of(random, answers)


@quick
@given(st.data())
def test_answers_after_some_wrong_branches(hens: list[Problem], data: st.DataObject) -> None:
    """At some gates a branch is taken, at the others the one that is open for what was reached so far."""
    random = data.draw(random_chains(hens))
    gates = [gate for gate in random.chain.gates if not isinstance(gate, NumericGate)]
    for choice in product(*[(None, *branches_of(gate)) for gate in gates]):
        forced = {gate.child: branch for gate, branch in zip(gates, choice, strict=True) if branch is not None}
        assert list(follow(random.chain, wrong_at=forced)) == solve(random, forced)


@quick
@given(st.data())
def test_the_gold_answers_resolve_every_gate(hens: list[Problem], data: st.DataObject) -> None:
    random = data.draw(random_chains(hens))
    assert not [finding for finding in check_answers(random.chain) if finding.code in ("gold", "answer")]
    # Now let some wrong conclusions claim the gold answer, or one thing twice: gates may open another branch.
    members = list(random.chain.problems)
    for place in data.draw(st.lists(st.integers(0, len(members) - 1), max_size=2, unique=True)):
        wrong = data.draw(st.lists(st.sampled_from([members[place].answer, Fraction(1)]), min_size=2, max_size=2))
        members[place] = replace(members[place], wrong_answers=tuple(wrong))
    changed = replace(random, chain=replace(random.chain, problems=tuple(members)))
    gold = changed.chain.answers
    wrongly = [
        gate.child
        for gate in changed.chain.gates
        if not isinstance(gate, NumericGate) and open_at(changed, gate, gold) != 0
    ]
    found = [finding.sentence for finding in check_answers(changed.chain) if finding.code == "gold"]
    assert [int(re.findall("[0-9]+", sentence)[0]) for sentence in found] == wrongly
    opened = [None if isinstance(g, NumericGate) else open_at(changed, g, gold) for g in changed.chain.gates]
    for gate, ours, theirs in zip(changed.chain.gates, resolve(changed.chain, gold), opened, strict=True):
        assert isinstance(gate, NumericGate) or ours == theirs


@quick
@given(st.data())
def test_every_parent_matters_exactly_where_brute_force_says_so(hens: list[Problem], data: st.DataObject) -> None:
    random = data.draw(random_chains(hens, numeric=False))
    chain = random.chain
    found = list(check_sensitivity(chain))
    blind = {
        int(re.findall("[0-9]+", finding.sentence)[0])
        for finding in found
        if finding.code == "forgiving-gate"
        or (finding.code == "insensitive" and "leads on rightly" in finding.sentence)
    }
    stuck = {int(re.findall("[0-9]+", finding.sentence)[0]) for finding in found if finding.code == "no-case"}
    expected_blind, expected_stuck = set(), set()
    for gate in chain.gates:
        for parent in gate.parents:
            for wrong in _wrong_answers(random, gate, parent):
                answers = list(chain.answers)
                answers[parent] = wrong
                opened = open_at(random, gate, answers)
                if opened == 0:
                    expected_blind.add(gate.child)
                if opened is None:
                    expected_stuck.add(gate.child)
    assert (blind, stuck) == (expected_blind, expected_stuck)


def _wrong_answers(random: RandomChain, gate: object, parent: int) -> set[Fraction]:
    """What a parent comes to by a wrong branch of its own, and what the gate's wrong claims stand for."""
    own = random.chain.gate_of(parent)
    reached = 1 if own is None else len(branches_of(own)) - 1
    claimed = 2 if isinstance(gate, SwitchGate) else 1
    known = random.chain.problems[parent].counterfactual_answers[: max(reached, claimed)]
    return {answer for answer in known if answer is not None}


@quick
@given(st.data())
def test_single_wrong_branches_show_exactly_where_brute_force_says_so(hens: list[Problem], data: st.DataObject) -> None:
    random = data.draw(random_chains(hens, proper=True))
    found = [
        tuple(map(int, re.findall("[0-9]+", finding.sentence)[:2]))
        for finding in check_sensitivity(random.chain)
        if "ends in the right answer" in finding.sentence
    ]
    assert sorted(found) == sorted(_unseen(random))


@quick
@given(st.data())
def test_no_unseen_mistake_is_passed_over(hens: list[Problem], data: st.DataObject) -> None:
    """With arbitrary wrong conclusions as well: an error or a note wherever some wrong branch ends rightly."""
    random = data.draw(random_chains(hens))
    found = {finding.code for finding in check_sensitivity(random.chain)}
    if _unseen(random):
        assert found & {"insensitive", "forgiving-gate"}
    if not found:
        assert not _unseen(random)


def _unseen(random: RandomChain) -> list[tuple[int, int]]:
    """The wrong branches, with the gate's child, after which the final answer is the right one all the same."""
    return [
        (branch, gate.child)
        for gate in random.chain.gates
        for branch in branches_of(gate)[1:]
        if final_of(random, solve(random, {gate.child: branch})) == random.chain.answer
    ]


@quick
@given(st.data())
def test_unknown_counterfactuals_never_give_an_error(hens: list[Problem], data: st.DataObject) -> None:
    random = data.draw(random_chains(hens, proper=True, numeric=False))
    if any(finding.severity == "error" for finding in check_sensitivity(random.chain)):
        return  # some gate does not look at some parent, whatever its answer is
    members = tuple([replace(member, counterfactual_answers=(None, None)) for member in random.chain.problems])
    chain = replace(random.chain, problems=members)
    logic = [gate for gate in chain.gates if isinstance(gate, LogicGate)]
    found = [finding.code for finding in check_sensitivity(chain)]
    assert set(found) <= {"counterfactual-unknown", "forgiving-gate"}
    assert found.count("forgiving-gate") == sum(not all(gate.claims) for gate in logic)
