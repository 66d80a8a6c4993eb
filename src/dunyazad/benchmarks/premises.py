"""How well premises agree with annotators': precision, recall, F1 (arXiv 2502.02362, section on premises).

A step's figures are averaged over its chain, chains' over their file, files' over the set. The first step, which can
rest on the question only, is left out as the paper does, or kept. Two F1: the harmonic mean of the means over files,
and the mean of the files' own F1, which is what the paper prints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

import msgspec

from dunyazad.benchmarks.intervals import DRAWS, Interval, clustered_intervals
from dunyazad.benchmarks.means import harmonic, mean
from dunyazad.perl import AnnotatedChain

__all__ = [
    "FirstStep",
    "Links",
    "PremiseFile",
    "PremiseRow",
    "PremiseScores",
    "premise_row",
    "score_premises",
]

FirstStep = Literal["leave-out", "keep"]
Links = Sequence[Sequence[int]]


class PremiseRow(NamedTuple):
    """One chain's figures.

    Attributes:
        question: Its question's name.
        source: Its file.
        precision: Mean over the steps that count.
        recall: Mean over the steps that count.
        steps: How many steps it has.
        scored: How many of them count.
        named: Premises that were named for these.
        possible: The question and all earlier steps of these.
    """

    question: str
    source: str
    precision: float
    recall: float
    steps: int
    scored: int
    named: int
    possible: int


class PremiseFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The figures of one file.

    Attributes:
        name: The file, without its ending.
        precision: Mean over chains.
        recall: Mean over chains.
        f1: Of these two.
        n_chains: Chains that count.
        n_steps: All their steps.
    """

    name: str
    precision: float
    recall: float
    f1: float
    n_chains: int
    n_steps: int


class PremiseScores(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The figures of a method; all from 0 to 1, None over nothing.

    Attributes:
        method: What found the premises.
        first_step: Was the first step of each chain left out, or kept?
        precision: Mean over files.
        recall: Mean over files.
        f1: The harmonic mean of these two.
        f1_per_file_mean: The mean of the files' F1.
        pruned: The share of context that verification under the premises leaves out: of the question and the earlier
            steps of every step that counts, those that were not named.
        n_chains: Chains that count.
        n_steps: All their steps.
        n_scored_steps: Their steps that count.
        n_questions: Their distinct questions.
        n_left_out: Chains that do not count: without annotated premises, or without a step that counts.
        intervals: 95 % intervals by the name of the figure, questions drawn; those that have none are missing.
        files: Each file.
    """

    method: str
    first_step: FirstStep
    precision: float | None
    recall: float | None
    f1: float | None
    f1_per_file_mean: float | None
    pruned: float | None
    n_chains: int
    n_steps: int
    n_scored_steps: int
    n_questions: int
    n_left_out: int
    intervals: dict[str, Interval]
    files: tuple[PremiseFile, ...]


def premise_row(chain: AnnotatedChain, found: Links, *, first_step: FirstStep = "leave-out") -> PremiseRow | None:
    """Compare what was found with what annotators gave; None where nothing of the chain counts.

    A step without annotated premises has a recall of 1, and a precision of 1 if none was named. A step for which none
    was named, and annotators gave some, has 0 for both.

    Args:
        chain: The annotated chain.
        found: Premises by step; repeats count once.
        first_step: Does the first step count?

    Raises:
        ValueError: There are not as many lists as steps.

    Example:
        >>> from dunyazad.perl import AnnotatedStep, PremiseNote
        >>> steps = [AnnotatedStep(number=k, text="", premises=(PremiseNote(k - 1),)) for k in (1, 2, 3)]
        >>> chain = AnnotatedChain(id="a", question="q", steps=tuple(steps))
        >>> row = premise_row(chain, [[0], [0, 1], [0, 1]])
        >>> row.precision, row.recall
        (0.25, 0.5)
    """
    gold = chain.premises
    if gold is None:
        return None
    first = 2 if first_step == "leave-out" else 1
    pairs = [(set(one), set(other)) for one, other in zip(found, gold, strict=True)][first - 1 :]
    if not pairs:
        return None
    precision = mean(_share(len(one & other), len(one), not other) for one, other in pairs)
    recall = mean(_share(len(one & other), len(other), True) for one, other in pairs)
    assert precision is not None and recall is not None  # noqa: PT018 - there are pairs
    return PremiseRow(
        chain.question_id,
        chain.source,
        precision,
        recall,
        len(gold),
        len(pairs),
        sum(len(one) for one, _ in pairs),
        sum(range(first, len(gold) + 1)),
    )


def _share(part: int, whole: int, otherwise: bool) -> float:
    return part / whole if whole else float(otherwise)


def score_premises(
    chains: Iterable[AnnotatedChain],
    find: Callable[[AnnotatedChain], Links],
    *,
    method: str = "",
    first_step: FirstStep = "leave-out",
    draws: int = DRAWS,
) -> PremiseScores:
    """Score a way of finding premises, over all files and each.

    Args:
        chains: Annotated chains; those that have no annotated premises do not count.
        find: Gives the premises of a chain's steps by position.
        method: Its name, for the record.
        first_step: Do first steps count?
        draws: How often questions are drawn for the intervals; 0 gives none.

    Raises:
        ValueError: `find` does not give one list a step.
    """
    rows, left_out = [], 0
    for chain in chains:
        row = None if chain.premises is None else premise_row(chain, find(chain), first_step=first_step)
        if row is None:
            left_out += 1
        else:
            rows.append(row)
    names = ("precision", "recall", "f1", "f1_per_file_mean", "pruned")
    intervals = clustered_intervals(rows, _figures, draws=draws)
    return PremiseScores(
        method=method,
        first_step=first_step,
        **dict(zip(names, _figures(rows), strict=True)),
        n_chains=len(rows),
        n_steps=sum(row.steps for row in rows),
        n_scored_steps=sum(row.scored for row in rows),
        n_questions=len({row.question for row in rows}),
        n_left_out=left_out,
        intervals={name: one for name, one in zip(names, intervals, strict=True) if one is not None},
        files=tuple(_file(name, part) for name, part in _by_source(rows).items()),
    )


def _by_source(rows: Iterable[PremiseRow]) -> dict[str, list[PremiseRow]]:
    sources: dict[str, list[PremiseRow]] = {}
    for row in rows:
        sources.setdefault(row.source, []).append(row)
    return sources


def _figures(rows: Iterable[PremiseRow]) -> tuple[float | None, ...]:
    rows = list(rows)
    files = [_means(part) for part in _by_source(rows).values()]
    precision, recall = (mean(file[column] for file in files) for column in range(2))
    possible = sum(row.possible for row in rows)
    return (
        precision,
        recall,
        harmonic(precision, recall),
        mean(file[2] for file in files),
        1 - sum(row.named for row in rows) / possible if possible else None,
    )


def _means(rows: Sequence[PremiseRow]) -> tuple[float, float, float]:
    precision, recall = mean(row.precision for row in rows), mean(row.recall for row in rows)
    f1 = harmonic(precision, recall)
    assert precision is not None and recall is not None and f1 is not None  # noqa: PT018 - a file has rows
    return precision, recall, f1


def _file(name: str, rows: Sequence[PremiseRow]) -> PremiseFile:
    precision, recall, f1 = _means(rows)
    return PremiseFile(
        name=name,
        precision=precision,
        recall=recall,
        f1=f1,
        n_chains=len(rows),
        n_steps=sum(row.steps for row in rows),
    )
