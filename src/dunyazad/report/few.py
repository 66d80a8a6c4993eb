"""What a reader must be told before the figures of a group whose cells hold too few chains to measure anything."""

from __future__ import annotations

from collections.abc import Iterable

from dunyazad.report.record import Cell, Interval
from dunyazad.report.words import counted

__all__ = ["few_note"]

# Results worth fewer independent chains than this have an interval of 43 points or more, whatever the rate.
_FEW = 5


def few_note(cells: Iterable[Cell]) -> str:
    """Say of how many cells the rates rest on almost nothing, and what their intervals mean; "" where of none.

    Cells to which no response came have no rate, and are not counted.
    """
    known = [found for cell in cells if (found := _main(cell))]
    few = [(n, interval) for n, interval in known if interval.effective_n < _FEW]
    if not few:
        return ""
    where = "In every cell" if len(few) == len(known) else f"In {len(few)} of {counted(len(known), 'cell')}"
    least, most = min(n for n, _ in few), max(n for n, _ in few)
    chains = counted(most, "chain") if least == most else f"{least} to {counted(most, 'chain')}"
    width = min(interval.high - interval.low for _, interval in few)
    return (
        f"{where} the rates rest on {chains}, worth fewer than {_FEW} independent ones. An interval holds the true "
        "rates with which such results are no surprise, and even the narrowest of these spans "
        f"{100 * width:.0f} points of 100. "
        "So they show that the run works, and measure next to nothing: neither their height nor a difference between "
        "them is a finding"
    )


def _main(cell: Cell) -> tuple[int, Interval] | None:
    """The chains and the interval of the main score, or of the final answer where links were not asked for."""
    for rate in (cell.all_links_of_responses, cell.final_of_responses):
        if rate.interval is not None:
            return rate.n, rate.interval
    return None
