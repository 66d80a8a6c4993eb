"""What the rules ask about one step."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from dunyazad.premises.content import Content
from dunyazad.premises.tokens import Piece, Value

if TYPE_CHECKING:
    from dunyazad.premises.ledger import Ledger, Sight

__all__ = ["COMMON", "Facts", "Item"]

# Numbers that stand everywhere and so tell little about where they come from.
COMMON = frozenset((0, 1, 2, 3, 100))
# What a step takes up from an earlier one.
Item = Value | str | Piece


class Facts:
    """One step as the rules see it.

    Attributes:
        ledger: The chain up to the step before.
        step: The step's number, from 1.
        content: What it holds.
        sights: Where each of its values was seen before, in the order in which it names them.
        results: The values that it brings about.
        fresh: The values that stand nowhere before.
        uses: How many values it takes from elsewhere.
        given_used: How many of them the question states.
        given_elsewhere: How many of these, the common ones left out, the previous step does not hold.
        unknown: How many of them stand nowhere before.
        shares: Does the previous step hold one of them?
        goes_on: Does the previous step bring about or introduce one of them?
        sources: The steps that last held or made those that the question does not state, the common ones left out.
        remade: The steps that last made values which the question states as well.
        links: By the name of a link: pairs of an earlier step, 0 being the question, and what it has that this step
            takes up. A link that finds nothing is missing.
    """

    __slots__ = (
        "content",
        "fresh",
        "given_elsewhere",
        "given_used",
        "goes_on",
        "ledger",
        "links",
        "remade",
        "results",
        "shares",
        "sights",
        "sources",
        "step",
        "unknown",
        "uses",
    )

    def __init__(self, ledger: Ledger, content: Content, sights: dict[Value, Sight]) -> None:
        self.ledger = ledger
        self.step = len(ledger.contents)
        self.content = content
        self.sights = sights
        self.fresh = {value for value, sight in sights.items() if not (sight.given or sight.holders)}
        results = content.results
        if not results and not content.equations and sights and content.values[-1] in self.fresh:
            results = {content.values[-1]}
        self.results = results
        self.uses = 0
        self.given_used = 0
        self.given_elsewhere = 0
        self.unknown = 0
        self.shares = False
        self.goes_on = False
        self.sources: list[int] = []
        self.remade: list[int] = []
        self.links: defaultdict[str, list[tuple[int, Item]]] = defaultdict(list)

    @property
    def before(self) -> Content:
        """What the previous step holds; the question for step 1."""
        return self.ledger.contents[self.step - 1]
