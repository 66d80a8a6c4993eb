"""What rests on a repair rests not on the fault: premises in a chain whose steps take earlier ones back.

From the step on that takes another back, nothing rests on what was taken back. What names it as a premise rests on the
repair instead; the repair itself rests on what the fault rested on, for it does the same work again.
"""

from __future__ import annotations

from dunyazad.reasoning import Premise, ReasoningChain, RejectedPremise, repairs

__all__ = ["honour_retractions"]

Links = tuple[tuple[Premise, ...], ...]
Repairs = dict[int, tuple[int, int]]


def honour_retractions(chain: ReasoningChain, links: Links) -> tuple[Links, tuple[RejectedPremise, ...]]:
    """Put repairs in the place of what was taken back.

    Returns:
        The premises, and what was taken out of them. A chain that takes nothing back keeps its premises as they are.

    Example:
        >>> from dunyazad.reasoning import Step
        >>> steps = (Step("2 * 3 = 5"), Step("No, that is wrong: 6", retracts=(1,)), Step("6 + 1 = 7"))
        >>> chain = ReasoningChain(id="c", question="q", steps=steps)
        >>> kept, out = honour_retractions(chain, ((Premise(0),), (Premise(1),), (Premise(1),)))
        >>> [[premise.step for premise in premises] for premises in kept], [one.step for one in out]
        ([[0], [0], [2]], [2, 3])
    """
    taken = repairs(chain)
    if not taken:
        return links, ()
    kept: list[tuple[Premise, ...]] = []
    rejected: list[RejectedPremise] = []
    for number, premises in enumerate(links, start=1):
        known = {earlier: repair for earlier, repair in taken.items() if repair[0] <= number}
        out = [premise.step for premise in premises if premise.step in known]
        kept.append(_mended(premises, number, known, kept) if out else premises)
        rejected += [RejectedPremise(number, f"step {earlier}", "retracted") for earlier in out]
    return tuple(kept), tuple(rejected)


def _mended(
    premises: tuple[Premise, ...], number: int, taken: Repairs, before: list[tuple[Premise, ...]]
) -> tuple[Premise, ...]:
    mended: dict[int, Premise] = {}
    waiting, seen = list(premises), set[int]()
    while waiting:
        premise = waiting.pop(0)
        if premise.step not in taken:
            mended.setdefault(premise.step, premise)
        elif premise.step not in seen:
            seen.add(premise.step)
            repair = taken[premise.step][1]
            if repair < number:
                reason = f"stands in the place of step {premise.step}, which was taken back"
                waiting.append(Premise(repair, reason, premise.score))
            else:
                waiting += [
                    Premise(below.step, f"step {premise.step}, which this does again, rests on it", premise.score)
                    for below in before[premise.step - 1]
                ]
    return tuple(mended[step] for step in sorted(mended))
