"""What is asked of a certified problem besides: that nobody denied it, and that it is not too doubtful."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dunyazad.problems.decomposition.record import Rejected
from dunyazad.problems.deny import DenyList
from dunyazad.problems.record import Problem
from dunyazad.problems.risk import Level, risk_of, within_risk

__all__ = ["screen"]


def screen(
    results: Iterable[Problem | Rejected], *, deny: DenyList, max_risk: Level = "high"
) -> Iterator[Problem | Rejected]:
    """Yield the results, with a rejection in place of each problem that is denied (`denied`) or too doubtful (`risk`).

    So every problem of the source is still accounted for. Ids that are rejected anyway count as met by the list.
    """
    for result in results:
        if isinstance(result, Rejected):
            deny.meet(result.id)
            yield result
        elif entry := deny.find(result):
            yield Rejected("denied", entry.reason or "a deny-list names it", result.id)
        elif not within_risk(result, max_risk):
            risk = risk_of(result)
            reasons = ", ".join(risk.reasons) if risk else ""
            yield Rejected("risk", f"its risk is {risk.level if risk else ''}: {reasons}", result.id)
        else:
            yield result
