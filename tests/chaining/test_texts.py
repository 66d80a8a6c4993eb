from __future__ import annotations

from fractions import Fraction

import pytest

from dunyazad.chaining.texts import NameFinder, name_key, question_key, states_number


def test_names_are_found_as_whole_words_in_their_case() -> None:
    finder = NameFinder(["Ann", "Rose", "Port Ely", "Port", "Mr. Bo"])
    assert finder.mentioned("Ann's boat left Port Ely.") == {"Ann", "Port Ely", "Port"}
    assert finder.mentioned("Anna picked a rose; Mr. Bo rose.") == {"Mr. Bo"}
    assert finder.mentioned("") == set()


def test_a_name_at_the_very_end_is_found_and_a_cut_one_is_not() -> None:
    assert NameFinder(["Port Ely"]).mentioned("to Port Ely") == {"Port Ely"}
    assert NameFinder(["Port Ely"]).mentioned("to Port") == set()


def test_a_name_without_a_word_is_ignored() -> None:
    assert NameFinder(["", "??"]).mentioned("What?? Ann") == set()


def test_spelling_and_spacing_make_no_second_name_or_question() -> None:
    assert name_key("ann  LEE") == name_key("Ann Lee")
    assert question_key("How many  eggs?") == question_key("how many eggs?")
    assert question_key("What is 3 + 4?") != question_key("What is 3 * 4?")


@pytest.mark.parametrize(
    ("claim", "value", "states"),
    [
        ("Ann has 18 eggs.", Fraction(18), True),
        ("Ann has 1,800 eggs.", Fraction(1800), True),
        ("Ann saves 50% of it.", Fraction(50), True),
        ("Ann saves 50% of it.", Fraction(1, 2), True),
        ("Ann has 180 eggs.", Fraction(18), False),
        ("Ann has eggs.", Fraction(18), False),
    ],
)
def test_states_number(claim: str, value: Fraction, states: bool) -> None:
    assert states_number(claim, value) is states
