"""The rules by which `provenance` tells what a step rests on.

Strategy. Annotators name the step that a value came from, the step before by default, and the question where a given
is fetched, an unknown is set up or a fact recalled. Each habit is one row of `RULES`. A *link* points at an earlier
step: it has something that this step takes up. A *trait* is about the step as a whole and speaks for or against the
question, the previous step, or every step further back. A *far trait* is about one step further back that some link
points at.

What each row counts stands in `weights.toml`, separately for the question, the previous step and steps further back;
a row without a weight there says nothing. Removing a row is its ablation (`benchmarks/premises.py --ablate`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import log1p

import msgspec

from dunyazad.numbers import render_number
from dunyazad.premises.facts import Facts, Item

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
    """What a step is like as a whole.

    Attributes:
        name: For weights and ablations.
        value: How much so; 0 where not at all.
        say: The reason where it speaks for a premise.
        knowledge: Does it speak of knowledge rather than of what the question states?
    """

    name: str
    value: Callable[[Facts], float]
    say: str
    knowledge: bool = False


class FarTrait(msgspec.Struct, frozen=True):
    """What a step before the previous one is like, once a link points at it.

    Attributes:
        name: For weights and ablations.
        value: How much so, for the step of that number.
    """

    name: str
    value: Callable[[Facts, int], float]


Rule = Link | Trait | FarTrait


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_THEORY = _words("formula theorem identity definition property properties rule rules law principle convert conversion")
_GIVEN = _words("given since according problem stated states told original initial initially")
_GOAL = _words("find need needs want wants asked determine question asks solve goal")
_REWRITES = _words(
    "simplify simplifying simplified simplifies substitute substituting substituted subtract subtracting sides plug"
    " plugging combine combining expand expanding factor factoring factored isolate isolating rearrange rearranging"
    " solving adding"
)
_SUBSTITUTES = _words("substitute substituting plug plugging put putting")
_CONCLUDES = re.compile(r"\W{0,4}(?:therefore|so|thus|hence|finally|in conclusion|the (?:final )?answer)\b")
_ANNOUNCES = re.compile(r"\W{0,4}(?:calculate|find|determine|compute|identify|understand)\b")
# Texts of fewer characters are short, and very short.
_SHORT, _VERY_SHORT = 100, 60


def _has(words: frozenset[str]) -> Callable[[Facts], float]:
    return lambda facts: not words.isdisjoint(facts.content.words)


def _short(facts: Facts) -> float:
    length = len(facts.content.text)
    return 0 if length >= _SHORT else 1 if length >= _VERY_SHORT else 2


def _left_aside(facts: Facts) -> bool:
    return facts.uses > facts.given_used and not facts.goes_on and bool(facts.ledger.new[facts.step - 1])


def _back(facts: Facts) -> bool:
    sources = facts.sources
    return bool(sources) and min(sources) < facts.step - 1


def _new_content(facts: Facts) -> float:
    new = facts.content.telling - facts.before.telling - facts.ledger.contents[0].telling
    return min(6, len(new)) / 3


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
    Trait("late", lambda f: f.step > 3, "a later step"),
    Trait("second", lambda f: f.step == 2, "an early step"),
    Trait("last", lambda f: f.is_last, "the last step concludes from the one before"),
    Trait("concludes", lambda f: _CONCLUDES.match(f.content.text) is not None, "concludes from what was found"),
    Trait("announces", lambda f: _ANNOUNCES.match(f.content.text) is not None, "sets out to find something"),
    Trait("short", _short, "a short step"),
    Trait("cites", _has(_GIVEN), "cites what is given"),
    Trait("theory", _has(_THEORY), "recalls a fact", knowledge=True),
    Trait("rewrites", _has(_REWRITES), "rewrites or solves, after the previous step"),
    Trait("substitutes", _has(_SUBSTITUTES), "substitutes"),
    Trait("unknown", lambda f: min(3, f.unknown), "brings in a number that stands nowhere before", knowledge=True),
    Trait("only-given", lambda f: 0 < f.uses == f.given_used, "uses givens only"),
    Trait("elsewhere", lambda f: min(2, f.given_elsewhere), "uses givens that the previous step has not"),
    Trait("back", _back, "uses values of steps further back"),
    Trait("left-aside", _left_aside, "leaves aside what the previous step found"),
    Trait("apart", lambda f: f.uses > 0 and not f.shares, "shares no value with the previous step"),
    Trait("new-content", _new_content, "speaks of something new"),
    Trait("opens", lambda f: not f.ledger.results[f.step - 1], "the previous step has no result of its own"),
    # What a step further back is like.
    FarTrait("far-length", lambda f, step: log1p(len(f.ledger.contents[step].text)) / 3),
    FarTrait("far-used", lambda f, step: f.ledger.last_use[step] > 0),
    FarTrait("far-words", lambda f, step: f.ledger.shared_words(step, f.content.telling)),
    FarTrait("far-goal", lambda f, step: not _GOAL.isdisjoint(f.ledger.contents[step].words)),
    FarTrait("far-plain", lambda f, step: not f.ledger.contents[step].computes),
    FarTrait("far-distance", lambda f, step: min(5, f.step - step) / 5),
)
