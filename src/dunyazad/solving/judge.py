"""From what came back to a Solution: the outcome, the answers, the diagnosis. Pure, so that a log can be read again.

The outcome is decided in this order, and each case is told apart from a wrong answer:

1. a call failed (no response)                        -> failed
2. at least one asked-for answer could be read        -> answered
3. the last response was declined, or filtered        -> refused
4. it hit a limit                                     -> truncated
5. anything else (empty, broken JSON, no marker)      -> unparsed
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import msgspec

from dunyazad._records import storable
from dunyazad.chaining.evaluate import final_answer
from dunyazad.chaining.record import ChainedProblem
from dunyazad.solving.diagnose import diagnose
from dunyazad.solving.protocols import ParsedAnswers, asked_links, parse_answers
from dunyazad.solving.record import Diagnosis, FinalResult, LinkResult, Outcome, Protocol, Solution, Usage, one_line

__all__ = ["Attempt", "Reply", "classify", "judge", "solution_id"]


class Reply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What came back from one call.

    Attributes:
        text: The response; may be empty.
        stop: How it ended. `failed` means that no response came.
        reason: Why it did not finish, in one line; where it failed, all that the error says.
    """

    text: str = ""
    stop: Literal["finished", "truncated", "refused", "failed"] = "finished"
    reason: str = ""


class Attempt(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One attempt at a chained problem, before it is judged.

    Attributes:
        chain: The chained problem.
        model: The model's name.
        protocol: How the answers were asked for.
        replies: One entry a turn that was taken; `two-turn` stops after the first where that gave nothing to ask about.
        epoch: Which repetition, from 1.
        usage: Tokens of all calls.
        seconds: Wall time of the calls; None where not recorded.
        planted: For the simulated solver, what it planted at each link.
    """

    chain: ChainedProblem
    model: str
    protocol: Protocol
    replies: tuple[Reply, ...]
    epoch: int = 1
    usage: Usage = Usage()
    seconds: float | None = None
    planted: tuple[Diagnosis, ...] = ()


def solution_id(chain_id: str, model: str, protocol: Protocol, epoch: int) -> str:
    """The id of a solution: chain, model, protocol and epoch, so that runs can be reported together."""
    return f"{chain_id}/{model}/{protocol}/{epoch}"


def judge(attempt: Attempt) -> Solution:
    """Read the answers of an attempt, and say what came back and how each link went.

    Example:
        >>> from dunyazad.solving.judge import Reply, classify
        >>> classify((Reply(stop="truncated"),), ParsedAnswers((None,), ("",), ("empty response",)))
        ('truncated', 'the response hit a limit before any answer')
    """
    answers_turn = 1 if attempt.protocol == "two-turn" else 0
    texts = [storable(reply.text) for reply in attempt.replies]
    answers_text = texts[answers_turn] if len(texts) > answers_turn else ""
    unfinished = len(texts) > answers_turn and attempt.replies[answers_turn].stop in ("truncated", "refused")
    parsed = parse_answers(attempt.chain, attempt.protocol, answers_text, unfinished=unfinished)
    outcome, reason = classify(attempt.replies, parsed)
    return Solution(
        id=solution_id(attempt.chain.id, attempt.model, attempt.protocol, attempt.epoch),
        chain=attempt.chain,
        model=attempt.model,
        protocol=attempt.protocol,
        outcome=outcome,
        reason=reason,
        response=texts[0] if texts else "",
        answers_text=answers_text if attempt.protocol == "two-turn" else "",
        links=() if outcome == "failed" else _links(attempt.chain, attempt.protocol, parsed),
        final=None if outcome == "failed" else _final(attempt.chain, parsed),
        usage=attempt.usage,
        seconds=attempt.seconds,
        planted=attempt.planted,
        unfinished=unfinished,
    )


def classify(replies: tuple[Reply, ...], parsed: ParsedAnswers) -> tuple[Outcome, str]:
    """Give the outcome, and the reason where it is not `answered`.

    Args:
        replies: What came back, in order; none counts as failed.
        parsed: What could be read from it.
    """
    failed = next((reply for reply in replies if reply.stop == "failed"), None)
    if failed is not None or not replies:
        return "failed", storable(failed.reason if failed else "").strip() or "no response"
    if parsed.any_read:
        return "answered", ""
    last = replies[-1]
    if last.stop == "refused":
        return "refused", one_line(storable(last.reason)) or "the model or its provider declined"
    if last.stop == "truncated":
        return "truncated", one_line(storable(last.reason)) or "the response hit a limit before any answer"
    return "unparsed", "; ".join(parsed.problems) or "no answer could be read"


def _links(chain: ChainedProblem, protocol: Protocol, parsed: ParsedAnswers) -> tuple[LinkResult, ...]:
    given: tuple[Fraction | None, ...] = parsed.given
    found = diagnose(chain, given, asked=asked_links(chain, protocol))
    return tuple(
        msgspec.structs.replace(link, text=text) if text else link
        for link, text in zip(found, parsed.texts, strict=True)
    )


def _final(chain: ChainedProblem, parsed: ParsedAnswers) -> FinalResult | None:
    if chain.final.kind == "target":
        return None
    own = final_answer(chain.final, parsed.given)
    consistent = None if own is None or parsed.final is None else own == parsed.final
    return FinalResult(chain.answer, parsed.final, consistent, parsed.final_text)
