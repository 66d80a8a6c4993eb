"""How well verdicts agree with annotators' labels (arXiv 2502.02362, section on error identification).

Steps are of three types. *error*: wrong in itself, whatever else; *accumulation*: an accumulation error and nothing
else; *correct*. A chain's accuracy on a type is over its steps of that type; a split's is the mean over the chains that
have the type. `weighted` weighs the types by how many chains have them; `mean` weighs them alike.

Three readings of one set of verdicts:

- `paper`: what the published figures count, as far as it can be told from the released scorer. The kinds of native
  error are one. A judge's trouble (no answer, an answer that cannot be read) counts *for* it, on correct and on wrong
  steps alike: a judge that answers nothing scores 100 % on both. So these figures are for comparison only.
- `merged`: the kinds of native error are one, and what has no label is wrong.
- `strict`: a label counts only if it is *that* label, one of those that annotators gave the step; what has no label is
  wrong. A judge that answers nothing scores 0.

A method without a model that finds nothing to check in a step (`no_claim`) has found no error: in the paper's reading
it has called the step correct; in the others it has said nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

import msgspec

from dunyazad.benchmarks.intervals import DRAWS, Interval, clustered_intervals
from dunyazad.benchmarks.means import mean
from dunyazad.errors import Label, Verdict
from dunyazad.perl import AnnotatedChain

__all__ = [
    "READINGS",
    "ErrorRow",
    "ErrorScores",
    "Reading",
    "SplitScores",
    "StepType",
    "TypeScores",
    "error_row",
    "is_right",
    "score_errors",
    "step_type",
]

StepType = Literal["correct", "error", "accumulation"]
Reading = Literal["paper", "merged", "strict"]
READINGS: tuple[Reading, ...] = ("paper", "merged", "strict")
_TYPES: tuple[StepType, ...] = ("correct", "error", "accumulation")
_FIGURES = (*_TYPES, "weighted", "mean")
# The order in which one label of several is shown in the confusion matrix: what is wrong in itself goes first.
_LABELS: tuple[Label, ...] = (
    "mathematical_error",
    "logical_inconsistency",
    "other",
    "accumulation_error",
    "correct",
)


class ErrorRow(NamedTuple):
    """One chain's figures.

    Attributes:
        question: Its question's name.
        split: Its file.
        accuracy: By reading and type; a type that the chain has not is missing.
        steps: How many steps of each type it has.
        confusion: How often a step of one label got another, or had an outcome instead of one.
    """

    question: str
    split: str
    accuracy: dict[tuple[Reading, StepType], float]
    steps: dict[StepType, int]
    confusion: Counter[tuple[str, str]]


class TypeScores(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Accuracies from 0 to 1 in one reading; None where no chain has the type.

    Attributes:
        correct: On correct steps.
        error: On steps that are wrong in themselves.
        accumulation: On steps that are accumulation errors alone.
        weighted: The three, each weighted by the number of chains that have the type.
        mean: The three, weighted alike.
        intervals: 95 % intervals by the name of the figure, questions drawn; those that have none are missing.
    """

    correct: float | None
    error: float | None
    accumulation: float | None
    weighted: float | None
    mean: float | None
    intervals: dict[str, Interval]


class SplitScores(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The figures of one file, or of all.

    Attributes:
        name: The file, without its ending; "all".
        n_chains: Chains with an annotated step.
        n_steps: Annotated steps.
        chains_with: How many chains have a step of each type.
        steps_of: How many steps are of each type.
        paper: In the paper's reading.
        merged: With the kinds of native error as one.
        strict: By the label.
        confusion: Rows by the annotated label (what is wrong in itself first), columns by the label or the outcome.
    """

    name: str
    n_chains: int
    n_steps: int
    chains_with: dict[StepType, int]
    steps_of: dict[StepType, int]
    paper: TypeScores
    merged: TypeScores
    strict: TypeScores
    confusion: dict[str, dict[str, int]]


class ErrorScores(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The figures of a method.

    Attributes:
        method: What judged.
        premises: What found the premises.
        total: Over all chains.
        splits: Each file.
        n_left_out: Chains without annotated steps.
    """

    method: str
    premises: str
    total: SplitScores
    splits: tuple[SplitScores, ...]
    n_left_out: int


def step_type(labels: Sequence[Label]) -> StepType:
    """Which of the three types a step is.

    Example:
        >>> step_type(("accumulation_error",)), step_type(("accumulation_error", "other"))
        ('accumulation', 'error')
    """
    if set(labels) == {"correct"}:
        return "correct"
    return "accumulation" if set(labels) == {"accumulation_error"} else "error"


def is_right(labels: Sequence[Label], verdict: Verdict, reading: Reading) -> bool:
    """Does a verdict agree with the annotated labels, in a reading?

    Example:
        >>> silent = Verdict(step=1, label=None, outcome="unparsed")
        >>> [is_right(("other",), silent, reading) for reading in READINGS]
        [True, False, False]
    """
    kind = step_type(labels)
    label = verdict.label
    if label is None:
        if reading != "paper" or kind == "accumulation":
            return False
        return kind == "correct" or verdict.outcome not in ("no_claim", "suspect")
    if reading == "strict" and kind == "error":
        return verdict.native_error and label in labels
    return step_type((label,)) == kind


def error_row(chain: AnnotatedChain, verdicts: Sequence[Verdict]) -> ErrorRow | None:
    """Compare verdicts with annotators' labels; None where no step was annotated.

    Raises:
        ValueError: There are not as many verdicts as steps.
    """
    right: Counter[tuple[Reading, StepType]] = Counter()
    steps: Counter[StepType] = Counter()
    confusion: Counter[tuple[str, str]] = Counter()
    for labels, verdict in zip(chain.labels, verdicts, strict=True):
        if labels is None:
            continue
        kind = step_type(labels)
        steps[kind] += 1
        confusion[next(label for label in _LABELS if label in labels), verdict.label or verdict.outcome] += 1
        for reading in READINGS:
            right[reading, kind] += is_right(labels, verdict, reading)
    if not steps:
        return None
    accuracy = {(reading, kind): right[reading, kind] / n for kind, n in steps.items() for reading in READINGS}
    return ErrorRow(chain.question_id, chain.source, accuracy, dict(steps), confusion)


def score_errors(
    chains: Iterable[AnnotatedChain],
    find: Callable[[AnnotatedChain], Sequence[Verdict]],
    *,
    method: str = "",
    premises: str = "",
    draws: int = DRAWS,
) -> ErrorScores:
    """Score a way of judging steps, over all files and each.

    Args:
        chains: Annotated chains; steps whose errors were not annotated do not count.
        find: Gives the verdicts of a chain's steps, accumulation included.
        method: What judged, for the record.
        premises: What found the premises, for the record.
        draws: How often questions are drawn for the intervals; 0 gives none.

    Raises:
        ValueError: `find` does not give one verdict a step.
    """
    rows, left_out = [], 0
    for chain in chains:
        row = error_row(chain, find(chain)) if any(chain.labels) else None
        if row is None:
            left_out += 1
        else:
            rows.append(row)
    splits: dict[str, list[ErrorRow]] = {}
    for row in rows:
        splits.setdefault(row.split, []).append(row)
    return ErrorScores(
        method=method,
        premises=premises,
        total=_split("all", rows, draws),
        splits=tuple(_split(name, part, draws) for name, part in splits.items()),
        n_left_out=left_out,
    )


def _split(name: str, rows: Sequence[ErrorRow], draws: int) -> SplitScores:
    figures, width = _figures(rows), len(_FIGURES)
    intervals = clustered_intervals(rows, _figures, draws=draws)
    readings = {
        reading: _scores(figures[at : at + width], intervals[at : at + width])
        for reading, at in zip(READINGS, range(0, len(figures), width), strict=True)
    }
    return SplitScores(
        name=name,
        n_chains=len(rows),
        n_steps=sum(sum(row.steps.values()) for row in rows),
        chains_with={kind: sum(kind in row.steps for row in rows) for kind in _TYPES},
        steps_of={kind: sum(row.steps.get(kind, 0) for row in rows) for kind in _TYPES},
        paper=readings["paper"],
        merged=readings["merged"],
        strict=readings["strict"],
        confusion=_confusion(rows),
    )


def _scores(figures: Sequence[float | None], intervals: Sequence[Interval | None]) -> TypeScores:
    named = dict(zip(_FIGURES, figures, strict=True))
    known = {name: one for name, one in zip(_FIGURES, intervals, strict=True) if one is not None}
    return TypeScores(**named, intervals=known)


def _figures(rows: Iterable[ErrorRow]) -> tuple[float | None, ...]:
    rows = list(rows)
    figures: list[float | None] = []
    for reading in READINGS:
        values = [[row.accuracy[reading, kind] for row in rows if kind in row.steps] for kind in _TYPES]
        means = [mean(part) for part in values]
        known = [value for value in means if value is not None]
        figures += [*means, mean(value for part in values for value in part), mean(known)]
    return tuple(figures)


def _confusion(rows: Sequence[ErrorRow]) -> dict[str, dict[str, int]]:
    total: Counter[tuple[str, str]] = Counter()
    for row in rows:
        total.update(row.confusion)
    table: dict[str, dict[str, int]] = {}
    for gold, given in sorted(total):
        table.setdefault(gold, {})[given] = total[gold, given]
    return table
