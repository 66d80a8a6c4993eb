"""Which sound steps are undone by what they rest on (arXiv 2502.02362, section 3.3).

One forward pass over the graph, pure. Premises are earlier steps, so when a step is reached all its premises are
settled, and the paper's depth-first search is not needed.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from dunyazad.errors.record import Evidence, Verdict
from dunyazad.reasoning import Parc

__all__ = ["accumulate"]

# A native error's own place: its distance and itself. The nearest error is the least by (distance, -step).
_Origin = tuple[int, int]


def accumulate(parc: Parc, verdicts: Sequence[Verdict]) -> tuple[Verdict, ...]:
    """Mark every step that is sound in itself but rests on a wrong one.

    - A native error stays native, whatever it rests on.
    - A step judged correct, or suspect, or about which nothing was claimed, becomes an accumulation error if any of its
      premises is wrong, natively or by accumulation. `origin` is the nearest native error: the fewest links back, and
      of several equally near ones the latest. The outcome stays what it was.
    - A step on which the judge failed (unparsed, refused, truncated, failed) stays undecided, and nothing passes
      through it: the judge's trouble is not the step's.
    - A step that the judge itself called an accumulation error keeps that label, and its origin where no premise of
      it is wrong.
    - A step whose premises were asked for and not found is not known to be correct once an earlier step is wrong: it
      becomes undecided, with the outcome of the search.

    Idempotent. Time is linear in the edges.

    Args:
        parc: The chain with its premises.
        verdicts: One a step, in order.

    Raises:
        ValueError: The verdicts are not those of the chain's steps, in order.

    Example:
        >>> from dunyazad.reasoning import Premise, ReasoningChain, Step
        >>> chain = ReasoningChain(id="c", question="q", steps=(Step("2 + 2 = 5"), Step("5 * 2 = 10")))
        >>> parc = Parc(chain=chain, premises=((Premise(0),), (Premise(1),)), method="oracle")
        >>> native = Verdict(step=1, label="mathematical_error", outcome="judged")
        >>> sound = Verdict(step=2, label="correct", outcome="judged")
        >>> second = accumulate(parc, [native, sound])[1]
        >>> second.label, second.origin
        ('accumulation_error', 1)
    """
    if [verdict.step for verdict in verdicts] != list(range(1, len(parc.chain.steps) + 1)):
        raise ValueError(f"{len(verdicts)} verdicts for the {len(parc.chain.steps)} steps of chain {parc.chain.id!r}")
    settled: list[Verdict] = []
    origins: dict[int, _Origin] = {}
    for verdict in verdicts:
        bad = [p.step for p in parc.premises_of(verdict.step) if p.step > 0 and settled[p.step - 1].wrong]
        if verdict.native_error:
            origins[verdict.step] = (0, -verdict.step)
        elif verdict.origin is not None and not bad:
            origins[verdict.step] = (1, -verdict.origin)
        elif bad and _may_inherit(verdict):
            nearest = min((origins[step] for step in bad if step in origins), default=None)
            if nearest is not None:
                origins[verdict.step] = (nearest[0] + 1, nearest[1])
            verdict = _inherited(verdict, bad, nearest)  # noqa: PLW2901
        elif verdict.label == "correct" and origins:
            verdict = _unless_unknown(parc, verdict)  # noqa: PLW2901
        settled.append(verdict)
    return tuple(settled)


def _may_inherit(verdict: Verdict) -> bool:
    return verdict.label is not None or verdict.outcome in ("no_claim", "suspect")


def _unless_unknown(parc: Parc, verdict: Verdict) -> Verdict:
    """A sound step whose premises are not known may rest on any of the wrong steps before it."""
    finding = parc.finding_of(verdict.step)
    if finding.outcome == "found":
        return verdict
    reason = f"an earlier step is wrong, and the premises were not found: {finding.reason or finding.outcome}"
    return msgspec.structs.replace(verdict, label=None, outcome=finding.outcome, reason=reason)


def _inherited(verdict: Verdict, bad: list[int], nearest: _Origin | None) -> Verdict:
    origin = None if nearest is None else -nearest[1]
    if verdict.label == "accumulation_error":
        return msgspec.structs.replace(verdict, origin=origin)
    named = ", ".join(map(str, bad))
    finding = f"rests on step {named}, which is wrong" if len(bad) == 1 else f"rests on steps {named}, which are wrong"
    evidence = (*verdict.evidence, Evidence(text="", finding=finding))
    return msgspec.structs.replace(verdict, label="accumulation_error", origin=origin, evidence=evidence)
