"""What the rules ask about one step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dunyazad.premises.content import Content
from dunyazad.premises.tokens import Value

if TYPE_CHECKING:
    from dunyazad.premises.ledger import Ledger

__all__ = ["COMMON", "Facts"]

# Numbers that stand everywhere and so tell little about where they come from.
COMMON = frozenset((0, 1, 2, 3, 100))


class Facts:
    """One step as the rules see it. Pairs name an earlier step and what it has that this step takes up.

    Attributes:
        ledger: The chain up to the step before.
        step: The step's number, from 1.
        content: What it holds.
        before: What the previous step holds; the question for step 1.
        results: The values that it brings about.
        fresh: The values that stand nowhere before.
        used: The values that it takes from elsewhere.
        given_used: How many of them the question states.
        given_elsewhere: How many of these, the common ones left out, the previous step does not hold.
        fetched: Those that the question states and no earlier step holds.
        unknown: Those that stand nowhere before.
        introduced: The step that first held a value that the question does not state.
        sources: The steps that last held or made such values, the common ones left out.
        remade: The steps that last made values which the question states as well.
        held: Every step that holds such a value, if the previous step does not.
        ends: The step whose last value it is.
        made: The steps whose result one of its values is.
        latest: The latest of these, for a value that it uses and the question does not state.
        pieces: The step that last wrote a piece of mathematics.
        asked: Pieces of mathematics that the question has and no earlier step.
        definers: The step that last said what a variable is.
        references: The step that is named, or that has the equation that is named.
        labels: The step that gives a quantity that it speaks of by name.
        new_words: Telling words of the question that no earlier step has.
    """

    __slots__ = (
        "asked",
        "before",
        "before_values",
        "content",
        "definers",
        "ends",
        "fetched",
        "fresh",
        "given_elsewhere",
        "given_used",
        "held",
        "introduced",
        "labels",
        "latest",
        "ledger",
        "made",
        "new_words",
        "pieces",
        "references",
        "remade",
        "results",
        "sources",
        "step",
        "unknown",
        "used",
    )

    def __init__(
        self, ledger: Ledger, step: int, content: Content, results: frozenset[Value], fresh: frozenset[Value]
    ) -> None:
        self.ledger = ledger
        self.step = step
        self.content = content
        self.before = ledger.contents[step - 1]
        self.before_values = frozenset(self.before.values) if step > 1 else frozenset[Value]()
        self.results = results
        self.fresh = fresh
        self.used = content.used - (results & fresh)
        self.given_used = 0
        self.given_elsewhere = 0
        self.fetched: list[Value] = []
        self.unknown: list[Value] = []
        self.introduced: list[tuple[int, Value]] = []
        self.sources: set[int] = set()
        self.remade: set[int] = set()
        self.held: list[tuple[int, Value]] = []
        self.ends: list[tuple[int, Value]] = []
        self.made: list[tuple[int, Value]] = []
        self.latest: list[tuple[int, Value]] = []
        self.pieces: list[tuple[int, str]] = []
        self.asked: list[str] = []
        self.definers: list[tuple[int, str]] = []
        self.references: list[tuple[int, str]] = []
        self.labels: list[tuple[int, str]] = []
        self.new_words: list[str] = []

    @property
    def previous(self) -> int:
        """The number of the step before."""
        return self.step - 1

    @property
    def is_last(self) -> bool:
        """Is it the last step?"""
        return self.step == self.ledger.length

    @property
    def before_new(self) -> frozenset[Value]:
        """What the previous step brings about or introduces and the question does not state."""
        ledger, previous = self.ledger, self.step - 1
        return (ledger.fresh[previous] | ledger.results[previous]) - ledger.given
