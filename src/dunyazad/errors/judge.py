"""What a way of judging steps is, and what all judges share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from dunyazad.errors.record import Evidence, Label, Verdict
from dunyazad.reasoning import Completion, Parc, Prompt

__all__ = ["Judge", "ModelFreeJudge", "silent", "verdict_of"]


@runtime_checkable
class Judge(Protocol):
    """A way of judging steps in themselves. It does no I/O: whoever drives it calls the model.

    `prompts` gives every call of the wave at once, none for a judge without a model; their keys are unique. `read`
    takes what came back, by key, and gives one verdict a step: a prompt without a completion has failed. Accumulation
    is not a judge's business: see `accumulate`.
    """

    @property
    def name(self) -> str:
        """What the judge is called on the command line and in records."""
        ...

    @property
    def texts(self) -> Mapping[str, str]:
        """The prompt texts that it uses, by name, each with its sha256; empty for a judge without a model."""
        ...

    @property
    def inherits(self) -> bool:
        """Do sound steps inherit errors along the premises? Not where the judge itself says which step does."""
        ...

    def prompts(self, parc: Parc) -> tuple[Prompt, ...]:
        """The calls to make for one chain."""
        ...

    def read(self, parc: Parc, completions: Sequence[Completion] = ()) -> tuple[Verdict, ...]:
        """Turn what came back into one verdict a step."""
        ...


class ModelFreeJudge:
    """What judges without a model have in common: no prompts, and errors that are inherited."""

    inherits = True

    @property
    def texts(self) -> Mapping[str, str]:
        """None."""
        return {}

    def prompts(self, parc: Parc) -> tuple[Prompt, ...]:  # noqa: ARG002 - the protocol's signature
        """No calls."""
        return ()


def verdict_of(step: int, label: Label, evidence: Sequence[Evidence], method: str) -> Verdict:
    """A verdict that was reached."""
    return Verdict(step=step, label=label, outcome="judged", evidence=tuple(evidence), method=method)


def silent(step: int, method: str, evidence: Sequence[Evidence] = ()) -> Verdict:
    """No verdict: nothing in the step could be checked, or what was checked decides nothing."""
    return Verdict(step=step, label=None, outcome="no_claim", evidence=tuple(evidence), method=method)
