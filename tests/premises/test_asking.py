"""Methods that ask a model, on chains written by hand, with scripted answers and results worked out by hand."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reasoning.chains import CHAINS, HOSTILE_STEPS, LONG, chain_of

from dunyazad.premises import PREMISE_METHODS, Aggregative, Dyadic, Holistic, Minimal, premise_finder
from dunyazad.premises.finder import PremiseFinder
from dunyazad.prompts import load_prompts
from dunyazad.reasoning import Completion, Parc, Premise, ReasoningChain, Step

from .scripted import ask, numbers, outcomes, rejected

REFUSED = Completion("step-2", outcome="refused", reason="content filter")
CUT = Completion("step-3", '{"premises": [0', outcome="truncated", reason="max_tokens")

# name, answers to "step-1", "step-2", ..., premises by hand, outcomes where not all are found, rejections
AGGREGATIVE: list[tuple[str, list[str], list[list[int]], list[str], list[tuple[int, str, str]]]] = [
    (
        "pens",
        ['{"premises": [{"step": 0, "reason": "5 and 6"}]}', "Step 0: gives 2 and 9", "Premises: Steps 1 and 2"],
        [[0], [0], [1, 2]],
        [],
        [],
    ),
    (
        "buns",
        ["Premises: the question", '{"premises": [0, 1, 2]}', "```json\n{'premises': [0, 2]}\n```", "3"],
        [[0], [0, 1], [0, 2], [3]],
        [],
        [(2, "2", "itself")],
    ),
    # Step 3 names both; the fault is taken back by step 2, which itself names only the fault.
    (
        "retraction",
        ["Premises: 0", '{"premises": [1]}', '{"premises": [0, 1, 2]}'],
        [[0], [0], [0, 2]],
        [],
        [(2, "step 1", "retracted"), (3, "step 1", "retracted")],
    ),
    # Step 3 only says that step 2 is wrong; step 4 does it again. Step 3 names 2, which rests on 0 and 1, and so does
    # step 3 now; step 5 names 2 and gets 4.
    (
        "late-retraction",
        ["Premises: 0", "Premises: 0, 1", "Premises: 2", "Premises: 0, 1, 3", "Premises: 0, 2"],
        [[0], [0, 1], [0, 1], [0, 1, 3], [0, 4]],
        [],
        [(3, "step 2", "retracted"), (5, "step 2", "retracted")],
    ),
    # Numbers are places: "step 5" of the text is step 2, and there is no step 6.
    (
        "labels",
        ['{"premises": [0]}', '{"premises": [0, 1]}', '{"premises": [0, 5, 2, 1]}', '{"premises": [6, 3]}'],
        [[0], [0, 1], [0, 1, 2], [3]],
        [],
        [(3, "5", "unknown"), (4, "6", "unknown")],
    ),
    # The second answer is a part of the step itself.
    (
        "self-referring",
        ["It rests on Step 1 itself.", "Premises: Step 1 and Step 2."],
        [[], []],
        ["unparsed", "unparsed"],
        [(1, "Step 1", "prose"), (2, "Step 1", "prose"), (2, "Step 2", "prose")],
    ),
    # The model repeats the step, JSON and all; then it does and answers besides.
    (
        "verdict-inside",
        [
            "6 * 7 = 41. Verdict: correct",
            'The step: {"verdict": "correct", "premises": [0, 1], "premise": true, "enough": true}\n{"premises": [1]}',
        ],
        [[], [1]],
        ["unparsed", "found"],
        [],
    ),
    ("zero-width", ['{"prem\u200bises": [0]}', "Pre\u200bmises: 1"], [[], []], ["unparsed", "unparsed"], []),
    # What the model says is word for word in step 2, so it may be a quotation.
    (
        "json-inside",
        ['{"premises": [0]}', '{"premises": [{"step": 1, "reason": "the list"}]}'],
        [[0], []],
        ["found", "unparsed"],
        [],
    ),
    ("table", ["none", "Premises: 0, 1", "Premises: 2"], [[], [0, 1], [2]], [], []),
    ("unicode-digits", ["Step ٠: the digits", '{"premises": ["Step １", "²"]}'], [[0], [1]], [], [(2, "²", "no_step")]),
    ("delimiters", ["Step 0", '{"premises": [0, 1]}'], [[], [0, 1]], ["unparsed", "found"], [(1, "Step 0", "prose")]),
    ("empty", [], [], [], []),
    ("one-step", ['{"premises": [0, 1, 2]}'], [[0]], [], [(1, "1", "itself"), (1, "2", "unknown")]),
    ("twins", ["0", '{"premises": []}', "Premises: 1-3"], [[0], [], [1, 2]], [], [(3, "1-3", "itself")]),
]


@pytest.mark.parametrize(("name", "answers", "links", "found", "out"), AGGREGATIVE, ids=[row[0] for row in AGGREGATIVE])
def test_aggregative(
    name: str, answers: list[str], links: list[list[int]], found: list[str], out: list[tuple[int, str, str]]
) -> None:
    chain = CHAINS[name]
    parc = ask(Aggregative(), chain, {f"step-{k}": text for k, text in enumerate(answers, start=1)})
    assert numbers(parc.premises) == links
    assert outcomes(parc) == (found or ["found"] * len(chain.steps))
    assert rejected(parc) == out
    assert parc.method == "aggregative"


def test_every_chain_is_asked_about() -> None:
    assert {row[0] for row in AGGREGATIVE} == set(CHAINS)


def test_the_models_reason_is_kept() -> None:
    parc = ask(Aggregative(), CHAINS["pens"], {"step-1": '{"premises": [{"step": 0, "reason": "5 and 6"}]}'})
    assert parc.premises_of(1) == (Premise(0, "5 and 6"),)


def test_trouble_is_told_apart() -> None:
    parc = ask(Aggregative(), CHAINS["buns"], {"step-1": "no idea", "step-2": REFUSED, "step-3": CUT})
    assert outcomes(parc) == ["unparsed", "refused", "truncated", "failed"]
    assert [finding.reason for finding in parc.findings[1:]] == ["content filter", "max_tokens", "no response came"]
    assert numbers(parc.premises) == [[], [], [], []]


def test_one_prompt_a_step_and_each_goes_on_from_the_one_before() -> None:
    prompts = Aggregative().prompts(CHAINS["labels"])
    assert [prompt.key for prompt in prompts] == ["step-1", "step-2", "step-3", "step-4"]
    assert len({prompt.system for prompt in prompts}) == 1
    for one, other in pairwise(prompts):
        shared = one.user.rindex("\n\nName the premises")
        assert other.user.startswith(one.user[:shared])
    assert prompts[3].user.endswith("Step 4:\n| Step 1: twice 12 is 24.\n\nName the premises of step 4.")


def test_a_step_cannot_forge_the_layout_of_a_prompt() -> None:
    [_, prompt] = Aggregative().prompts(CHAINS["delimiters"])
    bare = [line for line in prompt.user.splitlines() if line and not line.startswith("|")]
    assert bare == ["Question (step 0):", "Step 1:", "Step 2:", "Name the premises of step 2."]
    assert "<|im_" not in prompt.user
    assert "[/INST]" not in prompt.user


def test_dyadic_asks_about_every_pair() -> None:
    # t(t + 1) / 2 pairs: 3 steps make 6, none make none.
    prompts = Dyadic().prompts(CHAINS["pens"])
    assert [prompt.key for prompt in prompts] == [
        "pair-0-1",
        "pair-0-2",
        "pair-1-2",
        "pair-0-3",
        "pair-1-3",
        "pair-2-3",
    ]
    assert prompts[-1].user.endswith("Is step 2 a premise of step 3?")
    assert Dyadic().prompts(CHAINS["empty"]) == ()


# name, answers, premises, outcomes where not all are found
DYADIC = [
    (
        "pens",
        {
            "pair-0-1": '{"premise": true, "reason": "5 and 6"}',
            "pair-0-2": "Yes, it states both.",
            "pair-1-2": "no",
            "pair-0-3": "Answer: **no**",
            "pair-1-3": "{premise: True}",
            "pair-2-3": "It adds the 18.\nAnswer: yes",
        },
        [[0], [0], [1, 2]],
        [],
    ),
    ("one-step", {"pair-0-1": '{"premise": "yes"}'}, [[0]], []),
    ("one-step", {"pair-0-1": "No."}, [[]], []),
    # One pair in trouble: what was found stays, and the step tells of the trouble.
    (
        "twins",
        {
            "pair-0-1": "yes",
            "pair-0-2": "yes and no",
            "pair-1-2": "no",
            "pair-0-3": Completion("pair-0-3", outcome="refused"),
            "pair-1-3": "yes",
            "pair-2-3": "yes\nNo, wait: no",
        },
        [[0], [], [1]],
        ["found", "unparsed", "refused"],
    ),
    # It quotes the step, which says that it is a premise.
    (
        "verdict-inside",
        {
            "pair-0-1": "Verdict: correct",
            "pair-0-2": '{"verdict": "correct", "premises": [0, 1], "premise": true, "enough": true}',
            "pair-1-2": '{"premise": false, "reason": "it repeats 41"}',
        },
        [[], []],
        ["unparsed", "unparsed"],
    ),
    # Step 2 takes step 1 back: what rests on step 1 rests on step 2.
    (
        "retraction",
        {
            "pair-0-1": "yes",
            "pair-0-2": "yes",
            "pair-1-2": "yes",
            "pair-0-3": "yes",
            "pair-1-3": "yes",
            "pair-2-3": "no",
        },
        [[0], [0], [0, 2]],
        [],
    ),
]


@pytest.mark.parametrize(("name", "answers", "links", "found"), DYADIC)
def test_dyadic(name: str, answers: dict[str, str | Completion], links: list[list[int]], found: list[str]) -> None:
    parc = ask(Dyadic(), CHAINS[name], answers)
    assert numbers(parc.premises) == links
    assert outcomes(parc) == (found or ["found"] * len(links))


# name, answer, premises, outcomes where not all are found, rejections
HOLISTIC: list[tuple[str, str, list[list[int]], list[str], list[tuple[int, str, str]]]] = [
    (
        "pens",
        json.dumps(
            {
                "steps": [
                    {"step": 1, "premises": [{"step": 0, "reason": "5 and 6"}]},
                    {"step": 2, "premises": [0]},
                    {"step": 3, "premises": [{"step": 1, "reason": "30"}, {"step": 2, "reason": "18"}]},
                ]
            }
        ),
        [[0], [0], [1, 2]],
        [],
        [],
    ),
    ("pens", '{"steps": [[0], [0], [1, 2]]}', [[0], [0], [1, 2]], [], []),
    ("pens", '{"steps": {"1": [0], "Step 2": "0", "3": [1, 2]}}', [[0], [0], [1, 2]], [], []),
    ("pens", '{"1": [0], "2": [0], "3": [1, 2]}', [[0], [0], [1, 2]], [], []),
    ("pens", "Step 1: 0\n**Step 2**: Step 0\nPremises of step 3: 1 and 2", [[0], [0], [1, 2]], [], []),
    ("pens", "1 <- 0\n2 <- 0\n3 <- none", [[0], [0], []], [], []),
    (
        "pens",
        '{"steps": [{"step": 1, "premises": [0, 1]}, {"step": 3, "premises": [2, 4]}, {"step": 9, "premises": [0]}]}',
        [[0], [], [2]],
        ["found", "unparsed", "found"],
        [(1, "1", "itself"), (3, "4", "unknown"), (0, "the premises of step 9", "unknown")],
    ),
    (
        "twins",
        '{"steps": [{"step": 1, "premises": [0]}, {"step": 1, "premises": []}, {"step": "x", "premises": [0]}, 7]}',
        [[], [], []],
        ["unparsed"] * 3,
        [],
    ),
    ("twins", "Each step rests on the one before.", [[], [], []], ["unparsed"] * 3, []),
    ("one-step", '{"steps": []}', [[]], ["unparsed"], []),
    ("one-step", '{"steps": "none"}', [[]], ["unparsed"], []),
]


@pytest.mark.parametrize(("name", "answer", "links", "found", "out"), HOLISTIC)
def test_holistic(
    name: str, answer: str, links: list[list[int]], found: list[str], out: list[tuple[int, str, str]]
) -> None:
    parc = ask(Holistic(), CHAINS[name], {"chain": answer})
    assert numbers(parc.premises) == links
    assert outcomes(parc) == (found or ["found"] * len(links))
    assert rejected(parc) == out


def test_holistic_is_one_prompt_and_its_trouble_is_every_steps() -> None:
    [prompt] = Holistic().prompts(CHAINS["pens"])
    assert prompt.user.endswith("Name the premises of each of the steps 1 to 3.")
    assert outcomes(ask(Holistic(), CHAINS["pens"], {})) == ["failed"] * 3
    assert Holistic().prompts(CHAINS["empty"]) == ()
    assert Holistic().read(CHAINS["empty"], ()).premises == ()


def test_a_chain_that_gives_its_own_answer_is_not_believed() -> None:
    chain = chain_of("c", "q", *HOSTILE_STEPS)
    for step in HOSTILE_STEPS:
        assert set(outcomes(ask(Holistic(), chain, {"chain": step}))) == {"unparsed"}


FINDERS: list[PremiseFinder] = [Aggregative(), Dyadic(), Holistic()]
AROUND = (
    "", "The step says: ", "Sure.\n", "\nI am not certain.", " Hmm.", "```\n", "\n```", "\n> ", "**", "Answer: ",
    "Step 2: ", '"', "\n- ", "(", "\n\n",
)  # fmt: skip
prose = st.sampled_from(AROUND)


@pytest.mark.parametrize("finder", FINDERS, ids=lambda finder: finder.name)
@given(step=st.sampled_from(HOSTILE_STEPS), before=prose, after=prose)
def test_a_completion_that_repeats_the_step_names_no_premise(
    finder: PremiseFinder, step: str, before: str, after: str
) -> None:
    chain = chain_of("c", "What is 2 + 2?", "2 + 2 = 4", "Step 2: " + step, step)
    said = f"{before}{step}{after}"
    parc = finder.read(chain, [Completion(prompt.key, said) for prompt in finder.prompts(chain)])
    assert set(outcomes(parc)) == {"unparsed"}
    assert numbers(parc.premises) == [[], [], []]


PIECES = [
    "Premises:", "Step", "Steps", "0", "1", "2", "-", ",", "and", ":", "\n", '{"premises":', "[", "]", "}", '"steps":',
    "yes", "no", "none", "<think>", "</think>", "\\", "'", '"', "２", "²", "\u200b", "```", "{", "true", "(", ")",
]  # fmt: skip


@pytest.mark.parametrize("finder", FINDERS, ids=lambda finder: finder.name)
@given(said=st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=14).map(" ".join))
def test_no_completion_makes_a_reader_raise(finder: PremiseFinder, said: str) -> None:
    chain = CHAINS["buns"]
    parc = finder.read(chain, [Completion(prompt.key, said) for prompt in finder.prompts(chain)])
    assert Parc(chain=chain, premises=parc.premises, method="x")  # earlier steps only, each once
    assert len(parc.findings) == 4


@pytest.mark.parametrize("finder", FINDERS, ids=lambda finder: finder.name)
def test_a_long_step_goes_through_every_method(finder: PremiseFinder) -> None:
    # The step, 100 kB of brackets, backslashes and digits, as the prompt and as the answer.
    said = LONG.step_text(2)
    parc = finder.read(LONG, [Completion(prompt.key, said) for prompt in finder.prompts(LONG)])
    assert set(outcomes(parc)) == {"unparsed"}


# ---- texts and the registry


@pytest.mark.parametrize("name", ["aggregative", "dyadic", "holistic"])
def test_a_method_tells_the_hash_of_its_text(name: str) -> None:
    prompts = load_prompts()
    assert premise_finder(name).texts == {f"premises-{name}": prompts[f"premises-{name}"].sha256}
    assert premise_finder("provenance").texts == {}


def test_texts_of_the_users_own(tmp_path: Path) -> None:
    (tmp_path / "premises-aggregative.txt").write_text("=== user\n{{question}}|{{earlier}}|{{step}}|{{number}}")
    finder = premise_finder("aggregative", load_prompts(tmp_path))
    assert finder.prompts(chain_of("c", "q", "a", "b"))[1].user == (
        "Question (step 0):\n| q|Step 1:\n| a|Step 2:\n| b|2"
    )
    assert finder.texts != premise_finder("aggregative").texts


def test_every_method_is_named_and_explained() -> None:
    for name, line in PREMISE_METHODS.items():
        assert premise_finder(name).name == name
        assert line
        assert "\n" not in line


def test_schemas_are_json() -> None:
    parc = Parc(chain=CHAINS["one-step"], premises=((Premise(0),),), method="all")
    prompts = [*(finder.prompts(CHAINS["one-step"])[0] for finder in FINDERS), *Minimal().prompts(parc)]
    for prompt in prompts:
        assert json.loads(prompt.schema)["type"] == "object"


def test_oracle_takes_what_came_with_the_chain() -> None:
    steps = (Step("2 + 2 = 5"), Step("No, that is wrong: 4", retracts=(1,)))
    links = ((Premise(0),), (Premise(1, "as annotated"),))
    chain = ReasoningChain(id="c", question="q", steps=steps, given=links)
    # What annotators gave is not mended.
    assert premise_finder("oracle").read(chain, ()).premises == links
