"""What the rules ask about one step: gathered once a step from the ledger."""

from __future__ import annotations

from typing import NamedTuple

from dunyazad.premises.content import Content, Value
from dunyazad.premises.ledger import Ledger

__all__ = ["COMMON", "Facts", "gather"]

# Numbers that stand everywhere and so tell nothing about where they come from.
COMMON = frozenset((0, 1, 2, 3, 100))


class Facts(NamedTuple):
    """One step as the rules see it.

    Attributes:
        ledger: The whole chain.
        step: The step's number, from 1.
        previous: The number of the step before.
        content: What it holds.
        before: What the previous step holds; the question for step 1.
        used: The values that it takes from elsewhere.
        results: The values that it brings about.
        made: For each telling value that it uses and the question does not state, the step whose result it is.
        carried: The same for values that an earlier step holds without having made them.
        fetched: Telling values that it uses, that the question states, and that no earlier step holds.
        own_new: What the previous step brings about or introduces and the question does not state.
    """

    ledger: Ledger
    step: int
    previous: int
    content: Content
    before: Content
    used: frozenset[Value]
    results: frozenset[Value]
    made: dict[Value, int]
    carried: dict[Value, int]
    fetched: tuple[Value, ...]
    own_new: frozenset[Value]

    @property
    def is_last(self) -> bool:
        """Is it the last step?"""
        return self.step == self.ledger.last


def gather(ledger: Ledger, step: int) -> Facts:
    """Gather what the rules ask about a step."""
    made: dict[Value, int] = {}
    carried: dict[Value, int] = {}
    fetched: list[Value] = []
    for value in sorted(ledger.used[step]):
        maker, holder = ledger.maker(value, step), ledger.holder(value, step)
        if ledger.given(value):
            if holder is None:
                fetched.append(value)
        elif value not in COMMON:
            if maker is not None:
                made[value] = maker
            if holder is not None and holder != maker:
                carried[value] = holder
    previous = step - 1
    new = frozenset(v for v in ledger.fresh[previous] | ledger.results[previous] if not ledger.given(v))
    return Facts(
        ledger,
        step,
        previous,
        ledger.contents[step],
        ledger.contents[previous],
        ledger.used[step],
        ledger.results[step],
        made,
        carried,
        tuple(fetched),
        new if previous else frozenset(),
    )
