from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from tests.models.conftest import ChainOf

from dunyazad.models.simulated_steps import LinkTask, written_link
from dunyazad.numbers import find_equations
from dunyazad.problems.record import Problem

TaskOf = Callable[..., LinkTask]


@pytest.fixture
def task(chain_of: ChainOf, problems: dict[str, Problem]) -> TaskOf:
    """The second link of "rope, figs" with figs' program, after step 1 found 7.5."""

    def make(**changes: Any) -> LinkTask:
        chain = chain_of("rope", "figs", deny=(changes.pop("deny", False),))
        fields: dict[str, Any] = {
            "chain": chain,
            "position": 1,
            "gate": chain.gates[0],
            "branch": 0,
            "base": Fraction(28 if changes.get("branch") else 20),
            "found": (Fraction(15, 2),),
            "found_steps": (1,),
            "slips": False,
            "strays": False,
            "supposes": False,
            "first_number": 2,
            "problem": problems["figs"],
            "random": random.Random("x"),
        }
        return LinkTask(**(fields | changes))

    return make


def test_gold_branch(task: TaskOf) -> None:
    written = written_link(task())
    assert written.answer == 20
    gate, dried, rest = written.steps
    assert gate.premises == (0, 1)
    assert dried.text == "Now dried: 6 * 4 = 24."
    assert dried.premises == (0, 2)  # 6 comes from the gate's branch, 4 from the question
    assert rest.premises == (0, 3)


def test_other_branch_is_computed_from_the_alternate_number(task: TaskOf) -> None:
    written = written_link(task(branch=1, found=(Fraction(9),)))
    assert written.answer == 28
    assert written.steps[0].text == (
        "The claim says 7.5; what was found is 9, so the claim is false and this holds: Odile dries 8 trays of figs."
    )
    assert written.steps[1].text == "Now dried: 8 * 4 = 32."
    assert {step.label for step in written.steps} == {"correct"}  # sound in itself: inheriting is not for here


@pytest.mark.parametrize(
    ("deny", "branch", "verdict"),
    [(False, 0, "true"), (False, 1, "false"), (True, 0, "false"), (True, 1, "true")],
)
def test_verdict_on_the_claim_matches_the_branch(task: TaskOf, deny: bool, branch: int, verdict: str) -> None:
    text = written_link(task(deny=deny, branch=branch)).steps[0].text
    assert f"the claim is {verdict} and this holds: Odile dries {8 if branch else 6} trays of figs." in text
    assert f"The claim says {'2.5' if deny else '7.5'};" in text


def test_straying_is_the_gate_steps_own_error(task: TaskOf) -> None:
    steps = written_link(task(branch=1, strays=True)).steps
    assert [step.label for step in steps] == ["logical_inconsistency", "correct", "correct"]


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("branch", [0, 1])
def test_a_slip_is_one_false_equation(task: TaskOf, seed: int, branch: int) -> None:
    written = written_link(task(slips=True, branch=branch, random=random.Random(f"{seed}")))
    assert written.answer not in (20, 28)  # neither of the link's answers
    assert written.answer >= 0
    _, *operations = written.steps
    holds = [find_equations(step.text)[0].holds for step in operations]
    assert holds == [step.label == "correct" for step in operations]
    assert holds.count(False) == 1


def test_a_slip_never_ends_in_a_number_that_a_gate_claims(chain_of: ChainOf, problems: dict[str, Problem]) -> None:
    chain = chain_of("figs", "rope", deny=(True,))  # its gate claims 28 figs
    for seed in range(50):
        for problem in (None, problems["figs"]):
            task = LinkTask(
                chain=chain,
                position=0,
                gate=None,
                branch=0,
                base=Fraction(20),
                found=(),
                found_steps=(),
                slips=True,
                strays=False,
                supposes=False,
                first_number=1,
                problem=problem,
                random=random.Random(f"{seed}"),
            )
            assert written_link(task).answer not in (20, 28)


def test_without_a_program_a_link_is_one_step(task: TaskOf) -> None:
    gate, answer = written_link(task(problem=None)).steps
    assert gate.premises == (0, 1)
    assert (answer.text, answer.premises) == ('Worked out: "How many figs has Odile?" comes to 20.', (0, 2))
