"""What is to be said of a hand-made alternate and of its wrong conclusion, in findings.

Two questions: is the wrong conclusion at the answer under the alternate, so that a wrong branch leads on; and is that
answer one that the story can have? Both are answered from the certified answer where there is one, and from the likely
one elsewhere, which is marked so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from dunyazad.numbers import render_number
from dunyazad.problems.decomposition.likely import Likely, likely_answer
from dunyazad.problems.decomposition.record import Rejected
from dunyazad.problems.decomposition.recovery import Recovered, Solutions
from dunyazad.problems.findings import Finding
from dunyazad.problems.nouns import measure_behind
from dunyazad.problems.quantities import quantities_in, states
from dunyazad.problems.record import Problem

__all__ = ["Tally", "Verdict", "judge"]

# The reason for which nothing entered the record, though all bindings agree on the answer.
_AGREED = "answer-broken"
_BASES = {
    "certified": "certified",
    "agreed": "in every admissible binding",
    "likely": "likely, not certified",
}


class Verdict(msgspec.Struct, frozen=True):
    """Where an alternate leads, as far as it is known.

    Attributes:
        problem: The problem's id.
        answer: The answer under the alternate; None where it is not known.
        basis: What it rests on: it is "certified"; all bindings "agreed" on it, and it is odd; it is "likely".
        wrong: What the wrong conclusion is.
        odd: Why the answer is odd; empty where it is not, or not known.
        findings: What there is to print.
    """

    problem: str
    answer: Fraction | None
    basis: Literal["certified", "agreed", "likely", "unknown"]
    wrong: Literal["counterfactual", "arbitrary", "unknown"]
    odd: str
    findings: tuple[Finding, ...]


def judge(recovered: Recovered, solutions: Solutions) -> Verdict:
    """Say where a problem's alternate leads, and what its wrong conclusion is to that.

    Args:
        recovered: The problem with what could be recovered for it.
        solutions: Where its original's solution stands.
    """
    problem, reason = recovered.problem, recovered.reason
    if problem.counterfactual_answer is not None:
        known = Likely(problem.counterfactual_answer, "")
        return _verdict(problem, known, _odd(problem, known, money=True), "certified")
    source = solutions.find(problem)
    likely = source if isinstance(source, Rejected) else likely_answer(problem, source)
    if isinstance(likely, Rejected):
        findings = _said(reason)
        if likely != reason:
            findings = (*findings, Finding("counterfactual-unread", f"nor a likely one: {likely.sentence}", "note"))
        return Verdict(problem.id, None, "unknown", "unknown", "", findings)
    odd = _odd(problem, likely, money=likely.money)
    # An answer on which all bindings agree, but which is odd, is said once: it is odd.
    agreed = reason is not None and reason.code == _AGREED and bool(odd)
    found = _verdict(problem, likely, odd, "agreed" if agreed else "likely")
    return found if agreed else msgspec.structs.replace(found, findings=(*_said(reason), *found.findings))


def _said(reason: Rejected | None) -> tuple[Finding, ...]:
    if reason is None:
        return ()
    return (Finding(reason.code, f"no counterfactual answer: {reason.sentence}", "note"),)


def _verdict(problem: Problem, answer: Likely, odd: str, basis: Literal["certified", "agreed", "likely"]) -> Verdict:
    same = problem.wrong_answer == answer.answer
    findings = tuple(_findings(problem, answer, odd, basis))
    return Verdict(problem.id, answer.answer, basis, "counterfactual" if same else "arbitrary", odd, findings)


def _findings(problem: Problem, answer: Likely, odd: str, basis: str) -> Iterator[Finding]:
    value, wrong = render_number(answer.answer), render_number(problem.wrong_answer)
    same = problem.wrong_answer == answer.answer
    if basis != "certified":
        relation = "" if same else f"; the wrong conclusion gives {wrong}"
        yield Finding("counterfactual-likely", f"not certified: {value}, by {answer.steps}{relation}", "note")
    if same:
        sentence = f"the wrong conclusion's {wrong} is the answer under the alternate ({_BASES[basis]})"
        yield Finding("wrong-is-counterfactual", sentence, "note")
    if odd:
        yield Finding("alternate-odd", f"the answer under the alternate is {value}, {odd} ({_BASES[basis]})", "note")


def _odd(problem: Problem, likely: Likely, *, money: bool) -> str:
    """Why a story cannot well have an answer; empty where it can.

    Things come whole where they did; what is measured may be broken, but not so that no decimal writes it.
    """
    answer = likely.answer
    if answer < 0 <= problem.answer:
        return "which is below zero"
    if likely.below_zero:
        return f"and on the way {likely.below_zero} is below zero"
    if money or problem.answer.denominator != 1 or answer.denominator == 1:
        return ""
    asked = next((q for q in quantities_in(problem.conclusion) if states(q, problem.answer)), None)
    if asked is not None and (asked.unit or measure_behind(problem.conclusion, asked.end)):
        return "" if _is_decimal(answer) else "which no decimal writes"
    return "which is not whole"


def _is_decimal(value: Fraction) -> bool:
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return rest == 1


class Tally(msgspec.Struct, frozen=True):
    """The verdicts of a set, counted.

    Attributes:
        counterfactual: The ids whose wrong conclusion is the answer under the alternate, certified or likely.
        arbitrary: The ids whose wrong conclusion is not.
        unknown: The ids where the answer under the alternate is not known.
        odd: The ids whose alternate leads to an odd answer.
    """

    counterfactual: tuple[str, ...]
    arbitrary: tuple[str, ...]
    unknown: tuple[str, ...]
    odd: tuple[str, ...]

    @classmethod
    def of(cls, verdicts: Sequence[Verdict]) -> Tally:
        """Count verdicts.

        Example:
            >>> Tally.of([Verdict("set/1", None, "unknown", "unknown", "", ())]).unknown
            ('set/1',)
        """
        return cls(
            counterfactual=tuple(v.problem for v in verdicts if v.wrong == "counterfactual"),
            arbitrary=tuple(v.problem for v in verdicts if v.wrong == "arbitrary"),
            unknown=tuple(v.problem for v in verdicts if v.wrong == "unknown"),
            odd=tuple(v.problem for v in verdicts if v.odd),
        )
