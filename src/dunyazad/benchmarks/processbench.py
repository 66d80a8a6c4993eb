"""Finding the first wrong step (ProcessBench; arXiv 2502.02362, section on ProcessBench).

A solution with a wrong step counts if that step is named as the first; a solution without one if none is named. F1 is
the harmonic mean of the two rates. A judge's trouble is no answer: a solution with a step that was not judged, and no
wrong step named before it, is unanswered, and counts as not found, whatever its label.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, NamedTuple

import msgspec

from dunyazad.benchmarks.intervals import DRAWS, Interval, clustered_intervals
from dunyazad.benchmarks.means import harmonic, mean
from dunyazad.errors import Verification
from dunyazad.perl import ProcessChain

__all__ = ["UNANSWERED", "ProcessRow", "ProcessScores", "named_first", "score_process"]

UNANSWERED: Final = "unanswered"
Named = int | None | Literal["unanswered"]


class ProcessRow(NamedTuple):
    """One solution: its question's name, its file, the first wrong step, and the one that was named."""

    question: str
    source: str
    gold: int | None
    found: Named


class ProcessScores(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The figures of a method; all from 0 to 1, None over nothing.

    Attributes:
        method: What judged.
        erroneous: Of the solutions with a wrong step, those whose first one was named.
        correct: Of the others, those in which none was named.
        f1: The harmonic mean of the two; 0 where both are 0.
        n_erroneous: Solutions with a wrong step.
        n_correct: Solutions without.
        n_questions: Distinct questions.
        too_early: Wrong solutions of which an earlier step was named.
        too_late: Wrong solutions of which a later step was named.
        missed: Wrong solutions in which none was named.
        false_alarms: Right solutions of which a step was named.
        unanswered: Solutions that the judge did not judge.
        intervals: 95 % intervals by the name of the figure, questions drawn; those that have none are missing.
    """

    method: str
    erroneous: float | None
    correct: float | None
    f1: float | None
    n_erroneous: int
    n_correct: int
    n_questions: int
    too_early: int
    too_late: int
    missed: int
    false_alarms: int
    unanswered: int
    intervals: dict[str, Interval]


def named_first(verification: Verification) -> Named:
    """The first step that a verification calls wrong; None for none; "unanswered" if one before it was not judged.

    A step about which a method without a model claims nothing, or which is suspect, is not called wrong.

    Example:
        >>> from dunyazad.errors import verify
        >>> from dunyazad.reasoning import ReasoningChain, Step
        >>> named_first(verify(ReasoningChain(id="c", question="q", steps=(Step("1 + 1 = 2"), Step("2 + 2 = 5")))))
        2
    """
    for verdict in verification.verdicts:
        if verdict.wrong:
            return verdict.step
        if verdict.label is None and verdict.outcome not in ("no_claim", "suspect"):
            return UNANSWERED
    return None


def score_process(
    chains: Iterable[ProcessChain], find: Callable[[ProcessChain], Named], *, method: str = "", draws: int = DRAWS
) -> ProcessScores:
    """Score a way of finding the first wrong step.

    Args:
        chains: The solutions.
        find: Gives the first wrong step of one, counted from 1; None for none; "unanswered".
        method: Its name, for the record.
        draws: How often questions are drawn for the intervals; 0 gives none.

    Example:
        >>> chains = [ProcessChain(id=str(k), problem="q", steps=("a", "b"), label=k - 1) for k in (0, 1, 2)]
        >>> scores = score_process(chains, lambda chain: 1)
        >>> scores.erroneous, scores.correct, scores.f1, scores.too_early
        (0.5, 0.0, 0.0, 1)
    """
    rows = [ProcessRow(chain.question_id, chain.source, chain.first_error, find(chain)) for chain in chains]
    erroneous, correct, f1 = _figures(rows)
    names = ("erroneous", "correct", "f1")
    wrong = [(row.gold, row.found) for row in rows if row.gold is not None]
    placed = [(gold, found) for gold, found in wrong if isinstance(found, int)]
    intervals = clustered_intervals(rows, _figures, draws=draws)
    return ProcessScores(
        method=method,
        erroneous=erroneous,
        correct=correct,
        f1=f1,
        n_erroneous=len(wrong),
        n_correct=len(rows) - len(wrong),
        n_questions=len({row.question for row in rows}),
        too_early=sum(found < gold for gold, found in placed),
        too_late=sum(found > gold for gold, found in placed),
        missed=sum(found is None for _, found in wrong),
        false_alarms=sum(row.gold is None and isinstance(row.found, int) for row in rows),
        unanswered=sum(row.found == UNANSWERED for row in rows),
        intervals={name: one for name, one in zip(names, intervals, strict=True) if one is not None},
    )


def _figures(rows: Iterable[ProcessRow]) -> Sequence[float | None]:
    rows = list(rows)
    erroneous = mean(row.found == row.gold for row in rows if row.gold is not None)
    correct = mean(row.found is None for row in rows if row.gold is None)
    return erroneous, correct, harmonic(erroneous, correct)
