"""What the judges that ask a language model share: which calls to make for a step, and what comes of an answer.

A judge says what it *asks*: for each call the step, the prompt's name, the labels to choose from and the steps that
are shown with it. From that, here, come the prompts and the verdicts, so that the same rules hold for every judge: an
answer counts only where the model itself gave it (see `marks`), and what was refused, truncated, failed or cannot be
read is an outcome.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from dunyazad.errors.reading import Sources, read_verdict, verdict_schema
from dunyazad.errors.record import Evidence, Label, Verdict
from dunyazad.prompts import PromptSet, question_and_steps, step_block
from dunyazad.reasoning import Completion, Parc, Prompt, ReasoningChain

__all__ = ["Ask", "answer", "answers", "missing", "prompts_of", "trouble", "undecided"]

NO_PREMISE = "(It rests on no earlier step.)"


class Ask(NamedTuple):
    """One call.

    Attributes:
        key: The prompt's key.
        step: The step under judgement.
        text: The name of its prompt.
        labels: What may be answered.
        context: The numbers of the steps that are shown besides, ascending; 0 is the question.
    """

    key: str
    step: int
    text: str
    labels: tuple[Label, ...]
    context: tuple[int, ...] = ()


def prompts_of(chain: ReasoningChain, asks: Iterable[Ask], texts: PromptSet) -> tuple[Prompt, ...]:
    """The prompts of a judge's calls, in order."""
    asks = tuple(asks)
    if not asks:
        return ()
    blocks = [step_block(chain, number) for number in range(len(chain.steps) + 1)]
    # Every step so far is in its blank for those that show all; the others would pay its size for nothing.
    whole = question_and_steps(chain) if any(len(ask.context) == ask.step for ask in asks) else ()
    return tuple(_prompt(ask, blocks, whole, texts) for ask in asks)


def _prompt(ask: Ask, blocks: Sequence[str], whole: Sequence[str], texts: PromptSet) -> Prompt:
    premises = [blocks[number] for number in ask.context if number > 0]
    blanks = {
        "question": blocks[0],
        "premises": "\n\n".join(premises) or NO_PREMISE,
        "step": blocks[ask.step],
        "number": str(ask.step),
    }
    if len(ask.context) == ask.step and whole:
        blanks |= {"steps": whole[ask.step], "earlier": whole[ask.step - 1] or NO_PREMISE}
    return texts[ask.text].prompt(ask.key, verdict_schema(ask.labels), **blanks)


def answers(
    asks: Iterable[Ask], completions: Sequence[Completion], sources: Sources, method: str
) -> Iterator[tuple[Ask, Verdict]]:
    """The verdict that each call's completion gives, by its key."""
    given = {completion.key: completion for completion in completions}
    for ask in asks:
        yield ask, answer(ask, given.get(ask.key, missing(ask.key)), sources, method)


def missing(key: str) -> Completion:
    """What stands for a completion that nobody brought."""
    return Completion(key, outcome="failed", reason="no completion came")


def answer(ask: Ask, completion: Completion, sources: Sources, method: str) -> Verdict:
    """The verdict that a call's completion gives."""
    if completion.outcome != "completed":
        return undecided(ask.step, completion, method)
    reading = read_verdict(completion.text, ask.labels, sources.said(ask.step, ask.context))
    if reading.label is None:
        return Verdict(step=ask.step, label=None, outcome="unparsed", method=method, reason=reading.problem)
    evidence = Evidence(text="", finding=reading.reasoning, holds=reading.label == "correct")
    found = (evidence,) if reading.reasoning else ()
    return Verdict(step=ask.step, label=reading.label, outcome="judged", evidence=found, method=method)


def undecided(step: int, completion: Completion, method: str) -> Verdict:
    """No verdict, for a completion that did not come, or not as a whole."""
    outcome = "failed" if completion.outcome == "completed" else completion.outcome
    return Verdict(step=step, label=None, outcome=outcome, method=method, reason=completion.reason)


def trouble(parc: Parc, step: int, method: str) -> Verdict | None:
    """No verdict, where a step's premises were asked for and not found; None where they were."""
    finding = parc.finding_of(step)
    if finding.outcome == "found":
        return None
    reason = f"its premises were not found: {finding.reason or finding.outcome}"
    return Verdict(step=step, label=None, outcome=finding.outcome, method=method, reason=reason)
