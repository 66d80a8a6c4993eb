"""The judges that ask a model, on the chains written by hand: what they ask, and what comes of the answers."""

from __future__ import annotations

import itertools
from typing import NamedTuple

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.errors.scripted import answered, judged, letters, parc_of
from tests.reasoning.chains import CHAINS, HOSTILE_STEPS, LONG

from dunyazad._exceptions import InputError
from dunyazad.errors import JUDGES, MODEL_JUDGES, Judge, judge
from dunyazad.prompts import PromptSet, default_prompts, fenced, read_template
from dunyazad.reasoning import Completion, Finding, Parc, ReasoningChain, Step


class Case(NamedTuple):
    """A chain, its premises by hand, what the model answers, and what comes of it; letters as in `scripted`.

    Of `alone` and `under` come the two waves of under-premises. `hybrid` has a letter for each step that it asks about,
    a dot where arithmetic has refuted the step.
    """

    links: tuple[tuple[int, ...], ...]
    full: str
    alone: str
    under: str
    found: str
    hybrid: str
    settled: str


CASES = {
    # 30 + 18 = 48 adds up, but say that 3 does not follow: arithmetic cannot tell, the logic of 3 is wrong.
    "pens": Case(((0,), (0,), (1, 2)), "ccc", "ccc", "ccl", "c c l", "ccl", "c c l"),
    # 48 - 15 is 33. Steps 3 and 4 are right in themselves; both go back to 2, the second by way of the first.
    "buns": Case(((0,), (0, 1), (0, 2), (3,)), "cmaa", "cmcc", "cccc", "c m a2 a2", "c.cc", "c m a2 a2"),
    # 4 * 7 is 28. Step 3 rests on the repair and not on the fault.
    "retraction": Case(((0,), (0,), (0, 2)), "mcc", "mcc", "ccc", "m c c", ".cc", "m c c"),
    # 8 * 9 is 72. Step 3 only takes back; it computes nothing, so hybrid asks about both.
    "late-retraction": Case(
        ((0,), (0, 1), (), (0, 1), (0, 4)), "cmccc", "cmccc", "ccccc", "c m c c c", "c.ccc", "c m c c c"
    ),
    # The logic of step 4 is unreadable: it stays undecided and inherits nothing. Hybrid has an answer, and it does.
    "labels": Case(((0,), (0, 1), (1, 2), (3,)), "ccla", "cccc", "cclu", "c c l u", "cclc", "c c l a3"),
    # Refused about its numbers, correct in its logic: not known to be correct.
    "self-referring": Case(((0,), (1,)), "oc", "rc", "cc", "r c", "oc", "u c"),
    # 6 * 7 is 42, whatever the step says of itself.
    "verdict-inside": Case(((0,), (1,)), "ma", "mc", "cc", "m a1", ".c", "m a1"),
    # A native error stays native, although it rests on one.
    "zero-width": Case(((0,), (1,)), "mm", "mc", "cl", "m l", "ml", "m l"),
    "json-inside": Case(((0,), (0, 1)), "la", "cc", "lc", "l a1", "lc", "l a1"),
    # Truncated about its logic, correct in its numbers; what rests on it is judged all the same.
    "table": Case(((0,), (0, 1), (2,)), "tcc", "ccc", "tcc", "t c c", "tcc", "t c c"),
    "unicode-digits": Case(((0,), (1,)), "cf", "cc", "cf", "c f", "cf", "c f"),
    # A label that was not asked for (logic, when asked about numbers) is no verdict; mathematics still wins in 2.
    "delimiters": Case(((0,), (1,)), "cm", "lm", "cl", "u m", "cm", "c m"),
    "empty": Case((), "", "", "", "", "", ""),
    "one-step": Case(((0,),), "c", "c", "c", "c", "c", "c"),
    # Of two wrong premises, equally near, the later one is the origin.
    "twins": Case(((0,), (0,), (1, 2)), "lla", "ccc", "llc", "l l a2", "llc", "l l a2"),
}
NAMES = sorted(CASES)


def case_of(name: str) -> tuple[Parc, Case]:
    return parc_of(CHAINS[name], *CASES[name].links), CASES[name]


def test_every_chain_has_a_case() -> None:
    assert sorted(CHAINS) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_full_context_takes_the_models_label(name: str) -> None:
    parc, case = case_of(name)
    # Nothing is inherited: the model itself says which step is an accumulation error.
    assert letters(judged(judge("full-context"), parc, case.full)).replace(" ", "") == case.full


@pytest.mark.parametrize("name", NAMES)
def test_under_premises_merges_two_answers(name: str) -> None:
    parc, case = case_of(name)
    assert letters(judged(judge("under-premises"), parc, case.alone + case.under)) == case.found


@pytest.mark.parametrize("name", NAMES)
def test_hybrid_asks_what_arithmetic_cannot_tell(name: str) -> None:
    parc, case = case_of(name)
    hybrid = judge("hybrid")
    asked = [prompt.key for prompt in hybrid.prompts(parc)]
    assert asked == [f"step-{k}-logical" for k, letter in enumerate(case.hybrid, start=1) if letter != "."]
    assert letters(judged(hybrid, parc, case.hybrid.replace(".", ""))) == case.settled


@pytest.mark.parametrize("name", NAMES)
def test_calls_are_counted(name: str) -> None:
    parc, steps = case_of(name)[0], len(CHAINS[name].steps)
    counts = {method: len(judge(method).prompts(parc)) for method in MODEL_JUDGES}
    assert counts["full-context"] == steps
    assert counts["under-premises"] == 2 * steps
    assert counts["hybrid"] <= steps
    assert counts["critic"] == min(steps, 1)
    assert len(judge("votes:3:under-premises").prompts(parc)) == 6 * steps


@pytest.mark.parametrize("method", [*MODEL_JUDGES, "votes:2:hybrid", "votes:2:under-premises"])
@pytest.mark.parametrize("name", NAMES)
def test_keys_are_unique_and_the_texts_are_told(method: str, name: str) -> None:
    parc, found = case_of(name)[0], judge(method)
    prompts = found.prompts(parc)
    assert len({prompt.key for prompt in prompts}) == len(prompts)
    known = {name: default_prompts()[name].sha256 for name in default_prompts().names}
    assert found.texts
    assert found.texts.items() <= known.items()


@pytest.mark.parametrize("method", [*MODEL_JUDGES, "votes:3:hybrid"])
@pytest.mark.parametrize("name", NAMES)
def test_a_model_that_only_repeats_the_step_has_judged_nothing(method: str, name: str) -> None:
    parc, found = case_of(name)[0], judge(method)
    prompts = found.prompts(parc)
    for echo in ("{}", "The step says:\n{}"):
        told = []
        for prompt in prompts:
            number = prompt.key.split("#")[0].split("-")
            text = "\n".join(step.text for step in parc.chain.steps)
            told.append(echo.replace("{}", parc.chain.step_text(int(number[1])) if len(number) > 1 else text))
        read = found.read(parc, tuple(Completion(p.key, text) for p, text in zip(prompts, told, strict=True)))
        assert {verdict.outcome for verdict in read if verdict.label != "mathematical_error"} <= {"unparsed"}
        assert all(verdict.reason for verdict in read if verdict.outcome == "unparsed")


def test_trouble_is_the_verdicts_outcome_with_its_reason() -> None:
    parc = parc_of(CHAINS["labels"], (0,), (0,), (0,), (0,))
    verdicts = judged(judge("full-context"), parc, "urtf")
    assert [(verdict.label, verdict.outcome) for verdict in verdicts] == [
        (None, "unparsed"),
        (None, "refused"),
        (None, "truncated"),
        (None, "failed"),
    ]
    assert [verdict.reason for verdict in verdicts[1:]] == ["content filter", "token limit", "no route"]


def test_premises_that_were_not_found_are_no_premises() -> None:
    # Step 2's premises could not be read. Its numbers are asked about, its logic is not: only 0 would be shown.
    parc = msgspec.structs.replace(
        parc_of(CHAINS["pens"], (0,), (), (1,)), findings=(Finding(), Finding("unparsed", "no list"), Finding())
    )
    under = judge("under-premises")
    keys = [prompt.key for prompt in under.prompts(parc)]
    assert keys[3:] == ["step-1-logical", "step-3-logical"]
    verdicts = judged(under, parc, "ccc cc")
    assert letters(verdicts) == "c u c"
    assert verdicts[1].reason == "its premises were not found: no list"
    assert letters(judged(under, parc, "cmc cc")) == "c m c"  # an error in its numbers is one all the same
    assert letters(judged(judge("hybrid"), parc, "cc")) == "c u c"


def test_prompts_show_what_they_should() -> None:
    parc = parc_of(CHAINS["buns"], (0,), (0, 1), (2,), (3,))
    alone, under = judge("under-premises").prompts(parc)[2::4]
    texts = [step.text for step in parc.chain.steps]
    assert [text in alone.user for text in texts] == [False, False, True, False]
    assert parc.chain.question not in alone.user
    assert [text in under.user for text in texts] == [False, True, True, False]
    assert under.user.startswith(f"Question (step 0):\n{fenced(parc.chain.question)}")
    assert "Take every premise as given" in under.system
    full = judge("full-context").prompts(parc)[2]
    assert [text in full.user for text in texts] == [True, True, True, False]
    first = judge("under-premises").prompts(parc)[4]
    assert "(It rests on no earlier step.)" in first.user


def test_full_context_extends_what_came_before() -> None:
    prompts = judge("full-context").prompts(parc_of(CHAINS["buns"], (0,), (0,), (0,), (0,)))
    assert len({prompt.system for prompt in prompts}) == 1
    for earlier, later in itertools.pairwise(prompts):
        assert later.user.startswith(earlier.user.rpartition("\n\nJudge step ")[0])


def test_hybrid_has_one_system_message_for_both_of_its_texts() -> None:
    texts = default_prompts()
    assert texts["errors-hybrid-logical"].system == texts["errors-hybrid-both"].system
    assert texts["errors-hybrid-logical"].user != texts["errors-hybrid-both"].user


def test_hybrid_keeps_what_arithmetic_found() -> None:
    verdicts = judged(judge("hybrid"), parc_of(CHAINS["buns"], (0,), (0,), (0,), (0,)), "lcc")
    assert [piece.finding for piece in verdicts[0].evidence] == ["4 * 12 = 48 buns holds", "told so (l)"]
    assert [piece.expected for piece in verdicts[1].evidence] == ["33"]
    assert {verdict.method for verdict in verdicts} == {"hybrid"}


def test_a_text_of_the_users_own_is_sent_and_told() -> None:
    known = default_prompts()
    own = read_template("=== user\nRight or wrong?\n{{step}}", "mine.txt", known["errors-mathematical"])
    texts = PromptSet([own if name == own.name else known[name] for name in known.names])
    found = judge("under-premises", prompts=texts)
    parc = parc_of(CHAINS["one-step"], (0,))
    assert found.prompts(parc)[0].user == "Right or wrong?\nStep 1:\n| 1 + 1 = 2"
    assert found.texts["errors-mathematical"] == own.sha256


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "guess",
            "no error method 'guess'; there are: arithmetic, reference, full-context, under-premises, hybrid, ",
        ),
        ("reference", "needs the gold solution"),
        ("votes:0:hybrid", "the number of votes is 1 to 100, not '0'"),
        ("votes:x:hybrid", "the number of votes is 1 to 100, not 'x'"),
        ("votes:101:hybrid", "the number of votes is 1 to 100, not '101'"),
        ("votes:٣:hybrid", "the number of votes is 1 to 100"),
        ("votes:5", "votes are for a method that asks a model: .*; not ''"),
        ("votes:5:arithmetic", "not 'arithmetic'"),
        ("votes:5:votes:5:hybrid", "not 'votes:5:hybrid'"),
    ],
)
def test_a_name_that_is_none_says_what_there_is(name: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        judge(name)
    assert "\n" not in str(caught.value)


def test_every_name_is_a_judge() -> None:
    for name in JUDGES:
        if name != "reference":
            assert isinstance(judge(name), Judge)
            assert judge(name).name == name


steps = st.text(max_size=80) | st.sampled_from(HOSTILE_STEPS)
texts = st.text(max_size=80) | st.sampled_from([*HOSTILE_STEPS, '{"reasoning": "r", "verdict": "correct"}'])


@given(st.lists(steps, max_size=4), st.sampled_from([*MODEL_JUDGES, "votes:2:under-premises"]), st.data())
def test_no_completion_makes_a_judge_raise(found: list[str], method: str, data: st.DataObject) -> None:
    chain = ReasoningChain(id="c", question="q", steps=tuple(map(Step, found)))
    parc = parc_of(chain, *(data.draw(st.sets(st.integers(0, k), max_size=2)) for k in range(len(found))))
    prompts = judge(method).prompts(parc)
    told = tuple(Completion(prompt.key, data.draw(texts)) for prompt in prompts)
    verdicts = judge(method).read(parc, told)
    assert [verdict.step for verdict in verdicts] == list(range(1, len(found) + 1))
    assert all(verdict.label or verdict.outcome != "judged" for verdict in verdicts)


@pytest.mark.parametrize("method", [*MODEL_JUDGES, "votes:2:full-context"])
def test_a_step_of_100_kb_is_judged(method: str) -> None:
    parc = parc_of(LONG, (0,), (0, 1), (2,))
    found = judge(method)
    prompts = found.prompts(parc)
    assert any(len(prompt.user) > 90_000 for prompt in prompts)
    echo = tuple(Completion(prompt.key, prompt.user) for prompt in prompts)
    assert {verdict.label for verdict in found.read(parc, echo)} <= {None}
    told = answered(prompts, "c" * len(prompts)) if method != "critic" else echo
    assert len(found.read(parc, told)) == 3
