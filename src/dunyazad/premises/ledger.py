"""Where every value, name and expression of a chain stands: built once, asked by every rule.

All look-ups are by step number, 0 for the question, and give steps before the one that asks.
"""

from __future__ import annotations

from bisect import bisect_left

from dunyazad.premises.content import Content, Value, read_content
from dunyazad.reasoning import ReasoningChain

__all__ = ["Ledger"]


class Ledger:
    """The contents of a chain's steps, indexed.

    Attributes:
        contents: Entry 0 is the question's, entry k that of step k.
        results: Entry k holds the values that step k brings about: the right sides of its equations, or, where it has
            none, its last value if that stands nowhere before.
        used: Entry k holds the values that step k takes from elsewhere.
        fresh: Entry k holds the values that stand nowhere before step k.
    """

    def __init__(self, chain: ReasoningChain) -> None:
        self.contents: list[Content] = [read_content(chain.question), *(read_content(s.text) for s in chain.steps)]
        self.last = len(chain.steps)
        self.holders: dict[Value, list[int]] = {}
        self.makers: dict[Value, list[int]] = {}
        self.written: dict[str, list[int]] = {}
        self.numbers: dict[str, list[int]] = {}
        self.tags: dict[str, list[int]] = {}
        self.first_words: dict[str, int] = {}
        self.results: list[frozenset[Value]] = []
        self.used: list[frozenset[Value]] = []
        self.fresh: list[frozenset[Value]] = []
        for step, content in enumerate(self.contents):
            self._enter(step, content)

    def _enter(self, step: int, content: Content) -> None:
        fresh = frozenset(value for value in content.values if value not in self.holders)
        results = content.results
        if not results and not content.equations and content.values and content.values[-1] in fresh:
            results = frozenset(content.values[-1:])
        self.fresh.append(fresh)
        self.results.append(results if step else frozenset())
        self.used.append(content.used - results if step else frozenset())
        for value in content.values:
            self.holders.setdefault(value, []).append(step)
        for value in self.results[step]:
            self.makers.setdefault(value, []).append(step)
        for expression in content.expressions:
            self.written.setdefault(expression, []).append(step)
        if step:
            for word in content.words:
                self.first_words.setdefault(word, step)
            if content.number:
                self.numbers.setdefault(content.number, []).append(step)
            for tag in content.tags:
                self.tags.setdefault(tag, []).append(step)

    def holder(self, value: Value, before: int) -> int | None:
        """The latest step before that has the value, the question left out."""
        return _latest(self.holders.get(value), before)

    def maker(self, value: Value, before: int) -> int | None:
        """The latest step before whose result the value is."""
        return _latest(self.makers.get(value), before)

    def writer(self, expression: str, before: int) -> int | None:
        """The latest step before that writes the expression."""
        return _latest(self.written.get(expression), before)

    def numbered(self, number: str, before: int) -> int | None:
        """The latest step before that has the number in its label: numbering may restart."""
        return _latest(self.numbers.get(number), before)

    def tagged(self, tag: str, before: int) -> int | None:
        """The first step before that names the equation, which is where it is written."""
        steps = self.tags.get(tag)
        return steps[0] if steps is not None and steps[0] < before else None

    def first_word(self, word: str) -> int | None:
        """The first step that has the word, the question left out."""
        return self.first_words.get(word)

    def given(self, value: Value) -> bool:
        """Does the question state the value?"""
        steps = self.holders.get(value)
        return steps is not None and steps[0] == 0


def _latest(steps: list[int] | None, before: int) -> int | None:
    if steps is None:
        return None
    index = bisect_left(steps, before) - 1
    return steps[index] if index >= 0 and steps[index] > 0 else None
