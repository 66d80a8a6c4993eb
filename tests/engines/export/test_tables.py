from __future__ import annotations

import io
import json
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from dunyazad._records import decode
from dunyazad.chaining import ChainedProblem
from dunyazad.engines.export import row_of, tables
from dunyazad.engines.export.tables import TABLE_COLUMNS, TableWriter, write_jsonl, write_parquet

arrow = pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")
parquet = pytest.importorskip("pyarrow.parquet", reason="Parquet needs pyarrow")

Chains = tuple[ChainedProblem, ...]


def test_parquet_gives_back_every_value_and_every_chain(chains: Chains, tmp_path: Path) -> None:
    odd = msgspec.structs.replace(chains[0], answer=Fraction(10**30 + 1, 7), id="odd “id” \U0001f9e9")
    written = [*chains, odd]
    assert write_parquet(tmp_path / "chains.parquet", written) == len(written)
    rows = parquet.read_table(tmp_path / "chains.parquet").to_pylist()
    assert rows == [row_of(chain, TABLE_COLUMNS) for chain in written]
    assert [decode(row["record"], ChainedProblem) for row in rows] == written


def test_parquet_has_the_types_told_and_no_float(chains: Chains, tmp_path: Path) -> None:
    write_parquet(tmp_path / "chains.parquet", chains)
    schema = parquet.read_schema(tmp_path / "chains.parquet")
    assert schema.field("answer").type == arrow.string()
    assert schema.field("answer_int").type == arrow.int64()
    assert schema.field("answers_int").type == arrow.list_(arrow.int64())
    assert schema.field("counterfactual_answers").type == arrow.list_(arrow.list_(arrow.string()))
    assert "float" not in str(schema)
    assert "double" not in str(schema)


def test_row_groups_are_closed_by_bytes_so_that_memory_stays_bounded(
    chains: Chains, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "_GROUP_BYTES", 20_000)
    sink, most = io.BytesIO(), 0
    with TableWriter(sink) as table:
        for chain in chains:
            table.add(chain)
            most = max(most, table.pending)
    assert most < 20_000
    file = parquet.ParquetFile(io.BytesIO(sink.getvalue()))
    assert file.num_row_groups > 3
    assert file.metadata.num_rows == len(chains)


def test_json_lines_hold_the_rows(chains: Chains, tmp_path: Path) -> None:
    assert write_jsonl(tmp_path / "chains.jsonl", chains) == len(chains)
    lines = (tmp_path / "chains.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == [row_of(chain) for chain in chains]


def test_a_failure_half_way_leaves_nothing(chains: Chains, tmp_path: Path) -> None:
    def broken() -> object:
        yield chains[0]
        raise RuntimeError("half way")

    for write in (write_jsonl, write_parquet):
        with pytest.raises(RuntimeError, match="half way"):
            write(tmp_path / "out", broken())  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []
