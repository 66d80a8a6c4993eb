"""Published rows into solutions: the accuracies as published, and a record of every row whose text can be made out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

import msgspec

from dunyazad._exceptions import InputError
from dunyazad._records import encode
from dunyazad.chaining.record import ChainedProblem
from dunyazad.chaining.released import NumberedRow, ReadRow, ReleasedRow, number_of, read_rows
from dunyazad.chaining.tally import Count, Tally
from dunyazad.chaining.texts import question_key
from dunyazad.problems.record import Problem
from dunyazad.solving import Imported, Solution, diagnose, read_answer, solution_id

__all__ = ["LengthAccuracy", "ReleasedReport", "ReleasedSolutions"]


class LengthAccuracy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a model did at one length, by the rows' own word.

    Attributes:
        length: Problems in a chain.
        rows: How many rows.
        correct: How many of them are marked correct.
        unanswered: How many hold no answer at all; as published, these count as wrong.
    """

    length: int
    rows: int
    correct: int
    unanswered: int

    @property
    def accuracy(self) -> Fraction:
        """The share of correct rows, as published."""
        return Fraction(self.correct, self.rows)


class ReleasedReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file of published rows held.

    Attributes:
        rows: Lines read.
        malformed: Lines that are no row; they are in none of the other counts.
        lengths: By length, the shortest first.
        solutions: Rows that became solutions.
        left: Why the others did not, each with the first few rows.
    """

    rows: int
    malformed: int
    lengths: tuple[LengthAccuracy, ...]
    solutions: int
    left: tuple[Count, ...]


class ReleasedSolutions(Iterator[Solution]):
    """The solutions of published rows. All rows are read before the first; from then on `report` tells of them.

    What the rows do not hold stays empty: the model's reasoning, tokens, time. Their answers were asked for in a second
    turn as JSON (paper, section 3), hence the protocol. The counterfactual answers are as the problems give them: where
    they are not known, a wrong answer behind a gate is `undetermined` unless the gate led elsewhere.

    Args:
        rows: As `read_released` yields them.
        problems: The problems by id; without them no row becomes a solution.
        file: The name of the rows' file, which every solution holds.

    Raises:
        InputError: While iterating: no line at all is a published row.

    Example:
        >>> solutions = ReleasedSolutions([], {})
        >>> list(solutions), solutions.report.rows
        ([], 0)
    """

    def __init__(self, rows: Iterable[NumberedRow], problems: Mapping[str, Problem] | None, *, file: str = "") -> None:
        self._rows = self._malformed = self._made = 0
        self._file = file
        self._by_length: dict[int, Counter[str]] = {}
        self._left = Tally()
        self._known = problems is not None
        self._solutions = self._read(read_rows(rows, problems))

    def __next__(self) -> Solution:
        return next(self._solutions)

    @property
    def report(self) -> ReleasedReport:
        """What was read so far."""
        lengths = tuple(
            LengthAccuracy(length, counts["rows"], counts["correct"], counts["unanswered"])
            for length, counts in sorted(self._by_length.items())
        )
        return ReleasedReport(self._rows, self._malformed, lengths, self._made, tuple(self._left))

    def _read(self, rows: Iterator[ReadRow]) -> Iterator[Solution]:
        told = [(read.row, read.chain) for read in rows if self._count(read)]
        if self._rows and self._malformed == self._rows:
            raise InputError(f"no line is a published row; {next(iter(self._left)).examples[0]}")
        left_out = tuple(Count(entry.reason, entry.count) for entry in self._left)
        imported = Imported(self._file, self._rows, left_out)
        for row, chain in told:
            assert row is not None  # `_count` saw to both
            assert chain is not None
            yield self._solution(row, chain, imported)

    def _count(self, read: ReadRow) -> bool:
        """Count a row, and say whether it becomes a solution."""
        self._rows += 1
        if read.row is None:
            self._malformed += 1
            self._left.add("malformed", f"row {read.number}: {read.findings[0].sentence}")
            return False
        counts = self._by_length.setdefault(read.row.length, Counter())
        counts.update({"rows": 1, "correct": int(read.row.is_correct), "unanswered": int(not read.row.answered)})
        if read.chain is None:
            self._left.add(*self._reason(read))
            return False
        self._made += 1
        return True

    def _reason(self, read: ReadRow) -> tuple[str, str]:
        if not self._known:
            return "no problems given", f"row {read.number}"
        finding = next(finding for finding in read.findings if finding.severity == "error")
        return finding.code, f"row {read.number}: {finding.sentence}"

    def _solution(self, row: ReleasedRow, chain: ChainedProblem, imported: Imported) -> Solution:
        texts = _texts(row, chain)
        given = tuple(map(_read_text, texts, chain.answers))
        links = tuple(
            msgspec.structs.replace(link, text=text)
            for link, text in zip(diagnose(chain, given), texts, strict=True)
        )  # fmt: skip
        answered = any(answer is not None for answer in given)
        model = row.model_string or "unknown"
        return Solution(
            id=solution_id(chain.id, model, "two-turn", 1),
            chain=chain,
            model=model,
            protocol="two-turn",
            outcome="answered" if answered else "unparsed",
            reason="" if answered else "the published row holds no answer",
            answers_text=encode(row.output).decode(),
            links=links,
            imported=imported,
        )


def _texts(row: ReleasedRow, chain: ChainedProblem) -> tuple[str, ...]:
    """What was answered to each question, in solving order; empty where nothing."""
    given = {question_key(question): value for question, value in row.output.items()}
    found = [given.get(question_key(question)) for question in chain.questions]
    return tuple(["" if value is None else str(value) for value in found])


def _read_text(text: str, expected: Fraction) -> Fraction | None:
    plain = number_of(text)
    return plain if plain is not None else read_answer(text, expected=expected)
