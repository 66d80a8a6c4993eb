"""Reading and writing records: JSON lines, exact numbers as text, files that are whole or absent.

Every record is a frozen `msgspec.Struct` with a `schema` tag, so that a file of another kind or version is
refused by name. Exact numbers travel as text ("18", "33/2"): JSON numbers would be floats to most readers,
and one column of one type is what data-frame libraries load.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import IO, Any, TypeVar

import msgspec

from dunyazad._exceptions import InputError, RecordError

__all__ = [
    "AtomicFile",
    "Line",
    "decode",
    "encode",
    "exact",
    "let_go",
    "read_lines",
    "read_records",
    "require",
    "storable",
    "write_records",
]

T = TypeVar("T")

_LONGEST_VERSION = 9
# Bounds what `Fraction(text)` may be handed: "1e999999999" would fill the memory.
_EXACT = re.compile(r"-?[0-9]{1,400}(?:/[0-9]{1,400}|\.[0-9]{1,400})?")


def exact(text: str) -> Fraction:
    """Read a number as records hold it: an integer, a decimal or a fraction.

    Raises:
        ValueError: The text is none of these, or over 400 digits long, or divides by zero.

    Example:
        >>> exact("33/2")
        Fraction(33, 2)
    """
    if not _EXACT.fullmatch(text):
        raise ValueError(f"not an exact number: {text[:60]!r}")
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise ValueError(f"division by zero: {text[:60]!r}") from None


def _enc_hook(value: object) -> object:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"no JSON form for {type(value).__name__}")


def _dec_hook(kind: type, value: object) -> object:
    if kind is Fraction:
        # Integers are taken too: people write them by hand. Floats are not exact and are refused.
        if isinstance(value, int) and not isinstance(value, bool):
            return Fraction(value)
        if isinstance(value, str):
            return exact(value)
        raise ValueError(f"expected an exact number as text or integer, got {value!r}")
    raise NotImplementedError(f"no reader for {kind}")


_encoder = msgspec.json.Encoder(enc_hook=_enc_hook)


def encode(record: object) -> bytes:
    r"""Give a record's one line of JSON, without the newline.

    Half of a surrogate pair, which a model's JSON can spell, is no text and cannot be written: it becomes "?".

    Example:
        >>> encode(["\ud83d ok"])
        b'["? ok"]'
    """
    try:
        return _encoder.encode(record)
    except UnicodeEncodeError:
        return _encoder.encode(_writable(msgspec.to_builtins(record, enc_hook=_enc_hook)))


def storable(text: str) -> str:
    r"""Give a text with "?" for each half of a surrogate pair, which no encoding can write.

    Example:
        >>> storable("\ud83d ok")
        '? ok'
    """
    return text.encode("utf-8", "replace").decode()


def _writable(value: object) -> object:
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, dict):
        return {_writable(key): _writable(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_writable(one) for one in value]
    return value


def decode(data: bytes | str, kind: type[T]) -> T:
    """Read one record of a kind.

    Raises:
        msgspec.ValidationError, msgspec.DecodeError: The data is no such record; the message says where. Another
            kind or version is named.
    """
    decoder: msgspec.json.Decoder[T] = _decoder(kind)  # type: ignore[arg-type]  # mypy takes no type for hashable
    try:
        return decoder.decode(data)
    except msgspec.ValidationError:
        other = _other_kind(data, kind)
        if not other:
            raise
        raise msgspec.ValidationError(other) from None


# To make a decoder for a union or a container takes longer than to read most rows.
@lru_cache(maxsize=64)
def _decoder(kind: type[Any]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind, dec_hook=_dec_hook)


class _Schema(msgspec.Struct):
    schema: str = ""


def _other_kind(data: bytes | str, kind: type) -> str:
    """What a row says that it is, where that is something else than what is asked for; else empty."""
    config = getattr(kind, "__struct_config__", None)
    try:
        found = msgspec.json.decode(data, type=_Schema).schema
    except msgspec.ValidationError:  # no object, or a schema that is no text
        return ""
    if config is None or config.tag_field != "schema" or found in ("", config.tag):
        return ""
    name, _, version = found.partition("/")
    wanted, _, current = config.tag.partition("/")
    if name != wanted or not version.isdecimal() or len(version) > _LONGEST_VERSION:
        return f"this is {found[:60]!r}, where {config.tag} is wanted"
    if int(version) < int(current):
        return f"{found} is of an earlier version of dunyazad, this one reads {config.tag}: make the file anew"
    return f"{found} is of a later version of dunyazad, this one reads {config.tag}"


class Line(msgspec.Struct, frozen=True):
    """A line that is not blank: the file's name, its number from 1, its bytes."""

    path: str
    number: int
    data: bytes

    def decode(self, kind: type[T]) -> T:
        """Read the line as a record.

        Raises:
            RecordError: It is no such record.
        """
        try:
            return decode(self.data, kind)
        except (msgspec.DecodeError, ValueError) as error:
            raise self.error(str(error)) from None
        except RecursionError:
            raise self.error("nested too deeply") from None

    def error(self, problem: str) -> RecordError:
        """Give the error that this line is wrong."""
        shown = self.data.strip()[:80].decode("utf-8", "replace")
        return RecordError(self.path, self.number, f"{problem} (line begins {shown!r})")


_NO_TEXT = {
    b"\x1f\x8b": "this is compressed by gzip",
    b"PK\x03\x04": "this is a zip archive",
    codecs.BOM_UTF16_LE: "this is UTF-16",
    codecs.BOM_UTF16_BE: "this is UTF-16",
}


def read_lines(path: Path | str) -> Iterator[Line]:
    """Yield the lines of a file that are not blank; the last may lack its newline. `-` is standard input.

    Raises:
        InputError: The file cannot be read.
        RecordError: The file is compressed or in another encoding than UTF-8.
    """
    name = "<stdin>" if str(path) == "-" else str(path)
    try:
        with contextlib.ExitStack() as stack:
            stream: IO[bytes] = sys.stdin.buffer if str(path) == "-" else stack.enter_context(open(path, "rb"))
            for number, raw in enumerate(stream, start=1):
                data = _opened(name, raw) if number == 1 else raw
                if data.strip():
                    yield Line(name, number, data)
    except OSError as error:
        raise InputError(f"cannot read {name}: {error.strerror or error}") from error


def _opened(name: str, data: bytes) -> bytes:
    """Take the mark off the first line that some editors put before UTF-8, and refuse what is no text."""
    for start, what in _NO_TEXT.items():
        if data.startswith(start):
            raise RecordError(name, 1, f"{what}; records are read from plain text in UTF-8, one a line")
    return data.removeprefix(codecs.BOM_UTF8)


def read_records(path: Path | str, kind: type[T]) -> Iterator[T]:
    """Yield the records of a JSONL file, one at a time; blank lines are skipped. `-` is standard input.

    Raises:
        InputError: The file cannot be read.
        RecordError: A line is no record of that kind; names the file, the line (from 1) and the value.
    """
    return (line.decode(kind) for line in read_lines(path))


# So much of a large file stays in the system's cache; what lies behind is let go, a step at a time.
_CACHED, _STEP, _REACH = 1 << 30, 1 << 25, 1 << 29


def let_go(file: int, end: int) -> None:
    """Have the system write out what a large file holds before `end`, and let go of what it has written out.

    A file of many gigabytes would fill the memory otherwise, and every further page of it costs several times as much.

    Args:
        file: A regular file's number.
        end: How far it is written, in bytes.
    """
    start = max(_CACHED, end - _REACH)
    if start < end and hasattr(os, "posix_fadvise"):
        with contextlib.suppress(OSError):  # it is advice: where a file system takes none, nothing is lost
            os.posix_fadvise(file, start, end - start, os.POSIX_FADV_DONTNEED)


class AtomicFile:
    """A file that appears whole at its name, or not at all.

    Writes go to a temporary file beside the target, which takes the target's name when the `with` block ends without an
    error; on an error it is removed and the old file stays. A link stays a link: what it points at is replaced. `-` is
    standard output; it and what is no regular file (a pipe, a device) are written to directly.

    Raises:
        InputError: The place cannot be written to (no such folder, no rights, no room).
        BrokenPipeError: The reader of a pipe is gone.

    Example:
        >>> import pathlib, tempfile
        >>> place = pathlib.Path(tempfile.mkdtemp()) / "a.txt"
        >>> with AtomicFile(place) as file:
        ...     file.write(b"whole")
        >>> place.read_text()
        'whole'
    """

    def __init__(self, path: Path | str) -> None:
        self._name = path
        self._target = Path(os.path.realpath(path))
        self._temporary: Path | None = None
        self._stream: IO[bytes] | None = None
        self._written = 0

    def __enter__(self) -> AtomicFile:
        try:
            if str(self._name) == "-":
                self._stream = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
            elif self._target.exists() and not self._target.is_file():
                self._stream = open(self._target, "wb")
            else:
                # A dot keeps a half-written file out of listings and globs.
                handle, name = tempfile.mkstemp(
                    dir=self._target.parent, prefix=f".{self._target.name}.", suffix=".part"
                )
                self._temporary = Path(name)
                self._stream = os.fdopen(handle, "wb", buffering=1 << 16)
        except OSError as error:
            raise self.unwritable(error) from error
        return self

    @property
    def temporary(self) -> Path | None:
        """The file that takes the target's name at the end; None where the target is written to directly."""
        return self._temporary

    def write(self, data: bytes) -> None:
        """Append bytes."""
        if self._stream is None:
            raise RuntimeError("AtomicFile is written to inside its with block only")
        try:
            self._stream.write(data)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise self.unwritable(error) from error
        before, self._written = self._written, self._written + len(data)
        if self._temporary is not None and before // _STEP < self._written // _STEP:
            let_go(self._stream.fileno(), self._written)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._stream is None:
            return
        try:
            self._stream.close()
            if kind is None and self._temporary is not None:
                mask = os.umask(0)
                os.umask(mask)
                self._temporary.chmod(0o666 & ~mask)  # mkstemp's 0600 would surprise whoever shares the file
                self._temporary.replace(self._target)
        except BrokenPipeError:
            if kind is None:
                raise
        except OSError as failed:
            if kind is None:  # otherwise the first error is the one to tell
                raise self.unwritable(failed) from failed
        finally:
            if self._temporary is not None:
                self._temporary.unlink(missing_ok=True)

    def unwritable(self, error: OSError) -> InputError:
        """What to raise for an error of the system."""
        return InputError(f"cannot write {self._name}: {error.strerror or error}")


def write_records(path: Path | str, records: Iterable[object]) -> int:
    """Stream records to a JSONL file that appears whole or not at all; gives how many were written.

    Raises:
        InputError: The place cannot be written to.
    """
    count = 0
    with AtomicFile(path) as file:
        for record in records:
            file.write(encode(record) + b"\n")
            count += 1
    return count


def require(module: str, extra: str) -> Any:
    """Import an optional dependency, or say which extra brings it.

    Raises:
        MissingExtraError: It is not installed.
        InputError: It is installed and broken.
    """
    import importlib

    from dunyazad._exceptions import MissingExtraError

    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name and module.split(".")[0] != error.name.split(".")[0]:
            raise
        raise MissingExtraError(module.split(".")[0], extra) from None
    except ImportError as error:
        raise InputError(f"{module} is installed and cannot be imported: {error}") from error
