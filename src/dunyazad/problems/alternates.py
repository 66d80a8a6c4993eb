"""Further alternates of a problem: first premises at other values, each with its answer and conclusion.

A gate that switches between k branches shows the first premise and k-1 alternates of it. A problem brings one
alternate; the others are made here by rule. If one could tell by their looks which of the k values is the true one
(the largest, the roundest, the one in the middle), the chain could be solved without reading it.

Strategy. The problem's two values are an unordered pair: nothing tells which of them is true. So what is added may
depend on the pair, and on nothing that treats the two apart.

- Where the problem's template is known, the further values are drawn from the very values that the template draws
  from, under its own constraints (`template_values`). Then all k are equally likely to be the true one.
- Elsewhere they are drawn near the pair (`near_values`): first the ranks that the pair has among the k, uniformly over
  all pairs of ranks that can be filled, and then values for the other ranks, as round as the pair's are.

Every alternate is certified as if the problem had come with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

import msgspec

from dunyazad.problems.certification import certify
from dunyazad.problems.dice import Dice
from dunyazad.problems.lacking import Lacking
from dunyazad.problems.near_values import arrangement, near_values
from dunyazad.problems.number_places import Place, find_place
from dunyazad.problems.plausible import Worlds
from dunyazad.problems.record import Problem, Program
from dunyazad.problems.template_record import Template
from dunyazad.problems.template_values import template_values

__all__ = ["Alternate", "alternate_at", "alternates", "with_alternate"]


class Alternate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A first premise at another value, and what follows from it.

    Attributes:
        first_premise: The problem's first premise with one number changed.
        value: What the program's changed given is there (20 for "20%", if the program takes it so).
        answer: The problem's answer then.
        conclusion: The problem's conclusion at that answer.
    """

    first_premise: str
    value: Fraction
    answer: Fraction
    conclusion: str


def with_alternate(problem: Problem, alternate: Alternate) -> Problem:
    """The problem with another alternate in place of its own: what the certifier judges an alternate by."""
    program = problem.program
    if program is not None:
        program = msgspec.structs.replace(program, alternate_value=alternate.value)
    return msgspec.structs.replace(
        problem,
        alternate_first_premise=alternate.first_premise,
        counterfactual_answer=alternate.answer,
        wrong_answer=alternate.answer,
        wrong_conclusion=alternate.conclusion,
        program=program,
    )


def alternates(
    problem: Problem, count: int, *, seed: int = 0, templates: Sequence[Template] | None = None
) -> tuple[Alternate, ...] | Lacking:
    """Give that many alternates, the problem's own first; their answers differ from each other and from the gold one.

    The same problem, count and seed give the same alternates. Every one of them has been certified. Their order tells
    the problem's own from the others: whoever shows them draws the order anew.

    Args:
        problem: A certified problem.
        count: How many; k-1 for a gate of k branches. 0 gives none.
        seed: Which draw of the further ones.
        templates: Where to look the problem's template up; None looks among our own.

    Raises:
        ValueError: The count is negative.

    Example:
        >>> from dunyazad.problems import make_problems
        >>> problem = next(make_problems(1, seed=1))
        >>> found = alternates(problem, 3)
        >>> len({problem.answer, *(alternate.answer for alternate in found)})
        4
        >>> found[0].first_premise == problem.alternate_first_premise
        True
    """
    if count < 0:
        raise ValueError(f"count of alternates: {count}, from 0 on only")
    own = _own(problem)
    if isinstance(own, Lacking) or count <= 1:
        return own if isinstance(own, Lacking) else (own,)[:count]
    maker = _maker(problem)
    if isinstance(maker, Lacking):
        return maker
    further = _further(maker, count - 1, Dice("alternates", seed, problem.id, count), templates)
    if len(further) < count - 1:
        sentence = f"{len(further) + 1} alternates can be made of {problem.first_premise[:80]!r}, {count} are asked for"
        return Lacking("too-few-values", sentence)
    return (own, *further)


@lru_cache(maxsize=1 << 14)
def alternate_at(problem: Problem, value: Fraction) -> Alternate | Lacking:
    """Give the alternate at one value of the changed given, certified, or say why there is none.

    Example:
        >>> from dunyazad.problems import make_problems
        >>> problem = next(make_problems(1, seed=1))
        >>> alternate_at(problem, Fraction(-1)).code
        'value-unfit'
    """
    maker = _kept_maker(problem)
    if isinstance(maker, Lacking):
        return maker
    made = maker.made(value)
    if made is None or not maker.is_certified(made):
        return Lacking("value-unfit", f"no sound alternate of {problem.first_premise[:80]!r} at {value}")
    return made


def _own(problem: Problem) -> Alternate | Lacking:
    answer = problem.counterfactual_answer
    if answer is None:
        return Lacking("counterfactual-unknown", "the counterfactual answer is not known")
    if answer != problem.wrong_answer:
        sentence = f"the wrong conclusion gives {problem.wrong_answer}, the counterfactual answer is {answer}"
        return Lacking("wrong-arbitrary", sentence)
    if problem.program is not None:
        value = problem.program.alternate_value
    elif place := find_place(problem.alternate_first_premise, problem.first_premise):
        changed = place.here if place.text == problem.alternate_first_premise else place.other
        value = changed.number
    else:
        return Lacking("premises-differ", "the first premises differ in more than one number")
    return Alternate(problem.alternate_first_premise, value, answer, problem.wrong_conclusion)


class _Maker:
    """Makes alternates of one problem from values, and remembers what it needs for that."""

    def __init__(self, problem: Problem, program: Program, places: tuple[Place, Place], worlds: Worlds) -> None:
        self.problem, self.program, self.worlds = problem, program, worlds
        self.premise, self.conclusion = places
        self.premise_scale = self.premise.scale(*self._named(self.premise, worlds.pair, problem.first_premise))
        self._notes = {finding.code for finding in certify(problem) if finding.severity == "note"}
        pair = (problem.answer, problem.wrong_answer)
        self.conclusion_scale = self.conclusion.scale(*self._named(self.conclusion, pair, problem.conclusion))

    @staticmethod
    def _named(place: Place, pair: tuple[Fraction, Fraction], first: str) -> tuple[Fraction, Fraction]:
        """The pair in the order of the place's two numbers."""
        return pair if place.text == first else (pair[1], pair[0])

    def made(self, value: Fraction) -> Alternate | None:
        """The alternate at a value, uncertified; None where there is none or it cannot be written."""
        results = self.worlds.results(value)
        if results is None or self.premise_scale is None or self.conclusion_scale is None:
            return None
        answer = results[self.program.operations[-1].name]
        # "1 dollars" and a change from "they are" to "it is" are avoided with the number 1 itself.
        if answer in (0, 1, self.problem.answer, self.problem.wrong_answer):
            return None
        premise = self.premise.write(value * self.premise_scale)
        conclusion = self.conclusion.write(answer * self.conclusion_scale)
        return Alternate(premise, value, answer, conclusion) if premise and conclusion else None

    def is_certified(self, alternate: Alternate) -> bool:
        """Does the certifier accept the alternate, and remark nothing that it does not remark of the problem's own?"""
        # The gold steps tell of the true world alone; they have been judged with the problem.
        findings = certify(msgspec.structs.replace(with_alternate(self.problem, alternate), solution=()))
        return all(finding.severity == "note" and finding.code in self._notes for finding in findings)


def _maker(problem: Problem) -> _Maker | Lacking:
    program = problem.program
    if program is None:
        return Lacking("no-program", "the problem has no program to compute other answers with")
    premise = find_place(problem.first_premise, problem.alternate_first_premise)
    conclusion = find_place(problem.conclusion, problem.wrong_conclusion)
    if premise is None or conclusion is None:
        what = "first premises" if premise is None else "conclusions"
        return Lacking("premises-differ", f"the {what} differ in more than one number")
    worlds = Worlds.of(problem)
    if worlds is None:
        return Lacking("no-program", "the program cannot be computed")
    maker = _Maker(problem, program, (premise, conclusion), worlds)
    if maker.premise_scale is None or maker.conclusion_scale is None:
        return Lacking("form-unknown", f"the numbers are written in two ways: {premise.here.text!r}")
    return maker


_kept_maker = lru_cache(maxsize=1 << 12)(_maker)


def _further(maker: _Maker, count: int, dice: Dice, templates: Sequence[Template] | None) -> tuple[Alternate, ...]:
    drawn = template_values(maker.problem, maker.worlds, dice, templates)
    found = _take(maker, drawn, count)
    return found if len(found) == count else _near(maker, count, dice)


def _take(maker: _Maker, values: Iterator[Fraction], count: int) -> tuple[Alternate, ...]:
    """The first alternates of different answers that the certifier accepts."""
    taken: dict[Fraction, Alternate] = {}
    while len(taken) < count and (value := next(values, None)) is not None:
        made = maker.made(value)
        if made is not None and made.answer not in taken and maker.is_certified(made):
            taken[made.answer] = made
    return tuple(taken.values())


def _near(maker: _Maker, count: int, dice: Dice) -> tuple[Alternate, ...]:
    """Alternates at values near the pair, ranked among all as a uniform draw of ranks wants it."""
    for strict in (True, False):
        possible = near_values(maker.premise, maker.worlds, count, dice, strict=strict)
        while chosen := arrangement(sorted(possible), maker.worlds.pair, count, dice):
            found = _take(maker, iter(chosen), count)
            if len(found) == count:
                return found
            # What could not be made, or gives an answer that another gives, is not drawn again.
            possible -= set(chosen) - {alternate.value for alternate in found}
    return ()
