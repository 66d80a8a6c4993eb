"""Where every value, variable and piece of mathematics of a chain was seen: built step by step, asked by every rule.

Every look-up is by what is looked for and not by going over the steps before, so that a chain costs time linear in its
length; and since a step is asked about before it is entered, nothing can look ahead.
"""

from __future__ import annotations

from dunyazad.premises.content import Content, read_content
from dunyazad.premises.facts import COMMON, Facts
from dunyazad.premises.tokens import Value
from dunyazad.reasoning import ReasoningChain

__all__ = ["Ledger"]

# How far back words and labels are compared, and how many holders of one value count: keeps long chains linear.
_REACH = 8
_HOLDERS = 4


class Ledger:
    """What the question and the steps entered so far hold, indexed. Steps are numbered from 1; 0 is the question.

    Attributes:
        contents: Entry 0 is the question's, entry k that of step k.
        results: Entry k holds the values that step k brings about: the right sides of its equations, or, where it has
            none, its last value if that stands nowhere before.
        last_use: Entry k is the latest step that used a value of step k; 0 where none has.
    """

    def __init__(self, chain: ReasoningChain) -> None:
        self.length = len(chain.steps)
        question = read_content(chain.question)
        self.given = frozenset(question.values)
        self.asked_pieces = frozenset(question.pieces)
        self.contents: list[Content] = [question]
        self.results: list[frozenset[Value]] = [frozenset()]
        self.fresh: list[frozenset[Value]] = [frozenset()]
        self.last_use: list[int] = [0]
        self._holders: dict[Value, list[int]] = {}
        self._makers: dict[Value, list[int]] = {}
        self._ends: dict[Value, int] = {}
        self._pieces: dict[str, int] = {}
        self._definers: dict[str, int] = {}
        self._words: set[str] = set()
        self._numbers: dict[str, int] = {}
        self._tags: dict[str, int] = {}

    def read(self, text: str) -> Facts:
        """Read the next step and gather what the rules ask about it; `enter` it before the next one is read."""
        content = read_content(text)
        holders, given = self._holders, self.given
        fresh = frozenset([value for value in content.values if value not in holders and value not in given])
        results = content.results
        if not results and not content.equations and content.values and content.values[-1] in fresh:
            results = frozenset(content.values[-1:])
        facts = Facts(self, len(self.contents), content, results, fresh)
        self._values(facts)
        for piece in content.pieces:
            if (step := self._pieces.get(piece)) is not None:
                facts.pieces.append((step, piece))
            elif piece in self.asked_pieces:
                facts.asked.append(piece)
        for name in content.names:
            if (step := self._definers.get(name)) is not None and name not in content.defined:
                facts.definers.append((step, name))
        if content.references or content.tags:
            facts.references = self._references(content)
        facts.labels = self._labels(content)
        facts.new_words = sorted((content.telling & self.contents[0].telling) - self._words)
        return facts

    def _values(self, facts: Facts) -> None:
        """Where the values of a step stand before it, in the order in which it names them."""
        for value in facts.content.values:
            makers, given, telling = self._makers.get(value), value in self.given, value not in COMMON
            if makers is not None and telling:
                facts.made += [(step, value) for step in makers[-_HOLDERS:]]
            if value in facts.used:
                self._used(facts, value, given, telling)
                if makers is not None and telling:
                    (facts.remade if given else facts.sources).add(makers[-1])
                    if not given:
                        facts.latest.append((makers[-1], value))

    def _used(self, facts: Facts, value: Value, given: bool, telling: bool) -> None:
        """Where a value stands that the step takes from elsewhere."""
        holders = self._holders.get(value)
        elsewhere = telling and value not in facts.before_values
        if given:
            facts.given_used += 1
            if holders is None:
                facts.fetched.append(value)
            if elsewhere:
                facts.given_elsewhere += 1
        elif holders is None:
            facts.unknown.append(value)
        else:
            facts.introduced.append((holders[0], value))
            if telling:
                facts.sources.add(holders[-1])
            if elsewhere:
                facts.held += [(step, value) for step in holders[-_HOLDERS:]]
        if (telling or not given) and (end := self._ends.get(value)) is not None:
            facts.ends.append((end, value))

    def _references(self, content: Content) -> list[tuple[int, str]]:
        steps = [(self._numbers.get(number), f"step {number}") for number in content.references]
        tags = [(self._tags.get(tag), f"equation {tag}") for tag in content.tags]
        return [
            *((step, said) for step, said in steps if step is not None),
            *((step, f"{said}, which step {step} has") for step, said in tags if step is not None),
        ]

    def _labels(self, content: Content) -> list[tuple[int, str]]:
        found = []
        for step in range(max(1, len(self.contents) - _REACH), len(self.contents)):
            for label in self.contents[step].labels:
                if len(label) > 4 and label in content.text:
                    found.append((step, label))
                    break
        return found

    def enter(self, facts: Facts) -> None:
        """Enter a step once it has been asked about."""
        step, content = facts.step, facts.content
        for source in facts.sources | facts.remade:
            self.last_use[source] = step
        self.contents.append(content)
        self.results.append(facts.results)
        self.fresh.append(facts.fresh)
        self.last_use.append(0)
        for value in content.values:
            self._holders.setdefault(value, []).append(step)
        for value in facts.results:
            self._makers.setdefault(value, []).append(step)
        if content.values:
            self._ends[content.values[-1]] = step
        for piece in content.pieces:
            self._pieces[piece] = step
        for name in content.defined:
            self._definers[name] = step
        self._words |= content.telling
        if content.number:
            self._numbers[content.number] = step
        for tag in content.tags:
            self._tags.setdefault(tag, step)

    def shared_words(self, step: int, telling: frozenset[str]) -> int:
        """How many telling words a step shares with an earlier one, up to five; 0 where that is far back."""
        if len(self.contents) - step > _REACH:
            return 0
        return min(5, len(telling & self.contents[step].telling))
