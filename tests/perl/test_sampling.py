"""Solutions read: right and wrong ones told by their final answer, and everything else told apart."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dunyazad._prompts import Completion
from dunyazad.perl.drawing import drawn, ranked
from dunyazad.perl.questions import Question
from dunyazad.perl.record import AnnotatedChain
from dunyazad.perl.sampling import Sampled, Sampler

HENS = Question(id="farm/0", text="Bo has 3 hens and buys 4 more. How many has Bo?", answer=Fraction(7))
ROOT = Question(id="maths/0", text="Simplify.", answer="\\frac{\\sqrt{2}}{2}")


def read(text: str, question: Question = HENS, **options: Any) -> Sampled:
    return Sampler(**options).read(question, 2, Completion("farm/0#2", text), "some/model")


@pytest.mark.parametrize(
    ("text", "outcome", "answer"),
    [
        ("Step 1: 3 + 4 = 7 hens.\nAnswer: 7", "right", "7"),
        ("Step 1: 3 + 4 = 7.\n#### 7", "right", "7"),
        ("Step 1: So \\boxed{7} hens.", "right", "7"),
        ("Step 1: 3 * 4 = 12 hens.\n**Answer:** 12 hens", "wrong", "12"),
        ("Step 1: It is \\boxed{3 + 4\\sqrt{2}}.", "wrong", "3 + 4\\sqrt{2}"),
        ("Step 1: 3 + 4 = 7 hens.", "unparsed", ""),  # no mark: the last number is no answer
        ("Step 1: 3 + 4.\nAnswer: between 6 and 8", "unparsed", ""),
        ("Step 1: 3 + 4.\nAnswer: ...", "unparsed", ""),
        ("", "unparsed", ""),
        ("<think>Answer: 7", "unparsed", ""),
    ],
)
def test_the_final_answer_says_what_a_solution_is(text: str, outcome: str, answer: str) -> None:
    found = read(text)
    assert (found.outcome, found.answer) == (outcome, answer)
    assert bool(found.reason) == (outcome == "unparsed")
    assert bool(found.steps) == (outcome != "unparsed")
    assert (found.id, found.response, found.gold, found.model) == ("farm/0#2", text, "7", "some/model")


@pytest.mark.parametrize("outcome", ["truncated", "refused", "failed"])
def test_calls_that_did_not_complete_are_in_no_set(outcome: Literal["truncated", "refused", "failed"]) -> None:
    found = Sampler().read(HENS, 1, Completion("k", "Step 1: 3 + 4 = 7\nAnswer: 7", outcome, "why"), "m")
    assert (found.outcome, found.reason, found.steps) == (outcome, "why", ())


@pytest.mark.parametrize(
    ("answer", "outcome"), [("\\frac{1}{\\sqrt{2}}", "right"), ("$\\sqrt{2}/2$", "right"), ("\\sqrt{2}", "wrong")]
)
def test_answers_that_are_no_number_are_compared_as_expressions(answer: str, outcome: str) -> None:
    pytest.importorskip("math_verify")
    assert read(f"Step 1: See above.\nAnswer: {answer}", ROOT).outcome == outcome


def test_too_few_steps_are_no_chain() -> None:
    assert read("Step 1: 3 + 4 = 7\nAnswer: 7", min_steps=2).outcome == "no_steps"
    assert read("Step 1: 3 + 4 = 7\nStep 2: done.\nAnswer: 7", min_steps=2).outcome == "right"


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("Step 1: 3 + 4 = 7 hens.\nAnswer: 7", ["Step 1: 3 + 4 = 7 hens."]),
        ("Step 1: 3 + 4 = 7 hens.\n\n**Answer:** 7 hens.", ["Step 1: 3 + 4 = 7 hens."]),
        # The line says what no step says: it is one.
        ("Step 1: Add 3 and 4.\nAnswer: 7", ["Step 1: Add 3 and 4.", "Answer: 7"]),
        ("Answer: 7", ["Answer: 7"]),
    ],
)
def test_a_line_that_only_repeats_the_answer_is_no_step(text: str, steps: list[str]) -> None:
    assert list(read(text).steps) == steps


def test_a_sample_becomes_a_chain_that_nobody_has_annotated() -> None:
    chain = read("Step 1: 3 + 4 = 8\nAnswer: 8").chain(HENS)
    assert (chain.is_correct, chain.answer, chain.model_answer, chain.labels) == (
        False,
        "7",
        "8",
        (None,) * len(chain.steps),
    )
    assert (chain.premises, chain.other) == (None, '{"generator":"some/model"}')


@settings(deadline=None)
@given(st.text(max_size=60))
def test_no_text_makes_it_raise(text: str) -> None:
    for question in (HENS, ROOT):
        assert read(text, question).outcome in ("right", "wrong", "unparsed")
        assert read(f"Step 1: x\nAnswer: {text}", question).outcome in ("right", "wrong", "unparsed", "no_steps")


def pool(counts: dict[str, int]) -> list[AnnotatedChain]:
    return [
        AnnotatedChain(id=f"{name}#{k}", question=f"How many {name}?", steps=())
        for name, count in counts.items()
        for k in range(1, count + 1)
    ]


def test_a_question_is_drawn_at_most_so_often_and_more_begin_with_the_same() -> None:
    chains = pool({"hens": 5, "cats": 1, "dogs": 2})
    assert len(drawn(chains, 9, seed=1, split="positives")) == 3
    assert len(drawn(chains, 9, seed=1, split="positives", per_question=2)) == 5
    assert drawn(chains, 2, seed=1, split="positives") == drawn(chains, 3, seed=1, split="positives")[:2]
    assert ranked(chains[::-1], seed=1, split="positives") == ranked(chains, seed=1, split="positives")


def test_many_samples_of_a_question_do_not_favour_it() -> None:
    """One question with 20 right samples, and one with one: each comes first about as often."""
    chains = pool({"hens": 20, "cats": 1})
    first = sum(drawn(chains, 1, seed=seed, split="positives")[0].id == "cats#1" for seed in range(400))
    assert 150 < first < 250


def test_sets_and_seeds_draw_differently() -> None:
    chains = pool({f"kind{number}": 1 for number in range(30)})
    orders = {
        tuple(one.id for one in ranked(chains, seed=seed, split=split)) for seed in (1, 2) for split in ("a", "b")
    }
    assert len(orders) == 4
