"""Readers' marks: reading them back, what they say of a file, and how far readers agree.

A mark counts where the record is still the one that was read. Shares come with Wilson's interval, since the problems
of a sample are drawn independently; readers are compared by Cohen's kappa with the interval of its large-sample
variance (Fleiss, Cohen and Everitt 1969).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from statistics import NormalDist
from typing import TypeVar

from dunyazad._records import read_lines
from dunyazad.perl import ChainMark
from dunyazad.problems.deny import Denied, digest_of
from dunyazad.problems.record import Problem
from dunyazad.problems.risk import LEVELS, risk_of
from dunyazad.report.record import Interval, Rate
from dunyazad.report.review_record import MARKS, Agreement, Kappa, Mark, MarkName, ReaderTally, Split
from dunyazad.report.statistics import wilson

__all__ = ["agree", "cohen", "denied", "marks_by_reader", "read_marks"]

M = TypeVar("M", Mark, ChainMark)

_LEVEL = 0.95
_SPLITS = ("risk", "reason", "rule")


def read_marks(path: Path | str) -> dict[str, list[Mark]]:
    """Read the marks of a file of problems' marks; see `marks_by_reader`."""
    return marks_by_reader(path, Mark)


def marks_by_reader(path: Path | str, kind: type[M]) -> dict[str, list[M]]:
    """Read the marks of a file by reader; one that gives no name is called by the file.

    Raises:
        InputError: The file cannot be read.
        RecordError: A line is no such mark, or a reader marks an id twice; names the file, the line and the value.
    """
    found: dict[str, list[M]] = {}
    seen: dict[tuple[str, str], int] = {}
    for line in read_lines(path):
        mark = line.decode(kind)
        reader = mark.reader.strip() or Path(path).name
        first = seen.setdefault((reader, mark.id), line.number)
        if first != line.number:
            raise line.error(f"{reader!r} marks {mark.id!r} twice, first on line {first}")
        found.setdefault(reader, []).append(mark)
    return found


def agree(problems: Sequence[Problem], marks: Mapping[str, Sequence[Mark]]) -> Agreement:
    """Tell what each reader's marks say of these problems, and how far each two readers agree."""
    known = {problem.id: problem for problem in problems}
    digests = {problem.id: digest_of(problem) for problem in problems}
    valid = {
        reader: {mark.id: mark.mark for mark in given if mark.mark and digests.get(mark.id) == mark.digest}
        for reader, given in marks.items()
    }
    readers = tuple(_tally(reader, marks[reader], valid[reader], known, digests) for reader in marks)
    kappas = tuple(_kappa(first, second, valid[first], valid[second]) for first, second in combinations(marks, 2))
    return Agreement(len(problems), readers, kappas)


def _tally(
    reader: str,
    given: Sequence[Mark],
    valid: Mapping[str, MarkName],
    known: Mapping[str, Problem],
    digests: Mapping[str, str],
) -> ReaderTally:
    samples = dict.fromkeys(mark.sample for mark in given if mark.sample)
    named = {mark.id for mark in given}
    # Of a sample only what it holds can be missing; the marks name all of it.
    expected = [mark.id for mark in given] if samples else [*known, *(named - set(known))]
    changed = tuple(mark.id for mark in given if mark.id in known and digests[mark.id] != mark.digest)
    return ReaderTally(
        reader=reader,
        sample="; ".join(samples),
        marked=len(valid),
        unmarked=tuple(name for name in expected if name in known and name not in valid and name not in changed),
        changed=changed,
        unknown=tuple(mark.id for mark in given if mark.id not in known),
        rates=_rates(list(valid.values())),
        splits=tuple(_splits(valid, known)),
    )


def _rates(marks: Sequence[MarkName]) -> dict[MarkName, Rate]:
    return {name: _rate(marks.count(name), len(marks)) for name in MARKS}


def _rate(count: int, n: int) -> Rate:
    if not n:
        return Rate(0, 0, None, "nothing was marked")
    low, high = wilson(count, n)
    return Rate(count, n, Interval(low, high, _LEVEL, n, ""))


def _splits(valid: Mapping[str, MarkName], known: Mapping[str, Problem]) -> Iterator[Split]:
    groups: dict[tuple[str, str], list[MarkName]] = {("risk", level): [] for level in LEVELS}
    for name, mark in valid.items():
        for key in _keys(known[name]):
            groups.setdefault(key, []).append(mark)
    for (by, value), marks in sorted(groups.items(), key=lambda item: _SPLITS.index(item[0][0])):
        if marks:
            yield Split(by, value, _rates(marks))


def _keys(problem: Problem) -> Iterator[tuple[str, str]]:
    risk = risk_of(problem)
    if risk is not None:
        yield "risk", risk.level
        yield from (("reason", reason) for reason in risk.reasons)
    yield from (("rule", tag) for tag in problem.tags if tag.startswith("conclusion:"))


def cohen(pairs: Sequence[tuple[str, str]]) -> tuple[float | None, float | None]:
    """Give Cohen's kappa of two readers' marks and its standard error, each None where it is not defined.

    Kappa is None over nothing, and where each reader gave all the same mark, the same one: chance alone would agree.
    The error is None where they agree on all, since then nothing tells how far they might not.

    Example:
        Of 4 they agree on 3 (po = ¾); by chance they would on pe = ½·¾ + ½·¼ = ½; so κ = (¾ − ½) / (1 − ½) = ½.

        >>> cohen([("good", "good"), ("good", "good"), ("wrong", "good"), ("wrong", "wrong")])[0]
        0.5
    """
    n = len(pairs)
    names = sorted({name for pair in pairs for name in pair})
    rows = {name: sum(first == name for first, _ in pairs) / n for name in names}
    columns = {name: sum(second == name for _, second in pairs) / n for name in names}
    expected = sum(rows[name] * columns[name] for name in names)
    if not n or expected == 1:
        return None, None
    observed = sum(first == second for first, second in pairs) / n
    kappa = (observed - expected) / (1 - expected)
    if observed == 1:
        return kappa, None
    cells = {(first, second): pairs.count((first, second)) / n for first in names for second in names}
    alike = sum(cells[i, i] * (1 - (rows[i] + columns[i]) * (1 - kappa)) ** 2 for i in names)
    apart = sum(cells[i, j] * (columns[i] + rows[j]) ** 2 for i in names for j in names if i != j)
    variance = (alike + (1 - kappa) ** 2 * apart - (kappa - expected * (1 - kappa)) ** 2) / (n * (1 - expected) ** 2)
    return kappa, math.sqrt(max(0.0, variance))


def _kappa(first: str, second: str, left: Mapping[str, MarkName], right: Mapping[str, MarkName]) -> Kappa:
    both = [name for name in left if name in right]
    pairs = [(left[name], right[name]) for name in both]
    kappa, error = cohen(pairs)
    interval = None
    reason = ""
    if kappa is None:
        reason = "no problem was marked by both" if not both else "both gave one and the same mark throughout"
    elif error is None:
        reason = "they agree on all, so how far they might not cannot be told"
    else:
        half = NormalDist().inv_cdf((1 + _LEVEL) / 2) * error
        interval = Interval(max(-1.0, kappa - half), min(1.0, kappa + half), _LEVEL, len(both), "")
    return Kappa(
        first=first,
        second=second,
        same=_rate(sum(one == other for one, other in pairs), len(pairs)),
        kappa=kappa,
        interval=interval,
        reason=reason,
        differ=tuple((name, left[name], right[name]) for name in both if left[name] != right[name]),
    )


def denied(marks: Iterable[Mark], bad: Iterable[MarkName] = ("wrong",)) -> list[Denied]:
    """Give the deny-list of what any reader marked as one of the bad marks, in the order of the marks.

    A record that has changed since is on it too, with the digest of the one that was read: somebody should look again.
    """
    wanted = set(bad)
    found: dict[str, Denied] = {}
    for mark in marks:
        if mark.mark in wanted and mark.id not in found:
            found[mark.id] = Denied(mark.id, ": ".join(filter(None, (mark.mark, mark.note.strip()))), mark.digest)
    return list(found.values())
