"""The other values that a template could have drawn for a problem's changed number.

The template drew both of the problem's values from these, as an unordered pair; whoever draws further ones from them
too, under the same conditions, leaves no trace of which came first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from dunyazad._exceptions import NumberError
from dunyazad.problems.dice import Dice
from dunyazad.problems.plausible import Worlds
from dunyazad.problems.record import Problem
from dunyazad.problems.template import load_templates
from dunyazad.problems.template_record import Constraint, Template

__all__ = ["template_values"]

_PREFIX = "template:"


def template_values(
    problem: Problem, worlds: Worlds, dice: Dice, templates: Sequence[Template] | None = None
) -> Iterator[Fraction]:
    """Give the values in random order, without the problem's two; nothing where its template is not known.

    A template of the right name whose slot could not have given the problem's values is not taken for its template.
    """
    if not problem.source.startswith(_PREFIX):
        return
    name = problem.source.removeprefix(_PREFIX)
    templates = load_templates() if templates is None else templates
    template = next((template for template in templates if template.id == name), None)
    if template is None or template.change != worlds.program.changed:
        return
    numbers = template.slots[template.change].numbers
    if not set(worlds.pair) <= set(numbers):
        return
    for value in dice.shuffled(numbers):
        if value not in worlds.pair and _holds(template, worlds.results(value)):
            yield value


def _holds(template: Template, values: Mapping[str, Fraction] | None) -> bool:
    """Would the template have drawn these numbers, as far as the problem's program knows them?"""
    if values is None or any(value < 0 for value in values.values()):
        return False
    if any(values[name].denominator != 1 for name in template.integers if name in values):
        return False
    answer = values.get(template.steps[-1].result, Fraction(0))
    if answer == 0 or (answer * 100).denominator != 1:
        return False
    return all(_satisfied(constraint, values) for constraint in template.require)


def _satisfied(constraint: Constraint, values: Mapping[str, Fraction]) -> bool:
    try:
        return constraint.holds(values)
    except NumberError:
        return True  # it speaks of numbers that the story tells and the solution does not need
