"""Why a link came out wrong, from numbers alone.

Every problem's answer under each alternate first premise is known, so a wrong branch leaves its own number behind.
Which branch a model *should* have taken, by its own lights, follows from its own earlier answers: a gate looks at
those, not at the gold ones. The two together tell a fresh mistake from one that was led there, without a judge.
Behind a numeric gate there is no branch, but what the model's own answer leads to can be computed just as well.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

import msgspec

from dunyazad.chaining.evaluate import open_branch, through
from dunyazad.chaining.record import ChainedProblem, Gate, Member, NumericGate
from dunyazad.solving.record import Diagnosis, LinkResult

__all__ = ["Behind", "cause", "diagnose"]


class Behind(msgspec.Struct, frozen=True):
    """What is known of a link behind a gate, beside the answer that was given.

    Attributes:
        gold: The gold answer.
        others: The answers on the other branches; None where not known. Empty behind a numeric gate.
        led_to: The answer that the own earlier answers lead to; None where they do not tell, or where it is not known.
        told: Do the own earlier answers tell which way is open, be its answer known or not?
        parents_asked: Were the answers that the gate looks at asked for?
    """

    gold: Fraction
    others: tuple[Fraction | None, ...]
    led_to: Fraction | None
    told: bool
    parents_asked: bool = True


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
        >>> behind = Behind(gold=Fraction(5), others=(Fraction(7),), led_to=Fraction(7), told=True)
        >>> cause(Fraction(7), behind)
        'inherited'
    """
    if len(given) != chain.length:
        raise ValueError(f"{len(given)} answers for a chain of {chain.length} problems")
    gates: dict[int, Gate] = {gate.child: gate for gate in chain.gates}
    wanted = range(chain.length) if asked is None else asked
    return tuple(_link(chain.problems, position, gates.get(position), given, wanted) for position in range(len(given)))


def _link(
    problems: Sequence[Member],
    position: int,
    gate: Gate | None,
    given: Sequence[Fraction | None],
    asked: Collection[int],
) -> LinkResult:
    expected, answer = problems[position].answer, given[position]
    if position not in asked:
        return LinkResult(position, expected, None, "not_asked")
    if answer is None:
        return LinkResult(position, expected, None, "not_answered")
    if gate is None:
        # A problem without a gate has no branch to take: its counterfactual answer is a number like any other.
        right = answer == expected
        return LinkResult(position, expected, answer, *(("correct", True) if right else ("otherwise_wrong", None)))
    behind = _behind(problems, gate, given, asked)
    return LinkResult(position, expected, answer, cause(answer, behind), _consistent(answer, behind))


def _behind(problems: Sequence[Member], gate: Gate, given: Sequence[Fraction | None], asked: Collection[int]) -> Behind:
    member = problems[gate.child]
    known = all(parent in asked for parent in gate.parents)
    if isinstance(gate, NumericGate):
        led_to = through(gate, given[gate.parents[0]])
        return Behind(member.answer, (), led_to, led_to is not None, known)
    opened = open_branch(gate, problems, given)
    led_to = None if opened is None else member.answer_under(opened)
    return Behind(member.answer, member.counterfactual_answers, led_to, opened is not None, known)


def cause(answer: Fraction, behind: Behind) -> Diagnosis:
    """Diagnose one answered link behind a gate."""
    if answer == behind.gold:
        return "correct"
    if answer == behind.led_to:
        return "inherited"
    if answer not in behind.others:
        # Where some branch's answer is not known, or nobody asked for the number that this one is computed from, any
        # number may be it.
        hidden = None in behind.others or (not behind.others and not behind.parents_asked)
        return "undetermined" if hidden else "otherwise_wrong"
    if not behind.told and not behind.parents_asked:
        # Nobody asked for the parent's answer, so whether it led here cannot be told.
        return "undetermined"
    # Another branch was open; or the model answered nothing where it should have, and so nothing led it here.
    return "wrong_branch"


def _consistent(answer: Fraction, behind: Behind) -> bool | None:
    if not behind.told:
        return None
    if answer == behind.gold or answer in behind.others or behind.led_to == answer:
        # On some branch: on the one that is open? An answer that is not known is none of the known ones.
        return answer == behind.led_to
    return None
