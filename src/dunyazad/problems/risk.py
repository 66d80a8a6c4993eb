"""How much a problem's parts lean on rules that may misread a story: a level and its reasons, kept as tags.

The tags are `risk:low`, `risk:medium` or `risk:high`, and one `risk-reason:CODE` each. Problems that nobody took apart
(templates, hand-made sets) carry none: their parts were written, not found.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import msgspec

from dunyazad.problems.record import Problem

__all__ = ["LEVELS", "Level", "Risk", "risk_of", "with_risk", "within_risk"]

Level: TypeAlias = Literal["low", "medium", "high"]
# From the least to the greatest.
LEVELS: tuple[Level, ...] = get_args(Level)

_LEVEL, _REASON = "risk:", "risk-reason:"


class Risk(msgspec.Struct, frozen=True):
    """How doubtful a problem's parts are.

    Attributes:
        level: "low", "medium" or "high".
        reasons: Codes, in a fixed order; empty where there is none.
    """

    level: Level
    reasons: tuple[str, ...] = ()


def risk_of(problem: Problem) -> Risk | None:
    """Read a problem's risk from its tags; None where it has none.

    Example:
        >>> from dunyazad.problems import make_problems
        >>> [problem] = make_problems(1, seed=1)
        >>> risk_of(problem) is None
        True
        >>> risk_of(with_risk(problem, Risk("medium", ("small-count",))))
        Risk(level='medium', reasons=('small-count',))
    """
    level = next((level for level in LEVELS if _LEVEL + level in problem.tags), None)
    if level is None:
        return None
    return Risk(level, tuple(tag.removeprefix(_REASON) for tag in problem.tags if tag.startswith(_REASON)))


def with_risk(problem: Problem, risk: Risk) -> Problem:
    """Give the problem with the tags of a risk, in place of those that it has."""
    kept = [tag for tag in problem.tags if not tag.startswith((_LEVEL, _REASON))]
    tags = (*kept, _LEVEL + risk.level, *(_REASON + reason for reason in risk.reasons))
    return msgspec.structs.replace(problem, tags=tags)


def within_risk(problem: Problem, most: Level) -> bool:
    """Is a problem's risk at most so high? One without a risk tag always is: nothing was read by rule."""
    risk = risk_of(problem)
    return risk is None or LEVELS.index(risk.level) <= LEVELS.index(most)
