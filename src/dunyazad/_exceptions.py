"""What can go wrong, as a tree.

DunyazadError
 ├─ InputError                 the user gave something unusable; the command line exits with 2
 │   ├─ RecordError            a line of a file is no valid record (has path and line)
 │   ├─ MissingExtraError      a command needs an optional dependency that is not installed
 │   ├─ ModelNotFoundError     no such model, or it is not in the cache
 │   └─ TooFewProblemsError    the pool cannot give the chains that were asked for
 ├─ ModelFailedError           a local model could not answer a call (the run goes on; the sample is recorded as failed)
 ├─ ProcessEndedError          a process that shared the work was killed; the command line exits with 1
 └─ NumberError                a text is no number or expression, or one past the bounds

Every message is one line: what is wrong, where, and the offending value.
"""

from __future__ import annotations

from pathlib import Path

__all__ = [
    "DunyazadError",
    "InputError",
    "MissingExtraError",
    "ModelFailedError",
    "ModelNotFoundError",
    "NumberError",
    "ProcessEndedError",
    "RecordError",
    "TooFewProblemsError",
]


class DunyazadError(Exception):
    """Base of every error that this package raises on purpose."""


class InputError(DunyazadError):
    """Something that the user gave cannot be used. The command line prints it and exits with 2."""


class RecordError(InputError):
    """A line of a file is no valid record.

    Attributes:
        path: The file, or `<stdin>`.
        line: Its line, counted from 1; 0 where the file as a whole is meant.
        problem: What is wrong, with the offending value.
    """

    def __init__(self, path: Path | str, line: int, problem: str) -> None:
        self.path, self.line, self.problem = str(path), line, problem
        where = f"{path}:{line}" if line else str(path)
        super().__init__(f"{where}: {problem}")

    def __reduce__(self) -> tuple[type[RecordError], tuple[str, int, str]]:
        """Travel between processes by what it was made from."""
        return type(self), (self.path, self.line, self.problem)


class MissingExtraError(InputError):
    """An optional dependency is missing; the message says which extra brings it."""

    def __init__(self, module: str, extra: str) -> None:
        self.module, self.extra = module, extra
        super().__init__(f"this needs {module}: pip install 'dunyazad[{extra}]'")

    def __reduce__(self) -> tuple[type[MissingExtraError], tuple[str, str]]:
        """Travel between processes by what it was made from."""
        return type(self), (self.module, self.extra)


class ModelNotFoundError(InputError):
    """No model of that name, or its file is not in the cache."""


class TooFewProblemsError(InputError):
    """The pool of problems cannot give the chains that were asked for."""


class ModelFailedError(DunyazadError):
    """A local model could not answer a call. Whoever runs many calls records it and goes on."""


class ProcessEndedError(DunyazadError):
    """A process that shared the work ended before its share was done. The command line exits with 1.

    Attributes:
        exitcode: Its exit code; below 0 the number of the signal that ended it; None where it is not known.
    """

    def __init__(self, exitcode: int | None) -> None:
        self.exitcode = exitcode
        how = ""
        if exitcode is not None:
            how = f", by signal {-exitcode}" if exitcode < 0 else f", with exit code {exitcode}"
        super().__init__(f"a process ended before its share of the work was done{how}")


class NumberError(DunyazadError, ValueError):
    """A text is no number or expression, or one past the bounds of size."""
