"""Problems laid out for a reader: the source beside the parts, what changes marked, the most doubtful first."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from dunyazad.numbers import Quantity, render_number
from dunyazad.perl import AnnotatedChain
from dunyazad.problems.deny import digest_of
from dunyazad.problems.record import Problem
from dunyazad.problems.risk import LEVELS, Risk, risk_of
from dunyazad.problems.text_checks import compare
from dunyazad.report.review_record import Mark, Piece, ReviewCard, Row

# The rules that take problems apart are many modules: what only reports needs none of them.
if TYPE_CHECKING:
    from dunyazad.problems.decomposition.record import Rejected, SourceProblem

__all__ = ["by_id", "draw_sample", "make_cards"]

D = TypeVar("D", Problem, AnnotatedChain)

_WORD = re.compile(r"\w+")
_TOKEN = re.compile(r"\s+|[^\s]+")
_ENOUGH = 0.6  # of a record's words must stand in its source, or the two do not belong together


def draw_sample(problems: Sequence[D], count: int, seed: int) -> list[D]:
    """Draw so many problems or chains, in the order of the file.

    Each id has its own lot, so that a file that gains or loses a few problems gives nearly the same sample, and what
    was read stays read.

    Example:
        >>> from dunyazad.problems import make_problems
        >>> problems = list(make_problems(20, seed=1))
        >>> few, more = draw_sample(problems, 3, 7), draw_sample(problems, 6, 7)
        >>> set(few) <= set(more), draw_sample(problems[::-1], 3, 7) == few[::-1]
        (True, True)
    """
    lots = sorted(problems, key=lambda problem: _lot(problem.id, seed))[:count]
    drawn = {problem.id for problem in lots}
    return [problem for problem in problems if problem.id in drawn]


def _lot(name: str, seed: int) -> bytes:
    return hashlib.blake2b(f"review\x1f{seed}\x1f{name}".encode(), digest_size=16).digest()


def by_id(sources: Iterable[SourceProblem | Rejected]) -> dict[str, list[SourceProblem]]:
    """Gather the problems of sets by id; what could not be read is left out, since no record leads there."""
    from dunyazad.problems.decomposition.record import SourceProblem

    found: dict[str, list[SourceProblem]] = {}
    for source in sources:
        if isinstance(source, SourceProblem):
            found.setdefault(source.id, []).append(source)
    return found


def make_cards(
    problems: Sequence[Problem], *, sources: Mapping[str, Sequence[SourceProblem]], marks: Iterable[Mark] = ()
) -> list[ReviewCard]:
    """Lay problems out for reading, those of greatest risk first and otherwise in the order given.

    Args:
        problems: What to show.
        sources: Source texts by id; where there are several of one id, the one that fits best is shown.
        marks: Marks to begin with; those of other records than these are not shown.
    """
    given = {(mark.id, mark.digest): mark for mark in marks}
    ordered = sorted(problems, key=lambda problem: -_rank(problem))
    return [_card(problem, _source_of(problem, sources.get(problem.id, ())), given) for problem in ordered]


def _rank(problem: Problem) -> int:
    risk = risk_of(problem)
    return -1 if risk is None else LEVELS.index(risk.level)


def _source_of(problem: Problem, candidates: Sequence[SourceProblem]) -> SourceProblem | None:
    best = max(candidates, key=lambda source: _overlap(problem.text, source.question), default=None)
    return best if best is not None and _overlap(problem.text, best.question) >= _ENOUGH else None


def _overlap(text: str, source: str) -> float:
    words = set(_WORD.findall(text.lower()))
    return len(words & set(_WORD.findall(source.lower()))) / max(1, len(words))


def _card(problem: Problem, source: SourceProblem | None, given: Mapping[tuple[str, str], Mark]) -> ReviewCard:
    risk = risk_of(problem)
    digest = digest_of(problem)
    mark = given.get((problem.id, digest))
    return ReviewCard(
        id=problem.id,
        digest=digest,
        source=source.question.strip() if source else problem.text,
        solution=source.answer_text.strip() if source else "",
        source_note="" if source else "The source is not given: this is the record's own text.",
        rows=tuple(_rows(problem)),
        answer=render_number(problem.answer),
        counterfactual=_known(problem.counterfactual_answer),
        names=problem.names,
        givens=tuple(_givens(problem)),
        operations=tuple(_operations(problem)),
        steps=tuple((step.text, ", ".join(map(str, step.premises))) for step in problem.solution),
        risk=risk.level if risk else "",
        reasons=_reasons(risk) if risk else (),
        tags=tuple(tag for tag in problem.tags if not tag.startswith(("risk:", "risk-reason:"))),
        mark=(mark.mark or "") if mark else "",
        note=mark.note if mark else "",
    )


def _reasons(risk: Risk) -> tuple[tuple[str, str], ...]:
    from dunyazad.problems.decomposition.risk import REASONS

    return tuple((reason, REASONS.get(reason, "")) for reason in risk.reasons)


def _known(value: Fraction | None) -> str:
    return "not known" if value is None else render_number(value)


def _rows(problem: Problem) -> Iterator[Row]:
    first, alternate = _differing(problem.first_premise, problem.alternate_first_premise)
    right, wrong = _differing(problem.conclusion, problem.wrong_conclusion)
    yield Row("Q1", "first premise", first)
    yield Row("Q1′", "alternate", alternate)
    yield Row("Qp", "other premises", (Piece(problem.premises),) if problem.premises else ())
    yield Row("Qq", "question", (Piece(problem.question),))
    yield Row("Qc", "conclusion", right)
    yield Row("Qc′", "wrong conclusion", wrong)


def _differing(first: str, second: str) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Cut two texts into pieces, with what differs marked: their numbers, or else all between what they share."""
    comparison = compare(first, second)
    if comparison.changes and comparison.same_words:
        changes = comparison.changes
        return _cut(first, [_span(one) for one, _ in changes]), _cut(second, [_span(other) for _, other in changes])
    left, right = _TOKEN.findall(first), _TOKEN.findall(second)
    start = next((i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))
    rest = min(len(left), len(right)) - start
    end = next((i for i in range(rest) if left[-1 - i] != right[-1 - i]), rest)
    return _between(left, start, end), _between(right, start, end)


def _span(quantity: Quantity) -> tuple[int, int]:
    return quantity.start, quantity.end


def _cut(text: str, spans: Sequence[tuple[int, int]]) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    place = 0
    for start, end in sorted(spans):
        pieces += [Piece(text[place:start]), Piece(text[start:end], marked=True)]
        place = end
    return tuple(piece for piece in (*pieces, Piece(text[place:])) if piece.text)


def _between(tokens: Sequence[str], start: int, end: int) -> tuple[Piece, ...]:
    stop = len(tokens) - end
    parts = (
        Piece("".join(tokens[:start])),
        Piece("".join(tokens[start:stop]), marked=True),
        Piece("".join(tokens[stop:])),
    )
    return tuple(piece for piece in parts if piece.text)


_FROM = {"first_premise": "Q1", "premises": "Qp", "question": "Qq", "common": "known"}


def _givens(problem: Problem) -> Iterator[tuple[str, str, str]]:
    if problem.program is None:
        return
    for given in problem.program.givens:
        value = render_number(given.value)
        if given.name == problem.program.changed:
            value += f" → {render_number(problem.program.alternate_value)}"
        yield given.name, value, _FROM[given.part]


def _operations(problem: Problem) -> Iterator[str]:
    if problem.program is not None:
        for operation in problem.program.operations:
            yield f"{operation.name} = {operation.expression} = {render_number(operation.value)}"
