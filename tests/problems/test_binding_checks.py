"""Where values coincide, every reading must give one counterfactual answer. Each case is worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.problems.samples import HONEY, altered, with_program

from dunyazad.problems import Given, Operation, Problem, Program, certify
from dunyazad.problems.binding_checks import reads_in_one_way


def problem(first: str, other: int | str, premises: str, program: Program, **fields: Fraction | None) -> Problem:
    """A record as far as the numbers go; `other` takes the place of the first number."""
    number = next(word for word in first.split() if word.strip("$%.").isdigit())
    values = {given.name: given.value for given in program.givens}
    assert values[program.changed] == Fraction(number.strip("$%"))
    return altered(
        first_premise=first,
        alternate_first_premise=first.replace(number, str(other), 1),
        premises=premises,
        program=program,
        solution=(),
        answer=program.operations[-1].value,
        **fields,
    )


def givens(**values: int) -> tuple[Given, ...]:
    """Givens of these values: the first of the first premise, names with `c_` of common knowledge, the others of Qp."""
    parts = {name: "common" if name.startswith("c_") else "premises" for name in values}
    parts[next(iter(values))] = "first_premise"
    return tuple(Given(name, Fraction(value), parts[name]) for name, value in values.items())  # type: ignore[arg-type]


def steps(*operations: tuple[str, str, int]) -> tuple[Operation, ...]:
    return tuple(Operation(name, expression, Fraction(value)) for name, expression, value in operations)


def disagree(record: Problem) -> bool:
    return "bindings-disagree" in {finding.code for finding in certify(record)}


FIVE_PACKS = "Ottilie buys 5 packs."


def test_nothing_coincides() -> None:
    assert reads_in_one_way(HONEY)


def test_two_numbers_of_one_value_that_are_used_differently() -> None:
    # 5 packs at $3, and 5 bags for nothing, 15 + 5. With 8 packs: 24 + 5 or, the fives exchanged, 15 + 8.
    program = Program(
        givens(packs=5, price=3, bags=5),
        steps(("cost", "packs * price", 15), ("all", "cost + bags", 20)),
        "packs",
        Fraction(8),
    )
    record = problem(FIVE_PACKS, 8, "A pack costs $3. There are 5 bags.", program)
    assert disagree(record)
    assert not disagree(problem(FIVE_PACKS, 8, "A pack costs $3. There are 6 bags.", _with_six_bags(program)))


def _with_six_bags(program: Program) -> Program:
    return Program(
        givens(packs=5, price=3, bags=6),
        steps(("cost", "packs * price", 15), ("all", "cost + bags", 21)),
        "packs",
        Fraction(8),
    )


def test_two_numbers_of_one_value_that_may_be_exchanged_for_each_other() -> None:
    # 5 packs of 5 pens: 25; 8 packs of 5 and 5 packs of 8 are both 40.
    program = Program(givens(packs=5, pens=5), steps(("all", "packs * pens", 25)), "packs", Fraction(8))
    assert not disagree(problem(FIVE_PACKS, 8, "Each pack has 5 pens.", program))


def test_the_same_number_again_which_nothing_uses() -> None:
    # Are the 5 packs the 5 that the solution is about?
    program = Program(givens(packs=5, pens=4), steps(("all", "packs * pens", 20)), "packs", Fraction(8))
    assert disagree(problem(FIVE_PACKS, 8, "Each of the 5 packs has 4 pens.", program))


def test_common_knowledge_of_the_same_value() -> None:
    # 5 coins on each of 5 weekdays, 25: with 8 coins 8 * 5 or, were the 5 coins meant twice, 8 * 8.
    text = "Each of 2 people saves that much every weekday of a week."
    program = Program(
        givens(coins=5, c_days=5, people=2), steps(("all", "coins * c_days * people", 50)), "coins", Fraction(8)
    )
    assert disagree(problem("Ottilie saves 5 coins.", 8, text, program))
    # 5 * 2 + 5: with 8 coins 21 or, if the weekdays were meant first, 18.
    mixed = Program(
        givens(coins=5, people=2, c_days=5),
        steps(("both", "coins * people", 10), ("all", "both + c_days", 15)),
        "coins",
        Fraction(8),
    )
    assert disagree(problem("Ottilie saves 5 coins.", 8, text, mixed))


def test_a_literal_of_the_same_value() -> None:
    # The 5 of "packs * 5" may be the packs too: 8 * 5 or 8 * 8.
    program = Program(givens(packs=5), steps(("all", "packs * 5", 25)), "packs", Fraction(8))
    assert disagree(problem(FIVE_PACKS, 8, "", program))


def test_an_earlier_result_of_the_same_value() -> None:
    # 20 - 15 = 5 pens are lost, 5 * 2 + 5: is the 5 at the end the packs or the lost pens? 8 * 2 + 5 or 5 * 2 + 8.
    program = Program(
        givens(packs=5, pens=20, whole=15, price=2),
        steps(("lost", "pens - whole", 5), ("cost", "packs * price", 10), ("all", "cost + lost", 15)),
        "packs",
        Fraction(8),
    )
    text = "Of 20 pens, 15 are whole. A pack costs $2."
    assert disagree(problem(FIVE_PACKS, 8, text, program))


def test_a_reading_that_leaves_a_step_out_is_none() -> None:
    # 20 - 15 = 5 is the only use of both; if the last step took the packs twice, that step would be idle.
    program = Program(
        givens(packs=5, pens=20, whole=15),
        steps(("lost", "pens - whole", 5), ("all", "packs + lost", 10)),
        "packs",
        Fraction(8),
    )
    assert not disagree(problem(FIVE_PACKS, 8, "Of 20 pens, 15 are whole.", program))


def test_a_percentage_and_a_count_are_never_mixed_up() -> None:
    # 20% of the 20 hens: 20 * 20 / 100 = 4, and 30% of them 6.
    program = Program(givens(pct=20, hens=20), steps(("sick", "hens * pct / 100", 4)), "pct", Fraction(30))
    assert not disagree(problem("Ottilie loses 20% of the hens.", "30%", "There were 20 hens.", program))


def test_the_hundred_of_a_percentage_is_no_number_of_the_text() -> None:
    # 100 hens, 20% of them: 100 * 20 / 100 = 20. With 150 hens: 30.
    program = Program(givens(hens=100, pct=20), steps(("sick", "hens * pct / 100", 20)), "hens", Fraction(150))
    assert not disagree(problem("Ottilie keeps 100 hens.", 150, "Of these 20% are sick.", program))
    # "Divided by 100" alone says nothing of the kind.
    plain = Program(givens(hens=100, eggs=300), steps(("each", "hens * eggs / 100", 300)), "hens", Fraction(150))
    assert disagree(problem("Ottilie keeps 100 hens.", 150, "There are 300 eggs.", plain))


def test_the_alternate_value_may_coincide_and_only_templates_mind() -> None:
    # From 8 packs the fives do not coincide, but from 5 packs they do.
    program = Program(
        givens(packs=8, price=3, bags=5),
        steps(("cost", "packs * price", 24), ("all", "cost + bags", 29)),
        "packs",
        Fraction(5),
    )
    record = problem("Ottilie buys 8 packs.", 5, "A pack costs $3. There are 5 bags.", program)
    assert not disagree(record)
    assert not reads_in_one_way(record)


def test_what_claims_nothing_lacks_it_only() -> None:
    program = Program(
        givens(packs=5, price=3, bags=5),
        steps(("cost", "packs * price", 15), ("all", "cost + bags", 20)),
        "packs",
        Fraction(8),
    )
    record = problem(FIVE_PACKS, 8, "A pack costs $3. There are 5 bags.", program, counterfactual_answer=None)
    assert [f.severity for f in certify(record) if f.code == "bindings-disagree"] == ["note"]


def test_too_many_readings_are_an_error() -> None:
    # 8 places that may each be any of 8 numbers: 8**8 readings.
    names = {f"n{place}": 5 for place in range(8)}
    total = " + ".join(names)
    program = Program(givens(**names), steps(("all", total, 40)), "n0", Fraction(8))
    text = " ".join("There are 5 pens." for _ in range(7))
    assert "bindings-many" in {finding.code for finding in certify(problem(FIVE_PACKS, 8, text, program))}


@pytest.mark.parametrize(
    ("value", "premises", "code"),
    [
        (7, "Ottilie does so every day of the week.", None),
        (11, "Ottilie does so every day of the week.", "constant-uncalled"),
    ],
)
def test_common_knowledge_needs_a_word_that_calls_for_it(value: int, premises: str, code: str | None) -> None:
    program = Program(
        givens(packs=5, c_known=value), steps(("all", "packs * c_known", 5 * value)), "packs", Fraction(8)
    )
    found = {finding.code for finding in certify(problem(FIVE_PACKS, 8, premises, program))}
    assert ("constant-uncalled" in found) == (code == "constant-uncalled")


def test_a_literal_of_an_expression_needs_one_too() -> None:
    operations = (*HONEY.program.operations[:2], Operation("earned", "sold * price + 9 - 9", Fraction(57)))  # type: ignore[union-attr]
    assert {finding.code for finding in certify(with_program(operations=operations))} == {"literal-unbound"}
