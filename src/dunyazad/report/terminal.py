"""The report in a terminal: one table a model, the diagnoses, and where chains first broke."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from dunyazad.report.record import Cell, Count, Group, Rate, ReportData
from dunyazad.report.visible import reveal
from dunyazad.report.words import DIAGNOSES, OUTCOMES, VERDICTS, percent

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

__all__ = ["render_terminal"]


def render_terminal(data: ReportData, console: Console) -> None:
    """Print a report's numbers. Fits 80 columns; uses colour only where the console has it.

    Rates are per cent of answered chains, with 95 % intervals in brackets; a^L is what independent links would score.

    Example:
        >>> from rich.console import Console
        >>> from dunyazad.report import build_report
        >>> render_terminal(build_report([], title="Trial"), Console(width=60, no_color=True))
        Trial: 0 solutions
        Note: There are no solutions.
    """
    summary = data.summary
    _say(console, f"{reveal(summary.title)}: {summary.n:,} solutions", "bold")
    for group in summary.groups:
        console.print()
        _say(console, _heading(group), "bold")
        console.print(_table(group))
        for line in _lines(group):
            _say(console, line)
    if summary.groups:
        console.print()
        _say(console, "Rates are % of answered chains [95 % interval, clustered by seed problem].", "dim")
        _say(console, "a^L: all links, were they independent at the accuracy of length 1.", "dim")
    for note in summary.notes:
        _say(console, f"Note: {note}", "yellow")


def _say(console: Console, text: str, style: str = "") -> None:
    # Model names and titles are not ours: nothing in them is markup, an emoji code or worth highlighting.
    console.print(text, style=style, markup=False, highlight=False, emoji=False)


def _heading(group: Group) -> str:
    mark = " (SIMULATED)" if group.simulated else ""
    source = f", {reveal(group.source)} problems" if group.source else ""
    return f"{reveal(group.model)}{mark}{source}, {group.protocol}, {group.n:,} chains"


def _table(group: Group) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), collapse_padding=True)
    table.add_column("order", no_wrap=True)
    for name in ("L", "n", "answered", "all links", "final", "a^L"):
        table.add_column(name, justify="right", no_wrap=True)
    previous = ""
    for cell in group.cells:
        if previous and cell.order != previous:
            table.add_section()
        table.add_row("" if cell.order == previous else cell.order, *_row(cell))
        previous = cell.order
    return table


def _row(cell: Cell) -> tuple[str, ...]:
    line = cell.all_links_independent or (cell.final_independent if not cell.all_links.n else None)
    return (
        str(cell.length),
        f"{cell.n:,}",
        f"{cell.outcomes[0].count:,}",
        _rate(cell.all_links),
        _rate(cell.final),
        "–" if line is None else percent(line.value),
    )


def _rate(rate: Rate) -> str:
    if rate.interval is None:
        return "–"
    return f"{percent(rate.value)} [{percent(rate.interval.low)}, {percent(rate.interval.high)}]"


def _lines(group: Group) -> Iterable[str]:
    lost = _sum(cell.outcomes for cell in group.cells)
    del lost["answered"]
    if lost.total():
        yield f"Without an answer: {_counts(lost, {key: word.word for key, word in OUTCOMES.items()})}"
    links = _sum(cell.diagnoses for cell in group.cells)
    if links.total():
        yield f"Links: {_counts(links, {key: f'{word.sign} {word.word}' for key, word in DIAGNOSES.items()})}"
    broke = Counter[int]()
    for cell in group.cells:
        broke.update(dict(enumerate(cell.first_failed, start=1)))
    if broke.total():
        yield "First broke at: " + ", ".join(f"link {place} {broke[place]:,}" for place in sorted(+broke))
    if group.verdicts is not None:
        tally = group.verdicts
        words = {key: f"{word.sign} {word.word}" for key, word in VERDICTS.items()} | {"undecided": "– not judged"}
        yield f"Steps of {tally.chains:,} verified: {_counts(_sum([tally.labels]), words)}"
    notes = [cell.final.interval.note for cell in group.cells if cell.final.interval and cell.final.interval.note]
    if notes:
        yield f"Note: the intervals of {len(notes)} of {len(group.cells)} cells need care ({notes[0]})."
    if group.independent_note:
        yield f"Note: {group.independent_note}."


def _sum(columns: Iterable[Sequence[Count]]) -> Counter[str]:
    total = Counter[str]()
    for column in columns:
        total.update({count.name: count.count for count in column})
    return total


def _counts(counts: Counter[str], words: dict[str, str]) -> str:
    return ", ".join(f"{words[name]} {count:,}" for name, count in counts.items() if count)
