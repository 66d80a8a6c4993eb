"""Read the published hand-made format: one JSON object a line, with a problem's parts and its answer.

The format knows neither a program nor counterfactual answers, and its wrong conclusions are arbitrary: what it does not
say stays unknown here. White space is all that is changed: runs of blanks become one space, ends are stripped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import msgspec

from dunyazad._records import Line, read_lines
from dunyazad.numbers import find_quantities
from dunyazad.problems.lines import unique
from dunyazad.problems.names import find_names
from dunyazad.problems.record import Problem
from dunyazad.problems.text_checks import compare

__all__ = ["HandmadeRecord", "problem_from_handmade", "read_handmade"]

_BLANKS = re.compile(r"[ \t\r\n]+")


class HandmadeRecord(msgspec.Struct, frozen=True):
    """One line of the format, as published. Fields that it may have besides are not read."""

    benchmark_id: int | str
    first_premise: str
    alternate_first_premise: str
    nl_premises: str
    nl_question: str
    nl_answer: str
    int_answer: Fraction
    wrong_nl_answer: str


def read_handmade(path: Path | str) -> Iterator[Problem]:
    """Yield the problems of a file in the published hand-made format; `-` is standard input.

    Raises:
        InputError: The file cannot be read.
        RecordError: A line is no such record, or its wrong answer cannot be told, or its id stands twice; names the
            file, the line and the value.
    """
    return unique((line, handmade_line(line)) for line in read_lines(path))


def handmade_line(line: Line) -> Problem:
    """Read one line of the format.

    Raises:
        RecordError: It is no such record.
    """
    try:
        return problem_from_handmade(line.decode(HandmadeRecord))
    except ValueError as error:
        raise line.error(str(error)) from None


def problem_from_handmade(record: HandmadeRecord) -> Problem:
    """Turn a hand-made record into a problem.

    Raises:
        ValueError: The wrong conclusion does not differ from the conclusion in one number.
    """
    conclusion, wrong = _clean(record.nl_answer), _clean(record.wrong_nl_answer)
    first, alternate = _clean(record.first_premise), _clean(record.alternate_first_premise)
    premises, question = _clean(record.nl_premises), _clean(record.nl_question)
    return Problem(
        id=f"handmade/{record.benchmark_id}",
        first_premise=first,
        alternate_first_premise=alternate,
        premises=premises,
        question=question,
        answer=record.int_answer,
        conclusion=conclusion,
        counterfactual_answer=None,
        wrong_conclusion=wrong,
        wrong_answer=_wrong_answer(conclusion, wrong),
        names=find_names(first, alternate, premises, question, conclusion, wrong),
        source="handmade",
    )


def _wrong_answer(conclusion: str, wrong: str) -> Fraction:
    changes = compare(conclusion, wrong).changes
    if changes is None or len(changes) != 1:
        numbers = ", ".join(quantity.text for quantity in find_quantities(wrong)) or "none"
        raise ValueError(f"wrong_nl_answer must differ from nl_answer in one number, its numbers are: {numbers}")
    return changes[0][1].value


def _clean(text: str) -> str:
    return _BLANKS.sub(" ", text).strip()
