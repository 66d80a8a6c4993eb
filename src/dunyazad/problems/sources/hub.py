"""Data sets by name: of the Hugging Face Hub, or in a folder that is laid out like one of them.

They are streamed through `datasets`; nothing is imported before it is needed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from dunyazad._exceptions import InputError
from dunyazad._records import require
from dunyazad.problems.sources.rows import Row, Rows

__all__ = ["HUB", "HubSet", "hub_set"]

HUB = "hf:"
_EXTRA = "data"
_SHOWN = 300


class HubSet(NamedTuple):
    """A set that was found.

    Attributes:
        rows: Its rows, read as they are taken.
        name: `hf:owner/name`, or `hf:folder`.
        part: Its configuration, where one was asked for, and its split.
    """

    rows: Rows
    name: str
    part: str


def hub_set(place: str, *, config: str = "", split: str = "", revision: str = "") -> HubSet:
    """Find a set and one of its splits: the one asked for, else `test`, else its only one.

    Raises:
        InputError: There is no such set, configuration, revision or split, or it cannot be reached.
        MissingExtraError: The extra `data` is not installed.
    """
    name = place.removeprefix(HUB)
    folder = bool(name) and Path(name).is_dir()
    if not folder and not re.fullmatch(r"\w[\w.-]*(?:/\w[\w.-]*)?", name):
        raise InputError(f"{place!r}: neither a folder nor the name of a set (hf:owner/name)")
    datasets = require("datasets", _EXTRA)
    _quiet(datasets)
    try:
        found = datasets.load_dataset(
            str(Path(name).resolve()) if folder else name, config or None, revision=revision or None, streaming=True
        )
    except _raised() as error:
        raise InputError(f"cannot get {place}: {_one_line(error)}") from error
    chosen = _split(place, found, split)
    shown = f"{HUB}{Path(name).resolve().name if folder else name}"
    return HubSet(_rows(place, found[chosen]), shown, "/".join(part for part in (config, chosen) if part))


def _split(place: str, found: Mapping[str, Any], asked: str) -> str:
    splits = list(found)
    chosen = asked or ("test" if "test" in splits else splits[0] if len(splits) == 1 else "")
    if chosen not in splits:
        problem = f"no split {asked!r}" if asked else "which split?"
        raise InputError(f"{place}: {problem}; there is {', '.join(splits) or 'none'}")
    return chosen


def _rows(place: str, stream: Any) -> Rows:
    try:
        for fields in stream:
            yield Row({str(name).strip().lower(): value for name, value in fields.items()})
    except _raised() as error:
        raise InputError(f"cannot read {place}: {_one_line(error)}") from error


def _raised() -> tuple[type[Exception], ...]:
    """What `datasets` and the hub raise: errors of their own, of the system, of values, and of their HTTP client.

    The client has changed over the releases; the base classes of the hub's error lead to what it raises.
    """
    own, hub = require("datasets.exceptions", _EXTRA), require("huggingface_hub.errors", _EXTRA)
    return (OSError, ValueError, RuntimeError, KeyError, own.DatasetsError, *hub.HfHubHTTPError.__bases__)


def _quiet(datasets: Any) -> None:
    """Retries and downloads are told as warnings and bars; one line at the end is enough."""
    datasets.utils.logging.set_verbosity_error()
    datasets.disable_progress_bars()
    require("huggingface_hub.utils.logging", _EXTRA).set_verbosity_error()


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:_SHOWN] or type(error).__name__
