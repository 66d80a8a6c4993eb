"""Answers in one letter each, for tests that play the model by hand."""

from __future__ import annotations

import json
from collections.abc import Iterable

from dunyazad.errors import Judge, Label, Verdict, accumulate
from dunyazad.reasoning import Completion, Parc, Premise, Prompt, ReasoningChain

__all__ = ["LABELS", "answered", "judged", "letters", "parc_of"]

LABELS: dict[str, Label] = {
    "c": "correct",
    "m": "mathematical_error",
    "l": "logical_inconsistency",
    "a": "accumulation_error",
    "o": "other",
}
# What is no label: u unparsed, r refused, t truncated, f failed, n nothing claimed.
_OUTCOMES = {"unparsed": "u", "refused": "r", "truncated": "t", "failed": "f", "no_claim": "n"}


def answered(prompts: Iterable[Prompt], script: str) -> tuple[Completion, ...]:
    """One completion a prompt, by the letters of a script (blanks left out)."""
    return tuple(
        _completion(prompt.key, letter) for prompt, letter in zip(prompts, script.replace(" ", ""), strict=True)
    )


def _completion(key: str, letter: str) -> Completion:
    if letter in LABELS:
        return Completion(key, json.dumps({"reasoning": f"told so ({letter})", "verdict": LABELS[letter]}))
    if letter == "u":
        return Completion(key, "I would rather not say.")
    if letter == "r":
        return Completion(key, outcome="refused", reason="content filter")
    if letter == "t":
        return Completion(key, '{"reasoning": "it goes on and', outcome="truncated", reason="token limit")
    return Completion(key, outcome="failed", reason="no route")


def parc_of(chain: ReasoningChain, *links: Iterable[int]) -> Parc:
    """A chain with the premises of each step."""
    premises = tuple(tuple(map(Premise, sorted(found))) for found in links)
    return Parc(chain=chain, premises=premises, method="oracle")


def judged(judge: Judge, parc: Parc, script: str) -> tuple[Verdict, ...]:
    """The verdicts of a judge whose prompts are answered by a script, accumulation included."""
    verdicts = judge.read(parc, answered(judge.prompts(parc), script))
    return accumulate(parc, verdicts) if judge.inherits else verdicts


def letters(verdicts: Iterable[Verdict]) -> str:
    """Verdicts as letters; an accumulation error with the step that it comes from, where known."""
    names = {label: letter for letter, label in LABELS.items()}
    return " ".join(
        _OUTCOMES[verdict.outcome] if verdict.label is None else f"{names[verdict.label]}{verdict.origin or ''}"
        for verdict in verdicts
    )
