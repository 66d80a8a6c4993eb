"""Certifying a file of chained problems, row by row, in one pass."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import Path

import msgspec

from dunyazad._records import read_records
from dunyazad.chaining.against import Originals
from dunyazad.chaining.certify import check
from dunyazad.chaining.record import ChainedProblem
from dunyazad.chaining.tally import Count, Tally
from dunyazad.problems.findings import Finding
from dunyazad.problems.record import Problem

__all__ = ["FileReport", "check_chains", "check_file"]


class FileReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was found in a file of chained problems.

    Attributes:
        chains: Rows read.
        sound: Rows without an error; notes do not count against a row.
        unsound: The others.
        errors: What is wrong, by the finding's code, with the first few cases ("row 12: ...", counted from 1).
        notes: What is unknown, likewise.
    """

    chains: int
    sound: int
    unsound: int
    errors: tuple[Count, ...]
    notes: tuple[Count, ...]


def check_chains(
    chains: Iterable[ChainedProblem], *, problems: Mapping[str, Problem] | None = None, examples: int = 3
) -> FileReport:
    """Certify chained problems and count what was found; ids must differ throughout.

    Args:
        chains: In the order of their rows. They are not kept, save for eight bytes of each id's digest.
        problems: The problems by id; if given, the chains' parts must be theirs, verbatim.
        examples: How many cases of each finding to keep.

    Example:
        >>> check_chains([])
        FileReport(chains=0, sound=0, unsound=0, errors=(), notes=())
    """
    tallies = {"error": Tally(examples=examples), "note": Tally(examples=examples)}
    originals = None if problems is None else Originals(problems)
    seen: set[bytes] = set()
    count = unsound = 0
    for count, chain in enumerate(chains, start=1):
        findings = list(check(chain))
        if originals is not None:
            findings += originals.check(chain)
        digest = blake2b(chain.id.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        if digest in seen:
            findings.append(Finding("duplicate-id", f"the id {chain.id!r} stood before"))
        seen.add(digest)
        for finding in findings:
            tallies[finding.severity].add(finding.code, f"row {count}: {finding.sentence}")
        unsound += any(finding.severity == "error" for finding in findings)
    return FileReport(count, count - unsound, unsound, tuple(tallies["error"]), tuple(tallies["note"]))


def check_file(path: Path | str, *, problems: Mapping[str, Problem] | None = None, examples: int = 3) -> FileReport:
    """Certify the chained problems of a JSONL file; see `check_chains`. `-` is standard input.

    Raises:
        InputError: The file cannot be read.
        RecordError: A line is no chained problem; names the file, the line and the value.
    """
    return check_chains(read_records(path, ChainedProblem), problems=problems, examples=examples)
