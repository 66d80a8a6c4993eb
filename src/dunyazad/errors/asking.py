"""The judges that ask a language model about one step at a time (arXiv 2502.02362, section 3.3).

`full-context` is the paper's baseline, `under-premises` its method. `hybrid` asks only what arithmetic cannot tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import get_args

import msgspec

from dunyazad.errors.arithmetic import ArithmeticJudge
from dunyazad.errors.model import Ask, answers, prompts_of, trouble
from dunyazad.errors.reading import Sources
from dunyazad.errors.record import Label, Verdict
from dunyazad.numbers import find_equations
from dunyazad.prompts import PromptSet, default_prompts
from dunyazad.reasoning import Completion, Parc, Prompt, strip_label

__all__ = ["FullContextJudge", "HybridJudge", "UnderPremisesJudge"]

_ALL: tuple[Label, ...] = get_args(Label)
_MATHEMATICAL: tuple[Label, ...] = ("correct", "mathematical_error")
_LOGICAL: tuple[Label, ...] = ("correct", "logical_inconsistency")
_NATIVE: tuple[Label, ...] = ("correct", "mathematical_error", "logical_inconsistency")


class _AskingJudge:
    """What they share: the texts, and from what is asked the prompts."""

    name: str
    inherits = True
    _names: tuple[str, ...] = ()

    def __init__(self, prompts: PromptSet | None = None) -> None:
        self._texts = prompts or default_prompts()

    @property
    def texts(self) -> Mapping[str, str]:
        """The prompt texts that it uses, with their sha256."""
        return {name: self._texts[name].sha256 for name in self._names}

    def prompts(self, parc: Parc) -> tuple[Prompt, ...]:
        """The calls to make for one chain."""
        return prompts_of(parc.chain, self._asks(parc), self._texts)

    def _answers(
        self, parc: Parc, asks: tuple[Ask, ...], completions: Sequence[Completion]
    ) -> Iterator[tuple[Ask, Verdict]]:
        return answers(asks, completions, Sources(parc.chain), self.name)

    def _asks(self, parc: Parc) -> tuple[Ask, ...]:
        raise NotImplementedError


class FullContextJudge(_AskingJudge):
    """One prompt a step with everything before it and the whole taxonomy: the baseline.

    The model itself says which step is an accumulation error, so that nothing is inherited along premises.

    Example:
        >>> from dunyazad.reasoning import Premise, ReasoningChain, Step
        >>> chain = ReasoningChain(id="c", question="q", steps=(Step("2 + 2 = 4"),))
        >>> parc = Parc(chain=chain, premises=((Premise(0),),), method="all")
        >>> [prompt.key for prompt in FullContextJudge().prompts(parc)]
        ['step-1']
    """

    name = "full-context"
    inherits = False
    _names = ("errors-full-context",)

    def _asks(self, parc: Parc) -> tuple[Ask, ...]:
        numbers = range(1, len(parc.chain.steps) + 1)
        return tuple(Ask(f"step-{k}", k, "errors-full-context", _ALL, tuple(range(k))) for k in numbers)

    def read(self, parc: Parc, completions: Sequence[Completion] = ()) -> tuple[Verdict, ...]:
        """Take the model's label for every step."""
        return tuple(verdict for _, verdict in self._answers(parc, self._asks(parc), completions))


class UnderPremisesJudge(_AskingJudge):
    """Two prompts a step: the step alone for its mathematics, the step with question and premises for its logic.

    - A mathematical error is one, whatever the other answer is.
    - Otherwise a logical inconsistency is one.
    - Correct needs both answers. If one is missing, its outcome is the step's.
    - A step whose premises were asked for and not found is not asked about its logic: it would be judged under others.
    """

    name = "under-premises"
    _names = ("errors-mathematical", "errors-logical")

    def _asks(self, parc: Parc) -> tuple[Ask, ...]:
        # All prompts of one kind in a row: what they have in common stays in a cache of one place.
        numbers = range(1, len(parc.chain.steps) + 1)
        alone = [Ask(f"step-{k}-mathematical", k, "errors-mathematical", _MATHEMATICAL) for k in numbers]
        return (*alone, *(_logical(parc, k, "errors-logical", _LOGICAL) for k in numbers if _found(parc, k)))

    def read(self, parc: Parc, completions: Sequence[Completion] = ()) -> tuple[Verdict, ...]:
        """Merge both answers to every step."""
        alone: dict[int, Verdict] = {}
        under: dict[int, Verdict] = {}
        for ask, verdict in self._answers(parc, self._asks(parc), completions):
            kind = alone if ask.text == "errors-mathematical" else under
            kind[ask.step] = verdict
        return tuple(_merged(verdict, under.get(step) or _missing(parc, step)) for step, verdict in alone.items())


class HybridJudge(_AskingJudge):
    """At most one prompt a step: arithmetic decides where it can, the model judges the rest under the premises.

    - An equation that does not hold: mathematical error, and nothing is asked.
    - Every equation was computed and holds: the model judges the logic alone.
    - No equation, or one that cannot be computed: the model judges both at once.
    """

    name = "hybrid"
    _names = ("errors-hybrid-logical", "errors-hybrid-both")

    def _asks(self, parc: Parc) -> tuple[Ask, ...]:
        return self._plan(parc)[1]

    def _plan(self, parc: Parc) -> tuple[tuple[Verdict, ...], tuple[Ask, ...]]:
        """What arithmetic says, and what is left to ask."""
        computed = ArithmeticJudge().read(parc)
        asks = []
        for verdict in computed:
            if verdict.label != "mathematical_error" and _found(parc, verdict.step):
                settled = verdict.label == "correct" and _all_computed(parc.chain.step_text(verdict.step))
                text, labels = self._names[0 if settled else 1], _LOGICAL if settled else _NATIVE
                asks.append(_logical(parc, verdict.step, text, labels))
        return computed, tuple(asks)

    def read(self, parc: Parc, completions: Sequence[Completion] = ()) -> tuple[Verdict, ...]:
        """Put the model's answers to what arithmetic says."""
        computed, asks = self._plan(parc)
        told = {ask.step: verdict for ask, verdict in self._answers(parc, asks, completions)}
        return tuple(self._settled(one, told.get(one.step) or _missing(parc, one.step)) for one in computed)

    def _settled(self, computed: Verdict, told: Verdict) -> Verdict:
        if computed.label == "mathematical_error":
            return msgspec.structs.replace(computed, method=self.name)
        return msgspec.structs.replace(told, evidence=computed.evidence + told.evidence, method=self.name)


def _logical(parc: Parc, step: int, text: str, labels: tuple[Label, ...]) -> Ask:
    # The question is always among what is given (the paper's section 3.3).
    context = sorted({0, *(premise.step for premise in parc.premises_of(step))})
    return Ask(f"step-{step}-logical", step, text, labels, tuple(context))


def _found(parc: Parc, step: int) -> bool:
    return parc.finding_of(step).outcome == "found"


def _missing(parc: Parc, step: int) -> Verdict:
    """What stands for an answer that was not asked for."""
    return trouble(parc, step, "") or Verdict(step=step, label=None, outcome="no_claim")


def _merged(alone: Verdict, under: Verdict) -> Verdict:
    """One verdict of two: an error first, then what is missing, then correct."""
    for verdict in (alone, under):
        if verdict.native_error:
            return verdict
    for verdict in (alone, under):
        if verdict.label is None:
            return msgspec.structs.replace(verdict, evidence=alone.evidence + under.evidence, method=alone.method)
    return msgspec.structs.replace(alone, evidence=alone.evidence + under.evidence)


def _all_computed(text: str) -> bool:
    return all(equation.holds is not None for equation in find_equations(strip_label(text)))
