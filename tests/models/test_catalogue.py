from __future__ import annotations

from pathlib import Path

import pytest

from dunyazad._exceptions import ModelNotFoundError
from dunyazad.models.catalogue import CATALOGUE, cache_folder, find_entry, models_folder


def test_every_entry_is_pinned_and_named_once() -> None:
    assert len({entry.name for entry in CATALOGUE}) == len(CATALOGUE)
    for entry in CATALOGUE:
        assert "==" in entry.requirement
        assert len(bytes.fromhex(entry.sha256)) == 32
        assert entry.filename.endswith(".gguf")


def test_unknown_name_lists_what_there_is() -> None:
    with pytest.raises(ModelNotFoundError, match="no model is called 'gpt-9'; known are: smollm2-135m"):
        find_entry("gpt-9")


def test_own_variable_beats_the_platform(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DUNYAZAD_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    assert models_folder() == tmp_path / "models"


@pytest.mark.parametrize(
    ("platform", "variable", "value", "expected"),
    [
        ("linux", "XDG_CACHE_HOME", "/xdg", "/xdg/dunyazad"),
        ("linux", "XDG_CACHE_HOME", "relative", "/home/x/.cache/dunyazad"),  # the specification: ignore it
        ("linux", "XDG_CACHE_HOME", "", "/home/x/.cache/dunyazad"),
        ("darwin", "XDG_CACHE_HOME", "", "/home/x/Library/Caches/dunyazad"),
        ("win32", "LOCALAPPDATA", "/local", "/local/dunyazad/cache"),
        ("win32", "LOCALAPPDATA", "", "/home/x/AppData/Local/dunyazad/cache"),
    ],
)
def test_platform_folders(
    monkeypatch: pytest.MonkeyPatch, platform: str, variable: str, value: str, expected: str
) -> None:
    monkeypatch.delenv("DUNYAZAD_CACHE", raising=False)
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setattr(Path, "home", lambda: Path("/home/x"))
    monkeypatch.setenv(variable, value)
    assert cache_folder() == Path(expected)
