"""Invented problems as people cut them, beside the set that they were cut from."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from dunyazad.numbers import parse_number
from dunyazad.problems import Problem
from dunyazad.problems.decomposition.record import SourceProblem
from dunyazad.problems.decomposition.recovery import Solutions


def handcut(first: str, alternate: str, rest: str, conclusion: str, answer: str, wrong: str) -> Problem:
    """A record; `rest` is the premises and, after its last full stop, the question; `{}` is the conclusion's number."""
    premises, _, question = rest.rpartition(". ")
    subject = conclusion.split()[0].removesuffix("'s")
    return Problem(
        id="handmade/0",
        first_premise=first,
        alternate_first_premise=alternate,
        premises=premises + "." if premises else "",
        question=question,
        answer=parse_number(answer),
        conclusion=conclusion.format(answer),
        counterfactual_answer=None,
        wrong_conclusion=conclusion.format(wrong),
        wrong_answer=parse_number(wrong),
        names=() if subject == "The" else (subject,),
        source="handmade",
    )


def original(problem: Problem, solution: str) -> SourceProblem:
    """Its original: the same text, with a solution in words."""
    return SourceProblem(problem.id, problem.text, solution, Fraction(problem.answer))


def solutions(problem: Problem, solution: str) -> Solutions:
    """A set whose first problem is its original."""
    line = {"question": problem.text, "answer": f"{solution}\n#### {problem.answer}"}
    return Solutions({0: msgspec.json.encode(line)})


# 36 soaps are 36 / 12 = 3 slabs at $12, so 36 $ of the 36 * 4 = 144 $; with 18 a slab, 144 - 2 * 12 = 120.
SOAPS = handcut(
    "Out of every slab Ingrid cuts 12 soaps.",
    "Out of every slab Ingrid cuts 18 soaps.",
    "One slab costs $12.00. Ingrid sells each soap for $4.00. Ingrid sells 36 soaps. What is Ingrid's profit?",
    "Ingrid's profit is {} dollars.",
    "108",
    "120",
)
SOAPS_SOLUTION = (
    "One slab gives 12 soaps and she sells 36 soaps, so she needs 36/12 = <<36/12=3>>3 slabs.\n"
    "A slab costs $12.00 and she needs 3 slabs, so she pays 12*3 = $<<12*3=36>>36 for them.\n"
    "She sells each soap for $4.00 and sells 36 soaps, so she gets 4*36 = $<<4*36=144>>144.\n"
    "Her profit is $144 - $36 = $<<144-36=108>>108."
)
# A fifth off: x - x / 5 = 48, so x = 60; with 56, x = 70.
LAMP = handcut(
    "Tove paid $48 for a lamp.",
    "Tove paid $56 for a lamp.",
    "The lamp had a 20% discount. What was the lamp's first price in dollars?",
    "The lamp's first price was {} dollars.",
    "60",
    "70",
)
LAMP_SOLUTION = "Let P be the first price. Then P - P*20% = $48. That is .8P = $48. So P = $60."
# 9 times as many and one share: 5000 / 10 = 500; with 14 times, 5000 / 15 = 333 1/3.
FISH = handcut(
    "The lake has 9 times as many carps as pikes.",
    "The lake has 14 times as many carps as pikes.",
    "The lake has 5000 carps and pikes in all. How many pikes does the lake have?",
    "The lake has {} pikes.",
    "500",
    "450",
)
FISH_SOLUTION = "Let c be the carps and p the pikes: c = 9p. So 9p + p = 5,000, 10p = 5,000 and p = 500."
# 4 * 30 + 6 = 126 = 9 * 14 sold at $14, and 2 of the 11 are left; at $18, 126 / 18 = 7 are sold and 4 left.
KITES = handcut(
    "Arvid has 11 kites and sells some for $14 each.",
    "Arvid has 11 kites and sells some for $18 each.",
    "Arvid buys 4 books for $30 each and has $6 left. How many kites does Arvid still have?",
    "Arvid still has {} kites.",
    "2",
    "3",
)
KITES_SOLUTION = (
    "The books cost 4 x 30 = <<4*30=120>>120.\nHe got 120 + 6 = <<120+6=126>>126.\n"
    "He sold 9 kites because 9 x 14 = <<9*14=126>>126.\nSo he has 11 - 9 = <<11-9=2>>2 left."
)
# Four of each: the solution writes 4 once for both, so that 4 plates for 6 would be told as 6 of each.
DISHES = handcut(
    "Runa buys 4 plates and 4 bowls.",
    "Runa buys 6 plates and 4 bowls.",
    "One plate costs $5 and a bowl costs $7. How many dollars does Runa spend?",
    "Runa spends {} dollars.",
    "48",
    "50",
)
DISHES_SOLUTION = "4 * (5 + 7) = $<<4*(5+7)=48>>48"
