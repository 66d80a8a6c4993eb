"""How the benchmarks' figures are told in the terminal: per cent, with intervals, published ones marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dunyazad.benchmarks.intervals import Interval, percent
from dunyazad.cli.tables import table

if TYPE_CHECKING:
    from rich.console import Console

    from dunyazad.benchmarks import (
        CertifiedScores,
        ErrorScores,
        PremiseComparison,
        PremiseScores,
        ProcessScores,
        SplitScores,
        TypeScores,
    )
    from dunyazad.benchmarks.published import Published

__all__ = ["print_certified", "print_errors", "print_premises", "print_process", "with_interval"]

_MARK = "* published, not measured here: {}. `by file` is the mean of the files' own F1."
_TYPES = ("correct", "error", "accumulation", "weighted", "mean")


def with_interval(value: float | None, interval: Interval | None) -> str:
    """A rate with its interval in brackets."""
    if value is None or interval is None:
        return percent(value)
    return f"{percent(value)} [{percent(interval.low)}, {percent(interval.high)}]"


def print_premises(found: Sequence[PremiseComparison], console: Console) -> None:
    """A table a set: the method and its files, the baselines, the published figures."""
    head = ("", "precision", "recall", "F1", "by file", "pruned")
    for part in found:
        rows = [_premises(part.scores, part.scores.method)]
        rows += [
            (one.name, percent(one.precision), percent(one.recall), percent(one.f1), "", "")
            for one in part.scores.files
        ]
        rows += [_premises(one, one.method) for one in part.baselines]
        rows += [
            (
                f"* {row.model}",
                percent(row.figures["precision"]),
                percent(row.figures["recall"]),
                "",
                percent(row.figures["f1_per_file_mean"]),
                "",
            )
            for row in part.published
        ]
        scores = part.scores
        console.print(
            f"{part.set}: {scores.n_chains} chains, {scores.n_steps} steps, {scores.n_scored_steps} of them count"
        )
        if scores.n_left_out:
            console.print(f"{scores.n_left_out} chains left out: no annotated premises, or no step that counts")
        console.print(table(head, rows))
        if part.published:
            console.print(_MARK.format(part.published[0].source))
        console.print()


def _premises(scores: PremiseScores, name: str) -> tuple[str, ...]:
    f1 = with_interval(scores.f1, scores.intervals.get("f1"))
    figures = (scores.precision, scores.recall)
    return (name, *map(percent, figures), f1, percent(scores.f1_per_file_mean), percent(scores.pruned))


def print_errors(found: ErrorScores, beside: Sequence[Published], console: Console) -> None:
    """Accuracies by reading and file, a confusion matrix, and the published columns."""
    parts = [*found.splits, *([found.total] if len(found.splits) != 1 else [])]
    console.print(f"errors: {found.method}; premises: {found.premises}")
    for reading in ("paper", "merged", "strict"):
        rows = [_errors(part, getattr(part, reading)) for part in parts]
        console.print()
        console.print(table((f"{reading} reading", *_TYPES[:3], "weighted", "mean"), rows))
    console.print()
    given = sorted({name for row in found.total.confusion.values() for name in row})
    cells = [[name, *(str(row.get(column, 0)) for column in given)] for name, row in found.total.confusion.items()]
    console.print(table(("annotated \\ given", *(name.replace("_", " ") for name in given)), cells))
    if beside:
        names = ("negatives", "synthetic_negatives", "positives", "average")
        rows = [
            (f"* {row.set}, {row.model}, {row.method}", *(percent(row.figures[name]) for name in names))
            for row in beside
        ]
        console.print()
        console.print(table(("", *(name.replace("_", " ") for name in names)), rows))
        console.print(f"* published, not measured here: {beside[0].source}. How its average is made is not known.")


def _errors(part: SplitScores, scores: TypeScores) -> tuple[str, ...]:
    cells = [percent(getattr(scores, name)) for name in _TYPES]
    cells[3] = with_interval(scores.weighted, scores.intervals.get("weighted"))
    return (part.name, *cells)


def print_process(found: ProcessScores, beside: Sequence[Published], console: Console) -> None:
    """The rates of a method, how it fails, and the published rates."""
    names = ("erroneous", "correct", "f1")
    ours = [with_interval(getattr(found, name), found.intervals.get(name)) for name in names]
    rows = [[found.method, *ours]]
    rows += [[f"* {row.model}, {row.method}", *(percent(row.figures[name]) for name in names)] for row in beside]
    console.print(
        f"{found.n_erroneous} erroneous and {found.n_correct} correct solutions of {found.n_questions} questions"
    )
    console.print(table(("", "erroneous", "correct", "F1"), rows))
    console.print(
        f"erroneous: {found.too_early} named too early, {found.too_late} too late, {found.missed} not at all; "
        f"correct: {found.false_alarms} false alarms; {found.unanswered} unanswered"
    )
    if beside:
        console.print(f"* published, not measured here: {beside[0].source}")


def print_certified(found: Sequence[CertifiedScores], console: Console) -> None:
    """The figures on certified chains, all together and by kind."""
    console.print(f"errors: {found[0].method}; premises: {found[0].premises}")
    rows = [
        (
            one.kind.removeprefix("certified-"),
            str(one.n_chains),
            with_interval(one.native_named, one.intervals.get("native_named")),
            *map(percent, (one.labels_right, one.labels_right_strict, one.slips_found)),
            *map(percent, (one.sound_flagged, one.sound_blamed)),
        )
        for one in found
    ]
    head = ("", "chains", "wrong step named", "labels right", "labels strictly", "slips found")
    console.print(table((*head, "sound flagged", "sound blamed"), rows))
