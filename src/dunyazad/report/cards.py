"""One solution as the page shows it, cut to a bounded size."""

from __future__ import annotations

from fractions import Fraction

from dunyazad.chaining.record import ChainedProblem, NumericGate
from dunyazad.errors.record import Verdict, Verification
from dunyazad.numbers import render_number
from dunyazad.reasoning.graph import graph_statistics
from dunyazad.report.marks import mark_chain
from dunyazad.report.record import ChainCard, GraphLine, LinkRow, StepCard
from dunyazad.report.visible import clip
from dunyazad.report.words import is_simulated
from dunyazad.solving.record import Solution

__all__ = ["belongs", "kind_of", "make_card"]

# What is shown of one solution is bounded, so that a runaway response cannot make a page that no browser opens.
MAX_RESPONSE = 20_000
MAX_STEPS = 200
MAX_STEP = 4_000
MAX_EVIDENCE = 400
MAX_REASON = 2_000


def kind_of(solution: Solution) -> str:
    """What a solution is filtered by: its outcome, or if answered, `link:` and its first failed link's diagnosis.

    `final` is one whose final question over several problems is all that failed.
    """
    if solution.outcome != "answered":
        return solution.outcome
    first = solution.first_failed
    if first is not None:
        return f"link:{solution.links[first].diagnosis}"
    return "link:correct" if solution.final_correct else "final"


def belongs(verification: Verification, solution: Solution) -> bool:
    """Are a verification's steps cut from this very response? An id stays the same when a chain is solved anew."""
    chain = verification.parc.chain
    return chain.question == solution.chain.text and all(step.text in solution.response for step in chain.steps)


def make_card(solution: Solution, verification: Verification | None = None) -> ChainCard:
    """Give a solution's card; without a verification it has no steps and no graph."""
    chain = solution.chain
    response, response_omitted = clip(solution.response, MAX_RESPONSE)
    answers, answers_omitted = clip(solution.answers_text, MAX_RESPONSE)
    steps = _steps(verification) if verification else ()
    return ChainCard(
        id=solution.id,
        chain_id=chain.id,
        model=solution.model,
        simulated=is_simulated(solution.model),
        source=solution.chain.source,
        protocol=solution.protocol,
        order=chain.manner,
        length=chain.length,
        outcome=solution.outcome,
        reason=clip(solution.reason, MAX_REASON)[0],
        kind=kind_of(solution),
        first_failed=solution.first_failed,
        text=mark_chain(chain),
        links=_links(solution),
        final=solution.final,
        response=response,
        response_omitted=response_omitted,
        answers_text=answers,
        answers_omitted=answers_omitted,
        steps=steps,
        steps_omitted=len(verification.verdicts) - len(steps) if verification else 0,
        graph=_graph(verification) if verification else None,
        seconds=solution.seconds,
        usage=solution.usage,
    )


def _links(solution: Solution) -> tuple[LinkRow, ...]:
    chain = solution.chain
    results = {link.position: link for link in solution.links}
    rows = []
    for position, told in enumerate(_told(chain)):
        result = results.get(position)
        others = chain.problems[position].counterfactual_answers
        rows.append(
            LinkRow(
                told=told,
                question=chain.questions[position],
                expected=render_number(chain.answers[position]),
                counterfactual=_others(others),
                numeric=isinstance(chain.gate_of(position), NumericGate),
                given="" if result is None or result.given is None else render_number(result.given),
                result=result,
                planted=solution.planted[position] if position < len(solution.planted) else None,
            )
        )
    return tuple(rows)


def _others(answers: tuple[Fraction | None, ...]) -> str:
    known = [answer for answer in answers if answer is not None]
    return ", ".join("unknown" if answer is None else render_number(answer) for answer in answers) if known else ""


def _told(chain: ChainedProblem) -> list[int]:
    """Each problem's place in the text, from 1, in solving order."""
    places = {problem: place for place, problem in enumerate(chain.telling, start=1)}
    return [places.get(position, position + 1) for position in range(chain.length)]


def _steps(verification: Verification) -> tuple[StepCard, ...]:
    return tuple(_step(verification, verdict) for verdict in verification.verdicts[:MAX_STEPS])


def _step(verification: Verification, verdict: Verdict) -> StepCard:
    step = verification.parc.chain.steps[verdict.step - 1]
    text, omitted = clip(step.text, MAX_STEP)
    return StepCard(
        number=verdict.step,
        label=clip(step.label, MAX_EVIDENCE)[0],
        text=text,
        omitted=omitted,
        premises=verification.parc.premises_of(verdict.step),
        verdict=verdict.label,
        outcome=verdict.outcome,
        origin=verdict.origin,
        evidence=verdict.evidence,
        method=verdict.method,
    )


def _graph(verification: Verification) -> GraphLine:
    statistics = graph_statistics(verification.parc)
    return GraphLine(
        steps=statistics.steps,
        premises_method=verification.parc.method,
        errors_method=verification.errors_method,
        edges=statistics.edges,
        depth=statistics.depth,
        max_width=statistics.max_width,
        branching_factor=statistics.branching_factor,
    )
