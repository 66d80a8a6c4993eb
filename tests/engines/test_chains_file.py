"""Which chains of a file are taken."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from dunyazad._exceptions import InputError, RecordError
from dunyazad._records import write_records
from dunyazad.chaining import make_chains
from dunyazad.engines import read_chains
from dunyazad.problems import make_problems

CHAINS = tuple(
    make_chains(list(make_problems(20, seed=2)), lengths=[1, 2], orders=["forward", "backward"], per_cell=2, seed=1)
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    write_records(tmp_path / "chains.jsonl", CHAINS)
    return tmp_path / "chains.jsonl"


def test_all_the_first_or_the_first_of_each_cell(file: Path) -> None:
    assert read_chains(file) == CHAINS
    assert read_chains(file, limit=3) == CHAINS[:3]
    cells = [(chain.length, chain.order) for chain in read_chains(file, per_cell=1)]
    assert sorted(cells) == [(1, "backward"), (1, "forward"), (2, "backward"), (2, "forward")]
    assert len(read_chains(file, per_cell=1, limit=3)) == 3


def test_what_cannot_be_taken_is_refused(file: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="per_cell must be at least 1, not -2"):
        read_chains(file, per_cell=-2)
    empty = tmp_path / "empty.jsonl"
    empty.write_text("\n")
    with pytest.raises(InputError, match=r"empty\.jsonl: no chained problem"):
        read_chains(empty)
    write_records(tmp_path / "twice.jsonl", [CHAINS[0], CHAINS[1], CHAINS[0]])
    with pytest.raises(InputError, match=f"the id '{CHAINS[0].id}' stands more than once"):
        read_chains(tmp_path / "twice.jsonl")
    (tmp_path / "bad.jsonl").write_text('{"schema": "dunyazad.chain/1"}\n')
    with pytest.raises(RecordError, match=r"bad\.jsonl:1:"):
        read_chains(tmp_path / "bad.jsonl")


@pytest.mark.parametrize(
    "change", [{"gates": ()}, {"problems": ()}, {"length": 7}, {"parts": ()}], ids=lambda change: next(iter(change))
)
def test_a_row_whose_parts_do_not_fit_is_refused_with_its_line(change: dict[str, object], tmp_path: Path) -> None:
    good = CHAINS[-1]
    write_records(tmp_path / "c.jsonl", [good, msgspec.structs.replace(good, id="other", **change)])
    with pytest.raises(RecordError, match=r"c\.jsonl:2: "):
        read_chains(tmp_path / "c.jsonl")
