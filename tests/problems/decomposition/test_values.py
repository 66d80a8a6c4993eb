from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad.numbers import find_quantities
from dunyazad.problems.decomposition.forms import base_of
from dunyazad.problems.decomposition.values import Value, other_values
from dunyazad.problems.dice import Dice


def values(sentence: str, place: int = 0, key: str = "a") -> list[Value]:
    return list(other_values(find_quantities(sentence)[place], sentence, Dice(key)))


@pytest.mark.parametrize(
    ("sentence", "some", "never"),
    [
        ("A lamp costs $24.00.", {"$25.00", "$20.00"}, {"$24.00", "$24.37", "$80.00"}),
        ("A lamp costs $3.99.", {"$3.89", "$4.09"}, {"$4.00"}),
        ("A rope is 1.5 feet long.", {"1.4", "2.5"}, {"2.0", "3.0"}),
        ("A barn costs $80,000.", {"$70,000", "$90,000", "$85,000"}, {"$80,001", "$70000"}),
        ("It costs $900.", {"$1,000"}, {"$1000"}),
        ("It costs €45.", {"€40", "€50"}, set()),
        ("Odo has three hens.", {"two", "four", "five"}, {"one", "three"}),
        ("Three hens lay.", {"Four"}, {"four", "One"}),
        ("Odo has twice as many hens.", {"three times", "four times"}, {"twice"}),
        ("Odo has 3 times as many hens.", {"2", "4"}, {"1"}),
        ("20% of the hens lay.", {"25%", "10%"}, {"100%", "20%"}),
        ("Twenty percent of the hens lay.", {"Thirty percent"}, {"Twenty percent"}),
        ("Odo sells 3 dozen eggs.", {"4 dozen"}, {"1 dozen"}),
        ("Odo eats 3/4 of a pie.", {"2/3", "1/4"}, {"1/2"}),
        ("Odo eats one-fourth of a pie.", {"one-third"}, {"one-half"}),
        ("The tank holds 2 million drops.", {"3 million"}, {"1 million"}),
        ("An 18-inch rope is cut.", set(), {"17", "20"}),
        ("An 80-inch rope is cut.", set(), {"90"}),
    ],
)
def test_values_are_as_round_as_the_number_and_written_like_it(sentence: str, some: set[str], never: set[str]) -> None:
    texts = {value.text for value in values(sentence)}
    assert some <= texts
    assert not texts & never


@pytest.mark.parametrize(
    "sentence", ["Half of them lay.", "It doubled: a double room.", "Odo sells a dozen eggs.", "A pie costs $0."]
)
def test_what_has_no_neighbours_has_no_values(sentence: str) -> None:
    assert all(not list(other_values(q, sentence, Dice("a"))) for q in find_quantities(sentence))


def test_a_coin_says_on_which_side_the_first_value_is() -> None:
    sides = {values("Odo has 40 hens.", key=str(key))[0].base > 40 for key in range(20)}
    assert sides == {True, False}


def test_rounder_values_come_first_on_each_side() -> None:
    bases = [value.base for value in values("Odo has 400 hens.")]
    first_side = [base for base in bases if (base > 400) == (bases[0] > 400)]
    assert bases[: len(first_side)] == first_side
    assert first_side[0] % 100 == 0


@given(st.integers(2, 5000), st.sampled_from(["", "$", "%"]), st.integers(0, 5))
def test_every_value_reads_back_in_its_place(number: int, unit: str, key: int) -> None:
    written = f"{number}%" if unit == "%" else f"{unit}{number}"
    sentence = f"Odo says {written} and 7 hens."
    quantity = find_quantities(sentence)[0]
    for value in other_values(quantity, sentence, Dice(key)):
        changed = sentence[: quantity.start] + value.text + sentence[quantity.end :]
        first, second = find_quantities(changed)
        assert base_of(first) == value.base != base_of(quantity)
        assert second.value == Fraction(7)
        assert number / 2 <= value.base <= 2 * number
