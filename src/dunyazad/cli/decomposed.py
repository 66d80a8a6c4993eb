"""Counting what `problems decompose` came to: every problem of the source is in exactly one of the counts."""

from __future__ import annotations

from collections import Counter

from dunyazad.problems import Problem
from dunyazad.problems.decomposition import Rejected

__all__ = ["Tally"]

_PROPOSED = "proposer:"


class Tally:
    """Counts results as they come.

    Args:
        asks: Is a model asked about what the rules reject?
    """

    def __init__(self, *, asks: bool) -> None:
        self._asks = asks
        self._by_rule = self._by_model = 0
        self._codes: Counter[str] = Counter()
        self._model_codes: Counter[str] = Counter()
        self._failure = ""

    def add(self, result: Problem | Rejected) -> None:
        """Count one result."""
        if isinstance(result, Rejected):
            self._codes[result.code] += 1
            if result.model_code:
                self._model_codes[result.model_code] += 1
            if result.model_code == "model-failed":
                self._failure = self._failure or result.model_sentence
        elif any(tag.startswith(_PROPOSED) for tag in result.tags):
            self._by_model += 1
        else:
            self._by_rule += 1

    @property
    def certified(self) -> int:
        """How many were certified, by whomever they were proposed."""
        return self._by_rule + self._by_model

    @property
    def rejected(self) -> int:
        """How many were rejected."""
        return self._codes.total()

    @property
    def every_call_failed(self) -> str:
        """The first failure, where calls were made and none brought a response; else ""."""
        answered = self._by_model + self._model_codes.total() - self._model_codes["model-failed"]
        return "" if answered else self._failure

    def as_json(self) -> dict[str, object]:
        """The counts for a script."""
        counts: dict[str, object] = {
            "problems": self.certified + self.rejected,
            "certified": self.certified,
            "rejected": dict(self._codes.most_common()),
        }
        if self._asks:
            by = {"by_rule": self._by_rule, "by_model": self._by_model}
            counts |= {"certified_by": by, "rejected_by_model": dict(self._model_codes.most_common())}
        return counts

    def lines(self) -> list[str]:
        """The counts for a person, the sum last."""
        told = [f"{count:6} {code}" for code, count in self._codes.most_common()]
        by = ""
        if self._asks:
            told.append(f"{self._model_codes.total()} of these the model was asked about in vain:")
            told += [f"{count:6} {code}" for code, count in self._model_codes.most_common()]
            by = f" ({self._by_rule} by rule, {self._by_model} by the model)"
        total = self.certified + self.rejected
        return [*told, f"{total} problems, {self.certified} certified{by}, {self.rejected} rejected"]
