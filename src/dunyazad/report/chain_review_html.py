"""The page on which a person checks annotated chains: one file that needs no network and no server.

All text of records is escaped, with hidden signs shown by code; the page's script only ever sets text, never markup.
"""

from __future__ import annotations

from collections.abc import Sequence

from dunyazad.report.chain_review_record import ChainCard
from dunyazad.report.pages import asset, environment, page_key
from dunyazad.report.words import CHAIN_ERRORS, VERDICTS

__all__ = ["render_chain_review"]

# In the order of their buttons, each with its key.
_LABELS = {
    "correct": "c",
    "mathematical_error": "m",
    "logical_inconsistency": "l",
    "accumulation_error": "i",
    "other": "o",
}
_MEANINGS = {
    "correct": "Nothing is wrong with it; a longer or another way is not wrong.",
    "mathematical_error": "Something in it is calculated or transformed wrongly.",
    "logical_inconsistency": "It does not follow: another value than the one stated, a misread question, a bare claim.",
    "accumulation_error": "Sound in itself, but it builds on a step that is wrong.",
    "other": "Wrong in some other way.",
}


def render_chain_review(cards: Sequence[ChainCard], *, title: str, total: int, sample: str = "") -> str:
    """Give the page as HTML; the same cards give the same text.

    Args:
        cards: What to show, in this order.
        title: What is reviewed.
        total: How many chains the file has.
        sample: How the cards were chosen of them; "" where all are shown.

    Raises:
        MissingExtraError: Jinja2 is not installed.
    """
    page: str = (
        environment()
        .get_template("review_chains.html")
        .render(
            cards=cards,
            title=title,
            total=total,
            sample=sample,
            noun="chain",
            first_order="as in the file",
            most=max(1, sum(card.judgments for card in cards)),
            key=page_key(
                ((card.id, card.digest) for card in cards),
                begun=((card.id, card.begin) for card in cards if card.begin),
            ),
            labels=list(_LABELS),
            words_keys=_LABELS,
            words=VERDICTS,
            meanings=_MEANINGS,
            chain_labels=list(CHAIN_ERRORS),
            chain_words=CHAIN_ERRORS,
            filters=_filters(cards),
            style=asset("review.css") + asset("review_chains.css"),
            script=asset("review_shell.js") + asset("review_chains.js"),
        )
    )
    return page


def _filters(cards: Sequence[ChainCard]) -> list[tuple[str, str, list[str]]]:
    """The filters besides that by mark: key, label, and the values that occur."""
    found: list[tuple[str, str, list[str]]] = [
        ("split", "Split", sorted({card.split for card in cards} - {""})),
        ("label", "Has a step that is", sorted({name for card in cards for name in card.label_names})),
    ]
    return [(key, label, values) for key, label, values in found if len(values) > 1]
