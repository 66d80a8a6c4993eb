"""Who gets which name, so that the problems of a set share none.

Strategy. The problems are gone through by ascending id. Whoever comes first keeps a name; a later problem that holds
it gets a fresh one, which stands in no text of any problem. A fresh name fits the pronouns: what a first name tells
decides, or the pronouns of a text with one person; where neither does, the name is one that women and men bear. When
no unused name is left, those that were given least often are given again, so that conflicts stay spread out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from heapq import heapify, heappop, heappush
from typing import Final

import msgspec

from dunyazad._exceptions import InputError
from dunyazad.problems.certification import is_certified
from dunyazad.problems.dice import Dice
from dunyazad.problems.lacking import Lacking
from dunyazad.problems.name_pool import FEMALE, MALE, UNISEX, Gender
from dunyazad.problems.names import find_names
from dunyazad.problems.record import Problem
from dunyazad.problems.renaming import can_rename, rename, texts_of, words_in
from dunyazad.problems.word_lists import word_set

__all__ = ["Refusal", "RenamingPlan"]

_MOST_TRIES = 4
_WORD = re.compile(r"[^\W\d_]+")
_PRONOUNS: Final[tuple[tuple[Gender, frozenset[str]], ...]] = (
    ("male", word_set("he him his himself")),
    ("female", word_set("she her hers herself")),
)
_KNOWN: Final[Mapping[str, Gender]] = {"m": "male", "f": "female"}


class Refusal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name that an earlier problem holds too and that could not be replaced.

    Attributes:
        id: The problem.
        name: Its name, as the text has it.
        reason: Why it stays.
    """

    id: str
    name: str
    reason: Lacking


class RenamingPlan:
    """New names for the problems of a set, worked out once; the order in which they are given plays no part.

    Every problem that gets a new name is certified with it.

    Attributes:
        refused: The shared names that stay.
        reused: How many of the names given were given more than once, since the pool was exhausted.

    Example:
        >>> from dunyazad.problems import make_problems
        >>> problem = next(make_problems(1, seed=1))
        >>> twin = msgspec.structs.replace(problem, id=f"{problem.id}/twin")
        >>> plan = RenamingPlan([twin, problem])
        >>> renamed, pairs = plan.apply(twin)
        >>> plan.apply(problem) == (problem, ())
        True
        >>> [old for old, new in pairs] == [name for name in problem.names if not can_rename(problem, name)]
        True
    """

    def __init__(self, problems: Iterable[Problem], *, seed: int = 0) -> None:
        ordered = sorted(problems, key=lambda problem: problem.id)
        found = {problem.id: (*problem.names, *find_names(*texts_of(problem))) for problem in ordered}
        words: set[str] = set()
        for problem in ordered:
            words |= words_in(problem)
        self._supply = _Supply(words, Dice("names", seed))
        self._universe = {name for names in found.values() for name in names}
        self._taken: set[str] = set()
        self._mappings: dict[str, dict[str, str]] = {}
        refused: list[Refusal] = []
        for problem in ordered:
            held = self._held(problem, found[problem.id])
            refused.extend(self._plan(problem, [name for name in held if name.casefold() in self._taken]))
            mapping = self._mappings[problem.id]
            self._taken |= {mapping.get(name, name).casefold() for name in held}
        self.refused = tuple(refused)
        self.reused = self._supply.reused

    def _held(self, problem: Problem, known: Collection[str]) -> tuple[str, ...]:
        """The names in a problem: listed, looking like one, or known as a name from another problem."""
        mentioned = (word for text in texts_of(problem) for word in _WORD.findall(text) if word in self._universe)
        return tuple(dict.fromkeys((*known, *mentioned)))

    def _plan(self, problem: Problem, shared: list[str]) -> Iterator[Refusal]:
        self._mappings[problem.id] = {}
        free: list[str] = []
        for name in shared:
            fault = can_rename(problem, name)
            if fault is None:
                free.append(name)
            else:
                yield Refusal(problem.id, name, fault)
        if not free:
            return
        mapping = self._fresh(problem, free)
        if isinstance(mapping, Lacking):
            for name in free:
                yield Refusal(problem.id, name, mapping)
        else:
            self._mappings[problem.id] = mapping

    def _fresh(self, problem: Problem, names: list[str]) -> dict[str, str] | Lacking:
        genders = {name: _gender(problem, name) for name in names}
        fault = Lacking("no-name", "no name is left that does not stand in the text")
        for _ in range(_MOST_TRIES):
            mapping: dict[str, str] = {}
            here = words_in(problem)
            for name in names:
                new = self._supply.take(genders[name], here)
                if new is None:
                    return fault
                mapping[name] = new
                here.add(new.casefold())
            renamed = rename(problem, mapping)
            if isinstance(renamed, Lacking):
                fault = renamed
            elif is_certified(renamed):
                return mapping
            else:
                fault = Lacking("not-certified", f"the certifier refuses it as {', '.join(mapping.values())}")
        return fault

    def apply(self, problem: Problem) -> tuple[Problem, tuple[tuple[str, str], ...]]:
        """Give a problem of the set under its new names, and the pairs of old and new ones.

        A problem that keeps its names comes back as it is, with no pairs.

        Raises:
            InputError: The problem is not of the set, or not as it was when the plan was made.
        """
        mapping = self._mappings.get(problem.id)
        if mapping is None:
            raise InputError(f"no names were planned for the problem {problem.id!r}")
        renamed = rename(problem, mapping)
        if isinstance(renamed, Lacking):
            raise InputError(f"{problem.id}: not the problem that names were planned for: {renamed.sentence}")
        return renamed, tuple(mapping.items())


class _Supply:
    """The pool's names, those given least often first; a draw keyed by the seed decides among equals."""

    def __init__(self, words: set[str], dice: Dice) -> None:
        pools: tuple[tuple[Gender, tuple[str, ...]], ...] = (
            ("female", FEMALE),
            ("male", MALE),
            ("unisex", UNISEX),
        )
        self.reused = 0
        self._heaps: dict[Gender, list[tuple[int, int, str]]] = {}
        for gender, names in pools:
            free = dice.shuffled([name for name in names if name.casefold() not in words])
            heap = [(0, place, name) for place, name in enumerate(free)]
            heapify(heap)
            self._heaps[gender] = heap

    def take(self, gender: Gender | None, here: set[str]) -> str | None:
        """The next name that does not stand in a text with these words; None where there is none.

        Where the gender is None any name will do; where it is "unisex" others are taken only when those are used up.
        """
        orders: dict[Gender | None, tuple[Gender, ...]] = {
            "female": ("female", "unisex"),
            "male": ("male", "unisex"),
            "unisex": ("unisex", "female", "male"),
            None: ("male", "female", "unisex"),
        }
        tops = [(self._top(kind, here), kind) for kind in orders[gender]]
        usable = [(top[0], place, kind) for place, (top, kind) in enumerate(tops) if top is not None]
        if not usable:
            return None
        _, _, kind = min(usable)
        return self._pop(kind, here)

    def _top(self, gender: Gender, here: set[str]) -> tuple[int, int, str] | None:
        heap = self._heaps[gender]
        if heap and heap[0][2].casefold() not in here:
            return heap[0]
        return min((entry for entry in heap if entry[2].casefold() not in here), default=None)

    def _pop(self, gender: Gender, here: set[str]) -> str:
        heap, skipped = self._heaps[gender], []
        while (entry := heappop(heap))[2].casefold() in here:
            skipped.append(entry)
        for passed in skipped:
            heappush(heap, passed)
        uses, place, name = entry
        heappush(heap, (uses + 1, place, name))
        self.reused += uses == 1
        return name


def _gender(problem: Problem, name: str) -> Gender | None:
    """Which names fit in place of this one; None where no pronoun of the text depends on it."""
    words = {word.lower() for text in texts_of(problem) for word in _WORD.findall(text)}
    pronouns = {gender for gender, forms in _PRONOUNS if words & forms}
    people = [other for other in problem.names if other != name]
    if len(pronouns) == 1 and not people:
        return pronouns.pop()
    if known := _known_gender(name):
        return known
    if not pronouns:
        return None
    # Who is the only one that the other names leave a pronoun for, is whom it means.
    left = pronouns - {_known_gender(other) for other in people}
    unknown = [other for other in people if _known_gender(other) is None]
    return left.pop() if len(left) == 1 and not unknown else "unisex"


def _known_gender(name: str) -> Gender | None:
    from dunyazad.problems.decomposition.genders import gender_of_name  # loads much; seldom needed

    if name in FEMALE or name in MALE:
        return "female" if name in FEMALE else "male"
    return _KNOWN.get(gender_of_name(name))
