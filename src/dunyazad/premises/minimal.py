"""Which premises does a step need? Minimality, arXiv 2502.02362, section 3.1.

For each premise p of a step s with the premises P one prompt asks for F(s | P without p): can the step still be
verified from the others alone? Only they are shown. If it can, p is not needed. Where *each* of several premises could
go, they may stand in for one another (two steps that say the same), and taking all of them away would leave the step on
nothing: then all stay. A premise about which there is no answer stays as well.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from dunyazad.premises.yes_no import read_yes_no
from dunyazad.prompts import (
    REASON,
    Echo,
    PromptSet,
    PromptTemplate,
    default_prompts,
    object_of,
    read_answer,
    step_block,
)
from dunyazad.reasoning import Completion, Necessity, Parc, Premise, Prompt

__all__ = ["Minimal"]

_SCHEMA = json.dumps(object_of(enough={"type": "boolean"}, reason=REASON))
_NOTHING = "(nothing but general facts and rules of mathematics)"


class Minimal:
    """Leaves out the premises that a step does not need; a second wave, after premises were found.

    Example:
        >>> from dunyazad.reasoning import ReasoningChain, Step
        >>> chain = ReasoningChain(id="c", question="2 boxes of 6?", steps=(Step("2 * 6 = 12"), Step("So it is 12.")))
        >>> parc = Parc(chain=chain, premises=((Premise(0),), (Premise(0), Premise(1))), method="all")
        >>> [prompt.key for prompt in Minimal().prompts(parc)]
        ['without-0-1', 'without-0-2', 'without-1-2']
        >>> said = {"without-0-1": "no", "without-0-2": "yes", "without-1-2": "no"}
        >>> reduced = Minimal().read(parc, [Completion(key, text) for key, text in said.items()])
        >>> [[premise.step for premise in premises] for premises in reduced.premises], reduced.method
        ([[0], [1]], 'minimal(all)')
    """

    name = "minimal"

    def __init__(self, prompts: PromptSet | None = None) -> None:
        self._template: PromptTemplate = (prompts or default_prompts())["premises-minimal"]

    @property
    def texts(self) -> Mapping[str, str]:
        """The prompt text that it uses, by name, with its sha256."""
        return {self._template.name: self._template.sha256}

    def prompts(self, parc: Parc) -> tuple[Prompt, ...]:
        """One for each premise of each step whose premises were found, with keys like "without-2-5"."""
        return tuple(self._prompts(parc))

    def _prompts(self, parc: Parc) -> Iterator[Prompt]:
        for step, premise in _tested(parc):
            others = [one.step for one in parc.premises_of(step) if one.step != premise.step]
            yield self._template.prompt(
                f"without-{premise.step}-{step}",
                _SCHEMA,
                premises="\n\n".join(step_block(parc.chain, other) for other in others) or _NOTHING,
                step=step_block(parc.chain, step),
                number=str(step),
                left_out=str(premise.step),
            )

    def read(self, parc: Parc, completions: Sequence[Completion]) -> Parc:
        """Give the chain with the premises that are needed; those before stand in `full`."""
        echo, given = Echo.of_chain(parc.chain), {completion.key: completion for completion in completions}
        tests = []
        for step, premise in _tested(parc):
            completion = given.get(f"without-{premise.step}-{step}")
            answer = read_yes_no(read_answer(completion, ("enough",), echo), "enough", echo)
            needed = None if answer.yes is None else not answer.yes
            reason = answer.reason or answer.finding.reason
            tests.append(Necessity(step, premise.step, needed, answer.finding.outcome, reason))
        return msgspec.structs.replace(
            parc,
            premises=_reduced(parc, tests),
            method=f"minimal({parc.method})",
            full=parc.premises,
            necessity=tuple(tests),
        )


def _tested(parc: Parc) -> Iterator[tuple[int, Premise]]:
    for step, premises in enumerate(parc.premises, start=1):
        if parc.finding_of(step).outcome == "found":
            for premise in premises:
                yield step, premise


def _reduced(parc: Parc, tests: Sequence[Necessity]) -> tuple[tuple[Premise, ...], ...]:
    spare: dict[int, set[int]] = {}
    for test in tests:
        if test.needed is False:
            spare.setdefault(test.step, set()).add(test.premise)
    reduced = []
    for step, premises in enumerate(parc.premises, start=1):
        needed = tuple(premise for premise in premises if premise.step not in spare.get(step, ()))
        reduced.append(premises if len(premises) > 1 and not needed else needed)
    return tuple(reduced)
