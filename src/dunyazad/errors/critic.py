"""The judge that asks once for the whole solution which step is the first wrong one: ProcessBench's baseline."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from dunyazad.errors.judge import silent, verdict_of
from dunyazad.errors.labels import label_of, plain
from dunyazad.errors.model import missing, undecided
from dunyazad.errors.reading import Sources, own_objects, short
from dunyazad.errors.record import Evidence, Label, Verdict
from dunyazad.prompts import (
    PromptSet,
    default_prompts,
    free_text,
    object_of,
    question_and_steps,
    step_block,
    step_number,
)
from dunyazad.reasoning import Completion, Parc, Prompt, split_thinking

__all__ = ["CriticJudge", "Place", "read_first_wrong"]

_KINDS: tuple[Label, ...] = ("mathematical_error", "logical_inconsistency", "other")
# It goes through all steps before it answers.
_REASONING = free_text(1_500)
_LONGEST = 100_000
_WRONG = r"(?:wrong|erroneous|incorrect|mistaken|error)"
_KEY = re.compile(rf"(?:the[\s_-])?(?:first[\s_-]?{_WRONG}(?:[\s_-]?step)?|{_WRONG}[\s_-]?step)(?:[\s_-]number)?")
_CLAIM = (
    rf"first[\s_-]{{1,3}}{_WRONG}(?:[\s_-]{{1,3}}step)?[\s\"'*_`]{{0,8}}(?:is\b|[:=])"
    r"[\s\"'*_`\[(:]{0,12}(?:step\s{0,3})?(?P<number>-?[0-9]{1,6}|none|null|no\sstep)"
)
_PLAIN = re.compile(
    rf"(?:^|(?<=[.!?{{,]))[\s>|#*_\-\"'`]{{0,12}}(?:the\s)?{_CLAIM}(?!\w|[.,][0-9]|\s{{0,3}}(?:or|and|to|[-–])\b)",
    re.MULTILINE,
)
_SAID = re.compile(rf"(?={_CLAIM})")
_NONE = frozenset({"none", "null", "no step"})


class Place(NamedTuple):
    """What a critic says.

    Attributes:
        step: The first wrong step; 0 where no step is wrong, None where it does not say.
        kind: The kind of error; `other` where none was named.
        reasoning: The model's reasons, shortened.
        problem: Why there is no answer; empty where there is one.
    """

    step: int | None
    kind: Literal["mathematical_error", "logical_inconsistency", "other"] = "other"
    reasoning: str = ""
    problem: str = ""


class CriticJudge:
    """One prompt for the whole solution, which asks for the first wrong step.

    The steps before it are correct, and about those after it nothing is claimed; what rests on it inherits its error.

    Example:
        >>> from dunyazad.reasoning import Premise, ReasoningChain, Step
        >>> chain = ReasoningChain(id="c", question="q", steps=(Step("2 + 2 = 4"), Step("4 - 1 = 2")))
        >>> parc = Parc(chain=chain, premises=((Premise(0),), (Premise(1),)), method="previous")
        >>> said = Completion("solution", '{"reasoning": "3.", "first_wrong_step": 2, "kind": "mathematical_error"}')
        >>> [verdict.label for verdict in CriticJudge().read(parc, [said])]
        ['correct', 'mathematical_error']
    """

    name = "critic"
    inherits = True

    def __init__(self, prompts: PromptSet | None = None) -> None:
        self._text = (prompts or default_prompts())["errors-critic"]

    @property
    def texts(self) -> Mapping[str, str]:
        """The prompt text, with its sha256."""
        return {self._text.name: self._text.sha256}

    def prompts(self, parc: Parc) -> tuple[Prompt, ...]:
        """One call, or none for a chain without steps."""
        chain = parc.chain
        if not chain.steps:
            return ()
        blanks = {"question": step_block(chain, 0), "steps": question_and_steps(chain)[-1]}
        return (self._text.prompt("solution", _schema(len(chain.steps)), count=str(len(chain.steps)), **blanks),)

    def read(self, parc: Parc, completions: Sequence[Completion] = ()) -> tuple[Verdict, ...]:
        """One verdict a step, from the one answer."""
        numbers = range(1, len(parc.chain.steps) + 1)
        if not parc.chain.steps:
            return ()
        completion = next((one for one in completions if one.key == "solution"), missing("solution"))
        if completion.outcome != "completed":
            return tuple(undecided(step, completion, self.name) for step in numbers)
        place = read_first_wrong(completion.text, len(numbers), Sources(parc.chain))
        if place.step is None:
            return tuple(
                Verdict(step=step, label=None, outcome="unparsed", method=self.name, reason=place.problem)
                for step in numbers
            )
        return tuple(self._verdict(step, place) for step in numbers)

    def _verdict(self, step: int, place: Place) -> Verdict:
        if place.step == 0 or step < (place.step or 0):
            return verdict_of(step, "correct", (), self.name)
        if step > (place.step or 0):
            return silent(step, self.name)
        evidence = (Evidence(text="", finding=place.reasoning),) if place.reasoning else ()
        return verdict_of(step, place.kind, evidence, self.name)


def _schema(steps: int) -> str:
    kind = {"type": "string", "enum": [*_KINDS, "none"]}
    return json.dumps(object_of(reasoning=_REASONING, first_wrong_step=step_number(steps), kind=kind))


def read_first_wrong(text: str, steps: int, sources: Sources) -> Place:
    """Read which step a completion calls the first wrong one; what a step itself says of that is none.

    0, -1, null and "none" say that no step is wrong.

    Example:
        >>> from dunyazad.reasoning import ReasoningChain, Step
        >>> chain = ReasoningChain(id="c", question="q", steps=(Step("2 + 2 = 5"),))
        >>> read_first_wrong("**First wrong step:** 1", 1, Sources(chain)).step
        1
    """
    text = split_thinking(text[-_LONGEST:])[1]
    objects, rest = own_objects(text, sources.all)
    stated = [
        (number, fields) for fields in objects for key, number in fields.items() if _KEY.fullmatch(plain(key[:60]))
    ]
    named = [_number(value) for value, _ in stated] + _claims(plain(rest), sources)
    if not named:
        return Place(None, problem="no first wrong step named in the answer")
    if len(set(named)) > 1:
        return Place(None, problem="several steps named as the first wrong one")
    step = named[0]
    if step is None or step > steps:
        told = stated[0][0] if stated else step
        return Place(None, problem=f"{short(str(told), 60)!r} is no step of the solution")
    fields = stated[0][1] if stated else {}
    reasoning = fields.get("reasoning", fields.get("reason", ""))
    return Place(step, _kind(fields), short(reasoning) if isinstance(reasoning, str) else "")


def _claims(text: str, sources: Sources) -> list[int | None]:
    # What a step says of step 12 may have been cut short to 1.
    shown = sources.claims(_SAID)
    found = [claim["number"] for claim in _PLAIN.finditer(text)]
    return [_number(number) for number in found if not any(other.startswith(number) for other in shown)]


def _number(value: object) -> int | None:
    """The step that a value names; 0 for none, None where it names no step."""
    if value is None:
        return 0
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        told = plain(value).strip(" .*\"'`").removeprefix("step").strip()
        if told in _NONE:
            return 0
        value = int(told) if re.fullmatch(r"-?[0-9]{1,6}", told) else None
    if not isinstance(value, int) or value < -1:
        return None
    return max(value, 0)


def _kind(fields: Mapping[str, object]) -> Literal["mathematical_error", "logical_inconsistency", "other"]:
    kind = fields.get("kind")
    name = label_of(plain(kind)) if isinstance(kind, str) else None
    if name == "mathematical_error":
        return "mathematical_error"
    return "logical_inconsistency" if name == "logical_inconsistency" else "other"
