"""Where a problem's premises may be parted, so that another problem's stand between.

A stretch begins only at a sentence that stands by itself: it names somebody of its own problem before any pronoun. Any
other sentence stays with the one before it. What stands by itself is for the certifier to say (`spans.stands_alone`).
"""

from __future__ import annotations

import re

from dunyazad.chaining.spans import stands_alone
from dunyazad.problems.record import Problem

__all__ = ["leans", "stretches_of"]

_SENTENCE_GAP = re.compile(r"(?<=[.!?])(?<!\bMr\.)(?<!\bMs\.)(?<!\bDr\.)(?<!\bSt\.)(?<!\bMrs\.) (?=[A-Z])")


def stretches_of(problem: Problem) -> tuple[str, ...]:
    """The stretches of a problem's premises; the first may lean on its first premise, see `leans`.

    Example:
        >>> from dunyazad.problems import make_problems
        >>> problem = next(make_problems(1, seed=1))
        >>> " ".join(stretches_of(problem)) == problem.premises
        True
    """
    stretches: list[str] = []
    for sentence in _SENTENCE_GAP.split(problem.premises):
        if stretches and not stands_alone(sentence, problem.names):
            stretches[-1] += f" {sentence}"
        elif sentence:
            stretches.append(sentence)
    return tuple(stretches)


def leans(problem: Problem) -> bool:
    """Must a problem's premises follow its first premise? False where there are none."""
    return bool(problem.premises) and not stands_alone(problem.premises, problem.names)
