"""The premise methods that ask a model (arXiv 2502.02362, section 3.2): a step, a pair or a whole chain a prompt.

In each prompt the question and the steps so far stand first and what is asked stands last, so that the prompt of step
k + 1 goes on where the steps of step k's ended: a cache of prompts pays for each step once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from dunyazad.premises.reading import Named, StepPremises, held_against, names_in, read_step, steps_listed
from dunyazad.premises.retracted import honour_retractions
from dunyazad.premises.yes_no import read_yes_no
from dunyazad.prompts import (
    REASON,
    Answer,
    Echo,
    PromptSet,
    PromptTemplate,
    default_prompts,
    list_of,
    object_of,
    own_lines,
    question_and_steps,
    read_answer,
    step_block,
    step_number,
)
from dunyazad.reasoning import Completion, Finding, Parc, Premise, Prompt, ReasoningChain, RejectedPremise

__all__ = ["Aggregative", "Dyadic", "Holistic"]


_DYADIC = json.dumps(object_of(premise={"type": "boolean"}, reason=REASON))


def _premises(most: int) -> dict[str, Any]:
    return list_of(object_of(step=step_number(most), reason=REASON), most)


def _aggregative(number: int) -> str:
    """Of the answer about a step: as many premises as it has earlier steps, and the question."""
    return json.dumps(object_of(premises=_premises(number)))


def _holistic(count: int) -> str:
    return json.dumps(object_of(steps=list_of(object_of(step=step_number(count), premises=_premises(count)), count)))


# "Step 3: 0, 2", "3 <- 1", "Premises of step 3: none"
_ENTRY = re.compile(
    r"[\s>*_`-]{0,8}(?:premises (?:of|for) )?(?:step )?(?P<step>\d{1,6})[*_`]{0,3}\s{0,3}(?::|<-|←|=)(?P<list>.*)",
    re.IGNORECASE,
)


class _Asking:
    """What the methods have in common."""

    name: str
    _file: str

    def __init__(self, prompts: PromptSet | None = None) -> None:
        self._template: PromptTemplate = (prompts or default_prompts())[self._file]

    @property
    def texts(self) -> Mapping[str, str]:
        """The prompt text that it uses, by name, with its sha256."""
        return {self._template.name: self._template.sha256}

    def _parc(self, chain: ReasoningChain, found: Iterable[StepPremises]) -> Parc:
        steps = tuple(found)
        links, taken_back = honour_retractions(chain, tuple(step.premises for step in steps))
        return Parc(
            chain=chain,
            premises=links,
            method=self.name,
            findings=tuple(step.finding for step in steps),
            rejected=tuple(one for step in steps for one in step.rejected) + taken_back,
        )


class Aggregative(_Asking):
    """One prompt a step: which earlier steps does it rest on?

    Example:
        >>> from dunyazad.reasoning import Step
        >>> chain = ReasoningChain(id="c", question="2 boxes of 6?", steps=(Step("2 * 6 = 12"), Step("So 12.")))
        >>> said = ('{"premises": [{"step": 0, "reason": "gives both"}]}', "Premises: steps 1 and 2")
        >>> keys = [prompt.key for prompt in Aggregative().prompts(chain)]
        >>> parc = Aggregative().read(chain, [Completion(*pair) for pair in zip(keys, said)])
        >>> parc.premises_of(1)[0].reason, parc.premises_of(2)[0].step, parc.rejected[0].reason
        ('gives both', 1, 'itself')
    """

    name = "aggregative"
    _file = "premises-aggregative"

    def prompts(self, chain: ReasoningChain) -> tuple[Prompt, ...]:
        """One a step, with the keys "step-1" to "step-t"."""
        question, texts = step_block(chain, 0), question_and_steps(chain)
        return tuple(
            self._template.prompt(
                f"step-{number}",
                _aggregative(number),
                question=question,
                steps=texts[number],
                earlier=texts[number - 1],
                step=step_block(chain, number),
                number=str(number),
            )
            for number in range(1, len(chain.steps) + 1)
        )

    def read(self, chain: ReasoningChain, completions: Sequence[Completion]) -> Parc:
        """Read the premises of every step."""
        echo, given, count = Echo.of_chain(chain), _by_key(completions), len(chain.steps)
        return self._parc(
            chain,
            (
                read_step(read_answer(given.get(f"step-{number}"), ("premises",), echo), number, count, echo)
                for number in range(1, count + 1)
            ),
        )


class Dyadic(_Asking):
    """One prompt a pair, t(t + 1) / 2 in all: does the later step rest on the earlier one, or on the question?"""

    name = "dyadic"
    _file = "premises-dyadic"

    def prompts(self, chain: ReasoningChain) -> tuple[Prompt, ...]:
        """One a pair, with keys like "pair-2-5": does step 5 rest on step 2?"""
        return tuple(self._prompts(chain))

    def _prompts(self, chain: ReasoningChain) -> Iterator[Prompt]:
        texts = question_and_steps(chain)
        blocks = [step_block(chain, number) for number in range(len(chain.steps) + 1)]
        for later in range(1, len(blocks)):
            for earlier in range(later):
                yield self._template.prompt(
                    f"pair-{earlier}-{later}",
                    _DYADIC,
                    question=blocks[0],
                    steps=texts[later],
                    earlier=texts[later - 1],
                    step=blocks[later],
                    number=str(later),
                    other=str(earlier),
                    other_step=blocks[earlier],
                )

    def read(self, chain: ReasoningChain, completions: Sequence[Completion]) -> Parc:
        """Read the answers about every pair; a step with a pair in trouble has the first such pair's outcome."""
        echo, given = Echo.of_chain(chain), _by_key(completions)
        return self._parc(chain, (_pairs_of(later, given, echo) for later in range(1, len(chain.steps) + 1)))


def _pairs_of(later: int, given: Mapping[str, Completion], echo: Echo) -> StepPremises:
    premises: list[Premise] = []
    trouble: Finding | None = None
    for earlier in range(later):
        answer = read_yes_no(read_answer(given.get(f"pair-{earlier}-{later}"), ("premise",), echo), "premise", echo)
        if answer.yes:
            premises.append(Premise(earlier, answer.reason))
        elif answer.yes is None and trouble is None:
            trouble = Finding(answer.finding.outcome, f"about step {earlier}: {answer.finding.reason}")
    return StepPremises(tuple(premises), trouble or Finding())


class Holistic(_Asking):
    """One prompt a chain: the premises of all steps at once."""

    name = "holistic"
    _file = "premises-holistic"

    def prompts(self, chain: ReasoningChain) -> tuple[Prompt, ...]:
        """One, with the key "chain"; none for a chain without steps."""
        if not chain.steps:
            return ()
        count = len(chain.steps)
        blanks = {"question": step_block(chain, 0), "steps": question_and_steps(chain)[count], "count": str(count)}
        return (self._template.prompt("chain", _holistic(count), **blanks),)

    def read(self, chain: ReasoningChain, completions: Sequence[Completion]) -> Parc:
        """Read the premises of every step; one that the answer leaves out, or gives twice, is unparsed."""
        echo, count = Echo.of_chain(chain), len(chain.steps)
        if not count:
            return self._parc(chain, ())
        answer = read_answer(_by_key(completions).get("chain"), ("steps", "1", "Step 1", "step 1", "step_1"), echo)
        if answer.outcome != "found":
            return self._parc(chain, [StepPremises((), answer.finding)] * count)
        entries = _entries_of_fields(answer.fields, count) if answer.fields is not None else _entries(answer, echo)
        parc = self._parc(chain, (_entry_of(number, entries, count) for number in range(1, count + 1)))
        strangers = sorted({number for number, _ in entries if not 1 <= number <= count})
        unknown = tuple(
            RejectedPremise(0, f"the premises of step {number}"[:60], "unknown") for number in strangers[:50]
        )
        return msgspec.structs.replace(parc, rejected=parc.rejected + unknown)


Entries = Sequence[tuple[int, list[Named]]]


def _entry_of(number: int, entries: Entries, count: int) -> StepPremises:
    mine = [names for step, names in entries if step == number]
    if len(mine) != 1:
        return StepPremises(
            (), Finding("unparsed", "the response names its premises " + ("twice" if mine else "nowhere"))
        )
    return held_against(mine[0], number, count)


def _entries_of_fields(fields: Mapping[str, object], count: int) -> Entries:
    """The entries of a JSON answer: a list of objects, a list of lists by place, or an object by number."""
    steps = fields.get("steps", fields)
    if isinstance(steps, Mapping):
        pairs = ((steps_listed(str(key)[:60]), value) for key, value in steps.items())
        return [(numbers[0], names_in(value)) for numbers, value in pairs if numbers is not None and len(numbers) == 1]
    if not isinstance(steps, list):
        return ()
    if len(steps) == count and all(isinstance(step, list) for step in steps):
        return [(number, names_in(step)) for number, step in enumerate(steps, start=1)]
    return [entry for step in steps if isinstance(step, Mapping) and (entry := _entry(step)) is not None]


def _entry(fields: Mapping[str, object]) -> tuple[int, list[Named]] | None:
    keys = [key for key in ("step", "number", "id", "index", "step_number") if key in fields]
    named = names_in(fields[keys[0]]) if keys else []
    if len(named) != 1 or named[0].number is None or "premises" not in fields:
        return None
    return named[0].number, names_in(fields["premises"])


def _entries(answer: Answer, echo: Echo) -> Entries:
    """The entries of an answer of lines like "Step 3: 0, 2"; none where one of them was shown."""
    lines = answer.text.splitlines()
    own = set(own_lines(answer.text, echo))
    found: list[tuple[int, list[Named]]] = []
    for line in lines:
        match = _ENTRY.fullmatch(line[:2_000])
        names = names_in(match["list"].strip(" \t*_`")) if match is not None else []
        if match is None or any(name.number is None for name in names):
            continue
        if line.strip() not in own:
            return ()
        found.append((int(match["step"]), names))
    return found


def _by_key(completions: Sequence[Completion]) -> dict[str, Completion]:
    return {completion.key: completion for completion in completions}
