"""Problems and templates of the tests' own, small enough to work out by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from dunyazad.problems import Given, GoldStep, Operation, Problem, Program

# 6 hives give 4 jars each, 24 jars; 5 are kept, 19 sold at $3: 57. With 8 hives: 32, 27, 81.
HONEY = Problem(
    id="sample/honey",
    first_premise="Ottilie keeps 6 hives in Brackenmoor.",
    alternate_first_premise="Ottilie keeps 8 hives in Brackenmoor.",
    premises="Each hive gives 4 jars of honey. Ottilie keeps 5 jars and sells the rest for $3 each.",
    question="How many dollars does Ottilie earn with her honey?",
    answer=Fraction(57),
    conclusion="Ottilie earns 57 dollars with her honey.",
    counterfactual_answer=Fraction(81),
    wrong_conclusion="Ottilie earns 81 dollars with her honey.",
    wrong_answer=Fraction(81),
    names=("Ottilie", "Brackenmoor"),
    program=Program(
        givens=(
            Given("hives", Fraction(6), "first_premise"),
            Given("each", Fraction(4), "premises"),
            Given("kept", Fraction(5), "premises"),
            Given("price", Fraction(3), "premises"),
        ),
        operations=(
            Operation("jars", "hives * each", Fraction(24)),
            Operation("sold", "jars - kept", Fraction(19)),
            Operation("earned", "sold * price", Fraction(57)),
        ),
        changed="hives",
        alternate_value=Fraction(8),
    ),
    solution=(
        GoldStep("The hives give 6 * 4 = 24 jars.", (0,), Fraction(24)),
        GoldStep("Ottilie sells 24 - 5 = 19 jars.", (0, 1), Fraction(19)),
        GoldStep("Ottilie earns 19 * 3 = 57 dollars.", (0, 2), Fraction(57)),
    ),
    source="sample",
)

HONEY_TEMPLATE = """
[[template]]
id = "honey"
tags = ["animals"]
first_premise = "{name} keeps {hives} hives in {town}."
premises = "Each hive gives {each:word} jars of honey. {name} keeps {kept} jars and sells the rest for ${price} each."
question = "How many dollars does {name} earn with the honey?"
conclusion = "{name} earns {ANS} dollars with the honey."
change = "hives"
slots.name = "person"
slots.town = "place"
slots.hives = { range = [4, 20] }
slots.each = { range = [3, 9] }
slots.kept = { range = [2, 12] }
slots.price = { values = [2, 2.5, 3] }
require = ["kept < jars"]
integers = ["jars"]

[[template.steps]]
result = "jars"
expression = "hives * each"
text = "The hives give {hives} * {each} = {jars} jars."

[[template.steps]]
result = "sold"
expression = "jars - kept"
text = "{name} sells {jars} - {kept} = {sold} jars."

[[template.steps]]
result = "earned"
expression = "sold * price"
text = "{name} earns {sold} * ${price} = ${earned}."
"""


def altered(**fields: Any) -> Problem:
    """Give the honey problem with some fields replaced."""
    return msgspec.structs.replace(HONEY, **fields)


def with_program(**fields: Any) -> Problem:
    """Give the honey problem with some fields of its program replaced."""
    assert HONEY.program is not None
    return altered(program=msgspec.structs.replace(HONEY.program, **fields))
