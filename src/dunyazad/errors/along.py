"""Verdicts on the steps of a chain from how its values stand to the gold solution's path.

- A false equation: mathematical error.
- A value off the path that the step itself brings in, or a number that stands nowhere: a logical inconsistency, if the
  chain ends elsewhere than the gold solution. In a chain that ends where it should the step is *suspect*: it may be
  another way. Where the step before only sets the formula up in words, it is to blame.
- A value off the path that is carried on: accumulation.
- All else is correct.
- A chain that ends elsewhere though each of its values is sound answers another question: the step is wrong that takes
  the end's value otherwise than the gold solution does, or, if none, the last.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from dunyazad.errors.arithmetic import check_equations
from dunyazad.errors.judge import verdict_of
from dunyazad.errors.path import Path, Place, follow
from dunyazad.errors.record import Evidence, Verdict
from dunyazad.errors.reference import Reference
from dunyazad.numbers import render_number
from dunyazad.reasoning import Parc, strip_label

__all__ = ["judge_along"]


def judge_along(parc: Parc, reference: Reference, method: str) -> tuple[Verdict, ...]:
    """Judge the steps of a chain whose gold solution's values are known; one verdict a step."""
    return _Walk(parc, reference, method).run()


class _Walk:
    def __init__(self, parc: Parc, reference: Reference, method: str) -> None:
        self.parc = parc
        self.final = reference.final
        self.method = method
        self.path: Path = follow(parc.chain, reference)
        self.verdicts: list[Verdict] = []
        self.wrong = False
        self.origins: dict[Fraction, int] = {}  # of each value off the path, the step that brought it in

    def run(self) -> tuple[Verdict, ...]:
        for number, step in enumerate(self.parc.chain.steps, start=1):
            verdict = self._judge(number, check_equations(strip_label(step.text)))
            if verdict.label == "logical_inconsistency" and self._set_up_before(number):
                self._blame(number - 2, "sets up, in words, what the next step computes off the gold solution's path")
                verdict = self._accumulated(verdict, number - 1)
            self._keep(verdict)
        if not self.path.arrives and self.path.end is not None and not self.wrong:
            end, final = render_number(self.path.end), render_number(self.final)
            self._blame(self.path.turn, f"takes {end} for the answer; the gold answer is {final}", final)
        return tuple(self.verdicts)

    def _judge(self, number: int, arithmetic: tuple[Evidence, ...]) -> Verdict:
        places = self.path.places[number - 1]
        alien = self.path.alien[number - 1]
        native = [place for place in places if place.kind == "native"]
        carried = [place for place in places if place.kind == "carried"]
        evidence = (*arithmetic, *map(_told, places))
        # an equation that does not hold as read, but comes to a gold value, is one that was written or read carelessly
        excused = {place.computed.text for place in places if place.kind == "gold"}
        if any(not piece.holds and piece.text not in excused for piece in arithmetic):
            return verdict_of(number, "mathematical_error", evidence, self.method)
        if native and not self._merely_concludes(number, native):
            return self._strayed(number, evidence)
        if native or carried:
            return self._carried(number, carried, evidence)
        if alien:
            return self._strayed(number, (*evidence, *map(_told_alien, alien)))
        return verdict_of(number, "correct", evidence or (_NOTHING_AGAINST,), self.method)

    def _strayed(self, number: int, evidence: Sequence[Evidence]) -> Verdict:
        if self.path.arrives:
            return self._suspect(number, evidence)
        return verdict_of(number, "logical_inconsistency", evidence, self.method)

    def _carried(self, number: int, carried: list[Place], evidence: Sequence[Evidence]) -> Verdict:
        if not self.wrong:
            return self._suspect(number, evidence)
        verdict = verdict_of(number, "accumulation_error", evidence, self.method)
        found = (self.origins.get(place.other) for place in carried if place.other is not None)
        return msgspec.structs.replace(verdict, origin=next((step for step in found if step is not None), None))

    def _suspect(self, number: int, evidence: Sequence[Evidence]) -> Verdict:
        return Verdict(step=number, label=None, outcome="suspect", evidence=tuple(evidence), method=self.method)

    def _merely_concludes(self, number: int, native: list[Place]) -> bool:
        """Does the step compute none of what is off the path, and rest on a wrong step?"""
        wrong = any(premise.step and self.verdicts[premise.step - 1].wrong for premise in self.parc.premises_of(number))
        return wrong and not any(place.computed.operands for place in native)

    def _set_up_before(self, number: int) -> bool:
        return number > 1 and self.path.sets_up[number - 2] and self.verdicts[-1].label == "correct"

    def _accumulated(self, verdict: Verdict, origin: int) -> Verdict:
        return msgspec.structs.replace(verdict, label="accumulation_error", origin=origin)

    def _blame(self, index: int, finding: str, expected: str = "") -> None:
        evidence = (*self.verdicts[index].evidence, Evidence(text="", finding=finding, expected=expected))
        self.verdicts[index] = verdict_of(index + 1, "logical_inconsistency", evidence, self.method)

    def _keep(self, verdict: Verdict) -> None:
        self.verdicts.append(verdict)
        self.wrong = self.wrong or verdict.wrong
        origin = verdict.step if verdict.native_error else verdict.origin
        if origin is not None:
            for place in self.path.places[verdict.step - 1]:
                if place.kind in ("native", "carried", "false"):
                    self.origins.setdefault(place.computed.value, origin)


_NOTHING_AGAINST = Evidence(text="", finding="all its numbers are the question's or the gold solution's", holds=True)


def _told(place: Place) -> Evidence:
    """What a place says, as evidence."""
    value = render_number(place.computed.value)
    other = "" if place.other is None else render_number(place.other)
    finding = {
        "gold": f"{value} is a value of the gold solution",
        "given": f"{value} is stated",
        "part": f"{value} is a part of how the gold solution computes {other}",
        "leads": f"{value} leads to {other}, which the gold solution leads to as well",
        "native": f"{value} is no value of the gold solution",
        "chance": f"{value} is a value of the gold solution, which never computes it in this way",
        "carried": f"{value} carries on {other}, which is off the gold solution's path",
        "false": f"{value} comes from an equation that does not hold",
    }[place.reason]
    return Evidence(text=place.computed.text, finding=finding, holds=place.kind in ("gold", "given", "part", "leads"))


def _told_alien(value: Fraction) -> Evidence:
    return Evidence(text="", finding=f"{render_number(value)} stands neither in the question nor in any step before")
