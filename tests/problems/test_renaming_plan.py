"""A plan that gives every problem of a set names of its own."""

from __future__ import annotations

import msgspec
import pytest
from tests.problems.samples import HONEY, HONEY_TEMPLATE, altered

from dunyazad._exceptions import InputError
from dunyazad.problems import Problem, certify, make_problems, parse_templates
from dunyazad.problems.name_pool import FEMALE, MALE, UNISEX
from dunyazad.problems.renaming import texts_of, words_in
from dunyazad.problems.renaming_plan import RenamingPlan


def twins(count: int, problem: Problem = HONEY) -> list[Problem]:
    return [msgspec.structs.replace(problem, id=f"twin/{place:04}") for place in range(count)]


def new_names(plan: RenamingPlan, problem: Problem) -> dict[str, str]:
    return dict(plan.apply(problem)[1])


def test_the_first_keeps_its_name_and_the_others_get_fresh_ones() -> None:
    problems = twins(4)
    plan = RenamingPlan(problems)
    assert plan.apply(problems[0]) == (problems[0], ())
    results = [plan.apply(problem)[0] for problem in problems]
    assert len({result.names[0] for result in results}) == 4
    assert [certify(result) for result in results] == [()] * 4
    # The place is shared, and places stay.
    assert {(refusal.name, refusal.reason.code) for refusal in plan.refused} == {("Brackenmoor", "name-place")}
    assert len(plan.refused) == 3


def test_the_plan_does_not_depend_on_the_order_of_the_problems() -> None:
    problems = twins(6)
    forth, back = RenamingPlan(problems), RenamingPlan(problems[::-1])
    assert [forth.apply(problem) for problem in problems] == [back.apply(problem) for problem in problems]
    other = RenamingPlan(problems, seed=1)
    assert [other.apply(problem) for problem in problems] != [forth.apply(problem) for problem in problems]


def test_fresh_names_stand_in_no_text_of_any_problem() -> None:
    # All names of women but two stand somewhere in the set, one of them in small letters.
    crowd = altered(id="a/crowd", premises=f"{HONEY.premises} {' '.join(FEMALE[2:-1])} {FEMALE[-1].lower()}.")
    problems = [crowd, *twins(3)]
    plan = RenamingPlan(problems)
    given = {new for problem in problems for new in new_names(plan, problem).values()}
    assert len(given) == 3
    assert not {name.casefold() for name in given} & set().union(*(words_in(problem) for problem in problems))


@pytest.mark.parametrize(
    ("premises", "conclusion", "pool"),
    [
        ("She gives away 5 jars.", "Ottilie keeps 57 jars of her honey.", FEMALE + UNISEX),
        ("He gives away 5 jars.", "Ottilie keeps 57 jars of his honey.", MALE + UNISEX),
        ("He and she give away 5 jars.", "Ottilie keeps 57 jars.", UNISEX),
        ("They give away 5 jars.", "Ottilie keeps 57 jars.", FEMALE + MALE + UNISEX),
    ],
)
def test_names_fit_the_pronouns(premises: str, conclusion: str, pool: tuple[str, ...]) -> None:
    problem = altered(
        first_premise="Ottilie has 6 hives.",
        alternate_first_premise="Ottilie has 8 hives.",
        premises=premises,
        question="How many jars does Ottilie keep?",
        conclusion=conclusion,
        wrong_conclusion=conclusion.replace("57", "81"),
        names=("Ottilie",),
        program=None,
        solution=(),
    )
    problems = twins(12, problem)
    plan = RenamingPlan(problems)
    assert {new for problem in problems for new in new_names(plan, problem).values()} <= set(pool)
    assert sum(len(new_names(plan, problem)) for problem in problems) == 11


def test_of_two_people_the_known_name_leaves_the_other_pronoun() -> None:
    problem = altered(
        premises="Walter helps her, and Ottilie pays him $5.", names=("Ottilie", "Walter", "Brackenmoor"), program=None
    )
    problems = twins(8, problem)
    plan = RenamingPlan(problems)
    for renamed in (new_names(plan, problem) for problem in problems[1:]):
        assert renamed["Walter"] in MALE + UNISEX
        assert renamed["Ottilie"] in FEMALE + UNISEX


def test_an_exhausted_pool_gives_the_names_again_that_were_given_least(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dunyazad.problems.renaming_plan.FEMALE", FEMALE[:5])
    monkeypatch.setattr("dunyazad.problems.renaming_plan.UNISEX", UNISEX[:3])
    # Eight names for women; 20 problems need one: eight names are given twice and four of them three times.
    count = 20
    problem = altered(premises="She keeps 5 jars.", program=None, solution=(), names=("Ottilie",))
    bare = msgspec.structs.replace(
        problem, first_premise="Ottilie has 6 hives.", alternate_first_premise="Ottilie has 8 hives."
    )
    problems = twins(count + 1, bare)
    plan = RenamingPlan(problems)
    given = [new_names(plan, problem)["Ottilie"] for problem in problems[1:]]
    assert plan.reused == 8
    assert sorted(map(given.count, set(given))) == [2, 2, 2, 2, 3, 3, 3, 3]


def test_names_within_one_problem_stay_distinct() -> None:
    template = parse_templates(
        HONEY_TEMPLATE.replace("keeps {kept} jars", "gives {kept} jars to {friend}").replace(
            "slots.town", 'slots.friend = "person"\nslots.town'
        ),
        "farm.toml",
    )
    problems = list(make_problems(80, seed=5, templates=template))
    plan = RenamingPlan(problems)
    results = [plan.apply(problem)[0] for problem in problems]
    assert all(len(set(result.names)) == 3 for result in results)
    people = [name for result in results for name in result.names if name != result.names[-1]]
    assert len(set(people)) == len(people)
    assert all(certify(result) == () for result in results)


def test_a_renamed_problem_says_the_same_in_its_own_names() -> None:
    problems = list(make_problems(60, seed=6))
    plan = RenamingPlan(problems)
    for problem in problems:
        renamed, pairs = plan.apply(problem)
        for text, other in zip(texts_of(problem), texts_of(renamed), strict=True):
            assert sum(map(other.count, (new for _, new in pairs))) == sum(map(text.count, (old for old, _ in pairs)))


def test_a_problem_that_is_not_of_the_set() -> None:
    plan = RenamingPlan(twins(2))
    with pytest.raises(InputError, match="sample/honey"):
        plan.apply(HONEY)
    changed = msgspec.structs.replace(twins(2)[1], names=())
    with pytest.raises(InputError, match="twin/0001"):
        plan.apply(changed)


def test_an_empty_set() -> None:
    assert RenamingPlan([]).refused == ()
