"""The Inspect AI task `dunyazad/chains`: chained problems, a solver for each protocol, and three scorers.

    inspect eval dunyazad/chains -T file=chains.jsonl -T protocol=labelled --model openai/gpt-4o

Scorers judge only what was answered. A response that was refused, truncated or could not be read is *unscored*, with
the outcome in the score's reason and metadata: Inspect then leaves it out of every mean and counts it beside the
results. (Inspect's NOANSWER would do neither: its mean takes "N" for 0.) A call that fails is a sample error, and the
run goes on.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from inspect_ai import Epochs, Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageUser, GenerateConfigArgs, ModelOutput, ResponseSchema, get_model
from inspect_ai.scorer import (
    CORRECT,
    INCORRECT,
    Score,
    Scorer,
    Target,
    accuracy,
    grouped,
    mean,
    scorer,
    stderr,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import JSONSchema

from dunyazad.chaining.record import ChainedProblem
from dunyazad.engines.chains_file import read_chains
from dunyazad.engines.inspect_replies import attempt_of_state
from dunyazad.numbers import render_number
from dunyazad.solving import (
    CHAIN_ID,
    STOPS,
    Protocol,
    Solution,
    answers_prompt,
    answers_schema,
    chain_of,
    check_protocol,
    first_prompt,
    judge,
    sample_metadata,
)

__all__ = ["all_links", "chain_sample", "chain_solver", "chains", "final_answer", "per_link"]

# Inspect's own words for why a score is missing; outcomes that it has no word for keep ours.
_REASONS = {"unparsed": "invalid_response_format", "refused": "refusal"}


@task
def chains(
    file: str, protocol: str = "labelled", limit: int | None = None, per_cell: int | None = None, epochs: int = 1
) -> Task:
    """Solve the chained problems of a file.

    Args:
        file: A JSONL file of chained problems, as `dunyazad chains make` writes it.
        protocol: `final`, `labelled` or `two-turn`.
        limit: Take only the first so many chains.
        per_cell: Take only the first so many chains of each length and order.
        epochs: How often each chain is tried.

    Raises:
        InputError: The file cannot be read, holds no chain, or an id twice; or there is no such protocol.
    """
    kind = check_protocol(protocol)
    found = read_chains(file, limit=limit, per_cell=per_cell)
    return Task(
        dataset=MemoryDataset([chain_sample(chain, kind) for chain in found], name=Path(file).stem, location=file),
        solver=chain_solver(protocol),
        scorer=[all_links(), final_answer(), per_link()],
        # Without a reducer: the means are over all that was answered, as in our own tables. A mean over each chain's
        # epochs first would weigh an answer by how many others of its chain could be read.
        epochs=Epochs(epochs, []) if epochs > 1 else None,
        # One failed call must not end the run: it is recorded, and the rest goes on.
        fail_on_error=False,
        version=1,
    )


def chain_sample(chain: ChainedProblem, protocol: Protocol) -> Sample:
    """A chained problem as a sample: its id, the first prompt, the gold answers, and all else as metadata."""
    return Sample(
        id=chain.id,
        input=first_prompt(chain, protocol),
        target=[render_number(answer) for answer in _targets(chain)],
        metadata=sample_metadata(chain, protocol),
    )


def _targets(chain: ChainedProblem) -> tuple[Fraction, ...]:
    # A final question over several problems is asked beside theirs.
    return chain.answers if chain.final.kind == "target" else (*chain.answers, chain.answer)


@solver
def chain_solver(protocol: str = "labelled") -> Solver:
    """Ask for the answers as a protocol does: one call, or two for `two-turn`.

    Where the run has a seed, each call's own is drawn from it, the chain and the epoch: epochs differ, and what is run
    again after a stop is what it would have been. The provider `gguf` always samples with one.
    """
    kind = check_protocol(protocol)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        settings = _seeded(state)
        state = await generate(state, **settings)
        stops: list[str] = [state.output.stop_reason]
        state.metadata[STOPS] = stops
        if kind == "two-turn" and _can_go_on(state.output):
            chain = chain_of(state.metadata)
            state.messages.append(ChatMessageUser(content=answers_prompt(chain)))
            # Providers that know no schemas ignore it; the parser does not depend on it.
            settings["response_schema"] = _schema(chain)
            state = await generate(state, **settings)
            state.metadata[STOPS] = [*stops, state.output.stop_reason]
        return state

    return solve


def _seeded(state: TaskState) -> GenerateConfigArgs:
    seed = get_model().config.seed
    if seed is None and state.model.api != "gguf":
        return {}
    drawn = hashlib.blake2b(json.dumps([seed, state.sample_id, state.epoch]).encode(), digest_size=4).digest()
    return {"seed": int.from_bytes(drawn, "big") >> 1}  # 31 bits: every provider takes that much


def _can_go_on(output: ModelOutput) -> bool:
    """Is there a solution to ask about? One cut off by its own token limit still is one; a full context is the end."""
    return bool(output.completion.strip()) and output.stop_reason not in ("content_filter", "model_length")


def _schema(chain: ChainedProblem) -> ResponseSchema:
    return ResponseSchema(name="answers", json_schema=JSONSchema.model_validate(json.loads(answers_schema(chain))))


@scorer(metrics=[accuracy(), stderr(cluster=CHAIN_ID), grouped(accuracy(), "cell", all=False)])
def all_links() -> Scorer:
    """Is every link's answer right? Unscored where the protocol does not ask for every link."""

    def value(solution: Solution) -> str | None:
        return _letter(solution.all_links_correct)

    return _scorer(value)


@scorer(metrics=[accuracy(), stderr(cluster=CHAIN_ID), grouped(accuracy(), "cell", all=False)])
def final_answer() -> Scorer:
    """Is the answer to the last question right?"""

    def value(solution: Solution) -> str | None:
        return _letter(solution.final_correct)

    return _scorer(value)


@scorer(metrics=[mean(), stderr(cluster=CHAIN_ID), grouped(mean(), "cell", all=False)])
def per_link() -> Scorer:
    """Which share of the asked-for links is right?"""

    def value(solution: Solution) -> float | None:
        return solution.link_share

    return _scorer(value)


def _letter(verdict: bool | None) -> str | None:
    return None if verdict is None else CORRECT if verdict else INCORRECT


def _scorer(value_of: Callable[[Solution], str | float | None]) -> Scorer:
    # The target is not used: the gold answers stand in the chained problem, exact and with all else that scoring needs.
    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001
        solution = judge(attempt_of_state(state))
        value = value_of(solution)
        metadata = {
            "outcome": solution.outcome,
            "diagnoses": [link.diagnosis for link in solution.links],
            "first_failed": solution.first_failed if solution.outcome == "answered" else None,
        }
        if value is None:
            reason = _REASONS.get(solution.outcome, solution.outcome)
            if solution.outcome == "answered":
                reason = "not_asked"
            return Score.unscored(reason=reason, explanation=solution.reason or None, metadata=metadata)
        return Score(value=value, answer=_answers(solution), explanation=_explanation(solution), metadata=metadata)

    return score


def _answers(solution: Solution) -> str:
    given = [link.given for link in solution.links]
    if solution.final is not None:
        given.append(solution.final.given)
    return ", ".join("-" if answer is None else _shown(answer) for answer in given)


def _explanation(solution: Solution) -> str:
    lines = []
    for link in solution.links:
        given = "nothing" if link.given is None else _shown(link.given)
        lines.append(f"link {link.position + 1}: {link.diagnosis} (given {given}, expected {_shown(link.expected)})")
    if solution.final is not None:
        given = "nothing" if solution.final.given is None else _shown(solution.final.given)
        lines.append(f"final question: given {given}, expected {_shown(solution.final.expected)}")
    return "\n".join(lines)


def _shown(value: Fraction) -> str:
    text = render_number(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
