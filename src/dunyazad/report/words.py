"""The words and signs for outcomes, diagnoses and verdicts: one place, so that terminal, page and figures agree.

Every sign stands with its word; colour only repeats what they say.
"""

from __future__ import annotations

from typing import get_args

import msgspec

from dunyazad.solving.record import Diagnosis, Outcome

__all__ = ["CHAIN_ERRORS", "DIAGNOSES", "KINDS", "OUTCOMES", "VERDICTS", "Word", "counted", "is_simulated", "percent"]


class Word(msgspec.Struct, frozen=True):
    """How something is shown.

    Attributes:
        key: Its name in the records, and its CSS class.
        sign: One character.
        word: A word or three.
        meaning: A sentence for the legend.
    """

    key: str
    sign: str
    word: str
    meaning: str


def _table(*words: Word) -> dict[str, Word]:
    return {word.key: word for word in words}


OUTCOMES = _table(
    Word("answered", "●", "answered", "At least one answer that was asked for could be read."),
    Word("unparsed", "?", "unparsed", "The model responded, but no answer could be read."),
    Word("refused", "⊘", "refused", "The model or its provider declined."),
    Word("truncated", "…", "truncated", "The response hit a limit before any answer."),
    Word("failed", "!", "failed", "No response came."),
)

DIAGNOSES = _table(
    Word("correct", "✓", "correct", "The gold answer."),
    Word(
        "wrong_branch",
        "⇄",
        "wrong branch",
        "The answer of the other branch, though its own earlier answers open the right one, or were asked for and "
        "not given.",
    ),
    Word("inherited", "↯", "inherited", "The answer of the other branch, to which its own earlier answers led."),
    Word("otherwise_wrong", "✗", "otherwise wrong", "Some other number."),
    Word(
        "undetermined",
        "~",
        "undetermined",
        "Wrong, and what led there cannot be told: the other branch's answer is not known, or it was given, but the "
        "earlier answers that would tell were not asked for.",
    ),
    Word("not_answered", "∅", "not answered", "Asked for, and no answer was read."),
    Word("not_asked", "·", "not asked", "The protocol does not ask for this link."),
)

VERDICTS = _table(
    Word("correct", "✓", "correct", "Checked, and nothing found against it."),
    Word("mathematical_error", "✗", "maths error", "Wrong in itself: a calculation or its use does not hold."),
    Word("logical_inconsistency", "✗", "logic error", "Wrong in itself: it does not follow from what it rests on."),
    Word("other", "✗", "other error", "Wrong in itself, in some other way."),
    Word("accumulation_error", "↯", "accumulation error", "Sound in itself, but rests on a wrong step."),
    Word("no_claim", "–", "not judged", "The method found nothing in it that it could check."),
    Word("suspect", "?", "suspect", "The gold solution neither bears it out nor refutes it: it may be another way."),
    Word("unparsed", "?", "verdict unreadable", "The judge answered, and its verdict could not be read."),
    Word("refused", "⊘", "judge refused", "The judge declined."),
    Word("truncated", "…", "verdict cut off", "The judge's answer hit a limit."),
    Word("failed", "!", "judge failed", "The judge gave no response."),
)

CHAIN_ERRORS = _table(
    Word("missing_steps", "✗", "missing steps", "What is needed to get to the answer is left out."),
    Word("planning_error", "✗", "planning error", "The way that is taken cannot lead to the answer."),
    Word("other", "✗", "something else", "Something else is wrong with it as a whole."),
)

# What a chain is filtered by: how the first failed link of those asked for went, or why it has no answer.
KINDS = {**{f"link:{key}": word for key, word in DIAGNOSES.items()}, **OUTCOMES}
KINDS["link:correct"] = Word("correct", "✓", "no failure seen", "Every answer that was asked for is correct.")
KINDS["final"] = Word(
    "final_wrong", "✗", "final question", "No link failed that was asked for; the final question over several did."
)

if set(DIAGNOSES) != set(get_args(Diagnosis)) or set(OUTCOMES) != set(get_args(Outcome)):
    raise RuntimeError("words.py does not cover every diagnosis and outcome")


def counted(count: int, one: str, many: str = "") -> str:
    """A count with its noun.

    Example:
        >>> counted(1, "chain"), counted(2400, "chain")
        ('1 chain', '2,400 chains')
    """
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def is_simulated(model: str) -> bool:
    """Is this the name of the simulated solver?

    Example:
        >>> is_simulated("simulated(accuracy=0.9)"), is_simulated("gguf/smollm2-135m")
        (True, False)
    """
    return model.startswith("simulated")


def percent(value: float | None) -> str:
    """A rate in per cent, one decimal under 10 %; a dash for none. Only exact 0 and 1 read "0" and "100".

    Example:
        >>> [percent(value) for value in (0.5, 0.0123, 0.9999, 0.0001, 1.0, 0.0, None)]
        ['50', '1.2', '99.9', '<0.1', '100', '0', '–']
    """
    if value is None:
        return "–"
    points = 100 * value
    if points in (0, 100):
        return f"{points:.0f}"
    if points < 0.1:
        return "<0.1"
    if points < 9.95:
        return f"{points:.1f}"
    return f"{points:.0f}" if points < 99.5 else f"{min(points, 99.9):.1f}"
