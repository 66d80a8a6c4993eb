"""Problems from templates: reproducible, certified, even, and blind to which premise is the base."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest
from tests.problems.samples import HONEY_TEMPLATE

from dunyazad._exceptions import InputError
from dunyazad._records import encode
from dunyazad.problems import Problem, certify, make_problems, parse_templates, template_faults
from dunyazad.problems.dice import Dice
from dunyazad.problems.making import propose

HONEY = parse_templates(HONEY_TEMPLATE, "farm.toml")
GOATS = parse_templates(
    HONEY_TEMPLATE.replace("of honey. ", "of honey. [{name} has {goats} goats.] ").replace(
        "integers =", 'slots.goats = { range = [3, 9] }\ndistractors = ["goats"]\nintegers ='
    ),
    "farm.toml",
)
OTHER = parse_templates(HONEY_TEMPLATE.replace('id = "honey"', 'id = "wax"'), "farm.toml")


def made(count: int, seed: int = 7) -> list[Problem]:
    return list(make_problems(count, seed=seed, templates=HONEY))


def test_the_golden_problem_of_a_seed() -> None:
    (problem,) = made(1)
    assert problem.text == GOLDEN_TEXT
    assert problem.conclusion == GOLDEN_CONCLUSION
    assert problem.wrong_conclusion == GOLDEN_WRONG
    assert [step.text for step in problem.solution] == GOLDEN_STEPS
    assert [step.premises for step in problem.solution] == [(0,), (0, 1), (0, 2)]
    assert problem.id == GOLDEN_ID
    assert problem.source == "template:honey"
    assert problem.tags == ("farm", "animals")


def test_same_seed_same_bytes_and_the_first_of_many_are_the_same() -> None:
    assert [encode(problem) for problem in made(20)] == [encode(problem) for problem in made(20)]
    assert made(5) == made(20)[:5]
    assert not {problem.id for problem in made(20)} & {problem.id for problem in made(20, seed=8)}


def test_every_problem_is_certified_and_none_comes_twice() -> None:
    problems = made(100)
    assert [certify(problem) for problem in problems] == [()] * 100
    assert len({problem.id for problem in problems}) == 100


def test_problems_are_spread_evenly_over_templates() -> None:
    problems = make_problems(31, seed=1, templates=(*HONEY, *OTHER))
    assert sorted(Counter(problem.source for problem in problems).values()) == [15, 16]


def test_a_problem_does_not_depend_on_the_other_templates() -> None:
    alone = {problem.id for problem in make_problems(10, seed=1, templates=HONEY)}
    assert alone < {problem.id for problem in make_problems(20, seed=1, templates=(*OTHER, *HONEY))}


def test_base_and_alternate_come_from_one_distribution() -> None:
    # 600 fair coins: the base is the larger in 300 ± 75 (six standard deviations of 12.2); likewise for every value.
    dice = Dice("coins")
    proposals = (propose(HONEY[0], dice) for _ in range(10_000))
    problems = list(islice((p for p in proposals if isinstance(p, Problem)), 600))
    pairs = [(p.program.givens[0].value, p.program.alternate_value) for p in problems if p.program]
    assert len(pairs) == 600
    assert 225 < sum(base > other for base, other in pairs) < 375
    bases, others = Counter(base for base, _ in pairs), Counter(other for _, other in pairs)
    assert all(
        abs(bases[value] - others[value]) < 6 * (bases[value] + others[value]) ** 0.5 for value in bases | others
    )


def test_constraints_hold_for_both_values() -> None:
    for problem in made(50):
        assert problem.program is not None
        values = {given.name: given.value for given in problem.program.givens}
        for hives in (values["hives"], problem.program.alternate_value):
            assert values["kept"] < hives * values["each"]


def test_names_are_drawn_apart_and_listed() -> None:
    for problem in made(50):
        assert len(set(problem.names)) == 2
        assert all(name in problem.text for name in problem.names)


def test_common_knowledge_and_the_text_are_both_step_0() -> None:
    text = HONEY_TEMPLATE.replace("jars - kept", "jars - kept * dozen").replace("- {kept}", "- {kept} * {dozen}")
    text = text.replace("integers =", "common.dozen = 12\nintegers =").replace('"kept < jars"', '"kept * 12 < jars"')
    text = text.replace("keeps {kept} jars", "keeps {kept} dozen jars").replace("[2, 12]", "[1, 2]")
    (problem,) = make_problems(1, seed=1, templates=parse_templates(text))
    assert problem.program is not None
    assert [given.part for given in problem.program.givens if given.name == "dozen"] == ["common"]
    assert problem.solution[1].premises == (0, 1)


def test_a_distractor_is_stated_and_is_no_given() -> None:
    text = HONEY_TEMPLATE.replace("Each hive", "Each of {name}'s {goats} goats eats well. Each hive")
    text = text.replace("integers =", 'slots.goats = { range = [3, 9] }\ndistractors = ["goats"]\nintegers =')
    (problem,) = make_problems(1, seed=1, templates=parse_templates(text))
    assert problem.program is not None
    assert "goats" in problem.premises
    assert "goats" not in {given.name for given in problem.program.givens}
    assert problem.tags == ("<text>", "animals", "distractor")


def test_an_optional_distractor_comes_by_coin_and_is_marked() -> None:
    problems = list(make_problems(400, seed=1, templates=GOATS))
    with_goats = [problem for problem in problems if "goats" in problem.premises]
    # 400 fair coins: 200 ± 60 (six standard deviations of 10).
    assert 140 < len(with_goats) < 260
    assert [problem for problem in problems if "distractor" in problem.tags] == with_goats
    assert all("goats" not in {given.name for given in p.program.givens} for p in problems if p.program)
    assert [certify(problem) for problem in problems] == [()] * 400
    # Nothing is left of the brackets or of the space around them.
    assert not any(sign in problem.premises for problem in problems for sign in ("[", "]", "  "))


def test_the_coin_of_a_distractor_says_nothing_of_the_rest() -> None:
    dice = Dice("coins")
    proposals = (propose(GOATS[0], dice) for _ in range(10_000))
    problems = list(islice((p for p in proposals if isinstance(p, Problem)), 600))
    larger = Counter(
        "distractor" in problem.tags
        for problem in problems
        if problem.program and problem.program.givens[0].value > problem.program.alternate_value
    )
    # The base is the larger in half of the 300 with a distractor, and in half of those without: 150 ± 52 each.
    assert all(98 < larger[kind] < 202 for kind in (True, False))


def test_a_template_that_cannot_be_satisfied_says_why() -> None:
    templates = parse_templates(HONEY_TEMPLATE.replace("kept < jars", "kept > 1000"), "farm.toml")
    with pytest.raises(InputError, match=r"farm\.toml: template honey: no new problem in 5000 .*'kept > 1000'"):
        list(make_problems(1, seed=1, templates=templates))
    with pytest.raises(InputError, match="no problem in 5000 draws"):
        list(template_faults(templates[0], draws=1, seed=1))


def test_a_template_with_few_instances_ends_with_an_error_and_not_in_a_loop() -> None:
    text = HONEY_TEMPLATE
    for old, new in [
        ('slots.name = "person"', 'slots.name = { choice = ["the baker"] }'),
        ('slots.town = "place"', 'slots.town = { choice = ["the valley"] }'),
        ("[4, 20]", "[4, 5]"),
        ("[3, 9]", "[3, 3]"),
        ("[2, 12]", "[2, 2]"),
        ("[2, 2.5, 3]", "[2]"),
    ]:
        text = text.replace(old, new)
    # Two values, either of which may be the base: two problems.
    stream = make_problems(3, seed=1, templates=parse_templates(text))
    assert len({problem.id for problem in islice(stream, 2)}) == 2
    with pytest.raises(InputError, match="it is there already"):
        next(stream)


def test_a_template_that_the_certifier_refuses_is_named() -> None:
    text = HONEY_TEMPLATE.replace("How many dollars does {name} earn", "{name} earns dollars")
    (template,) = parse_templates(text.replace("the honey?", "the honey."), "farm.toml")
    assert all("neither asks nor requests" in fault for fault in template_faults(template, draws=2, seed=1))
    with pytest.raises(InputError, match="fail certification"):
        next(make_problems(1, seed=1, templates=[template]))


def test_no_templates_and_no_problems() -> None:
    assert list(make_problems(0, seed=1, templates=[])) == []
    with pytest.raises(InputError, match="no templates"):
        list(make_problems(1, seed=1, templates=[]))
    with pytest.raises(InputError, match="-1"):
        make_problems(-1, seed=1)


GOLDEN_TEXT = (
    "Jiro keeps 10 hives in Rosemoor. "
    "Each hive gives eight jars of honey. Jiro keeps 8 jars and sells the rest for $2.50 each. "
    "How many dollars does Jiro earn with the honey?"
)
GOLDEN_CONCLUSION = "Jiro earns 180 dollars with the honey."
GOLDEN_WRONG = "Jiro earns 300 dollars with the honey."
GOLDEN_STEPS = [
    "The hives give 10 * 8 = 80 jars.",
    "Jiro sells 80 - 8 = 72 jars.",
    "Jiro earns 72 * $2.50 = $180.",
]
GOLDEN_ID = "template:honey/202ff7b1"
