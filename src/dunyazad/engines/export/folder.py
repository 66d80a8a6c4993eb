"""A folder that appears whole at its name, or not at all: `AtomicFile` for what is more than one file."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from dunyazad._exceptions import InputError

__all__ = ["MARK", "atomic_folder", "refuse_existing"]

# Stands in the README.md of every folder that we write. Only such a folder is ever replaced.
MARK = "Written by `dunyazad chains export`"


def refuse_existing(out: Path, *, force: bool, folder: bool) -> None:
    """Find out before any work that the target cannot be written to.

    Args:
        out: The target; `-` is standard output.
        force: May an export of before be replaced?
        folder: Is it to be a folder?

    Raises:
        InputError: It stands there already, or there is nowhere to put it. With `force`, only a file is replaced by a
            file, and a folder by a folder if an export of before made it: `-o .` must not empty someone's home.
    """
    if str(out) == "-":
        if folder:
            raise InputError("a folder cannot go to standard output: give -o a name")
        return
    if not out.absolute().parent.is_dir():
        raise InputError(f"cannot write {out}: no such folder")
    if not os.path.lexists(out):
        return
    if not folder and not out.is_dir():
        if out.is_file() and not force:
            raise InputError(f"{out} exists already: give --force to replace it")
        return  # a pipe or a device is written to, not replaced
    if folder != out.is_dir():
        raise InputError(f"cannot write {out}: it is {'no' if folder else 'a'} folder")
    if not force:
        raise InputError(f"{out} exists already: give --force to replace it")
    if not _is_ours(out):
        raise InputError(f"{out} exists and is no folder that chains export wrote, so --force does not replace it")


def _is_ours(folder: Path) -> bool:
    try:
        return MARK in (folder / "README.md").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False


@contextlib.contextmanager
def atomic_folder(target: Path, *, force: bool = False) -> Iterator[Path]:
    """Give a temporary folder beside the target, which takes the target's name when the block ends without an error.

    Raises:
        InputError: The place cannot be written to, or has been taken meanwhile.
    """
    # A link stays a link: what it points at is replaced.
    target = Path(os.path.realpath(target))
    with contextlib.ExitStack() as stack:
        try:
            made = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part"))
            stack.callback(shutil.rmtree, made, ignore_errors=True)
            content = made / "content"
            content.mkdir()  # mkdtemp's 0700 would surprise whoever shares the folder
            yield content
            _put(content, target, made / "replaced" if force and target.exists() else None)
        except OSError as error:
            raise InputError(f"cannot write {target}: {error.strerror or error}") from error


def _put(content: Path, target: Path, aside: Path | None) -> None:
    """Rename a folder to its target; a folder that stood there is put aside, and back again if the rename fails."""
    if aside is not None:
        target.replace(aside)
    try:
        content.replace(target)
    except OSError:
        if aside is not None:
            aside.replace(target)
        raise
