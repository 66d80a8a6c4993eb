"""First wrong steps: worked by hand, defined at the ends, and intervals that know questions."""

from __future__ import annotations

from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dunyazad.benchmarks import named_first, score_process
from dunyazad.benchmarks.processbench import Named
from dunyazad.errors import Verdict, Verification
from dunyazad.perl import ProcessChain
from dunyazad.reasoning import Parc, ReasoningChain, Step


def solution(name: int, label: int, question: str = "q") -> ProcessChain:
    return ProcessChain(id=str(name), problem=question, steps=("a", "b", "c"), label=label)


def verification(*verdicts: Verdict) -> Verification:
    chain = ReasoningChain(id="c", question="q", steps=tuple(Step("s") for _ in verdicts))
    parc = Parc(chain=chain, premises=tuple(() for _ in verdicts), method="")
    return Verification(id="c", parc=parc, verdicts=verdicts, errors_method="x")


def test_rates_worked_by_hand() -> None:
    # First wrong steps 1, 2, 3 and none; named are 1, 1, none, none: one of three found, the right one cleared.
    chains = [solution(k, label) for k, label in enumerate((0, 1, 2, -1))]
    said = {"0": 1, "1": 1, "2": None, "3": None}
    scores = score_process(chains, lambda chain: cast("Named", said[chain.id]))
    assert scores.erroneous == pytest.approx(1 / 3)
    assert scores.correct == 1.0
    assert scores.f1 == pytest.approx(0.5)
    assert (scores.too_early, scores.too_late, scores.missed, scores.false_alarms) == (1, 0, 1, 0)


def test_f1_is_0_where_both_rates_are_and_none_where_one_is_over_nothing() -> None:
    both = [solution(0, 0), solution(1, -1)]
    assert score_process(both, lambda chain: 3).f1 == 0.0
    assert score_process(both[:1], lambda chain: 1).f1 is None
    assert score_process([], lambda chain: 1).f1 is None


def test_no_answer_counts_for_nobody() -> None:
    scores = score_process([solution(0, 0), solution(1, -1)], lambda chain: "unanswered")
    assert (scores.erroneous, scores.correct, scores.unanswered) == (0.0, 0.0, 2)


def test_what_a_verification_names() -> None:
    right = Verdict(step=1, label="correct", outcome="judged")
    silent = Verdict(step=1, label=None, outcome="no_claim")
    failed = Verdict(step=1, label=None, outcome="unparsed")
    wrong = Verdict(step=2, label="other", outcome="judged")
    late = Verdict(step=2, label=None, outcome="refused")
    assert named_first(verification(right, wrong)) == 2
    assert named_first(verification(silent)) is None
    assert named_first(verification(failed, wrong)) == "unanswered"
    assert named_first(verification(right, late)) == "unanswered"
    assert named_first(verification()) is None


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(-1, 2), st.sampled_from([None, 1, 2, 3])), min_size=1, max_size=12))
def test_order_changes_nothing_and_intervals_hold_their_figure_between_0_and_1(
    drawn: list[tuple[int, int | None]],
) -> None:
    chains = [solution(k, label, question=str(k % 5)) for k, (label, _) in enumerate(drawn)]
    one = score_process(chains, lambda chain: drawn[int(chain.id)][1], draws=5)
    other = score_process(chains[::-1], lambda chain: drawn[int(chain.id)][1], draws=5)
    assert (one.erroneous, one.correct, one.f1) == (other.erroneous, other.correct, other.f1)
    assert all(0 <= interval.low <= interval.high <= 1 for interval in one.intervals.values())


def test_chains_about_one_question_are_no_independent_evidence() -> None:
    alike = [solution(k, 0 if k % 2 else 1, question=str(k // 20)) for k in range(200)]
    apart = [solution(k, 0 if k % 2 else 1, question=str(k)) for k in range(200)]

    def found(chain: ProcessChain) -> int:
        return 1 if int(chain.id) // 20 % 2 else 2

    wide, narrow = (score_process(chains, found).intervals["erroneous"] for chains in (alike, apart))
    # Half of every question is right, whichever are drawn: that is known of ten questions, not exactly.
    assert wide.high - wide.low > 2 * (narrow.high - narrow.low)

    def by_question(chain: ProcessChain) -> int | None:
        return chain.first_error if int(chain.id) // 20 % 2 else None

    wide, narrow = (score_process(chains, by_question).intervals["erroneous"] for chains in (alike, apart))
    assert wide.high - wide.low > 2 * (narrow.high - narrow.low)


def test_a_rate_of_1_over_few_questions_is_not_certain() -> None:
    # 0.025 ** (1 / 10) = 0.6915: what ten questions in a row can exclude.
    scores = score_process([solution(k, 0, question=str(k)) for k in range(10)], lambda chain: 1)
    assert scores.intervals["erroneous"].low == pytest.approx(0.6915, abs=1e-4)
    assert scores.intervals["erroneous"].high == 1.0
    assert "correct" not in scores.intervals
