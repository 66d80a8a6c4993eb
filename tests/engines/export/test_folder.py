from __future__ import annotations

from pathlib import Path

import pytest

from dunyazad._exceptions import InputError
from dunyazad.engines.export.folder import MARK, atomic_folder, refuse_existing


def ours(place: Path) -> Path:
    place.mkdir()
    (place / "README.md").write_text(f"{MARK} of dunyazad 0.0.0.")
    return place


def test_a_folder_appears_whole(tmp_path: Path) -> None:
    with atomic_folder(tmp_path / "out") as folder:
        (folder / "a.txt").write_text("whole")
        assert not (tmp_path / "out").exists()
    assert (tmp_path / "out" / "a.txt").read_text() == "whole"
    assert [place.name for place in tmp_path.iterdir()] == ["out"]


def test_a_failure_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), atomic_folder(tmp_path / "out") as folder:
        (folder / "a.txt").write_text("half")
        raise RuntimeError
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_leaves_what_stood_there(tmp_path: Path) -> None:
    ours(tmp_path / "out")
    with pytest.raises(KeyboardInterrupt), atomic_folder(tmp_path / "out", force=True):
        raise KeyboardInterrupt
    assert [place.name for place in tmp_path.iterdir()] == ["out"]


def test_force_replaces_the_whole_folder(tmp_path: Path) -> None:
    (ours(tmp_path / "out") / "old.txt").write_text("old")
    with atomic_folder(tmp_path / "out", force=True) as folder:
        (folder / "new.txt").write_text("new")
    assert [place.name for place in (tmp_path / "out").iterdir()] == ["new.txt"]
    assert [place.name for place in tmp_path.iterdir()] == ["out"]


def test_a_folder_made_meanwhile_is_no_target(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot write"), atomic_folder(tmp_path / "out"):
        (tmp_path / "out").mkdir()
        (tmp_path / "out" / "theirs.txt").write_text("theirs")
    assert (tmp_path / "out" / "theirs.txt").read_text() == "theirs"


def test_what_exists_is_refused_and_replaced_only_if_it_is_ours(tmp_path: Path) -> None:
    ours(tmp_path / "out")
    (tmp_path / "home").mkdir()
    (tmp_path / "file").write_text("theirs")
    with pytest.raises(InputError, match="give --force"):
        refuse_existing(tmp_path / "out", force=False, folder=True)
    refuse_existing(tmp_path / "out", force=True, folder=True)
    with pytest.raises(InputError, match="--force does not replace it"):
        refuse_existing(tmp_path / "home", force=True, folder=True)
    with pytest.raises(InputError, match="it is no folder"):
        refuse_existing(tmp_path / "file", force=True, folder=True)
    with pytest.raises(InputError, match="it is a folder"):
        refuse_existing(tmp_path / "out", force=True, folder=False)
    with pytest.raises(InputError, match="give --force"):
        refuse_existing(tmp_path / "file", force=False, folder=False)
    with pytest.raises(InputError, match="no such folder"):
        refuse_existing(tmp_path / "nowhere" / "out", force=False, folder=True)
    with pytest.raises(InputError, match="standard output"):
        refuse_existing(Path("-"), force=False, folder=True)
