"""Annotating a chain with a model, without making a call: which prompts to send, and what comes of the answers.

    plan = Annotator().plan(chain)
    while wave := plan.next():
        plan.feed(answers to the prompts of the wave)
    plan.result

Strategy. The first wave asks for every part (premises, errors) as often as there are samples. What comes back and
cannot be used is asked for again with its fault shown, so many times as is allowed; each such wave holds only what is
still missing. A call that was refused, cut off or failed is not asked for again: the same prompt would meet the same
end, or the provider has retried already. Then the readable answers are put together by majority (`annotation_votes`).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from dunyazad._prompts import Completion, Prompt
from dunyazad.errors import CallUsage
from dunyazad.perl.annotation import (
    Annotating,
    AnnotationNote,
    AnnotationOutcome,
    AnnotationRejection,
    Part,
    RejectedEntry,
)
from dunyazad.perl.annotation_labels import settled_labels
from dunyazad.perl.annotation_reading import ErrorsSaid, PremisesSaid, Said, read_errors, read_premises
from dunyazad.perl.annotation_votes import Voted, vote_on_chain, vote_on_labels, vote_on_premises, with_annotation
from dunyazad.perl.record import AnnotatedChain
from dunyazad.prompts import Echo, PromptSet, fenced, load_prompts, question_and_steps, step_block

__all__ = ["AnnotationPlan", "Annotator"]

_LONGEST_ANSWER = 20_000  # of an answer that is shown again
_LONGEST_REPLY = 4_000  # of an answer that a rejection holds
_TEXTS: Mapping[Part, str] = {"premises": "annotate-premises", "errors": "annotate-errors"}
_REPAIR = "annotate-repair"


def _object(**fields: object) -> dict[str, object]:
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def _list(**fields: object) -> dict[str, object]:
    return {"type": "array", "items": _object(**fields)}


_NUMBER, _TEXT = {"type": "integer"}, {"type": "string"}
_LABEL = {
    "type": "string",
    "enum": ["correct", "mathematical_error", "logical_inconsistency", "accumulation_error", "other"],
}
_TYPE = {"type": "string", "enum": ["missing_steps", "planning_error", "other"]}
_PREMISES = _object(steps=_list(step=_NUMBER, premises=_list(step=_NUMBER, reason=_TEXT)))
_ERRORS = _object(
    steps=_list(step=_NUMBER, explanation=_TEXT, label=_LABEL), chain_errors=_list(explanation=_TEXT, type=_TYPE)
)
_SCHEMAS: Mapping[Part, str] = {"premises": json.dumps(_PREMISES), "errors": json.dumps(_ERRORS)}


class Annotator:
    """The way of annotating, made ready once for many chains.

    Args:
        options: How chains are annotated.

    Attributes:
        options: How chains are annotated.
        texts: The prompt texts that may be sent, by name, each with its sha256.

    Raises:
        InputError: A prompt text is unusable.
    """

    def __init__(self, options: Annotating | None = None) -> None:
        self.options = options or Annotating()
        self._prompts: PromptSet = load_prompts(self.options.prompts)
        names = [*(_TEXTS[part] for part in self.options.parts), *([_REPAIR] if self.options.repairs else [])]
        self.texts = {name: self._prompts[name].sha256 for name in names}

    def prompts(self, chain: AnnotatedChain) -> tuple[Prompt, ...]:
        """The first wave of a chain: one call a part and sample; none for a chain without steps.

        Example:
            >>> from dunyazad.perl import AnnotatedStep
            >>> chain = AnnotatedChain(id="a", question="4 * 6?", steps=(AnnotatedStep(number=1, text="4 * 6 = 24"),))
            >>> [prompt.key for prompt in Annotator(Annotating(samples=2)).prompts(chain)]
            ['premises', 'premises#2', 'errors', 'errors#2']
        """
        return tuple(ask.prompt for ask in self._asked(chain).values())

    def plan(self, chain: AnnotatedChain, model: str = "") -> AnnotationPlan:
        """The waves that annotate one chain."""
        return AnnotationPlan(self, chain, self._asked(chain), model)

    def again(self, ask: _Ask, completion: Completion, fault: str) -> _Ask:
        """The call that shows what was wrong with an answer."""
        tries = ask.tries + 1
        prompt = self._prompts[_REPAIR].prompt(
            _key(f"{ask.part}-repair-{tries}", ask.sample),
            _SCHEMAS[ask.part],
            task=f"{self._prompts[_TEXTS[ask.part]].system}\n\n{ask.task.user}",
            answer=fenced(completion.text[-_LONGEST_ANSWER:]),
            fault=fault,
        )
        return ask._replace(prompt=prompt, tries=tries)

    def _asked(self, chain: AnnotatedChain) -> dict[str, _Ask]:
        if not chain.steps:
            return {}
        asks = (self._ask(chain, part, sample) for part in self.options.parts for sample in self._samples)
        return {ask.prompt.key: ask for ask in asks}

    @property
    def _samples(self) -> range:
        return range(1, self.options.samples + 1)

    def _ask(self, chain: AnnotatedChain, part: Part, sample: int) -> _Ask:
        reasoning = chain.chain
        blanks = {
            "question": step_block(reasoning, 0),
            "steps": question_and_steps(reasoning)[-1],
            "count": str(len(chain.steps)),
        }
        if part == "errors":
            blanks["gold"] = self._gold(chain)
        prompt = self._prompts[_TEXTS[part]].prompt(_key(part, sample), _SCHEMAS[part], **blanks)
        return _Ask(part, sample, prompt, prompt, 0)

    def _gold(self, chain: AnnotatedChain) -> str:
        known = [
            f"{what}:\n{fenced(str(value))}"
            for what, value in (("Its gold solution", chain.solution), ("Its gold answer", chain.answer))
            if value not in (None, "")
        ]
        if not known or not self.options.gold:
            return ""
        return "For comparison only; another way to the same end is as good.\n\n" + "\n\n".join(known) + "\n\n"


def _key(name: str, sample: int) -> str:
    return name if sample == 1 else f"{name}#{sample}"


class _Ask(NamedTuple):
    """A call, what it is for, the call that it goes back to, and how often it was made again."""

    part: Part
    sample: int
    prompt: Prompt
    task: Prompt
    tries: int


class _Answered(NamedTuple):
    """What came of all the calls for one part and sample."""

    completion: Completion
    said: Said[PremisesSaid] | Said[ErrorsSaid] | None  # None where the last call brought nothing to read


class AnnotationPlan:
    """The waves of calls that annotate one chain, and what comes of them.

    Example:
        >>> from dunyazad.perl import AnnotatedStep
        >>> steps = (AnnotatedStep(number=1, text="4 * 6 = 25"),)
        >>> plan = Annotator().plan(AnnotatedChain(id="a", question="4 boxes of 6 pens?", steps=steps))
        >>> said = {
        ...     "premises": '{"steps": [{"step": 1, "premises": [{"step": 0, "reason": "4 boxes of 6"}]}]}',
        ...     "errors": '{"steps": [{"step": 1, "label": "mathematical_error"}], "chain_errors": []}',
        ... }
        >>> while wave := plan.next():
        ...     plan.feed([Completion(prompt.key, said[prompt.key]) for prompt in wave])
        >>> plan.result.premises, plan.result.labels
        (((0,),), (('mathematical_error',),))
    """

    def __init__(self, annotator: Annotator, chain: AnnotatedChain, asks: dict[str, _Ask], model: str) -> None:
        self._annotator, self._chain, self._model = annotator, chain, model
        self._echo = Echo.of_chain(chain.chain)
        self._wave = asks
        self._answers: dict[tuple[Part, int], _Answered] = {}
        self._usage = CallUsage()
        self._repairs: Counter[str] = Counter()
        self._repair_calls = 0
        self._rejected: list[RejectedEntry] = []

    def next(self) -> tuple[Prompt, ...]:
        """The present wave; empty when all is done. It stays the same until it is answered."""
        return tuple(ask.prompt for ask in self._wave.values())

    def feed(self, completions: Sequence[Completion], usage: CallUsage | None = None) -> None:
        """Answer the present wave.

        Args:
            completions: In any order, by key. A prompt whose completion is missing has failed.
            usage: The tokens that they took, where known; its calls are ignored, for they are counted here.

        Raises:
            ValueError: A completion answers no prompt of the wave.
        """
        given = {completion.key: completion for completion in completions}
        strange = given.keys() - self._wave.keys()
        if strange or len(given) != len(completions):
            told = min(strange) if strange else "one of them"
            raise ValueError(f"chain {self._chain.id!r}: the completion {told[:60]!r} answers no prompt of the wave")
        spent = usage or CallUsage()
        self._usage += CallUsage(len(self._wave), spent.input_tokens, spent.cached_tokens, spent.output_tokens)
        again: list[_Ask] = []
        for key, ask in self._wave.items():
            missing = Completion(key, outcome="failed", reason="no completion came")
            again += self._taken(ask, given.get(key, missing))
        self._repair_calls += len(again)
        self._wave = {ask.prompt.key: ask for ask in again}

    def _taken(self, ask: _Ask, completion: Completion) -> Iterator[_Ask]:
        """Keep an answer; gives the call to make for it again, if any."""
        said = self._read(ask.part, completion) if completion.outcome == "completed" else None
        self._answers[ask.part, ask.sample] = _Answered(completion, said)
        if said is None:
            return
        if said.value is not None:
            self._repairs.update(said.repairs)
            self._rejected += [msgspec.structs.replace(one, sample=ask.sample) for one in said.rejected]
        elif ask.tries < self._annotator.options.repairs:
            yield self._annotator.again(ask, completion, said.fault)
        else:
            self._rejected += [msgspec.structs.replace(one, sample=ask.sample) for one in said.rejected]

    def _read(self, part: Part, completion: Completion) -> Said[PremisesSaid] | Said[ErrorsSaid]:
        read = read_premises if part == "premises" else read_errors
        return read(completion, len(self._chain.steps), self._echo)

    @property
    def result(self) -> AnnotatedChain | AnnotationRejection:
        """The chain with its annotation, or why it has none.

        Raises:
            RuntimeError: A wave is still unanswered.
        """
        if self._wave:
            raise RuntimeError(f"chain {self._chain.id!r}: a wave is not answered yet")
        if not self._chain.steps:
            return self._rejection("no_steps", "", "the chain has no steps", "")
        for part in self._annotator.options.parts:
            if 2 * len(self._readable(part)) <= self._annotator.options.samples:
                return self._refused(part)
        return self._annotated()

    def _readable(self, part: Part) -> list[Any]:
        found = (self._answers[part, sample] for sample in range(1, self._annotator.options.samples + 1))
        return [one.said.value for one in found if one.said is not None and one.said.value is not None]

    def _annotated(self) -> AnnotatedChain:
        parts = self._annotator.options.parts
        premises: Voted[Any] | None = None
        labels: Voted[Any] | None = None
        chain: Voted[Any] | None = None
        if "premises" in parts:
            premises = vote_on_premises(self._readable("premises"))
        if "errors" in parts:
            readable = self._readable("errors")
            labels, chain = vote_on_labels(readable), vote_on_chain(readable)
        made = with_annotation(
            self._chain,
            premises=premises.value if premises else None,
            errors=labels.value if labels else None,
            chain_errors=chain.value if chain else None,
        )
        made, told = settled_labels(made, self._annotator.options.accumulation if labels else "as-said")
        several = self._annotator.options.samples > 1
        note = msgspec.structs.replace(
            self._note(),
            premise_votes=premises.votes if premises and several else (),
            label_votes=labels.votes if labels and several else (),
            chain_votes=chain.votes if chain and several else (),
            labels=told if labels else None,
        )
        return _noted(made, note)

    def _note(self) -> AnnotationNote:
        options = self._annotator.options
        return AnnotationNote(
            model=self._model,
            prompts={name: sha for name, sha in self._annotator.texts.items() if name != _REPAIR or self._repair_calls},
            samples=options.samples,
            readable={part: len(self._readable(part)) for part in options.parts} if self._answers else {},
            repairs=dict(sorted(self._repairs.items())),
            repair_calls=self._repair_calls,
            rejected=tuple(self._rejected),
            usage=self._usage,
        )

    def _refused(self, part: Part) -> AnnotationRejection:
        """Why a part is not annotated: the commonest reason, of equally common ones the first."""
        bad: list[tuple[AnnotationOutcome, _Answered]] = []
        for sample in range(1, self._annotator.options.samples + 1):
            one = self._answers[part, sample]
            if one.said is None and one.completion.outcome != "completed":
                bad.append((one.completion.outcome, one))
            elif one.said is not None and one.said.value is None:
                bad.append(("unparsed", one))
        [(outcome, _)] = Counter(outcome for outcome, _ in bad).most_common(1)
        first = next(one for name, one in bad if name == outcome)
        reason = first.said.fault if first.said is not None else first.completion.reason
        return self._rejection(outcome, part, " ".join(reason.split()), first.completion.text[-_LONGEST_REPLY:])

    def _rejection(self, outcome: AnnotationOutcome, part: str, reason: str, reply: str) -> AnnotationRejection:
        chain = self._chain
        return AnnotationRejection(
            id=chain.id, source=chain.source, outcome=outcome, part=part, reason=reason, reply=reply, note=self._note()
        )


def _noted(chain: AnnotatedChain, note: AnnotationNote) -> AnnotatedChain:
    """Put the note into what stands beside the chain."""
    beside: dict[str, Any] = msgspec.json.decode(chain.other) if chain.other else {}
    beside["annotation"] = msgspec.to_builtins(note)
    return msgspec.structs.replace(chain, other=msgspec.json.encode(beside).decode())
