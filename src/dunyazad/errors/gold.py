"""The judge that compares steps with the gold solution's quantities. It needs no model.

Steps are taken in order, with the premises found so far. A step is wrong in itself where its arithmetic is wrong, where
it takes the branch that does not hold, or where it gives a link another answer; each of the last two only if nothing
that it rests on is wrong already, since then it merely carries a mistake on. A step that ends in a gold value is
correct. A step that ends elsewhere is *off the path*: in a chain that reaches the gold answer it may be another way to
it and nothing is said; in a chain that does not, the first such step is where the way was lost.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from dunyazad.errors.arithmetic import check_equations
from dunyazad.errors.judge import silent, verdict_of
from dunyazad.errors.record import Evidence, Verdict
from dunyazad.errors.reference import Reference
from dunyazad.numbers import find_equations, find_quantities, render_number
from dunyazad.reasoning import Completion, Parc, Prompt, strip_label

__all__ = ["ReferenceJudge"]

_LINK_ANSWER = re.compile(r"[\s*>-]{0,6}\[?Q(\d{1,3})\]?[\s*]{0,3}[:=]?")
_SPACE = re.compile(r"\s+")


class ReferenceJudge:
    """Compares what steps assert with the gold solution's quantities.

    Example:
        >>> from dunyazad.reasoning import Premise, ReasoningChain, Step
        >>> chain = ReasoningChain(id="c", question="q", steps=(Step("3 * 4 = 12"), Step("12 + 5 = 17")))
        >>> parc = Parc(chain=chain, premises=((Premise(0),), (Premise(1),)), method="oracle")
        >>> reference = Reference(final=Fraction(7), values=(Fraction(12), Fraction(7)), givens=(Fraction(5),))
        >>> [verdict.label for verdict in ReferenceJudge(reference).read(parc)]
        ['correct', 'logical_inconsistency']
    """

    def __init__(self, reference: Reference) -> None:
        self._reference = reference
        self._gold = {*reference.values, *reference.answers, reference.final}
        self._givens = set(reference.givens)
        self._branch_of = {value: branch for branch in reversed(reference.branches) for value in branch.values}
        self._wrong_premises = [(branch, _flat(branch.wrong), _flat(branch.right)) for branch in reference.branches]

    @property
    def name(self) -> str:
        """What the judge is called."""
        return "reference"

    def prompts(self, parc: Parc) -> tuple[Prompt, ...]:  # noqa: ARG002 - the protocol's signature
        """No calls."""
        return ()

    def read(self, parc: Parc, completions: Sequence[Completion] = ()) -> tuple[Verdict, ...]:  # noqa: ARG002
        """Judge every step against the reference."""
        reached = self._reaches_final(parc)
        bad: set[int] = set()
        verdicts = []
        for number, step in enumerate(parc.chain.steps, start=1):
            carried = any(premise.step in bad for premise in parc.premises_of(number))
            verdict = self._judge(number, strip_label(step.text), carried, reached)
            if verdict.native_error or carried:
                bad.add(number)
            verdicts.append(verdict)
        return tuple(verdicts)

    def _judge(self, number: int, text: str, carried: bool, reached: bool) -> Verdict:
        arithmetic = check_equations(text)
        if any(not piece.holds for piece in arithmetic):
            return verdict_of(number, "mathematical_error", arithmetic, self.name)
        pieces = self._branches(text) or self._answers(text) or self._results(text, reached or carried)
        against = [piece for piece in pieces if not piece.holds]
        if against and carried:
            return silent(number, self.name, against)
        if against:
            return verdict_of(number, "logical_inconsistency", (*arithmetic, *pieces), self.name)
        if pieces:
            return verdict_of(number, "correct", (*arithmetic, *pieces), self.name)
        return silent(number, self.name, arithmetic)

    def _reaches_final(self, parc: Parc) -> bool:
        if not parc.chain.steps:
            return False
        values = {quantity.value for quantity in find_quantities(parc.chain.steps[-1].text)}
        return self._reference.final in values

    def _branches(self, text: str) -> list[Evidence]:
        """Does the step take up the premise that does not hold?"""
        flat = _flat(text) if self._wrong_premises else ""
        return [
            Evidence(text="", finding=f"takes the premise of problem {branch.problem + 1} that does not hold")
            for branch, wrong, right in self._wrong_premises
            if wrong in flat and right not in flat
        ]

    def _answers(self, text: str) -> list[Evidence]:
        """Does a step that gives a link's answer by its number ("[Q2] 24") give the gold one?"""
        match = _LINK_ANSWER.match(text)
        if match is None or not 1 <= int(match[1]) <= len(self._reference.answers):
            return []
        given = [quantity.value for quantity in find_quantities(text[match.end() :])]
        expected = self._reference.answers[int(match[1]) - 1]
        return [self._compared(text, given[-1], expected)] if given else []

    def _compared(self, text: str, given: Fraction, expected: Fraction) -> Evidence:
        shown, right = render_number(given), render_number(expected)
        if given == expected:
            return Evidence(text=text, finding=f"{shown} is the gold answer", expected=right, holds=True)
        branch = self._branch_of.get(given)
        why = f"; {shown} belongs to the other premise of problem {branch.problem + 1}" if branch is not None else ""
        return Evidence(text=text, finding=f"the gold answer is {right}{why}", expected=right)

    def _results(self, text: str, lenient: bool) -> list[Evidence]:
        """Does every equation of the step end in a gold value? `lenient` passes over values off the path."""
        found = []
        for equation in find_equations(text):
            value = equation.values[-1]
            if value is None or not equation.holds:
                continue
            shown = render_number(value)
            if value in self._gold:
                found.append(
                    Evidence(text=equation.text, finding=f"{shown} is a value of the gold solution", holds=True)
                )
            elif (branch := self._branch_of.get(value)) is not None:
                finding = f"{shown} belongs to the other premise of problem {branch.problem + 1}"
                found.append(Evidence(text=equation.text, finding=finding))
            elif value not in self._givens and not lenient:
                found.append(Evidence(text=equation.text, finding=f"{shown} is no value of the gold solution"))
        return _last_word(found)


def _last_word(found: list[Evidence]) -> list[Evidence]:
    """A step that ends in a gold value may reach it in its own way: only its last equation counts then."""
    return found[-1:] if found and found[-1].holds else found


def _flat(text: str) -> str:
    return _SPACE.sub(" ", text).strip().lower()
