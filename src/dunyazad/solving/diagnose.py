"""Why a link came out wrong, from numbers alone.

Every problem's answer under its alternate first premise is known, so a wrong branch leaves its own number behind. Which
branch a model *should* have taken, by its own lights, follows from its own earlier answers: a gate looks at those, not
at the gold ones. The two together tell a fresh mistake from one that was led there, without a judge.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from dunyazad.chaining.evaluate import open_branch
from dunyazad.chaining.record import ChainedProblem, IfGate
from dunyazad.solving.record import Diagnosis, LinkResult

__all__ = ["diagnose"]


def diagnose(
    chain: ChainedProblem, given: Sequence[Fraction | None], *, asked: Collection[int] | None = None
) -> tuple[LinkResult, ...]:
    """Say for every link whether it is correct, and if not, why; one entry a problem, in solving order.

    Args:
        chain: The chained problem.
        given: The answers read, in solving order; None where there is none.
        asked: The positions that were asked for; None for all.

    Raises:
        ValueError: `given` has not one entry a problem.

    Example:
        >>> from dunyazad.solving.diagnose import cause
        >>> cause(Fraction(7), expected=Fraction(5), counterfactual=Fraction(7), opened=False)
        'inherited'
    """
    if len(given) != chain.length:
        raise ValueError(f"{len(given)} answers for a chain of {chain.length} problems")
    gates: dict[int, IfGate] = {gate.child: gate for gate in chain.gates}
    wanted = range(chain.length) if asked is None else asked
    return tuple(_link(chain, position, gates.get(position), given, wanted) for position in range(chain.length))


def _link(
    chain: ChainedProblem,
    position: int,
    gate: IfGate | None,
    given: Sequence[Fraction | None],
    asked: Collection[int],
) -> LinkResult:
    expected, answer = chain.answers[position], given[position]
    if position not in asked:
        return LinkResult(position, expected, None, "not_asked")
    if answer is None:
        return LinkResult(position, expected, None, "not_answered")
    if gate is None:
        # A problem without a gate has no branch to take: its counterfactual answer is a number like any other.
        right = answer == expected
        return LinkResult(position, expected, answer, *(("correct", True) if right else ("otherwise_wrong", None)))
    counterfactual = chain.counterfactual_answers[position]
    opened = open_branch(gate, given)
    known = all(parent in asked for parent in gate.parents)
    diagnosis = cause(answer, expected=expected, counterfactual=counterfactual, opened=opened, parents_asked=known)
    return LinkResult(position, expected, answer, diagnosis, _consistent(answer, expected, counterfactual, opened))


def cause(
    answer: Fraction,
    *,
    expected: Fraction,
    counterfactual: Fraction | None,
    opened: bool | None,
    parents_asked: bool = True,
) -> Diagnosis:
    """Diagnose one answered link behind a gate.

    Args:
        answer: What was given.
        expected: The gold answer.
        counterfactual: The answer on the other branch; None where not known.
        opened: The branch that the own earlier answers open: True for the gold one, False for the other, None where
            they do not tell.
        parents_asked: Were the answers that the gate looks at asked for?
    """
    if answer == expected:
        return "correct"
    if counterfactual is None:
        return "undetermined"
    if answer != counterfactual:
        return "otherwise_wrong"
    if opened is False:
        return "inherited"
    if opened is None and not parents_asked:
        # Nobody asked for the parent's answer, so whether it led here cannot be told.
        return "undetermined"
    # The right branch was open; or the model answered nothing where it should have, and so nothing led it here.
    return "wrong_branch"


def _consistent(
    answer: Fraction, expected: Fraction, counterfactual: Fraction | None, opened: bool | None
) -> bool | None:
    if opened is None:
        return None
    if answer == expected:
        return opened
    if answer == counterfactual:
        return not opened
    return None
