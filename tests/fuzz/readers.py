"""Everything that reads a model's text during a verification, by name: as a step, and as an answer about steps."""

from __future__ import annotations

from collections.abc import Callable

from dunyazad.errors import MODEL_JUDGES, estimate, judge
from dunyazad.errors.plan import Plan
from dunyazad.premises import premise_finder
from dunyazad.premises.asking import Aggregative, Dyadic, Holistic
from dunyazad.premises.minimal import Minimal
from dunyazad.reasoning import Completion, Parc, Premise, ReasoningChain, Step, split_steps

__all__ = ["READERS"]

Reader = Callable[[str], object]
_PLAIN = ReasoningChain(id="plain", question="What is 1 + 1?", steps=(Step("1 + 1 = 2"), Step("So 2.")))
_CRITIC = '{"reasoning": "r", "first_wrong_step": 1, "kind": "other"}'
_VERDICT = '{"reasoning": "r", "verdict": "correct"}'


def _chain(text: str) -> ReasoningChain:
    return ReasoningChain(id="c", question="What is 1 + 1?", steps=(Step(text), Step("So 2.")))


def _parc(chain: ReasoningChain) -> Parc:
    return Parc(chain=chain, premises=tuple((Premise(k),) for k in range(len(chain.steps))), method="previous")


def _judged(name: str, chain: ReasoningChain, answer: str) -> object:
    """Judge all steps, every prompt answered by the same text."""
    method, parc = judge(name), _parc(chain)
    return method.read(parc, [Completion(prompt.key, answer) for prompt in method.prompts(parc)])


def _of_step(name: str) -> Reader:
    return lambda text: _judged(name, _chain(text), _CRITIC if name == "critic" else _VERDICT)


def _of_answer(name: str) -> Reader:
    return lambda text: _judged(name, _PLAIN, text)


def _of_echo(name: str) -> Reader:
    return lambda text: _judged(name, _chain(text), text)


def _premises(finder: Aggregative | Dyadic | Holistic, of_answer: bool) -> Reader:
    def read(text: str) -> object:
        chain = _PLAIN if of_answer else _chain(text)
        return finder.read(chain, [Completion(prompt.key, text) for prompt in finder.prompts(chain)])

    return read


def _minimal(text: str) -> object:
    parc = _parc(_chain(text))
    return Minimal().read(parc, [Completion(prompt.key, text) for prompt in Minimal().prompts(parc)])


def _model_free(text: str) -> object:
    return Plan(_chain(text), premise_finder("provenance"), judge("arithmetic")).verification


READERS: dict[str, Reader] = {
    "steps": split_steps,
    "provenance + arithmetic": _model_free,
    "cost": lambda text: estimate(_chain(text), Aggregative(), judge("under-premises")),
    **{f"{name}, step": _of_step(name) for name in MODEL_JUDGES},
    **{f"{name}, answer": _of_answer(name) for name in MODEL_JUDGES},
    **{f"{name}, echo": _of_echo(name) for name in MODEL_JUDGES},
    **{f"{finder.name}, answer": _premises(finder, True) for finder in (Aggregative(), Dyadic(), Holistic())},
    **{f"{finder.name}, echo": _premises(finder, False) for finder in (Aggregative(), Dyadic(), Holistic())},
    "minimal, echo": _minimal,
}
