"""Chains that ask for a sum, a difference or the largest of several answers: prompts, reading, scores."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dunyazad._records import decode, encode
from dunyazad.chaining.record import ChainedProblem, Final, LogicGate
from dunyazad.solving import (
    PROTOCOLS,
    Attempt,
    FinalResult,
    Protocol,
    Reply,
    Solution,
    answers_prompt,
    answers_schema,
    asked_links,
    first_prompt,
    judge,
    parse_answers,
    render_answers,
)

from .conftest import joined, member

Kind = Literal["sum", "difference", "max"]
KINDS: tuple[Kind, ...] = ("sum", "difference", "max")
GATES = tuple(
    LogicGate(child=child, parents=(child - 1,), condition="if", claims=(child == 1,)) for child in range(1, 3)
)


def chain_for(kind: Kind, of: tuple[int, ...] = (0, 2)) -> ChainedProblem:
    """12, 20 and 33 (14, 24 and 18): the sum over the first and the last is 45, their difference 21."""
    return joined([member("a", 12, 14), member("b", 20, 24), member("t", 33, 18)], GATES, Final(kind, of))


def solve(chain: ChainedProblem, *texts: str, protocol: Protocol = "labelled") -> Solution:
    return judge(Attempt(chain=chain, model="m", protocol=protocol, replies=tuple(map(Reply, texts))))


def test_the_final_question_has_the_last_label() -> None:
    prompt = first_prompt(chain_for("sum"), "labelled")
    assert prompt.endswith(
        "(you may have to solve them in another order), and then the final question:\n"
        "[Q1] What is a?\n[Q2] What is b?\n[Q3] What is t?\n"
        "[Q4] What is the sum of the answers to these questions? [What is a?] [What is t?]\n\n"
        "When you are done, end with one line for each question, its label first, then the answer as a number, in "
        "exactly this form:\n[Q1] <number>\n[Q2] <number>\n[Q3] <number>\n[Q4] <number>"
    )
    second = answers_prompt(chain_for("sum"))
    assert "in which the problems were told, and then the final question:" in second
    assert '"Q4": <number or null>}' in second
    assert json.loads(answers_schema(chain_for("sum")))["required"] == ["Q1", "Q2", "Q3", "Q4"]


@pytest.mark.parametrize(
    ("kind", "asked"),
    [
        ("sum", "the sum that is asked for at the end"),
        ("difference", "the difference that is asked for at the end"),
        ("max", "the largest of the answers that the end asks about"),
    ],
)
def test_the_last_question_of_the_text_is_only_quoted(kind: Kind, asked: str) -> None:
    # "the answer to the last question" would be the answer to the question that is quoted last.
    assert first_prompt(chain_for(kind), "final").endswith(
        f"When you are done, write {asked} on a line of its own, in exactly this form:\nAnswer: <number>"
    )


CASES: list[tuple[Kind, str, FinalResult, bool, bool]] = [
    # kind, answers by label, the final result, final correct, all links correct
    ("sum", "12 20 33 45", FinalResult(Fraction(45), Fraction(45), True, "45"), True, True),
    ("difference", "12 20 33 21", FinalResult(Fraction(21), Fraction(21), True, "21"), True, True),
    ("max", "12 20 33 33", FinalResult(Fraction(33), Fraction(33), True, "33"), True, True),
    # Every link is right, and the sum is not.
    ("sum", "12 20 33 46", FinalResult(Fraction(45), Fraction(46), False, "46"), False, False),
    # The right sum of wrong answers, which it does not follow from; and a wrong sum that follows.
    ("sum", "14 20 33 45", FinalResult(Fraction(45), Fraction(45), False, "45"), True, False),
    ("sum", "14 24 18 32", FinalResult(Fraction(45), Fraction(32), True, "32"), False, False),
    # The larger of wrong answers, by chance the right one.
    ("max", "14 24 33 33", FinalResult(Fraction(33), Fraction(33), True, "33"), True, False),
    # 14 and 35: the difference is right by chance.
    ("difference", "14 24 35 21", FinalResult(Fraction(21), Fraction(21), True, "21"), True, False),
    # b is none of what the sum is over; without t nobody knows what it should come to.
    ("sum", "12 - 33 45", FinalResult(Fraction(45), Fraction(45), True, "45"), True, False),
    ("sum", "12 20 - 45", FinalResult(Fraction(45), Fraction(45), None, "45"), True, False),
    ("sum", "12 20 33 -", FinalResult(Fraction(45), None, None, ""), False, False),
    ("sum", "12 20 33 dunno", FinalResult(Fraction(45), None, None, "dunno"), False, False),
]


@pytest.mark.parametrize("protocol", ["labelled", "two-turn"])
@pytest.mark.parametrize(("kind", "answers", "final", "right", "all_right"), CASES)
def test_scores_by_hand(
    kind: Kind, answers: str, final: FinalResult, right: bool, all_right: bool, protocol: Protocol
) -> None:
    words = [(label, word) for label, word in enumerate(answers.split(), start=1) if word != "-"]
    texts = ["\n".join(f"[Q{label}] {word}" for label, word in words)]
    if protocol == "two-turn":
        texts = ["Step 1.", json.dumps({f"Q{label}": word for label, word in words})]
    found = solve(chain_for(kind), *texts, protocol=protocol)
    assert found.outcome == "answered"
    assert found.final == final
    assert (found.final_correct, found.all_links_correct) == (right, all_right)
    assert len(found.links) == 3  # the final question is no link
    assert decode(encode(found), Solution) == found


@pytest.mark.parametrize("kind", KINDS)
def test_the_final_protocol_asks_for_no_link(kind: Kind) -> None:
    chain = chain_for(kind)
    assert asked_links(chain, "final") == frozenset()
    found = solve(chain, f"Answer: {chain.answer}", protocol="final")
    assert (found.outcome, found.final_correct, found.all_links_correct) == ("answered", True, None)
    assert {link.diagnosis for link in found.links} == {"not_asked"}
    assert (found.first_failed, found.final and found.final.consistent) == (None, None)
    wrong = solve(chain, "Answer: 1", protocol="final")
    assert (wrong.outcome, wrong.final_correct) == ("answered", False)
    assert solve(chain, "no idea", protocol="final").outcome == "unparsed"


def test_what_did_not_come_is_no_wrong_final_answer() -> None:
    found = judge(Attempt(chain=chain_for("sum"), model="m", protocol="labelled", replies=(Reply(stop="failed"),)))
    assert (found.final, found.final_correct, found.all_links_correct) == (None, None, None)
    assert solve(chain_for("sum"), "prose").final_correct is None


def test_only_the_final_answer_could_be_read() -> None:
    found = solve(chain_for("sum"), "[Q4] 45")
    assert (found.outcome, found.final_correct, found.first_failed) == ("answered", True, 0)


answers_of = st.one_of(st.none(), st.fractions(min_value=-(10**6), max_value=10**6, max_denominator=100))


@settings(deadline=None)
@given(
    own=st.tuples(answers_of, answers_of, answers_of),
    protocol=st.sampled_from(sorted(PROTOCOLS)),
    kind=st.sampled_from(KINDS),
    of=st.sampled_from([(0, 2), (2, 1), (1, 2)]),
)
def test_what_render_writes_parse_reads(
    own: Sequence[Fraction | None], protocol: Protocol, kind: Kind, of: tuple[int, ...]
) -> None:
    first, second = (own[position] for position in of)
    final = None
    if first is not None and second is not None:
        final = {"sum": first + second, "difference": abs(first - second), "max": max(first, second)}[kind]
    chain = chain_for(kind, of)
    parsed = parse_answers(chain, protocol, render_answers(chain, protocol, own))
    assert parsed.given == ((None, None, None) if protocol == "final" else own)
    assert parsed.final == final
