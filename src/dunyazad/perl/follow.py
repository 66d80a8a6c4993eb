"""Synthetic negatives by a model: one step of a right solution made wrong, the later steps following it through.

Which step and which kind of mistake are drawn, so that neither clusters where a model likes it best. What the model
writes is taken only if it holds: as many steps; none changed before the one that was asked for; that one changed in a
number or an operation and not in words alone; none of the later steps with a number that the change did away with, or
with a miscalculation of its own; and another final answer than the gold one, at the end of the last step. Everything
else is a rejection with a code. Nothing is known of labels or premises of what is taken, save the step: annotators say.

Sans-I/O: `Perturber.prompt` gives what to ask, `Perturber.read` takes what came back. Nothing that comes back raises.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

import msgspec

from dunyazad._prompts import Completion, Prompt
from dunyazad.numbers import find_equations, find_quantities, render_number
from dunyazad.perl.questions import Question
from dunyazad.perl.record import AnnotatedChain, AnnotatedStep
from dunyazad.perl.sampling import final_answer, is_gold
from dunyazad.problems.dice import Dice
from dunyazad.prompts import Echo, PromptSet, default_prompts, question_and_steps, read_answer, shown, step_block
from dunyazad.reasoning import strip_label
from dunyazad.solving.reading import unmark

__all__ = ["CODES", "PROMPT", "Perturber", "RejectedPerturbation", "Task"]

Mistake = Literal["mathematical_error", "logical_inconsistency"]
PROMPT = "build-perturb"
# Every reason for which a model's perturbation is not taken.
CODES: Mapping[str, str] = {
    "failed": "no response came",
    "refused": "the model or its provider declined",
    "truncated": "the response was cut off",
    "unparsed": "there is no JSON object with a list of steps in the response",
    "step-count": "there are more or fewer steps than before, or an empty one",
    "no-change": "no step was changed",
    "early-change": "a step before the one asked for was changed",
    "other-step": "the step asked for was not changed, but a later one",
    "wording-only": "the step was changed in words alone: no number and no operation is another",
    "not-followed": "a later step still takes a number that the change did away with",
    "second-error": "a later step is miscalculated, so that it is wrong in itself",
    "answer-unread": "no final answer can be read at the end of the last step",
    "answer-mismatch": "the last step ends in another answer than the one that was told beside it",
    "answer-unchanged": "the final answer is the gold one still",
}
_KINDS: Mapping[Mistake, str] = {
    "mathematical_error": "a calculation is done wrongly, and its result is written as if it were right",
    "logical_inconsistency": (
        "the reasoning is wrong while the calculation as written is right: a number is taken that is not the one"
        " stated or found before, or another operation is done than the problem calls for"
    ),
}
_TEXT = {"type": "string"}
_SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {
            "explanation": _TEXT,
            "steps": {"type": "array", "items": _TEXT},
            "final_answer": _TEXT,
        },
        "required": ["explanation", "steps", "final_answer"],
        "additionalProperties": False,
    }
)
_LONGEST_STEP = 8_000
_NO_SIGN = re.compile(r"[\s|'\"`*_#\\“”‘’]+")
_OPERATION = re.compile(r"[-−–+*/×÷·^=<>%]|\\(?:times|cdot|div|d?frac|sqrt)\b")


class RejectedPerturbation(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="schema",
    tag="dunyazad.perturbation-rejection/1",
):
    """What a model wrote and was not taken.

    Attributes:
        id: The chain that was to be changed.
        code: One of `CODES`.
        sentence: What is wrong, with the values.
        response: What the model wrote.
    """

    id: str
    code: str
    sentence: str
    response: str = ""


class Task(NamedTuple):
    """What is asked about a chain: which step (from 1), and which kind of mistake."""

    step: int
    kind: Mistake


class Perturber:
    """Asks a model for synthetic negatives, and judges them.

    Args:
        seed: Decides which step and which kind of mistake is asked for.
        prompts: The prompt texts; None for the package's.
    """

    def __init__(self, seed: int = 0, prompts: PromptSet | None = None) -> None:
        self.template = (prompts or default_prompts())[PROMPT]
        self._seed = seed

    def task(self, chain: AnnotatedChain) -> Task:
        """Draw what is asked about a chain: a step with a number in it, wherever it stands, and a kind by a coin.

        A last step that only repeats the answer is no place for a mistake.
        """
        dice = Dice("build-perturb", self._seed, chain.id)
        texts = [strip_label(step.text) for step in chain.steps]
        places = [place for place, text in enumerate(texts, start=1) if find_quantities(text)]
        if len(places) > 1 and places[-1] == len(texts) and not find_equations(texts[-1]):
            places.pop()
        kind: Mistake = "mathematical_error" if dice.coin() else "logical_inconsistency"
        return Task(dice.pick(places or range(1, len(texts) + 1)), kind)

    def prompt(self, chain: AnnotatedChain) -> Prompt:
        """Give the call for a chain, which has at least one step."""
        reasoning, task = chain.chain, self.task(chain)
        blocks = question_and_steps(reasoning)
        return self.template.prompt(
            chain.id, _SCHEMA,
            question=step_block(reasoning, 0), steps=blocks[-1],
            number=str(task.step), kind=_KINDS[task.kind], count=str(len(chain.steps)),
        )  # fmt: skip

    def read(
        self, question: Question, chain: AnnotatedChain, completion: Completion, model: str
    ) -> AnnotatedChain | RejectedPerturbation:
        """Take a perturbed chain, or say why not."""
        fault = _Fault(chain.id, completion.text)
        answer = read_answer(completion, ("steps",), Echo.of_chain(chain.chain))
        if answer.outcome != "found" or answer.fields is None:
            code = answer.outcome if answer.outcome != "found" else "unparsed"
            return fault.because(code, answer.reason or CODES["unparsed"])
        steps = _steps(answer.fields.get("steps"))
        if steps is None:
            return fault.because("unparsed", "the field steps is no list of texts")
        if len(steps) != len(chain.steps) or not all(map(str.strip, steps)):
            told = f"{len(steps)} steps, of which {sum(map(bool, map(str.strip, steps)))} are not empty"
            return fault.because("step-count", f"{told}, where {len(chain.steps)} are wanted")
        before, task = [step.text for step in chain.steps], self.task(chain)
        ending = _ending(question, before, steps, answer.fields.get("final_answer"))
        unchanged = (ending.code, ending.text) if ending.code == "answer-unchanged" else None
        found = _first_change(before, steps, task) or unchanged or _following(question, before, steps, task)
        if found is not None or ending.code:
            return fault.because(*(found or ending))
        return _made(chain, steps, ending.text, _Origin(task, model, str(answer.fields.get("explanation", ""))))


class _Fault(NamedTuple):
    id: str
    response: str

    def because(self, code: str, sentence: str) -> RejectedPerturbation:
        return RejectedPerturbation(self.id, code, sentence, self.response)


class _Ending(NamedTuple):
    """The answer as it is written; or, with a code, what is wrong with it."""

    code: str
    text: str


class _Origin(NamedTuple):
    task: Task
    model: str
    explanation: str


def _steps(found: object) -> list[str] | None:
    if not isinstance(found, list) or not all(isinstance(text, str) and len(text) <= _LONGEST_STEP for text in found):
        return None
    # Half of a surrogate pair is no text and cannot be stored; the bars of the prompt are no part of a step.
    return ["\n".join(_unbarred(line) for line in shown(text).split("\n")).strip() for text in found]


def _unbarred(line: str) -> str:
    return line.removeprefix("| ") if line.startswith("| ") else line


def _first_change(before: Sequence[str], after: Sequence[str], task: Task) -> tuple[str, str] | None:
    """What is wrong with where the first change stands; None where it stands where it was asked for, and is one."""
    pairs = zip(before, after, strict=True)
    changed = [place for place, (old, new) in enumerate(pairs, start=1) if _bare(old) != _bare(new)]
    if not changed:
        return "no-change", CODES["no-change"]
    if changed[0] < task.step:
        return "early-change", f"step {changed[0]} was changed, before step {task.step}"
    if changed[0] > task.step:
        return "other-step", f"step {changed[0]} was changed, and step {task.step} was not"
    if _content(before[task.step - 1]) == _content(after[task.step - 1]):
        return "wording-only", f"step {task.step} has the same numbers and operations as before"
    return None


def _following(question: Question, before: Sequence[str], after: Sequence[str], task: Task) -> tuple[str, str] | None:
    """What is wrong with the steps behind the change; None where they follow it."""
    changed = task.step - 1
    known = _values(question.text).union(*map(_values, after[: changed + 1]))
    gone = _values(before[changed]) - known
    for place in range(changed + 1, len(after)):
        # A number that the step itself arrives at is its own, even if it was the old one.
        stale = (gone & _values(before[place]) & _values(after[place])) - _results(after[place])
        if stale:
            shown_values = ", ".join(map(render_number, sorted(stale)))
            return "not-followed", f"step {place + 1} takes {shown_values}, which no step gives any more"
        known |= _values(after[place])
        gone = (gone | _values(before[place])) - known
        if _miscalculates(after[place]) and not _miscalculates(before[place]):
            return "second-error", f"step {place + 1} is miscalculated: {after[place][:80]!r}"
    return None


def _ending(question: Question, before: Sequence[str], after: Sequence[str], told: object) -> _Ending:
    """The answer that a changed chain comes to."""
    written, why = final_answer("\n".join(after), question.answer)
    marked = final_answer("\n".join(before), question.answer)[0] is not None
    beside = _told(told, question)
    if written is None and (marked or beside is None):
        return _Ending("answer-unread", why)
    if written is None and isinstance(beside, Fraction) and beside not in _values(after[-1]):
        return _Ending("answer-unread", f"the last step does not come to {render_number(beside)}")
    answer = beside if written is None else written
    assert answer is not None
    if written is not None and beside is not None and not is_gold(written, beside):
        return _Ending("answer-mismatch", f"the last step says {_shown(written)}, beside it stands {_shown(beside)}")
    if is_gold(answer, question.answer):
        return _Ending("answer-unchanged", f"the answer is {_shown(answer)} still")
    return _Ending("", _shown(answer))


def _told(told: object, question: Question) -> Fraction | str | None:
    """The answer that a model tells beside its steps."""
    if isinstance(told, bool) or not isinstance(told, str | int | float):
        return None
    return final_answer(f"Answer: {str(told).strip()}", question.answer)[0]


def _made(chain: AnnotatedChain, steps: Sequence[str], answer: str, origin: _Origin) -> AnnotatedChain:
    known = msgspec.json.decode(chain.other) if chain.other else {}
    perturbed = {
        "from": chain.id,
        "by": origin.model,
        "step": origin.task.step,
        "kind": origin.task.kind,
        "explanation": shown(origin.explanation)[:1000],
    }
    return msgspec.structs.replace(
        chain,
        id=f"{chain.id}/perturbed",
        steps=tuple(AnnotatedStep(number=place, text=text) for place, text in enumerate(steps, start=1)),
        model_answer=answer,
        is_correct=False,
        other=msgspec.json.encode(known | {"perturbed": perturbed}).decode(),
    )


def _bare(text: str) -> str:
    """A step without its label, and without what is no change: spacing, case, emphasis, quotation marks."""
    return _NO_SIGN.sub("", strip_label(shown(text)).casefold()).rstrip(".:;,")


def _content(text: str) -> tuple[list[Fraction], list[str]]:
    """What a step computes with: its numbers and signs of operation, in order."""
    plain = unmark(strip_label(text))
    return [quantity.value for quantity in find_quantities(plain)], _OPERATION.findall(plain)


def _values(text: str) -> set[Fraction]:
    return {quantity.value for quantity in find_quantities(unmark(strip_label(text)))}


def _results(text: str) -> set[Fraction]:
    """What the equations of a step come to."""
    ends = [equation.values[-1] for equation in find_equations(unmark(strip_label(text)))]
    return {value for value in ends if value is not None}


def _miscalculates(text: str) -> bool:
    return any(equation.holds is False for equation in find_equations(unmark(strip_label(text))))


def _shown(answer: Fraction | str) -> str:
    return render_number(answer) if isinstance(answer, Fraction) else answer
