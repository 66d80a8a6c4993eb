"""Several annotations of one chain made into one, by majority; and put into the chain's record.

A premise is kept where more than half of the readable answers name it. Where no premise has a majority, and "rests on
nothing" has none either, the set that most of the answers that name any give is taken, of equally common ones the
first. A step's errors are decided as a whole, so that three answers that call it wrong in three ways do not make it
correct: the set of labels that most answers give, of equally common ones the first. An error of the chain as a whole
needs a majority. Reasons are those of the first answer that gave them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from dunyazad.perl.annotation_reading import ErrorsSaid, PremisesSaid, Told
from dunyazad.perl.record import AnnotatedChain, AnnotatedStep, ErrorNote, PremiseNote

__all__ = ["TYPES", "Voted", "vote_on_chain", "vote_on_labels", "vote_on_premises", "with_annotation"]

T = TypeVar("T")

# How published files spell what we call otherwise.
TYPES: Mapping[str, str] = {
    "mathematical_error": "Mathematical_Error",
    "logical_inconsistency": "Logical_Inconsistency",
    "accumulation_error": "Accumulation_Error",
    "missing_steps": "Missing_Steps",
    "planning_error": "Planning_Error",
    "other": "Other",
}

_Premises = tuple[tuple[int, str], ...]


class Voted(NamedTuple, Generic[T]):
    """What was decided, and how many answers bear it out.

    Attributes:
        value: What was decided.
        votes: Of each thing decided.
    """

    value: T
    votes: tuple[Any, ...]


def vote_on_premises(answers: Sequence[PremisesSaid]) -> Voted[tuple[_Premises, ...]]:
    """Decide the premises of every step.

    Example:
        >>> one, other = (((0, "a"),), ((0, ""), (1, "b"))), (((0, ""),), ((1, ""),))
        >>> voted = vote_on_premises([PremisesSaid(one), PremisesSaid(other), PremisesSaid(other)])
        >>> voted.value, voted.votes
        ((((0, 'a'),), ((1, 'b'),)), ((3,), (3,)))
    """
    value, votes = [], []
    for given in zip(*(answer.steps for answer in answers), strict=True):
        counts = Counter(number for premises in given for number, _ in premises)
        kept = {number for number, count in counts.items() if 2 * count > len(given)}
        sets = Counter(tuple(number for number, _ in premises) for premises in given)
        if counts and not kept and 2 * sets[()] <= len(given):
            kept = set(next(numbers for numbers, _ in sets.most_common() if numbers))
        reasons: dict[int, str] = {}
        for premises in given:
            for number, reason in premises:
                reasons[number] = reasons.get(number) or reason
        value.append(tuple((number, reasons[number]) for number in sorted(kept)))
        votes.append(tuple(counts[number] for number in sorted(kept)))
    return Voted(tuple(value), tuple(votes))


def vote_on_labels(answers: Sequence[ErrorsSaid]) -> Voted[tuple[tuple[Told, ...], ...]]:
    """Decide the errors of every step."""
    value, votes = [], []
    for given in zip(*(answer.steps for answer in answers), strict=True):
        sets = Counter(frozenset(error.what for error in errors) for errors in given)
        [(chosen, count)] = sets.most_common(1)  # of equals, the first that was given
        value.append(next(errors for errors in given if {error.what for error in errors} == chosen))
        votes.append(count)
    return Voted(tuple(value), tuple(votes))


def vote_on_chain(answers: Sequence[ErrorsSaid]) -> Voted[tuple[Told, ...]]:
    """Decide the errors of the chain as a whole."""
    counts = Counter(error.what for answer in answers for error in answer.chain)
    first = {error.what: error for answer in reversed(answers) for error in answer.chain}
    kept = [what for what, count in counts.items() if 2 * count > len(answers)]
    return Voted(tuple(first[what] for what in kept), tuple(counts[what] for what in kept))


def with_annotation(
    chain: AnnotatedChain,
    *,
    premises: Sequence[_Premises] | None,
    errors: Sequence[Sequence[Told]] | None,
    chain_errors: Sequence[Told] | None,
) -> AnnotatedChain:
    """Put an annotation into a chain, in the place of what it had; None leaves that part as it is.

    Positions become the numbers that the chain's own steps have.
    """
    if premises is not None:
        numbers = (0, *(step.number for step in chain.steps))
        steps = tuple(
            msgspec.structs.replace(
                step,
                original=None,
                premises=tuple(PremiseNote(numbers[place], reason or None) for place, reason in links),
            )
            for step, links in zip(chain.steps, premises, strict=True)
        )
        chain = msgspec.structs.replace(chain, steps=steps, question_original=None, question_premises=())
    if errors is not None:
        chain = msgspec.structs.replace(
            chain, steps=tuple(_with_errors(step, told) for step, told in zip(chain.steps, errors, strict=True))
        )
    if chain_errors is not None:
        notes = tuple(ErrorNote(TYPES[error.what], error.reason) for error in chain_errors)
        chain = msgspec.structs.replace(chain, chain_errors=notes, chain_has_errors=None)
    return chain


def _with_errors(step: AnnotatedStep, told: Sequence[Told]) -> AnnotatedStep:
    notes = tuple(ErrorNote(TYPES[error.what], error.reason) for error in told)
    return msgspec.structs.replace(step, errors=notes, error_number=None, has_error=None)
