"""Outcomes are told apart, and none of them is a wrong answer."""

from __future__ import annotations

import copy
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from dunyazad._exceptions import InputError, RecordError
from dunyazad._records import decode, encode, read_records
from dunyazad.chaining.record import ChainedProblem
from dunyazad.solving import (
    PROTOCOLS,
    Attempt,
    Protocol,
    Reply,
    Solution,
    chain_of,
    check_protocol,
    judge,
    planted_of,
    protocol_of,
    sample_metadata,
)

RIGHT = "[Q1] 16.5\n[Q2] 20\n[Q3] 12"


def solution(chain: ChainedProblem, *replies: Reply, protocol: Protocol = "labelled") -> Solution:
    return judge(Attempt(chain=chain, model="m", protocol=protocol, replies=replies))


OUTCOMES = [
    (Reply(RIGHT), "answered", ""),
    (Reply("[Q3] 13"), "answered", ""),
    # Answers stand, so the limit came after them.
    (Reply(f"{RIGHT}\n", "truncated"), "answered", ""),
    (Reply("Step 1: 3 * 4", "truncated"), "truncated", "the response hit a limit before any answer"),
    (Reply("", "truncated", "the context was full"), "truncated", "the context was full"),
    (Reply("", "refused"), "refused", "the model or its provider declined"),
    (Reply(""), "unparsed", "empty response"),
    (Reply("Step 1: 3 * 4 = 12"), "unparsed", "no labelled answer in the response"),
    (Reply("[Q1] who knows"), "unparsed", "no single number in 'who knows'"),
    (Reply(stop="failed", reason="503: overloaded\nTraceback"), "failed", "503: overloaded\nTraceback"),
    (Reply(stop="failed"), "failed", "no response"),
]


@pytest.mark.parametrize(("reply", "outcome", "reason"), OUTCOMES)
def test_outcomes(chain: ChainedProblem, reply: Reply, outcome: str, reason: str) -> None:
    found = solution(chain, reply)
    assert (found.outcome, found.reason) == (outcome, reason)
    assert len(found.links) == (0 if outcome == "failed" else 3)
    assert (found.all_links_correct is None) == (outcome != "answered")


def test_two_turns(chain: ChainedProblem) -> None:
    right = Reply('{"Q1": 16.5, "Q2": 20, "Q3": 12}')
    found = solution(chain, Reply("Step 1 ..."), right, protocol="two-turn")
    assert (found.outcome, found.all_links_correct, found.response) == ("answered", True, "Step 1 ...")
    assert found.answers_text == right.text
    broken = solution(chain, Reply("Step 1 ..."), Reply('{"Q1": 16.5,'), protocol="two-turn")
    assert (broken.outcome, broken.reason) == ("unparsed", "broken JSON, or no key Q1, Q2, ... in it")
    # The first turn's labels are part of the free solution, not answers.
    alone = solution(chain, Reply(RIGHT, "truncated"), protocol="two-turn")
    assert alone.outcome == "truncated"
    lost = solution(chain, Reply("Step 1 ..."), Reply(stop="failed", reason="gone"), protocol="two-turn")
    assert (lost.outcome, lost.reason, lost.response, lost.links) == ("failed", "gone", "Step 1 ...", ())


def test_links_keep_the_answers_as_written(chain: ChainedProblem) -> None:
    found = solution(chain, Reply("[Q3] **12 figs**\n[Q2] none"))
    assert [link.text for link in found.links] == ["12 figs", "none", ""]
    assert [link.diagnosis for link in found.links] == ["correct", "not_answered", "not_answered"]
    assert (found.first_failed, found.final_correct) == (1, False)


def test_a_solution_survives_the_disk(chain: ChainedProblem) -> None:
    found = solution(chain, Reply(RIGHT))
    assert decode(encode(found), Solution) == found
    assert found.id == "c1/m/labelled/1"


def test_regression_two_protocols_of_a_model_have_ids_of_their_own(chain: ChainedProblem) -> None:
    # In one report over both files the solutions, and their verifications, could not be told apart.
    found = {solution(chain, Reply(RIGHT), protocol=protocol).id for protocol in PROTOCOLS}
    assert len(found) == len(PROTOCOLS)


def test_regression_an_answered_solution_has_one_link_for_each_problem(chain: ChainedProblem, tmp_path: Path) -> None:
    # Without links it counted as correct: all of none are.
    found = solution(chain, Reply(RIGHT))
    first, second, third = found.links
    for links in ((), (first, second), (first, third, second), (first, second, second, third)):
        with pytest.raises(ValueError, match="answered, with links"):
            msgspec.structs.replace(found, links=links)
    for length in (-1, 0, 10**12):
        with pytest.raises(ValueError, match=f"for a chain of {length} problems"):
            msgspec.structs.replace(found, chain=msgspec.structs.replace(chain, length=length))
    row = msgspec.json.decode(encode(found))
    row["links"].pop()
    (tmp_path / "s.jsonl").write_bytes(msgspec.json.encode(row))
    with pytest.raises(RecordError, match=r"s\.jsonl:1: answered, with links \[0, 1\] for a chain of 3 problems"):
        list(read_records(tmp_path / "s.jsonl", Solution))


def test_a_sample_carries_its_chain(chain: ChainedProblem) -> None:
    metadata = sample_metadata(chain, "two-turn")
    assert chain_of(metadata) == chain
    assert protocol_of(metadata) == "two-turn"
    assert (metadata["cell"], metadata["problem_ids"]) == ("backward 3", ["ada", "bo", "cleo"])
    assert planted_of({"planted": ["correct", "inherited"]}) == ("correct", "inherited")


def test_a_strange_sample_is_refused_in_one_line() -> None:
    with pytest.raises(InputError, match="carries no chained problem"):
        chain_of({})
    with pytest.raises(InputError, match="cannot be read"):
        chain_of({"chain": "{}"})
    with pytest.raises(InputError, match="no protocol 'essay': there are final, labelled, two-turn"):
        check_protocol("essay")
    with pytest.raises(InputError, match="planted"):
        planted_of({"planted": ["hm"]})


def test_regression_an_outage_is_not_a_wrong_answer(chain: ChainedProblem) -> None:
    # Fault 4 of the reference: an outage or a parse failure was stored as a wrong answer.
    for reply in (Reply(stop="failed", reason="503"), Reply(""), Reply("prose"), Reply("", "refused")):
        found = solution(chain, reply)
        assert found.all_links_correct is None
        assert found.final_correct is None


def test_regression_scoring_changes_nothing_that_it_is_given(chain: ChainedProblem) -> None:
    # Fault 5 of the reference: scorers changed their input, and skipped one hard-coded problem.
    attempt = Attempt(chain=chain, model="m", protocol="labelled", replies=(Reply(RIGHT),))
    before = copy.deepcopy(attempt)
    first, second = judge(attempt), judge(attempt)
    assert attempt == before
    assert first == second
    assert [link.given for link in first.links] == [Fraction(12), Fraction(20), Fraction(33, 2)]


@pytest.mark.parametrize("stop", ["truncated", "refused"])
def test_regression_a_number_that_may_be_cut_off_is_not_read(chain: ChainedProblem, stop: str) -> None:
    # "[Q3] 1" was to become 12, and was scored as a wrong answer.
    reply = msgspec.convert({"text": "[Q1] 16.5\n[Q2] 20\n[Q3] 1", "stop": stop}, Reply)
    found = solution(chain, reply)
    assert [link.diagnosis for link in found.links] == ["not_answered", "correct", "correct"]
    assert found.unfinished
    assert solution(chain, Reply("Answer: 1", "truncated"), protocol="final").outcome == "truncated"
    # JSON closes its own brackets: what is whole was not cut.
    whole = Reply('{"Q1": 16.5, "Q2": 20, "Q3": 12}', "truncated")
    assert solution(chain, Reply("Step 1."), whole, protocol="two-turn").all_links_correct


def test_regression_what_no_file_can_hold_does_not_stop_the_rest(chain: ChainedProblem) -> None:
    # One half of a surrogate pair in one response made the whole solutions file fail.
    for protocol in ("labelled", "two-turn"):
        found = solution(chain, Reply("\ud800"), Reply('[Q1] \ud800\n{"Q1": "\\ud800"}'), protocol=protocol)
        assert decode(encode(found), Solution) == found
    assert encode(solution(chain, Reply(stop="failed", reason="\ud800")))


def test_regression_a_trace_is_no_answer(chain: ChainedProblem) -> None:
    found = solution(chain, Reply("<think>[Q3] 13? No.</think>I do not know."))
    assert (found.outcome, found.reason) == ("unparsed", "no labelled answer in the response")
    assert solution(chain, Reply("<think>[Q3] 12")).reason == "nothing but thinking in the response"
