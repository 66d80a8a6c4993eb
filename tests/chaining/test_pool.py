from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad.chaining.pool import Key, Pool, unusable
from dunyazad.problems.record import Given, Operation, Problem, Program

Invent = Callable[..., Problem]


def test_sound_problems_enter_by_ascending_id(hens: list[Problem]) -> None:
    pool = Pool(reversed(hens))
    assert pool.problems == tuple(hens)
    assert len(pool) == len(pool.groups) == 40
    assert pool.rejected.total == 0


# What breaks a problem, and the reason that is given. Problem 0 has 3 hens and the answer 6, else 5 hens and 10.
BROKEN: list[tuple[dict[str, Any], str]] = [
    ({"first_premise": ""}, "empty part"),
    ({"question": ""}, "empty part"),
    ({"premises": " Each hen lays 2 eggs."}, "stray white space"),
    ({"premises": "Each hen  lays 2 eggs."}, "stray white space"),
    ({"first_premise": "Bada has 3 hens.\n"}, "stray white space"),
    ({"conclusion": "Bada finds 6 eggs]."}, "brackets that do not pair"),
    ({"premises": "][ Each hen lays 2 eggs."}, "brackets that do not pair"),
    ({"alternate_first_premise": "Bada has 3 hens."}, "both first premises are the same"),
    ({"alternate_first_premise": "Bada has 5 hens"}, "first premises end differently"),
    ({"wrong_conclusion": "Bada finds 10 eggs"}, "conclusions end differently"),
    ({"wrong_answer": Fraction(6), "wrong_conclusion": "Bada finds 6 eggs."}, "wrong answer equals the answer"),
    ({"counterfactual_answer": Fraction(6)}, "counterfactual answer equals the answer"),
    ({"conclusion": "Bada finds 60 eggs."}, "conclusion does not state the answer"),
    ({"wrong_answer": Fraction(11)}, "wrong conclusion does not state the wrong answer"),
    ({"premises": "Consider this claim: [hens lay]. Each hen lays 2 eggs."}, "the wording of a gate"),
    ({"premises": "if this claim is true, then the following holds: each hen lays 2 eggs."}, "the wording of a gate"),
    ({"alternate_first_premise": "Bada has 5 geese."}, "not certified (alternate-wording)"),
    ({"question": "Bada finds eggs."}, "not certified (no-question)"),
    ({"question": "How many eggs does\u2028Bada find?"}, "not certified (control-sign)"),
    ({"names": ("Bada", "Zog")}, "not certified (name-missing)"),
]


@pytest.mark.parametrize(("change", "reason"), BROKEN)
def test_an_unsound_problem_is_refused_with_its_reason(change: dict[str, Any], reason: str, invent: Invent) -> None:
    problem = msgspec.structs.replace(invent(0), **change)
    assert next(unusable(problem))[0] == reason
    pool = Pool([problem, invent(1)])
    assert [entry.reason for entry in pool.rejected] == [reason]
    assert [entry.examples[0].split(":")[0] for entry in pool.rejected] == ["hens-0000"]
    assert pool.problems == (invent(1),)


def test_a_second_problem_of_the_same_id_is_refused(invent: Invent) -> None:
    pool = Pool([invent(0), invent(1), invent(0)])
    assert [(entry.reason, entry.count) for entry in pool.rejected] == [("id stands twice", 1)]
    assert len(pool) == 2


def test_brackets_that_pair_and_unknown_counterfactuals_are_welcome(invent: Invent) -> None:
    problem = msgspec.structs.replace(invent(0, known=False), premises="Each hen [a brown one] lays 2 eggs.")
    assert not list(unusable(problem))


def test_problems_conflict_by_name_question_or_mention(invent: Invent) -> None:
    ada, bo = invent(0, name="Ada"), invent(1, name="Bo")
    other_ada = invent(2, name="ada")  # a name in another case is the same name
    asks_alike = msgspec.structs.replace(invent(3, name="Cy"), question=bo.question.upper())
    mentions = msgspec.structs.replace(invent(4, name="Di"), premises="Ada's hens lay 2 eggs.")
    pool = Pool([ada, bo, other_ada, asks_alike, mentions])
    assert pool.conflict([0, 1]) is None
    assert pool.conflict([0, 2]) == Key("name", "ada")
    assert pool.conflict([1, 3]) == Key("question", "how many eggs does bo find")
    assert pool.conflict([0, 4]) == Key("name", "ada")
    assert pool.conflict([2, 3]) is None


def test_an_empty_pool() -> None:
    pool = Pool([])
    assert (len(pool), pool.groups, pool.ways(3)) == (0, (), [0])


def with_names(name_sets: list[set[int]], invent: Invent) -> Pool:
    letters = "ABCDEFGH"
    return Pool(
        invent(number, friends=[f"{letters[name]}an" for name in sorted(names)])
        for number, names in enumerate(name_sets)
    )


@given(st.lists(st.sets(st.integers(0, 7), max_size=3), max_size=12))
def test_groups_are_a_partition_into_sets_of_conflicting_problems(invent: Invent, name_sets: list[set[int]]) -> None:
    pool = with_names(name_sets, invent)
    assert sorted(place for group in pool.groups for place in group) == list(range(len(pool)))
    for group in pool.groups:
        assert all(pool.conflict(pair) for pair in combinations(group, 2))


@given(st.lists(st.sets(st.integers(0, 7), max_size=3), max_size=9), st.integers(0, 4))
def test_ways_counts_the_choices_from_different_groups(invent: Invent, name_sets: list[set[int]], size: int) -> None:
    pool = with_names(name_sets, invent)
    for used in range(len(pool.groups) + 1):
        owner = {place: number for number, group in enumerate(pool.groups[-used:] if used else ()) for place in group}
        sets = [chosen for chosen in combinations(owner, size) if len({owner[place] for place in chosen}) == size]
        assert pool.ways(size)[used] == len(sets)


def test_a_program_that_does_not_give_the_answer_keeps_a_problem_out_of_chains(invent: Invent) -> None:
    # The parts agree with each other; only the recomputed program tells that 3 * 2 is not 8.
    program = Program(
        givens=(Given("hens", Fraction(3), "first_premise"), Given("each", Fraction(2), "premises")),
        operations=(Operation("eggs", "hens * each", Fraction(8)),),
        changed="hens",
        alternate_value=Fraction(5),
    )
    false = msgspec.structs.replace(
        invent(0), program=program, answer=Fraction(8), conclusion="Bada finds 8 eggs.", counterfactual_answer=None
    )
    pool = Pool([false, invent(1)])
    assert [entry.reason for entry in pool.rejected] == ["not certified (program-value)"]


def test_heroes_that_no_record_lists_are_not_confused(invent: Invent) -> None:
    ann, other_ann = (msgspec.structs.replace(invent(number, name="Ann"), names=()) for number in (0, 1))
    assert Pool([ann, other_ann]).conflict([0, 1]) == Key("name", "ann")


def test_an_accent_written_as_two_signs_makes_no_second_name(invent: Invent) -> None:
    composed, split = invent(0, name="Jos\u00e9"), invent(1, name="Jose\u0301")
    assert Pool([composed, split]).conflict([0, 1]) is not None


@pytest.mark.parametrize("other", ["How many eggs does Bada find ?", "how many eggs, does bada find?"])
def test_questions_that_differ_in_punctuation_are_one(other: str, invent: Invent) -> None:
    problem = msgspec.structs.replace(invent(1, name="Bada"), question=other)
    keys = Pool([invent(0), problem])
    assert Key("question", "how many eggs does bada find") in keys.shared
