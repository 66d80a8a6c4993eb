"""The judges by name."""

from __future__ import annotations

from dunyazad._exceptions import InputError
from dunyazad.errors.arithmetic import ArithmeticJudge
from dunyazad.errors.gold import ReferenceJudge
from dunyazad.errors.judge import Judge
from dunyazad.errors.reference import Reference

__all__ = ["JUDGES", "judge"]

# In the order in which help texts list them.
JUDGES = ("arithmetic", "reference")


def judge(name: str, reference: Reference | None = None) -> Judge:
    """Give the judge of a name.

    Args:
        name: One of `JUDGES`.
        reference: The gold solution's quantities; only `reference` needs them.

    Raises:
        InputError: There is no such judge, or it needs a reference and got none.

    Example:
        >>> judge("arithmetic").name
        'arithmetic'
    """
    if name == "arithmetic":
        return ArithmeticJudge()
    if name == "reference":
        if reference is None:
            raise InputError("the error method 'reference' needs the gold solution of the chain's problems")
        return ReferenceJudge(reference)
    raise InputError(f"no error method {name!r}; there are: {', '.join(JUDGES)}")
