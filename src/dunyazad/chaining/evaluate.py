"""What a chained problem's gates do, given answers: the one place that knows.

Certification, diagnosis of a model's answers, simulated solvers and shortcut floors all ask the same two questions:
which branch does a gate open for somebody who holds these answers (`open_branch`), and where does somebody end who
follows the gates in a certain manner (`follow`)? A branch is told by one bool: True is the child's true first premise
(the gold branch), False its alternate, None that it cannot be told.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction

from dunyazad.chaining.record import ChainedProblem, IfGate

__all__ = ["Policy", "follow", "follow_policy", "open_branch", "resolve"]

# Which branch to take at a gate, given the branch that one's own answers open there: True, False or None as above.
Policy = Callable[[IfGate, bool | None], bool | None]


def open_branch(gate: IfGate, answers: Sequence[Fraction | None]) -> bool | None:
    """Tell which branch a gate opens for somebody who holds these answers (paper, section 2).

    Args:
        gate: The gate.
        answers: One a problem, in solving order; None where there is none. May stop after the gate's parent.

    Returns:
        True for the gold branch, False for the other one, None where the parent's answer is None.

    Raises:
        IndexError: `answers` does not reach the gate's parent.

    Example:
        >>> gate = IfGate(1, (0,), "deny", (0, 1), Fraction(16), (1, 2), (2, 3))  # claims 16; the answer is 18
        >>> open_branch(gate, [Fraction(18)]), open_branch(gate, [Fraction(16)]), open_branch(gate, [None])
        (True, False, None)
    """
    answer = answers[gate.parents[0]]
    if answer is None:
        return None
    claim_holds = answer == gate.claim_value
    return claim_holds if gate.form == "affirm" else not claim_holds


def resolve(chain: ChainedProblem, answers: Sequence[Fraction | None]) -> tuple[bool | None, ...]:
    """Tell which branch opens at each gate, in the order of `chain.gates`; empty for a chain of one.

    Raises:
        IndexError: `answers` does not reach the last gate's parent.
    """
    return tuple(open_branch(gate, answers) for gate in chain.gates)


def follow_policy(chain: ChainedProblem, policy: Policy) -> tuple[Fraction | None, ...]:
    """Give the answers of somebody who solves every problem without fault, but picks branches by a policy.

    Mistakes travel: each gate is read with the answers that were reached before it. An answer is None where it cannot
    be told: the alternate premise was taken and its counterfactual answer is not known, or the policy gave None.
    """
    answers: list[Fraction | None] = [chain.answers[0]]
    for gate in chain.gates:  # in solving order, so that every parent is answered before its child
        branch = policy(gate, open_branch(gate, answers))
        if branch is None:
            answers.append(None)
        else:
            answers.append(chain.answers[gate.child] if branch else chain.counterfactual_answers[gate.child])
    return tuple(answers)


def follow(chain: ChainedProblem, *, wrong_at: Collection[int] = ()) -> tuple[Fraction | None, ...]:
    """Give the answers of somebody who takes the branch that is not open at some gates, and the open one elsewhere.

    Args:
        chain: The chained problem.
        wrong_at: The children (0-based, in solving order) at whose gates the branch that is not open is taken.

    Returns:
        One answer a problem, in solving order; None where it cannot be told. With no wrong gate, the gold answers.
    """

    def policy(gate: IfGate, opened: bool | None) -> bool | None:
        if opened is None:
            return None
        return opened != (gate.child in wrong_at)

    return follow_policy(chain, policy)
