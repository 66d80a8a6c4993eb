"""Votes: what most say, ties, and votes without a verdict."""

from __future__ import annotations

import pytest
from tests.errors.scripted import answered, judged, letters, parc_of
from tests.reasoning.chains import CHAINS

from dunyazad.errors import judge

ONE = parc_of(CHAINS["one-step"], (0,))


@pytest.mark.parametrize(
    ("script", "expected", "agreement"),
    [
        ("ccm", "c", "2 of 3 votes agree"),
        ("mcm", "m", "2 of 3 votes agree"),
        ("ccmm", "m", "2 of 4 votes agree"),  # a tie goes to the more severe
        ("cclm", "c", "2 of 4 votes agree"),
        ("ola", "l", "1 of 3 votes agree"),
        ("oac", "a", "1 of 3 votes agree"),
        ("rmu", "m", "1 of 3 votes agree, 2 without a verdict"),
        ("c", "c", "1 of 1 votes agree"),
    ],
)
def test_most_votes_win(script: str, expected: str, agreement: str) -> None:
    verdicts = judged(judge(f"votes:{len(script)}:full-context"), ONE, script)
    assert letters(verdicts) == expected
    assert verdicts[0].evidence[-1].finding == agreement
    assert verdicts[0].evidence[-1].holds == (expected == "c")
    assert verdicts[0].method == f"votes:{len(script)}:full-context"


@pytest.mark.parametrize(("script", "outcome"), [("rur", "r"), ("uft", "f"), ("ut", "t"), ("uuu", "u")])
def test_votes_without_a_verdict_leave_the_step_undecided(script: str, outcome: str) -> None:
    assert letters(judged(judge(f"votes:{len(script)}:full-context"), ONE, script)) == outcome


def test_a_vote_is_a_whole_verdict_of_the_judge() -> None:
    # Both prompts of under-premises, three times each. Votes: (c, c) correct; (m, l) mathematical; (c, u) unread.
    # One to one: the more severe.
    voting = judge("votes:3:under-premises")
    keys = [prompt.key for prompt in voting.prompts(ONE)]
    assert keys == [f"step-1-{kind}#{vote}" for kind in ("mathematical", "logical") for vote in (1, 2, 3)]
    verdicts = judged(voting, ONE, "cmc clu")
    assert letters(verdicts) == "m"
    assert verdicts[0].evidence[-1].finding == "1 of 3 votes agree, 1 without a verdict"


def test_what_arithmetic_refutes_is_not_voted_on() -> None:
    parc = parc_of(CHAINS["buns"], (0,), (0, 1), (0, 2), (3,))
    voting = judge("votes:2:hybrid")
    assert len(voting.prompts(parc)) == 6
    assert letters(judged(voting, parc, "cc cc cl")) == "c m a2 l"


def test_the_critic_votes_on_the_whole_solution() -> None:
    parc = parc_of(CHAINS["retraction"], (0,), (0,), (0, 2))
    voting = judge("votes:2:critic")
    assert [prompt.key for prompt in voting.prompts(parc)] == ["solution#1", "solution#2"]
    assert letters(voting.read(parc, answered(voting.prompts(parc), "uf"))) == "f f f"


def test_an_empty_chain_has_no_votes() -> None:
    assert judge("votes:3:hybrid").prompts(parc_of(CHAINS["empty"])) == ()
    assert judge("votes:3:hybrid").read(parc_of(CHAINS["empty"])) == ()
