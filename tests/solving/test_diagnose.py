"""Every way in which a link can go, worked by hand.

The chain: gold answers 12, 20, 33/2; on the other branch 14, 24, 18. Gate 1 affirms "12", gate 2 denies with "24": it
opens the gold branch unless link 1 was answered 24.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from dunyazad.chaining.evaluate import follow
from dunyazad.chaining.record import ChainedProblem
from dunyazad.solving import diagnose

GOLD = (Fraction(12), Fraction(20), Fraction(33, 2))
OTHER = (Fraction(14), Fraction(24), Fraction(18))
Chains = Callable[..., ChainedProblem]

CASES = [
    # answers, diagnoses, consistent
    (GOLD, "correct correct correct", (True, True, True)),
    # 14 makes the first claim false: 24 follows from it, and makes the second claim true: so does 18.
    ((Fraction(14), Fraction(24), Fraction(18)), "otherwise_wrong inherited inherited", (None, True, True)),
    # 12 opens the right branch, 24 was a wrong turn; 18 was led there.
    ((Fraction(12), Fraction(24), Fraction(18)), "correct wrong_branch inherited", (True, False, True)),
    ((Fraction(12), Fraction(20), Fraction(18)), "correct correct wrong_branch", (True, True, False)),
    # The right answer against the own earlier ones.
    ((Fraction(14), Fraction(20), Fraction(33, 2)), "otherwise_wrong correct correct", (None, False, True)),
    ((Fraction(12), Fraction(21), Fraction(33, 2)), "correct otherwise_wrong correct", (True, None, True)),
    # 21 is not 24, so the denied claim is false and the right branch is open: 18 was a wrong turn.
    ((Fraction(12), Fraction(21), Fraction(18)), "correct otherwise_wrong wrong_branch", (True, None, False)),
    ((None, Fraction(24), Fraction(18)), "not_answered wrong_branch inherited", (None, None, True)),
    ((Fraction(12), None, Fraction(18)), "correct not_answered wrong_branch", (True, None, None)),
    ((Fraction(12), None, Fraction(33, 2)), "correct not_answered correct", (True, None, None)),
    ((None, None, None), "not_answered not_answered not_answered", (None, None, None)),
]


@pytest.mark.parametrize(("given", "diagnoses", "consistent"), CASES)
def test_causes(
    chain: ChainedProblem, given: tuple[Fraction | None, ...], diagnoses: str, consistent: tuple[bool | None, ...]
) -> None:
    links = diagnose(chain, given)
    assert [link.diagnosis for link in links] == diagnoses.split()
    assert tuple(link.consistent for link in links) == consistent
    assert tuple(link.given for link in links) == given
    assert tuple(link.expected for link in links) == GOLD
    assert [link.position for link in links] == [0, 1, 2]


def test_without_a_known_counterfactual_the_cause_cannot_be_told(make_chain: Chains) -> None:
    chain = make_chain(counterfactuals=(Fraction(14), None, Fraction(18)))
    links = diagnose(chain, (Fraction(12), Fraction(25), Fraction(33, 2)))
    assert [link.diagnosis for link in links] == ["correct", "undetermined", "correct"]
    # The first problem has no branch that it could have taken.
    chain = make_chain(counterfactuals=(None, Fraction(24), Fraction(18)))
    assert diagnose(chain, (Fraction(13), Fraction(20), Fraction(33, 2)))[0].diagnosis == "otherwise_wrong"


def test_what_was_not_asked_is_neither_right_nor_wrong(chain: ChainedProblem) -> None:
    links = diagnose(chain, (None, None, Fraction(33, 2)), asked={2})
    assert [link.diagnosis for link in links] == ["not_asked", "not_asked", "correct"]
    # 18 is the other branch's answer; whether it was led there, nobody asked.
    assert diagnose(chain, (None, None, Fraction(18)), asked={2})[2].diagnosis == "undetermined"
    assert diagnose(chain, (None, None, Fraction(17)), asked={2})[2].diagnosis == "otherwise_wrong"
    assert diagnose(chain, (None, None, None), asked={2})[2].diagnosis == "not_answered"


def test_every_pattern_of_wrong_turns_is_found_again(make_chain: Chains) -> None:
    # Brute force over both forms of each gate and all sets of wrong turns.
    for forms in product(("affirm", "deny"), repeat=2):
        chain = make_chain(forms=forms)
        for turns in ((), (1,), (2,), (1, 2)):
            links = diagnose(chain, follow(chain, wrong_at=turns))
            found = {link.position for link in links if link.consistent is False}
            assert found == set(turns)
            wrong = [link for link in links if link.diagnosis != "correct"]
            assert all((link.diagnosis == "wrong_branch") == (link.position in turns) for link in wrong)


def test_a_chain_of_one(make_chain: Chains) -> None:
    chain = make_chain(length=1)
    assert diagnose(chain, (Fraction(12),))[0].diagnosis == "correct"
    assert diagnose(chain, (Fraction(14),))[0].diagnosis == "otherwise_wrong"


def test_answers_for_another_number_of_problems_are_refused(chain: ChainedProblem) -> None:
    with pytest.raises(ValueError, match="2 answers for a chain of 3"):
        diagnose(chain, (Fraction(1), Fraction(2)))
