"""The test of each premise's necessity: F(s | P without p)."""

from __future__ import annotations

import pytest
from tests.reasoning.chains import CHAINS, HOSTILE_STEPS, chain_of

from dunyazad.premises import Minimal, premise_finder
from dunyazad.reasoning import Completion, Finding, Necessity, Parc, Premise

from .scripted import numbers

PENS = premise_finder("all").read(CHAINS["pens"], ())


def read(parc: Parc, answers: dict[str, str]) -> Parc:
    return Minimal().read(parc, [Completion(key, text) for key, text in answers.items()])


def test_one_prompt_a_premise() -> None:
    keys = [prompt.key for prompt in Minimal().prompts(PENS)]
    assert keys == ["without-0-1", "without-0-2", "without-1-2", "without-0-3", "without-1-3", "without-2-3"]
    assert Minimal().prompts(premise_finder("all").read(CHAINS["empty"], ())) == ()


def test_a_prompt_shows_the_other_premises_and_nothing_else() -> None:
    prompts = {prompt.key: prompt.user for prompt in Minimal().prompts(PENS)}
    shown = prompts["without-1-3"]
    assert "Question (step 0):" in shown
    assert "Step 2:\n| Step 2: 2 * 9 = 18 caps." in shown
    assert "30 pens" not in shown
    assert "The step to verify:\nStep 3:\n| Step 3: 30 + 18 = 48 things." in shown
    assert "Question" not in prompts["without-0-1"]
    assert prompts["without-0-1"].startswith("(nothing but general facts")


def test_what_a_step_does_not_need_is_left_out_and_both_sets_are_told() -> None:
    # Step 3 needs 1 and 2, not the question; step 2 needs the question, not step 1.
    answers = {
        "without-0-1": '{"enough": false, "reason": "no counts are shown"}',
        "without-0-2": "No, the counts are missing.",
        "without-1-2": '{"enough": true, "reason": "the question has both"}',
        "without-0-3": "yes",
        "without-1-3": "no",
        "without-2-3": '{"enough": "no"}',
    }
    parc = read(PENS, answers)
    assert numbers(parc.premises) == [[0], [0], [1, 2]]
    assert numbers(parc.full) == [[0], [0, 1], [0, 1, 2]]
    assert parc.method == "minimal(all)"
    assert parc.necessity[0] == Necessity(1, 0, True, "found", "no counts are shown")
    assert parc.necessity[2] == Necessity(2, 1, False, "found", "the question has both")
    assert [test.needed for test in parc.necessity] == [True, True, False, False, True, True]


def test_a_premise_without_an_answer_stays() -> None:
    parc = Minimal().read(
        PENS,
        [
            Completion("without-0-1", "It depends."),
            Completion("without-0-2", outcome="refused", reason="policy"),
            Completion("without-1-2", "yes", outcome="truncated", reason="length"),
            Completion("without-0-3", "yes"),
        ],
    )
    assert numbers(parc.premises) == [[0], [0, 1], [1, 2]]
    assert [test.outcome for test in parc.necessity] == [
        "unparsed",
        "refused",
        "truncated",
        "found",
        "failed",
        "failed",
    ]
    assert [test.needed for test in parc.necessity] == [None, None, None, False, None, None]


def test_premises_that_stand_in_for_one_another_stay() -> None:
    # Steps 1 and 2 say the same: each can go, but not both. The question alone can go for good.
    answers = {f"without-{k}-3": "yes" for k in (0, 1, 2)} | {
        "without-0-1": "yes",
        "without-0-2": "no",
        "without-1-2": "yes",
    }
    parc = read(premise_finder("all").read(CHAINS["twins"], ()), answers)
    assert numbers(parc.premises) == [[], [0], [0, 1, 2]]


def test_only_what_was_found_is_tested() -> None:
    parc = Parc(
        chain=CHAINS["pens"],
        premises=((Premise(0),), (Premise(0),), ()),
        method="aggregative",
        findings=(Finding(), Finding("refused"), Finding()),
    )
    assert [prompt.key for prompt in Minimal().prompts(parc)] == ["without-0-1"]
    reduced = read(parc, {"without-0-1": "no"})
    assert reduced.findings == parc.findings
    assert numbers(reduced.premises) == [[0], [0], []]


@pytest.mark.parametrize("step", HOSTILE_STEPS)
def test_a_completion_that_repeats_the_step_decides_nothing(step: str) -> None:
    parc = premise_finder("all").read(chain_of("c", "q", "a", step), ())
    said = [Completion(prompt.key, f"Step 2:\n| {step}") for prompt in Minimal().prompts(parc)]
    assert {test.needed for test in Minimal().read(parc, said).necessity} == {None}
