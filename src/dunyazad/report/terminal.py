"""The report in a terminal: one table a model, the diagnoses, and where chains first broke."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from dunyazad.report.record import Cell, Count, Group, Rate, ReportData
from dunyazad.report.visible import reveal_line
from dunyazad.report.words import DIAGNOSES, OUTCOMES, VERDICTS, counted, percent

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

__all__ = ["render_terminal"]

_WIDEST_ORDER = 14


def render_terminal(data: ReportData, console: Console) -> None:
    """Print a report's numbers. Fits 80 columns; uses colour only where the console has it.

    Rates are per cent of answered chains, with 95 % intervals in brackets; what is correct of all, and of responses
    beside a^L, follows for the main score.

    Example:
        >>> from rich.console import Console
        >>> from dunyazad.report import build_report
        >>> render_terminal(build_report([], title="Trial"), Console(width=60, no_color=True))
        Trial: 0 solutions
        Note: There are no solutions.
    """
    summary = data.summary
    _say(console, f"{reveal_line(summary.title)}: {counted(summary.n, 'solution')}", "bold")
    for group in summary.groups:
        console.print()
        _say_pieces(console, _heading(group), "bold")
        console.print("", _fitting_table(group, console), "", sep="\n")
        for line in _lines(group):
            _say_pieces(console, line)
    if summary.groups:
        console.print()
        _say(console, "Rates are % of answered chains [95 % interval, clustered by seed problem].", "dim")
        _say(console, "of all: so many of n have all links right (final, if links were not asked for).", "dim")
        _say(console, "resp.: the same in % of responses (all but failed).", "dim")
        _say(console, "a^L: resp., were links independent; a is resp. at length 1 (all orders).", "dim")
    for note in summary.notes:
        _say_pieces(console, f"Note: {note}".split(), "yellow")


def _say(console: Console, text: str, style: str = "") -> None:
    # Model names and titles are not ours: nothing in them is markup, an emoji code or worth highlighting.
    console.print(text, style=style, markup=False, highlight=False, emoji=False)


def _say_pieces(console: Console, pieces: Sequence[str], style: str = "") -> None:
    """Print pieces with a blank between, and break lines between pieces only; later lines are set in by two."""
    from rich.cells import cell_len

    lines: list[str] = []
    for piece in pieces:
        if lines and cell_len(lines[-1]) + 1 + cell_len(piece) <= console.width:
            lines[-1] += f" {piece}"
        else:
            lines.append(f"  {piece}" if lines else piece)
    for line in lines:
        _say(console, line, style)


def _heading(group: Group) -> list[str]:
    mark = " (SIMULATED)" if group.simulated else ""
    source = [f"{reveal_line(group.source)} problems,"] if group.source else []
    return [f"{reveal_line(group.model)}{mark},", *source, f"{group.protocol},", counted(group.n, "chain")]


def _fitting_table(group: Group, console: Console) -> Table:
    """Large counts and long rates need the room between the columns."""
    wide = _table(group, gap=1)
    needed = console.measure(wide, options=console.options.update(width=10 * console.width)).maximum
    return wide if needed <= console.width else _table(group, gap=0)


def _table(group: Group, *, gap: int) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, gap, 0, 0), collapse_padding=True)
    # Manners of telling can be long ("dag, shuffled, interleaved, mixed gates"); the numbers must stay whole.
    table.add_column("order", no_wrap=False, max_width=_WIDEST_ORDER)
    for name in ("L", "n", "answered", "all links", "final", "of all", "resp.", "a^L"):
        table.add_column(name, justify="right", no_wrap=True)
    previous = ""
    for cell in group.cells:
        if previous and cell.order != previous:
            table.add_section()
        table.add_row("" if cell.order == previous else cell.order, *_row(cell))
        previous = cell.order
    return table


def _row(cell: Cell) -> tuple[str, ...]:
    of_all, of_responses, line = cell.all_links_of_all, cell.all_links_of_responses, cell.all_links_independent
    if not of_all.n:
        of_all, of_responses, line = cell.final_of_all, cell.final_of_responses, cell.final_independent
    return (
        str(cell.length),
        f"{cell.n:,}",
        f"{cell.outcomes[0].count:,}",
        _rate(cell.all_links),
        _rate(cell.final),
        f"{of_all.successes:,}",
        percent(of_responses.value),
        "–" if line is None else percent(line.value),
    )


def _rate(rate: Rate) -> str:
    if rate.interval is None:
        return "–"
    return f"{percent(rate.value)} [{percent(rate.interval.low)}, {percent(rate.interval.high)}]"


def _lines(group: Group) -> Iterable[list[str]]:
    lost = _sum(cell.outcomes for cell in group.cells)
    del lost["answered"]
    if lost.total():
        yield ["Without an answer:", *_counts(lost, {key: word.word for key, word in OUTCOMES.items()})]
    links = _sum(cell.diagnoses for cell in group.cells)
    if links.total():
        yield ["Links:", *_counts(links, {key: f"{word.sign} {word.word}" for key, word in DIAGNOSES.items()})]
    broke = Counter[int]()
    for cell in group.cells:
        broke.update(dict(enumerate(cell.first_failed, start=1)))
    places = [f"{place} ({broke[place]:,})" for place in sorted(+broke)]
    if not all(cell.first_failed for cell in group.cells):
        places.append("beyond length 1 not asked link by link")
    if places:
        yield ["First failed link (chains):", *_listed(places)]
    if group.verdicts is not None:
        tally = group.verdicts
        words = {key: f"{word.sign} {word.word}" for key, word in VERDICTS.items()} | {"undecided": "– not judged"}
        said = _counts(_sum([tally.labels]), words) or ["no steps"]
        yield [f"Steps of {counted(tally.chains, 'response')}:", *said]
    notes = [interval.note for cell in group.cells if (interval := cell.needs_care)]
    if notes:
        cells = f"{len(notes)} of {counted(len(group.cells), 'cell')}"
        yield f"Note: the intervals of {cells} need care ({notes[0]}).".split()
    for note in (group.few_note, group.independent_note):
        if note:
            yield f"Note: {note}.".split()


def _sum(columns: Iterable[Sequence[Count]]) -> Counter[str]:
    total = Counter[str]()
    for column in columns:
        total.update({count.name: count.count for count in column})
    return total


def _counts(counts: Counter[str], words: dict[str, str]) -> list[str]:
    return _listed([f"{words[name]} {count:,}" for name, count in counts.items() if count])


def _listed(pieces: Sequence[str]) -> list[str]:
    return [*(f"{piece}," for piece in pieces[:-1]), *pieces[-1:]]
