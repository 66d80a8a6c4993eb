"""The simulated solver as an Inspect solver.

    inspect eval dunyazad/chains -T file=chains.jsonl --solver dunyazad/simulated -S accuracy=0.9 --model none/none

It calls no model. Everything that it leaves in a sample says "simulated".
"""

from __future__ import annotations

from typing import Any

from inspect_ai.model import ChatCompletionChoice, ChatMessageAssistant, ChatMessageUser, ModelOutput, ModelUsage
from inspect_ai.solver import Generate, Solver, TaskState, solver

from dunyazad.models.simulated import SimulatedSolution, Simulator, make_rates
from dunyazad.problems.reading import read_problems
from dunyazad.problems.record import Problem
from dunyazad.solving import PLANTED, SIMULATED, STOPS, answers_prompt, chain_of, protocol_of

__all__ = ["PLANTED_STEPS", "simulated"]

# Beside `PLANTED`, what was planted at each link: the truth about each step, as a list of {text, premises, label}.
PLANTED_STEPS = "planted_steps"


@solver
def simulated(
    *,
    accuracy: float | None = None,
    wrong_branch: float | None = None,
    slip: float | None = None,
    skip: float | None = None,
    seed: int = 0,
    problems: str | None = None,
) -> Solver:
    """Solve each link with given probabilities of a mistake; the truth stands in the sample's metadata.

    Args:
        accuracy: How often a link is solved without a mistake (0.9 where nothing is given). Of the mistakes, half are
            wrong branches, two fifths slips of arithmetic, a tenth skips.
        wrong_branch: How often the other branch is taken; given instead of `accuracy`, as are the next two.
        slip: How often the arithmetic slips.
        skip: How often a link is left out.
        seed: Other seeds make other mistakes.
        problems: A JSONL file of the chains' problems, so that their arithmetic can be written out in steps.

    Raises:
        InputError: A value is out of range, or the file cannot be read.
    """
    rates = make_rates(accuracy=accuracy, wrong_branch=wrong_branch, slip=slip, skip=skip)
    simulator = Simulator(rates=rates, seed=seed, problems=_by_id(problems))

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        del generate
        chain, protocol = chain_of(state.metadata), protocol_of(state.metadata)
        made = simulator.solve(chain, protocol=protocol, epoch=state.epoch)
        message = _say(state, made.text)
        if protocol == "two-turn":
            state.messages.append(ChatMessageUser(content=answers_prompt(chain)))
            message = _say(state, made.answers_text)
        # Usage is given, though nothing was used: Inspect would fetch a tokenizer from the network to count it.
        choice = ChatCompletionChoice(message=message, stop_reason="stop")
        state.output = ModelOutput(model="simulated", choices=[choice], usage=ModelUsage(), time=0.0)
        state.metadata |= _planted(simulator.name, made, turns=2 if protocol == "two-turn" else 1)
        return state

    return solve


def _by_id(path: str | None) -> dict[str, Problem]:
    return {} if path is None else {problem.id: problem for problem in read_problems(path)}


def _say(state: TaskState, text: str) -> ChatMessageAssistant:
    message = ChatMessageAssistant(content=text, model="simulated")
    state.messages.append(message)
    return message


def _planted(name: str, made: SimulatedSolution, *, turns: int) -> dict[str, Any]:
    steps = [{"text": step.text, "premises": list(step.premises), "label": step.label} for step in made.steps]
    return {SIMULATED: name, PLANTED: list(made.diagnoses), STOPS: ["stop"] * turns, PLANTED_STEPS: steps}
