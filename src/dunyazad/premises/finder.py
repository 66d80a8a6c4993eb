"""What a way of finding premises is, and the baselines that need no model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from dunyazad.reasoning import Completion, Parc, Premise, Prompt, ReasoningChain

__all__ = ["ModelFree", "PremiseFinder", "all_earlier", "previous", "previous_and_question"]

Links = tuple[tuple[Premise, ...], ...]


@runtime_checkable
class PremiseFinder(Protocol):
    """A way of finding the premises of every step. It does no I/O: whoever drives it calls the model.

    `prompts` gives every call of the wave at once, none for a method without a model; `read` takes one completion a
    prompt, in the same order.
    """

    @property
    def name(self) -> str:
        """What the method is called on the command line and in records."""
        ...

    def prompts(self, chain: ReasoningChain) -> tuple[Prompt, ...]:
        """The calls to make for one chain."""
        ...

    def read(self, chain: ReasoningChain, completions: Sequence[Completion]) -> Parc:
        """Turn what came back into the chain with its premises."""
        ...


class ModelFree:
    """A finder that needs no model: a function from a chain to one tuple of premises a step.

    Example:
        >>> from dunyazad.reasoning import Step
        >>> chain = ReasoningChain(id="c", question="q", steps=(Step("a"), Step("b")))
        >>> ModelFree("previous", previous).read(chain).premises_of(2)
        (Premise(step=1, reason='the previous step', score=1.0),)
    """

    def __init__(self, name: str, rule: Callable[[ReasoningChain], Links]) -> None:
        self._name, self._rule = name, rule

    @property
    def name(self) -> str:
        """What the method is called."""
        return self._name

    def prompts(self, chain: ReasoningChain) -> tuple[Prompt, ...]:  # noqa: ARG002 - the protocol's signature
        """No calls."""
        return ()

    def read(self, chain: ReasoningChain, completions: Sequence[Completion] = ()) -> Parc:  # noqa: ARG002
        """Find the premises of every step."""
        return Parc(chain=chain, premises=self._rule(chain), method=self._name)


def all_earlier(chain: ReasoningChain) -> Links:
    """Every earlier step and the question: what a verifier without premises is shown."""
    # One record for each step and not one for each pair: a long chain has millions of pairs.
    every = [Premise(earlier, "every earlier step") for earlier in range(len(chain.steps))]
    return tuple(tuple(every[:step]) for step in range(1, len(chain.steps) + 1))


def previous(chain: ReasoningChain) -> Links:
    """The step before; for the first step the question."""
    return tuple(
        (Premise(step - 1, "the previous step" if step > 1 else "the question"),)
        for step in range(1, len(chain.steps) + 1)
    )


def previous_and_question(chain: ReasoningChain) -> Links:
    """The question and the step before: the baseline that every table shows."""
    question = Premise(0, "the question")
    return tuple(
        (question,) if step == 1 else (question, Premise(step - 1, "the previous step"))
        for step in range(1, len(chain.steps) + 1)
    )
