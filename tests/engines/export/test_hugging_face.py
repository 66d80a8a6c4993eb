from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from dunyazad._exceptions import InputError
from dunyazad._records import decode, encode, write_records
from dunyazad.chaining import ChainedProblem, shortcut_floors
from dunyazad.engines.export import ExportOptions, cell_of, export_chains, hugging_face, row_of
from dunyazad.engines.export.card import size_category
from dunyazad.engines.export.tables import TABLE_COLUMNS

pytest.importorskip("pyarrow", reason="a dataset folder needs pyarrow")
datasets = pytest.importorskip("datasets", reason="loading the folder back needs the library datasets")

Chains = tuple[ChainedProblem, ...]


@pytest.fixture(autouse=True)
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datasets.config, "HF_HUB_OFFLINE", True)
    datasets.disable_progress_bars()


def front_matter(folder: Path) -> dict[str, Any]:
    lines = (folder / "README.md").read_text(encoding="utf-8").split("---\n")[1].splitlines()
    return {line.split(": ", 1)[0]: json.loads(line.split(": ", 1)[1]) for line in lines}


def load(folder: Path, config: str | None, cache: Path) -> Any:
    return datasets.load_dataset(str(folder), config, split="test", cache_dir=str(cache))


def test_every_config_is_loaded_back_as_it_was(chains: Chains, chains_file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "dataset"
    assert export_chains(chains_file, folder, to="hf") == len(chains)
    cells = list(dict.fromkeys(map(cell_of, chains)))
    assert datasets.get_dataset_config_names(str(folder)) == ["all", *cells]
    whole = load(folder, None, tmp_path / "cache")
    assert Counter(whole["id"]) == Counter(chain.id for chain in chains)
    assert {decode(record, ChainedProblem) for record in whole["record"]} == set(chains)
    for cell in (cells[0], cells[-1]):
        wanted = [row_of(chain, TABLE_COLUMNS) for chain in chains if cell_of(chain) == cell]
        assert load(folder, cell, tmp_path / "cache").to_list() == wanted


def test_the_card_tells_the_features_that_the_library_finds(
    chains: Chains, chains_file: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    export_chains(chains_file, tmp_path / "dataset", to="hf")
    told = front_matter(tmp_path / "dataset")
    info = {entry["config_name"]: entry for entry in told["dataset_info"]}
    found = load(tmp_path / "dataset", "forward-2", tmp_path / "cache")
    assert [feature["name"] for feature in info["forward-2"]["features"]] == list(found.features)
    bare = datasets.load_dataset(
        "parquet", data_files=str(tmp_path / "dataset/data/forward-2/*"), split="train",
        cache_dir=str(tmp_path / "cache"),
    )  # fmt: skip
    assert found.features == bare.features
    assert info["all"]["splits"][0]["num_examples"] == len(chains)
    # The library ignores what it cannot read in a card, and says so.
    assert "Ignoring" not in caplog.text


def test_the_card_says_what_people_must_know(chains: Chains, chains_file: Path, tmp_path: Path) -> None:
    (tmp_path / "floors.json").write_bytes(encode(shortcut_floors(chains)))
    options = ExportOptions(name="My chains", command="dunyazad chains make p.jsonl", floors=tmp_path / "floors.json")
    export_chains(chains_file, tmp_path / "dataset", to="hf", options=options)
    told, card = front_matter(tmp_path / "dataset"), (tmp_path / "dataset" / "README.md").read_text(encoding="utf-8")
    assert (told["pretty_name"], told["license"], told["size_categories"]) == ("My chains", "apache-2.0", ["n<1K"])
    for needed in (chains[0].canary, chains[0].generator, "Seeds: 3", "| `random` | ", "Apache-2.0",
                   "| policy | backward 1 | forward 1 | backward 2 |",
                   "Command: `dunyazad chains make p.jsonl`", "| `forward-4` | 6 |"):  # fmt: skip
        assert needed in card
    assert str(tmp_path) not in card


def test_floors_of_other_chains_are_refused(chains: Chains, chains_file: Path, tmp_path: Path) -> None:
    (tmp_path / "floors.json").write_bytes(encode(shortcut_floors(chains[1:])))
    with pytest.raises(
        InputError, match="floors are of other chains: of length 1, forward, they are over 5, and 6 are"
    ):
        options = ExportOptions(floors=tmp_path / "floors.json")
        export_chains(chains_file, tmp_path / "dataset", to="hf", options=options)
    assert not (tmp_path / "dataset").exists()


def test_cells_that_come_mixed_up_are_whole_though_few_files_are_open(
    chains: Chains, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hugging_face, "_MOST_OPEN", 2)
    monkeypatch.setattr(hugging_face, "_MOST_WAITING", 30_000)
    mixed = list(chains)
    random.Random(1).shuffle(mixed)
    write_records(tmp_path / "mixed.jsonl", mixed)
    export_chains(tmp_path / "mixed.jsonl", tmp_path / "dataset", to="hf")
    shards = sorted(place.name for place in (tmp_path / "dataset/data/forward-4").iterdir())
    assert len(shards) > 1
    assert shards == [f"test-{n:05d}-of-{len(shards):05d}.parquet" for n in range(len(shards))]
    found = load(tmp_path / "dataset", "forward-4", tmp_path / "cache")
    assert found["id"][:] == [chain.id for chain in mixed if cell_of(chain) == "forward-4"]


def test_problems_without_a_known_licence_are_not_published_in_silence(chains_file: Path, tmp_path: Path) -> None:
    renamed = tmp_path / "other.jsonl"
    renamed.write_text(chains_file.read_text(encoding="utf-8").replace("template:", "handmade/"), encoding="utf-8")
    with pytest.raises(InputError, match="'handmade' has no licence known here"):
        export_chains(renamed, tmp_path / "dataset", to="hf")
    assert not (tmp_path / "dataset").exists()
    export_chains(renamed, tmp_path / "dataset", to="hf", options=ExportOptions(licence="none-stated"))
    assert front_matter(tmp_path / "dataset")["license"] == "unknown"
    assert "No licence is stated" in (tmp_path / "dataset" / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("count", "word"),
    [(1, "n<1K"), (1_000, "1K<n<10K"), (99_999, "10K<n<100K"), (100_000, "100K<n<1M"), (10**7, "n>10M")],
)
def test_size_categories(count: int, word: str) -> None:
    assert size_category(count) == word
