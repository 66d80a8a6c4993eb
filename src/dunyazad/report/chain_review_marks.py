"""How far persons and the annotation of chains agree, and persons among each other.

A judgment counts where both sides have one and the record is still the one that was read. Steps of one question are no
independent evidence: the intervals of shares are clustered by question (`statistics`), and that of Cohen's kappa comes
from leaving out one question after the other.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from dunyazad.perl import AnnotatedChain, ChainMark, chain_digest
from dunyazad.report.chain_review_record import ChainAgreement, LabelKappa, PersonAgreement, PersonPair
from dunyazad.report.record import Interval, Rate
from dunyazad.report.review_marks import cohen
from dunyazad.report.statistics import LEVEL, clustered_rate, student_quantile

__all__ = ["agree_on_chains", "kappa_by_question", "valid_marks"]

_NOTHING = "nothing was judged"


class _Judgment(NamedTuple):
    """One thing that can be judged: what one side says of it, and what it is about.

    `step` is a position; 0 is the chain as a whole.
    """

    chain: str
    step: int
    question: str
    said: frozenset[str]


class _Side(NamedTuple):
    """All that one side says, each by chain and step."""

    premises: dict[tuple[str, int], _Judgment]
    labels: dict[tuple[str, int], _Judgment]
    whole: dict[tuple[str, int], _Judgment]


def valid_marks(chains: Sequence[AnnotatedChain], marks: Iterable[ChainMark]) -> dict[str, ChainMark]:
    """The marks with a judgment that are about these records as they are, by id."""
    known = {chain.id: (chain_digest(chain), len(chain.steps)) for chain in chains}
    return {mark.id: mark for mark in marks if mark.judged and known.get(mark.id) == (mark.digest, len(mark.steps))}


def agree_on_chains(chains: Sequence[AnnotatedChain], marks: Mapping[str, Sequence[ChainMark]]) -> ChainAgreement:
    """Tell how far each reader and the annotation agree, and each two readers.

    Args:
        chains: All chains of the file.
        marks: Each reader's marks.

    Example:
        >>> from dunyazad.perl import AnnotatedStep, PremiseNote, StepMark
        >>> step = AnnotatedStep(number=1, text="2 + 2 = 4", premises=(PremiseNote(0),), errors=())
        >>> chain = AnnotatedChain(id="a", question="2 + 2?", steps=(step,))
        >>> mark = ChainMark(id="a", digest=chain_digest(chain), steps=(StepMark((), ("correct",)),))
        >>> [ana] = agree_on_chains([chain], {"Ana": [mark]}).readers
        >>> ana.premise_sets.successes, ana.labels.successes, ana.precision.value, ana.recall.reason
        (0, 1, 0.0, 'nothing was judged')
    """
    known = {chain.id: chain for chain in chains}
    digests = {chain.id: chain_digest(chain) for chain in chains}
    annotation = _annotated(chains)
    sides = {reader: _marked(valid_marks(chains, given), known) for reader, given in marks.items()}
    readers = []
    for reader, given in marks.items():
        valid = valid_marks(chains, given)
        changed = tuple(mark.id for mark in given if mark.id in known and digests[mark.id] != mark.digest)
        readers.append(
            _person(
                reader,
                annotation,
                sides[reader],
                sample="; ".join(dict.fromkeys(mark.sample for mark in given if mark.sample)),
                chains=len(valid),
                unmarked=tuple(mark.id for mark in given if mark.id in known and mark.id not in {*valid, *changed}),
                changed=changed,
                unknown=tuple(mark.id for mark in given if mark.id not in known),
            )
        )
    pairs = tuple(_pair(one, other, sides[one], sides[other]) for one, other in combinations(marks, 2))
    return ChainAgreement(len(chains), tuple(readers), pairs)


def _annotated(chains: Iterable[AnnotatedChain]) -> _Side:
    side = _Side({}, {}, {})
    for chain in chains:
        premises = chain.premises
        for place, labels in enumerate(chain.labels, start=1):
            if premises is not None:
                _add(side.premises, chain, place, map(str, premises[place - 1]))
            if labels is not None:
                _add(side.labels, chain, place, labels)
        if chain.chain_labels is not None:
            _add(side.whole, chain, 0, chain.chain_labels)
    return side


def _marked(marks: Mapping[str, ChainMark], known: Mapping[str, AnnotatedChain]) -> _Side:
    side = _Side({}, {}, {})
    for name, mark in marks.items():
        for place, step in enumerate(mark.steps, start=1):
            if step.premises is not None:
                _add(side.premises, known[name], place, map(str, step.premises))
            if step.labels is not None:
                _add(side.labels, known[name], place, step.labels)
        if mark.chain is not None:
            _add(side.whole, known[name], 0, mark.chain)
    return side


def _add(side: dict[tuple[str, int], _Judgment], chain: AnnotatedChain, place: int, said: Iterable[str]) -> None:
    side[chain.id, place] = _Judgment(chain.id, place, chain.question_id, frozenset(said))


_Pairs = list[tuple[_Judgment, _Judgment]]


def _both(one: Mapping[tuple[str, int], _Judgment], other: Mapping[tuple[str, int], _Judgment]) -> _Pairs:
    return [(one[key], other[key]) for key in one if key in other]


def _same(pairs: _Pairs) -> Rate:
    return _rate((one.said == other.said, one.question) for one, other in pairs)


def _rate(results: Iterable[tuple[bool, str]]) -> Rate:
    listed = list(results)
    questions = [{question} for _, question in listed]
    return clustered_rate([result for result, _ in listed], questions, nothing=_NOTHING)


def _person(
    reader: str, annotation: _Side, person: _Side, **told: str | int | tuple[str, ...]
) -> PersonAgreement:  # fmt: skip
    premises, labels = _both(annotation.premises, person.premises), _both(annotation.labels, person.labels)
    whole = _both(annotation.whole, person.whole)
    confusions = Counter((_name(one), _name(other)) for one, other in labels if one.said != other.said)
    return PersonAgreement(
        reader=reader,
        premise_sets=_same(premises),
        precision=_rate((name in other.said, one.question) for one, other in premises for name in sorted(one.said)),
        recall=_rate((name in one.said, one.question) for one, other in premises for name in sorted(other.said)),
        labels=_same(labels),
        kappa=_kappa(labels),
        confusions=tuple((one, other, count) for (one, other), count in confusions.most_common()),
        whole=_same(whole),
        differ=tuple(
            (one.chain, one.step, f"{what} {_shown(one)}, should be {_shown(other)}")
            for what, pairs in (("premises", premises), ("label", labels), ("the whole", whole))
            for one, other in pairs
            if one.said != other.said
        ),
        **told,  # type: ignore[arg-type]
    )


def _pair(first: str, second: str, one: _Side, other: _Side) -> PersonPair:
    labels = _both(one.labels, other.labels)
    return PersonPair(
        first=first,
        second=second,
        premise_sets=_same(_both(one.premises, other.premises)),
        labels=_same(labels),
        kappa=_kappa(labels),
        whole=_same(_both(one.whole, other.whole)),
    )


def _name(judgment: _Judgment) -> str:
    return " and ".join(sorted(judgment.said))


def _shown(judgment: _Judgment) -> str:
    return ", ".join(sorted(judgment.said, key=lambda name: (len(name), name))) or "none"


def _kappa(pairs: _Pairs) -> LabelKappa:
    return kappa_by_question([(_name(one), _name(other), one.question) for one, other in pairs])


def kappa_by_question(judged: Sequence[tuple[str, str, str]]) -> LabelKappa:
    """Give Cohen's kappa of pairs of labels with an interval that allows for what is about one question.

    The interval is the jackknife's: kappa without each question in turn, with Student's quantile.

    Args:
        judged: The label of one side, that of the other, and the question.

    Example:
        >>> judged = [("a", "a", "1"), ("a", "a", "2"), ("b", "a", "3"), ("b", "b", "4")]
        >>> kappa_by_question(judged).value
        0.5
        >>> kappa_by_question([]).reason
        'nothing was judged by both'
    """
    value = cohen([(one, other) for one, other, _ in judged])[0]
    if value is None:
        return LabelKappa(
            None, None, "both gave one and the same label throughout" if judged else "nothing was judged by both"
        )
    if all(one == other for one, other, _ in judged):
        return LabelKappa(value, None, "they agree on all, so how far they might not cannot be told")
    questions = sorted({question for _, _, question in judged})
    without = [cohen([(one, other) for one, other, about in judged if about != left])[0] for left in questions]
    found = [one for one in without if one is not None]
    if len(questions) < 2 or len(found) < len(questions):
        return LabelKappa(value, None, "too few questions to tell how far it may be off")
    mean = sum(found) / len(found)
    error = math.sqrt((len(found) - 1) / len(found) * sum((one - mean) ** 2 for one in found))
    half = student_quantile(LEVEL, len(found) - 1) * error
    return LabelKappa(value, Interval(max(-1.0, value - half), min(1.0, value + half), LEVEL, len(found), ""))
