"""The rules by which `provenance` tells what a step rests on.

Strategy. Annotators name the step that a value came from, the step before by default, and the question where a given
is fetched, an unknown is set up or a fact recalled. Each habit is one row of `RULES`. A *link* points at an earlier
step: it has something that this step takes up. A *trait* is about the step as a whole and speaks for or against the
question, the previous step, or every step further back. A *far trait* is about one step further back that some link
points at. What links find is told by the `ledger`, traits by `traits`, under the names given here.

What each row counts stands in `weights.toml`, separately for the question, the previous step and steps further back;
a row without a weight there says nothing. Removing a row is its ablation (`benchmarks/premises.py --ablate`).
"""

from __future__ import annotations

import msgspec

from dunyazad.numbers import render_number
from dunyazad.premises.facts import Item

__all__ = ["RULES", "FarTrait", "Link", "Rule", "Trait"]


class Link(msgspec.Struct, frozen=True):
    """Something that an earlier step, or the question, has and this step takes up: see `Facts.links`.

    Attributes:
        name: For the facts, weights and ablations.
        say: The reason in words; blanks `{item}` and `{step}`.
    """

    name: str
    say: str

    def reason(self, step: int, item: Item) -> str:
        """Why the step is a premise."""
        return self.say.replace("{step}", str(step)).replace("{item}", _shown(item))


class Trait(msgspec.Struct, frozen=True):
    """What a step is like as a whole: see `traits_of`.

    Attributes:
        name: For the traits, weights and ablations.
        say: The reason where it speaks for a premise.
        knowledge: Does it speak of knowledge rather than of what the question states?
    """

    name: str
    say: str
    knowledge: bool = False


class FarTrait(msgspec.Struct, frozen=True):
    """What a step before the previous one is like, once a link points at it: see `far_traits_of`.

    Attributes:
        name: For the traits, weights and ablations.
    """

    name: str


Rule = Link | Trait | FarTrait


def _shown(item: Item) -> str:
    if isinstance(item, str):
        text = item
    elif isinstance(item, tuple):
        text = " ".join(item)
    else:
        text = str(item) if isinstance(item, int) else render_number(item)
    return text if len(text) <= 40 else text[:39] + "…"


RULES: tuple[Rule, ...] = (
    # Where something came from.
    Link("end", "uses {item}, with which step {step} ends"),
    Link("latest", "uses {item}, the result of step {step}"),
    Link("made", "has {item}, a result of step {step}"),
    Link("introduced", "uses {item}, which step {step} brings in"),
    Link("held", "uses {item}, which step {step} has and the previous step has not"),
    Link("piece", "goes on from {item} in step {step}"),
    Link("definer", "uses {item}, which step {step} says the value of"),
    Link("label", "speaks of “{item}”, which step {step} gives"),
    Link("reference", "refers to {item}"),
    Link("fetched", "uses {item}, given in the question"),
    Link("words", "takes up “{item}” from the question"),
    Link("asked", "takes up {item} from the question"),
    # What the step is like.
    Trait("late", "a later step"),
    Trait("second", "an early step"),
    Trait("last", "the last step concludes from the one before"),
    Trait("concludes", "concludes from what was found"),
    Trait("announces", "sets out to find something"),
    Trait("short", "a short step"),
    Trait("cites", "cites what is given"),
    Trait("theory", "recalls a fact", knowledge=True),
    Trait("rewrites", "rewrites or solves, after the previous step"),
    Trait("substitutes", "substitutes"),
    Trait("unknown", "brings in a number that stands nowhere before", knowledge=True),
    Trait("only-given", "uses givens only"),
    Trait("elsewhere", "uses givens that the previous step has not"),
    Trait("back", "uses values of steps further back"),
    Trait("left-aside", "leaves aside what the previous step found"),
    Trait("apart", "shares no value with the previous step"),
    Trait("new-content", "speaks of something new"),
    Trait("opens", "the previous step has no result of its own"),
    # What a step further back is like.
    FarTrait("far-length"),
    FarTrait("far-used"),
    FarTrait("far-words"),
    FarTrait("far-goal"),
    FarTrait("far-plain"),
    FarTrait("far-distance"),
)
