"""What a chained problem's gates do, given answers: the one place that knows.

Certification, diagnosis of a model's answers, simulated solvers and shortcut floors all ask the same questions: which
branch does a gate open for somebody who holds these answers (`open_branch`), what does that lead to (`expected`), and
where does somebody end who follows the gates in a certain manner (`follow`)?

A branch is a number: 0 is the child's true first premise (the gold branch), j its j-th alternate, None that it cannot
be told. A numeric gate has no branches: what it leads to is computed from its parent's answer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from dunyazad._exceptions import NumberError
from dunyazad.chaining.conditions import holds, parse_condition
from dunyazad.chaining.record import BranchGate, ChainedProblem, Final, LogicGate, Member, NumericGate, Span, SwitchGate
from dunyazad.numbers import evaluate, parse_expression

__all__ = [
    "Policy",
    "branch_spans",
    "expected",
    "final_answer",
    "follow",
    "follow_policy",
    "gold_met",
    "listed_branches",
    "open_branch",
    "resolve",
    "through",
]

# Which branch to take at a gate, given the branch that one's own answers open there.
Policy = Callable[[BranchGate, int | None], int | None]
Answers = Sequence[Fraction | None]


@lru_cache(maxsize=1 << 12)
def _met(condition: str, values: tuple[bool | None, ...]) -> bool | None:
    return holds(parse_condition(condition, len(values)), values)


def gold_met(gate: LogicGate) -> bool:
    """Is a gate's condition met by the gold answers? They make exactly the true claims true."""
    return bool(_met(gate.condition, gate.claims))


def listed_branches(gate: BranchGate) -> tuple[int, ...]:
    """Which branch each listed first premise is, in the order of the text.

    Example:
        >>> listed_branches(LogicGate(child=1, parents=(0,), condition="if", claims=(False,)))  # the paper's other form
        (1, 0)
    """
    if isinstance(gate, SwitchGate):
        return gate.branches
    # The first one holds if the condition is met, or not met where inverted.
    return (0, 1) if gold_met(gate) != gate.inverted else (1, 0)


def branch_spans(chain: ChainedProblem, gate: BranchGate) -> dict[int, Span]:
    """Where each first premise that a gate offers stands in a chain's text, by branch: 0 is the true one."""
    return dict(zip(listed_branches(gate), chain.spans_of("branch", gate.child), strict=True))


def open_branch(gate: BranchGate, problems: Sequence[Member], answers: Answers) -> int | None:
    """Tell which branch a gate opens for somebody who holds these answers (paper, section 2).

    Args:
        gate: The gate.
        problems: The chain's problems.
        answers: One a problem, in solving order; None where there is none. May stop after the gate's last parent.

    Returns:
        The branch; None where the answers do not tell, or where no case of a switch fits them.

    Raises:
        IndexError: `answers` does not reach the gate's parents.

    Example:
        >>> hens = Member(id="hens", question="How many eggs?", answer=Fraction(18),
        ...               counterfactual_answers=(Fraction(16),), wrong_answers=(Fraction(16),))
        >>> gate = LogicGate(child=1, parents=(0,), condition="if", claims=(False,))  # claims 16
        >>> [open_branch(gate, [hens], [answer]) for answer in (Fraction(18), Fraction(16), None)]
        [0, 1, None]
    """
    if isinstance(gate, SwitchGate):
        parent, held = problems[gate.parents[0]], answers[gate.parents[0]]
        found = [branch for case, branch in zip(gate.cases, gate.branches, strict=True) if _true(parent, case, held)]
        return found[0] if found else None
    if gate.condition == "if":  # most gates are: nothing to look up
        true = _true(problems[gate.parents[0]], not gate.claims[0], answers[gate.parents[0]])
        return None if true is None else int(true != gate.claims[0])
    claims = zip(gate.parents, gate.claims, strict=True)
    values = tuple([_true(problems[parent], not claim, answers[parent]) for parent, claim in claims])
    met = _met(gate.condition, values)
    return None if met is None else int(met != gold_met(gate))


def _true(member: Member, variant: int, held: Fraction | None) -> bool | None:
    if held is None:
        return None
    claimed = member.claimed(variant)
    # Compared as pairs of integers: that takes a third of the time.
    return held is claimed or held.as_integer_ratio() == claimed.as_integer_ratio()


_parsed = lru_cache(maxsize=1 << 12)(parse_expression)  # a problem's formula stands in many chains


def through(gate: NumericGate, answer: Fraction | None) -> Fraction | None:
    """The child's answer behind a numeric gate, for an answer of its parent; None where there is none.

    Example:
        >>> gate = NumericGate(child=1, parents=(0,), operation="plus", operand=Fraction(2), formula="x * 5")
        >>> through(gate, Fraction(4))
        Fraction(30, 1)
    """
    if answer is None:
        return None
    try:
        return evaluate(_parsed(gate.formula), {"x": gate.number(answer)})
    except NumberError:  # a division by zero, or a number out of all bounds: there is no such answer
        return None


def expected(chain: ChainedProblem, position: int, answers: Answers) -> Fraction | None:
    """What a solver without fault reaches at a problem who holds these answers to the problems before it.

    Returns:
        The gold answer for a root; None where the answers do not tell, or lead where no answer is known.
    """
    gate = chain.gate_of(position)
    if gate is None:
        return chain.problems[position].answer
    if isinstance(gate, NumericGate):
        return through(gate, answers[gate.parents[0]])
    branch = open_branch(gate, chain.problems, answers)
    return None if branch is None else chain.problems[position].answer_under(branch)


def resolve(chain: ChainedProblem, answers: Answers) -> tuple[int | None, ...]:
    """Tell which branch opens at each gate, in the order of `chain.gates`; empty for a chain of one.

    For a numeric gate, 0 where the answers lead to the child's gold answer, else None.
    """
    opened: list[int | None] = []
    for gate in chain.gates:
        if isinstance(gate, NumericGate):
            right = through(gate, answers[gate.parents[0]]) == chain.problems[gate.child].answer
            opened.append(0 if right else None)
        else:
            opened.append(open_branch(gate, chain.problems, answers))
    return tuple(opened)


def final_answer(final: Final, answers: Answers) -> Fraction | None:
    """What the final question comes to, given the answers to the problems; None where one that it takes is missing.

    Example:
        >>> final_answer(Final("difference", (0, 1)), [Fraction(3), Fraction(8)])
        Fraction(5, 1)
    """
    taken = [answers[position] for position in final.of]
    known = [answer for answer in taken if answer is not None]
    if not known or len(known) < len(taken):
        return None
    if final.kind == "sum":
        return sum(known, Fraction(0))
    if final.kind == "difference":
        return max(known) - min(known)
    return max(known) if final.kind == "max" else known[-1]


def follow_policy(chain: ChainedProblem, policy: Policy) -> tuple[Fraction | None, ...]:
    """Give the answers of somebody who solves every problem without fault, but picks branches by a policy.

    Mistakes travel: each gate is read with the answers that were reached before it. An answer is None where it cannot
    be told: an alternate premise was taken and its counterfactual answer is not known, or the policy gave None.
    """
    gates: Mapping[int, BranchGate | NumericGate] = {gate.child: gate for gate in chain.gates}
    answers: list[Fraction | None] = []
    for position, member in enumerate(chain.problems):  # in solving order: every parent is answered before its child
        gate = gates.get(position)
        if gate is None:
            answers.append(member.answer)
        elif isinstance(gate, NumericGate):
            answers.append(through(gate, answers[gate.parents[0]]))
        else:
            branch = policy(gate, open_branch(gate, chain.problems, answers))
            answers.append(None if branch is None else member.answer_under(branch))
    return tuple(answers)


def follow(chain: ChainedProblem, *, wrong_at: Collection[int] | Mapping[int, int] = ()) -> tuple[Fraction | None, ...]:
    """Give the answers of somebody who takes a branch that is not open at some gates, and the open one elsewhere.

    Args:
        chain: The chained problem.
        wrong_at: The children (0-based, in solving order) at whose gates another branch is taken: the other one of two;
            of a switch, the branch that a mapping gives, else the one after the open one.

    Returns:
        One answer a problem, in solving order; None where it cannot be told. With no wrong gate, the gold answers.
    """

    def policy(gate: BranchGate, opened: int | None) -> int | None:
        if gate.child not in wrong_at:
            return opened
        if isinstance(wrong_at, Mapping):
            return wrong_at[gate.child]
        return None if opened is None else (opened + 1) % len(listed_branches(gate))

    return follow_policy(chain, policy)
