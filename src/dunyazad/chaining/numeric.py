"""Numeric gates: the number in a problem's first premise told through another problem's answer.

Which numbers a numeric gate has depends on the two problems, so it is completed when they are known. What the parent's
mistake would lead to becomes the child's one alternate: its wrong conclusion states that number, and a mistake travels
on through the gates behind. Where that number makes no sense, there is no chain.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from dunyazad.chaining.material import Material, Variant
from dunyazad.chaining.record import NumericGate
from dunyazad.chaining.wording import expression
from dunyazad.problems.alternates import alternate_at
from dunyazad.problems.dice import Dice
from dunyazad.problems.lacking import Lacking
from dunyazad.problems.record import Problem
from dunyazad.problems.slots import SLOT_NAME, answer_from, operand

__all__ = ["concluded", "through_number"]


def through_number(
    gate: NumericGate, parent: Material, child: Material, dice: Dice
) -> tuple[NumericGate, Material] | Lacking:
    """Complete a numeric gate, and give its child as it stands behind the gate, without its wrong conclusion as yet.

    Args:
        gate: The gate; its operation, operand and formula are put in.
        parent: The problem whose answer it uses; its first alternate is the mistake that is followed.
        child: The problem behind it.
        dice: Decides where several operations do.

    Returns:
        The gate and the child, or why the two do not go together.
    """
    slot, mistake = child.slot, parent.variants[1].answer
    if slot is None or mistake is None:
        return Lacking("no-slot", "no number that another problem's answer could stand for")
    given = operand(parent.problem.answer, slot.value, dice)
    if given.amount == 0:
        return Lacking("number-same", "the number is the other problem's answer itself")
    answer = answer_from(slot, given, mistake, sane=True)
    if isinstance(answer, Lacking):
        return answer
    completed = msgspec.structs.replace(
        gate, operation=given.operation, operand=given.amount, formula=slot.formula.replace(SLOT_NAME, "x")
    )
    shown = f"{slot.before}{expression(completed)}{slot.after}"
    true = msgspec.structs.replace(child.variants[0], first_premise=shown)
    return completed, child.with_variants((true, Variant("", answer, answer, "")))


def concluded(gate: NumericGate, parent: Material, child: Material) -> Material | Lacking:
    """Give a child behind a numeric gate its wrong conclusion, if the certifier finds that such a world makes sense."""
    slot, mistake = child.slot, parent.variants[1].answer
    assert slot is not None  # `through_number` gave the child
    assert mistake is not None
    conclusion = _conclusion(child.problem, gate.number(mistake) / slot.value, child.variants[1].claimed)
    if isinstance(conclusion, Lacking):
        return conclusion
    true, wrong = child.variants
    return child.with_variants((true, msgspec.structs.replace(wrong, conclusion=conclusion)))


def _conclusion(problem: Problem, times: Fraction, answer: Fraction) -> str | Lacking:
    """The conclusion at an answer that the problem has where its number is so many times what it is."""
    program = problem.program
    if program is None:
        return Lacking("no-slot", "no program")
    value = times * next(given.value for given in program.givens if given.name == program.changed)
    if value == program.alternate_value:
        return problem.wrong_conclusion
    made = alternate_at(problem, value)
    if isinstance(made, Lacking):
        return made
    if made.answer != answer:
        return Lacking("formula-wrong", f"the formula gives {answer}, the program {made.answer}")
    return made.conclusion
