"""Verification in Inspect AI: the task `dunyazad/verify`, and a solver and a scorer that add it to any other task.

    inspect eval dunyazad/verify -T file=solutions.jsonl -T errors=hybrid --model openai/gpt-4o

    Task(dataset, solver=[generate(), verified(errors="hybrid")], scorer=[match(numeric=True), steps()])

The model of the role `verifier` verifies (`--model-role verifier=...`); without one, the model that is evaluated does.
What came back stands in each sample's metadata, so that a log gives the verifications again, without a call.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import get_args

import msgspec
from inspect_ai import Epochs, Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import get_model
from inspect_ai.scorer import CORRECT, INCORRECT, Score, Scorer, Target, accuracy, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from dunyazad._exceptions import InputError
from dunyazad.engines.inputs import Reading, case_of, entries
from dunyazad.engines.inspect_calls import Asker, summed
from dunyazad.engines.inspect_logs import read_any_header, read_samples, sample_name
from dunyazad.engines.inspect_replies import text_with_thinking
from dunyazad.engines.methods import Case, Methods, Verifier
from dunyazad.engines.trail import TRAIL, Trail, Wave, replay, trail_of
from dunyazad.engines.verify_model import carry_through, check_votes
from dunyazad.errors import Verification
from dunyazad.reasoning import ReasoningChain, Scheme, Trace, split_steps

__all__ = ["steps", "verifications_of_log", "verified", "verify"]

_TROUBLE = ("unparsed", "refused", "truncated", "failed")


@task
def verify(
    file: str,
    premises: str = "provenance",
    errors: str = "hybrid",
    minimal: bool = False,
    prompts: str | None = None,
    trace: str = "answer",
    scheme: str = "auto",
    limit: int | None = None,
    epochs: int = 1,
) -> Task:
    """Verify the reasoning chains of a file.

    Args:
        file: Solutions, reasoning chains, plain JSON lines or an annotated set, as `dunyazad verify` reads them.
        premises: The way of finding premises, or an expression over ways.
        errors: The way of judging steps.
        minimal: Test whether each step needs each of its premises?
        prompts: A folder of prompt texts that replace the package's.
        trace: Which part of a response is cut into steps: answer, thinking or both.
        scheme: How a response is cut.
        limit: Take only the first so many chains.
        epochs: How often each chain is verified.

    Raises:
        InputError: The file cannot be read or holds no chain, or there is no such method.
        RecordError: A line is no chain.
    """
    methods = _checked(Methods(premises=premises, errors=errors, minimal=minimal, prompts=prompts))
    reading = _reading(trace, scheme)
    chains = [case_of(line, reading).chain for line in islice(entries(file)[0], limit)]
    if not chains:
        raise InputError(f"{file}: no reasoning chain in the file")
    return Task(
        dataset=MemoryDataset([_sample(chain, methods) for chain in chains], name=Path(file).stem, location=file),
        solver=verified(premises, errors, minimal, prompts, trace, scheme),
        scorer=steps(),
        epochs=Epochs(epochs, []) if epochs > 1 else None,
        fail_on_error=False,
        version=1,
    )


def _sample(chain: ReasoningChain, methods: Methods) -> Sample:
    trail = Trail(chain=chain, methods=methods)
    return Sample(id=chain.id, input=chain.question or "(no question)", metadata={TRAIL: trail.as_metadata()})


@solver
def verified(
    premises: str = "provenance",
    errors: str = "hybrid",
    minimal: bool = False,
    prompts: str | None = None,
    trace: str = "answer",
    scheme: str = "auto",
) -> Solver:
    """Verify what the solvers before it wrote; for the scorer `steps`.

    The question is the sample's input. A chain that the sample brings (in the task `dunyazad/verify`) goes before the
    output.

    Args:
        premises: The way of finding premises, or an expression over ways.
        errors: The way of judging steps.
        minimal: Test whether each step needs each of its premises?
        prompts: A folder of prompt texts that replace the package's.
        trace: Which part of the output is cut into steps: answer, thinking or both.
        scheme: How it is cut.

    Raises:
        InputError: There is no such method.
    """
    methods = _checked(Methods(premises=premises, errors=errors, minimal=minimal, prompts=prompts))
    verifier, reading = Verifier(methods), _reading(trace, scheme)

    async def solve(state: TaskState, generate: Generate) -> TaskState:  # noqa: ARG001 - Inspect's signature
        chain = _chain(state, reading)
        trail = Trail(chain=chain, methods=methods)
        if verifier.asks:
            asker = Asker(get_model(role="verifier"), None, epoch=state.epoch)
            check_votes(verifier, asker.temperature)
            plan = verifier.plan(Case(chain), asker.name)
            waves = await carry_through(plan, asker)
            trail = msgspec.structs.replace(
                trail,
                model=asker.name,
                prompts=plan.verification.prompts,
                waves=tuple(Wave(tuple(one.completion for one in wave), summed(wave)) for wave in waves),
            )
        state.metadata[TRAIL] = trail.as_metadata()
        return state

    return solve


@scorer(metrics=[accuracy(), stderr()])
def steps() -> Scorer:
    """Is no step wrong? For samples that the solver `verified` has been through.

    Unscored where no step is known to be wrong, and some got no answer that can be read, or nothing was decided about
    any. The metadata has each step's label and outcome, and the first wrong step.
    """

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001 - Inspect's signature
        trail = trail_of(state.metadata)
        return Score.unscored(reason="not_verified") if trail is None else _score(replay(trail))

    return score


def _score(verification: Verification) -> Score:
    verdicts = verification.verdicts
    metadata = {
        "labels": [verdict.label for verdict in verdicts],
        "outcomes": dict(Counter(verdict.outcome for verdict in verdicts)),
        "first_error": verification.first_error,
        "usage": msgspec.to_builtins(verification.usage),
    }
    told = "\n".join(f"step {one.step}: {one.label or one.outcome}" for one in verdicts)
    if verification.first_error is not None:
        answer = f"step {verification.first_error}"
        return Score(value=INCORRECT, answer=answer, explanation=told, metadata=metadata)
    trouble = next((one.outcome for one in verdicts if one.outcome in _TROUBLE), None)
    if trouble is None and any(verdict.label for verdict in verdicts):
        return Score(value=CORRECT, answer="no step", explanation=told, metadata=metadata)
    reason = trouble or ("no_claim" if verdicts else "no_steps")
    return Score.unscored(reason=reason, explanation=told or None, metadata=metadata)


def verifications_of_log(path: Path | str) -> Iterator[Verification]:
    """Yield the verifications that a log holds, read anew; no model is called.

    Of a sample of `dunyazad/verify` that ended in an error, every step's outcome is `failed`.

    Raises:
        InputError: It is no Inspect log, or none of its samples was verified.
    """
    found = False
    for sample in read_samples(path, read_any_header(path)):
        trail = trail_of(sample.metadata)
        if trail is not None:
            found = True
            yield replay(trail)
    if not found:
        raise InputError(f"{path}: no sample in this log was verified (by the task {_NAME}, or the solver `verified`)")


_NAME = "dunyazad/verify"


def _checked(methods: Methods) -> Methods:
    if methods.errors == "reference":
        raise InputError("'reference' asks no model, and needs gold solutions: use the command `dunyazad verify`")
    Verifier(methods)
    return methods


def _reading(trace: str, scheme: str) -> Reading:
    for value, kind, what in ((trace, Trace, "trace"), (scheme, Scheme, "scheme")):
        if value not in get_args(kind):
            raise InputError(f"no {what} {value!r}; there are: {', '.join(get_args(kind))}")
    return msgspec.convert({"trace": trace, "scheme": scheme}, Reading)


def _chain(state: TaskState, reading: Reading) -> ReasoningChain:
    trail = trail_of(state.metadata)
    if trail is not None:
        return msgspec.structs.replace(trail.chain, id=sample_name(trail.chain.id, state.epoch))
    text = text_with_thinking(state.output.message) if state.output.choices else ""
    cut = split_steps(text, trace=reading.trace, scheme=reading.scheme)
    return ReasoningChain(id=sample_name(state.sample_id, state.epoch), question=state.input_text, steps=cut)
