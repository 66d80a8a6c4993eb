from fractions import Fraction

import pytest

from dunyazad.numbers import evaluate
from dunyazad.problems.decomposition.alternates import Alternate, choose_alternate, counterfactual, to_program
from dunyazad.problems.decomposition.record import Rejected
from dunyazad.problems.record import Program

from .bound import Story, changed, code, numbers_of, sure

FIGS: Story = (
    "Odo sells 14 figs at $3 each.",
    "He pays $6 for the stall.",
    "How many dollars does Odo have left?",
)
SOLUTION = "<<14*3=42>> <<42-6=36>>"


def test_answer_under_another_value_worked_by_hand() -> None:
    """14 * 5 - 6 = 64."""
    assert counterfactual(sure(FIGS, SOLUTION, 36), 1, Fraction(5)) == 64


def test_bindings_that_disagree_give_no_answer() -> None:
    """8 * 2 + 8: which 8 the text's first one is, nobody knows; with 9 the answer is 25 or 26."""
    sentences = ("Odo has 8 figs.", "He buys 8 bags of 2 figs.", "How many figs does Odo have?")
    found = counterfactual(sure(sentences, "<<8*2=16>> <<16+8=24>>", 24), 0, Fraction(9))
    assert code(found) == "bindings-disagree"


def test_division_by_zero_is_a_rejection() -> None:
    sentences = ("Odo has 12 figs and 5 boxes, of which 2 are broken.", "How many figs does a whole box get?")
    found = counterfactual(sure(sentences, "<<5-2=3>> <<12/3=4>>", 4), 1, Fraction(2))
    assert code(found) == "alternate-division"


def test_prices_are_preferred_to_measures_and_these_to_counts() -> None:
    sentences = ("Odo works 3 days, 40 minutes each, for $9 a minute.", "How much does Odo earn?")
    bindings = sure(sentences, "<<3*40=120>> <<120*9=1080>>", 1080)
    for last, expected in ((3, "$9"), (2, "40")):
        found = choose_alternate(bindings, bindings.numbers[:last], sentences, "own/0")
        assert isinstance(found, Alternate)
        assert found.number.quantity.text == expected


def test_choice_depends_on_the_id_alone_and_uses_both_sides() -> None:
    found = [changed(FIGS, SOLUTION, 36, "14", f"own/{place}") for place in range(20)]
    assert found == [changed(FIGS, SOLUTION, 36, "14", f"own/{place}") for place in range(20)]
    assert {alternate.value > 14 for alternate in found if isinstance(alternate, Alternate)} == {True, False}


def test_no_candidate_is_a_rejection() -> None:
    assert code(choose_alternate(sure(FIGS, SOLUTION, 36), (), FIGS, "own/0")) == "no-candidate"


def run(program: Program, changed_to: Fraction | None = None) -> Fraction:
    values = {given.name: given.value for given in program.givens}
    if changed_to is not None:
        values[program.changed] = changed_to
    for operation in program.operations:
        values[operation.name] = evaluate(operation.expression, values)
    return values[program.operations[-1].name]


@pytest.mark.parametrize(
    ("sentences", "solution", "final", "text"),
    [
        (FIGS, SOLUTION, "36", "$3"),
        (("Uma has 48 figs and eats half of them.", "How many are left?"), "<<48/2=24>> <<48-24=24>>", "24", "48"),
        (("Uma has 50 figs and gives away 20% of them.", "How many are left?"), "<<50*.8=40>>", "40", "20%"),
        (("Uma sells 4 dozen eggs a day.", "How many eggs does Uma sell in a week?"), "<<48*7=336>>", "336", "4 dozen"),
    ],
)
def test_program_computes_both_answers(sentences: Story, solution: str, final: str, text: str) -> None:
    bindings = sure(sentences, solution, final)
    alternate = changed(sentences, solution, final, text)
    assert isinstance(alternate, Alternate), alternate
    parts = ("first_premise",) * (len(sentences) - 1) + ("question",)
    program = to_program(bindings, alternate, parts)
    assert run(program) == Fraction(final) == program.operations[-1].value
    assert run(program, program.alternate_value) == alternate.answer
    assert {given.part for given in program.givens} <= {"first_premise", "common"}


def test_halves_are_written_as_products() -> None:
    sentences = ("Uma has 48 figs and eats half of them.", "How many does Uma eat?")
    alternate = changed(sentences, "<<48/2=24>>", 24, "48")
    assert isinstance(alternate, Alternate)
    program = to_program(sure(sentences, "<<48/2=24>>", 24), alternate, ("first_premise", "question"))
    assert [operation.expression for operation in program.operations] == ["n1 * n2"]


def test_only_what_stands_in_the_sentence_changes() -> None:
    found = changed(FIGS, SOLUTION, 36, "$3")
    assert isinstance(found, Alternate)
    assert found.number in numbers_of(FIGS)
    assert found.text.startswith("$")
    assert not isinstance(found, Rejected)
