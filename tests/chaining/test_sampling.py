from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import islice, pairwise, permutations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dunyazad._exceptions import TooFewProblemsError
from dunyazad.chaining.pool import Pool
from dunyazad.chaining.sampling import BLOCK, Candidates, DigitWalk, GroupWalk, require_enough, sequences, walk_of
from dunyazad.chaining.search import SequenceSearch
from dunyazad.chaining.tally import Tally
from dunyazad.problems.record import Problem

Invent = Callable[..., Problem]
Sequences = list[tuple[int, ...]]


def draw(pool: Pool, length: int, *, seed: int = 1, count: int | None = None) -> Sequences:
    return [tuple(found) for _, found in islice(sequences(pool, length, seed, rejected=Tally()), count)]


def pairs_of_names(count: int, invent: Invent) -> Pool:
    """One problem for each pair of `count` names: a chain without conflict is a set of disjoint pairs."""
    names = ["".join(("Z", "aeiou"[number // 5], "lmnrs"[number % 5])) for number in range(count)]
    pairs = [(first, second) for place, first in enumerate(names) for second in names[place + 1 :]]
    return Pool(invent(number, name=one, friends=[other]) for number, (one, other) in enumerate(pairs))


def test_candidates_are_all_sequences_from_different_groups(invent: Invent) -> None:
    # Groups {0, 1} (both are Ann's), {2}, {3}: of the 4 * 3 * 2 = 24 sequences of three, those with both 0 and 1 are
    # out: 2 others for the third place, 6 orders. 24 - 12 = 12 stay.
    pool = Pool([invent(0, name="Ann"), invent(1, name="Ann"), invent(2), invent(3)])
    candidates = Candidates(pool, 3)
    assert candidates.size == 12
    listed = {tuple(candidates[number]) for number in range(12)}
    assert listed == {found for found in permutations(range(4), 3) if not {0, 1} <= set(found)}


@given(st.lists(st.sets(st.integers(0, 5), max_size=2), max_size=7), st.integers(1, 4))
@settings(max_examples=60)
def test_every_sequence_without_conflict_is_drawn_once(invent: Invent, name_sets: list[set[int]], length: int) -> None:
    pool = Pool(
        invent(number, friends=[f"{'ABCDEF'[name]}n" for name in sorted(names)])
        for number, names in enumerate(name_sets)
    )
    drawn = draw(pool, length)
    assert len(set(drawn)) == len(drawn)
    assert set(drawn) == {found for found in permutations(range(len(pool)), length) if not pool.conflict(found)}


def test_ten_problems_make_all_chains_of_ten(hens: list[Problem]) -> None:
    # 10! = 3,628,800 sequences, in constant memory; the first 2,000 are distinct.
    assert Candidates(Pool(hens[:10]), 10).size == 3_628_800
    assert len(set(draw(Pool(hens[:10]), 10, count=2000))) == 2000


def test_seeds_differ_and_repeat(hens: list[Problem]) -> None:
    pool = Pool(hens)
    assert draw(pool, 5, seed=3, count=20) == draw(pool, 5, seed=3, count=20)
    assert draw(pool, 5, seed=3, count=20) != draw(pool, 5, seed=4, count=20)


def test_every_problem_comes_about_equally_often(hens: list[Problem]) -> None:
    # 4,000 chains of 5 from 40: each problem in 4000 * 5/40 = 500, sd sqrt(4000 * 1/8 * 7/8) = 21; five are 105. In the
    # first place 100 times, sd 10.
    drawn = draw(Pool(hens), 5, count=4000)
    everywhere = Counter(place for found in drawn for place in found)
    first = Counter(found[0] for found in drawn)
    assert all(abs(everywhere[place] - 500) < 105 for place in range(40))
    assert all(abs(first[place] - 100) < 50 for place in range(40))


def test_skipped_candidates_are_counted_by_reason(invent: Invent) -> None:
    # 0 and 1 share Ann, 1 and 2 share Bo: of the six rows of two problems four have a conflict.
    pool = Pool(
        [
            invent(0, name="Ann"),
            invent(1, name="Ann", friends=["Bo"]),
            invent(2, name="Bo"),
        ]
    )
    rejected = Tally()
    assert sorted(places for _, places in sequences(pool, 2, 1, rejected=rejected)) == [[0, 2], [2, 0]]
    assert [(entry.reason, entry.count) for entry in rejected] == [("two problems share a name", 4)]


def test_a_name_that_nearly_all_share_costs_no_redraws(invent: Invent) -> None:
    # 30 problems about Ann and 9 about others: one group of 30, so no candidate of 10 is skipped.
    pool = Pool([*(invent(number, name="Ann") for number in range(30)), *(invent(number) for number in range(30, 39))])
    rejected = Tally()
    found = list(islice(sequences(pool, 10, 1, rejected=rejected), 500))
    assert len(found) == 500
    assert rejected.total == 0


def test_chains_are_built_by_search_where_nearly_all_candidates_conflict(invent: Invent) -> None:
    # 12 names in pairs: six disjoint pairs are rare among the sequences, yet there are 10,395 sets of them.
    pool = pairs_of_names(12, invent)
    rejected = Tally()
    drawn = list(islice(sequences(pool, 6, 1, rejected=rejected), 50))
    assert len({tuple(places) for _, places in drawn}) == 50
    assert all(pool.conflict(places) is None for _, places in drawn)
    assert drawn == list(islice(sequences(pool, 6, 1, rejected=rejected), 50))
    assert rejected.total == 0  # a search skips nothing


def test_the_search_proves_that_there_is_none(invent: Invent) -> None:
    # Seven disjoint pairs need 14 names.
    search = SequenceSearch(pairs_of_names(6, invent), 4, 1)
    assert list(search) == []
    assert search.exhausted


def test_the_search_ends_when_it_finds_nothing_new(invent: Invent) -> None:
    # Two sequences exist; the search finds both and then stops.
    pool = Pool([invent(0), invent(1)])
    assert sorted(map(tuple, SequenceSearch(pool, 2, 1))) == [(0, 1), (1, 0)]


def test_impossible_wishes_are_refused_at_once(invent: Invent, hens: list[Problem]) -> None:
    with pytest.raises(TooFewProblemsError, match="no chain of 3 can be made: the 2 usable problems give at most 2"):
        require_enough(Pool(hens[:2]), 3, 1)
    with pytest.raises(TooFewProblemsError, match="7 chains of 3 asked for, at most 6 exist with the 3 usable"):
        require_enough(Pool(hens[:3]), 3, 7)
    all_ann = Pool([invent(number, name="Ann") for number in range(20)])
    with pytest.raises(TooFewProblemsError, match="at most 1 without .* question \\(20 share the name 'ann'\\)"):
        require_enough(all_ann, 2, 1)
    require_enough(Pool(hens[:3]), 3, 6)


def test_the_refusal_says_what_was_rejected(invent: Invent) -> None:
    bad = msgspec.structs.replace(invent(5), question="")
    with pytest.raises(TooFewProblemsError, match="1 were rejected: empty part: 1"):
        require_enough(Pool([invent(0), bad]), 2, 1)


@pytest.mark.parametrize("walk", [DigitWalk, GroupWalk])
def test_both_ways_of_numbering_meet_every_sequence_once(walk: type[DigitWalk | GroupWalk], invent: Invent) -> None:
    pool = Pool([invent(0, name="Ann"), invent(1, name="Ann"), invent(2), invent(3), invent(4)])
    clashes: Counter[int] = Counter()
    numbers, places = walk(pool, 3, 1).block(0, 10**6, clashes)
    found = list(map(tuple, places.tolist()))
    # Of the 5 * 4 * 3 = 60 sequences those with both 0 and 1 are out: 3 others for the third place, 6 orders.
    assert sorted(found) == sorted(own for own in permutations(range(5), 3) if not {0, 1} <= set(own))
    assert len(found) == 42
    assert numbers.tolist() == sorted(set(numbers.tolist()))
    # Rows meet the 18 that clash; groups never do.
    assert sum(clashes.values()) == (18 if walk is DigitWalk else 0)


def test_blocks_of_a_walk_do_not_depend_on_one_another(hens: list[Problem]) -> None:
    walk = walk_of(Pool(hens), 4, 7)
    assert walk is not None

    def listed(start: int, stop: int) -> list[tuple[int, list[int]]]:
        numbers, places = walk.block(start, stop, Counter())
        return list(zip(numbers.tolist(), places.tolist(), strict=True))

    parts = [listed(number * BLOCK, (number + 1) * BLOCK) for number in (2, 0, 1)]
    assert parts[1] + parts[2] + parts[0] == listed(0, 3 * BLOCK)
    assert listed(walk.size - 5, walk.size + 5) == listed(walk.size - 5, walk.size)
    assert listed(walk.size + 5, walk.size + 9) == []


def test_a_chain_of_one_is_any_problem(hens: list[Problem]) -> None:
    # In the order of their ids, a few chains of one would all be of one kind. 39 neighbours in a shuffle of 40: the
    # mean is 1 that stand side by side as they did before, by 40 problems; ten of them are beyond all chance.
    for seed in range(5):
        drawn = [place for (place,) in draw(Pool(hens), 1, seed=seed)]
        assert sorted(drawn) == list(range(40))
        assert sum(later == former + 1 for former, later in pairwise(drawn)) < 10


def test_what_stands_in_the_way_is_the_first_thing_that_two_share(invent: Invent) -> None:
    # More keys than a word has bits: 70 pairs of problems, each about one name.
    pool = Pool(
        [invent(number, name=f"N{chr(97 + number // 2 % 26)}{chr(97 + number // 52)}n") for number in range(140)]
    )
    clashes: Counter[int] = Counter()
    _, found = DigitWalk(pool, 3, 1).block(0, 20_000, clashes)
    assert all(pool.conflict(places) is None for places in found.tolist())
    # Of 20,000 rows about 420 hold a problem twice or more, and about 3 * 139 / 140^2 of the rest a pair.
    assert 320 < sum(clashes.values()) < 530
    assert max(clashes) > 64
    assert set(clashes) <= set(range(len(pool.shared)))


def test_rows_are_walked_where_most_are_free_of_conflict(hens: list[Problem]) -> None:
    assert isinstance(walk_of(Pool(hens), 4, 1), DigitWalk)
    assert isinstance(walk_of(Pool(hens[:10]), 10, 1), GroupWalk)  # 10! of 10^10 rows
