"""Further alternates: written like the given ones, computed anew, certified, and blind to which value is true."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.problems.samples import HONEY, HONEY_TEMPLATE, altered

from dunyazad.problems import Problem, certify, make_problems, parse_templates
from dunyazad.problems.alternates import Alternate, alternate_at, alternates, with_alternate
from dunyazad.problems.dice import Dice
from dunyazad.problems.lacking import Lacking
from dunyazad.problems.near_values import arrangement
from dunyazad.problems.number_places import find_place
from dunyazad.problems.plausible import Worlds, decimals_of
from dunyazad.problems.programs import run
from dunyazad.problems.template_values import template_values

TEMPLATE = parse_templates(HONEY_TEMPLATE, "farm.toml")


def made(problem: Problem, count: int, **options: int) -> tuple[Alternate, ...]:
    found = alternates(problem, count, templates=TEMPLATE, **options)
    assert not isinstance(found, Lacking), found
    return found


def values(problem: Problem, found: tuple[Alternate, ...]) -> list[Fraction]:
    """The true value of the changed given, and then the alternates'."""
    assert problem.program is not None
    results = run(problem.program)
    assert results is not None
    return [results[problem.program.changed], *(alternate.value for alternate in found)]


def test_the_first_alternate_is_the_problems_own() -> None:
    own = Alternate(HONEY.alternate_first_premise, Fraction(8), Fraction(81), HONEY.wrong_conclusion)
    assert made(HONEY, 1) == (own,)
    assert made(HONEY, 4)[0] == own
    assert made(HONEY, 0) == ()


def test_further_alternates_by_hand() -> None:
    # n hives give 4n jars, 4n - 5 are sold at $3: 12n - 15 dollars.
    for alternate in made(HONEY, 4):
        assert alternate.first_premise == f"Ottilie keeps {alternate.value} hives in Brackenmoor."
        assert alternate.answer == 12 * alternate.value - 15
        assert alternate.conclusion == f"Ottilie earns {alternate.answer} dollars with her honey."


@pytest.mark.parametrize("count", [2, 3, 5])
def test_answers_differ_and_each_alternate_is_certified(count: int) -> None:
    for problem in make_problems(12, seed=count, templates=TEMPLATE):
        found = made(problem, count)
        assert len({problem.answer, *(alternate.answer for alternate in found)}) == count + 1
        assert len({problem.first_premise, *(alternate.first_premise for alternate in found)}) == count + 1
        assert [certify(with_alternate(problem, alternate)) for alternate in found] == [()] * count


def test_same_seed_same_alternates_and_another_seed_others() -> None:
    assert made(HONEY, 4, seed=3) == made(HONEY, 4, seed=3)
    assert len({made(HONEY, 4, seed=seed) for seed in range(6)}) > 1


def test_the_order_in_which_they_come_tells_nothing_of_their_size() -> None:
    orders = {tuple(v.value for v in made(HONEY, 4, seed=seed)[1:]) for seed in range(20)}
    assert any(list(order) != sorted(order) for order in orders)
    assert any(list(order) != sorted(order, reverse=True) for order in orders)


def stated(first: str, alternate: str, *numbers: Fraction, base: Problem = HONEY) -> Problem:
    """The honey problem with another pair of first premises: value, alternate value, answer, counterfactual answer."""
    assert base.program is not None
    value, other, answer, wrong = numbers
    each = next(given for given in base.program.givens if given.name == "each")
    program = msgspec.structs.replace(
        base.program,
        givens=(
            msgspec.structs.replace(base.program.givens[0], value=value),
            msgspec.structs.replace(each, value=Fraction(20)),
        ),
        operations=(msgspec.structs.replace(base.program.operations[0], value=answer),),
        alternate_value=other,
    )
    return msgspec.structs.replace(
        base,
        first_premise=first,
        alternate_first_premise=alternate,
        premises="There are 20 of each.",
        names=("Ottilie",),
        program=program,
        solution=(),
        answer=answer,
        counterfactual_answer=wrong,
        wrong_answer=wrong,
        conclusion=f"Ottilie counts {answer} in all.",
        wrong_conclusion=f"Ottilie counts {wrong} in all.",
    )


@pytest.mark.parametrize(
    ("first", "second", "shape"),
    [
        ("Ottilie has $4.50 to spend.", "Ottilie has $6.50 to spend.", r"Ottilie has \$\d+\.\d\d to spend\."),
        ("Ottilie owns three hives.", "Ottilie owns five hives.", r"Ottilie owns [a-z]+ hives\."),
        ("Five hives are Ottilie's.", "Three hives are Ottilie's.", r"[A-Z][a-z]+ hives are Ottilie's\."),
        ("Ottilie has 1,250 bees.", "Ottilie has 1,400 bees.", r"Ottilie has \d,\d{3} bees\."),
        ("Ottilie has 1250 bees.", "Ottilie has 1400 bees.", r"Ottilie has \d{4} bees\."),
        ("Ottilie sold 25% of them.", "Ottilie sold 35% of them.", r"Ottilie sold \d\d?% of them\."),
        ("Ottilie ate 1/4 of them.", "Ottilie ate 2/5 of them.", r"Ottilie ate \d/\d of them\."),
        ("Ottilie has 3 dozen bees.", "Ottilie has 5 dozen bees.", r"Ottilie has \d+ dozen bees\."),
        ("Ottilie has an 8-hive farm.", "Ottilie has an 18-hive farm.", r"Ottilie has an (?:8|11|18)-hive farm\."),
    ],
)
def test_numbers_are_written_like_the_two_given_ones(first: str, second: str, shape: str) -> None:
    place = find_place(first, second)
    assert place is not None
    numbers = (place.here.number, place.other.number)
    problem = stated(first, second, *numbers, *(20 * number for number in numbers))
    assert not [finding for finding in certify(problem) if finding.severity == "error"]
    found = alternates(problem, 2)
    if (
        "an 8-hive" in first
    ):  # only 11 hives could be written so, and more and fewer are too far away or take another article
        assert isinstance(found, Lacking) or re.fullmatch(shape, found[1].first_premise)
        return
    assert not isinstance(found, Lacking), found
    assert re.fullmatch(shape, found[1].first_premise)
    assert found[1].answer == 20 * found[1].value


def test_a_problem_without_program_has_its_own_alternate_only() -> None:
    bare = altered(program=None)
    assert made(bare, 1)[0].value == 8
    found = alternates(bare, 2)
    assert isinstance(found, Lacking)
    assert found.code == "no-program"


def test_an_arbitrary_wrong_conclusion_is_no_alternate() -> None:
    arbitrary = altered(wrong_answer=Fraction(99), wrong_conclusion="Ottilie earns 99 dollars with her honey.")
    found = alternates(arbitrary, 1)
    assert isinstance(found, Lacking)
    assert found.code == "wrong-arbitrary"
    unknown = alternates(altered(counterfactual_answer=None), 1)
    assert isinstance(unknown, Lacking)
    assert unknown.code == "counterfactual-unknown"


def test_more_alternates_than_there_are_values() -> None:
    found = alternates(HONEY, 200, templates=TEMPLATE)
    assert isinstance(found, Lacking)
    assert found.code == "too-few-values"


def test_the_alternate_at_one_value() -> None:
    # 12 hives: 12 * 12 - 15 = 129. With 1 hive -1 jars would be sold, and the gold value is no alternate.
    found = alternate_at(HONEY, Fraction(12))
    assert isinstance(found, Alternate)
    assert (found.answer, found.first_premise) == (Fraction(129), "Ottilie keeps 12 hives in Brackenmoor.")
    for value in (Fraction(1), Fraction(6), Fraction(13, 2)):
        assert isinstance(alternate_at(HONEY, value), Lacking)


def test_a_negative_count_is_refused() -> None:
    with pytest.raises(ValueError, match="-1"):
        alternates(HONEY, -1)


def test_a_story_of_weekdays_stays_within_the_week() -> None:
    first, second = "Ottilie works 4 days a week.", "Ottilie works 6 days a week."
    problem = stated(first, second, Fraction(4), Fraction(6), Fraction(80), Fraction(120))
    found = [alternates(problem, 3, seed=seed) for seed in range(20)]
    assert all(not isinstance(each, Lacking) and max(a.value for a in each) <= 7 for each in found)


def test_worlds_keep_signs_wholeness_and_order() -> None:
    worlds = Worlds.of(HONEY)
    assert worlds is not None
    # With 1 hive 4 - 5 = -1 jars would be sold; 6.5 hives give no whole number of dollars.
    assert [worlds.holds(Fraction(n), strict=False) for n in (1, 7, 12)] == [False, True, True]
    assert not worlds.holds(Fraction(13, 2) + Fraction(1, 3), strict=False)
    # In both worlds there are more hives (6, 8) than jars are kept (5).
    assert worlds.holds(Fraction(4), strict=False)
    assert not worlds.holds(Fraction(4), strict=True)
    assert [decimals_of(Fraction(n)) for n in ("7", "0.5", "2.25", "1/3")] == [0, 1, 2, 99]


def test_the_values_of_a_template_are_those_it_would_draw() -> None:
    problem = next(make_problems(1, seed=3, templates=TEMPLATE))
    worlds = Worlds.of(problem)
    assert worlds is not None
    drawn = set(template_values(problem, worlds, Dice("test"), TEMPLATE))
    assert drawn <= {Fraction(n) for n in range(4, 21)} - set(worlds.pair)
    for value in drawn:
        results = worlds.results(value)
        assert results is not None
        assert results["kept"] < results["jars"]
    assert not list(template_values(problem, worlds, Dice("test"), parse_templates("", "none.toml")))


def test_the_rank_of_the_true_value_is_uniform_over_template_problems() -> None:
    # 160 problems of our own templates, 4 values each: every rank 40 ± 33 times (six standard deviations of 5.5),
    # for the true value and for the first alternate.
    ranks: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    for problem in make_problems(160, seed=21):
        found = alternates(problem, 3)
        if isinstance(found, Lacking):
            continue
        all_values = values(problem, found)
        for place in (0, 1):
            ranks[place][sorted(all_values).index(all_values[place])] += 1
    assert ranks[0].total() > 150
    assert all(7 < counts[rank] < 73 for counts in ranks for rank in range(4))


def test_the_rank_of_the_true_value_without_a_template_leans_to_no_side() -> None:
    # As above, for values near the pair: where the numbers are small there is little room below.
    ranks: Counter[int] = Counter()
    for problem in make_problems(80, seed=22, templates=TEMPLATE):
        found = alternates(msgspec.structs.replace(problem, source="elsewhere"), 3)
        if not isinstance(found, Lacking):
            all_values = values(problem, found)
            ranks[sorted(all_values).index(all_values[0])] += 1
    assert ranks.total() > 60
    assert all(0.1 < ranks[rank] / ranks.total() < 0.45 for rank in range(4))


def test_exchanging_the_pair_draws_the_same_further_values() -> None:
    # What is added depends on the two values as an unordered pair.
    def drawn(pair: tuple[Fraction, Fraction]) -> tuple[Fraction, ...]:
        return arrangement([Fraction(n) for n in (2, 3, 4, 6, 7, 9, 12)], pair, 3, Dice("pair"))

    assert sorted(drawn((Fraction(5), Fraction(8)))) == sorted(drawn((Fraction(8), Fraction(5))))


@given(st.sets(st.integers(2, 60), min_size=5, max_size=12), st.integers(1, 3), st.integers(0, 50))
def test_an_arrangement_is_of_the_values_given(numbers: set[int], count: int, seed: int) -> None:
    ordered = [Fraction(number) for number in sorted(numbers)]
    pair = (ordered.pop(seed % len(ordered)), ordered.pop(seed % len(ordered)))
    chosen = arrangement(ordered, pair, count, Dice("arrangement", seed))
    assert len(set(chosen)) == count
    assert set(chosen) <= set(ordered)
    assert arrangement(ordered, pair, len(ordered) + 1, Dice("arrangement")) == ()


def test_all_pairs_of_ranks_come_up() -> None:
    ordered = [Fraction(n) for n in (1, 2, 3, 11, 12, 13, 21, 22, 23)]
    pair = (Fraction(10), Fraction(20))
    seen = Counter(
        tuple(sorted((*arrangement(ordered, pair, 2, Dice("ranks", n)), *pair)).index(value) for value in pair)
        for n in range(600)
    )
    # Six pairs of ranks among four: 100 ± 55 each (six standard deviations of 9.1).
    assert set(seen) == set(itertools.combinations(range(4), 2))
    assert all(45 < times < 155 for times in seen.values())
