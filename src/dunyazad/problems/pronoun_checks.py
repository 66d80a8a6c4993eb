"""Has each pronoun something of its own story to point at?

In a chain a part stands among other stories' parts: the premises follow their own first premise, but question and
conclusion may stand anywhere. So a pronoun must find a candidate before it: for premises, in the first premise or the
premises; for any other part, in that part. A candidate that comes later in the same sentence ("According to her vet,
Ottilie must …") is a note. This first form looks for a candidate, not for the right one among several.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dunyazad.problems.findings import Finding
from dunyazad.problems.record import Problem
from dunyazad.problems.word_lists import word_set

__all__ = ["check_pronouns"]

_PERSONAL = word_set("he him his himself she her hers herself")
_ANY = word_set("they them their theirs themselves it its itself")
_WORD = re.compile(r"[^\W\d_]+")
_PRONOUN = re.compile(rf"(?<![^\W\d_])(?:{'|'.join(sorted(_PERSONAL | _ANY))})(?![^\W\d_])", re.IGNORECASE)
# "It takes Tom five hours", "it is raining": points at nothing, and need not.
_EMPTY_IT = re.compile(r"it(?:\s+will|\s+would)?\s+(?:takes?|took|is|was|rains?|costs?)\b", re.IGNORECASE)
_PEOPLE = word_set(
    """
    man woman boy girl mother father mom dad sister brother aunt uncle grandmother grandfather daughter son wife
    husband friend teacher farmer baker driver owner hunter worker student child baby king queen guest player
    coach doctor nurse cousin niece nephew neighbor neighbour chef artist shopkeeper seller customer runner
    cyclist gardener
    """
)
# Neither things nor persons: words that a plural or neuter pronoun cannot point at.
_FUNCTION = word_set(
    """
    after before when while because since though although if until according every each some any all both then
    there this that these those what which who how many much does did will would have has had was were are and but
    for from with into onto over under the
    """
)


def check_pronouns(problem: Problem) -> Iterator[Finding]:
    """Find pronouns without a candidate in their own story."""
    for part in ("first_premise", "alternate_first_premise", "premises", "question", "conclusion", "wrong_conclusion"):
        context = f"{problem.first_premise} " if part == "premises" else ""
        yield from _check_part(part, context, getattr(problem, part), problem.names)


def _check_part(part: str, context: str, text: str, names: tuple[str, ...]) -> Iterator[Finding]:
    whole = context + text
    for match in _PRONOUN.finditer(whole, len(context)):
        pronoun = match[0].lower()
        if _EMPTY_IT.match(whole, match.start()):
            continue
        if _candidate(whole[: match.start()], pronoun, names):
            continue
        rest = re.split(r"[.!?](?=\s|$)", whole[match.end() :], maxsplit=1)[0]
        if _candidate(rest, pronoun, names):
            yield Finding(
                "pronoun-ahead", f"{part}: {match[0]!r} comes before what it points at: {text[:60]!r}", "note"
            )
        else:
            yield Finding("pronoun", f"{part}: {match[0]!r} points at nothing in its own story: {text[:60]!r}")
        return  # one finding a part is enough; what follows leans on the same lack


def _candidate(text: str, pronoun: str, names: tuple[str, ...]) -> bool:
    if any(name in text for name in names):
        return True
    words = {word.lower() for word in _WORD.findall(text)}
    if pronoun in _PERSONAL:
        return bool(words & _PEOPLE)
    return any(len(word) > 2 and word not in _FUNCTION | _PERSONAL | _ANY for word in words)
