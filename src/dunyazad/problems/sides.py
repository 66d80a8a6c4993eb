"""Which of a problem's two numbers is the true one.

A problem that was taken from a set has its true number from its author, the other one from a rule. Whoever knows how
people choose numbers can tell them apart better than by chance (rounder, smaller, repeated elsewhere in the text), and
so can tell which branch of a gate is the true one without solving anything. The remedy is a coin: the problem is told
with either number, the other one becomes the alternate, and answers, conclusions and program follow. Both sides are
certified, so that nothing is lost but the source's own answer in half of the problems.

Templates draw their two values as an unordered pair, and need no coin.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from dunyazad.problems.certification import is_certified
from dunyazad.problems.dice import Dice
from dunyazad.problems.gold_steps import gold_steps
from dunyazad.problems.programs import run
from dunyazad.problems.record import Problem, Program

__all__ = ["OTHER", "SOURCE", "SOURCE_ONLY", "draw_side", "other_side"]

SOURCE, OTHER, SOURCE_ONLY = "side:source", "side:other", "side:source-only"


def other_side(problem: Problem) -> Problem | None:
    """Tell a problem with its alternate first premise as the true one, and the other way round.

    The id stays; the gold steps are written anew from the program.

    Returns:
        The other side, certified; None where the program or the counterfactual answer is not known, the wrong
        conclusion does not state it, or the certifier finds an error.

    Example:
        >>> from dunyazad.problems import make_problems
        >>> [problem] = make_problems(1, seed=1)
        >>> there = other_side(problem)
        >>> there.answer == problem.counterfactual_answer, there.first_premise == problem.alternate_first_premise
        (True, True)
    """
    program, answer = problem.program, problem.counterfactual_answer
    if program is None or answer is None or problem.wrong_answer != answer:
        return None
    turned = _turned(program)
    if turned is None:
        return None
    other = msgspec.structs.replace(
        problem,
        first_premise=problem.alternate_first_premise,
        alternate_first_premise=problem.first_premise,
        answer=answer,
        conclusion=problem.wrong_conclusion,
        counterfactual_answer=problem.answer,
        wrong_conclusion=problem.conclusion,
        wrong_answer=problem.answer,
        program=turned,
        solution=gold_steps(turned),
    )
    return other if is_certified(other) else None


def _turned(program: Program) -> Program | None:
    values = run(program, changed=program.alternate_value)
    if values is None:
        return None

    def valued(name: str) -> Fraction:
        return values[name]

    return msgspec.structs.replace(
        program,
        givens=tuple(msgspec.structs.replace(given, value=valued(given.name)) for given in program.givens),
        operations=tuple(msgspec.structs.replace(done, value=valued(done.name)) for done in program.operations),
        alternate_value=next(given.value for given in program.givens if given.name == program.changed),
    )


def draw_side(problem: Problem, *, seed: int = 0) -> Problem:
    """Tell a problem with either of its two numbers as the true one, by a fair coin.

    Args:
        problem: The problem. A tag says what became of it: `side:source`, `side:other`, or `side:source-only` where
            the other side cannot be certified.
        seed: With the problem's id, it decides.
    """
    other = other_side(problem)
    if other is None:
        return _tagged(problem, SOURCE_ONLY)
    return _tagged(other, OTHER) if Dice("side", seed, problem.id).coin() else _tagged(problem, SOURCE)


def _tagged(problem: Problem, tag: str) -> Problem:
    return msgspec.structs.replace(problem, tags=(*problem.tags, tag))
