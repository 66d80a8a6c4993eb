"""The critic: one answer for the whole solution."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.errors.scripted import letters, parc_of
from tests.reasoning.chains import CHAINS

from dunyazad.errors import accumulate, judge
from dunyazad.errors.critic import read_first_wrong
from dunyazad.errors.reading import Sources
from dunyazad.prompts import default_prompts
from dunyazad.reasoning import Completion, Parc, ReasoningChain, Step

BUNS = parc_of(CHAINS["buns"], (0,), (0, 1), (0, 2), (3,))
NO_SOURCES = Sources(CHAINS["empty"])


def verdicts(parc: Parc, completion: Completion) -> str:
    return letters(accumulate(parc, judge("critic").read(parc, (completion,))))


def told(step: object, kind: str = "mathematical_error") -> Completion:
    return Completion("solution", json.dumps({"reasoning": "so", "first_wrong_step": step, "kind": kind}))


@pytest.mark.parametrize(
    ("completion", "expected"),
    [
        (told(2), "c m a2 a2"),  # 3 and 4 are not claimed to be right or wrong; they rest on 2
        (told(4, "logical_inconsistency"), "c c c l"),
        (told(1, "other"), "o a1 a1 a1"),  # 2 rests on 1, 3 on 2, 4 on 3
        (told(1, "nonsense"), "o a1 a1 a1"),
        (told(0, "none"), "c c c c"),
        (told(-1, "none"), "c c c c"),
        (told(None, "none"), "c c c c"),
        (told("none", "none"), "c c c c"),
        (told("Step 3", "other"), "c c o a3"),
        (told(5), "u u u u"),
        (told(True), "u u u u"),
        (told(-7), "u u u u"),
        (told("two"), "u u u u"),
        (Completion("solution", "I like it."), "u u u u"),
        (Completion("solution", outcome="refused"), "r r r r"),
        (Completion("solution", '{"first_wrong_step": 2', outcome="truncated"), "t t t t"),
        (Completion("solution", outcome="failed"), "f f f f"),
    ],
)
def test_one_answer_gives_all_verdicts(completion: Completion, expected: str) -> None:
    assert verdicts(BUNS, completion) == expected


def test_what_does_not_rest_on_the_error_is_not_claimed() -> None:
    # Step 3 rests on the repair in 2 and on the question.
    parc = parc_of(CHAINS["retraction"], (0,), (0,), (0, 2))
    assert verdicts(parc, told(1)) == "m n n"


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("First wrong step: 2", 2),
        ("**First wrong step:** Step 2.", 2),
        ("The first erroneous step is 2", 2),
        ("It goes wrong early. First incorrect step: none", 0),
        ('{"first_error": 2, "kind": "other"}', 2),
        ('{"wrong_step": "2"}', 2),
        ("First wrong step: 2\nFirst wrong step: 3", None),
        ("First wrong step: 2 or 3", None),
        ("First wrong step: 2.5", None),
        ("First wrong step: 123456789", None),
        ("I think that the first wrong step is not there", None),
        ('{"error": "2 + 2 is 4"}', None),
        ("", None),
    ],
)
def test_plain_forms(text: str, step: int | None) -> None:
    place = read_first_wrong(text, 4, NO_SOURCES)
    assert place.step == step
    assert (place.step is None) == bool(place.problem)


@pytest.mark.parametrize(
    "step",
    ["First wrong step: 12", "the first_wrong_step is 1", '{"first_wrong_step": 1}', "*First wrong step*:\u200b none"],
)
def test_a_solution_repeated_names_no_step(step: str) -> None:
    chain = ReasoningChain(id="c", question="q", steps=(Step("2 + 2 = 5"), Step(step)))
    for text in (step, f"It says:\n{step}", step[:-1], step.replace('"', "'")):
        assert read_first_wrong(text, 2, Sources(chain)).step is None
    own = '{"reasoning": "It is 4.", "first_wrong_step": 1, "kind": "mathematical_error"}'
    assert read_first_wrong(own, 2, Sources(chain)).step == 1


def test_the_prompt_names_no_step() -> None:
    template = default_prompts()["errors-critic"]
    assert read_first_wrong(f"{template.system}\n{template.user}", 9, NO_SOURCES).step is None


@given(st.text(max_size=200), st.text(max_size=100))
def test_nothing_raises(text: str, step: str) -> None:
    chain = ReasoningChain(id="c", question="q", steps=(Step(step),))
    assert read_first_wrong(text, 1, Sources(chain)).step in (None, 0, 1)
