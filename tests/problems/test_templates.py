"""Our own stories: is each of them sound, said plainly, and different from the others?"""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

import pytest

from dunyazad.numbers import find_equations, find_quantities
from dunyazad.problems import Problem, Template, load_templates, make_problems, select_templates, template_faults
from dunyazad.problems.nouns import measure_behind

TEMPLATES = load_templates()
FIELDS = ("first_premise", "premises", "question", "conclusion")
# In a chain a pronoun may attach to another story; "them" directly after its noun is the most that a story may say.
PRONOUNS = re.compile(r"\b(he|she|they|it|him|his|her|hers|their|theirs|its)\b", re.IGNORECASE)
DRAWS = 5

each_template = pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.id)


def draw(template: Template) -> list[Problem]:
    return list(make_problems(DRAWS, seed=11, templates=[template]))


def literal(template: Template, field: str) -> str:
    return " ".join(piece.literal for piece in template.texts[field])


def test_there_are_enough_in_many_domains_and_of_every_length() -> None:
    assert len(TEMPLATES) >= 130
    assert len({template.id for template in TEMPLATES}) == len(TEMPLATES)
    domains = Counter(template.domain for template in TEMPLATES)
    assert len(domains) >= 10
    assert max(domains.values()) <= len(TEMPLATES) / 5
    lengths = Counter(len(template.steps) for template in TEMPLATES)
    assert set(lengths) == set(range(2, 11))
    assert min(lengths.values()) >= 5


def test_many_have_several_protagonists_or_ask_for_the_start() -> None:
    people = [[slot for slot in template.slots.values() if slot.kind == "person"] for template in TEMPLATES]
    assert sum(len(slots) >= 2 for slots in people) >= 25
    tags = Counter(tag for template in TEMPLATES for tag in template.tags)
    assert tags["two-people"] >= 25
    assert tags["inverse"] >= 15
    assert min(tags[tag] for tag in ("percent", "rate", "comparison", "conversion", "money")) >= 25
    assert tags["fraction"] >= 4
    # What a story says must bear its tags out.
    for template in TEMPLATES:
        pieces = [piece for field in FIELDS for piece in template.texts[field]]
        told = " ".join(literal(template, field) for field in FIELDS)
        if "money" in template.tags:
            assert any(piece.money for piece in pieces) or re.search(r"\b(?:dollars?|cents?)\b", told), template.id
        if "percent" in template.tags:
            assert any(piece.style == "percent" for piece in pieces) or "%" in told or "percent" in told, template.id
        if "two-people" in template.tags:
            assert sum(slot.kind == "person" for slot in template.slots.values()) >= 2, template.id


def test_some_state_what_nobody_needs_and_say_so() -> None:
    told = [template for template in TEMPLATES if template.distractors]
    assert len(told) >= 12
    units = Counter(
        measure_behind(f" {piece.literal.split('.')[0].strip()}", 0)
        for template in TEMPLATES
        for field in FIELDS
        for piece in template.texts[field]
    )
    assert len({unit.rstrip("s") for unit in units if unit}) >= 10


def test_no_two_have_a_sentence_in_common() -> None:
    seen = Counter(literal(template, field) for template in TEMPLATES for field in FIELDS if template.texts[field])
    assert [text for text, times in seen.items() if times > 1] == []


@each_template
def test_says_no_pronoun_and_names_its_protagonist_in_every_part(template: Template) -> None:
    people = {name for name, slot in template.slots.items() if slot.kind in ("person", "place")}
    for field in FIELDS:
        assert not PRONOUNS.search(literal(template, field)), field
        if template.texts[field]:
            assert people & {piece.slot for piece in template.texts[field] if not piece.optional}, field


@each_template
def test_two_hundred_draws_are_certified_without_a_note(template: Template) -> None:
    assert list(template_faults(template, draws=200, seed=1)) == []


@each_template
def test_every_number_of_the_text_is_a_given_or_a_marked_distractor(template: Template) -> None:
    for problem in draw(template):
        assert problem.program is not None
        stated = Counter(quantity.number for quantity in find_quantities(problem.text))
        for given in problem.program.givens:
            if given.part != "common":
                assert stated[given.value] > 0, given
                stated[given.value] -= 1
        # "per dozen" is common knowledge that the text names.
        stated -= Counter(given.value for given in problem.program.givens if given.part == "common")
        assert stated.total() == ("distractor" in problem.tags)


def test_many_have_an_optional_distractor_that_some_draws_leave_out() -> None:
    optional = [template for template in TEMPLATES if template.options]
    assert len(optional) >= 12
    # Five coins fall alike once in sixteen times: over all templates, far fewer than half of the draws are one-sided.
    marked = [{"distractor" in problem.tags for problem in draw(template)} for template in optional]
    assert sum(len(kinds) == 2 for kinds in marked) > len(optional) / 2


@each_template
def test_every_gold_step_is_one_equation_that_computes_its_result(template: Template) -> None:
    for problem in draw(template):
        assert problem.program is not None
        for step, operation in zip(problem.solution, problem.program.operations, strict=True):
            (equation,) = find_equations(step.text)
            assert equation.holds
            assert equation.values[0] == equation.values[-1] == operation.value


@each_template
def test_answers_and_results_need_no_singular(template: Template) -> None:
    """The texts say "{n} trays": one tray must not come up."""
    for problem in draw(template):
        assert problem.answer > 1
        assert problem.wrong_answer > 1
        assert all(step.value > 1 for step in problem.solution)


def givens(template: str) -> list[dict[str, Fraction]]:
    """The stated numbers of some draws, with the base and with the alternate value of the changed one."""
    found = []
    for problem in make_problems(40, seed=1, templates=select_templates([template])):
        assert problem.program is not None
        base = {given.name: given.value for given in problem.program.givens}
        found += [base, base | {problem.program.changed: problem.program.alternate_value}]
    return found


def test_readers_bring_back_no_more_novels_than_are_on_loan() -> None:
    # 10% of 600 novels are 60 on loan, and 200 came back.
    for own in givens("library-loans"):
        assert own["back"] < own["novels"] * own["pct"] / 100


def test_a_month_has_28_to_31_days() -> None:
    # 22 working days and 12 free ones made a month of 34.
    assert all(28 <= own["work"] + own["free"] <= 31 for own in givens("step-counter"))


def test_nobody_pays_a_cheap_coat_with_a_fortune() -> None:
    # $300 for a coat of $24 is no change that a shop gives without a word.
    for own in givens("coat-discount"):
        assert own["paid"] < 2 * own["price"] * (100 - own["pct"]) / 100


def test_golden_text() -> None:
    (problem,) = make_problems(1, seed=1, templates=select_templates(["bakery-trays"]))
    assert problem.text == (
        "Imani bakes 15 trays of scones, with 19 on each tray. "
        "Imani gives 9 of the scones to Hodan and sells the rest for $2 each. The ingredients cost Imani $35. "
        "How many dollars does Imani earn from the scones after paying for the ingredients?"
    )
    assert problem.alternate_first_premise == "Imani bakes 8 trays of scones, with 19 on each tray."
    # 15 * 19 = 285 scones, 276 of them sold at $2: 552, less 35. With 8 trays: 152, 143, 286, 251.
    assert problem.answer == Fraction(517)
    assert problem.conclusion == "Imani earns 517 dollars from the scones after paying for the ingredients."
    assert problem.wrong_conclusion == "Imani earns 251 dollars from the scones after paying for the ingredients."
    assert problem.solution[1].text == "After the gift to Hodan, Imani has 285 - 9 = 276 scones to sell."
    assert [step.premises for step in problem.solution] == [(0,), (0, 1), (0, 2), (0, 3)]
