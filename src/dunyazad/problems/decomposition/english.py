"""A last look at the English of a proposed problem: signs of sentences that rules have broken."""

from __future__ import annotations

import re

from dunyazad.problems.decomposition.record import Rejected
from dunyazad.problems.record import Problem

__all__ = ["check_english"]

_DOUBLED = re.compile(r"\b(?!(?:had|that|is)\b)([A-Za-z]{2,}) \1\b", re.IGNORECASE)
_FIRST_PERSON = re.compile(r"\b(?:I|me|my|mine|we|us|our|ours|I'm|I've|we're)\b")
_ELLIPSIS = re.compile(
    r"[Hh]ow many (?:more |fewer |less )?(?:are|is|did|do|does|will|would|can|were|was|has|have|had)\b"
)
_STRANDED = re.compile(r"\b(?:of|to|the|a|an|and|or|than) (?:is|are|was) (?:\$?\d)")


def check_english(problem: Problem) -> Rejected | None:
    """Give what is wrong with a problem's English, or None."""
    if ".." in problem.text or " ," in problem.text:
        return Rejected("english-marks", "two marks follow each other, or one follows a space")
    for part in ("first_premise", "premises", "question", "conclusion"):
        text: str = getattr(problem, part)
        if match := _DOUBLED.search(text):
            return Rejected("english-doubled", f"{part} doubles a word: {match[0]!r}")
        if match := _FIRST_PERSON.search(text):
            return Rejected("first-person", f"{part} speaks for itself: {match[0]!r}")
    if match := _ELLIPSIS.search(problem.question):
        return Rejected("elliptic", f"the question leaves out what it counts: {problem.question[:60]!r}")
    if ", of " in problem.question:
        return Rejected("english-marks", f"the question has a clause that is none: {problem.question[:80]!r}")
    if match := _STRANDED.search(problem.conclusion):
        return Rejected("english-stranded", f"the conclusion breaks off: {problem.conclusion[:80]!r}")
    return None
