"""Sets by name. A folder laid out like one stands for the hub, which no test may reach."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dunyazad._exceptions import InputError
from dunyazad.problems.decomposition import Rejected
from dunyazad.problems.sources import SourceOptions, read_sources

datasets = pytest.importorskip("datasets", reason="needs the extra `data`")

ROW = {"question": "Bo has 3 hens and buys 4. How many has Bo?", "answer": "<<3+4=7>>7\n#### 7"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A set of two splits, of three problems and of two."""
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path / "cache")
    (tmp_path / "hens").mkdir()
    for split, count in (("train", 3), ("test", 2)):
        (tmp_path / "hens" / f"{split}.jsonl").write_text(f"{json.dumps(ROW)}\n" * count)
    return tmp_path / "hens"


def ids(place: str, **options: Any) -> list[str]:
    found = list(read_sources(place, SourceOptions(**options)))
    assert not any(isinstance(one, Rejected) for one in found)
    return [one.id for one in found]


def test_a_folder_is_read_split_by_split(folder: Path) -> None:
    assert ids(f"hf:{folder}") == ["hf:hens/test/0", "hf:hens/test/1"]
    assert ids(f"hf:{folder}", split="train")[-1] == "hf:hens/train/2"


@pytest.mark.parametrize(
    ("options", "said"),
    [({"split": "dev"}, "no split 'dev'; there is"), ({"config": "other"}, "cannot get hf:.*other")],
)
def test_what_a_set_has_not_is_one_line(folder: Path, options: dict[str, str], said: str) -> None:
    with pytest.raises(InputError, match=said) as caught:
        ids(f"hf:{folder}", **options)
    assert "\n" not in str(caught.value)


def stand_in(monkeypatch: pytest.MonkeyPatch, load: object) -> None:
    monkeypatch.setattr(datasets, "load_dataset", load)


def test_a_set_of_the_hub_is_streamed_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def load(name: str, config: str | None, *, revision: str | None, streaming: bool) -> dict[str, object]:
        asked.extend([name, config, revision, streaming])
        return {"train": [], "test": [ROW, ROW]}

    stand_in(monkeypatch, load)
    assert ids("owner/name", config="main", revision="v1") == [
        "hf:owner/name/main/test/0",
        "hf:owner/name/main/test/1",
    ]
    assert asked == ["owner/name", "main", "v1", True]


def test_a_set_without_a_test_split_asks_which(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, lambda *_, **__: {"train": [ROW], "dev": [ROW]})
    with pytest.raises(InputError, match=r"which split\?; there is train, dev"):
        ids("hf:owner/name")
    stand_in(monkeypatch, lambda *_, **__: {"all": [ROW]})
    assert ids("hf:owner/name") == ["hf:owner/name/all/0"]


@pytest.mark.parametrize(
    "error",
    [
        ConnectionError("Couldn't reach\nthe hub"),
        FileNotFoundError("no such set"),
        ValueError("Config name is missing.\nPlease pick one"),
        RuntimeError("Dataset scripts are no longer supported"),
        datasets.exceptions.DatasetNotFoundError("no such set"),
        KeyError(),
    ],
)
def test_a_set_that_cannot_be_had_is_one_line(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def load(*_: object, **__: object) -> SimpleNamespace:
        raise error

    stand_in(monkeypatch, load)
    with pytest.raises(InputError, match="cannot get hf:owner/name: ") as caught:
        ids("hf:owner/name")
    assert "\n" not in str(caught.value)


def test_a_connection_that_breaks_midway_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def rows() -> Iterator[dict[str, str]]:
        yield ROW
        raise ConnectionError("reset")

    stand_in(monkeypatch, lambda *_, **__: {"test": rows()})
    with pytest.raises(InputError, match="cannot read hf:owner/name: reset"):
        ids("hf:owner/name")
