"""Precision, recall and F1 of premises: worked by hand, and what must change nothing."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.benchmarks.made import chain_of

from dunyazad.benchmarks import compare_premises, premise_row, premises_by, score_premises
from dunyazad.perl import AnnotatedChain, PremiseNote, read_annotated

SHARED = Path(__file__).parents[2] / "../shared/data/perl"

# Step by step, each a non-empty set of earlier steps.
links = st.integers(1, 6).flatmap(
    lambda n: st.tuples(*(st.sets(st.integers(0, k), min_size=1).map(sorted) for k in range(n)))
)
sets = st.lists(st.tuples(links, st.integers(0, 3), st.sampled_from(["one", "two"])), min_size=1, max_size=6)


def chains_of(drawn: list[tuple[tuple[list[int], ...], int, str]]) -> list[AnnotatedChain]:
    return [
        chain_of(premises, name=str(k), question=str(question), source=source)
        for k, (premises, question, source) in enumerate(drawn)
    ]


def test_a_chain_worked_by_hand() -> None:
    # Step 2: found {0, 1}, annotated {1}: P 1/2, R 1. Step 3: found {1}, annotated {0, 2}: 0 and 0.
    # Step 4: found nothing, annotated {3}: 0 and 0. Means over three steps: 1/6 and 1/3.
    row = premise_row(chain_of([[0], [1], [0, 2], [3]]), [[0], [0, 1], [1], []])
    assert row is not None
    assert row.precision == pytest.approx(1 / 6)
    assert row.recall == pytest.approx(1 / 3)
    # 3 of the 2 + 3 + 4 that could be shown are named.
    assert (row.steps, row.scored, row.named, row.possible) == (4, 3, 3, 9)


def test_means_over_files_worked_by_hand() -> None:
    chains = [
        chain_of([[0], [1]], name="a", source="one"),  # found {0, 1}: P 1/2, R 1, F1 2/3
        chain_of([[0], [0, 1]], name="b", source="two"),  # P 1, R 1, F1 1
        chain_of([[0], [0, 1]], name="c", source="two"),
    ]
    scores = score_premises(chains, premises_by("all"))
    assert (scores.precision, scores.recall) == (0.75, 1.0)
    assert scores.f1 == pytest.approx(6 / 7)
    assert scores.f1_per_file_mean == pytest.approx(5 / 6)
    assert [(file.name, file.n_chains) for file in scores.files] == [("one", 1), ("two", 2)]


def test_the_first_step_is_left_out_or_kept() -> None:
    chain = chain_of([[0], [1]])
    assert score_premises([chain], premises_by("all")).precision == 0.5
    assert score_premises([chain], premises_by("all"), first_step="keep").precision == 0.75


def test_chains_without_a_step_that_counts_are_counted_apart() -> None:
    scores = score_premises([chain_of([[0]]), chain_of([], [("correct",)], name="b")], premises_by("all"))
    assert (scores.n_chains, scores.n_left_out, scores.f1, scores.files) == (0, 2, None, ())


def test_a_step_without_annotated_premises() -> None:
    row = premise_row(chain_of([[0], [], []]), [[0], [], [1]])
    assert row is not None
    assert (row.precision, row.recall) == (0.5, 1.0)  # none named for step 2: right; one for step 3: wrong


def test_lists_of_another_length_are_refused() -> None:
    with pytest.raises(ValueError, match="argument 2 is"):
        premise_row(chain_of([[0], [1]]), [[0]])


@settings(deadline=None)
@given(sets, st.randoms(use_true_random=False))
def test_the_order_of_chains_and_files_changes_nothing(
    drawn: list[tuple[tuple[list[int], ...], int, str]], shuffler: random.Random
) -> None:
    chains = chains_of(drawn)
    moved = chains[:]
    shuffler.shuffle(moved)
    one, other = (score_premises(some, premises_by("previous+question"), draws=5) for some in (chains, moved))
    assert (one.precision, one.recall, one.f1, one.pruned) == (other.precision, other.recall, other.f1, other.pruned)
    assert sorted(one.files, key=lambda file: file.name) == sorted(other.files, key=lambda file: file.name)


@settings(deadline=None)
@given(links)
def test_premises_listed_twice_and_other_step_numbers_change_nothing(premises: tuple[list[int], ...]) -> None:
    chain = chain_of(premises)
    skipping = chain_of(premises, numbers=[3 * k + 2 for k in range(len(premises))])
    doubled = chain_of([[*some, *some] for some in premises])
    assert any(isinstance(note, PremiseNote) for note in doubled.steps[0].premises or ())
    find = premises_by("previous")
    expected = premise_row(chain, find(chain))
    assert premise_row(skipping, find(skipping)) == premise_row(doubled, find(doubled)) == expected
    assert premise_row(chain, [[*some, *some] for some in find(chain)]) == expected


@settings(deadline=None)
@given(links)
def test_all_earlier_steps_recall_everything_and_the_annotators_agree_with_themselves(
    premises: tuple[list[int], ...],
) -> None:
    every = premise_row(chain_of(premises), premises_by("all")(chain_of(premises)))
    oracle = premise_row(chain_of(premises), premises)
    assert every is None or every.recall == 1.0
    assert oracle is None or (oracle.precision, oracle.recall) == (1.0, 1.0)


def test_published_figures_stand_beside_ours_and_are_marked() -> None:
    chain = chain_of([[0], [1]])
    import msgspec

    found = compare_premises([msgspec.structs.replace(chain, set="orca_math")], premises_by("all"), method="all")
    assert [one.method for one in found[0].baselines] == ["previous+question"]
    assert len(found[0].published) == 6
    assert not any(row.measured_here for row in found[0].published)


def test_several_sets_are_told_together_and_each() -> None:
    import msgspec

    chains = [msgspec.structs.replace(chain_of([[0], [1]], name=name), set=name) for name in ("x", "y")]
    found = compare_premises(chains, premises_by("previous"), method="previous")
    assert [one.set for one in found] == ["all", "x", "y"]


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.exists(), reason="the published files are not beside the checkout")
@pytest.mark.parametrize(
    ("name", "method", "expected"),
    [
        # The chain that skips step numbers is read by number: by position, the first row would be 77.34, 85.67, 81.28
        # and the recall of the second 99.8.
        ("gsm8k", "previous+question", (77.43, 85.79, 81.38)),
        ("gsm8k", "all", (66.31, 100.0, 79.72)),
        ("math", "previous+question", (74.83, 86.68, 80.32)),
        ("math", "all", (52.53, 100.0, 68.82)),
    ],
)
def test_the_baselines_on_the_published_files(name: str, method: str, expected: tuple[float, float, float]) -> None:
    chains, _ = read_annotated(sorted(SHARED.glob(f"{name}/*.json")))
    scores = score_premises(chains, premises_by(method), draws=0)
    found = (scores.precision, scores.recall, scores.f1_per_file_mean)
    assert [round(100 * (value or 0), 2) for value in found] == list(expected)
