"""What a way of finding premises is, and the baselines that need no model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from dunyazad._exceptions import InputError
from dunyazad.premises.retracted import Links, honour_retractions
from dunyazad.reasoning import Completion, Parc, Premise, Prompt, ReasoningChain

__all__ = ["Links", "ModelFree", "PremiseFinder", "all_earlier", "given", "previous", "previous_and_question"]


@runtime_checkable
class PremiseFinder(Protocol):
    """A way of finding the premises of every step. It does no I/O: whoever drives it calls the model.

    `prompts` gives every call of the wave at once, none for a method without a model; their keys are unique. `read`
    takes what came back, by key: a prompt without a completion has failed.
    """

    @property
    def name(self) -> str:
        """What the method is called on the command line and in records."""
        ...

    @property
    def texts(self) -> Mapping[str, str]:
        """The prompt texts that it uses, by name, each with its sha256; empty for a method without a model."""
        ...

    def prompts(self, chain: ReasoningChain) -> tuple[Prompt, ...]:
        """The calls to make for one chain."""
        ...

    def read(self, chain: ReasoningChain, completions: Sequence[Completion]) -> Parc:
        """Turn what came back into the chain with its premises."""
        ...


class ModelFree:
    """A finder that needs no model: a function from a chain to one tuple of premises a step.

    Args:
        name: What it is called.
        rule: The function.
        honours: Do repairs stand in the place of what was taken back? Not for premises that annotators gave.

    Example:
        >>> from dunyazad.reasoning import Step
        >>> chain = ReasoningChain(id="c", question="q", steps=(Step("a"), Step("b")))
        >>> ModelFree("previous", previous).read(chain).premises_of(2)
        (Premise(step=1, reason='the previous step', score=1.0, kind='stated'),)
    """

    def __init__(self, name: str, rule: Callable[[ReasoningChain], Links], *, honours: bool = True) -> None:
        self._name, self._rule, self._honours = name, rule, honours

    @property
    def name(self) -> str:
        """What the method is called."""
        return self._name

    @property
    def texts(self) -> Mapping[str, str]:
        """None."""
        return {}

    def prompts(self, chain: ReasoningChain) -> tuple[Prompt, ...]:  # noqa: ARG002 - the protocol's signature
        """No calls."""
        return ()

    def read(self, chain: ReasoningChain, completions: Sequence[Completion] = ()) -> Parc:  # noqa: ARG002
        """Find the premises of every step."""
        links = self._rule(chain)
        if self._honours:
            links, _ = honour_retractions(chain, links)
        return Parc(chain=chain, premises=links, method=self._name)


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


def given(chain: ReasoningChain) -> Links:
    """The premises that came with the chain.

    Raises:
        InputError: None came with it.
    """
    if chain.given is None:
        raise InputError(
            f"the premise method 'oracle' takes the premises that come with a chain; {chain.id!r} has none"
        )
    return chain.given
