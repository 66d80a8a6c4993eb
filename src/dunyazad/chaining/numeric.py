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
from dunyazad.problems.slots import SLOT_NAME, NumericSlot, answer_from, operand

__all__ = ["through_number"]


def through_number(
    gate: NumericGate, parent: Material, child: Material, dice: Dice
) -> tuple[NumericGate, Material] | Lacking:
    """Complete a numeric gate, and give its child as it stands behind the gate.

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
    conclusion = _conclusion(child, slot, given.apply(mistake), answer)
    if isinstance(conclusion, Lacking):
        return conclusion
    completed = msgspec.structs.replace(
        gate, operation=given.operation, operand=given.amount, formula=slot.formula.replace(SLOT_NAME, "x")
    )
    shown = f"{slot.before}{expression(completed)}{slot.after}"
    true = msgspec.structs.replace(child.variants[0], first_premise=shown)
    return completed, child.with_variants((true, Variant("", answer, answer, conclusion)))


def _conclusion(child: Material, slot: NumericSlot, number: Fraction, answer: Fraction) -> str | Lacking:
    program = child.problem.program
    if program is None:
        return Lacking("no-slot", "no program")
    named = next(given.value for given in program.givens if given.name == program.changed)
    value = named * number / slot.value
    if value == program.alternate_value:
        return child.problem.wrong_conclusion
    made = alternate_at(child.problem, value)
    if isinstance(made, Lacking):
        return made
    if made.answer != answer:
        return Lacking("formula-wrong", f"{slot.formula} is {answer}, the program gives {made.answer}")
    return made.conclusion
