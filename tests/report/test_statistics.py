from __future__ import annotations

import math
import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dunyazad.report import statistics
from dunyazad.report.record import Interval
from dunyazad.report.statistics import clustered_rate, independent_line, pair_variance, student_quantile, wilson

CHAINS = st.lists(
    st.tuples(st.booleans(), st.sets(st.sampled_from("abcdefghijkl"), max_size=4)), min_size=1, max_size=25
)


def interval(correct: Sequence[bool], problems: Sequence[set[str]]) -> Interval:
    found = clustered_rate(correct, problems).interval
    assert found is not None
    return found


def test_wilson_by_hand() -> None:
    # 1 of 2 at z = 2: scale 1 + 4/2 = 3, centre (1/2 + 4/4)/3 = 1/2, half 2/3·√(1/8 + 4/16) = 2/3·√(3/8) = 0.408248
    low, high = wilson(1, 2, quantile=2.0)
    assert low == pytest.approx(0.5 - 2 / 3 * math.sqrt(3 / 8))
    assert high == pytest.approx(0.5 + 2 / 3 * math.sqrt(3 / 8))
    # 0 of n: high is z²/(n + z²) = 4/14
    assert wilson(0, 10, quantile=2.0) == pytest.approx((0.0, 4 / 14))
    assert wilson(10, 10, quantile=2.0) == pytest.approx((10 / 14, 1.0))


@pytest.mark.parametrize(("successes", "n"), [(0, 0), (3, 2), (-1, 2)])
def test_wilson_refuses_what_is_no_rate(successes: int, n: int) -> None:
    with pytest.raises(ValueError, match="no rate"):
        wilson(successes, n)


# From a printed table of Student's t, two-sided 95 %.
@pytest.mark.parametrize(
    ("freedom", "value"),
    [
        *((0, 12.706), (1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776)),
        *((5, 2.571), (8, 2.306), (20, 2.086), (60, 2.000), (1_000_000, 1.960)),
    ],
)
def test_student_quantile(freedom: int, value: float) -> None:
    """Under 5 degrees of freedom 5 were once supposed."""
    assert student_quantile(0.95, freedom) == pytest.approx(value, abs=1e-3)


@pytest.mark.parametrize("limit", [-1, 10**9])
@given(chains=CHAINS)
def test_pair_variance_equals_brute_force(limit: int, chains: list[tuple[bool, set[str]]]) -> None:
    """Both ways of finding neighbours give the double sum of the definition."""
    correct = [result for result, _ in chains]
    problems = [shared for _, shared in chains]
    n = len(chains)
    mean = sum(correct) / n
    pairs = [(i, j) for i in range(n) for j in range(n) if i == j or problems[i] & problems[j]]
    expected = sum((correct[i] - mean) * (correct[j] - mean) for i, j in pairs) / n**2
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(statistics, "_FEW_CHAINS", 0)
        patch.setattr(statistics, "_SPARSE_PAIRS", limit)
        variance, shared = pair_variance(correct, problems)
    assert variance == pytest.approx(expected, abs=1e-12)
    assert shared == pytest.approx(len(pairs) / n**2)


@given(chains=CHAINS)
def test_interval_contains_the_plain_one_and_stays_in_bounds(chains: list[tuple[bool, set[str]]]) -> None:
    correct = [result for result, _ in chains]
    found = interval(correct, [shared for _, shared in chains])
    low, high = wilson(sum(correct), len(correct))
    assert 0 <= found.low <= low + 1e-9
    assert high - 1e-9 <= found.high <= 1
    assert found.low <= sum(correct) / len(correct) <= found.high
    assert 0 < found.effective_n <= len(correct)


def test_without_shared_problems_it_is_wilson() -> None:
    found = interval([True] * 7 + [False] * 3, [{str(k)} for k in range(10)])
    assert (found.low, found.high) == pytest.approx(wilson(7, 10))
    assert found.effective_n == 10
    assert found.note == ""


def test_whole_clusters_count_once() -> None:
    # 40 clusters of 5 equal results, half right: V = 40·(5·½)²/200² = 0.00625, ρ = 1/40, corrected 0.00641;
    # p(1−p)/(n−1) = 0.25/199 = 0.001256; inflation 5.1026; 200/5.1026 = 39.196, near the 40 clusters.
    correct = [cluster % 2 == 0 for cluster in range(40) for _ in range(5)]
    problems = [{str(cluster)} for cluster in range(40) for _ in range(5)]
    assert interval(correct, problems).effective_n == pytest.approx(39.196, abs=1e-3)


def test_nothing_has_a_reason_and_no_value() -> None:
    rate = clustered_rate([], [], nothing="all were refused")
    assert (rate.value, rate.interval, rate.reason) == (None, None, "all were refused")
    assert independent_line(rate, 3) is None


def test_repeats_of_one_chain_are_worth_one() -> None:
    found = interval([True] * 20, [{"a", "b"}] * 20)
    assert found.effective_n == 1
    assert "every pair" in found.note
    mixed = interval([True, False] * 10, [{"a", "b"}] * 20)
    assert mixed.effective_n == 1


def test_all_equal_results_say_that_clustering_cannot_be_told() -> None:
    found = interval([False] * 4, [{"a"}, {"a", "b"}, {"c"}, {"d"}])
    assert "equal" in found.note
    assert found.low == 0
    assert found.effective_n == 4


@pytest.mark.parametrize(("right", "worth"), [(False, 6), (True, 3)])
def test_equal_results_are_worth_no_more_than_their_problems(right: bool, worth: int) -> None:
    """15 chains from 6 problems, all right or all wrong, once counted as 15 independent ones.

    By hand: one wrong problem makes a chain wrong, so 6 at most; a right chain of 2 needs 2 right problems, so 6/2.
    """
    pairs = [{first, second} for first in "abcdef" for second in "abcdef" if first < second]
    assert interval([right] * 15, pairs).effective_n == worth


def test_equal_results_of_repeats_and_of_chains_without_ids() -> None:
    # Length 1 reads the same in both orders: 3 problems told twice are worth 3, right or wrong.
    for right in (True, False):
        assert interval([right] * 6, [{"a"}, {"b"}, {"c"}] * 2).effective_n == 3
        assert interval([right] * 4, [set()] * 4).effective_n == 4


@pytest.mark.parametrize(
    ("pool", "n", "length", "chance"),
    [(20, 100, 1, 0.8), (10, 100, 2, 0.8), (6, 50, 2, 0.8), (30, 50, 5, 0.95), (12, 50, 3, 0.8)],
)
def test_coverage_where_a_small_pool_decides_all(pool: int, n: int, length: int, chance: float) -> None:
    """Each problem is solved always or never, the hardest case; down to 70 % were covered where results were equal."""
    rng = random.Random(11)
    truth, covered, plain = chance**length, 0, 0
    for _ in range(120):
        solved = [rng.random() < chance for _ in range(pool)]
        chains = [rng.sample(range(pool), length) for _ in range(n)]
        correct = [all(solved[place] for place in chain) for chain in chains]
        found = interval(correct, [{str(place) for place in chain} for chain in chains])
        covered += found.low <= truth <= found.high
        low, high = wilson(sum(correct), n)
        plain += low <= truth <= high
    assert covered >= 108
    assert plain < 90


@given(chains=CHAINS, seed=st.integers(0, 99))
def test_order_of_rows_is_irrelevant(chains: list[tuple[bool, set[str]]], seed: int) -> None:
    shuffled = random.Random(seed).sample(chains, len(chains))
    first, second = (interval([c for c, _ in rows], [p for _, p in rows]) for rows in (chains, shuffled))
    assert first == second


def test_negative_variance_never_narrows() -> None:
    """Two chains that share a problem and differ: the double sum falls below the independent one."""
    correct, problems = [True, False, True, False], [{"a"}, {"a"}, {"b"}, {"b"}]
    assert pair_variance(correct, problems)[0] == 0
    assert interval(correct, problems).effective_n == 4


def test_lengths_must_agree() -> None:
    with pytest.raises(ValueError, match="2 results for 1 chains"):
        pair_variance([True, False], [{"a"}])


@settings(deadline=None)
@given(st.floats(min_value=0.01, max_value=0.999))
def test_level_is_a_probability(level: float) -> None:
    found = clustered_rate([True, False, True], [{"a"}, {"b"}, {"c"}], level=level).interval
    assert found is not None
    assert found.level == level
    assert found.low < 2 / 3 < found.high


@pytest.mark.parametrize("level", [0.0, 1.0, 95])
def test_other_levels_are_refused(level: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        clustered_rate([True], [{"a"}], level=level)


def test_coverage_where_chains_share_problems() -> None:
    """200 draws of 150 chains of 3 from 60 problems of uneven difficulty, against the mean over all problems.

    Intervals that take chains for independent cover about 80 % here; ours must come near 95 %.
    """
    rng = random.Random(5)
    chances = (0.5, 0.98)
    truth = (sum(chances) / 2) ** 3
    covered = naive = 0
    for _ in range(200):
        pool = {str(k): rng.choice(chances) for k in range(60)}
        problems = [set(rng.sample(sorted(pool), 3)) for _ in range(150)]
        correct = [all(rng.random() < pool[name] for name in sorted(chain)) for chain in problems]
        found = interval(correct, problems)
        covered += found.low <= truth <= found.high
        low, high = wilson(sum(correct), 150)
        naive += low <= truth <= high
    assert naive < 182
    assert 182 <= covered <= 200


@pytest.mark.parametrize(("pool", "once"), [(2, 0.85), (3, 0.92), (4, 0.94)])
def test_coverage_of_few_problems(pool: int, once: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """60 responses to so few problems whose chances are uniform on [0, 1], so that the truth is a half.

    With the quantile of 5 degrees of freedom whatever their number, about 81, 88 and 91 % were covered.
    """
    rng = random.Random(3)
    draws = []
    for _ in range(300):
        chances = [rng.random() for _ in range(pool)]
        draws.append([rng.random() < chances[k % pool] for k in range(60)])
    problems = [{str(k % pool)} for k in range(60)]

    def covered() -> float:
        found = [interval(correct, problems) for correct in draws]
        return sum(each.low <= 0.5 <= each.high for each in found) / len(found)

    assert covered() >= 0.94
    monkeypatch.setattr(statistics, "student_quantile", lambda level, freedom: student_quantile(level, max(5, freedom)))
    assert covered() < once


def test_few_problems_are_said() -> None:
    few = interval([True, False, True, True, False, False], [{"a"}, {"b"}, {"c"}] * 2)
    assert few.note == "only 3 distinct problems stand behind it"
    six = interval([True, False, True, True, False, False] * 2, [{name} for name in "abcdef"] * 2)
    assert six.note == ""
