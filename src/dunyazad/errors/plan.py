"""A verification as a state machine without I/O, so that any engine drives it.

    plan = Plan(chain, finder, judge)
    while wave := plan.next():
        plan.feed(answers to the prompts of the wave)
    plan.verification

A wave is a tuple of prompts that can all go out at once. The waves: what the finder of premises asks; what the test of
their necessity asks, where there is one; what the judge asks. A method that asks nothing has no wave.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from dunyazad.errors.accumulation import accumulate
from dunyazad.errors.judge import Judge
from dunyazad.errors.record import CallUsage, Verdict, Verification
from dunyazad.premises import PremiseFinder
from dunyazad.reasoning import Completion, Parc, Prompt, ReasoningChain

__all__ = ["Plan", "Refiner", "Stage"]

Stage = Literal["premises", "necessity", "errors", "done"]


class Refiner(Protocol):
    """A pass over premises that were found: one wave of prompts about a chain with premises, and another such chain."""

    def prompts(self, parc: Parc) -> tuple[Prompt, ...]:
        """The calls to make."""
        ...

    def read(self, parc: Parc, completions: Sequence[Completion]) -> Parc:
        """Turn what came back into the chain with the premises that are left."""
        ...


class Plan:
    """The waves of calls that verify one chain, and what comes of them.

    Args:
        chain: The chain; one without steps has no waves.
        finder: Finds the premises.
        judge: Judges the steps.
        minimal: Tests the premises that were found; None for no test.
        model: Which model answers, for the record; empty for none.

    Example:
        >>> from dunyazad.errors import judge
        >>> from dunyazad.premises import premise_finder
        >>> from dunyazad.reasoning import Step
        >>> chain = ReasoningChain(id="c", question="4 boxes of 6 pens?", steps=(Step("4 + 6 = 10 pens"),))
        >>> plan = Plan(chain, premise_finder("previous"), judge("hybrid"))
        >>> while wave := plan.next():
        ...     said = '{"reasoning": "4 boxes of 6 are 24", "verdict": "logical_inconsistency"}'
        ...     plan.feed([Completion(prompt.key, said) for prompt in wave])
        >>> plan.verification.verdicts[0].label, plan.verification.usage.calls
        ('logical_inconsistency', 1)
    """

    def __init__(
        self,
        chain: ReasoningChain,
        finder: PremiseFinder,
        judge: Judge,
        *,
        minimal: Refiner | None = None,
        model: str = "",
    ) -> None:
        self._chain, self._finder, self._judge, self._minimal = chain, finder, judge, minimal
        self._model = model
        self._stage: Stage = "premises"
        self._parc: Parc | None = None
        self._verdicts: tuple[Verdict, ...] = ()
        self._usage = CallUsage()
        self._texts: dict[str, str] = {}
        self._wave = self._advanced(finder.prompts(chain))

    @property
    def stage(self) -> Stage:
        """What the present wave is about."""
        return self._stage

    @property
    def parc(self) -> Parc | None:
        """The chain with its premises, as far as they are known."""
        return self._parc

    def next(self) -> tuple[Prompt, ...]:
        """The present wave: calls to make, in any order or all at once; empty when all is done.

        It stays the same until it is answered.
        """
        return self._wave

    def feed(self, completions: Sequence[Completion], usage: CallUsage | None = None) -> None:
        """Answer the present wave.

        Args:
            completions: In any order, by key. A prompt whose completion is missing has failed.
            usage: The tokens that they took, where known; its calls are ignored, for they are counted here.

        Raises:
            ValueError: A completion answers no prompt of the wave, or one that is answered already.
        """
        answers = self._in_order(completions)
        spent = usage or CallUsage()
        self._usage += CallUsage(len(self._wave), spent.input_tokens, spent.cached_tokens, spent.output_tokens)
        self._texts |= _texts(self._method)
        self._read(answers)
        self._wave = self._advanced(self._prompts())

    @property
    def verification(self) -> Verification:
        """What came of it.

        Raises:
            RuntimeError: A wave is still unanswered.
        """
        if self._parc is None or self._stage != "done":
            raise RuntimeError(f"chain {self._chain.id!r}: the wave about {self._stage} is not answered yet")
        return Verification(
            id=self._chain.id,
            parc=self._parc,
            verdicts=self._verdicts,
            errors_method=self._judge.name,
            prompts=dict(sorted(self._texts.items())),
            usage=self._usage,
            model=self._model if self._usage.calls else "",
        )

    @property
    def _method(self) -> object:
        return {"premises": self._finder, "necessity": self._minimal, "errors": self._judge}.get(self._stage)

    def _advanced(self, wave: tuple[Prompt, ...]) -> tuple[Prompt, ...]:
        """Go on over stages that ask nothing, to the next wave or the end."""
        while not wave and self._stage != "done":
            self._read(())
            wave = self._prompts()
        keys = {prompt.key for prompt in wave}
        if len(keys) != len(wave):
            raise ValueError(f"chain {self._chain.id!r}: two prompts about {self._stage} have the same key")
        return wave

    def _read(self, completions: Sequence[Completion]) -> None:
        """End the present stage with the answers to its prompts."""
        if self._parc is None:
            self._parc = self._finder.read(self._chain, completions)
            self._stage = "errors" if self._minimal is None else "necessity"
        elif self._stage == "necessity" and self._minimal is not None:
            self._parc = self._minimal.read(self._parc, completions)
            self._stage = "errors"
        else:
            verdicts = self._judge.read(self._parc, completions)
            self._verdicts = accumulate(self._parc, verdicts) if self._judge.inherits else verdicts
            self._stage = "done"

    def _prompts(self) -> tuple[Prompt, ...]:
        """What the present stage asks."""
        if self._parc is None or self._stage == "done":
            return ()
        if self._stage == "necessity" and self._minimal is not None:
            return self._minimal.prompts(self._parc)
        return self._judge.prompts(self._parc)

    def _in_order(self, completions: Sequence[Completion]) -> tuple[Completion, ...]:
        given: dict[str, Completion] = {}
        keys = {prompt.key for prompt in self._wave}
        for completion in completions:
            if completion.key not in keys or completion.key in given:
                what = "answers no prompt" if completion.key not in keys else "answers a prompt a second time"
                raise ValueError(f"chain {self._chain.id!r}: the completion {completion.key[:60]!r} {what} of the wave")
            given[completion.key] = completion
        missing = {key: Completion(key, outcome="failed", reason="no completion came") for key in keys - given.keys()}
        return tuple((given | missing)[prompt.key] for prompt in self._wave)


def _texts(method: object) -> Mapping[str, str]:
    """The prompt texts of a method, as far as it tells them."""
    texts = getattr(method, "texts", None)
    return texts if isinstance(texts, Mapping) else {}
