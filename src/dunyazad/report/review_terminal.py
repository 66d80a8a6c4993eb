"""What readers' marks say, in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dunyazad.report.record import Interval, Rate
from dunyazad.report.review_record import Agreement, Kappa, MarkName, ReaderTally
from dunyazad.report.visible import reveal_line
from dunyazad.report.words import counted, percent

__all__ = ["rate_text", "review_lines", "some"]

_FEW = 8


def review_lines(found: Agreement) -> Iterator[str]:
    """Yield the lines of the summary: each reader, then each two of them."""
    for reader in found.readers:
        yield from _reader(reader)
    for kappa in found.kappas:
        yield from _kappa(kappa)


def _reader(tally: ReaderTally) -> Iterator[str]:
    drawn = f" ({reveal_line(tally.sample)})" if tally.sample else ""
    yield f"{reveal_line(tally.reader)}: {counted(tally.marked, 'problem')} marked{drawn}"
    yield f"  {'':28} {'n':>5}   good (95 %)         awkward             wrong"
    yield f"  {'all':28} {tally.marked:5}   {_rates(tally.rates)}"
    for split in tally.splits:
        n = next(iter(split.rates.values())).n
        name = f"{split.by} {split.value}" if split.by != "rule" else split.value
        yield f"  {reveal_line(name):28} {n:5}   {_rates(split.rates)}"
    for what, names in (
        ("not marked", tally.unmarked),
        ("changed since it was read, not counted", tally.changed),
        ("not in this file", tally.unknown),
    ):
        if names:
            yield f"  {what}: {len(names)}: {some(names)}"


def _rates(rates: Mapping[MarkName, Rate]) -> str:
    return "  ".join(f"{rate_text(rate):18}" for rate in rates.values()).rstrip()


def rate_text(rate: Rate) -> str:
    """A share in per cent with its interval; a dash for none."""
    if rate.value is None or rate.interval is None:
        return "–"
    return f"{percent(rate.value)} % [{percent(rate.interval.low)}, {percent(rate.interval.high)}]"


def _kappa(found: Kappa) -> Iterator[str]:
    both = counted(found.same.n, "problem")
    yield f"{reveal_line(found.first)} and {reveal_line(found.second)}: {both} marked by both"
    if found.same.n:
        yield f"  marked alike: {found.same.successes} ({rate_text(found.same)})"
    kappa = "not defined" if found.kappa is None else f"{found.kappa:.2f}{_interval(found.interval)}"
    yield f"  Cohen's kappa: {kappa}{f' ({found.reason})' if found.reason else ''}"
    for name, first, second in found.differ[:_FEW]:
        yield f"  {reveal_line(name)}: {first}, {second}"
    if len(found.differ) > _FEW:
        yield f"  and {len(found.differ) - _FEW} more that they marked differently"


def _interval(interval: Interval | None) -> str:
    return f" [{interval.low:.2f}, {interval.high:.2f}]" if interval else ""


def some(names: tuple[str, ...]) -> str:
    """The first few names, and how many more there are."""
    more = len(names) - _FEW
    return ", ".join(map(reveal_line, names[:_FEW])) + (f" and {more} more" if more > 0 else "")
