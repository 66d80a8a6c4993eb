"""How doubtful is a problem that was taken apart and certified? What certification cannot see, but often goes with it.

Strategy. Reading certified problems against their source showed what the false ones had in common; each such sign is a
reason, with a weight. The weights add up: one light sign is low, several make a problem worth reading first. A reason
never rejects; it tells where a person should look, and lets a run leave out what is doubtful.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

import msgspec

from dunyazad.numbers import find_quantities
from dunyazad.problems.decomposition.contexts import preference
from dunyazad.problems.decomposition.forms import base_of
from dunyazad.problems.decomposition.record import TextNumber
from dunyazad.problems.decomposition.sentences import clean, split_sentences
from dunyazad.problems.record import Problem
from dunyazad.problems.risk import Level, Risk
from dunyazad.problems.text_checks import compare

__all__ = ["REASONS", "assess"]

_MEDIUM, _HIGH = 3, 6
_LONG_OPENING = 3  # sentences
_ORDER = re.compile(
    r"\b(?:more|less|fewer|older|younger|taller|shorter|longer|faster|slower|heavier|lighter|cheaper|larger|smaller|"
    r"higher|lower|greater) than\b|\b(?:difference|at least|at most|maximum|minimum|enough|exceed\w*|"
    r"up to|most expensive|cheapest|compared)\b",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"\b(?:he|she|it|they|him|her|his|hers|them|their|theirs|its)\b", re.IGNORECASE)


class _Case(msgspec.Struct, frozen=True):
    problem: Problem
    source: str
    bindings: int


def assess(problem: Problem, source: str = "", *, bindings: int = 1) -> Risk:
    """Tell how doubtful a certified problem is; a pure function of what it is given.

    Args:
        problem: The problem as certified.
        source: The text that it was taken from; without it, what was rewritten is not known and counts for nothing.
        bindings: In how many admissible ways its program can be bound to its text.

    Returns:
        A level and the codes of the reasons, in the order of `REASONS`.
    """
    case = _Case(problem, clean(source), bindings)
    found = [code for code, (_, holds, _) in _SIGNS.items() if holds(case)]
    weight = sum(_SIGNS[code][0] for code in found)
    level: Level = "high" if weight >= _HIGH else "medium" if weight >= _MEDIUM else "low"
    return Risk(level, tuple(found))


def _small_count(case: _Case) -> bool:
    changes = compare(case.problem.first_premise, case.problem.alternate_first_premise).changes
    if not changes:
        return False
    return preference(TextNumber(changes[0][0], 0), (case.problem.first_premise,)) >= 3


def _repeated_value(case: _Case) -> bool:
    program = case.problem.program
    if program is None:
        return False
    value = next(given.value for given in program.givens if given.name == program.changed)
    others = [given.value for given in program.givens if given.name != program.changed]
    return value in (*others, *(operation.value for operation in program.operations))


def _no_program(case: _Case) -> bool:
    return case.problem.program is None


def _several_bindings(case: _Case) -> bool:
    return case.bindings > 1


def _common_knowledge(case: _Case) -> bool:
    return any(given.part == "common" for given in case.problem.program.givens) if case.problem.program else False


def _unused_number(case: _Case) -> bool:
    if case.problem.program is None:
        return False
    used: list[Fraction] = [given.value for given in case.problem.program.givens]
    for quantity in find_quantities(case.problem.text):
        if base_of(quantity) in used:
            used.remove(base_of(quantity))
        elif quantity.value != 1:
            return True
    return False


def _order_words(case: _Case) -> bool:
    return _ORDER.search(case.problem.text) is not None


def _condition_moved(case: _Case) -> bool:
    if not case.source:
        return False
    return len(split_sentences(case.problem.text)) > len(split_sentences(case.source))


def _pronoun_replaced(case: _Case) -> bool:
    return bool(case.source) and len(_PRONOUN.findall(case.problem.text)) < len(_PRONOUN.findall(case.source))


def _quoted_conclusion(case: _Case) -> bool:
    return case.problem.conclusion.startswith("The answer to the ")


def _long_opening(case: _Case) -> bool:
    return len(split_sentences(case.problem.first_premise)) >= _LONG_OPENING


def _no_name(case: _Case) -> bool:
    return not case.problem.names


_SIGNS: dict[str, tuple[int, Callable[[_Case], bool], str]] = {
    "small-count": (2, _small_count, "the changed number is a small count, which a story may spell out"),
    "repeated-value": (2, _repeated_value, "another number of the solution has the value of the changed one"),
    "no-program": (2, _no_program, "no program says what the answer is under the alternate"),
    "several-bindings": (2, _several_bindings, "the program can be bound to the text in several ways, which agree"),
    "common-knowledge": (1, _common_knowledge, "the solution uses a number that the text does not state"),
    "unused-number": (1, _unused_number, "the text states a number that the solution does not use"),
    "order-words": (1, _order_words, "the text compares or bounds, and the change may turn that around"),
    "condition-moved": (1, _condition_moved, "a condition of the question became a premise"),
    "pronoun-replaced": (1, _pronoun_replaced, "a pronoun was put into a name"),
    "quoted-conclusion": (1, _quoted_conclusion, "the conclusion quotes the question"),
    "long-opening": (1, _long_opening, "the first premise has three sentences or more"),
    "no-name": (1, _no_name, "nobody is named, so little anchors the story"),
}
REASONS: dict[str, str] = {code: sentence for code, (_, _, sentence) in _SIGNS.items()}
