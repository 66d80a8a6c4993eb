"""Synthetic negatives for a set: certified ones of gold and simulated solutions, and those that a model makes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

import msgspec

from dunyazad.engines.asking import answered
from dunyazad.engines.build_solving import Asked
from dunyazad.errors import CallUsage
from dunyazad.perl.building import BuildOptions
from dunyazad.perl.certified import Kinds, perturbable
from dunyazad.perl.follow import Perturber, RejectedPerturbation
from dunyazad.perl.questions import Question
from dunyazad.perl.record import AnnotatedChain
from dunyazad.problems import Problem

__all__ = ["Made", "certified_negatives", "model_negatives"]


class Made:
    """Synthetic negatives, as they are made.

    Attributes:
        wanted: How many there are to be.
        chains: Those that there are.
        by_model: How many of them a model made.
        codes: Why others were not taken.
        rejected: These, with what was written.
    """

    def __init__(self, *, wanted: int, per_question: int) -> None:
        self.wanted = wanted
        self.chains: list[AnnotatedChain] = []
        self.by_model = 0
        self.codes: Counter[str] = Counter()
        self.rejected: list[RejectedPerturbation] = []
        self._per_question = per_question
        self._questions: Counter[str] = Counter()

    @property
    def missing(self) -> int:
        """How many are still to be made."""
        return max(0, self.wanted - len(self.chains))

    def allows(self, question: Question) -> bool:
        """May there be another one of this question?"""
        return self._questions[question.key] < self._per_question

    def add(self, question: Question, chain: AnnotatedChain) -> None:
        """Take one."""
        self._questions[question.key] += 1
        self.chains.append(chain)


def certified_negatives(
    made: Made, questions: Iterable[Question], options: BuildOptions, problems: Mapping[str, Problem]
) -> None:
    """Make certified ones, at most one a question, in the order of the questions.

    Args:
        made: Takes them, until there are as many as wanted.
        questions: Those whose solution cannot be computed anew are passed over.
        options: Say which kinds.
        problems: The problems of chained problems by id.
    """
    kinds = Kinds(options.kinds, options.seed)
    for question in questions:
        if not made.missing:
            return
        source = perturbable(question, problems)
        chain = None if source is None else kinds.perturbed(source, f"{question.id}/certified")
        if chain is not None and made.allows(question):
            kind = chain.source.removeprefix("certified-")
            other = msgspec.json.encode({"perturbed": {"by": "certified", "kind": kind}}).decode()
            made.add(question, msgspec.structs.replace(chain, other=other))


def model_negatives(
    made: Made,
    right: Sequence[AnnotatedChain],
    questions: Mapping[str, Question],
    perturber: Perturber,
    asked: Asked,
) -> tuple[CallUsage, str]:
    """Have a model make the others, of right chains in their order; gives what it took, and the model's full name.

    As many are asked for at once as are missing, so that no call is made for nothing, and what is taken does not depend
    on which call comes back first.

    Raises:
        ModelNotFoundError: There is no such model, or its provider is not ready.
    """
    from dunyazad.engines.inspect_calls import Caller

    usage = CallUsage()
    waiting = iter(right)
    with Caller(asked.model, asked.calls) as caller:
        while made.missing:
            wave = list(islice((chain for chain in waiting if made.allows(questions[chain.id])), made.missing))
            if not wave:
                break
            for chain, answer in answered(((chain, perturber.prompt(chain)) for chain in wave), caller):
                usage += answer.usage
                question = questions[chain.id]
                found = perturber.read(question, chain, answer.completion, caller.name)
                if isinstance(found, RejectedPerturbation):
                    made.codes[found.code] += 1
                    made.rejected.append(found)
                elif made.allows(question):
                    made.by_model += 1
                    made.add(question, found)
        return usage, caller.name
