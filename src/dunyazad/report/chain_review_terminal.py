"""How far persons and the annotation of chains agree, in the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from dunyazad.report.chain_review_record import ChainAgreement, LabelKappa, PersonAgreement, PersonPair
from dunyazad.report.record import Rate
from dunyazad.report.review_terminal import rate_text, some
from dunyazad.report.visible import reveal_line
from dunyazad.report.words import counted

__all__ = ["chain_review_lines"]

_FEW = 8


def chain_review_lines(found: ChainAgreement) -> Iterator[str]:
    """Yield the lines of the summary: each reader and the annotation, then each two readers."""
    for reader in found.readers:
        yield from _person(reader)
    for pair in found.pairs:
        yield from _pair(pair)


def _person(found: PersonAgreement) -> Iterator[str]:
    drawn = f" ({reveal_line(found.sample)})" if found.sample else ""
    yield f"{reveal_line(found.reader)} and the annotation: {counted(found.chains, 'chain')} judged{drawn}"
    yield _line("premises: same set", found.premise_sets, "steps")
    yield _line("premises: precision", found.precision, "named by the annotation")
    yield _line("premises: recall", found.recall, "named by the reader")
    yield _line("labels: same", found.labels, "steps")
    yield f"  {'labels: kappa':21} {_kappa(found.kappa)}"
    yield _line("the whole: same", found.whole, "chains")
    for one, other, count in found.confusions[:_FEW]:
        yield f"  {count} called {one}, should be {other}"
    for name, step, what in found.differ[:_FEW]:
        yield f"  {reveal_line(name)}{f', step {step}' if step else ''}: {what}"
    if len(found.differ) > _FEW:
        yield f"  and {len(found.differ) - _FEW} more that differ; --json lists all"
    for what, names in (
        ("not judged", found.unmarked),
        ("changed since it was read, not counted", found.changed),
        ("not in this file", found.unknown),
    ):
        if names:
            yield f"  {what}: {len(names)}: {some(names)}"


def _pair(found: PersonPair) -> Iterator[str]:
    yield f"{reveal_line(found.first)} and {reveal_line(found.second)}"
    yield _line("premises: same set", found.premise_sets, "steps")
    yield _line("labels: same", found.labels, "steps")
    yield f"  {'labels: kappa':21} {_kappa(found.kappa)}"
    yield _line("the whole: same", found.whole, "chains")


def _line(what: str, rate: Rate, of: str) -> str:
    if not rate.n:
        return f"  {what:21} – ({rate.reason})"
    return f"  {what:21} {rate_text(rate)}, {rate.successes} of {rate.n} {of}"


def _kappa(found: LabelKappa) -> str:
    value = "not defined" if found.value is None else f"{found.value:.2f}"
    bounds = f" [{found.interval.low:.2f}, {found.interval.high:.2f}]" if found.interval else ""
    return f"{value}{bounds}{f' ({found.reason})' if found.reason else ''}"
