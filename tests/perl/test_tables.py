"""Annotated chains as Parquet tables."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.perl.made import baker, written

from dunyazad._exceptions import InputError
from dunyazad.perl import AnnotatedChain, ProcessChain, read_annotated, read_file, write_annotated

parquet: Any = pytest.importorskip("pyarrow.parquet", exc_type=ImportError)
arrow: Any = pytest.importorskip("pyarrow", exc_type=ImportError)


def test_a_table_gives_the_same_records_back(tmp_path: Path) -> None:
    first = read_file(written(tmp_path, [baker()])).items[0]
    second = ProcessChain(id="p", problem="2 + 2?", steps=("2 + 2 = 5",), label=0)
    bare = AnnotatedChain(id="bare", question="2 + 2?", steps=())
    assert write_annotated(tmp_path / "made.parquet", [first, second, bare], "parquet") == 3
    assert read_file(tmp_path / "made.parquet").items == (first, second, bare)


def test_the_columns_hold_what_the_record_says(tmp_path: Path) -> None:
    items = read_file(written(tmp_path, [baker()])).items
    write_annotated(tmp_path / "made.parquet", items, "parquet")
    row = parquet.read_table(tmp_path / "made.parquet").to_pylist()[0]
    # Step 4 is the third: premises are positions, and steps have their numbers beside.
    assert (row["step_numbers"], row["premises"]) == ([1, 2, 4], [[0], [0], [1, 2]])
    assert row["labels"] == [["mathematical_error"], ["correct"], ["accumulation_error"]]
    assert (row["first_error"], row["model_answer"], row["chain_labels"]) == (1, "20", None)


def test_a_table_of_published_items_is_read_by_its_columns(tmp_path: Path) -> None:
    item = baker()
    # As data-frame libraries write them: one type a column, so that numbers of steps are text, and null for nothing.
    for step in item["premise_annotation"]["steps"]:
        step["premises"] = [[str(part) for part in note] for note in step["premises"]]
    item["model_answer"] = "20"
    bare = {"question": "q", "steps": ["a"]}
    parquet.write_table(arrow.Table.from_pylist([item, bare]), tmp_path / "bakery_negatives.parquet")
    chains, malformed = read_annotated([tmp_path / "bakery_negatives.parquet"])
    assert not malformed
    assert (chains[0].premises, chains[0].set) == (((0,), (0,), (1, 2)), "bakery")
    assert chains[1].labels == (None,)


def test_a_damaged_table_is_refused_by_name(tmp_path: Path) -> None:
    place = tmp_path / "bad.parquet"
    place.write_bytes(b"PAR1 and no more")
    with pytest.raises(InputError, match="cannot read .*bad.parquet"):
        read_file(place)


def test_a_table_from_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    items = read_file(written(tmp_path, [baker()])).items
    write_annotated(tmp_path / "made.parquet", items, "parquet")
    raw = io.BufferedReader(io.BytesIO((tmp_path / "made.parquet").read_bytes()))
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=raw))
    assert read_file("-").items == items
