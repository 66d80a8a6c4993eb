"""Take whole sets apart: a stream in, a stream out, the work shared by processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from dunyazad._processes import shared_out
from dunyazad.problems.decomposition.parse import check_installed, prepare
from dunyazad.problems.decomposition.propose import propose
from dunyazad.problems.decomposition.record import Rejected, SourceProblem
from dunyazad.problems.decomposition.source import read_gsm8k_line
from dunyazad.problems.decomposition.story import texts_to_parse
from dunyazad.problems.record import Problem

__all__ = ["decompose", "decompose_sources"]

_CHUNK = 24


def decompose(lines: Iterable[bytes], *, processes: int = 1) -> Iterator[Problem | Rejected]:
    """Take a set in GSM8K's format apart: one certified problem or one reason a line, in order, as a stream.

    Args:
        lines: The lines of the file; blank ones are skipped. A problem's id is `gsm8k/` and its line's place from 0.
        processes: How many processes share the work.

    Raises:
        MissingExtraError: The extra `decompose` is not installed.
    """
    filled = (line for line in lines if line.strip())
    sources = (read_gsm8k_line(line, f"gsm8k/{place}") for place, line in enumerate(filled))
    return decompose_sources(sources, processes=processes)


def decompose_sources(
    sources: Iterable[SourceProblem | Rejected], *, processes: int = 1
) -> Iterator[Problem | Rejected]:
    """Take problems of any set apart: one certified problem or one reason each, in order, as a stream.

    Args:
        sources: The problems as they were read; what could not be read passes through.
        processes: How many processes share the work.

    Raises:
        MissingExtraError: The extra `decompose` is not installed.
    """
    check_installed()
    chunks = _chunked(sources)
    if processes <= 1:
        for chunk in chunks:
            yield from _work(chunk)
        return
    yield from shared_out(chunks, _worker, processes)


def _chunked(sources: Iterable[SourceProblem | Rejected]) -> Iterator[list[SourceProblem | Rejected]]:
    stream = iter(sources)
    while chunk := list(islice(stream, _CHUNK)):
        yield chunk


def _worker() -> Callable[[list[SourceProblem | Rejected]], list[Problem | Rejected]]:
    return _work


def _work(sources: list[SourceProblem | Rejected]) -> list[Problem | Rejected]:
    # Many short texts are parsed in one go several times as fast as one by one.
    prepare(
        [text for source in sources if not isinstance(source, Rejected) for text in texts_to_parse(source.question)]
    )
    results: list[Problem | Rejected] = []
    for source in sources:
        result = source if isinstance(source, Rejected) else propose(source)
        results.append(Rejected(result.code, result.sentence, source.id) if isinstance(result, Rejected) else result)
    return results
