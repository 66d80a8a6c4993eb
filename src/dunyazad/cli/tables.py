"""Tables of the commands on annotated chains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from dunyazad.perl import PerlStats, SetStats

__all__ = ["print_stats", "table"]

_SHORT = {
    "Correct": "correct",
    "Accumulation_Error": "accum.",
    "Logical_Inconsistency": "logical",
    "Mathematical_Error": "math.",
    "Other": "other",
}
_FINDINGS = {
    "correct_on_wrong": "correct steps rest on a wrong one",
    "accumulation_without_wrong": "steps are accumulation errors alone, and rest on no wrong step",
    "native_and_accumulation": "steps are both wrong in themselves and accumulation errors",
    "repeated_premises": "steps list a premise more than once",
    "stray_premises": "listed premises are the step itself, a later one, or none",
    "without_premises": "steps have no premise",
    "skipping_numbers": "chains have step numbers that skip",
    "other_error_numbers": "chains number their errors otherwise than their premises",
    "contradicted": "steps are said to have an error and list none, or the other way round",
    "answer_and_split": "chains have another verdict on their answer than their split",
}


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """A plain table: the first column to the left, the others to the right; what is not a heading stays on its line."""
    from rich.table import Table

    made = Table(box=None, pad_edge=False)
    for place, name in enumerate(head):
        # A heading may take several lines, a figure with its interval may not.
        made.add_column(name.replace(" ", "\n") if place else name, justify="right" if place else "left", no_wrap=True)
    for row in rows:
        made.add_row(*row)
    return made


def print_stats(stats: PerlStats, console: Console) -> None:
    """One row a file, and one for all where there are several; then what contradicts itself."""
    rows = [*stats.files, *([stats.total] if len(stats.files) != 1 else [])]
    labels = list(stats.total.labels)
    head = ["", "chains", "steps", *(_SHORT.get(label, label) for label in labels)]
    counts = [
        [row.name, str(row.n_chains), str(row.n_steps), *(str(row.labels.get(label, 0)) for label in labels)]
        for row in rows
    ]
    console.print(table(head, counts))
    console.print()
    names = ("steps", "premises", "edges", "depth", "max_width", "branching_factor")
    head = ["means a chain", *(name.replace("_", " ") for name in names)]
    console.print(table(head, [[row.name, *_shape(row, names)] for row in rows]))
    console.print()
    if stats.total.chain_labels:
        told = ", ".join(
            f"{count} {name.replace('_', ' ').lower()}" for name, count in stats.total.chain_labels.items()
        )
        console.print(f"chains as a whole: {told}")
    for line in _findings(stats.total):
        console.print(line)


def _shape(stats: SetStats, names: Sequence[str]) -> list[str]:
    return ["" if stats.shape is None else f"{getattr(stats.shape, name):.2f}" for name in names]


def _findings(stats: SetStats) -> Iterator[str]:
    for name, words in _FINDINGS.items():
        count = getattr(stats.consistency, name)
        if count:
            yield f"{count} {words}"
