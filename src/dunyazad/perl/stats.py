"""What a set of annotated chains holds: sizes, labels, the shape of its premise graphs, and what contradicts itself.

The shape follows arXiv 2502.02362 (appendix on data statistics); see `reasoning.graph` for what counts as a node.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from dunyazad.perl.reading import Malformed
from dunyazad.perl.record import AnnotatedChain
from dunyazad.reasoning import graph_statistics

__all__ = ["Consistency", "PerlStats", "SetStats", "Shape", "perl_stats", "stats_of"]

_NATIVE = {"mathematical_error", "logical_inconsistency", "other"}


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The premise graphs: means over the chains whose premises were annotated.

    Attributes:
        chains: How many these are.
        steps: Steps a chain.
        premises: Premise references a chain, as listed, repeats and strays included.
        edges: Distinct links a chain.
        depth: Nodes on the longest path.
        deepest: The most of these.
        max_width: The most steps in one layer.
        branching_factor: Edges over nodes.
    """

    chains: int
    steps: float
    premises: float
    edges: float
    depth: float
    deepest: int
    max_width: float
    branching_factor: float


class Consistency(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where premises and labels, or the annotation itself, do not fit together.

    Attributes:
        correct_on_wrong: Correct steps that rest on a wrong one.
        accumulation_without_wrong: Steps that are accumulation errors only, and rest on no wrong step.
        native_and_accumulation: Steps with both kinds of label.
        repeated_premises: Steps that list a premise more than once.
        stray_premises: Listed premises that are the step itself, a later one, or none.
        without_premises: Steps with no premise at all.
        skipping_numbers: Chains whose step numbers skip.
        other_error_numbers: Chains whose errors are numbered otherwise than their premises.
        contradicted: Steps that are said to have an error and list none, or the other way round.
        answer_and_split: Chains that are right in a split of wrong ones, or wrong in one of right ones.
    """

    correct_on_wrong: int
    accumulation_without_wrong: int
    native_and_accumulation: int
    repeated_premises: int
    stray_premises: int
    without_premises: int
    skipping_numbers: int
    other_error_numbers: int
    contradicted: int
    answer_and_split: int


class SetStats(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The counts of some chains.

    Attributes:
        name: The file, or "all".
        n_chains: Chains.
        n_steps: Steps, the questions not counted.
        n_questions: Distinct questions.
        labels: How many steps have each label as published; a step with two labels counts for both.
        chain_labels: How many chains have each error of the chain as a whole, as published; "None" is how many were
            looked at and have none. Empty where nobody looked.
        premise_references: As listed, the questions' own not counted.
        edges: Distinct links.
        shape: The premise graphs; None where no premises were annotated.
        consistency: What does not fit together.
    """

    name: str
    n_chains: int
    n_steps: int
    n_questions: int
    labels: dict[str, int]
    chain_labels: dict[str, int]
    premise_references: int
    edges: int
    shape: Shape | None
    consistency: Consistency


class PerlStats(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The counts of files: all together, and each.

    Attributes:
        total: All chains; its fields stand at the top in JSON.
        files: Each file, in order.
        malformed: Items that could not be read.
    """

    total: SetStats
    files: tuple[SetStats, ...]
    malformed: tuple[Malformed, ...]


def perl_stats(chains: Sequence[AnnotatedChain], malformed: Iterable[Malformed] = ()) -> PerlStats:
    """Count what chains hold, together and per source."""
    sources: dict[str, list[AnnotatedChain]] = {}
    for chain in chains:
        sources.setdefault(chain.source, []).append(chain)
    files = tuple(stats_of(name, part) for name, part in sources.items())
    return PerlStats(total=stats_of("all", chains), files=files, malformed=tuple(malformed))


def stats_of(name: str, chains: Sequence[AnnotatedChain]) -> SetStats:
    """Count what some chains hold.

    Example:
        >>> from dunyazad.perl import AnnotatedStep, ErrorNote, PremiseNote
        >>> first = AnnotatedStep(number=1, text="2+2=5", premises=(), errors=(ErrorNote("Mathematical_Error"),))
        >>> second = AnnotatedStep(number=2, text="5+1=6", premises=(PremiseNote(1), PremiseNote(1)), errors=())
        >>> stats = stats_of("mine", [AnnotatedChain(id="a", question="q", steps=(first, second))])
        >>> stats.premise_references, stats.edges, stats.consistency.correct_on_wrong
        (2, 1, 1)
    """
    return SetStats(
        name=name,
        n_chains=len(chains),
        n_steps=sum(len(chain.steps) for chain in chains),
        n_questions=len({chain.question_id for chain in chains}),
        labels=_labels(chains),
        chain_labels=_chain_labels(chains),
        premise_references=sum(map(_references, chains)),
        edges=sum(len(links) for chain in chains for links in chain.premises or ()),
        shape=_shape(chains),
        consistency=_consistency(chains),
    )


def _labels(chains: Sequence[AnnotatedChain]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for chain in chains:
        for step in chain.steps:
            if step.errors is None:
                counts["(not annotated)"] += 1
            else:
                counts.update({note.type for note in step.errors} or {"Other" if step.has_error else "Correct"})
    return dict(counts.most_common())


def _chain_labels(chains: Sequence[AnnotatedChain]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for chain in chains:
        if chain.chain_errors is not None:
            counts.update({note.type for note in chain.chain_errors} or {"Other" if chain.chain_has_errors else "None"})
    return dict(counts.most_common())


def _references(chain: AnnotatedChain) -> int:
    return sum(len(step.premises or ()) for step in chain.steps)


def _shape(chains: Sequence[AnnotatedChain]) -> Shape | None:
    graphs = [(chain, parc) for chain in chains if (parc := chain.parc) is not None]
    if not graphs:
        return None
    stats = [graph_statistics(parc) for _, parc in graphs]
    n = len(stats)
    return Shape(
        chains=n,
        steps=sum(one.steps for one in stats) / n,
        premises=sum(_references(chain) for chain, _ in graphs) / n,
        edges=sum(one.edges for one in stats) / n,
        depth=sum(one.depth for one in stats) / n,
        deepest=max(one.depth for one in stats),
        max_width=sum(one.max_width for one in stats) / n,
        branching_factor=sum(one.branching_factor for one in stats) / n,
    )


def _consistency(chains: Sequence[AnnotatedChain]) -> Consistency:
    counts: Counter[str] = Counter()
    for chain in chains:
        _count_labels(chain, counts)
        counts["stray_premises"] += len(chain.strays)
        for step in chain.steps:
            listed = [note.number for note in step.premises or ()]
            counts["repeated_premises"] += len(listed) > len(set(listed))
            counts["without_premises"] += step.premises == ()
            counts["contradicted"] += step.has_error is not None
        numbers = [step.number for step in chain.steps]
        counts["skipping_numbers"] += numbers != list(range(1, len(numbers) + 1))
        counts["other_error_numbers"] += any(step.error_number is not None for step in chain.steps)
        expected = {"positives": True, "negatives": False, "synthetic_negatives": False}.get(chain.split)
        counts["answer_and_split"] += None not in (expected, chain.is_correct) and expected != chain.is_correct
    return Consistency(**{name: counts[name] for name in Consistency.__struct_fields__})


def _count_labels(chain: AnnotatedChain, counts: Counter[str]) -> None:
    labels, premises = chain.labels, chain.premises
    wrong = {place for place, found in enumerate(labels, start=1) if found and found != ("correct",)}
    for place, found in enumerate(labels, start=1):
        if found is None:
            continue
        counts["native_and_accumulation"] += "accumulation_error" in found and bool(_NATIVE & set(found))
        if premises is None:
            continue
        rests_on_wrong = any(premise in wrong for premise in premises[place - 1])
        counts["correct_on_wrong"] += found == ("correct",) and rests_on_wrong
        counts["accumulation_without_wrong"] += found == ("accumulation_error",) and not rests_on_wrong
