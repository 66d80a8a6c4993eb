"""The judge that compares steps with the gold solution's quantities. It needs no model.

Steps are taken in order, with the premises found so far. A step is wrong in itself where its arithmetic is wrong, where
it takes the branch that does not hold, or where it gives a link another answer; each of the last two only if nothing
that it rests on is wrong already, since then it merely carries a mistake on. What belongs to a branch that an earlier
step took wrongly is that step's fault. A step that ends in a gold value is correct. A step that ends elsewhere is *off
the path*: in a chain that reaches the gold answer it may be another way to it and nothing is said; in a chain that does
not, the first such step is where the way was lost. Where the values on the way are not known, no step is off the path.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import msgspec

from dunyazad.errors.along import judge_along
from dunyazad.errors.arithmetic import check_equations
from dunyazad.errors.judge import ModelFreeJudge, silent, verdict_of
from dunyazad.errors.record import Evidence, Verdict
from dunyazad.errors.reference import Branch, Reference
from dunyazad.numbers import find_equations, find_quantities, render_number
from dunyazad.reasoning import Completion, Parc, strip_label

__all__ = ["ReferenceJudge"]

_LINK_ANSWER = re.compile(r"[\s*>-]{0,6}\[?Q(\d{1,3})\]?[\s*]{0,3}[:=]?")
_SPACE = re.compile(r"\s+")


class ReferenceJudge(ModelFreeJudge):
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
        self._premises = [(branch, _flat(branch.wrong), _flat(branch.right)) for branch in reference.branches]

    @property
    def name(self) -> str:
        """What the judge is called."""
        return "reference"

    def read(self, parc: Parc, completions: Sequence[Completion] = ()) -> tuple[Verdict, ...]:  # noqa: ARG002
        """Judge every step against the reference."""
        if self._reference.complete and not self._reference.branches and not self._reference.answers:
            return judge_along(parc, self._reference, self.name)
        reached = self._reaches_final(parc)
        bad: set[int] = set()
        strayed: dict[int, int] = {}
        verdicts = []
        for number, step in enumerate(parc.chain.steps, start=1):
            carried = any(premise.step in bad for premise in parc.premises_of(number))
            lenient = reached or carried or not self._reference.complete
            findings = self._findings(strip_label(step.text), lenient=lenient)
            verdict = self._verdict(number, findings, carried, strayed)
            for finding in findings.against:
                if finding.branch is not None:
                    strayed.setdefault(finding.branch, number)
            if verdict.wrong or carried:
                bad.add(number)
            verdicts.append(verdict)
        return tuple(verdicts)

    def _verdict(self, number: int, findings: _Findings, carried: bool, strayed: dict[int, int]) -> Verdict:
        name, evidence = self.name, findings.evidence
        if findings.miscalculated:
            return verdict_of(number, "mathematical_error", evidence, name)
        against = findings.against
        if against and carried:
            return silent(number, name, evidence)
        # What belongs to a branch that was wrongly taken before follows from that step, premise found or not.
        origins = [strayed[f.branch] for f in against if f.branch is not None and f.branch in strayed]
        if against and len(origins) == len(against):
            verdict = verdict_of(number, "accumulation_error", evidence, name)
            return msgspec.structs.replace(verdict, origin=min(origins))
        if against:
            return verdict_of(number, "logical_inconsistency", evidence, name)
        return verdict_of(number, "correct", evidence, name) if findings.speaks else silent(number, name, evidence)

    def _findings(self, text: str, *, lenient: bool) -> _Findings:
        found = self._branches(text) or self._answers(text) or self._results(text, lenient)
        return _Findings(check_equations(text), found)

    def _reaches_final(self, parc: Parc) -> bool:
        if not parc.chain.steps:
            return False
        values = {quantity.value for quantity in find_quantities(parc.chain.steps[-1].text)}
        return self._reference.final in values

    def _branches(self, text: str) -> list[_Finding]:
        """Which first premises does the step take up?"""
        flat = _flat(text) if self._premises else ""
        found = []
        for branch, wrong, right in self._premises:
            number = branch.problem + 1
            if (wrong in flat) == (right in flat):
                continue
            if wrong in flat:
                evidence = Evidence(text="", finding=f"takes the premise of problem {number} that does not hold")
                found.append(_Finding(evidence, branch.problem))
            else:
                evidence = Evidence(text="", finding=f"takes the premise of problem {number} that holds", holds=True)
                found.append(_Finding(evidence))
        return found

    def _answers(self, text: str) -> list[_Finding]:
        """Does a step that gives an answer by its label ("[Q2] 24") give the gold one?"""
        match = _LINK_ANSWER.match(text)
        if match is None or not 1 <= int(match[1]) <= len(self._reference.answers):
            return []
        given = [quantity.value for quantity in find_quantities(text[match.end() :])]
        if not given:
            return []
        expected = self._reference.answers[int(match[1]) - 1]
        right = render_number(expected)
        if given[-1] == expected:
            return [_Finding(Evidence(text=text, finding=f"{right} is the gold answer", expected=right, holds=True))]
        finding, branch = f"the gold answer is {right}", self._branch_of.get(given[-1])
        if branch is not None:
            finding += f"; {_belongs(given[-1], branch)}"
        return [_Finding(Evidence(text=text, finding=finding, expected=right), branch.problem if branch else None)]

    def _results(self, text: str, lenient: bool) -> list[_Finding]:
        """Does every equation of the step end in a gold value? `lenient` passes over values off the path."""
        found = []
        for equation in find_equations(text):
            value = equation.values[-1]
            if value is None or not equation.holds:
                continue
            branch = self._branch_of.get(value)
            if value in self._gold:
                finding = f"{render_number(value)} is a value of the gold solution"
                found.append(_Finding(Evidence(text=equation.text, finding=finding, holds=True)))
            elif branch is not None:
                found.append(_Finding(Evidence(text=equation.text, finding=_belongs(value, branch)), branch.problem))
            elif value not in self._givens and not lenient:
                finding = f"{render_number(value)} is no value of the gold solution"
                found.append(_Finding(Evidence(text=equation.text, finding=finding)))
        return _last_word(found)


class _Finding(NamedTuple):
    """One piece of evidence, and the problem whose wrong branch it points to."""

    evidence: Evidence
    branch: int | None = None


class _Findings(NamedTuple):
    """What was found in a step: its arithmetic, and how it compares with the reference."""

    arithmetic: tuple[Evidence, ...]
    compared: list[_Finding]

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        return (*self.arithmetic, *(finding.evidence for finding in self.compared))

    @property
    def miscalculated(self) -> bool:
        return any(not piece.holds for piece in self.arithmetic)

    @property
    def against(self) -> list[_Finding]:
        return [finding for finding in self.compared if not finding.evidence.holds]

    @property
    def speaks(self) -> bool:
        return bool(self.compared)


def _last_word(found: list[_Finding]) -> list[_Finding]:
    """A step that ends in a gold value may reach it in its own way: only its last equation counts then."""
    return found[-1:] if found and found[-1].evidence.holds else found


def _belongs(value: Fraction, branch: Branch) -> str:
    return f"{render_number(value)} belongs to the other premise of problem {branch.problem + 1}"


def _flat(text: str) -> str:
    return _SPACE.sub(" ", text).strip().lower()
