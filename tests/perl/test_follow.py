"""A model's perturbations: what holds is taken, everything else is a rejection with a code; nothing raises."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dunyazad._prompts import Completion
from dunyazad.perl.follow import CODES, Perturber, RejectedPerturbation
from dunyazad.perl.questions import Question
from dunyazad.perl.record import AnnotatedChain, AnnotatedStep

QUESTION = Question(
    id="bakery/0",
    text="A baker fills 4 trays with 6 rolls each, burns 5, and sells the rest for $2 each. How many dollars is that?",
    answer=Fraction(38),
)
STEPS = [
    "Step 1: The trays hold 4 * 6 = 24 rolls.",
    "Step 2: Of these, 24 - 5 = 19 are left.",
    "Step 3: They bring 19 * 2 = 38 dollars.\nAnswer: 38",
]


def chain_of(steps: list[str], name: str = "bakery/0#1") -> AnnotatedChain:
    made = tuple(AnnotatedStep(number=place, text=text) for place, text in enumerate(steps, start=1))
    return AnnotatedChain(
        id=name, question=QUESTION.text, steps=made, answer="38", model_answer="38", is_correct=True,
        other='{"generator":"some/model"}',
    )  # fmt: skip


def perturber_for(step: int, steps: list[str] = STEPS) -> tuple[Perturber, AnnotatedChain]:
    """A perturber whose drawing asks for a step."""
    chain = chain_of(steps)
    seed = next(seed for seed in range(200) if Perturber(seed).task(chain).step == step)
    return Perturber(seed), chain


def reply(steps: list[str], answer: Any = "42", **more: Any) -> str:
    return json.dumps({"explanation": "24 for 26", "steps": steps, "final_answer": answer} | more)


# Worked by hand: 4 * 6 said to be 26; 26 - 5 = 21; 21 * 2 = 42.
FOLLOWED = [
    "Step 1: The trays hold 4 * 6 = 26 rolls.",
    "Step 2: Of these, 26 - 5 = 21 are left.",
    "Step 3: They bring 21 * 2 = 42 dollars.\nAnswer: 42",
]


def read(text: str, step: int = 1, outcome: Any = "completed") -> AnnotatedChain | RejectedPerturbation:
    perturber, chain = perturber_for(step)
    return perturber.read(QUESTION, chain, Completion("k", text, outcome, "why" if outcome != "completed" else ""), "m")


def code(text: str, step: int = 1, outcome: Any = "completed") -> str:
    found = read(text, step, outcome)
    assert isinstance(found, RejectedPerturbation)
    assert found.id == "bakery/0#1"
    assert found.sentence
    assert found.response == text
    return found.code


def test_a_mistake_that_is_followed_through_is_taken() -> None:
    found = read(reply(FOLLOWED))
    assert isinstance(found, AnnotatedChain)
    assert [step.text for step in found.steps] == FOLLOWED
    assert (found.id, found.model_answer, found.is_correct) == ("bakery/0#1/perturbed", "42", False)
    # Nobody has annotated it: labels and premises are not claimed.
    assert found.labels == (None, None, None)
    assert found.premises is None
    perturbed = json.loads(found.other)["perturbed"]
    assert (perturbed["step"], perturbed["by"], perturbed["from"]) == (1, "m", "bakery/0#1")
    assert json.loads(found.other)["generator"] == "some/model"


@pytest.mark.parametrize(
    "write",
    [
        lambda text: f"```json\n{text}\n```",
        lambda text: f"Surely! Here it is:\n{text}\nI hope that helps.",
        lambda text: f"<think>Let me see {{}}</think>{text}",
        lambda text: text.replace("}", ",}"),
        lambda text: text.replace("Step 1: The", "| Step 1: The"),
    ],
)
def test_fences_prose_thinking_and_bars_do_not_matter(write: Callable[[str], str]) -> None:
    found = read(write(reply(FOLLOWED)))
    assert isinstance(found, AnnotatedChain)
    assert [step.text for step in found.steps] == FOLLOWED


def test_spacing_and_emphasis_before_the_mistake_are_no_change() -> None:
    found = read(reply([f"**Step 1:** {STEPS[0][8:]} ", "Step 2: Of these, 24 - 5 = 18 are left.",
                        "Step 3: They bring 18 * 2 = 36 dollars.\nAnswer: 36"], "36"), step=2)  # fmt: skip
    assert isinstance(found, AnnotatedChain)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "unparsed"),
        ("I would rather not make mistakes.", "unparsed"),
        ('{"explanation": "x", "steps": ["Step 1: The tra', "unparsed"),
        ('{"steps": "all of them"}', "unparsed"),
        ('{"steps": [1, 2, 3]}', "unparsed"),
        (reply(FOLLOWED[:2]), "step-count"),
        (reply([*FOLLOWED, "Step 4: So it is 42."]), "step-count"),
        (reply([FOLLOWED[0], "  ", FOLLOWED[2]]), "step-count"),
        (reply(STEPS, "38"), "no-change"),
        # In words alone: the same numbers and operations.
        (reply(["Step 1: Altogether the trays have 4 * 6 = 24 rolls.", *STEPS[1:]], "38"), "wording-only"),
        # The first step is asked for, the second one changed.
        (reply([STEPS[0], "Step 2: 24 - 5 = 18 are left.", "Step 3: 18 * 2 = 36.\nAnswer: 36"], "36"), "other-step"),
        # 4 * 6 = 26, and then everything as before.
        (reply([FOLLOWED[0], *STEPS[1:]], "38"), "answer-unchanged"),
        # The last two steps follow a number that is gone: 24 - 5 = 19 stands, and only the end was bent.
        (reply([FOLLOWED[0], STEPS[1], "Step 3: They bring 19 * 2 = 42 dollars.\nAnswer: 42"]), "not-followed"),
        # Step 2 follows, step 3 takes 19, which step 2 no longer gives.
        (reply([*FOLLOWED[:2], "Step 3: They bring 19 * 2 + 4 = 42 dollars.\nAnswer: 42"]), "not-followed"),
        # 26 - 5 = 20 is a mistake of its own.
        (reply([FOLLOWED[0], "Step 2: 26 - 5 = 20 are left.", "Step 3: 20 * 2 = 40.\nAnswer: 40"], 40), "second-error"),
        (reply([*FOLLOWED[:2], "Step 3: They bring 21 * 2 = 42 dollars."]), "answer-unread"),
        (reply(FOLLOWED, "44"), "answer-mismatch"),
    ],
)  # fmt: skip
def test_what_does_not_hold_is_rejected_with_its_code(text: str, wanted: str) -> None:
    assert code(text) == wanted


@pytest.mark.parametrize("outcome", ["truncated", "refused", "failed"])
def test_calls_that_did_not_complete_are_told_apart(outcome: Literal["truncated", "refused", "failed"]) -> None:
    assert code("", outcome=outcome) == outcome


def test_a_change_before_the_step_that_was_asked_for_is_rejected() -> None:
    assert code(reply(FOLLOWED), step=2) == "early-change"


def test_an_echo_of_the_prompt_is_no_answer() -> None:
    steps = [STEPS[0], f"Step 2: It says {reply(FOLLOWED)}, and 24 - 5 = 19.", STEPS[2]]
    perturber, chain = perturber_for(1, steps)
    found = perturber.read(QUESTION, chain, Completion("k", f"It says {reply(FOLLOWED)}"), "m")
    assert isinstance(found, RejectedPerturbation)
    assert found.code == "unparsed"


def test_steps_without_a_marked_answer_need_one_told_beside_them() -> None:
    bare = [text.partition("\n")[0] for text in STEPS]
    perturber, chain = perturber_for(1, bare)
    unmarked = [text.partition("\n")[0] for text in FOLLOWED]

    def outcome(answer: Any) -> str:
        found = perturber.read(QUESTION, chain, Completion("k", reply(unmarked, answer)), "m")
        return found.code if isinstance(found, RejectedPerturbation) else str(found.model_answer)

    assert [outcome(answer) for answer in ("42", 42, "43", None, True, "38")] == [
        "42", "42", "answer-unread", "answer-unread", "answer-unread", "answer-unread",
    ]  # fmt: skip


def test_the_prompt_shows_every_step_behind_bars_and_says_which_to_change() -> None:
    perturber, chain = perturber_for(2)
    prompt = perturber.prompt(chain)
    assert "| Step 3: They bring 19 * 2 = 38 dollars.\n| Answer: 38" in prompt.user
    assert "There are 3 steps. Make the mistake in step 2:" in prompt.user
    assert json.loads(prompt.schema)["required"] == ["explanation", "steps", "final_answer"]


def test_which_step_is_changed_and_how_spreads() -> None:
    tasks = [Perturber(7).task(chain_of(STEPS, f"q/{place}#1")) for place in range(200)]
    assert {task.step for task in tasks} == {1, 2, 3}
    assert {task.kind for task in tasks} == {"mathematical_error", "logical_inconsistency"}
    # Where the last step only repeats the answer, it is no place for a mistake.
    ending = [*STEPS[:2], "Step 3: So there are 19."]
    assert {Perturber(7).task(chain_of(ending, f"q/{place}#1")).step for place in range(50)} == {1, 2}


_PIECES = st.sampled_from([*STEPS, *FOLLOWED, "Step 2: 24 - 5", "", "Answer: 42", "Answer: \\frac{1}{2}", "☃ 1/0 = 3"])


@given(st.lists(_PIECES, max_size=4), st.one_of(st.none(), st.integers(), st.text(max_size=5), st.floats()), st.text())
def test_nothing_that_comes_back_raises_and_what_is_taken_holds(steps: list[str], answer: Any, more: str) -> None:
    for text in (json.dumps({"steps": steps, "final_answer": answer, "explanation": more}), more):
        found = read(text)
        if isinstance(found, RejectedPerturbation):
            assert found.code in CODES
            continue
        texts = [step.text for step in found.steps]
        assert len(texts) == len(STEPS)
        assert texts[0] != STEPS[0]
        assert found.model_answer != "38"
        assert msgspec.json.encode(found)
