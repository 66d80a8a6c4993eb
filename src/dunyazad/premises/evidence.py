"""What the rules find for one step, before anything is weighed: the same for scoring and for fitting the weights."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from dunyazad.premises.facts import Facts
from dunyazad.premises.rules import RULES, FarTrait, Link, Rule, Trait
from dunyazad.premises.traits import far_traits_of, traits_of

__all__ = ["BOOK", "Book", "Evidence", "book_of", "gather"]

# More finds of one link for one step say no more: ten shared numbers are no ten times as sure as one.
_MOST = 3


class Book(NamedTuple):
    """Rules by name, each kind in the order of the rules."""

    links: dict[str, Link]
    traits: dict[str, Trait]
    far: dict[str, FarTrait]


def book_of(rules: Iterable[Rule]) -> Book:
    """Sort rules by what they are."""
    known = tuple(rules)
    return Book(
        {rule.name: rule for rule in known if isinstance(rule, Link)},
        {rule.name: rule for rule in known if isinstance(rule, Trait)},
        {rule.name: rule for rule in known if isinstance(rule, FarTrait)},
    )


BOOK = book_of(RULES)


class Evidence(NamedTuple):
    """What speaks for and against the premises of one step.

    Attributes:
        traits: What the step is like: how much, by the rule's name.
        finds: For the question, the previous step and every step that a link points at: how much, by the rule's name;
            links come first, in the order of the rules.
    """

    traits: dict[str, float]
    finds: dict[int, dict[str, float]]


def gather(facts: Facts, book: Book) -> Evidence:
    """Let every rule say what it finds."""
    traits = {name: value for name, value in traits_of(facts).items() if name in book.traits}
    previous, links = facts.step - 1, facts.links
    finds: dict[int, dict[str, float]] = {0: {}, previous: {}}
    for name in book.links:
        if name not in links:  # most find nothing
            continue
        for step, _ in links[name]:
            found = finds.get(step)
            if found is None:
                found = finds[step] = {}
            count = found.get(name, 0)
            if count < _MOST:
                found[name] = count + 1
    if len(finds) > 2:
        for step, found in finds.items():
            if 0 < step < previous:
                far = far_traits_of(facts, step)
                found |= {name: value for name, value in far.items() if name in book.far}
    return Evidence(traits, finds)
