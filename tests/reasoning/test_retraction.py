"""Which steps take which back, and which only look like it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad.reasoning import ReasoningChain, Step, mark_retractions, repairs, split_steps


def retracts(*texts: str) -> list[tuple[int, ...]]:
    return [step.retracts for step in mark_retractions([Step(text) for text in texts])]


@pytest.mark.parametrize(
    "text",
    [
        "Wait, that is wrong: 3 * 4 = 12.",
        "Wait, that's not right. It should be 12.",
        "**Step 2:** Wait — that isn't correct. 3 * 4 = 12",
        "No, let me recompute. 3 * 4 = 12",
        "Hmm, this can't be right: a dozen is 12.",
        "Hold on, I made a mistake. 12.",
        "I made a mistake: it is 12.",
        "I made a small arithmetic error above.",
        "Oops, I forgot the second box.",
        "Actually, the previous step is wrong.",
        "Actually, I should have multiplied by 4.",
        "Let me recalculate: 3 * 4 = 12",
        "Let me redo that.",
        "Let me correct that: 12",
        "Correction: 3 * 4 = 12",
        "Scratch that. 3 * 4 = 12",
        "That is incorrect, 3 * 4 = 12.",
        "Wait, let me reconsider: each box has 4.",
        "Sorry, I misread the question: each box has 4.",
        "But wait, that was wrong.",
        "Oh wait, no, that is wrong: 12",
        "There is an error in the line above.",
        "Hmm... wait. That doesn't make sense: 12.",
    ],
)
def test_what_opens_by_taking_back_takes_the_step_before(text: str) -> None:
    assert retracts("3 * 4 = 13 pens", text) == [(), (1,)]


@pytest.mark.parametrize(
    "text",
    [
        "That is right: 3 * 4 = 12.",
        "Wait, we also need the tax: 2.",
        "Let me double-check: 3 * 4 = 12.",
        "Let me recalculate the average with the new pupil: 5.",
        "No, he does not have enough money.",
        "No solution is wrong here.",
        "Actually, 12 is even.",
        "There is no error here.",
        "Ann made a mistake and paid 3 too much.",
        "The clerk gave the wrong change, 3 short.",
        "3 * 4 = 13. Wait, that is wrong: 12.",  # takes back part of itself
        "Is that wrong? No: 12.",
        "We correct the price by 3.",
        "If step 1 is wrong, then 12 is too.",
        "There is no mistake in step 1.",
        "Check whether step 1 is wrong.",
        "So the total is 12, which is not wrong.",
        "It is not true that 3 > 4.",
        "So that is wrong by 2 units of measure.",
    ],
)
def test_what_only_looks_like_it_takes_nothing_back(text: str) -> None:
    assert retracts("3 * 4 = 13 pens", text) == [(), ()]


def test_a_named_step_is_taken_back_by_its_label() -> None:
    # The labels start at 3: "step 4" is the second step.
    texts = ("Step 3: a = 1", "Step 4: b = 5", "Step 6: c = 9. I made a mistake in step 4, so b = 4.")
    assert retracts(*texts) == [(), (), (2,)]


def test_numbers_are_positions_where_no_step_has_a_label() -> None:
    assert retracts("a = 1", "b = 5", "c = 6", "Steps 2 and 3 are wrong: b = 4") == [(), (), (), (2, 3)]
    assert retracts("a = 1", "b = 5", "c = 6", "Let me redo steps 1-3.") == [(), (), (), (1, 2, 3)]


def test_a_step_never_takes_itself_or_a_later_one_back() -> None:
    assert retracts("I made a mistake in step 1: 3", "I made a mistake in step 2: 3") == [(), ()]
    assert retracts("Step 1: Wait, that is wrong") == [()]


def test_the_second_repair_takes_back_the_first() -> None:
    assert retracts("x = 1", "Wait, that is wrong: x = 2", "No, that is still wrong: x = 3") == [(), (1,), (2,)]


def test_a_bare_wait_is_nothing_to_take_back() -> None:
    # The second "wait" means the step before the first one's repair.
    assert retracts("a = 1", "x = 1", "Wait, that is wrong.", "No, let me redo that.") == [(), (), (2,), (1,)]


def test_starting_over_takes_everything_back() -> None:
    assert retracts("a = 1", "b = 2", "Wait, let me start over.", "c = 3") == [(), (), (1, 2), ()]


def test_marks_that_are_given_stay() -> None:
    steps = (Step("a"), Step("b"), Step("c", retracts=(1,)))
    assert mark_retractions(steps) == steps


def test_cutting_marks() -> None:
    text = "Step 1: 3 * 4 = 13\nStep 2: Wait, that is wrong. 3 * 4 = 12\nStep 3: 12 + 1 = 13"
    assert [step.retracts for step in split_steps(text)] == [(), (1,), ()]


def test_what_stands_in_place_of_what_was_taken_back() -> None:
    steps = (
        Step("x = 1"),
        Step("Wait, that is wrong.", retracts=(1,)),
        Step("x = 2"),
        Step("No: x = 3", retracts=(3,)),
    )
    assert repairs(ReasoningChain(id="c", question="q", steps=steps)) == {1: (2, 3), 3: (4, 4)}
    last = (Step("x = 1"), Step("Wait, that is wrong.", retracts=(1,)))
    assert repairs(ReasoningChain(id="c", question="q", steps=last)) == {1: (2, 2)}


WORDS = ["wait", ",", "that", "is", "wrong", "step", "2", "let me", "redo", "mistake in", "no", ".", "start over", "9"]


@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join), max_size=8))
def test_only_earlier_steps_are_taken_back_and_each_once_by_opening(texts: list[str]) -> None:
    steps = mark_retractions([Step(text) for text in texts])
    chain = ReasoningChain(id="c", question="q", steps=steps)  # refuses a mark that is not earlier
    assert [step.text for step in steps] == texts
    for earlier, (taker, repair) in repairs(chain).items():
        assert earlier < taker <= repair <= taker + 1
    assert mark_retractions(steps) == steps
