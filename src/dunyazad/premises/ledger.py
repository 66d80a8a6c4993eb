"""Where every value, variable and piece of mathematics of a chain was seen: built step by step, asked by every rule.

Every look-up is by what is looked for and not by going over the steps before, so that a chain costs time linear in its
length; and since a step is asked about before it is entered, nothing can look ahead.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Set

from dunyazad.premises.content import Content, read_content
from dunyazad.premises.facts import COMMON, Facts
from dunyazad.premises.tokens import Piece, Value
from dunyazad.reasoning import ReasoningChain

__all__ = ["Ledger", "Sight"]

# How far back words and labels are compared, and how many holders of one value count: keeps long chains linear.
_REACH = 8
_HOLDERS = 4


class Sight:
    """Where a value was seen.

    Attributes:
        given: Does the question state it?
        holders: The steps that have it.
        makers: The steps that bring it about.
        end: The latest step that ends with it; 0 where none does.
    """

    __slots__ = ("end", "given", "holders", "makers")

    def __init__(self) -> None:
        self.given = False
        self.holders: list[int] = []
        self.makers: list[int] = []
        self.end = 0


class Ledger:
    """What the question and the steps entered so far hold, indexed. Steps are numbered from 1; 0 is the question.

    Attributes:
        contents: Entry 0 is the question's, entry k that of step k.
        results: Entry k holds the values that step k brings about: the right sides of its equations, or, where it has
            none, its last value if that stands nowhere before.
        new: Entry k holds the values that step k brings about or introduces and the question does not state.
        last_use: Entry k is the latest step that used a value of step k; 0 where none has.
    """

    def __init__(self, chain: ReasoningChain) -> None:
        self.length = len(chain.steps)
        question = read_content(chain.question)
        self.given = frozenset(question.values)
        self.contents: list[Content] = [question]
        self.results: list[Set[Value]] = [frozenset()]
        self.new: list[Set[Value]] = [frozenset()]
        self.last_use: list[int] = [0]
        self._sights: defaultdict[Value, Sight] = defaultdict(Sight)
        for value in question.values:
            self._sights[value].given = True
        # The latest step that wrote a piece; 0 where only the question has.
        self._pieces: dict[Piece, int] = dict.fromkeys(question.pieces, 0)
        self._untouched = set(question.telling)  # words of the question that no step has yet
        self._labelled: list[int] = []  # steps that have labels
        self._definers: dict[str, int] = {}
        self._numbers: dict[str, int] = {}
        self._tags: dict[str, int] = {}

    def read(self, text: str) -> Facts:
        """Read the next step and gather what the rules ask about it; `enter` it before the next one is read."""
        content, sights = read_content(text), self._sights
        facts = Facts(self, content, {value: sights[value] for value in content.values})
        links = facts.links
        self._values(facts)
        for piece in content.pieces:
            if (step := self._pieces.get(piece)) is not None:
                links["piece" if step else "asked"].append((step, piece))
        for name in content.names:
            if (step := self._definers.get(name)) is not None and name not in content.defined:
                links["definer"].append((step, name))
        if content.references or content.tags:
            links["reference"] += self._references(content)
        if self._labelled:
            links["label"] += self._labels(content)
        if not content.telling.isdisjoint(self._untouched):
            links["words"] += [(0, word) for word in sorted(content.telling & self._untouched)]
        return facts

    def _values(self, facts: Facts) -> None:
        """Where the values of a step stand before it, in the order in which it names them."""
        used, results, links, new = facts.content.used, facts.results, facts.links, self.new[-1]
        for value, sight in facts.sights.items():
            given, holders, makers, telling = sight.given, sight.holders, sight.makers, value not in COMMON
            if makers and telling:
                links["made"] += [(step, value) for step in makers[-_HOLDERS:]]
            if value not in used or not (given or holders or value not in results):
                continue  # brought about here, and by nothing else
            facts.uses += 1
            near = bool(holders) and holders[-1] == facts.step - 1
            if near:
                facts.shares = True
            if given:
                self._given(facts, value, sight, telling and not near)
            elif not holders:
                facts.unknown += 1
            else:
                links["introduced"].append((holders[0], value))
                if telling:
                    facts.sources.append(holders[-1])
                    if makers:
                        facts.sources.append(makers[-1])
                        links["latest"].append((makers[-1], value))
                    if not near:
                        links["held"] += [(step, value) for step in holders[-_HOLDERS:]]
                if value in new:
                    facts.goes_on = True
            if sight.end and (telling or not given):
                links["end"].append((sight.end, value))

    @staticmethod
    def _given(facts: Facts, value: Value, sight: Sight, elsewhere: bool) -> None:
        """Where a value stands that the step takes from elsewhere and the question states."""
        facts.given_used += 1
        if not sight.holders:
            facts.links["fetched"].append((0, value))
        if elsewhere:
            facts.given_elsewhere += 1
        if sight.makers and value not in COMMON:
            facts.remade.append(sight.makers[-1])

    def _references(self, content: Content) -> list[tuple[int, str]]:
        steps = [(self._numbers.get(number), f"step {number}") for number in content.references]
        tags = [(self._tags.get(tag), f"equation {tag}") for tag in content.tags]
        return [
            *((step, said) for step, said in steps if step is not None),
            *((step, f"{said}, which step {step} has") for step, said in tags if step is not None),
        ]

    def _labels(self, content: Content) -> list[tuple[int, str]]:
        """The labels that a step speaks of, at most one of each step that is not far back."""
        found: list[tuple[int, str]] = []
        for step in self._labelled[-_REACH:]:
            if step >= len(self.contents) - _REACH:
                labels = self.contents[step].labels
                found += [(step, label) for label in labels if len(label) > 4 and label in content.text][:1]
        return found

    def enter(self, facts: Facts) -> None:
        """Enter a step once it has been asked about."""
        step, content = facts.step, facts.content
        for source in (*facts.sources, *facts.remade):
            self.last_use[source] = step
        self.contents.append(content)
        self.results.append(facts.results)
        self.new.append(facts.fresh | (facts.results - self.given))
        self.last_use.append(0)
        for sight in facts.sights.values():
            sight.holders.append(step)
        for value in facts.results:
            facts.sights[value].makers.append(step)
        if content.values:
            facts.sights[content.values[-1]].end = step
        for piece in content.pieces:
            self._pieces[piece] = step
        for name in content.defined:
            self._definers[name] = step
        self._untouched -= content.telling
        if content.labels:
            self._labelled.append(step)
        if content.number:
            self._numbers[content.number] = step
        for tag in content.tags:
            self._tags.setdefault(tag, step)

    def shared_words(self, step: int, telling: Set[str]) -> int:
        """How many telling words a step shares with an earlier one, up to five; 0 where that is far back."""
        if len(self.contents) - step > _REACH:
            return 0
        return min(5, len(telling & self.contents[step].telling))
