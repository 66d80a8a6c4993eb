"""What the review page shows, and what a reader's marks say."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from dunyazad.report.record import Interval, Rate

__all__ = ["MARKS", "Agreement", "Kappa", "Mark", "MarkName", "Piece", "ReaderTally", "ReviewCard", "Row", "Split"]

MarkName: TypeAlias = Literal["good", "awkward", "wrong"]
MARKS: dict[MarkName, str] = {
    "good": "True to its source, and reads well.",
    "awkward": "True, but clumsy, ambiguous or hardly possible: a careful reader would stop at it.",
    "wrong": "A part says something else than the source, or the answer under the alternate is not the true one.",
}


class Mark(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="schema", tag="dunyazad.mark/1"):
    """What one reader says of one problem.

    Attributes:
        id: The problem's id.
        digest: Of the record that was read (`digest_of`).
        mark: None where there is only a note.
        note: In the reader's words.
        reader: Who; "" where the reader gave no name.
        sample: How the problems were chosen: "60 of 728, seed 7"; "" where all were shown.
    """

    id: str
    digest: str
    mark: MarkName | None = None
    note: str = ""
    reader: str = ""
    sample: str = ""


class Piece(msgspec.Struct, frozen=True):
    """A stretch of a part's text; `marked` where its number changes."""

    text: str
    marked: bool = False


class Row(msgspec.Struct, frozen=True):
    """A part of a problem.

    Attributes:
        sign: Its name in the paper: "Q1".
        label: Its name in words.
        pieces: Its text, in order; empty where the problem has no such part.
    """

    sign: str
    label: str
    pieces: tuple[Piece, ...]


class ReviewCard(msgspec.Struct, frozen=True, kw_only=True):
    """One problem beside its source.

    Attributes:
        id: The problem's id.
        digest: Of its record.
        source: The text that it was taken from, or the record's own text where that is not known.
        solution: The source's solution; "" where it is not known.
        source_note: What is to be said about the source; "" where all is well.
        rows: Its parts in order.
        answer: As shown.
        counterfactual: As shown; "not known" where it is not.
        names: Its names.
        givens: The program's numbers: name, value, where from.
        operations: The program's assignments, as written.
        steps: The gold steps: text, and the steps that each rests on.
        risk: Its level; "" where it has none.
        reasons: Code and sentence of each reason.
        tags: Other labels.
        mark: The mark to begin with.
        note: The note to begin with.
    """

    id: str
    digest: str
    source: str
    solution: str
    source_note: str
    rows: tuple[Row, ...]
    answer: str
    counterfactual: str
    names: tuple[str, ...]
    givens: tuple[tuple[str, str, str], ...]
    operations: tuple[str, ...]
    steps: tuple[tuple[str, str], ...]
    risk: str
    reasons: tuple[tuple[str, str], ...]
    tags: tuple[str, ...]
    mark: str = ""
    note: str = ""


class Split(msgspec.Struct, frozen=True):
    """The marks of those problems that have something in common.

    Attributes:
        by: "risk", "reason" or "rule".
        value: Which.
        rates: The share of good, awkward and wrong, of those marked.
    """

    by: str
    value: str
    rates: dict[MarkName, Rate]


class ReaderTally(msgspec.Struct, frozen=True, kw_only=True):
    """What one reader's marks say of a file.

    Attributes:
        reader: The name, or the file that the marks are from.
        sample: How the problems were chosen, as the marks tell; "" for all.
        marked: Problems with a mark whose record is the one that was read.
        unmarked: Ids that the marks name without judging, and all ids of the file where no sample was drawn.
        changed: Ids whose record has changed since it was read; their marks do not count.
        unknown: Ids that are not in the file.
        rates: The share of each mark, of those marked.
        splits: The same by risk, by reason and by the rule that made the conclusion.
    """

    reader: str
    sample: str
    marked: int
    unmarked: tuple[str, ...]
    changed: tuple[str, ...]
    unknown: tuple[str, ...]
    rates: dict[MarkName, Rate]
    splits: tuple[Split, ...]


class Kappa(msgspec.Struct, frozen=True, kw_only=True):
    """How far two readers agree.

    Attributes:
        first: A reader.
        second: Another one.
        same: Marked alike, of those that both marked.
        kappa: Cohen's; None where it is not defined.
        interval: Its 95 % interval; None where none can be given.
        reason: Why one is missing; empty otherwise.
        differ: Ids that they marked differently, with both marks.
    """

    first: str
    second: str
    same: Rate
    kappa: float | None
    interval: Interval | None
    reason: str
    differ: tuple[tuple[str, str, str], ...]


class Agreement(msgspec.Struct, frozen=True):
    """All readers' marks of one file."""

    problems: int
    readers: tuple[ReaderTally, ...]
    kappas: tuple[Kappa, ...]
