"""The paper's main job on its hand-made problems: lengths 2 to 10, forward and backward."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from dunyazad._records import write_records
from dunyazad.chaining import Pool, check_file, make_chains
from dunyazad.problems import Problem, read_problems

HANDMADE = Path(__file__).parents[2] / "../shared/data/scheherazade/manual-benchmark.jsonl"

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not HANDMADE.exists(), reason="the hand-made problems are not beside the checkout"),
]


@pytest.fixture(scope="module")
def problems() -> list[Problem]:
    return list(read_problems(HANDMADE))


def test_all_hand_made_problems_can_be_chained(problems: list[Problem]) -> None:
    pool = Pool(problems)
    assert (len(pool), list(pool.rejected)) == (69, [])
    assert len(pool.groups) > 50  # so no common word was taken for a name


def test_their_chains_are_sound_and_the_same_twice(problems: list[Problem], tmp_path: Path) -> None:
    digests: set[str] = set()
    for name in ("first.jsonl", "second.jsonl"):
        chains = make_chains(problems, lengths=range(2, 11), orders=("forward", "backward"), per_cell=20, seed=7)
        assert write_records(tmp_path / name, chains) == 360
        digests.add(sha256((tmp_path / name).read_bytes()).hexdigest())
    assert len(digests) == 1
    report = check_file(tmp_path / "first.jsonl", problems={problem.id: problem for problem in problems})
    assert (report.chains, report.sound, report.errors) == (360, 360, ())
