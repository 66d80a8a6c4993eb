"""How well a verifier does on certified chains, where every label is exact (see `perl.perturb`).

There is one natively wrong step in a chain, or none. What counts: is that step, and no other, named as wrong in itself?
Are the labels of all steps right? Of what is sound, how much is flagged?
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import msgspec

from dunyazad.benchmarks.errors import is_right
from dunyazad.benchmarks.intervals import DRAWS, Interval, clustered_intervals
from dunyazad.benchmarks.means import mean
from dunyazad.errors import Label, Verdict
from dunyazad.perl import AnnotatedChain

__all__ = ["CertifiedScores", "score_certified"]

_NAMES = (
    "native_named",
    "labels_right",
    "labels_right_strict",
    "slips_found",
    "sound_flagged",
    "sound_blamed",
    "sound_chains_flagged",
)
_NATIVE = ("mathematical_error", "logical_inconsistency", "other")


class CertifiedScores(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The figures of a method; all from 0 to 1, None over nothing.

    Attributes:
        method: What judged.
        premises: What found the premises.
        kind: The kind of chains; "all".
        native_named: Of the chains with a wrong step, those of which that step and no other is called wrong in itself.
        labels_right: Of all steps, those whose label is right, the kinds of native error being one. To claim nothing of
            a step is to call it correct; to suspect it is not.
        labels_right_strict: By the label, and to claim nothing is wrong.
        slips_found: Of the planted slips of arithmetic, those called a mathematical error.
        sound_flagged: Of the correct steps, those called wrong, in themselves or by what they rest on.
        sound_blamed: Of the correct steps, those called wrong in themselves.
        sound_chains_flagged: Of the chains without a wrong step, those with a step called wrong.
        n_chains: Chains.
        n_steps: Their steps.
        n_slips: Planted slips.
        intervals: 95 % intervals by the name of the figure, questions drawn; those that have none are missing.
    """

    method: str
    premises: str
    kind: str
    native_named: float | None
    labels_right: float | None
    labels_right_strict: float | None
    slips_found: float | None
    sound_flagged: float | None
    sound_blamed: float | None
    sound_chains_flagged: float | None
    n_chains: int
    n_steps: int
    n_slips: int
    intervals: dict[str, Interval]


class _Row(NamedTuple):
    question: str
    kind: str
    named: bool | None
    right: int
    strict: int
    steps: int
    slips: int
    found: int
    sound: int
    flagged: int
    blamed: int


def score_certified(
    chains: Iterable[AnnotatedChain],
    find: Callable[[AnnotatedChain], Sequence[Verdict]],
    *,
    method: str = "",
    premises: str = "",
    draws: int = DRAWS,
) -> tuple[CertifiedScores, ...]:
    """Score a way of judging on certified chains: all of them, then those of each source.

    Args:
        chains: Chains whose steps all have one label.
        find: Gives the verdicts of a chain's steps, accumulation included.
        method: What judged, for the record.
        premises: What found the premises, for the record.
        draws: How often questions are drawn for the intervals; 0 gives none.
    """
    rows = [_row(chain, find(chain)) for chain in chains]
    kinds: dict[str, list[_Row]] = {"all": rows}
    for row in rows:
        kinds.setdefault(row.kind, []).append(row)
    return tuple(_scores(kind, part, (method, premises), draws) for kind, part in kinds.items())


def _row(chain: AnnotatedChain, verdicts: Sequence[Verdict]) -> _Row:
    pairs = [(labels or (), verdict) for labels, verdict in zip(chain.labels, verdicts, strict=True)]
    planted = [labels[0] in _NATIVE for labels, _ in pairs]
    slips = [verdict for labels, verdict in pairs if labels == ("mathematical_error",)]
    correct = [verdict for labels, verdict in pairs if labels == ("correct",)]
    return _Row(
        chain.question_id,
        chain.source,
        [verdict.native_error for _, verdict in pairs] == planted if any(planted) else None,
        sum(_right(labels, verdict) for labels, verdict in pairs),
        sum(is_right(labels, verdict, "strict") for labels, verdict in pairs),
        len(pairs),
        len(slips),
        sum(verdict.label == "mathematical_error" for verdict in slips),
        len(correct),
        sum(verdict.wrong for verdict in correct),
        sum(verdict.native_error for verdict in correct),
    )


def _right(labels: Sequence[Label], verdict: Verdict) -> bool:
    if verdict.label is None:
        return tuple(labels) == ("correct",) and verdict.outcome == "no_claim"
    return is_right(labels, verdict, "merged")


def _scores(kind: str, rows: Sequence[_Row], called: tuple[str, str], draws: int) -> CertifiedScores:
    intervals = clustered_intervals(rows, _figures, draws=draws)
    return CertifiedScores(
        method=called[0],
        premises=called[1],
        kind=kind,
        **dict(zip(_NAMES, _figures(rows), strict=True)),
        n_chains=len(rows),
        n_steps=sum(row.steps for row in rows),
        n_slips=sum(row.slips for row in rows),
        intervals={name: one for name, one in zip(_NAMES, intervals, strict=True) if one is not None},
    )


def _figures(rows: Iterable[_Row]) -> tuple[float | None, ...]:
    rows = list(rows)
    steps = sum(row.steps for row in rows)
    return (
        mean(row.named for row in rows if row.named is not None),
        _share(sum(row.right for row in rows), steps),
        _share(sum(row.strict for row in rows), steps),
        _share(sum(row.found for row in rows), sum(row.slips for row in rows)),
        _share(sum(row.flagged for row in rows), sum(row.sound for row in rows)),
        _share(sum(row.blamed for row in rows), sum(row.sound for row in rows)),
        mean(row.flagged > 0 for row in rows if row.named is None),
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
