"""Floors against theory, against values worked by hand, and against brute force over all branch choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.chaining.joining import join, logic, numeric, told
from tests.chaining.random_chains import RandomChain, branches_of, final_of, is_met, random_chains, solve

from dunyazad._exceptions import InputError
from dunyazad.chaining import floors as module
from dunyazad.chaining.floors import POLICIES, FloorCell, chain_floors, shortcut_floors
from dunyazad.chaining.record import BranchGate, ChainedProblem, Final, LogicGate, NumericGate, SwitchGate
from dunyazad.problems.record import Problem

F = Fraction
Invent = Callable[..., Problem]
replace = msgspec.structs.replace


def path(
    problems: Sequence[Problem], claims: Sequence[bool], order: str = "forward", final: Final | None = None
) -> ChainedProblem:
    gates = [logic(child, (child - 1,), "if", (claim,)) for child, claim in enumerate(claims, start=1)]
    fields = {} if final is None else {"final": final}
    telling = tuple(range(len(problems)))
    return join(
        [told(problem) for problem in problems], gates, structure="path", order=order,
        telling=telling if order == "forward" else telling[::-1], **fields,
    )  # fmt: skip


def exact(cell: FloorCell) -> dict[str, tuple[Fraction | None, ...]]:
    return {
        floor.policy: tuple([share.exact if share else None for share in (floor.all_links, floor.final)])
        for floor in cell.floors
    }


# Theory


@pytest.mark.parametrize("length", range(1, 9))
def test_over_all_forms_guessing_halves_with_every_gate(length: int, hens: list[Problem]) -> None:
    chains = [path(hens[:length], claims) for claims in product([True, False], repeat=length - 1)]
    found = exact(shortcut_floors(chains).overall)
    guessed = F(1, 2 ** (length - 1))
    last = F(1) if length == 1 else F(1, 2)
    # Whoever solves all but guesses is right at all links with 2^-(L-1), and at the target alone with one half.
    for policy in ("random", "always-first", "always-second", "assume-sensitive"):
        assert found[policy] == (guessed, last)
    # Whoever looks at the last problem alone has no other link, and is right at the target as often.
    for policy in ("last-first", "last-random"):
        assert found[policy] == (F(length == 1), last)


def test_a_switch_of_four_leaves_a_quarter(hens: list[Problem]) -> None:
    own = [told(problem, further=2) for problem in hens[:3]]
    chains = [
        join(own, [SwitchGate(child=c, parents=(c - 1,), cases=cases, branches=cases) for c in (1, 2)])
        for cases in ((0, 1, 2, 3), (3, 0, 1, 2), (2, 3, 0, 1), (1, 2, 3, 0))
    ]
    found = exact(shortcut_floors(chains).overall)
    assert found["random"] == (F(1, 16), F(1, 4))
    assert found["last-random"] == found["last-first"] == (F(0), F(1, 4))
    # Both gates of one chain list alike here: in one chain of four the first branch is the true one at both.
    assert found["always-first"] == found["always-second"] == (F(1, 4), F(1, 4))


def test_and_or_none_are_given_away_by_what_they_need(hens: list[Problem]) -> None:
    own = [told(problem) for problem in hens[:3]]
    for condition, claims in (("and", (True, True)), ("or", (False, False)), ("none", (False, False))):
        for inverted in (False, True):
            chain = join(own, [logic(2, (0, 1), condition, claims, inverted)])
            assert chain_floors(chain)["assume-sensitive"] == (F(1), F(1))
    xor = join(own, [logic(2, (0, 1), "exactly-one", (True, False))])
    assert chain_floors(xor)["assume-sensitive"] == (F(1, 2), F(1, 2))
    # The inference relies on sensitivity: in a chain that is not sound it fails.
    unsound = join(own, [logic(2, (0, 1), "and", (True, False))])
    assert chain_floors(unsound)["assume-sensitive"] == (F(0), F(0))


# By hand


def test_a_forward_path_by_hand(hens: list[Problem]) -> None:
    # Gate 1 claims the true conclusion, so the true branch stands first; gate 2 the wrong one, so it stands second.
    found = chain_floors(path(hens[:3], [True, False]))
    assert found["always-first"] == (F(0), F(0))
    assert found["always-second"] == (F(0), F(1))  # wrong at problem 1, right at the target
    assert found["random"] == (F(1, 4), F(1, 2))
    assert found["last-first"] == (F(0), F(0))
    assert found["last-random"] == (F(0), F(1, 2))


def test_sums_and_differences_by_hand(hens: list[Problem]) -> None:
    # Answers 6, 8 or 12, 10 or 14. The sum 24 is reached in one way of four; 28 twice, 32 once.
    summed = path(hens[:3], [True, True], final=Final("sum", (0, 1, 2)))
    assert chain_floors(summed)["random"] == (F(1, 4), F(1, 4))
    # 10 - 8 = 2, 14 - 12 = 2, 12 - 10 = 2, 14 - 8 = 6: the difference is right in three of four.
    apart = path(hens[:3], [True, True], final=Final("difference", (1, 2)))
    assert chain_floors(apart)["random"] == (F(1, 4), F(3, 4))
    # The largest is 10 only if both are right: 12 and 14 are larger.
    largest = path(hens[:3], [True, True], final=Final("max", (0, 1, 2)))
    assert chain_floors(largest)["random"] == (F(1, 4), F(1, 4))
    for chain in (summed, apart, largest):  # several answers are not had from one block
        assert chain_floors(chain)["last-random"] == (F(0), F(0))


def test_a_number_that_is_handed_on_by_hand(hens: list[Problem]) -> None:
    own = [told(problem) for problem in hens[:3]]
    gate, own[2] = numeric(own, 2, 1, hens=5)
    chain = join(own, [logic(1, (0,), "if", (True,)), gate])
    found = chain_floors(chain)
    # One choice, at gate 1: it decides both answers. The last block alone does not give the number.
    assert found["random"] == (F(1, 2), F(1, 2))
    assert found["always-first"] == (F(1), F(1))
    assert found["last-random"] == (F(0), F(0))


def test_the_number_that_stands_most_often(hens: list[Problem]) -> None:
    # "Bada has 3 hens. Each hen lays 2 eggs." 3 and 2 once each; the answer is 6.
    assert chain_floors(path(hens[:1], []))["majority"] == (F(0), F(0))
    often = replace(hens[0], premises="Bada gives 6 of them 2 eggs, and 6 more hens none.")
    assert chain_floors(path([often], []))["majority"] == (F(1), F(1))
    tied = replace(hens[0], premises="Bada gives 6 of them 2 eggs.")
    assert chain_floors(path([tied], []))["majority"] == (F(1, 3), F(1, 3))  # 3, 6 and 2, once each
    two = path([replace(hens[1], premises="The 10 and the 10 and the 10."), hens[2]], [True])
    assert chain_floors(two)["majority"] == (F(0), F(1))


def test_an_answer_that_is_not_known_is_not_right(invent: Invent) -> None:
    found = chain_floors(path([invent(number, known=False) for number in range(3)], [True, True]))
    assert found["random"] == (F(1, 4), F(1, 2))


# Brute force


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_floors_equal_brute_force(hens: list[Problem], data: st.DataObject) -> None:
    """Go through all choices of branches that a policy may take, each equally likely, and count."""
    random = data.draw(random_chains(hens, fewest=2))
    found = chain_floors(random.chain)
    gates = [gate for gate in random.chain.gates if not isinstance(gate, NumericGate)]
    for policy in ("always-first", "always-second", "random"):
        ways = [_taken(policy, random, gate) for gate in gates]
        outcomes = [
            solve(random, dict(zip([g.child for g in gates], choice, strict=True))) for choice in product(*ways)
        ]
        right = sum(tuple(answers) == random.chain.answers for answers in outcomes)
        finals = sum(final_of(random, answers) == random.chain.answer for answers in outcomes)
        assert found[policy] == (F(right, len(outcomes)), F(finals, len(outcomes)))


def _taken(policy: str, random: RandomChain, gate: BranchGate) -> list[int]:
    if policy == "random":
        return list(branches_of(gate))
    place = int(policy == "always-second")
    if isinstance(gate, SwitchGate):
        return [gate.branches[place]]
    # What stands first holds if the condition is met, or is not met where inverted.
    first_is_true = is_met(random.trees[gate.child], gate.claims) != gate.inverted
    return [0 if first_is_true == (place == 0) else 1]


# A file


def test_cells_and_the_whole(hens: list[Problem]) -> None:
    chains = [
        path(hens[:2], [True]),
        path(hens[:2], [True], "backward"),
        path(hens[1:3], [False]),
        path(hens[:3], [True, True]),
    ]
    report = shortcut_floors(chains)
    assert [(cell.length, cell.order, cell.chains) for cell in report.cells] == [
        (2, "backward", 1), (2, "forward", 2), (3, "forward", 1)
    ]  # fmt: skip
    assert [floor.policy for floor in report.overall.floors] == list(POLICIES)
    assert (report.overall.length, report.overall.order, report.overall.chains) == (None, None, 4)
    assert exact(report.cells[1])["always-first"] == (F(1, 2), F(1, 2))
    assert exact(report.overall)["always-first"] == (F(3, 4), F(3, 4))
    assert exact(report.overall)["random"] == (F(1, 2) * F(3, 4) + F(1, 4) * F(1, 4), F(1, 2))
    for floor in report.overall.floors:
        assert floor.all_links is not None
        assert floor.all_links.value == float(floor.all_links.exact)


def test_no_chains_have_no_shares() -> None:
    report = shortcut_floors([])
    assert report.cells == ()
    assert all(floor.all_links is None and floor.final is None for floor in report.overall.floors)


def test_too_many_different_sums_are_left_out_and_counted(hens: list[Problem], monkeypatch: pytest.MonkeyPatch) -> None:
    # Powers of two: every choice gives another sum, two on one side of the middle and four on the other.
    chain = path(hens[:4], [True, True, True], final=Final("sum", (0, 1, 2, 3)))
    members = tuple(
        [
            replace(member, answer=F(0), counterfactual_answers=(F(2**place),), wrong_answers=(F(2**place),))
            for place, member in enumerate(chain.problems)
        ]
    )
    chain = replace(chain, problems=members, answer=F(0))
    assert chain_floors(chain)["random"] == (F(1, 8), F(1, 8))
    monkeypatch.setattr(module, "MOST_SUMS", 3)
    assert chain_floors(chain)["random"] == (F(1, 8), None)
    assert chain_floors(chain)["always-first"] == (F(1), F(1))
    plain = path(hens[:4], [True, True, True])
    found = {floor.policy: floor for floor in shortcut_floors([chain, plain]).overall.floors}["random"]
    assert found.left_out == 1
    assert found.final is not None
    assert found.final.exact == F(1, 2)  # of the other chain
    assert found.all_links is not None
    assert found.all_links.exact == F(1, 8)


def test_long_sums_are_worked_out_by_halves(hens: list[Problem]) -> None:
    # Every wrong branch adds 4: of 29 gates none may be wrong, whatever the sums that meet on the way.
    chain = path(hens[:30], [True] * 29, final=Final("sum", tuple(range(30))))
    assert chain_floors(chain)["random"] == (F(1, 2**29), F(1, 2**29))


def test_a_row_that_does_not_fit_together_is_named(hens: list[Problem]) -> None:
    chain = path(hens[:2], [True])
    with pytest.raises(InputError, match="row 2 is no sound chain: 2 problems in a chain of 3"):
        shortcut_floors([chain, replace(chain, length=3)])


def test_a_gate_over_a_condition_that_never_is_sensitive_is_guessed(hens: list[Problem]) -> None:
    own = [told(problem) for problem in hens[:4]]
    chain = join(own, [LogicGate(child=3, parents=(0, 1, 2), condition="at-least-2", claims=(True, True, False))])
    assert chain_floors(chain)["assume-sensitive"] == (F(1, 2), F(1, 2))
