"""Self-consistency: any judge that asks a model, asked several times over; the verdict that most votes are for wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from dunyazad.errors.judge import Judge
from dunyazad.errors.record import Evidence, Label, Verdict, VerdictOutcome
from dunyazad.reasoning import Completion, Parc, Prompt

__all__ = ["VotingJudge"]

# The most severe first. Models lean towards "correct", so that a tie is taken as the warning that it is.
_SEVERITY: tuple[Label, ...] = (
    "mathematical_error",
    "logical_inconsistency",
    "accumulation_error",
    "other",
    "correct",
)
_OUTCOMES: tuple[VerdictOutcome, ...] = ("failed", "refused", "truncated", "unparsed", "suspect", "no_claim")


class VotingJudge:
    """Asks every prompt of a judge k times and takes the verdict of most votes, step by step.

    A vote is a whole verdict of the judge, of all its prompts for that step. Only votes with a label count: of three,
    two of which were refused, the third decides. A tie goes to the more severe label. Where no vote has one, the
    outcome is that of most votes. The last piece of evidence says how many votes agreed.

    The prompts of the votes are equal but for their keys: whoever makes the calls has to sample (a temperature above
    0), and must not answer the second from a cache of the first.

    Example:
        >>> from dunyazad.errors import judge
        >>> from dunyazad.reasoning import Premise, ReasoningChain, Step
        >>> chain = ReasoningChain(id="c", question="q", steps=(Step("2 + 2 = 4"),))
        >>> parc = Parc(chain=chain, premises=((Premise(0),),), method="all")
        >>> [prompt.key for prompt in VotingJudge(judge("full-context"), 2).prompts(parc)]
        ['step-1#1', 'step-1#2']
    """

    def __init__(self, inner: Judge, votes: int) -> None:
        self._inner, self._votes = inner, votes

    @property
    def name(self) -> str:
        """What it is called."""
        return f"votes:{self._votes}:{self._inner.name}"

    @property
    def texts(self) -> Mapping[str, str]:
        """The prompt texts of the judge that is asked."""
        return self._inner.texts

    @property
    def inherits(self) -> bool:
        """As with the judge that is asked."""
        return self._inner.inherits

    def prompts(self, parc: Parc) -> tuple[Prompt, ...]:
        """Every prompt k times, one after the other: a cache has the second whole."""
        asked = self._inner.prompts(parc)
        votes = range(1, self._votes + 1)
        return tuple(msgspec.structs.replace(one, key=f"{one.key}#{vote}") for one in asked for vote in votes)

    def read(self, parc: Parc, completions: Sequence[Completion] = ()) -> tuple[Verdict, ...]:
        """Count the votes on each step."""
        ballots = [self._inner.read(parc, _of_vote(completions, vote)) for vote in range(1, self._votes + 1)]
        return tuple(self._elected(votes) for votes in zip(*ballots, strict=True))

    def _elected(self, votes: tuple[Verdict, ...]) -> Verdict:
        labels = Counter(vote.label for vote in votes if vote.label is not None)
        if not labels:
            outcomes = Counter(vote.outcome for vote in votes)
            outcome = max(_OUTCOMES, key=lambda one: (outcomes[one], -_OUTCOMES.index(one)))
            first = next(vote for vote in votes if vote.outcome == outcome)
            return msgspec.structs.replace(first, method=self.name)
        label = max(labels, key=lambda one: (labels[one], -_SEVERITY.index(one)))
        first = next(vote for vote in votes if vote.label == label)
        agreement = Evidence(text="", finding=_agreement(labels[label], votes), holds=label == "correct")
        return msgspec.structs.replace(first, method=self.name, evidence=(*first.evidence, agreement))


def _of_vote(completions: Sequence[Completion], vote: int) -> tuple[Completion, ...]:
    """A vote's completions, under the keys that the judge gave."""
    parted = ((one, *one.key.rpartition("#")) for one in completions)
    return tuple(msgspec.structs.replace(one, key=key) for one, key, _, number in parted if number == str(vote))


def _agreement(agreeing: int, votes: Sequence[Verdict]) -> str:
    unread = sum(vote.label is None for vote in votes)
    besides = f", {unread} without a verdict" if unread else ""
    return f"{agreeing} of {len(votes)} votes agree{besides}"
