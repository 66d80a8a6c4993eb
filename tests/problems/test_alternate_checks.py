"""What turns under an alternate, and what it would cut in pieces."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.problems.samples import HONEY, altered, with_program

from dunyazad.problems import Given, GoldStep, Operation, Problem, Program, certify


def codes(problem: Problem) -> set[str]:
    return {finding.code for finding in certify(problem)}


def older(bo: int, then: int, text: str = "How many years older is Bo than Ada?") -> Problem:
    """Bo is `bo` years old and Ada 9; the difference counts twice, so that no result is below zero."""
    program = Program(
        (Given("bo", Fraction(bo), "first_premise"), Given("ada", Fraction(9), "premises")),
        (Operation("gap", "(bo - ada) * (bo - ada)", Fraction((bo - 9) ** 2)),),
        "bo",
        Fraction(then),
    )
    answer, other = (bo - 9) ** 2, (then - 9) ** 2
    return altered(
        first_premise=f"Bo is {bo} years old.",
        alternate_first_premise=f"Bo is {then} years old.",
        premises="Ada is 9 years old.",
        question=text,
        answer=Fraction(answer),
        conclusion=f"The square of how much older Bo is comes to {answer}.",
        counterfactual_answer=Fraction(other),
        wrong_conclusion=f"The square of how much older Bo is comes to {other}.",
        wrong_answer=Fraction(other),
        names=("Bo", "Ada"),
        program=program,
        solution=(),
    )


@pytest.mark.parametrize(("bo", "then", "turns"), [(12, 15, False), (12, 5, True), (12, 9, True), (5, 2, False)])
def test_a_difference_keeps_its_sign(bo: int, then: int, turns: bool) -> None:
    assert ("order-turns" in codes(older(bo, then))) == turns


def test_a_result_below_zero_is_told_once() -> None:
    # 1 hive gives 4 jars, of which 5 cannot be kept.
    problem = with_program(alternate_value=Fraction(1))
    found = codes(altered(alternate_first_premise="Ottilie keeps 1 hives in Brackenmoor.", program=problem.program))
    assert "insane" in found
    assert "order-turns" not in found


def shops(question: str, first: str = "$12") -> Problem:
    """Pears cost `first`, then $20; figs $15: the dearer ones are others then. Three of each are bought."""
    price = int(first.strip("$"))
    program = Program(
        (Given("pears", Fraction(price), "first_premise"), Given("figs", Fraction(15), "premises")),
        (Operation("cost", "pears + figs", Fraction(price + 15)),),
        "pears",
        Fraction(20),
    )
    return altered(
        first_premise=f"A box of pears costs Ottilie {first} each.",
        alternate_first_premise="A box of pears costs Ottilie $20 each.",
        premises="A box of figs costs $15 each.",
        question=question,
        answer=Fraction(price + 15),
        conclusion=f"Ottilie pays {price + 15} dollars.",
        counterfactual_answer=Fraction(35),
        wrong_conclusion="Ottilie pays 35 dollars.",
        wrong_answer=Fraction(35),
        names=("Ottilie",),
        program=program,
        solution=(),
    )


def test_numbers_of_like_things_keep_their_order_where_the_text_speaks_of_order() -> None:
    plain, picking = "How many dollars does Ottilie pay?", "How many dollars does Ottilie pay for the cheaper kind?"
    assert codes(shops(plain)) == set()
    assert codes(shops(picking)) == {"order-turns"}
    assert codes(shops(picking, "$16")) == set()


def test_counted_things_stay_whole() -> None:
    # 24 eggs fill 24 / 6 = 4 boxes at $2; with 27 eggs 4.5 boxes, for $9: a sane answer to a story that cannot be.
    problem = Problem(
        id="boxes",
        first_premise="Ottilie has 24 eggs.",
        alternate_first_premise="Ottilie has 27 eggs.",
        premises="A box takes 6 eggs and sells for $2.",
        question="How many dollars does Ottilie get?",
        answer=Fraction(8),
        conclusion="Ottilie gets 8 dollars.",
        counterfactual_answer=Fraction(9),
        wrong_conclusion="Ottilie gets 9 dollars.",
        wrong_answer=Fraction(9),
        names=("Ottilie",),
        program=Program(
            (
                Given("eggs", Fraction(24), "first_premise"),
                Given("each", Fraction(6), "premises"),
                Given("price", Fraction(2), "premises"),
            ),
            (Operation("boxes", "eggs / each", Fraction(4)), Operation("money", "boxes * price", Fraction(8))),
            "eggs",
            Fraction(27),
        ),
        solution=(
            GoldStep("Ottilie fills 24 / 6 = 4 boxes.", (0,), Fraction(4)),
            GoldStep("They sell for 4 * 2 = 8 dollars.", (0, 1), Fraction(8)),
        ),
    )
    assert codes(problem) == {"things-broken"}
    hours = GoldStep("It takes 24 / 6 = 4 hours.", (0,), Fraction(4))
    assert "things-broken" not in codes(_replaced(problem, hours))


def _replaced(problem: Problem, step: GoldStep) -> Problem:
    import msgspec

    return msgspec.structs.replace(problem, solution=(step, *problem.solution[1:]))


def test_a_broken_counterfactual_of_money_that_no_claim_states_is_a_note() -> None:
    # The honey for $2.50: 19 jars give $47.50; nobody reads that, as the wrong conclusion is at 80.
    problem = altered(
        counterfactual_answer=Fraction(135, 2),
        wrong_answer=Fraction(80),
        wrong_conclusion=HONEY.conclusion.replace("57", "80"),
        program=None,
        solution=(),
    )
    assert {f.code: f.severity for f in certify(problem)} == {"answer-broken": "note", "wrong-arbitrary": "note"}
    jars = altered(
        counterfactual_answer=Fraction(135, 2),
        conclusion="Ottilie sells 57 jars of honey.",
        wrong_conclusion="Ottilie sells 80 jars of honey.",
        wrong_answer=Fraction(80),
        program=None,
        solution=(),
    )
    assert {f.code: f.severity for f in certify(jars)}["answer-broken"] == "error"


@pytest.mark.parametrize(
    ("conclusion", "sentences"),
    [
        ("Ottilie earns {} dollars. She is glad.", 2),
        ("Mr. Oduya and J. Bell of St. Ives earn {} dollars with Ottilie.", 1),
        ("Ottilie asks “How much?” and earns {} dollars.", 1),
    ],
)
def test_a_conclusion_is_one_sentence(conclusion: str, sentences: int) -> None:
    problem = altered(conclusion=conclusion.format(57), wrong_conclusion=conclusion.format(81))
    assert ("conclusion-sentences" in codes(problem)) == (sentences > 1)
