"""The review page: one file in which a person reads problems beside their source and marks them.

It needs nothing else, no network and no server. All text of records and sources is escaped, with hidden signs shown by
code; the page's script only ever sets text, never markup.
"""

from __future__ import annotations

from collections.abc import Sequence

from dunyazad.report.pages import asset, environment, page_key
from dunyazad.report.review_record import MARKS, ReviewCard

__all__ = ["render_review"]


def render_review(cards: Sequence[ReviewCard], *, title: str, total: int, sample: str = "") -> str:
    """Give the page as HTML; the same cards give the same text.

    Args:
        cards: What to show, in this order.
        title: What is reviewed.
        total: How many problems the file has.
        sample: How the cards were chosen of them; "" where all are shown.

    Raises:
        MissingExtraError: Jinja2 is not installed.
    """
    page: str = (
        environment()
        .get_template("review.html")
        .render(
            cards=cards,
            title=title,
            total=total,
            sample=sample,
            noun="problem",
            first_order="most doubtful first",
            most=len(cards),
            key=page_key(
                ((card.id, card.digest) for card in cards),
                begun=((card.id, card.mark, card.note) for card in cards if card.mark or card.note),
            ),
            marks=MARKS,
            filters=_filters(cards),
            style=asset("review.css"),
            script=asset("review_shell.js") + asset("review.js"),
        )
    )
    return page


def _filters(cards: Sequence[ReviewCard]) -> list[tuple[str, str, list[str]]]:
    """The filters besides that by mark: key, label, and the values that occur."""
    risks = {card.risk for card in cards} - {""}
    found: list[tuple[str, str, list[str]]] = [
        ("risk", "Risk", [level for level in ("high", "medium", "low") if level in risks]),
        ("reason", "Reason", sorted({code for card in cards for code, _ in card.reasons})),
        ("tag", "Tag", sorted({tag for card in cards for tag in card.tags})),
    ]
    return [(key, label, values) for key, label, values in found if values]
