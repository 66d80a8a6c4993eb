"""A pool: problems that may be chained, checked once, with everything about them that chains use worked out once.

What makes a gate sound depends on one problem at a time: its two claims state its two answers, its two first premises
differ, its counterfactual answer is another one. So a problem is checked when it enters the pool and a chain inherits
the result. What remains between problems is that no two of a chain share an id, a question or a name: these are `keys`,
and two problems conflict if their key sets meet. `groups` are sets of problems of which a chain can hold one at most.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from heapq import heapify, heappop, heappush

import msgspec

from dunyazad.chaining.tally import Tally
from dunyazad.chaining.texts import NameFinder, name_key, question_key, states_number
from dunyazad.chaining.wording import fragments
from dunyazad.problems.certification import certify
from dunyazad.problems.names import find_names
from dunyazad.problems.record import Problem

__all__ = ["Key", "Pool", "unusable"]

_STRAY_SPACE = re.compile(r"^\s|\s$|\s\s|[\t\r\n]")
_WORDING = re.compile("|".join(map(re.escape, fragments())))


class Key(msgspec.Struct, frozen=True):
    """Something that two problems of one chain must not share."""

    kind: str  # "name" or "question"
    value: str


def unusable(problem: Problem) -> Iterator[tuple[str, str]]:
    """Yield why a problem cannot be chained: a reason in few words, and the offending value.

    A counterfactual answer that is not known, or that the wrong conclusion does not give, is no reason: such chains are
    sound, though a gate may forgive a wrong branch.
    """
    yield from _bad_parts(problem)
    if problem.first_premise == problem.alternate_first_premise:
        yield "both first premises are the same", problem.first_premise
    elif _ending(problem.first_premise) != _ending(problem.alternate_first_premise):
        # Where the true one alone ends in a full stop, its surface tells the branch.
        yield "first premises end differently", f"{problem.first_premise!r} and {problem.alternate_first_premise!r}"
    if _ending(problem.conclusion) != _ending(problem.wrong_conclusion):
        yield "conclusions end differently", f"{problem.conclusion!r} and {problem.wrong_conclusion!r}"
    if problem.wrong_answer == problem.answer:
        yield "wrong answer equals the answer", str(problem.answer)
    if problem.counterfactual_answer == problem.answer:
        yield "counterfactual answer equals the answer", str(problem.answer)
    if not states_number(problem.conclusion, problem.answer):
        yield "conclusion does not state the answer", f"{problem.answer} in {problem.conclusion!r}"
    if not states_number(problem.wrong_conclusion, problem.wrong_answer):
        yield (
            "wrong conclusion does not state the wrong answer",
            f"{problem.wrong_answer} in {problem.wrong_conclusion!r}",
        )
    # The certifier is the judge of all that concerns the story alone: whoever made it, false is false.
    for finding in certify(problem):
        if finding.severity == "error":
            yield f"not certified ({finding.code})", finding.sentence


def _bad_parts(problem: Problem) -> Iterator[tuple[str, str]]:
    required = ("first_premise", "alternate_first_premise", "question", "conclusion", "wrong_conclusion")
    for name in required:
        if not getattr(problem, name):
            yield "empty part", name
    for name in (*required, "premises"):
        text: str = getattr(problem, name)
        if _STRAY_SPACE.search(text):
            yield "stray white space", f"{name}: {text[:60]!r}"
        if not _brackets_pair(text):
            yield "brackets that do not pair", f"{name}: {text[:60]!r}"
        if _WORDING.search(text.casefold()):
            yield "the wording of a gate", f"{name}: {text[:60]!r}"


def _brackets_pair(text: str) -> bool:
    depth = 0
    for sign in text:
        depth += (sign == "[") - (sign == "]")
        if depth < 0:
            return False
    return depth == 0


def _ending(text: str) -> str:
    return "" if not text or text[-1].isalnum() else text[-1]


class Pool:
    """Problems that may be chained, in the order of their ids.

    Since the order of the input plays no part, the same problems give the same chains however a file was sorted.

    Attributes:
        problems: The usable ones, by ascending id.
        rejected: Why the others are not, by reason; a problem counts once, under its first reason.
        keys: For each problem, the numbers of the keys that it shares with another problem.
        shared: The keys by number.
        masks: `keys` as the bits of one number each, for a quick test of whether two problems share any.
        groups: A partition of 0 … n-1 in which the problems of one group all conflict with one another. A chain holds
            one of each group at most, so there is no chain longer than there are groups.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.rejected = Tally()
        self._settle(list(self._usable(problems)), self.rejected)

    def _settle(self, problems: Iterable[Problem], rejected: Tally) -> None:
        self.rejected = rejected
        self.problems = tuple(sorted(problems, key=lambda problem: problem.id))
        keys = _conflict_keys(self.problems)
        holders: dict[Key, list[int]] = {}
        for place, own in enumerate(keys):
            for key in own:
                holders.setdefault(key, []).append(place)
        self.shared = tuple(key for key, places in holders.items() if len(places) > 1)
        numbers = {key: number for number, key in enumerate(self.shared)}
        self.keys = tuple(frozenset(numbers[key] for key in own if key in numbers) for own in keys)
        self.masks = tuple(sum(1 << number for number in own) for own in self.keys)
        self.groups = _group(self.keys, [holders[key] for key in self.shared])
        self._ways = [[1] * (len(self.groups) + 1)]

    def __len__(self) -> int:
        return len(self.problems)

    def _usable(self, problems: Iterable[Problem]) -> Iterator[Problem]:
        seen: set[str] = set()
        for problem in problems:
            reason, value = next(unusable(problem), ("", ""))
            if problem.id in seen:
                reason, value = "id stands twice", problem.id
            seen.add(problem.id)
            if reason:
                self.rejected.add(reason, f"{problem.id}: {value}")
            else:
                yield problem

    def instead(self, problems: Iterable[Problem]) -> Pool:
        """A pool of other problems, which have been checked already; what was rejected here stays counted."""
        pool = Pool.__new__(Pool)
        pool._settle(problems, self.rejected)
        return pool

    def without(self, unfit: Mapping[str, str]) -> Pool:
        """The pool without some problems, each of which is counted under its reason."""
        rejected = Tally()
        for entry in self.rejected:
            rejected.add(entry.reason, *entry.examples, count=entry.count)
        for name, reason in unfit.items():
            rejected.add(reason, name)
        pool = Pool.__new__(Pool)
        pool._settle([problem for problem in self.problems if problem.id not in unfit], rejected)
        return pool

    def ways(self, count: int) -> list[int]:
        """How many sets of `count` problems from different groups there are: entry u counts among the last u groups."""
        while len(self._ways) <= count:
            fewer, more = self._ways[-1], [0]
            for used, group in enumerate(reversed(self.groups)):
                more.append(more[-1] + len(group) * fewer[used])
            self._ways.append(more)
        return self._ways[count]

    def conflict(self, places: Iterable[int]) -> Key | None:
        """The first thing that two of these problems share; None where they can stand in one chain."""
        seen: set[int] = set()
        for place in places:
            if common := seen & self.keys[place]:
                return self.shared[min(common)]
            seen |= self.keys[place]
        return None


def _conflict_keys(problems: tuple[Problem, ...]) -> list[tuple[Key, ...]]:
    # A name that one problem lists and another mentions without listing it is shared, too.
    finder = NameFinder({name for problem in problems for name in problem.names})
    keys: list[tuple[Key, ...]] = []
    for problem in problems:
        texts = (problem.text, problem.alternate_first_premise, problem.conclusion, problem.wrong_conclusion)
        listed = (*problem.names, *finder.mentioned(" ".join(texts)))
        # A record may list no names, or not all: what looks like one counts, so that no two heroes are confused.
        names = {name_key(name) for name in (*listed, *find_names(*texts))} - {""}
        keys.append((*(Key("name", name) for name in sorted(names)), Key("question", question_key(problem.question))))
    return keys


def _group(keys: tuple[frozenset[int], ...], holders: list[list[int]]) -> tuple[tuple[int, ...], ...]:
    # Greedy: the key that most ungrouped problems hold makes the next group. Whoever is left stands alone.
    left = [len(places) for places in holders]
    grouped: set[int] = set()
    groups: list[tuple[int, ...]] = []
    heap = [(-count, number) for number, count in enumerate(left)]
    heapify(heap)
    while heap:
        count, number = heappop(heap)
        if -count != left[number]:  # counted before others were grouped
            if left[number] > 1:
                heappush(heap, (-left[number], number))
            continue
        members = tuple(place for place in holders[number] if place not in grouped)
        if len(members) < 2:
            continue
        groups.append(members)
        grouped.update(members)
        for place in members:
            for other in keys[place]:
                left[other] -= 1
    groups += [(place,) for place in range(len(keys)) if place not in grouped]
    return tuple(groups)
