"""Findings on alternates and wrong conclusions: certified, agreed or likely, and each said once."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from dunyazad.problems import Problem, read_handmade
from dunyazad.problems.decomposition.recovery import read_solutions, recover
from dunyazad.problems.decomposition.verdicts import Tally, Verdict, judge

from .handcut import (
    DISHES,
    DISHES_SOLUTION,
    FISH,
    FISH_SOLUTION,
    KITES,
    KITES_SOLUTION,
    LAMP,
    LAMP_SOLUTION,
    SOAPS,
    SOAPS_SOLUTION,
    handcut,
    solutions,
)

SHARED = Path(__file__).parents[4] / "shared" / "data"


def verdict(problem: Problem, solution: str) -> Verdict:
    known = solutions(problem, solution)
    return judge(recover(problem, known), known)


def codes(found: Verdict) -> list[str]:
    return [finding.code for finding in found.findings]


def test_a_likely_answer_is_told_and_marked() -> None:
    found = verdict(SOAPS, SOAPS_SOLUTION)
    assert (found.answer, found.basis, found.wrong, found.odd) == (Fraction(120), "likely", "counterfactual", "")
    assert codes(found) == ["bindings-disagree", "counterfactual-likely", "wrong-is-counterfactual"]
    assert found.findings[1].sentence.startswith("not certified: 120, by 36 / 18 = 2; ")
    assert "likely, not certified" in found.findings[2].sentence
    assert verdict(LAMP, LAMP_SOLUTION).wrong == "counterfactual"


def test_a_certified_answer_is_told_as_such() -> None:
    plain = handcut(
        "Ylva has 14 shells.",
        "Ylva has 17 shells.",
        "Ylva finds 5 more shells. How many shells does Ylva have?",
        "Ylva has {} shells.",
        "19",
        "22",
    )
    found = verdict(plain, "14 + 5 = <<14+5=19>>19")
    assert (found.answer, found.basis) == (Fraction(22), "certified")
    assert codes(found) == ["wrong-is-counterfactual"]
    assert "(certified)" in found.findings[0].sentence


def test_things_in_pieces_are_odd() -> None:
    found = verdict(FISH, FISH_SOLUTION)
    assert found.answer == Fraction(1000, 3)
    assert found.wrong == "arbitrary"
    assert codes(found) == ["no-annotations", "counterfactual-likely", "alternate-odd"]
    assert "1000/3, which is not whole (likely, not certified)" in found.findings[2].sentence
    assert verdict(KITES, KITES_SOLUTION).odd == ""


BOXES = handcut(
    "Moa has 30 pears.", "Moa has 33 pears.",
    "A box holds 2 pears. How many boxes does Moa fill?", "Moa fills {} boxes.",
    "15", "12",
)  # fmt: skip
WALK = handcut(
    "Odd walks 12 miles.", "Odd walks 9 miles.", "Odd walks for 2 hours. How fast does Odd walk?",
    "Odd walks {} miles per hour.", "6", "5",
)  # fmt: skip


def test_what_all_bindings_agree_on_and_is_odd_is_said_once() -> None:
    found = verdict(BOXES, "30 / 2 = <<30/2=15>>15")
    assert (found.answer, found.basis) == (Fraction(33, 2), "agreed")
    assert codes(found) == ["counterfactual-likely", "alternate-odd"]
    assert "in every admissible binding" in found.findings[1].sentence


def test_measures_may_be_broken_but_not_endlessly() -> None:
    assert verdict(WALK, "12 / 2 = <<12/2=6>>6").odd == ""  # 4.5 miles per hour
    thirds = msgspec.structs.replace(
        WALK, alternate_first_premise="Odd walks 10 miles.", premises="Odd walks for 3 hours.", answer=Fraction(4)
    )
    thirds = msgspec.structs.replace(thirds, conclusion="Odd walks 4 miles per hour.")
    assert verdict(thirds, "12 / 3 = <<12/3=4>>4").odd == "which no decimal writes"


def test_below_zero_is_odd() -> None:
    eggs = handcut(
        "Liv has 30 eggs.", "Liv has 10 eggs.", "Liv sells 12 eggs. How many eggs does Liv have left?",
        "Liv has {} eggs left.", "18", "6",
    )  # fmt: skip
    found = verdict(eggs, "30 - 12 = <<30-12=18>>18")
    assert found.odd == "which is below zero"
    # Two sold and three bought: in between none can be left.
    later = msgspec.structs.replace(
        eggs,
        premises="Liv sells 12 eggs and then buys 8 eggs.",
        answer=Fraction(26),
        conclusion="Liv has 26 eggs left.",
    )
    found = verdict(later, "30 - 12 = <<30-12=18>>18\n18 + 8 = <<18+8=26>>26")
    assert found.odd == "and on the way 10 - 12 = -2 is below zero"


def test_what_cannot_be_read_is_not_known_with_the_reason() -> None:
    found = verdict(DISHES, DISHES_SOLUTION)
    assert (found.answer, found.basis, found.wrong) == (None, "unknown", "unknown")
    assert codes(found)[-1] == "counterfactual-unread"
    found = verdict(DISHES, "Four of each.")
    assert codes(found) == ["no-annotations", "counterfactual-unread"]
    known = solutions(DISHES, DISHES_SOLUTION)
    elsewhere = msgspec.structs.replace(DISHES, id="handmade/5")
    assert codes(judge(recover(elsewhere, known), known)) == ["solution-none"]  # said once


def test_verdicts_are_counted() -> None:
    assert Tally.of(()) == Tally((), (), (), ())
    found = [verdict(SOAPS, SOAPS_SOLUTION), verdict(FISH, FISH_SOLUTION), verdict(DISHES, DISHES_SOLUTION)]
    one = ("handmade/0",)
    assert Tally.of(found) == Tally(one, one, one, one)


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="the published data are not beside the checkout")
def test_the_published_set_gives_all_its_known_findings_and_no_others() -> None:
    known = read_solutions(SHARED / "gsm8k/test.jsonl")
    problems = list(read_handmade(SHARED / "scheherazade/manual-benchmark.jsonl"))
    verdicts = {problem.id: judge(recover(problem, known), known) for problem in problems}
    tally = Tally.of(tuple(verdicts.values()))
    assert tally.counterfactual == ("handmade/24", "handmade/44", "handmade/81")
    assert tally.odd == tuple(f"handmade/{number}" for number in (18, 25, 35, 37, 38, 55, 76, 88))
    # 26 writes one three for three of the text; 39 has fours and sixes of two kinds; 43 says its arithmetic in words.
    assert tally.unknown == ("handmade/26", "handmade/39", "handmade/43")
    assert [name for name in tally.counterfactual if verdicts[name].basis == "certified"] == ["handmade/81"]
    assert all(verdicts[name].findings for name in (*tally.counterfactual, *tally.odd, *tally.unknown))
    # Worked by hand from the originals, for the items of which the certifier is silent.
    answers = {1: 6, 4: 40, 10: 427, 13: 24, 24: 28, 33: 60, 44: 30, 63: 1482, 65: 72, 70: 4050, 73: 306}
    answers |= {3: 360, 11: 661, 22: 10, 23: 12, 29: 106, 34: 22, 54: 48, 61: 1650, 79: 63, 86: 11, 89: 30, 92: 3}
    assert {number: verdicts[f"handmade/{number}"].answer for number in answers} == answers
    assert verdicts["handmade/37"].answer == 13 - Fraction(165, 16)
    assert verdicts["handmade/76"].answer == Fraction(180 * 2 + 185 * 2, 110)
    assert verdicts["handmade/88"].answer == Fraction(88000, 21)
