"""Give problems that people cut by hand the programs of the set that they were taken from.

A hand-made record states parts and an answer, and no arithmetic. Where the original's solution is at hand, its program
is bound to the parts as they stand, and the answer under the alternate is computed. People reword, so nothing is taken
for granted: the two texts must be alike, the answers the same, all admissible bindings must agree, and the record that
comes out is judged by `certify` like any other. What cannot be certified is left as it was, with the reason.
"""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from pathlib import Path

import msgspec

from dunyazad._records import read_lines
from dunyazad.numbers import Quantity, find_quantities, number_word, render_number
from dunyazad.problems.certification import certify
from dunyazad.problems.decomposition.alternates import Alternate, counterfactual, to_program
from dunyazad.problems.decomposition.binding import Bindings, bind
from dunyazad.problems.decomposition.cut import Cut, cut_of
from dunyazad.problems.decomposition.dangers import danger_of_number
from dunyazad.problems.decomposition.forms import base_of
from dunyazad.problems.decomposition.program import extract_program
from dunyazad.problems.decomposition.record import Rejected, SourceProblem
from dunyazad.problems.decomposition.sanity import danger_of_change
from dunyazad.problems.decomposition.sentences import clean
from dunyazad.problems.decomposition.source import read_gsm8k_line
from dunyazad.problems.gold_steps import gold_steps
from dunyazad.problems.quantities import states
from dunyazad.problems.record import Problem
from dunyazad.problems.word_lists import word_set

__all__ = ["Recovered", "Solutions", "read_solutions", "recover"]

# How much of two texts' words must be the same; of another problem's text it is under a third.
_ALIKE = 0.5
_WORD = re.compile(r"[^\W_]+")
# A person has chosen what changes, and to what. So not all that keeps rules from a number is held against it, but what
# may make the solution another one: a number that stands for itself in two places, or that the story spells out.
_DOUBTS = word_set(
    """
    number-repeated number-structural number-redundant number-fixed number-label number-ratio rounded alternate-limit
    """
)


class Recovered(msgspec.Struct, frozen=True):
    """A problem with what could be recovered for it.

    Attributes:
        problem: The record; as it was where nothing was.
        reason: Why the program or the counterfactual answer is missing; None where both are there.
    """

    problem: Problem
    reason: Rejected | None = None


class Solutions:
    """The solutions of a set in GSM8K's format, by the place of their line from 0."""

    def __init__(self, lines: dict[int, bytes]) -> None:
        self._lines = lines

    def find(self, problem: Problem) -> SourceProblem | Rejected:
        """The original of a problem: its id's last part is the original's place; the texts must be alike."""
        _, _, place = problem.id.rpartition("/")
        if not place.isdecimal() or int(place[:9]) not in self._lines or len(place) > 9:
            return Rejected("solution-none", f"the solutions have no place {place!r}", problem.id)
        source = read_gsm8k_line(self._lines[int(place)], problem.id)
        if isinstance(source, Rejected):
            return source
        share = _likeness(problem.text, source.question)
        if share < _ALIKE:
            opening = source.question[:60]
            sentence = f"the solution at {place} is to another text, which begins {opening!r} ({share:.0%} alike)"
            return Rejected("solution-other-text", sentence, problem.id)
        if source.final != problem.answer:
            sentence = f"the solution's answer is {render_number(source.final)}, the record's {problem.answer}"
            return Rejected("solution-other-answer", sentence, problem.id)
        return source


def read_solutions(path: Path | str) -> Solutions:
    """Read a set in GSM8K's format, for its solutions; each line is looked at when it is needed.

    Raises:
        InputError: The file cannot be read.
    """
    return Solutions({place: line.data for place, line in enumerate(read_lines(path))})


def _likeness(first: str, second: str) -> float:
    """The share of their words that two texts have in common, 0 to 1; numbers count as words."""
    ours, theirs = (Counter(_WORD.findall(clean(text).lower())) for text in (first, second))
    both = (ours & theirs).total()
    return 2 * both / max(1, ours.total() + theirs.total())


def recover(problem: Problem, solutions: Solutions, *, conclusions: bool = False) -> Recovered:
    """Add the program, its gold steps and the counterfactual answer to a problem, as far as they can be certified.

    Args:
        problem: The record, cut by hand.
        solutions: Where its original's solution stands.
        conclusions: Put the counterfactual answer into the wrong conclusion too, where it is certified.
    """
    found = _recover(problem, solutions, conclusions=conclusions)
    if isinstance(found, Rejected):
        return Recovered(problem, msgspec.structs.replace(found, id=problem.id))
    return found


def _recover(problem: Problem, solutions: Solutions, *, conclusions: bool) -> Recovered | Rejected:
    source = solutions.find(problem)
    if isinstance(source, Rejected):
        return source
    raw = extract_program(source)
    if isinstance(raw, Rejected):
        return raw
    cut = cut_of(problem)
    if isinstance(cut, Rejected):
        return cut
    bindings = bind(raw, cut.numbers, cut.sentences)
    if isinstance(bindings, Rejected):
        return bindings
    if not bindings.uses(cut.changed):
        text = cut.numbers[cut.changed].quantity.text
        return Rejected("number-unused", f"the solution does not use {text!r}, which the alternate changes")
    value = base_of(cut.after)
    answer = counterfactual(bindings, cut.changed, value)
    shown = answer if isinstance(answer, Fraction) else Fraction(0)
    program = to_program(bindings, Alternate(cut.numbers[cut.changed], value, cut.after.text, shown), cut.parts)
    plain = msgspec.structs.replace(problem, program=program, solution=gold_steps(program))
    if fault := _fault(plain):
        return fault
    reason = answer if isinstance(answer, Rejected) else _doubt(bindings, cut, answer, problem.answer)
    if reason is not None or isinstance(answer, Rejected):
        return Recovered(plain, reason and Rejected(reason.code, reason.sentence, problem.id))
    full = msgspec.structs.replace(plain, counterfactual_answer=answer)
    claimed = _with_conclusion(full, answer) if conclusions else full
    if _fault(claimed) is None:
        return Recovered(claimed)
    if fault := _fault(full):
        sentence = f"{fault.sentence} (the program gives {render_number(answer)} then)"
        return Recovered(plain, Rejected(fault.code, sentence, problem.id))
    return Recovered(full)


def _doubt(bindings: Bindings, cut: Cut, answer: Fraction, gold: Fraction) -> Rejected | None:
    """Why the program may not be the story's under the alternate, though it can be computed."""
    value = base_of(cut.after)
    dangers = (
        danger_of_number(bindings, cut.changed, cut.sentences),
        danger_of_change(bindings, cut.changed, value, cut.sentences),
    )
    doubt = next((danger for danger in dangers if danger is not None and danger.code in _DOUBTS), None)
    if doubt is not None:
        return Rejected(doubt.code, f"{doubt.sentence}; the program gives {render_number(answer)} then")
    # To the certifier a broken amount is a remark, where no claim states it; but things are not broken.
    if gold.denominator == 1 and answer.denominator != 1 and not cut.money:
        return Rejected("answer-broken", f"the answer would be {render_number(answer)}, which is not whole")
    return None


def _fault(problem: Problem) -> Rejected | None:
    finding = next((finding for finding in certify(problem) if finding.severity == "error"), None)
    return None if finding is None else Rejected(finding.code, finding.sentence, problem.id)


def _with_conclusion(problem: Problem, answer: Fraction) -> Problem:
    """Put another answer into the conclusion's sentence, so that the two differ in their number and in nothing else."""
    places = [found for found in find_quantities(problem.conclusion) if states(found, problem.answer)]
    if len(places) != 1:
        return problem  # which number is the answer is not told; the certifier looks at what there is
    shown = _shown(places[0], answer)
    wrong = problem.conclusion[: places[0].start] + shown + problem.conclusion[places[0].end :]
    return msgspec.structs.replace(problem, wrong_conclusion=wrong, wrong_answer=answer)


def _shown(quantity: Quantity, value: Fraction) -> str:
    """A value, written as the answer is."""
    match = re.search(r"[0-9][0-9,]*(?:\.[0-9]+)?", quantity.text)
    if match is None:
        in_words = quantity.kind == "word" and value.denominator == 1 and 0 <= value < 100
        return number_word(value.numerator) if in_words else render_number(value)
    plain = render_number(value)
    if value.denominator == 1 and "," in match[0]:
        plain = f"{value.numerator:,}"
    elif "." in match[0] and (value * 100).denominator == 1:
        plain = f"{float(value):.2f}"
    return quantity.text[: match.start()] + plain + quantity.text[match.end() :]
