r"""Questions to sample solutions for: any set of problems, with its answers, whatever else is known of it.

Our own problems and chained problems come as they are. Every other set is read as `problems decompose` reads it, save
that an answer need not be a number here: `\frac{\sqrt{3}}{2}` can be compared, though no program leads to it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from dunyazad._records import Line, read_lines
from dunyazad.chaining.record import ChainedProblem
from dunyazad.numbers import render_number
from dunyazad.perl.record import question_id
from dunyazad.perl.sketch import Sketch, sketch_of_problem, sketch_of_solution
from dunyazad.problems.decomposition.record import Rejected, SourceProblem
from dunyazad.problems.handmade import handmade_line
from dunyazad.problems.record import Problem
from dunyazad.problems.sources import Entry, Row, SourceOptions, read_entries
from dunyazad.problems.sources.formats import ANSWER_FIELDS, PLAIN
from dunyazad.solving.reading import matching_brace

__all__ = ["Question", "read_questions"]

_HEAD = re.compile(rb'\s*\{[^\n]*"(?:schema"\s*:\s*"dunyazad\.(problem|chain)/|benchmark_id"\s*:)')
_SOLUTION_FIELDS = ("solution", "rationale", "explanation", "reasoning", "answer_cot", "cot")
_TYPE_FIELDS = ("type", "subject")
_LONGEST_ANSWER = 300
_BOXED = "\\boxed{"
_PEEKED = 8192


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A question with its gold answer, and what else its source knows.

    Attributes:
        id: Stable over runs.
        text: The question.
        answer: A number where it is one; else as the source writes it ("x^2 + 1").
        solution: The gold solution in words; empty where there is none.
        source: Where it comes from: what licences are known by.
        type: Its subject, where given.
        problem: Our own record, where it came as one.
        chain: The chained problem, where it is one.
    """

    id: str
    text: str
    answer: Fraction | str
    solution: str = ""
    source: str = ""
    type: str | None = None
    problem: Problem | None = None
    chain: ChainedProblem | None = None

    @property
    def key(self) -> str:
        """The question by its words: two of one text are one question."""
        return question_id(self.text)

    @property
    def gold(self) -> str:
        """The answer as text."""
        return render_number(self.answer) if isinstance(self.answer, Fraction) else self.answer

    @property
    def sketch(self) -> Sketch | None:
        """The gold solution as one that can be changed and recomputed; None where it is none."""
        if self.problem is not None:
            return sketch_of_problem(self.problem)
        return sketch_of_solution(self.id, self.text, self.solution) if "<<" in self.solution else None


def read_questions(place: str, options: SourceOptions | None = None) -> Iterator[Question | Rejected]:
    r"""Yield the questions of a set in order; what cannot be read is a rejection in its place.

    Args:
        place: Our problems or chained problems, the published hand-made set, or whatever `read_sources` reads.
        options: What such a set does not tell by itself.

    Raises:
        InputError: There is no such set, or it holds nothing that is known here.
        MissingExtraError: The extra that this needs is not installed.

    Example:
        >>> import pathlib, tempfile
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "own.jsonl"
        >>> _ = file.write_text('{"problem": "Simplify.", "solution": "It is $\\\\boxed{\\\\sqrt{2}}$."}')
        >>> [(question.id, question.answer) for question in read_questions(str(file))]
        [('own/0', '\\sqrt{2}')]
    """
    own = _HEAD.match(_beginning(place))
    if own is None:
        yield from (_of_entry(entry) for entry in read_entries(place, options))
        return
    read = _of_chain if own[1] == b"chain" else _of_problem if own[1] else _of_handmade
    seen: dict[str, int] = {}
    for line in read_lines(place):
        question = read(line)
        if seen.setdefault(question.id, line.number) != line.number:
            sentence = f"line {seen[question.id]} has the id {question.id!r} too"
            yield Rejected("duplicate-id", sentence, question.id)
        else:
            yield question


def _beginning(place: str) -> bytes:
    """The first bytes of a file; nothing where there is no file, or one that can be read only once."""
    if place == "-":
        peek = getattr(sys.stdin.buffer, "peek", None)
        return b"" if peek is None else bytes(peek(_PEEKED)[:_PEEKED])
    if not Path(place).is_file():
        return b""
    try:
        with open(place, "rb") as file:
            return file.read(_PEEKED).removeprefix(b"\xef\xbb\xbf")
    except OSError:
        return b""  # told by whoever reads the file


def _of_problem(line: Line) -> Question:
    return _question_of(line.decode(Problem))


def _of_handmade(line: Line) -> Question:
    return _question_of(handmade_line(line))


def _question_of(problem: Problem) -> Question:
    sketch = sketch_of_problem(problem)
    solution = "\n".join(step.text for step in problem.solution) if sketch is None else sketch.solution
    source = (problem.source or problem.id).partition(":")[0].partition("/")[0]
    return Question(
        id=problem.id,
        text=problem.text,
        answer=problem.answer,
        solution=solution,
        source=source,
        problem=problem,
    )


def _of_chain(line: Line) -> Question:
    chain = line.decode(ChainedProblem)
    return Question(id=chain.id, text=chain.text, answer=chain.answer, source=chain.source, chain=chain)


def _of_entry(entry: Entry) -> Question | Rejected:
    read = entry.read()
    fields: Mapping[str, Any] = entry.row.fields if isinstance(entry.row, Row) else {}
    kind = next((fields[name] for name in _TYPE_FIELDS if isinstance(fields.get(name), str)), None)
    if isinstance(read, SourceProblem):
        return Question(
            id=read.id, text=read.question, answer=read.final, source=entry.source, type=kind,
            solution=read.answer_text or _solution(fields),
        )  # fmt: skip
    answer = _in_words(fields) if read.code == "answer-no-number" else ""
    if not answer or entry.format is None or entry.format.name != PLAIN:
        return read
    # With a number for its answer the entry is read as any other: its text is all that is wanted.
    told = entry.format.read({**fields, **{name: "0" for name in ANSWER_FIELDS if name in fields}}, entry.id)
    if isinstance(told, Rejected):
        return told
    return Question(
        id=entry.id, text=told.question, answer=answer, source=entry.source, type=kind, solution=_solution(fields)
    )


def _in_words(fields: Mapping[str, Any]) -> str:
    """An answer that is no number: what is boxed, or a short field for answers; empty where there is neither."""
    for name in ANSWER_FIELDS:
        value = fields.get(name)
        if not isinstance(value, str):
            continue
        boxed = _boxed(value)
        answer = boxed if boxed is not None else value.strip()
        return answer if 0 < len(answer) <= _LONGEST_ANSWER and "\n" not in answer else ""
    return ""


def _boxed(text: str) -> str | None:
    start = text.rfind(_BOXED)
    end = matching_brace(text, start + len(_BOXED) - 1) if start >= 0 else None
    return None if end is None else text[start + len(_BOXED) : end].strip()


def _solution(fields: Mapping[str, Any]) -> str:
    return next((value for name in _SOLUTION_FIELDS if isinstance(value := fields.get(name), str)), "")
