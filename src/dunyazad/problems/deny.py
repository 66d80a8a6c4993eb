"""Deny-lists: problems that a person has judged unfit, left out wherever problems are made, imported or chained.

A list is JSON lines of `Denied`. It names problems by id, or a whole template as `template:NAME`. Each entry may carry
the digest of the record that was judged; a record that has changed since is still left out, and counted apart: somebody
should read it again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from dunyazad._records import encode, read_lines
from dunyazad.problems.record import Problem

__all__ = ["Denied", "DenyList", "digest_of", "read_deny"]

_TEMPLATE = "template:"
# By name, so that a field that records may get in future does not make every judgement stale.
_JUDGED = (
    "id",
    "first_premise",
    "alternate_first_premise",
    "premises",
    "question",
    "answer",
    "conclusion",
    "counterfactual_answer",
    "wrong_conclusion",
    "program",
)


class Denied(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="schema", tag="dunyazad.denied/1"):
    """One problem that is not to be used.

    Attributes:
        id: Its id, or `template:NAME` for all of a template.
        reason: Why, in words; may be empty.
        digest: That of the record that was judged (`digest_of`); "" where any record of the id is meant.
    """

    id: str
    reason: str = ""
    digest: str = ""


def digest_of(problem: Problem) -> str:
    """Give a digest of what a reader judges: the parts, the answers and the program; tags and names may change.

    Example:
        >>> from dunyazad.problems import make_problems
        >>> [problem] = make_problems(1, seed=1)
        >>> digest_of(problem) == digest_of(msgspec.structs.replace(problem, tags=()))
        True
    """
    judged = [getattr(problem, field) for field in _JUDGED]
    return hashlib.blake2b(encode(judged), digest_size=8).hexdigest()


class DenyList:
    """What is denied, and which of it has been met.

    Attributes:
        left_out: Ids of problems that were left out, in the order in which they came.
        changed: Those of them whose record is not the one that was judged.

    Example:
        >>> from dunyazad.problems import make_problems
        >>> problems = list(make_problems(2, seed=1))
        >>> deny = DenyList([Denied(problems[0].id, "reads badly"), Denied("gsm8k/7")])
        >>> [problem.id == problems[1].id for problem in deny.keep(problems)]
        [True]
        >>> deny.unknown
        ('gsm8k/7',)
    """

    def __init__(self, entries: Iterable[Denied] = ()) -> None:
        self._entries: dict[str, list[Denied]] = {}
        for entry in entries:
            self._entries.setdefault(entry.id, []).append(entry)
        self._met: set[str] = set()
        self.left_out: list[str] = []
        self.changed: list[str] = []

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def unknown(self) -> tuple[str, ...]:
        """Ids of the list that have not been met, in its order."""
        return tuple(name for name in self._entries if name not in self._met)

    def templates(self) -> tuple[str, ...]:
        """Names of the templates that are denied whole."""
        whole = (name for name in self._entries if name.startswith(_TEMPLATE) and "/" not in name)
        return tuple(name.removeprefix(_TEMPLATE) for name in whole)

    def meet(self, name: str) -> None:
        """Note that an id of the list exists, though its problem is not here to be left out."""
        self._met.add(name)

    def find(self, problem: Problem) -> Denied | None:
        """Give the entry that denies a problem, and count it; None where it may be used."""
        name = next((name for name in (problem.id, problem.source) if self._denies(name, problem)), None)
        if name is None:
            return None
        self._met.add(name)
        self.left_out.append(problem.id)
        entries = self._entries[name]
        digests = {entry.digest for entry in entries} - {""}
        if len(digests) and all(entry.digest for entry in entries) and digest_of(problem) not in digests:
            self.changed.append(problem.id)
        return entries[0]

    def keep(self, problems: Iterable[Problem]) -> Iterator[Problem]:
        """Yield the problems that may be used."""
        return (problem for problem in problems if self.find(problem) is None)

    def _denies(self, name: str, problem: Problem) -> bool:
        return name in self._entries and (name == problem.id or name.startswith(_TEMPLATE))


def read_deny(paths: Iterable[Path | str]) -> DenyList:
    """Read deny-lists into one; none gives a list that denies nothing.

    Raises:
        InputError: A file cannot be read.
        RecordError: A line is no `Denied`, or its id is blank; names the file, the line and the value.
    """
    return DenyList(entry for path in paths for entry in _entries(path))


def _entries(path: Path | str) -> Iterator[Denied]:
    for line in read_lines(path):
        entry = line.decode(Denied)
        if not entry.id.strip() or not entry.id.isprintable():
            raise line.error(f"the id {entry.id!r} is blank or cannot be printed")
        yield entry
