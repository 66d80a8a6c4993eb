"""One table of every method without a model, on every file: markdown, for the docs.

Files are told by what they hold: annotated chains, solutions with a first wrong step, or questions with gold solutions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from dunyazad.benchmarks.certified import CertifiedScores, score_certified
from dunyazad.benchmarks.comparison import BASELINES
from dunyazad.benchmarks.errors import score_errors
from dunyazad.benchmarks.intervals import Interval, percent
from dunyazad.benchmarks.premises import PremiseScores, score_premises
from dunyazad.benchmarks.processbench import named_first, score_process
from dunyazad.benchmarks.running import premises_by, verifier
from dunyazad.perl import AnnotatedChain, ProcessChain

__all__ = ["JUDGES_WITHOUT_MODEL", "METHODS_WITHOUT_MODEL", "table_lines"]

METHODS_WITHOUT_MODEL = ("provenance", "previous", *BASELINES)
JUDGES_WITHOUT_MODEL = ("arithmetic", "reference")


def table_lines(
    annotated: Sequence[AnnotatedChain],
    process: Sequence[ProcessChain] = (),
    certified: Sequence[AnnotatedChain] = (),
    gold: Mapping[str, str] | None = None,
) -> Iterator[str]:
    """Give the lines of the tables: premises, step labels, first wrong steps, certified chains; what there is.

    Args:
        annotated: Chains with annotators' premises and labels.
        process: Solutions of which the first wrong step is known.
        certified: Chains whose labels are exact.
        gold: Gold solutions by `question_id`, for `reference`.
    """
    if annotated:
        yield from _premises(annotated)
        yield from _errors(annotated, gold)
    if process:
        yield from _process(process, gold)
    if certified:
        yield from _certified(certified)


def _premises(chains: Sequence[AnnotatedChain]) -> Iterator[str]:
    yield from ("### Premises", "")
    yield from _head("set", "method", "precision", "recall", "F1", "F1, mean of files", "context pruned")
    for name, part in _parts(chains, "set"):
        for method in METHODS_WITHOUT_MODEL:
            scores = score_premises(part, premises_by(method), method=method)
            yield _row(
                name,
                f"`{method}`",
                *(_shown(getattr(scores, figure), scores.intervals.get(figure)) for figure in _FIGURES),
            )
            yield from (
                _row(file.name, f"`{method}`", *map(percent, (file.precision, file.recall, file.f1)), "", "")
                for file in scores.files
            )
    yield ""


_FIGURES = ("precision", "recall", "f1", "f1_per_file_mean", "pruned")


def _errors(chains: Sequence[AnnotatedChain], gold: Mapping[str, str] | None) -> Iterator[str]:
    for reading, said in (("paper", "the paper's reading"), ("strict", "the strict reading")):
        yield from (f"### Step labels, {said}", "")
        yield from _head("file", "premises", "judge", "correct", "error", "accumulation", "weighted")
        for premises, judge in (("provenance", "arithmetic"), ("provenance", "reference"), ("oracle", "reference")):
            find = verifier(premises, judge, gold)
            scores = score_errors(chains, lambda chain, find=find: find(chain).verdicts)  # type: ignore[misc]
            for part in (*scores.splits, scores.total):
                types = getattr(part, reading)
                figures = (_shown(getattr(types, f), types.intervals.get(f)) for f in _TYPES)
                yield _row(part.name, f"`{premises}`", f"`{judge}`", *figures)
        yield ""


_TYPES = ("correct", "error", "accumulation", "weighted")


def _process(chains: Sequence[ProcessChain], gold: Mapping[str, str] | None) -> Iterator[str]:
    yield from ("### First wrong step", "")
    yield from _head("file", "premises", "judge", "erroneous", "correct", "F1")
    for name, part in _parts(chains, "source"):
        for judge in JUDGES_WITHOUT_MODEL:
            find = verifier("provenance", judge, gold)
            scores = score_process(part, lambda chain, find=find: named_first(find(chain)))  # type: ignore[misc]
            figures = (_shown(getattr(scores, f), scores.intervals.get(f)) for f in ("erroneous", "correct", "f1"))
            yield _row(name, "`provenance`", f"`{judge}`", *figures)
    yield ""


def _certified(chains: Sequence[AnnotatedChain]) -> Iterator[str]:
    yield from ("### Certified chains", "")
    yield from _head(
        "chains",
        "judge",
        "wrong step named",
        "labels right",
        "strictly",
        "slips found",
        "sound flagged",
        "sound blamed",
    )
    for judge in JUDGES_WITHOUT_MODEL:
        find = verifier("provenance", judge)
        for one in score_certified(chains, lambda chain, find=find: find(chain).verdicts):  # type: ignore[misc]
            yield _row(f"{one.kind} ({one.n_chains})", f"`{judge}`", *_certified_cells(one))
    yield from ("", "Premises of the same chains:", "")
    yield from _head("set", "method", "precision", "recall", "F1")
    whole = [msgspec.structs.replace(chain, source="certified") for chain in chains]
    for method in METHODS_WITHOUT_MODEL:
        yield _row("certified", f"`{method}`", *_premise_cells(score_premises(whole, premises_by(method))))
    yield ""


def _certified_cells(one: CertifiedScores) -> list[str]:
    names = ("native_named", "labels_right", "labels_right_strict", "slips_found", "sound_flagged", "sound_blamed")
    return [_shown(getattr(one, name), one.intervals.get(name)) for name in names]


def _premise_cells(scores: PremiseScores) -> list[str]:
    return [_shown(getattr(scores, name), scores.intervals.get(name)) for name in _FIGURES[:3]]


def _parts(chains: Sequence[object], name: str) -> list[tuple[str, list]]:  # type: ignore[type-arg]
    parts: dict[str, list[object]] = {}
    for chain in chains:
        parts.setdefault(getattr(chain, name), []).append(chain)
    return list(parts.items())


def _head(*names: str) -> tuple[str, str]:
    return _row(*names), _row(*("---" for _ in names))


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _shown(value: float | None, interval: Interval | None) -> str:
    if value is None or interval is None:
        return percent(value)
    return f"{percent(value)} ({percent(interval.low)}–{percent(interval.high)})"
