"""The figures, as SVG to stand inside a page.

Orders differ by colour, marker and dash together, diagnoses by colour and hatch, so that nothing hangs on colour. Text
stays text. The same numbers give the same bytes: no date, and identifiers salted by the figure's name, which also
keeps those of two figures in one page apart.
"""

from __future__ import annotations

import contextlib
import io
import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from dunyazad._records import require
from dunyazad.report.record import Cell, Group, Independent, Rate
from dunyazad.report.words import DIAGNOSES

__all__ = ["accuracy_figure", "diagnosis_figure"]

# From the palette of Okabe and Ito, which people with any common colour vision tell apart.
_BLUE, _VERMILION, _GREY = "#0072B2", "#D55E00", "#6b6b6b"
_ORDERS = {"forward": (_BLUE, "o", "-"), "backward": (_VERMILION, "s", (0, (5, 2)))}
# For other manners of telling, by their place in the figure.
_OTHER_ORDERS = (
    ("#009E73", "^", (0, (2, 1))),
    ("#CC79A7", "D", (0, (4, 1, 1, 1))),
    ("#56B4E9", "v", (0, (1, 1))),
    ("#8a6d00", "P", (0, (6, 2, 1, 2))),
)
_BARS = {
    "correct": ("#e9eef1", ""),
    "wrong_branch": ("#E69F00", "////"),
    "inherited": ("#F5DDA3", "||"),
    "otherwise_wrong": ("#8ebfdd", "\\\\\\\\"),
    "undetermined": ("#d8d3e3", "xxxx"),
    "not_answered": ("#ffffff", "--"),
}
_STYLE: dict[str, Any] = {
    "svg.fonttype": "none",
    "font.family": ["sans-serif"],
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#8a8a8a",
    "axes.labelcolor": "#333333",
    "axes.titlelocation": "left",
    "axes.titlesize": 10.5,
    "axes.titleweight": "bold",
    "xtick.color": "#333333",
    "ytick.color": "#333333",
    "grid.color": "#e4e4e4",
    "grid.linewidth": 0.7,
    "hatch.linewidth": 0.6,
    "legend.frameon": False,
}
_MOSTLY_ANSWERED = 0.9
# Inches, and letters that find room in the title of one of three panels.
_WIDTH, _NARROW, _HEIGHT, _TITLE, _PANELS_ACROSS = 8.6, 4.4, 3.5, 30, 3
# What a further row of panels takes, and letters to an inch of legend.
_ROW, _LETTERS = 2.7, 12.8
_MOST_TICKS = 14


def accuracy_figure(group: Group, *, name: str, narrow: bool = False) -> str:
    """Draw a group's accuracy by length, of responses: all links on the left, the final answer on the right.

    Solid markers: at least 90 % of the chains were answered; hollow ones: fewer. The dotted grey line is a^L with its
    band, where a is the same rate at length 1. A panel without a value says so.

    Args:
        name: Unique in the page; letters and digits.
        narrow: Half as wide, with one panel above the other.

    Raises:
        MissingExtraError: matplotlib is not installed.
    """
    with _drawing(name, narrow=narrow) as (figure, done):
        axes = _panels(figure, 2, 1 if narrow else 2)
        panels = (("all links correct", "all_links"), ("final answer correct", "final"))
        for panel, (title, score) in zip(axes, panels, strict=True):
            _independent_line(panel, group.cells, f"{score}_independent")
            _accuracy_panel(panel, group.cells, f"{score}_of_responses")
            panel.set_title(title)
        _name_rates(axes, 1 if narrow else 2, "% of responses")
        _legend(figure, *_handles(axes))
    return done[0]


def _accuracy_panel(panel: Any, cells: Sequence[Cell], score: str) -> None:
    orders = list(dict.fromkeys(cell.order for cell in cells))
    for index, order in enumerate(orders):
        # A small shift keeps the intervals of two orders at one length from covering each other.
        shift = 0.07 * (index - (len(orders) - 1) / 2)
        _accuracy_line(panel, [cell for cell in cells if cell.order == order], score, (shift, index))
    if not any(getattr(cell, score).n for cell in cells):
        reason = next((getattr(cell, score).reason for cell in cells), "")
        panel.text(0.5, 0.5, reason, transform=panel.transAxes, ha="center", color=_GREY, wrap=True)
    _length_axis(panel, [cell.length for cell in cells])
    panel.set_ylim(-3, 103)
    panel.grid(axis="y")


def _accuracy_line(panel: Any, cells: Sequence[Cell], score: str, offset: tuple[float, int]) -> None:
    shift, index = offset
    shown: list[tuple[Cell, Rate]] = [(cell, getattr(cell, score)) for cell in cells if getattr(cell, score).n]
    if not shown:
        return
    order = shown[0][0].order
    colour, marker, dash = _ORDERS.get(order) or _OTHER_ORDERS[index % len(_OTHER_ORDERS)]
    places = [cell.length + shift for cell, _ in shown]
    values = [100 * (rate.value or 0.0) for _, rate in shown]
    panel.plot(places, values, color=colour, linestyle=dash, linewidth=1.4, zorder=3)
    bounds = [(100 * rate.interval.low, 100 * rate.interval.high) for _, rate in shown if rate.interval]
    panel.vlines(
        places, [low for low, _ in bounds], [high for _, high in bounds], color=colour, linewidth=1.1, zorder=3
    )
    for place, value, (cell, _) in zip(places, values, shown, strict=True):
        full = cell.outcomes[0].count >= _MOSTLY_ANSWERED * cell.n
        face = colour if full else "white"
        panel.plot([place], [value], marker=marker, color=colour, markerfacecolor=face, markersize=5.5, zorder=4)
    # Only for the legend: the line and its marker together.
    panel.plot([], [], color=colour, linestyle=dash, marker=marker, linewidth=1.4, markersize=5.5, label=order)


def _independent_line(panel: Any, cells: Sequence[Cell], name: str) -> None:
    lines: dict[int, Independent] = {}
    for cell in cells:
        line = getattr(cell, name)
        if line is not None:
            lines[cell.length] = line
    if not lines:
        return
    lengths = sorted(lines)
    panel.plot(
        lengths,
        [100 * lines[length].value for length in lengths],
        color=_GREY,
        linestyle=":",
        linewidth=1.6,
        label="independent links, $a^L$",
        zorder=2,
    )
    panel.fill_between(
        lengths,
        [100 * lines[length].low for length in lengths],
        [100 * lines[length].high for length in lengths],
        color=_GREY,
        alpha=0.12,
        linewidth=0,
        zorder=1,
    )


def diagnosis_figure(group: Group, *, name: str, narrow: bool = False) -> str:
    """Draw how links went by length, one panel a manner of telling: stacked bars, per cent of answered chains' links.

    Args:
        name: Unique in the page; letters and digits.
        narrow: Half as wide, with one panel above the other.

    Raises:
        MissingExtraError: matplotlib is not installed.
    """
    orders = list(dict.fromkeys(cell.order for cell in group.cells))
    with _drawing(name, narrow=narrow) as (figure, done):
        across = 1 if narrow else min(_PANELS_ACROSS, max(2, len(orders)))
        panels = _panels(figure, len(orders), across)
        for panel in panels[len(orders) :]:
            panel.set_axis_off()
        for place, (panel, order) in enumerate(zip(panels, orders, strict=False)):
            _diagnosis_panel(panel, [cell for cell in group.cells if cell.order == order])
            _length_axis(panel, [cell.length for cell in group.cells], named=place + across >= len(orders))
            panel.set_title("\n".join(textwrap.wrap(order, _TITLE)))
        _name_rates(panels, across, "% of links asked for")
        _legend(figure, *_handles(panels[: len(orders)]))
    return done[0]


def _panels(figure: Any, count: int, across: int) -> list[Any]:
    """Give so many panels, row by row, and those that fill the last row."""
    down = -(-count // across)
    figure.set_figheight(_HEIGHT + (down - 1) * _ROW)
    return list(figure.subplots(down, across, sharey=True, sharex=True, squeeze=False).flat)


def _name_rates(panels: Sequence[Any], across: int, name: str) -> None:
    for panel in panels[::across]:
        panel.set_ylabel(name)


def _diagnosis_panel(panel: Any, cells: Sequence[Cell]) -> None:
    counts = [{count.name: count.count for count in cell.diagnoses} for cell in cells]
    totals = [sum(count[name] for name in _BARS) for count in counts]
    floor = [0.0] * len(cells)
    for name, (colour, hatch) in _BARS.items():
        if not any(count[name] for count in counts):
            continue
        share = [100 * count[name] / total if total else 0.0 for count, total in zip(counts, totals, strict=True)]
        panel.bar(
            [cell.length for cell in cells],
            share,
            bottom=floor,
            width=0.7,
            color=colour,
            hatch=hatch,
            edgecolor="#444444",
            # A part of nothing would still draw its edge.
            linewidth=[0.6 if part else 0.0 for part in share],
            label=DIAGNOSES[name].word,
        )
        floor = [low + part for low, part in zip(floor, share, strict=True)]
    for cell, total in zip(cells, totals, strict=True):
        if not total:
            reason = "not asked" if cell.outcomes[0].count else "none answered"
            panel.text(cell.length, 3, reason, rotation=90, ha="center", va="bottom", color=_GREY, fontsize=9)
    panel.set_ylim(0, 100)


def _length_axis(panel: Any, lengths: Sequence[int], *, named: bool = True) -> None:
    panel.set_xticks(_ticks(lengths))
    panel.set_xlim(min(lengths) - 0.6, max(lengths) + 0.6)
    if named:
        panel.set_xlabel("length (problems joined)")
        panel.tick_params(labelbottom=True)
    panel.tick_params(length=3)


def _ticks(lengths: Sequence[int]) -> list[int]:
    """The lengths that are named on the axis: all, unless their numbers would run into each other."""
    gap = (max(lengths) - min(lengths)) / _MOST_TICKS
    named: list[int] = []
    for length in sorted(set(lengths)):
        if not named or length - named[-1] >= gap:
            named.append(length)
    return named


def _handles(axes: Sequence[Any]) -> tuple[list[Any], list[str]]:
    """Every legend entry once, over all panels."""
    found: dict[str, Any] = {}
    for panel in axes:
        for handle, label in zip(*panel.get_legend_handles_labels(), strict=True):
            found.setdefault(label, handle)
    return list(found.values()), list(found)


def _legend(figure: Any, handles: list[Any], labels: list[str]) -> None:
    if handles:
        # Beside its text an entry takes the room of some eight letters.
        across = max(1, int(_LETTERS * figure.get_figwidth()) // (max(map(len, labels)) + 8))
        across = min(len(labels), 4, across)
        # Two rows have their room; others must not take it from the panels.
        figure.set_figheight(figure.get_figheight() + 0.2 * max(0, -(-len(labels) // across) - 2))
        figure.legend(handles, labels, loc="outside lower center", ncols=across, handlelength=2.6)


@contextlib.contextmanager
def _drawing(name: str, *, narrow: bool) -> Iterator[tuple[Any, list[str]]]:
    """Give an empty figure, and a list that holds its SVG once the block has ended."""
    matplotlib = require("matplotlib", "report")
    figures = require("matplotlib.figure", "report")
    with matplotlib.rc_context({**_STYLE, "svg.hashsalt": name}):
        figure = figures.Figure(figsize=(_NARROW if narrow else _WIDTH, _HEIGHT), layout="constrained")
        done: list[str] = []
        yield figure, done
        stream = io.StringIO()
        figure.savefig(stream, format="svg", metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
    done.append(_inline(stream.getvalue()))


def _inline(svg: str) -> str:
    """Make an SVG file a part of a page: no prolog, no metadata, a size that follows the page, no doubled ids."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"\s*<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'(<g\b[^>]*?) id="[^"]*"', r"\1", svg)
    # The page names the font; hundredths of a point are finer than any screen.
    svg = re.sub(r"font-family: [^;\"]*; ?", "", svg)
    svg = re.sub(r"(\d\.\d\d)\d+", r"\1", svg)
    svg = re.sub(r"\s*\n\s*", "\n", svg)
    head, rest = svg.split(">", 1)
    box = re.search(r'viewBox="[^"]*"', head)
    return f'<svg {box.group() if box else ""} role="presentation" aria-hidden="true" focusable="false">{rest}'
