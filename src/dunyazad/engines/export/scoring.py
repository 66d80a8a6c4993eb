"""Scoring for lm-evaluation-harness: our reading and judging of a response, and means over what was answered.

The exported folder's `utils.py` names these functions, and nothing is scored there that is not scored here. A document
gives one entry for each metric, and None where a metric does not apply (nothing was answered): the harness would count
a missing entry against the wrong number of documents. `mean_of_scored` leaves those out.

| metric | over |
|---|---|
| `answered`, `unparsed` | all documents: could an answer be read at all? |
| `final`, `all_links`, `per_link` | documents that were answered |
| `final_of_all`, `all_links_of_all` | all documents; what could not be read counts as not correct |

The harness does not tell how a response ended. What was cut off by a limit or refused is counted under `unparsed`
unless an answer could be read from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dunyazad._exceptions import InputError
from dunyazad._records import decode
from dunyazad.chaining import ChainedProblem
from dunyazad.solving import (
    PROTOCOLS,
    Attempt,
    Protocol,
    Reply,
    Solution,
    check_protocol,
    first_prompt,
    judge,
    render_answers,
)

__all__ = ["METRICS", "judge_text", "mean_of_scored", "metrics_of", "task_functions"]


def _number(verdict: bool | None) -> float | None:
    return None if verdict is None else float(verdict)


_EVERY: dict[str, Callable[[Solution], float | None]] = {
    "answered": lambda solution: float(solution.outcome == "answered"),
    "unparsed": lambda solution: float(solution.outcome != "answered"),
    "final": lambda solution: _number(solution.final_correct),
    "final_of_all": lambda solution: float(solution.final_correct is True),
}
_LINKS: dict[str, Callable[[Solution], float | None]] = {
    "all_links": lambda solution: _number(solution.all_links_correct),
    "all_links_of_all": lambda solution: float(solution.all_links_correct is True),
    "per_link": lambda solution: solution.link_share,
}

# What each protocol is measured by. The second turn of `two-turn` is one that the harness cannot take.
METRICS: dict[Protocol, dict[str, Callable[[Solution], float | None]]] = {"labelled": _LINKS | _EVERY, "final": _EVERY}


def judge_text(chain: ChainedProblem, protocol: Protocol, text: str) -> Solution:
    """Judge one response to a chain, as every other run of ours does."""
    return judge(Attempt(chain=chain, model="lm-eval", protocol=protocol, replies=(Reply(text),)))


def metrics_of(solution: Solution) -> dict[str, float | None]:
    """Give a response's entry for each metric of its protocol; None where it does not apply."""
    return {name: value(solution) for name, value in METRICS[solution.protocol].items()}


def mean_of_scored(values: Sequence[float | None]) -> float | None:
    """Average the entries that are not None; None where there is none, since a rate of nothing is no 0.

    Example:
        >>> mean_of_scored([1.0, None, 0.0])
        0.5
        >>> mean_of_scored([None]) is None
        True
    """
    scored = [value for value in values if value is not None]
    return sum(scored) / len(scored) if scored else None


def task_functions(protocol: str, wording: str) -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
    """Give what a task's YAML names: the prompt of a document, its target, and the metrics of a response.

    Args:
        protocol: `labelled` or `final`.
        wording: The version of the protocol's wording that the folder was written for.

    Raises:
        InputError: There is no such protocol here, or it has another wording by now: results would not compare.
    """
    kind = check_protocol(protocol)
    if kind not in METRICS:
        raise InputError(f"the harness takes one turn: the protocol is {' or '.join(METRICS)}, not {protocol!r}")
    if PROTOCOLS[kind] != wording:
        raise InputError(
            f"exported for the wording {wording!r}; this dunyazad asks in {PROTOCOLS[kind]!r}: export again"
        )

    def prompt(doc: Mapping[str, Any]) -> str:
        return first_prompt(_chain(doc), kind)

    def target(doc: Mapping[str, Any]) -> str:
        chain = _chain(doc)
        return render_answers(chain, kind, chain.answers)

    def process_results(doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, float | None]:
        return metrics_of(judge_text(_chain(doc), kind, str(results[0])))

    return prompt, target, process_results


def _chain(doc: Mapping[str, Any]) -> ChainedProblem:
    return decode(str(doc["record"]), ChainedProblem)
