"""What the rules find for one step, before anything is weighed: the same for scoring and for fitting the weights."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from dunyazad.premises.facts import Facts
from dunyazad.premises.rules import FarTrait, Item, Link, Rule, Trait

__all__ = ["Book", "Evidence", "book_of", "gather"]

# More finds of one link for one step say no more: ten shared numbers are no ten times as sure as one.
_MOST = 3


class Book(NamedTuple):
    """Rules, by what they are."""

    links: tuple[Link, ...]
    traits: tuple[Trait, ...]
    far: tuple[FarTrait, ...]


def book_of(rules: Iterable[Rule]) -> Book:
    """Sort rules by what they are."""
    known = tuple(rules)
    return Book(
        tuple(rule for rule in known if isinstance(rule, Link)),
        tuple(rule for rule in known if isinstance(rule, Trait)),
        tuple(rule for rule in known if isinstance(rule, FarTrait)),
    )


class Evidence(NamedTuple):
    """What speaks for and against the premises of one step.

    Attributes:
        traits: What the step is like: pairs of a rule and how much.
        finds: For the question, the previous step and every step that a link points at: how much, by the rule's name.
        first: For each of these what each link found first.
    """

    traits: list[tuple[Trait, float]]
    finds: dict[int, dict[str, float]]
    first: dict[int, list[tuple[Link, Item]]]


def gather(facts: Facts, book: Book) -> Evidence:
    """Let every rule say what it finds."""
    traits = [(trait, value) for trait in book.traits if (value := trait.value(facts))]
    previous = facts.step - 1
    finds: dict[int, dict[str, float]] = {0: {}, previous: {}}
    first: dict[int, list[tuple[Link, Item]]] = {}
    for link in book.links:
        found_by_link = link.find(facts)
        if not found_by_link:  # most find nothing
            continue
        name = link.name
        for step, item in found_by_link:
            found = finds.setdefault(step, {})
            count = found.get(name, 0)
            if not count:
                first.setdefault(step, []).append((link, item))
            if count < _MOST:
                found[name] = count + 1
    for step, found in finds.items():
        if 0 < step < previous:
            for far in book.far:
                if value := far.value(facts, step):
                    found[far.name] = value
    return Evidence(traits, finds, first)
