"""The simulated solver over every kind of gate: what it plants is diagnosed, and its steps are a sound graph."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.models.conftest import ChainOf

from dunyazad.chaining import Recipe, make_chains, parse_kinds
from dunyazad.chaining.evaluate import open_branch
from dunyazad.chaining.material import Material, Variant, variants_of
from dunyazad.chaining.record import ChainedProblem, Final, Gate, LogicGate, NumericGate, SwitchGate
from dunyazad.chaining.render import Telling, render_chain
from dunyazad.models.simulated import Rates, SimulatedSolution, Simulator, simulate
from dunyazad.models.simulated_steps import LinkTask, written_link
from dunyazad.problems.making import make_problems
from dunyazad.problems.record import Problem
from dunyazad.solving import diagnose, parse_answers
from dunyazad.solving.record import Protocol

POOL = tuple(make_problems(40, seed=5))
BY_ID = {problem.id: problem for problem in POOL}
RECIPES = (
    Recipe(structure="dag", fan_in=3, gates=parse_kinds("if,switch:4,numeric,and,or,exactly-one,none")),
    Recipe(structure="dag", fan_in=3, gates=parse_kinds("if,numeric,and(1,xor(2,3)),xor"), style="interleaved"),
    Recipe(structure="tree", gates=parse_kinds("if,and,xor"), style="gates-first", question="max"),
    Recipe(gates=parse_kinds("numeric,if,switch:3"), question="sum"),
    Recipe(gates=parse_kinds("numeric"), question="difference"),
)


@cache
def made(number: int) -> tuple[ChainedProblem, ...]:
    stream = make_chains(POOL, lengths=[2, 4, 6], orders=["shuffled"], per_cell=6, seed=3, recipe=RECIPES[number])
    return tuple(stream)


def _rates(draw: tuple[float, float, float]) -> Rates:
    total = max(1.0, sum(draw))
    return Rates(wrong_branch=draw[0] / total, slip=draw[1] / total, skip=draw[2] / total)


RATES = st.tuples(*[st.floats(0, 0.5)] * 3).map(_rates)


@st.composite
def made_chains(draw: st.DrawFn) -> ChainedProblem:
    """A chain as `make_chains` gives it, at times without what some branches come to."""
    chain = draw(st.sampled_from(made(draw(st.integers(0, len(RECIPES) - 1)))))
    if draw(st.booleans()):
        return chain
    hidden = tuple(
        msgspec.structs.replace(
            member,
            counterfactual_answers=tuple(
                None if draw(st.booleans()) else answer for answer in member.counterfactual_answers
            ),
        )
        for member in chain.problems
    )
    return msgspec.structs.replace(chain, problems=hidden)


@st.composite
def any_chains(draw: st.DrawFn) -> ChainedProblem:
    """A chain of any gates, sensible or not: parents may feed several gates, and conditions may not care for them."""
    length = draw(st.integers(2, 6))
    first = draw(st.integers(0, len(POOL) - length))
    materials = [_with_alternates(problem, draw(st.integers(1, 3))) for problem in POOL[first : first + length]]
    gates: list[Gate] = []
    for child in range(1, length):
        parents = tuple(draw(st.permutations(range(child)))[: draw(st.integers(0, 3))])
        if parents:
            gates.append(draw(_gates(child, parents, materials)))
    of = tuple(draw(st.permutations(range(length)))[:2])
    final = Final(draw(st.sampled_from(["sum", "difference", "max"])), of) if draw(st.booleans()) else None
    positions = tuple(draw(st.permutations(range(length))))
    return render_chain(materials, gates, final=final, told=Telling(order="explicit", positions=positions))


@st.composite
def _gates(draw: st.DrawFn, child: int, parents: tuple[int, ...], materials: list[Material]) -> Gate:
    if len(parents) > 1:
        words = ["and", "or", "exactly-one", "none", "at-least-1"]
        words += ["and(1,or(2,not(3)))", "exactly-one(3,and(1,2))"] if len(parents) == 3 else ["none(2,not(1))"]
        claims = tuple(draw(st.booleans()) for _ in parents)
        condition = draw(st.sampled_from(words))
        return LogicGate(child=child, parents=parents, condition=condition, claims=claims, inverted=draw(st.booleans()))
    kinds = ["if", "switch"] + ["numeric"] * (len(materials[child].variants) == 2)
    match draw(st.sampled_from(kinds)):
        case "if":
            return LogicGate(child=child, parents=parents, condition="if", claims=(draw(st.booleans()),))
        case "switch":
            count = min(len(materials[child].variants), len(materials[parents[0]].variants))
            cases, opens = draw(st.permutations(range(count))), (0, *draw(st.permutations(range(1, count))))
            return SwitchGate(
                child=child, parents=(parents[0],), cases=tuple(cases), branches=tuple(opens[case] for case in cases)
            )
    # At the gold answer it gives the child's; where the parent's is 1 too small it divides by zero.
    gold, own = materials[parents[0]].problem.answer, materials[child].problem.answer
    formula = f"({own}) / (x - 2 - ({gold - 1}))"
    return NumericGate(child=child, parents=(parents[0],), operation="plus", operand=Fraction(2), formula=formula)


def _with_alternates(problem: Problem, count: int) -> Material:
    """A problem with further first premises, whose answers are made up."""
    true, other = variants_of(problem)
    assert other.answer is not None
    most = max(problem.answer, other.answer)
    further = [
        Variant(f"{problem.first_premise} ({number})", most + number, most + number, f"It is {most + number}.")
        for number in range(1, count)
    ]
    return Material(problem, variants=(true, other, *further))


@settings(max_examples=150, deadline=None)
@given(
    chain=st.one_of(made_chains(), any_chains()),
    rates=RATES,
    seed=st.integers(0, 10**6),
    written_out=st.booleans(),
    protocol=st.sampled_from(["labelled", "two-turn"]),
)
def test_diagnosis_finds_exactly_what_was_planted(
    chain: ChainedProblem, rates: Rates, seed: int, written_out: bool, protocol: Protocol
) -> None:
    solution = Simulator(rates=rates, seed=seed, problems=BY_ID if written_out else {}).solve(chain, protocol=protocol)
    parsed = parse_answers(chain, protocol, solution.answers_text or solution.text)
    assert parsed.given == solution.answers
    found = [(link.diagnosis, link.consistent) for link in diagnose(chain, parsed.given)]
    assert found == [(link.diagnosis, link.consistent) for link in solution.planted]
    _assert_sound(chain, solution)


def _assert_sound(chain: ChainedProblem, solution: SimulatedSolution) -> None:
    for number, step in enumerate(solution.steps, start=1):
        assert list(step.premises) == sorted(set(step.premises))
        assert all(0 <= premise < number for premise in step.premises)
        rests_on_error = any(premise and solution.steps[premise - 1].label != "correct" for premise in step.premises)
        if step.label in ("correct", "accumulation_error"):
            assert (step.label == "accumulation_error") == rests_on_error
    # One native error for each event that makes one, no more.
    for event, label in (("slip", "mathematical_error"), ("wrong_branch", "logical_inconsistency")):
        planted = sum(link.event == event for link in solution.planted)
        assert sum(step.label == label for step in solution.steps) == planted
    if all(link.event == "none" for link in solution.planted):
        assert solution.answers == chain.answers


def test_a_final_question_over_several_problems_is_answered_from_the_own_answers() -> None:
    seen = set()
    for number in (2, 3, 4):
        for solution in simulate(made(number), Simulator(rates=Rates(wrong_branch=0.3, slip=0.2), problems=BY_ID)):
            assert solution.final is not None
            assert solution.final.consistent is True
            assert solution.all_links_correct is all(each == "correct" for each in solution.planted)
            seen.add(solution.final.correct)
    assert seen == {True, False}


def _gate_step(chain: ChainedProblem, answers: list[int | None]) -> str:
    """What is said at the last gate, for answers that were found in steps 1, 2, ... before it."""
    gate = chain.gates[-1]
    held = [None if answer is None else Fraction(answer) for answer in answers]
    opened = None if isinstance(gate, NumericGate) else open_branch(gate, chain.problems, held)
    task = LinkTask(
        chain=chain,
        position=gate.child,
        gate=gate,
        branch=opened or 0,
        base=chain.problems[gate.child].answer_under(opened or 0),
        found=tuple(held[parent] for parent in gate.parents),
        found_steps=tuple(parent + 1 for parent in gate.parents if held[parent] is not None),
        slips=False,
        strays=False,
        supposes=opened is None and not isinstance(gate, NumericGate),
        first_number=len(answers) + 1,
        problem=None,
        random=random.Random(0),
    )
    step = written_link(task).steps[0]
    return f"{step.text} {step.premises}"


def test_gate_steps_in_words(problems: dict[str, Problem]) -> None:
    """figs is 20 (28), rope 15/2 (5/2), wool 45."""
    three = [problems[name] for name in ("figs", "wool", "rope")]
    both = LogicGate(child=2, parents=(0, 1), condition="and", claims=(True, True))
    chain = render_chain(three, [both])
    said = "The claims say 20, 45; what was found is "
    assert _gate_step(chain, [20, 45]) == (
        f"{said}20, 45, so the condition is met and this holds: Piotr owns 15 metres of rope. (0, 1, 2)"
    )
    # The other claim is false, so the condition is not met, whatever the missing answer is.
    assert _gate_step(chain, [None, 44]) == (
        f"{said}44, so the condition is not met and this holds: Piotr owns 5 metres of rope. (0, 2)"
    )
    assert _gate_step(chain, [20, None]) == (
        f"{said}20, which does not settle it. Suppose the condition is met and this holds: "
        "Piotr owns 15 metres of rope. (0, 1)"
    )


def test_a_case_that_does_not_fit_is_no_reason(problems: dict[str, Problem]) -> None:
    gate = SwitchGate(child=1, parents=(0,), cases=(1, 0, 2), branches=(2, 0, 1))
    chain = render_chain([_with_alternates(problems[name], 2) for name in ("figs", "rope")], [gate])
    assert _gate_step(chain, [28]) == (
        "The cases say 28, 20, 29; what was found is 28, so case 1 is the true one and this holds: "
        "Piotr owns 15 metres of rope. (1) (0, 1)"
    )
    assert _gate_step(chain, [21]) == (
        "The cases say 28, 20, 29; what was found is 21, which does not settle it. Suppose case 2 is the true one and "
        "this holds: Piotr owns 15 metres of rope. (0, 1)"
    )


@pytest.mark.parametrize(
    ("held", "text"),
    [
        (20, "What was found is 20, so the number is 20 - 5 = 15. (0, 1)"),
        (-3, "What was found is -3, so the number is (-3) - 5 = -8. (0, 1)"),
        (None, "Nothing was found for the number. Suppose that it is 15. (0,)"),
    ],
)
def test_a_number_is_computed_in_a_step_of_its_own(problems: dict[str, Problem], held: int | None, text: str) -> None:
    gate = NumericGate(child=1, parents=(0,), operation="minus", operand=Fraction(5), formula="x / 2")
    assert _gate_step(render_chain([problems["figs"], problems["rope"]], [gate]), [held]) == text


def test_labels_follow_the_parents(chain_of: ChainOf, problems: dict[str, Problem]) -> None:
    # figs slips, and both of the others are led astray by it: rope directly, wool through both.
    gates = [
        LogicGate(child=1, parents=(0,), condition="if", claims=(True,)),
        LogicGate(child=2, parents=(0, 1), condition="and", claims=(True, True)),
    ]
    chain = render_chain([problems[name] for name in ("figs", "rope", "wool")], gates)
    for seed in range(200):
        solution = Simulator(rates=Rates(slip=0.5), seed=seed).solve(chain)
        if [link.event for link in solution.planted] == ["slip", "none", "none"]:
            break
    else:
        pytest.fail("no seed slips at the first link only")
    # figs; rope's gate and rope; wool's gate (on figs and rope) and wool.
    assert [(step.premises, step.label) for step in solution.steps] == [
        ((0,), "mathematical_error"),
        ((0, 1), "accumulation_error"),
        ((0, 2), "accumulation_error"),
        ((0, 1, 3), "accumulation_error"),
        ((0, 4), "accumulation_error"),
    ]
    assert solution.diagnoses == ("otherwise_wrong", "inherited", "undetermined")
