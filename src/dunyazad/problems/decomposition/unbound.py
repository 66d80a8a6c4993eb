"""A problem of which nothing but the answer is known: what can be certified without a program.

Strategy. The story, the question, the statement that answers it and the names need no program. The alternate first
premise is chosen by what the text alone tells, more strictly: a number is not changed if another one repeats it, adds
up with it or would be on its other side. What the answer would be then is not known, and is not guessed: the
counterfactual answer stays "not known", and the wrong conclusion holds an arbitrary number that is written like the
answer and stands nowhere in the story. Such problems carry the tag `no-program`, for a chain forgives a wrong branch at
them: nobody computes the number that its wrong conclusion states.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from dunyazad.numbers import Quantity, find_quantities
from dunyazad.problems.decomposition.binding import Bindings
from dunyazad.problems.decomposition.contexts import preference
from dunyazad.problems.decomposition.dangers import danger_in_text, without_program
from dunyazad.problems.decomposition.record import Rejected, TextNumber
from dunyazad.problems.decomposition.sanity import danger_without_program
from dunyazad.problems.decomposition.story import Story
from dunyazad.problems.decomposition.values import other_values
from dunyazad.problems.dice import Dice
from dunyazad.problems.quantities import states

__all__ = ["NO_PROGRAM", "Change", "change_in_text", "other_answer"]

NO_PROGRAM = "no-program"
_FARTHEST = 4


class Change(msgspec.Struct, frozen=True):
    """A change of one number, whatever it leads to.

    Attributes:
        number: The number that changes.
        value: What it becomes.
        text: What stands in its place in its sentence.
    """

    number: TextNumber
    value: Fraction
    text: str


def change_in_text(story: Story, id: str) -> Change | Rejected:
    """Choose a number of the story's beginning and another value for it; the same for the same id.

    Where none will do, the rejection is that of the number that one would change first.
    """
    dice = Dice("alternate", id)
    bindings = without_program(story.numbers)
    positions = [index for index, number in enumerate(story.numbers) if number in story.candidates]
    order = sorted(dice.shuffled(positions), key=lambda index: preference(story.numbers[index], story.sentences))
    refused: list[Rejected] = []
    for index in order:
        found = _change(bindings, index, story.sentences, dice)
        if isinstance(found, Change):
            return found
        refused.append(found)
    return refused[0]


def _change(bindings: Bindings, index: int, sentences: tuple[str, ...], dice: Dice) -> Change | Rejected:
    danger = danger_in_text(bindings.numbers, index, sentences)
    if danger is not None:
        return danger
    number = bindings.numbers[index]
    fault = Rejected("no-other-value", f"{number.quantity.text!r} has no other value that is written like it")
    for value in other_values(number.quantity, sentences[number.sentence], dice):
        found = danger_without_program(bindings, index, value.base, sentences)
        if found is None:
            return Change(number, value.base, value.text)
        fault = found
    return fault


def other_answer(conclusion: str, answer: Fraction, story: Story, change: Change, id: str) -> Fraction | Rejected:
    """Choose a wrong answer for a conclusion: written like the right one, and stated nowhere in the story."""
    stated = [quantity for quantity in find_quantities(conclusion) if states(quantity, answer)]
    if not stated:
        return Rejected("conclusion-answer", f"the conclusion does not state the answer: {conclusion[:80]!r}")
    told = {value for number in story.numbers for value in (number.quantity.value, number.quantity.number)}
    quantity = stated[-1]  # a quoted question may state the number too; the answer stands at the end
    for value in other_values(quantity, conclusion, Dice("wrong", id)):
        other = _as_answer(quantity, value.base, answer)
        if other > 0 and other not in told | {change.value, answer} and other < _FARTHEST * answer:
            return other
    return Rejected("no-other-value", f"the answer {quantity.text!r} has no other value that is written like it")


def _as_answer(quantity: Quantity, base: Fraction, answer: Fraction) -> Fraction:
    """Give a value as the answer counts: "20%" may be the answer 20 or 1/5, and another percentage is too."""
    scale = answer / quantity.number if quantity.number else Fraction(1)
    return base * scale if quantity.unit == "%" else base
