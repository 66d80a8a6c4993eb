"""Driving a method with answers by key, as an engine would drive it with a model's."""

from __future__ import annotations

from collections.abc import Mapping

from dunyazad.premises import PremiseFinder
from dunyazad.reasoning import Completion, Parc, Premise, ReasoningChain

__all__ = ["ask", "numbers", "outcomes", "rejected"]


def ask(finder: PremiseFinder, chain: ReasoningChain, answers: Mapping[str, str | Completion]) -> Parc:
    """Answer every prompt of a wave by its key; a key without an answer fails. Keys that are not asked are refused."""
    keys = [prompt.key for prompt in finder.prompts(chain)]
    assert len(keys) == len(set(keys))
    assert set(answers) <= set(keys), f"not asked: {set(answers) - set(keys)}"
    return finder.read(chain, [_completion(key, answers[key]) for key in keys if key in answers])


def _completion(key: str, answer: str | Completion) -> Completion:
    return answer if isinstance(answer, Completion) else Completion(key, answer)


def numbers(links: tuple[tuple[Premise, ...], ...]) -> list[list[int]]:
    """The steps that each step rests on."""
    return [[premise.step for premise in premises] for premises in links]


def outcomes(parc: Parc) -> list[str]:
    """How each step's premises came about."""
    return [parc.finding_of(number).outcome for number in range(1, len(parc.chain.steps) + 1)]


def rejected(parc: Parc) -> list[tuple[int, str, str]]:
    """What was rejected: step, text, reason."""
    return [(one.step, one.text, one.reason) for one in parc.rejected]
