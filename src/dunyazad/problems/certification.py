"""The certifier: the only judge of a problem, whoever proposed it (a template, a rule, a person, a model).

It trusts no field that it can compute anew. It never changes a record and never proposes one.
"""

from __future__ import annotations

from dunyazad.problems.alternate_checks import check_alternate
from dunyazad.problems.binding_checks import check_bindings, check_constants
from dunyazad.problems.findings import Finding
from dunyazad.problems.program_checks import check_program
from dunyazad.problems.pronoun_checks import check_pronouns
from dunyazad.problems.record import Problem
from dunyazad.problems.story_checks import check_statement, check_story
from dunyazad.problems.text_checks import (
    check_answers,
    check_conclusions,
    check_names,
    check_parts,
    check_premises,
)

__all__ = ["certify", "is_certified"]

_CHECKS = (
    check_parts,
    check_premises,
    check_conclusions,
    check_answers,
    check_program,
    check_constants,
    check_bindings,
    check_alternate,
    check_names,
    check_pronouns,
    check_statement,
    check_story,
)


def certify(problem: Problem) -> tuple[Finding, ...]:
    """Give all that is wrong with a problem, and all that it lacks; nothing where it is sound and complete.

    Errors make a problem unusable in a chain; notes do not ("the counterfactual answer is not known").

    Example:
        >>> from dunyazad.problems import make_problems
        >>> [certify(problem) for problem in make_problems(2, seed=1)]
        [(), ()]
    """
    # Two like numbers of a part make two like findings: one says it.
    return tuple(dict.fromkeys(finding for check in _CHECKS for finding in check(problem)))


def is_certified(problem: Problem) -> bool:
    """Is a problem free of errors?"""
    return all(finding.severity == "note" for finding in certify(problem))
