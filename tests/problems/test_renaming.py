"""Other names for the people of a problem: everywhere, as whole words, and only where that is safe."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.problems.samples import HONEY, altered

from dunyazad.problems import GoldStep, Problem, certify
from dunyazad.problems.lacking import Lacking
from dunyazad.problems.name_pool import FEMALE, MALE, UNISEX
from dunyazad.problems.names import find_names
from dunyazad.problems.pools import PERSONS, PLACES
from dunyazad.problems.renaming import can_rename, rename, texts_of, words_in


def renamed(problem: Problem, **mapping: str) -> Problem:
    result = rename(problem, mapping)
    assert not isinstance(result, Lacking), result
    return result


def code_of(result: Problem | Lacking | None) -> str:
    assert isinstance(result, Lacking)
    return result.code


def about(premises: str, *names: str) -> Problem:
    return altered(premises=premises, names=("Ottilie", *names))


def test_a_name_changes_in_every_part_and_nothing_else_does() -> None:
    result = renamed(HONEY, Ottilie="Zuri")
    assert result.text == HONEY.text.replace("Ottilie", "Zuri")
    assert result.alternate_first_premise == "Zuri keeps 8 hives in Brackenmoor."
    assert (result.conclusion, result.wrong_conclusion) == (
        "Zuri earns 57 dollars with her honey.",
        "Zuri earns 81 dollars with her honey.",
    )
    assert result.names == ("Zuri", "Brackenmoor")
    assert result.solution[1].text == "Zuri sells 24 - 5 = 19 jars."
    assert (result.id, result.program, result.answer) == (HONEY.id, HONEY.program, HONEY.answer)
    assert certify(result) == certify(HONEY) == ()


def test_possessives_and_whole_words() -> None:
    problem = about("Ann's hen and Ann’s cat saw Anna, and Ann.", "Ann", "Anna")
    assert renamed(problem, Ann="Kofi").premises == "Kofi's hen and Kofi’s cat saw Anna, and Kofi."


def test_a_bare_apostrophe_behind_a_name_in_s() -> None:
    problem = about("James' 5 hens saw James’s cat and James’ dog.", "James")
    assert renamed(problem, James="Kofi").premises == "Kofi's 5 hens saw Kofi’s cat and Kofi’s dog."
    quoted = about("They call him 'our James' there.", "James")
    assert code_of(rename(quoted, {"James": "Kofi"})) == "name-quoted"


def test_two_names_are_exchanged_at_once() -> None:
    problem = about("Ann gives Zuri 3 of the jars.", "Ann", "Zuri")
    result = renamed(problem, Ann="Zuri", Zuri="Ann")
    assert result.premises == "Zuri gives Ann 3 of the jars."
    assert renamed(result, Ann="Zuri", Zuri="Ann") == problem


@pytest.mark.parametrize(
    ("premises", "name", "code"),
    [
        ("Will will sell the rest.", "Will", "name-common-word"),
        ("Will the rest be sold by Will?", "Will", "name-common-word"),
        ("A rose is sold by Rose.", "Rose", "name-common-word"),
        ("The rest is sold by June.", "June", "name-common-word"),
        ("The rest goes to Mr. Wertz.", "Wertz", "name-long"),
        ("The rest goes to Uncle Ben.", "Ben", "name-long"),
        ("Mary Ann sells the rest.", "Ann", "name-long"),
        ("The rest goes to Ann Wertz.", "Ann", "name-long"),
        ("The rest goes to Ann's Bakery.", "Ann", "name-long"),
        ("The rest goes to Anne-Marie.", "Anne", "name-joined"),
        ("The rest is sold in Odell.", "Odell", "name-place"),
        ("The rest goes to Brackenfold town in the city of Odell.", "Odell", "name-place"),
        ("The rest goes to Chicago.", "Chicago", "name-place"),
        ("Ann sells as many as there are letters in her name.", "Ann", "name-spelled"),
    ],
)
def test_names_that_cannot_be_replaced_safely(premises: str, name: str, code: str) -> None:
    problem = about(premises, name, *(["Mary"] if "Mary" in premises else []))
    assert code_of(can_rename(problem, name)) == code
    assert code_of(rename(problem, {name: "Kofi"})) == code


def test_a_word_that_opens_a_sentence_is_no_part_of_a_name() -> None:
    problem = about("When Ann comes, the jars are full. On Monday Ann sells them.", "Ann")
    assert renamed(problem, Ann="Kofi").premises == "When Kofi comes, the jars are full. On Monday Kofi sells them."


@pytest.mark.parametrize(
    ("mapping", "code"),
    [
        ({"Nobody": "Kofi"}, "name-unknown"),
        ({"Ottilie": "Brackenmoor"}, "name-taken"),
        ({"Ottilie": "HONEY"}, "name-taken"),
        ({"Ottilie": "Mary Ann"}, "name-unusable"),
        ({"Ottilie": ""}, "name-unusable"),
        ({"Ottilie": "R2"}, "name-unusable"),
        ({"Ottilie": "Kofi", "Ann": "Kofi"}, "name-twice"),
    ],
)
def test_new_names_that_cannot_be_given(mapping: dict[str, str], code: str) -> None:
    assert code_of(rename(about("Ann helps with the honey.", "Ann"), mapping)) == code


def test_an_empty_mapping_changes_nothing() -> None:
    assert rename(HONEY, {}) is HONEY
    assert rename(HONEY, {"Ottilie": "Ottilie"}) is HONEY


STRETCHES = st.lists(
    st.sampled_from(["Ann", "Ann's", "Bo", "Bo’s", "Anna", "annual", "hens", "has", "3", "(Ann)", "Ann,", '"Bo"', "."]),
    max_size=12,
).map(" ".join)


@given(STRETCHES, st.sampled_from([("Kofi", "Zuri"), ("Bo", "Ann"), ("Zuri", "Bo")]))
def test_renaming_back_gives_the_original(premises: str, new: tuple[str, str]) -> None:
    problem = about(premises, "Ann", "Bo")
    forth = {"Ann": new[0], "Bo": new[1]}
    result = rename(problem, forth)
    if isinstance(result, Lacking):
        return
    assert rename(result, {fresh: old for old, fresh in forth.items()}) == problem
    assert len(result.premises.split()) == len(premises.split())
    assert [w for w in result.premises.split() if w.startswith(("Anna", "annual", "hens", "has", "3"))] == [
        w for w in premises.split() if w.startswith(("Anna", "annual", "hens", "has", "3"))
    ]


def test_the_texts_and_words_of_a_problem() -> None:
    problem = msgspec.structs.replace(HONEY, solution=(GoldStep("Zephyrine counts 57.", (0,), HONEY.answer),))
    assert len(texts_of(problem)) == 7
    assert {"zephyrine", "ottilie", "keeps", "57"} & words_in(problem) == {"zephyrine", "ottilie", "keeps"}


def test_the_pool_of_names() -> None:
    pool = (*FEMALE, *MALE, *UNISEX)
    assert len(pool) >= 400
    assert len({name.casefold() for name in pool}) == len(pool)
    assert not set(pool) & {*PERSONS, *PLACES}
    assert all(name.isalpha() and name.istitle() and not name.endswith("s") for name in pool)
    # Each is seen as a name wherever it stands inside a sentence.
    assert [name for name in pool if find_names(f"Here {name} waits.") != (name,)] == []
