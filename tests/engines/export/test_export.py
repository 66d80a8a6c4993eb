from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from dunyazad._exceptions import InputError, RecordError
from dunyazad._records import write_records
from dunyazad.chaining import ChainedProblem
from dunyazad.engines.export import FORMATS, ExportOptions, export_chains, harness

Chains = tuple[ChainedProblem, ...]


def left(folder: Path) -> set[str]:
    return {place.name for place in folder.iterdir()}


def test_an_unknown_format_names_the_known_ones(chains_file: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no format 'csv': there are jsonl, parquet, hf, lm-eval"):
        export_chains(chains_file, tmp_path / "out", to="csv")


@pytest.mark.parametrize("to", FORMATS)
def test_an_existing_target_is_kept_unless_forced(to: str, chains_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    export_chains(chains_file, out, to=to)
    with pytest.raises(InputError, match="exists already: give --force"):
        export_chains(chains_file, out, to=to)
    assert export_chains(chains_file, out, to=to, options=ExportOptions(force=True)) > 0
    assert left(tmp_path) == {"chains.jsonl", "out"}


@pytest.mark.parametrize("to", FORMATS)
def test_a_bad_line_far_down_leaves_nothing(to: str, chains_file: Path, tmp_path: Path) -> None:
    with chains_file.open("a", encoding="utf-8") as file:
        file.write('{"schema":"dunyazad.problem/1"}\n')
    with pytest.raises(RecordError, match=r"chains\.jsonl:41"):
        export_chains(chains_file, tmp_path / "out", to=to)
    assert left(tmp_path) == {"chains.jsonl"}


def test_what_cannot_be_scored_is_refused(chains: Chains, chains_file: Path, tmp_path: Path) -> None:
    row = json.loads(chains_file.read_text(encoding="utf-8").splitlines()[-1])
    row["problems"] = row["problems"][:-1]
    (tmp_path / "short.jsonl").write_text(json.dumps(row), encoding="utf-8")
    with pytest.raises(RecordError, match=r"short\.jsonl:1"):
        export_chains(tmp_path / "short.jsonl", tmp_path / "out", to="jsonl")
    write_records(tmp_path / "twice.jsonl", [chains[0], chains[1], chains[0]])
    with pytest.raises(RecordError, match=r"twice\.jsonl:3.*stood before"):
        export_chains(tmp_path / "twice.jsonl", tmp_path / "out", to="jsonl")
    row = json.loads(chains_file.read_text(encoding="utf-8").splitlines()[0]) | {"seed": 2**63}
    (tmp_path / "seed.jsonl").write_text(json.dumps(row), encoding="utf-8")
    with pytest.raises(RecordError, match="past 64 bits"):
        export_chains(tmp_path / "seed.jsonl", tmp_path / "out", to="parquet")
    (tmp_path / "empty.jsonl").write_text("\n")
    with pytest.raises(InputError, match="the file is empty"):
        export_chains(tmp_path / "empty.jsonl", tmp_path / "out", to="hf")
    assert not (tmp_path / "out").exists()


def test_the_chains_themselves_are_never_overwritten(chains_file: Path, tmp_path: Path) -> None:
    before = chains_file.read_bytes()
    for target in (chains_file, tmp_path / "." / "chains.jsonl"):
        with pytest.raises(InputError, match="holds the chains that are read"):
            export_chains(chains_file, target, to="jsonl", options=ExportOptions(force=True))
    export_chains(chains_file, tmp_path / "out", to="lm-eval")
    inside = tmp_path / "out" / "chains.jsonl"
    inside.write_bytes(before)
    with pytest.raises(InputError, match="holds the chains that are read"):
        export_chains(inside, tmp_path / "out", to="lm-eval", options=ExportOptions(force=True))
    assert chains_file.read_bytes() == inside.read_bytes() == before


@pytest.mark.parametrize(
    ("to", "options"),
    [
        ("jsonl", ExportOptions(name="x")),
        ("parquet", ExportOptions(licence="mit")),
        ("lm-eval", ExportOptions(command="x")),
        ("lm-eval", ExportOptions(floors=Path("floors.json"))),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(
    to: str, options: ExportOptions, chains_file: Path, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=f"does not go with the format {to}"):
        export_chains(chains_file, tmp_path / "out", to=to, options=options)


def test_floors_must_be_those_that_chains_floors_prints(chains_file: Path, tmp_path: Path) -> None:
    for text, message in (
        ("{", "no floors"),
        ('{"always-first": 0.5}', "no floors"),
        ("[]", "no floors"),
        (None, "cannot"),
    ):
        place = tmp_path / f"floors-{text is None}.json"
        if text is not None:
            place.write_text(text)
        with pytest.raises(InputError, match=message):
            export_chains(chains_file, tmp_path / "out", to="hf", options=ExportOptions(floors=place))
    assert not (tmp_path / "out").exists()


def test_the_same_chains_give_the_same_bytes(chains_file: Path, tmp_path: Path) -> None:
    for to in FORMATS:
        for out in ("a", "b"):
            export_chains(chains_file, tmp_path / f"{to}-{out}", to=to)
        places = [tmp_path / f"{to}-{out}" for out in ("a", "b")]
        files = [
            {str(file.relative_to(place)): file.read_bytes() for file in (place, *place.rglob("*")) if file.is_file()}
            for place in places
        ]
        assert files[0] == files[1]


def test_task_data_is_whole_though_few_files_are_open(
    chains: Chains, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(harness, "_MOST_OPEN", 2)
    mixed = [*chains[::3], *chains[1::3], *chains[2::3]]
    write_records(tmp_path / "mixed.jsonl", mixed)
    export_chains(tmp_path / "mixed.jsonl", tmp_path / "out", to="lm-eval")
    lines = [line for place in (tmp_path / "out/data").iterdir() for line in place.read_bytes().splitlines()]
    assert sorted(json.loads(line)["id"] for line in lines) == sorted(chain.id for chain in chains)


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="who may write everywhere is refused nowhere"
)
def test_a_place_that_cannot_be_written_to_is_told(chains_file: Path, tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    for to in FORMATS:
        with pytest.raises(InputError, match="cannot write"):
            export_chains(chains_file, closed / "out", to=to)
