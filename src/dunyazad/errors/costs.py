"""What a verification will cost, before any call is made.

Calls are counted on the very prompts, and so are the tokens of prompts. What cannot be known beforehand is stated:

- Tokens are characters over 4, unless a tokenizer is given. Chat templates are not counted.
- A prefix cache is taken to keep every earlier prompt of the wave, and every system message of the run: a prompt's
  cached part is the longest beginning that it has in common with one of them.
- The premises that a model will find decide which steps the later waves show. Those that `provenance` finds stand in
  for them; where the test of necessity depends on how many there are, so does the number of calls.
- A completion is as long as its schema suggests: 60 tokens for a free text, a few for each other field.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence

import msgspec

from dunyazad.errors.judge import Judge
from dunyazad.errors.plan import Refiner
from dunyazad.premises import PremiseFinder, premise_finder
from dunyazad.reasoning import Parc, Prompt, ReasoningChain

__all__ = ["Cost", "Estimator", "estimate"]

_CHARACTERS_A_TOKEN = 4
_FREE_TEXT = 60
_SHORT_FIELD = 6
_LIST = 40
_WITHOUT_SCHEMA = 150


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Calls and tokens.

    Attributes:
        calls: How many calls.
        prompt_tokens: Tokens of the prompts, cached ones included.
        cached_tokens: How many of those a prefix cache saves.
        completion_tokens: Tokens of the completions, roughly.

    Example:
        >>> Cost(2, 800, 300, 160) + Cost(1, 400, 0, 80)
        Cost(calls=3, prompt_tokens=1200, cached_tokens=300, completion_tokens=240)
    """

    calls: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.cached_tokens + other.cached_tokens,
            self.completion_tokens + other.completion_tokens,
        )


def estimate(
    chain: ReasoningChain,
    finder: PremiseFinder,
    judge: Judge,
    *,
    minimal: Refiner | None = None,
    tokens: Callable[[str], int] | None = None,
) -> Cost:
    """What verifying one chain will cost; see `Estimator` for many and for the waves apart.

    Args:
        chain: The chain; one without steps costs nothing.
        finder: Finds the premises.
        judge: Judges the steps.
        minimal: Tests the premises that were found.
        tokens: Counts the tokens of a text; characters over 4 where None.

    Example:
        >>> from dunyazad.errors import judge
        >>> from dunyazad.reasoning import Step
        >>> steps = (Step("4 * 6 = 25"), Step("So she has many."))
        >>> chain = ReasoningChain(id="c", question="4 boxes of 6 pens?", steps=steps)
        >>> estimate(chain, premise_finder("provenance"), judge("hybrid")).calls  # none for the refuted step
        1
    """
    estimator = Estimator(finder, judge, minimal=minimal, tokens=tokens)
    estimator.add(chain)
    return estimator.total


class Estimator:
    """Adds up what verifying many chains with one choice of methods will cost.

    Attributes:
        premises: What finding the premises costs.
        necessity: What testing them costs.
        errors: What judging costs.
    """

    def __init__(
        self,
        finder: PremiseFinder,
        judge: Judge,
        *,
        minimal: Refiner | None = None,
        tokens: Callable[[str], int] | None = None,
    ) -> None:
        self._finder, self._judge, self._minimal = finder, judge, minimal
        self._tokens = _characters_over_4 if tokens is None else tokens
        self._systems: set[str] = set()
        self.premises = self.necessity = self.errors = Cost()

    @property
    def total(self) -> Cost:
        """All waves together."""
        return self.premises + self.necessity + self.errors

    def add(self, chain: ReasoningChain) -> Cost:
        """Add a chain; gives what it costs alone, after those before it."""
        before = self.total
        wave = self._finder.prompts(chain)
        self.premises += self._cost(wave)
        parc = _stand_in(chain) if wave else self._finder.read(chain, ())
        if self._minimal is not None:
            self.necessity += self._cost(self._minimal.prompts(parc))
        self.errors += self._cost(self._judge.prompts(parc))
        after = self.total
        return Cost(*(now - then for now, then in zip(_numbers(after), _numbers(before), strict=True)))

    def _cost(self, wave: Sequence[Prompt]) -> Cost:
        texts = [f"{prompt.system}\n{prompt.user}" for prompt in wave]
        asked = cached = 0
        for prompt, text, common in zip(wave, texts, common_prefixes(texts), strict=True):
            # The system message of an earlier wave or chain is still there.
            known = max(common, len(prompt.system) if prompt.system in self._systems else 0)
            whole = self._tokens(text)
            asked += whole
            cached += min(whole, self._tokens(text[:known])) if known else 0
            self._systems.add(prompt.system)
        return Cost(len(wave), asked, cached, sum(expected_tokens(prompt.schema) for prompt in wave))


def common_prefixes(texts: Iterable[str]) -> list[int]:
    """For each text, how many characters of its beginning an earlier one has as well.

    Of all earlier texts, the nearest in sorted order have the most in common with it.

    Example:
        >>> common_prefixes(["ab", "abc", "x", "abd"])
        [0, 2, 0, 2]
    """
    seen: list[str] = []
    found = []
    for text in texts:
        place = bisect_left(seen, text)
        found.append(max((_common(text, other) for other in seen[max(0, place - 1) : place + 1]), default=0))
        seen.insert(place, text)
    return found


def expected_tokens(schema: str) -> int:
    """How long an answer under a schema will be, roughly: what free texts, lists and other fields usually take.

    Example:
        >>> expected_tokens('{"type": "object", "properties": {"reasoning": {"type": "string"}}}')
        66
    """
    if not schema:
        return _WITHOUT_SCHEMA
    fields = json.loads(schema).get("properties", {}).values()
    return sum(_SHORT_FIELD + _of_field(field) for field in fields)


def _of_field(field: dict[str, object]) -> int:
    if field.get("type") == "array":
        return _LIST
    return _FREE_TEXT if field.get("type") == "string" and "enum" not in field else 0


def _common(one: str, other: str) -> int:
    """The length of what two texts begin with alike, by halving: comparing slices is quicker than signs in turn."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _stand_in(chain: ReasoningChain) -> Parc:
    return premise_finder("provenance").read(chain, ())


def _characters_over_4(text: str) -> int:
    return -(-len(text) // _CHARACTERS_A_TOKEN)


def _numbers(cost: Cost) -> tuple[int, int, int, int]:
    return cost.calls, cost.prompt_tokens, cost.cached_tokens, cost.completion_tokens
