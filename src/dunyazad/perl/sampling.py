"""Sampled solutions: how they are asked for, and what each came to.

A response is cut into steps, and its final answer is read by explicit marks as `solve` reads it. It is right or wrong
only if an answer was read; what could not be read, was cut off, refused or never came is told apart and is in no set.

Sans-I/O: `Sampler.prompts` gives what to ask, `Sampler.read` takes what came back, whoever asked.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Literal

import msgspec

from dunyazad._prompts import Completion, Prompt
from dunyazad.numbers import answers_equal, find_quantities, render_number
from dunyazad.perl.questions import Question
from dunyazad.perl.record import AnnotatedChain, AnnotatedStep
from dunyazad.prompts import PromptSet, default_prompts, shown
from dunyazad.reasoning import Scheme, split_steps
from dunyazad.solving.extract import final_text, without_thinking
from dunyazad.solving.reading import read_answer, unmark

__all__ = ["OUTCOMES", "PROMPT", "Outcome", "Sampled", "Sampler", "final_answer", "is_gold", "sampled_of"]

Outcome = Literal["right", "wrong", "unparsed", "no_steps", "truncated", "refused", "failed"]
# What each outcome means, for people.
OUTCOMES: dict[Outcome, str] = {
    "right": "the final answer is the gold one",
    "wrong": "the final answer is another one",
    "unparsed": "no single final answer can be read",
    "no_steps": "there are fewer steps than asked for",
    "truncated": "the response was cut off",
    "refused": "the model or its provider declined",
    "failed": "no response came",
}
PROMPT = "build-solve"
_LONGEST_ANSWER = 300
_ANSWER_LINE = re.compile(r"[\s>*_#|-]*(?:the\s+)?(?:final\s+)?answer\s*[:=][^\n]*|####[^\n]*", re.IGNORECASE)
_COMMAND = re.compile(r"\\[a-zA-Z]+")
_FORMULA = re.compile(r"\\[a-zA-Z]|\^")
_PROSE = re.compile(r"[A-Za-z]{3,}|\b(?:or|to)\b|[,;]\s")


class Sampled(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="schema",
    tag="dunyazad.sampled/1",
):
    """One sampled solution, and what it came to.

    Attributes:
        id: The question's id and the sample's number ("gsm8k/0#1").
        question_id: The question's id.
        question: Its text.
        sample: Which sample, from 1.
        outcome: What it came to.
        reason: Why it is neither right nor wrong; empty otherwise.
        gold: The gold answer.
        answer: The answer as it was read; empty where none was.
        model: Who wrote it; "simulated(...)" for no model.
        response: As it was written.
        steps: The response in steps; empty unless it is right or wrong.
    """

    id: str
    question_id: str
    question: str
    sample: int
    outcome: Outcome
    gold: str
    reason: str = ""
    answer: str = ""
    model: str = ""
    response: str = ""
    steps: tuple[str, ...] = ()

    def chain(self, question: Question) -> AnnotatedChain:
        """The solution as a chain that nobody has annotated yet."""
        other = {"generator": self.model} if self.model else {}
        return AnnotatedChain(
            id=self.id,
            question=question.text,
            steps=tuple(AnnotatedStep(number=place, text=text) for place, text in enumerate(self.steps, start=1)),
            solution=question.solution or None,
            answer=question.gold,
            model_answer=self.answer,
            is_correct=self.outcome == "right",
            type=question.type,
            other=msgspec.json.encode(other).decode() if other else "",
        )


class Sampler:
    r"""Asks for solutions and reads them.

    Args:
        prompts: The prompt texts; None for the package's.
        scheme: How responses are cut into steps.
        min_steps: Fewer steps are no chain.

    Example:
        >>> question = Question(id="q", text="Bo has 3 hens and buys 4. How many has Bo?", answer=Fraction(7))
        >>> sampler = Sampler()
        >>> [prompt.key for prompt in sampler.prompts(question, 2)]
        ['q#1', 'q#2']
        >>> sampler.read(question, 1, Completion("q#1", "Step 1: 3 + 4 = 7\nAnswer: 7"), "some/model").outcome
        'right'
    """

    def __init__(self, prompts: PromptSet | None = None, *, scheme: Scheme = "auto", min_steps: int = 1) -> None:
        self.template = (prompts or default_prompts())[PROMPT]
        self._scheme, self._least = scheme, min_steps

    def prompts(self, question: Question, samples: int) -> tuple[Prompt, ...]:
        """Give the calls for a question: as many as there are to be samples, told apart by what stands behind `#`."""
        text = shown(question.text)
        return tuple(self.template.prompt(f"{question.id}#{k}", question=text) for k in range(1, samples + 1))

    def read(self, question: Question, sample: int, completion: Completion, model: str) -> Sampled:
        """Say what came of a call. Never raises on any text."""
        if completion.outcome != "completed":
            made = self._made(question, sample, completion.outcome, model, completion.reason)
            return msgspec.structs.replace(made, response=completion.text)
        return self.read_text(question, sample, completion.text, model)

    def read_text(
        self, question: Question, sample: int, text: str, model: str, *,
        steps: tuple[str, ...] | None = None, read: tuple[Fraction | str | None, str] | None = None,
    ) -> Sampled:  # fmt: skip
        """Say what a response came to.

        Args:
            question: The question.
            sample: Which of its samples.
            text: The response.
            model: Who wrote it.
            steps: The response in steps, where it is cut already.
            read: Its final answer, where that was read already (as `final_answer` gives it).
        """
        answer, reason = read or final_answer(text, question.answer)
        cut = _cut(text, self._scheme, answer) if steps is None else steps
        if answer is None:
            made = self._made(question, sample, "unparsed", model, reason)
        elif len(cut) < self._least:
            made = self._made(question, sample, "no_steps", model, f"{len(cut)} steps, of at least {self._least}")
        else:
            right = is_gold(answer, question.answer)
            made = self._made(question, sample, "right" if right else "wrong", model)
            shown_answer = render_number(answer) if isinstance(answer, Fraction) else answer
            made = msgspec.structs.replace(made, answer=shown_answer, steps=cut)
        return msgspec.structs.replace(made, response=text)

    def _made(self, question: Question, sample: int, outcome: Outcome, model: str, reason: str = "") -> Sampled:
        return Sampled(
            id=f"{question.id}#{sample}",
            question_id=question.id,
            question=question.text,
            sample=sample,
            outcome=outcome,
            reason=reason,
            gold=question.gold,
            model=model,
        )


def _cut(text: str, scheme: Scheme, answer: Fraction | str | None) -> tuple[str, ...]:
    """Cut a response into steps, without a last line that only repeats, in the form asked for, what the last step says.

    It would be a step that nobody can get wrong.
    """
    steps = tuple(step.text for step in split_steps(text, scheme=scheme))
    if len(steps) < 2 or answer is None or not _ANSWER_LINE.fullmatch(steps[-1].strip()):
        return steps
    if isinstance(answer, Fraction):
        said = answer in {quantity.value for quantity in find_quantities(unmark(steps[-2]))}
    else:
        said = answer in steps[-2]
    return steps[:-1] if said else steps


def sampled_of(question: Question, sample: int, chain: AnnotatedChain, model: str) -> Sampled:
    """The row of a chain that was made and not asked for (by a simulation): its answer is known."""
    texts = tuple(step.text for step in chain.steps)
    return Sampled(
        id=f"{question.id}#{sample}",
        question_id=question.id,
        question=question.text,
        sample=sample,
        outcome="right" if chain.is_correct else "wrong",
        gold=question.gold,
        answer=str(chain.model_answer),
        model=model,
        response="\n".join(texts),
        steps=texts,
    )


def final_answer(text: str, gold: Fraction | str) -> tuple[Fraction | str | None, str]:
    """The final answer of a text, read by explicit marks; or None, and why none can be read."""
    if not text.strip():
        return None, "empty response"
    spoken = without_thinking(text)
    if not spoken.strip():
        return None, "nothing but thinking in the response"
    found = final_text(spoken)
    if found is None or not found.strip():
        return None, "no answer marker (Answer:, ####, \\boxed{}) in the response"
    plain = unmark(found).rstrip(" .;,!").strip()
    if isinstance(gold, Fraction):
        number = read_answer(found, expected=gold)
        if number is not None:
            return number, ""
        # A formula ("10 + 4\\sqrt{37}") is an answer, though no number that this package computes with.
        if not _FORMULA.search(plain) or _PROSE.search(_COMMAND.sub(" ", plain)):
            return None, f"no single number in {found[:60]!r}"
    if not plain or len(plain) > _LONGEST_ANSWER:
        return None, f"no answer in {found[:60]!r}"
    return plain, ""


def is_gold(answer: Fraction | str, gold: Fraction | str) -> bool:
    """Is an answer that was read the gold one?"""
    if isinstance(answer, Fraction) and isinstance(gold, Fraction):
        return answer == gold
    return answers_equal(answer if isinstance(answer, str) else render_number(answer), gold)
