"""Accuracy of verdicts: worked by hand, in every reading, and what must change nothing."""

from __future__ import annotations

import random

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from tests.benchmarks.made import chain_of, given

from dunyazad.benchmarks import READINGS, is_right, score_errors, step_type
from dunyazad.errors import Label, Verdict
from dunyazad.perl import AnnotatedChain

LABELS: tuple[Label, ...] = (
    "correct",
    "mathematical_error",
    "logical_inconsistency",
    "accumulation_error",
    "other",
)
annotated = st.lists(
    st.one_of(st.just(("correct",)), st.sets(st.sampled_from(LABELS[1:]), min_size=1).map(lambda s: tuple(sorted(s)))),
    min_size=1,
    max_size=6,
)
verdicts = st.sampled_from((*LABELS, None))


def test_types_of_steps() -> None:
    assert step_type(("correct",)) == "correct"
    assert step_type(("accumulation_error",)) == "accumulation"
    assert step_type(("accumulation_error", "logical_inconsistency")) == "error"


@pytest.mark.parametrize(
    ("labels", "label", "expected"),
    [
        (("correct",), "correct", (True, True, True)),
        (("correct",), "other", (False, False, False)),
        (("correct",), None, (True, False, False)),
        (("mathematical_error",), "logical_inconsistency", (True, True, False)),
        (("mathematical_error",), "mathematical_error", (True, True, True)),
        (("mathematical_error",), "accumulation_error", (False, False, False)),
        (("mathematical_error",), None, (True, False, False)),
        (("mathematical_error", "accumulation_error"), "accumulation_error", (False, False, False)),
        (("accumulation_error",), "accumulation_error", (True, True, True)),
        (("accumulation_error",), "other", (False, False, False)),
        (("accumulation_error",), None, (False, False, False)),
    ],
)
def test_what_counts_in_each_reading(
    labels: tuple[Label, ...], label: Label | None, expected: tuple[bool, bool, bool]
) -> None:
    verdict = given(label)[0]
    assert tuple(is_right(labels, verdict, reading) for reading in READINGS) == expected


def test_to_claim_nothing_is_to_find_no_error_in_the_papers_reading_only() -> None:
    verdict = Verdict(step=1, label=None, outcome="no_claim")
    assert [is_right(("correct",), verdict, reading) for reading in READINGS] == [True, False, False]
    assert not any(is_right(("other",), verdict, reading) for reading in READINGS)


def test_two_chains_worked_by_hand() -> None:
    first = chain_of([], [("correct",), ("correct",), ("mathematical_error",), ("accumulation_error",)], name="a")
    second = chain_of([], [("logical_inconsistency",), ("accumulation_error",)], name="b", question="other")
    said = {
        "a": given("correct", "other", "mathematical_error", "accumulation_error"),
        "b": given("mathematical_error", "correct"),
    }
    total = score_errors([first, second], lambda chain: said[chain.id]).total
    assert total.chains_with == {"correct": 1, "error": 2, "accumulation": 2}
    # Correct: a 1/2. Error: a 1, b 1 merged and 0 strictly. Accumulation: a 1, b 0.
    assert (total.merged.correct, total.merged.error, total.merged.accumulation) == (0.5, 1.0, 0.5)
    assert total.merged.weighted == pytest.approx((0.5 + 1 + 1 + 1 + 0) / 5)
    assert total.merged.mean == pytest.approx(2 / 3)
    assert total.strict.error == 0.5
    assert total.confusion["correct"] == {"correct": 1, "other": 1}
    assert total.confusion["logical_inconsistency"] == {"mathematical_error": 1}


def test_a_chain_counts_once_however_long_it_is() -> None:
    long = chain_of([], [("correct",)] * 9, name="a")
    short = chain_of([], [("correct",)], name="b")
    said = {"a": given(*LABELS[:1] * 9), "b": given("other")}
    assert score_errors([long, short], lambda chain: said[chain.id]).total.strict.correct == 0.5


@settings(deadline=None)
@drawn(st.lists(annotated, min_size=1, max_size=4))
def test_a_judge_that_answers_nothing_scores_0_strictly_and_is_flattered_by_the_papers_reading(
    labels: list[list[tuple[Label, ...]]],
) -> None:
    chains = [chain_of([], some, name=str(k)) for k, some in enumerate(labels)]
    total = score_errors(chains, lambda chain: given(*[None] * len(chain.steps)), draws=5).total
    for figure in ("correct", "error", "accumulation", "weighted", "mean"):
        assert getattr(total.strict, figure) in (0.0, None)
        assert getattr(total.merged, figure) in (0.0, None)
    assert total.paper.correct in (1.0, None)
    assert total.paper.error in (1.0, None)


@settings(deadline=None)
@drawn(st.lists(st.tuples(annotated, st.sampled_from(["one", "two"])), min_size=1, max_size=5), st.data())
def test_the_order_of_chains_and_steps_changes_nothing(
    labels: list[tuple[list[tuple[Label, ...]], str]], data: st.DataObject
) -> None:
    shuffler = random.Random(data.draw(st.integers()))
    chains: list[AnnotatedChain] = []
    turned: list[AnnotatedChain] = []
    said: dict[str, tuple[Verdict, ...]] = {}
    for k, (some, source) in enumerate(labels):
        answers = data.draw(st.lists(verdicts, min_size=len(some), max_size=len(some)))
        order = shuffler.sample(range(len(some)), len(some))
        chains.append(chain_of([], some, name=f"{k}", source=source))
        turned.append(chain_of([], [some[at] for at in order], name=f"{k}'", source=source))
        said[f"{k}"], said[f"{k}'"] = given(*answers), given(*(answers[at] for at in order))
    shuffler.shuffle(turned)
    one, other = (score_errors(some, lambda chain: said[chain.id], draws=5) for some in (chains, turned))
    assert one.total == other.total
    assert sorted(one.splits, key=lambda s: s.name) == sorted(other.splits, key=lambda s: s.name)


@settings(deadline=None)
@drawn(annotated)
def test_a_perfect_judge_scores_1(labels: list[tuple[Label, ...]]) -> None:
    chain = chain_of([], labels)
    native = ("mathematical_error", "logical_inconsistency", "other")
    best = [next((label for label in native if label in some), some[0]) for some in labels]
    total = score_errors([chain], lambda _: given(*best), draws=5).total
    for reading in READINGS:
        assert getattr(total, reading).weighted == 1.0


def test_chains_and_steps_without_labels_do_not_count() -> None:
    scores = score_errors([chain_of([[0]])], lambda chain: given("correct"))
    assert (scores.n_left_out, scores.total.n_chains, scores.total.strict.weighted) == (1, 0, None)
