"""The documents of a task folder for lm-evaluation-harness: written by the export, loaded by the harness."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from dunyazad._exceptions import InputError
from dunyazad._records import require

__all__ = ["ALL", "Document", "load_documents"]

# Names every cell at once.
ALL = "all"


class Document(msgspec.Struct, frozen=True):
    """One document: a chain's id and its whole record as a line of JSON, exact."""

    id: str
    record: str


def load_documents(folder: Path, cell: str) -> dict[str, Any]:
    """Load the documents of a cell, or of all, as the harness wants them: datasets by split.

    Args:
        folder: The folder with a file for each cell.
        cell: The cell's name, or `all`.

    Raises:
        InputError: There is no such cell.
        MissingExtraError: The library `datasets` is not installed.
    """
    files = sorted(str(place) for place in folder.glob("*.jsonl") if cell in (ALL, place.stem))
    if not files:
        raise InputError(f"{folder}: there is no cell {cell!r}")
    datasets = require("datasets", "data")
    text = datasets.Value("string")
    features = datasets.Features({"id": text, "record": text})
    # Read through a map of the file: a million chains need not fit into memory.
    loaded: dict[str, Any] = datasets.load_dataset("json", data_files={"test": files}, features=features)
    return loaded
