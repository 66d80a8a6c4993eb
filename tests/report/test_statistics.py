from __future__ import annotations

import itertools
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


def test_student_quantile_between_whole_degrees() -> None:
    # 1/1.5 lies at 2/3 of the way from 1/1 to 1/2: 12.706 − 2/3·(12.706 − 4.303) = 7.104
    assert student_quantile(0.95, 1.5) == pytest.approx(7.104, abs=1e-3)
    values = [student_quantile(0.95, degrees / 100) for degrees in range(100, 700)]
    assert values == sorted(values, reverse=True)
    assert max(before - after for before, after in itertools.pairwise(values)) < 0.17


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
    # 40 clusters of 5 equal results, half right: 40·(5·½)²/200² = 0.00625, ρ = 1/40, V = 0.00641, m = 1 + 0.25/V = 40.
    # With 39 degrees of freedom m would be lowered to 37.6; but 40 clusters are worth 40 however their chains agree.
    correct = [cluster % 2 == 0 for cluster in range(40) for _ in range(5)]
    problems = [{str(cluster)} for cluster in range(40) for _ in range(5)]
    found = interval(correct, problems)
    assert found.effective_n == pytest.approx(40)
    assert (found.low, found.high) == pytest.approx(wilson(20, 40))


def test_clusters_that_agree_in_part() -> None:
    # 5 problems asked 4 times, right 4, 3, 2, 2, 1 times, p = 0.6. A problem's e sum to 1.6, 0.6, −0.4, −0.4, −1.4,
    # with squares that sum to 5.2; 5.2/20² = 0.013, ρ = 1/5, V = 0.01625; m = 1 + 0.24/V = 15.7692.
    # d = 5·(1 − 1/5) = 4, t = 2.77645, (1.95996/2.77645)² = 0.498331: n* = 7.85830, above the 5 that 5 problems are
    # worth at least.
    correct = [k < right for right in (4, 3, 2, 2, 1) for k in range(4)]
    found = interval(correct, [{str(cluster)} for cluster in range(5) for _ in range(4)])
    assert found.effective_n == pytest.approx(7.85830, abs=1e-5)
    # z² = 3.84146; centre (0.6 + z²/2n*)/(1 + z²/n*) = 0.844421/1.488841 = 0.567166,
    # half z/1.488841·√(0.24/n* + z²/4n*²) = 1.316436·√(0.0305410 + 0.0155517) = 0.282630
    assert (found.low, found.high) == pytest.approx((0.284536, 0.849796), abs=2e-6)


def test_chains_that_share_are_worth_their_problems_at_least() -> None:
    # Problems a to e stand in 2, 1, 1, 1, 1 chains: E = 6²/8 = 4.5, and chains of 2 are worth 4.5/2. That holds here:
    # V = (8/9)/9/(1 − 5/9) = 2/9, m = 1 + (2/9)/V = 2, and with 3·(1 − 5/9) = 1.3 degrees of freedom m is worth little.
    found = interval([True, True, False], [{"a", "b"}, {"a", "c"}, {"d", "e"}])
    assert found.effective_n == 2.25
    # All wrong, they may fail for different reasons: min(4.5, 3 chains).
    assert interval([False] * 3, [{"a", "b"}, {"a", "c"}, {"d", "e"}]).effective_n == 3


@given(chains=CHAINS, times=st.integers(2, 4))
def test_reading_the_same_results_again_changes_nothing(chains: list[tuple[bool, set[str]]], times: int) -> None:
    """The quantile of Student's t, taken only where chains share, once made the interval of a doubled file wider."""
    named = [(result, shared or {f"alone {place}"}) for place, (result, shared) in enumerate(chains)]
    once, again = (interval([c for c, _ in rows], [p for _, p in rows]) for rows in (named, named * times))
    assert (again.low, again.high) == pytest.approx((once.low, once.high), abs=1e-12)


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
    # a stands in 2 chains, b, c and d in one: E = 5²/7
    found = interval([False] * 4, [{"a"}, {"a", "b"}, {"c"}, {"d"}])
    assert "equal" in found.note
    assert found.low == 0
    assert found.effective_n == pytest.approx(25 / 7)


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
    correct, problems = [True, False] * 20, [{str(k // 2)} for k in range(40)]
    assert pair_variance(correct, problems)[0] == 0
    # By hand: no more than the 40 chains, lowered for 20·(1 − 1/20) = 19 degrees of freedom: 40·(1.95996/2.09302)².
    assert interval(correct, problems).effective_n == pytest.approx(35.0759, abs=1e-3)


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


@pytest.mark.parametrize("pool", [2, 3, 4, 8])
def test_coverage_of_few_problems(pool: int) -> None:
    """60 responses to so few problems whose chances are uniform on [0, 1], so that the truth is a half."""
    rng = random.Random(3)
    problems = [{str(k % pool)} for k in range(60)]
    covered = 0
    for _ in range(300):
        chances = [rng.random() for _ in range(pool)]
        found = interval([rng.random() < chances[k % pool] for k in range(60)], problems)
        covered += found.low <= 0.5 <= found.high
    assert covered >= 0.94 * 300


def draw_chance(rng: random.Random, rate: float, together: float) -> float:
    """A problem's own chance: `rate` for all at 0, always or never at 1, and so correlated results between."""
    if together in (0, 1):
        return float(rng.random() < rate) if together else rate
    spread = (1 - together) / together
    return rng.betavariate(spread * rate, spread * (1 - rate))


@pytest.mark.parametrize("rate", [0.05, 0.5, 0.95])
@pytest.mark.parametrize(("clusters", "size"), [(8, 1), (40, 1), (8, 4), (40, 4)])
@pytest.mark.parametrize("together", [0.0, 0.3, 1.0])
def test_coverage_by_rate_and_number_of_clusters(rate: float, clusters: int, size: int, together: float) -> None:
    """Near 95 % for few and many clusters.

    Few clusters give few values that a rate can take, so that no interval comes nearer than some points there: Wilson's
    own for 8 independent chains covers 94 % at a rate of 0.05 and 93 % at a half.
    """
    rng = random.Random(8)
    problems = [{str(cluster)} for cluster in range(clusters) for _ in range(size)]
    covered, draws = 0, 400
    for _ in range(draws):
        chances = [draw_chance(rng, rate, together) for _ in range(clusters)]
        found = interval([rng.random() < chance for chance in chances for _ in range(size)], problems)
        covered += found.low <= rate <= found.high
    assert covered >= 0.9 * draws
    if clusters == 40:
        assert covered <= 0.985 * draws


def test_few_problems_are_said() -> None:
    few = interval([True, False, True, True, False, False], [{"a"}, {"b"}, {"c"}] * 2)
    assert few.note == "only 3 distinct problems stand behind it"
    six = interval([True, False, True, True, False, False] * 2, [{name} for name in "abcdef"] * 2)
    assert six.note == ""
