"""The page: one file that needs nothing else, no network and no server.

Text of models, problems and records passes through `reveal_html` or autoescaping; the only markup that is let through
as it stands is our own: the figures, the style and the script.
"""

from __future__ import annotations

from collections.abc import Callable

from dunyazad._records import require
from dunyazad.numbers import render_number
from dunyazad.report.figures import accuracy_figure, diagnosis_figure
from dunyazad.report.pages import asset, environment
from dunyazad.report.record import ChainCard, Group, Rate, ReportData, StepCard
from dunyazad.report.visible import reveal
from dunyazad.report.words import DIAGNOSES, KINDS, OUTCOMES, VERDICTS, Word, percent

__all__ = ["render_html"]

# Columns of the tables by link: chains can join a thousand problems.
_MOST_POSITIONS = 40


class _Drawn:
    """A figure as markup, for wide windows and for narrow ones."""

    def __init__(self, figure: Callable[..., str], group: Group, name: str) -> None:
        markup = require("markupsafe", "report").Markup
        self.across = markup(figure(group, name=name))
        self.above = markup(figure(group, name=f"{name}above", narrow=True))


class _GroupView:
    """A group with its figures drawn."""

    def __init__(self, group: Group, number: int) -> None:
        self.group = group
        self.number = number
        self.accuracy = _Drawn(accuracy_figure, group, f"accuracy{number}")
        self.diagnosis = _Drawn(diagnosis_figure, group, f"diagnosis{number}")
        self.longest = max(cell.length for cell in group.cells)
        self.positions = min(self.longest, _MOST_POSITIONS)


def render_html(data: ReportData) -> str:
    """Give a report as one self-contained HTML page; the same report gives the same text.

    Raises:
        MissingExtraError: Jinja2 or matplotlib is not installed.
    """
    pages = environment()
    pages.filters.update(number=render_number, percent=percent, heat=_heat, interval=_interval)
    pages.globals.update(
        diagnoses=DIAGNOSES,
        outcomes=OUTCOMES,
        verdicts=VERDICTS,
        kinds=KINDS,
        verdict_word=_verdict_word,
        links=_links,
        whole=_whole,
    )
    views = [_GroupView(group, number) for number, group in enumerate(data.summary.groups, start=1)]
    page: str = pages.get_template("page.html").render(
        data=data,
        summary=data.summary,
        views=views,
        style=asset("page.css"),
        script=asset("page.js"),
        filters=_filters(data.cards),
    )
    return page


def _verdict_word(step: StepCard) -> Word:
    return VERDICTS[step.verdict or step.outcome]


def _links(card: ChainCard) -> str:
    """How many links are right, in words; empty where none was asked for or nothing was answered."""
    if card.outcome != "answered":
        return ""
    asked = [row.result for row in card.links if row.result and row.result.diagnosis != "not_asked"]
    if not asked:
        return ""
    return f"{sum(result.diagnosis == 'correct' for result in asked)} of {len(asked)} right"


def _whole(card: ChainCard) -> bool:
    """Was every link asked for? Where not, a failed one need not be the first."""
    return not any(row.result and row.result.diagnosis == "not_asked" for row in card.links)


def _heat(rate: Rate | float | None) -> str:
    """The shade of a cell, as a number from 0 to 10 for a CSS class; the number in the cell says the same."""
    value = rate.value if isinstance(rate, Rate) else rate
    return "none" if value is None else str(round(10 * value))


def _interval(rate: Rate) -> str:
    if rate.interval is None:
        return ""
    return f"[{percent(rate.interval.low)}, {percent(rate.interval.high)}]"


def _filters(cards: tuple[ChainCard, ...]) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """The filters over the chains: attribute, label, and the values that occur with how they read."""
    present = {card.kind for card in cards}
    return [
        ("model", "Model", [(name, reveal(name)) for name in sorted({card.model for card in cards})]),
        ("length", "Length", [(str(length), str(length)) for length in sorted({card.length for card in cards})]),
        ("order", "Order", [(order, order) for order in sorted({card.order for card in cards}, reverse=True)]),
        (
            "kind",
            "First failure seen",
            [(key, f"{word.sign} {word.word}") for key, word in KINDS.items() if key in present],
        ),
    ]
