"""Exact quantities in text: find, parse, compare and evaluate them. No `eval`, no floats."""

from dunyazad.numbers.equation import Equation
from dunyazad.numbers.equations import find_equations
from dunyazad.numbers.equivalence import answers_equal
from dunyazad.numbers.expression import Expression, Name, evaluate, names_in, parse_expression
from dunyazad.numbers.literal import render_number
from dunyazad.numbers.quantities import Quantity, find_quantities, parse_number
from dunyazad.numbers.words import number_word

__all__ = [
    "Equation",
    "Expression",
    "Name",
    "Quantity",
    "answers_equal",
    "evaluate",
    "find_equations",
    "find_quantities",
    "names_in",
    "number_word",
    "parse_expression",
    "parse_number",
    "render_number",
]
