"""The reference judge on chains worked by hand, and where references come from."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dunyazad._exceptions import InputError
from dunyazad.chaining import Recipe, SwitchGate, make_chains, parse_kinds
from dunyazad.errors import (
    Branch,
    Reference,
    Verdict,
    accumulate,
    judge,
    reference_for_answer,
    reference_for_chain,
    reference_for_problem,
)
from dunyazad.problems import make_problems
from dunyazad.reasoning import Parc, Premise, ReasoningChain, Step

# 14 boxes of 25 figs, 90 are sold, the rest goes into bags of 13: 350, 260, 20.
FIGS = Reference(
    final=Fraction(20),
    values=(Fraction(350), Fraction(260), Fraction(20)),
    givens=(Fraction(14), Fraction(25), Fraction(90), Fraction(13)),
)
# Two linked problems. The first comes to 40; the second's premise is "9 cups" (gold, 72) or "5 cups" (40 + 0, here 45).
LINKED = Reference(
    final=Fraction(72),
    values=(Fraction(40), Fraction(72)),
    answers=(Fraction(40), Fraction(72)),
    branches=(Branch(1, "Each tray holds 9 cups.", "Each tray holds 5 cups.", (Fraction(45),)),),
)


def judged(reference: Reference, links: list[set[int]], *steps: str) -> tuple[Verdict, ...]:
    chain = ReasoningChain(id="c", question="q", steps=tuple(map(Step, steps)))
    premises = tuple(tuple(Premise(step) for step in sorted(found)) for found in links)
    parc = Parc(chain=chain, premises=premises, method="test")
    return accumulate(parc, judge("reference", reference).read(parc, ()))


def labels(reference: Reference, links: list[set[int]], *steps: str) -> list[str | None]:
    return [verdict.label for verdict in judged(reference, links, *steps)]


def test_steps_on_the_path_are_correct() -> None:
    found = labels(FIGS, [{0}, {1}, {2}], "14 * 25 = 350", "350 - 90 = 260", "260 / 13 = 20")
    assert found == ["correct"] * 3


def test_the_first_step_off_the_path_of_a_wrong_chain_is_where_it_went_wrong() -> None:
    # 350 + 90 is right arithmetic and the wrong thing to do; what follows merely carries it on.
    verdicts = judged(FIGS, [{0}, {0, 1}, {0, 2}], "14 * 25 = 350", "350 + 90 = 440", "440 / 13 = 33.85")
    assert [v.label for v in verdicts] == ["correct", "logical_inconsistency", "accumulation_error"]
    assert verdicts[1].evidence[-1].finding == "440 is no value of the gold solution"
    assert verdicts[2].origin == 2


def test_a_step_off_the_path_of_a_chain_that_arrives_is_suspect() -> None:
    # 25 - 90 is off the path and leads nowhere, but the chain ends in the gold answer.
    verdicts = judged(FIGS, [{0}, {0, 1}], "25 - 90 = -65", "The answer is 20")
    assert [(v.label, v.outcome) for v in verdicts] == [(None, "suspect"), ("correct", "judged")]


def test_wrong_arithmetic_is_a_mathematical_error_whatever_the_path() -> None:
    assert labels(FIGS, [{0}], "14 * 25 = 360") == ["mathematical_error"]


def test_the_branch_that_does_not_hold_is_blamed_on_the_step_that_took_it() -> None:
    verdicts = judged(
        LINKED,
        [{0}, {0, 1}, {2}, {3}],
        "8 * 5 = 40",
        "The claim is false, so this holds: Each tray holds 5 cups.",
        "9 * 5 = 45 cups",
        "[Q2] 45",
    )
    assert [v.label for v in verdicts] == [
        "correct", "logical_inconsistency", "accumulation_error", "accumulation_error",
    ]  # fmt: skip
    assert [v.origin for v in verdicts] == [None, None, 2, 2]
    assert verdicts[1].evidence[0].finding == "takes the premise of problem 2 that does not hold"
    assert "45 belongs to the other premise of problem 2" in verdicts[2].evidence[-2].finding


def test_values_of_a_branch_taken_before_are_no_new_error_even_without_the_premise() -> None:
    verdicts = judged(LINKED, [{0}, {0}], "So this holds: Each tray holds 5 cups.", "9 * 5 = 45 cups")
    assert [(v.label, v.origin) for v in verdicts] == [("logical_inconsistency", None), ("accumulation_error", 1)]


def test_a_wrong_branch_after_a_wrong_answer_is_inherited() -> None:
    verdicts = judged(LINKED, [{0}, {0, 1}], "8 * 5 = 41", "41 is not 40, so: Each tray holds 5 cups.")
    assert [v.label for v in verdicts] == ["mathematical_error", "accumulation_error"]


def test_the_right_branch_is_correct() -> None:
    assert labels(LINKED, [{0}], "So this holds: Each tray holds 9 cups.") == ["correct"]


@pytest.mark.parametrize(
    ("line", "label"), [("[Q1] 40", "correct"), ("[Q2] 72", "correct"), ("[Q2] 71", "logical_inconsistency")]
)
def test_answers_by_link(line: str, label: str) -> None:
    assert labels(LINKED, [{0}], line) == [label]


def test_a_link_that_is_not_there_is_no_claim() -> None:
    assert labels(LINKED, [{0}, {0}], "[Q9] 40", "[Q0] 40") == [None, None]


def test_a_gold_solution_with_annotations_is_read() -> None:
    text = "3 bags of 4 make <<3*4=12>>12 plums.\nHalf are <<12*.5=6>>6.\n#### 1,206"
    reference = reference_for_answer(text, "Tom has 3 bags.")
    assert reference.final == 1206
    assert list(map(int, reference.values)) == [12, 6, 1206]
    assert list(map(int, reference.givens)) == [3]
    assert list(map(int, reference_for_answer("7").values)) == [7]


@pytest.mark.parametrize("text", ["", "no number", "#### many", "<<1=2>>"])
def test_a_gold_solution_without_an_answer_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="no final answer"):
        reference_for_answer(text)


def test_a_problem_gives_its_program() -> None:
    problem = next(iter(make_problems(1, seed=5)))
    reference = reference_for_problem(problem)
    assert reference.final == problem.answer
    assert problem.program is not None
    assert {operation.value for operation in problem.program.operations} <= set(reference.values)
    assert {given.value for given in problem.program.givens} <= set(reference.givens)


def test_regression_no_step_is_off_a_path_that_is_not_known() -> None:
    # With the answers alone, every sound step on the way was called logically inconsistent.
    only_answer = reference_for_answer("20")
    assert not only_answer.complete
    found = labels(only_answer, [{0}, {1}, {2}], "14 * 25 = 350", "350 - 90 = 260", "So 260 / 13 = 21")
    assert found == [None, None, "mathematical_error"]
    assert reference_for_answer("<<14*25=350>>350 <<350-90=260>>260 #### 260").complete
    assert not reference_for_answer("<<14*25=350>>350 <<n+1=m>>260 #### 260").complete


def test_regression_a_chain_without_its_problems_knows_no_values_on_the_way() -> None:
    problems = {problem.id: problem for problem in make_problems(6, seed=3)}
    (chain,) = make_chains(list(problems.values()), lengths=[3], orders=["forward"], per_cell=1, seed=1)
    assert reference_for_chain(chain, problems).complete
    assert not reference_for_chain(chain).complete
    assert not reference_for_chain(chain, {chain.problem_ids[0]: problems[chain.problem_ids[0]]}).complete


def test_every_branch_that_does_not_hold_is_known_and_a_number_has_none() -> None:
    problems = {problem.id: problem for problem in make_problems(40, seed=3)}
    recipe = Recipe(gates=parse_kinds("switch:3,numeric:3"))
    stream = make_chains(list(problems.values()), lengths=[4], orders=["shuffled"], per_cell=12, seed=2, recipe=recipe)
    seen = set()
    for chain in stream:
        reference = reference_for_chain(chain, problems)
        found = [branch.problem for branch in reference.branches]
        wanted = [gate.child for gate in chain.gates if isinstance(gate, SwitchGate) for _ in gate.cases[1:]]
        assert found == wanted
        for branch in reference.branches:
            member = chain.problems[branch.problem]
            assert branch.right in chain.text
            assert branch.wrong in chain.text
            # No number of a gold solution is held against anybody.
            assert not set(branch.values) & set(reference.values)
            assert set(branch.values) & set(member.counterfactual_answers) or set(member.counterfactual_answers) & set(
                reference.values
            )
        seen |= {gate.__struct_config__.tag for gate in chain.gates}
    assert seen == {"switch", "numeric"}


def test_the_answer_to_a_sum_is_a_value_of_the_gold_solution() -> None:
    problems = list(make_problems(20, seed=3))
    stream = make_chains(problems, lengths=[3], orders=["forward"], per_cell=1, seed=2, recipe=Recipe(question="sum"))
    [chain] = stream
    reference = reference_for_chain(chain)
    total = sum(chain.answers)
    assert (reference.final, reference.answers) == (total, (*chain.answers, total))
    assert total in reference.values
    assert labels(reference, [{0}], f"[Q4] {chain.answer}") == ["correct"]
    assert labels(reference, [{0}], f"[Q4] {chain.answer + 1}") == ["logical_inconsistency"]


def test_regression_labels_count_in_telling_order() -> None:
    # The labels of a response follow the text, and were looked up in solving order: right answers were called wrong.
    problems = list(make_problems(20, seed=3))
    [chain] = make_chains(problems, lengths=[3], orders=["backward"], per_cell=1, seed=2)
    reference = reference_for_chain(chain)
    assert reference.answers == tuple(reversed(chain.answers))
    lines = [f"[Q{label}] {answer}" for label, answer in enumerate(reversed(chain.answers), start=1)]
    assert labels(reference, [{0}, {0}, {0}], *lines) == ["correct"] * 3
