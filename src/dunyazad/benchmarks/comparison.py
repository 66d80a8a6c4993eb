"""A method's premises beside the baselines and the published figures, set by set."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from dunyazad.benchmarks.premises import FirstStep, Links, PremiseScores, score_premises
from dunyazad.benchmarks.published import Published, published
from dunyazad.benchmarks.running import premises_by
from dunyazad.perl import AnnotatedChain

__all__ = ["BASELINES", "PremiseComparison", "compare_premises"]

# What needs no understanding of a step: every table shows it.
BASELINES = ("previous+question", "all")


class PremiseComparison(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The scores on one set of questions, or on all.

    Attributes:
        set: The set; "all" for all chains.
        scores: The method's.
        baselines: The baselines' on the same chains.
        published: What was published for the set; not measured here.
    """

    set: str
    scores: PremiseScores
    baselines: tuple[PremiseScores, ...]
    published: tuple[Published, ...]


def compare_premises(
    chains: Sequence[AnnotatedChain],
    find: Callable[[AnnotatedChain], Links],
    *,
    method: str,
    first_step: FirstStep = "leave-out",
) -> tuple[PremiseComparison, ...]:
    """Score a method on all chains, then on each set where there are several.

    Each chain is given to `find` once.
    """
    found = {id(chain): find(chain) for chain in chains if chain.premises is not None}  # names may stand twice
    sets: dict[str, list[AnnotatedChain]] = {}
    for chain in chains:
        sets.setdefault(chain.set, []).append(chain)
    parts = {"all": list(chains)} if len(sets) != 1 else {}
    return tuple(
        PremiseComparison(
            set=name,
            scores=score_premises(part, lambda chain: found[id(chain)], method=method, first_step=first_step),
            baselines=tuple(
                score_premises(part, premises_by(baseline), method=baseline, first_step=first_step)
                for baseline in BASELINES
                if baseline != method
            ),
            published=published("premises", name),
        )
        for name, part in (parts | sets).items()
    )
