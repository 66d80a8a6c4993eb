"""What is wrong with the published rows, by row: the same report as for our own chains."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

import msgspec

from dunyazad.chaining.file import FileReport
from dunyazad.chaining.record import ChainedProblem
from dunyazad.chaining.released.rows import NumberedRow, ReleasedRow, number_of
from dunyazad.chaining.released.telling import GATES, told_chain
from dunyazad.chaining.tally import Tally
from dunyazad.chaining.texts import name_key, question_key
from dunyazad.problems.findings import Finding
from dunyazad.problems.record import Problem

__all__ = ["ReadRow", "check_released", "read_rows"]

_STRAY = re.compile(r"\s{2,}|\[\s|\s\]")


class ReadRow(msgspec.Struct, frozen=True):
    """A row, what it holds, and what is wrong with it.

    Attributes:
        number: The line's number, from 1.
        row: The row; None where the line is none.
        chain: Its chain; None where it could not be made out.
        findings: What is wrong.
    """

    number: int
    row: ReleasedRow | None
    chain: ChainedProblem | None
    findings: tuple[Finding, ...]

    @property
    def sound(self) -> bool:
        """Is there no error?"""
        return not any(finding.severity == "error" for finding in self.findings)


def read_rows(rows: Iterable[NumberedRow], problems: Mapping[str, Problem] | None) -> Iterator[ReadRow]:
    """Make out what every row holds. All rows are kept: what a placeholder is shows only in comparison.

    Args:
        rows: As `read_released` yields them.
        problems: The problems by id; without them only what the row itself shows is looked at.
    """
    rows = list(rows)
    placeholders = _placeholders([numbered.row for numbered in rows if numbered.row is not None])
    seen: Counter[int] = Counter()
    first: dict[tuple[int | str, ...], int] = {}
    for numbered in rows:
        row = numbered.row
        if row is None:
            yield ReadRow(numbered.number, None, None, (Finding("malformed", numbered.problem),))
            continue
        told = None if problems is None else told_chain(row, problems, index=seen[row.length])
        seen[row.length] += 1
        findings = [*_look(row, placeholders.get(row.problem, 0)), *_answers(row, problems)]
        if isinstance(told, Finding):
            # What a placeholder lacks need not be said as well.
            findings += [told] if row.problem not in placeholders or told.code == "unknown-problem" else []
        if row.id_chain in first:
            findings.append(Finding("duplicate", f"the same problems in the same order as row {first[row.id_chain]}"))
        first.setdefault(row.id_chain, numbered.number)
        yield ReadRow(numbered.number, row, None if isinstance(told, Finding) else told, tuple(findings))


def _placeholders(rows: Sequence[ReleasedRow]) -> dict[str, int]:
    """The texts that stand in rows of different problems, and in how many rows."""
    chains: dict[str, set[tuple[int | str, ...]]] = {}
    for row in rows:
        chains.setdefault(row.problem, set()).add(row.id_chain)
    counts = Counter(row.problem for row in rows)
    return {text: counts[text] for text, own in chains.items() if len(own) > 1}


def _look(row: ReleasedRow, alike: int) -> Iterator[Finding]:
    if alike:
        yield Finding("placeholder", f"the text is no chain's: it stands in {alike} rows of different problems")
    gates = len(GATES.findall(row.problem))
    if gates != row.length - 1:
        yield Finding("gates", f"{gates} gates in the text, {row.length} problems have {row.length - 1}")
    if len(set(row.id_chain)) != row.length:
        yield Finding("repeated-problem", f"a problem stands twice: {', '.join(map(str, row.id_chain))}")
    stray = len(_STRAY.findall(row.problem))
    if stray and not alike:
        yield Finding("stray-space", f"{stray} doubled spaces, or spaces inside brackets", "note")


def _answers(row: ReleasedRow, problems: Mapping[str, Problem] | None) -> Iterator[Finding]:
    yield from _given(row)
    own = None if problems is None else [problems.get(f"handmade/{name}") for name in row.id_chain]
    known = [problem for problem in own or () if problem is not None]
    if not known or len(known) != row.length:
        return
    yield from _gold(row, known)
    yield from _shared(known)


def _given(row: ReleasedRow) -> Iterator[Finding]:
    unread = sum(number_of(value) is None for value in row.output.values())
    if not row.answered:
        yield Finding("unanswered", "no answer in the output", "note")
    elif unread:
        yield Finding("unknown-answer", f"{unread} of {len(row.output)} answers are no numbers", "note")


def _gold(row: ReleasedRow, known: Sequence[Problem]) -> Iterator[Finding]:
    gold, solutions = [problem.answer for problem in known], list(map(number_of, row.solutions))
    if Counter(solutions) != Counter[Fraction | None](gold):
        yield Finding("solutions", f"the solutions {_listed(solutions)} are not the problems': {_listed(gold)}")
    elif solutions not in (gold, gold[::-1]):
        yield Finding("solutions-order", "the solutions are neither in solving nor in telling order", "note")
    given = {question_key(question): number_of(value) for question, value in row.output.items()}
    asked = {question_key(problem.question) for problem in known}
    if row.output and set(given) != asked:
        yield Finding("questions", f"{len(set(given) ^ asked)} questions of output and problems do not match")
    right = all(given.get(question_key(problem.question)) == problem.answer for problem in known)
    if right != row.is_correct:
        yield Finding("correct-flag", f"is_correct is {row.is_correct}, the answers are {'' if right else 'not '}right")


def _shared(known: Sequence[Problem]) -> Iterator[Finding]:
    whose: dict[str, str] = {}
    for problem in known:
        for name in problem.names:
            other = whose.setdefault(name_key(name), problem.id)
            if other != problem.id:
                yield Finding("shared-name", f"{name} is in {other} and in {problem.id}")
                return


def _listed(numbers: Sequence[Fraction | None]) -> str:
    return ", ".join("?" if number is None else str(number) for number in numbers)


def check_released(
    rows: Iterable[NumberedRow], *, problems: Mapping[str, Problem] | None = None, examples: int = 3
) -> FileReport:
    """Say what is wrong with published rows; malformed lines count as rows.

    Args:
        rows: As `read_released` yields them.
        problems: The problems by id; if given, every text is compared with theirs, piece by piece.
        examples: How many cases of each finding to keep.

    Example:
        >>> check_released([]).chains
        0
    """
    tallies = {"error": Tally(examples=examples), "note": Tally(examples=examples)}
    count = unsound = 0
    for read in read_rows(rows, problems):
        count += 1
        unsound += not read.sound
        for finding in read.findings:
            tallies[finding.severity].add(finding.code, f"row {read.number}: {finding.sentence}")
    return FileReport(count, count - unsound, unsound, tuple(tallies["error"]), tuple(tallies["note"]))
