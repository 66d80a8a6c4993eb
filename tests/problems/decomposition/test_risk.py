"""Each sign of risk by itself, and what they add up to."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.problems.samples import HONEY, altered, with_program

from dunyazad.problems import Given, Problem
from dunyazad.problems.decomposition.risk import _SIGNS, REASONS, assess

# Sixty hives are no small count, no other number is 60, and nothing else is doubtful.
CALM = altered(
    first_premise="Ottilie keeps 60 hives in Brackenmoor.",
    alternate_first_premise="Ottilie keeps 80 hives in Brackenmoor.",
)


def calm(**fields: Any) -> Problem:
    assert CALM.program is not None
    givens = (Given("hives", Fraction(60), "first_premise"), *CALM.program.givens[1:])
    program = msgspec.structs.replace(CALM.program, givens=fields.pop("givens", givens), alternate_value=Fraction(80))
    return msgspec.structs.replace(CALM, **{"program": program, **fields})


def test_a_calm_problem_has_low_risk_and_no_reason() -> None:
    found = assess(calm(), calm().text)
    assert (found.level, found.reasons) == ("low", ())


@pytest.mark.parametrize(
    ("problem", "source", "bindings", "reason"),
    [
        (altered(), HONEY.text, 1, "small-count"),
        (calm(program=None), "", 1, "no-program"),
        (calm(), "", 2, "several-bindings"),
        (calm(premises=f"{CALM.premises} A hive weighs 33 pounds."), "", 1, "unused-number"),
        (calm(premises=f"{CALM.premises} A hive costs more than a jar."), "", 1, "order-words"),
        (calm(conclusion='The answer to the question "How many dollars?" is 57.'), "", 1, "quoted-conclusion"),
        (calm(names=()), "", 1, "no-name"),
        (calm(first_premise=f"Bees hum. Bees fly. {CALM.first_premise}"), "", 1, "long-opening"),
        (calm(), CALM.text.replace("earn with", "earn, she said, with"), 1, "pronoun-replaced"),
        (calm(), CALM.text.replace("each. How", "each, how"), 1, "condition-moved"),
    ],
)
def test_each_sign(problem: Problem, source: str, bindings: int, reason: str) -> None:
    assert reason in assess(problem, source, bindings=bindings).reasons


def test_a_value_that_comes_twice_and_a_number_that_nobody_states() -> None:
    assert CALM.program is not None
    twice = (Given("hives", Fraction(4), "first_premise"), *CALM.program.givens[1:])
    assert "repeated-value" in assess(calm(givens=twice)).reasons
    week = (*CALM.program.givens[:3], Given("price", Fraction(3), "common"))
    assert "common-knowledge" in assess(with_program(givens=week)).reasons


def test_signs_add_up() -> None:
    # several-bindings 2, quoted-conclusion 1: medium from 3 on; no-name 1 and small-count 2 more: high from 6 on.
    quoted = 'The answer to the question "How many dollars?" is 57.'
    assert assess(calm(), bindings=2).level == "low"
    assert assess(calm(conclusion=quoted), bindings=2).level == "medium"
    assert assess(altered(conclusion=quoted, names=()), bindings=2).level == "high"


def test_every_reason_has_a_sentence() -> None:
    assert all(sentence and sentence[0].islower() and not sentence.endswith(".") for sentence in REASONS.values())


def test_the_docs_list_every_reason_with_its_weight() -> None:
    page = (Path(__file__).parents[3] / "docs" / "problems.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \| (\d) \| (.*) \|$", page, re.MULTILINE)
    assert [(code, sentence) for code, _, sentence in rows if code in REASONS] == list(REASONS.items())
    assert {code: int(weight) for code, weight, _ in rows if code in REASONS} == {c: s[0] for c, s in _SIGNS.items()}
