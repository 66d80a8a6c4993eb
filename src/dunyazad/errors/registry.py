"""The judges by name."""

from __future__ import annotations

import re
from collections.abc import Callable

from dunyazad._exceptions import InputError
from dunyazad.errors.arithmetic import ArithmeticJudge
from dunyazad.errors.asking import FullContextJudge, HybridJudge, UnderPremisesJudge
from dunyazad.errors.critic import CriticJudge
from dunyazad.errors.judge import Judge
from dunyazad.errors.reference import Reference
from dunyazad.errors.reference_judge import ReferenceJudge
from dunyazad.errors.votes import VotingJudge
from dunyazad.prompts import PromptSet

__all__ = ["JUDGES", "MODEL_JUDGES", "judge"]

MODEL_JUDGES: dict[str, Callable[[PromptSet | None], Judge]] = {
    "full-context": FullContextJudge,
    "under-premises": UnderPremisesJudge,
    "hybrid": HybridJudge,
    "critic": CriticJudge,
}
# In the order in which help texts list them.
JUDGES = ("arithmetic", "reference", *MODEL_JUDGES)

_VOTES = re.compile(r"votes:([^:]*)(?::(.*))?", re.DOTALL)
_MOST_VOTES = 100


def judge(name: str, reference: Reference | None = None, *, prompts: PromptSet | None = None) -> Judge:
    """Give the judge of a name.

    Args:
        name: One of `JUDGES`, or `votes:K:` before one that asks a model.
        reference: The gold solution's quantities; only `reference` needs them.
        prompts: The prompt texts; those of the package where None.

    Raises:
        InputError: There is no such judge, or it needs a reference and got none; or the votes are no number from 1 to
            100, or for a judge that asks no model.

    Example:
        >>> judge("arithmetic").name, judge("votes:5:hybrid").name
        ('arithmetic', 'votes:5:hybrid')
    """
    votes = _VOTES.fullmatch(name)
    if votes is not None:
        return _voting(name, votes[1], votes[2] or "", prompts)
    if name == "arithmetic":
        return ArithmeticJudge()
    if name == "reference":
        if reference is None:
            raise InputError("the error method 'reference' needs the gold solution of the chain's problems")
        return ReferenceJudge(reference)
    if name in MODEL_JUDGES:
        return MODEL_JUDGES[name](prompts)
    raise InputError(f"no error method {name!r}; there are: {', '.join(JUDGES)}, votes:K:METHOD")


def _voting(name: str, count: str, inner: str, prompts: PromptSet | None) -> Judge:
    if not re.fullmatch(r"[0-9]{1,3}", count) or not 1 <= int(count) <= _MOST_VOTES:
        raise InputError(f"{name!r}: the number of votes is 1 to {_MOST_VOTES}, not {count!r}, as in votes:5:hybrid")
    if inner not in MODEL_JUDGES:
        raise InputError(
            f"{name!r}: votes are for a method that asks a model: {', '.join(MODEL_JUDGES)}; not {inner!r}"
        )
    return VotingJudge(MODEL_JUDGES[inner](prompts), int(count))
