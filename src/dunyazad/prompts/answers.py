"""What a completion answers: the fields of its JSON, or its own lines; never what it only repeats.

The last object that holds one of the fields asked for is the answer, since models that think aloud end with it. What
stands in a `<think>` part is no answer. An object that stands in what the model was shown is an echo, even where the
model meant it: nothing tells the two apart, and a step must never answer for the model.
"""

from __future__ import annotations

from typing import NamedTuple

from dunyazad._answers import find_objects
from dunyazad._prompts import Completion
from dunyazad.prompts.fences import Echo
from dunyazad.reasoning import Finding, PremiseOutcome, split_thinking

__all__ = ["Answer", "own_lines", "read_answer"]

_MOST_LINES = 300
_LONGEST_LINE = 2_000


class Answer(NamedTuple):
    """What can be read from a completion.

    Attributes:
        outcome: `found` where it completed, whatever it holds; `unparsed` where it completed without a text of its own.
        reason: Why it is not `found`.
        fields: The JSON object that answers; None where there is none.
        text: The completion without its thinking, for forms that are no JSON; empty where it did not complete.
    """

    outcome: PremiseOutcome
    reason: str = ""
    fields: dict[str, object] | None = None
    text: str = ""

    @property
    def finding(self) -> Finding:
        """The outcome as records hold it."""
        return Finding(self.outcome, self.reason)


def read_answer(completion: Completion | None, keys: tuple[str, ...], echo: Echo) -> Answer:
    """Read a completion.

    Args:
        completion: What came back; None where nothing did.
        keys: An object with one of these fields answers.
        echo: What the model was shown.

    Example:
        >>> read_answer(Completion("k", "Surely {verdict: 'wrong'}."), ("verdict",), Echo("2 + 2 = 5")).fields
        {'verdict': 'wrong'}
        >>> read_answer(Completion("k", "{verdict: 'wrong'}"), ("verdict",), Echo("It says {verdict: 'wrong'}!")).fields
    """
    if completion is None:
        return Answer("failed", "no response came")
    if completion.outcome != "completed":
        return Answer(completion.outcome, completion.reason)
    text = split_thinking(completion.text)[1]
    if not text:
        return Answer("unparsed", "the response is empty" if not completion.text.strip() else "nothing but thinking")
    own = [found for found in find_objects(text) if not set(keys).isdisjoint(found.fields) and not echo.has(found.text)]
    return Answer("found", "", own[-1].fields if own else None, text)


def own_lines(text: str, echo: Echo) -> tuple[str, ...]:
    """The lines of a completion that are no echo of what was shown, without outer white space; the last few hundred."""
    lines = [line.strip() for line in text.splitlines()[-_MOST_LINES:]]
    return tuple(line for line in lines if line and len(line) <= _LONGEST_LINE and not echo.has(line))
