"""Join a story and its program into a problem, and have the certifier judge it.

Nothing here decides that a problem is sound: what is proposed is an ordinary record, and `certify` rejects it as it
would anybody's.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from fractions import Fraction
from itertools import islice
from multiprocessing import get_context

import msgspec

from dunyazad.numbers import names_in, render_number
from dunyazad.problems.certification import certify
from dunyazad.problems.decomposition.alternates import Alternate, choose_alternate, to_program
from dunyazad.problems.decomposition.binding import Origin, bind
from dunyazad.problems.decomposition.english import check_english
from dunyazad.problems.decomposition.parse import check_installed, prepare
from dunyazad.problems.decomposition.program import RawProgram, extract_program
from dunyazad.problems.decomposition.quoting import SLOT, Statement
from dunyazad.problems.decomposition.record import Rejected, SourceProblem
from dunyazad.problems.decomposition.source import read_gsm8k_line
from dunyazad.problems.decomposition.story import Story, take_apart, texts_to_parse
from dunyazad.problems.names import find_names
from dunyazad.problems.programs import parsed
from dunyazad.problems.record import GoldStep, Problem, Program

__all__ = ["decompose", "join", "propose"]

_SOURCE = "gsm8k"
_CHUNK = 24
_MOST_IN_FLIGHT = 4  # chunks a process: enough to keep it busy, and memory stays constant


def decompose(lines: Iterable[bytes], *, processes: int = 1) -> Iterator[Problem | Rejected]:
    """Take a set in GSM8K's format apart: one certified problem or one reason a line, in order, as a stream.

    Args:
        lines: The lines of the file; blank ones are skipped. A problem's id is `gsm8k/` and its line's place from 0.
        processes: How many processes share the work.

    Raises:
        MissingExtraError: The extra `decompose` is not installed.
    """
    check_installed()
    chunks = _chunked(lines)
    if processes <= 1:
        for chunk in chunks:
            yield from _work(chunk)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        waiting: deque[Future[list[Problem | Rejected]]] = deque()
        for chunk in islice(chunks, processes * _MOST_IN_FLIGHT):
            waiting.append(pool.submit(_work, chunk))
        while waiting:
            yield from waiting.popleft().result()
            for chunk in islice(chunks, 1):
                waiting.append(pool.submit(_work, chunk))


def _chunked(lines: Iterable[bytes]) -> Iterator[tuple[int, list[bytes]]]:
    filled = (line for line in lines if line.strip())
    first = 0
    while chunk := list(islice(filled, _CHUNK)):
        yield first, chunk
        first += len(chunk)


def _work(chunk: tuple[int, list[bytes]]) -> list[Problem | Rejected]:
    first, lines = chunk
    sources = [read_gsm8k_line(line, f"{_SOURCE}/{first + place}") for place, line in enumerate(lines)]
    # Many short texts are parsed in one go several times as fast as one by one.
    prepare(
        [text for source in sources if not isinstance(source, Rejected) for text in texts_to_parse(source.question)]
    )
    results: list[Problem | Rejected] = []
    for place, source in enumerate(sources):
        result = source if isinstance(source, Rejected) else propose(source)
        named = f"{_SOURCE}/{first + place}"
        results.append(Rejected(result.code, result.sentence, named) if isinstance(result, Rejected) else result)
    return results


def propose(source: SourceProblem) -> Problem | Rejected:
    """Take one problem apart and certify it, or say why not.

    Raises:
        MissingExtraError: The extra `decompose` is not installed.
    """
    raw = extract_program(source)
    if isinstance(raw, Rejected):
        return raw
    story = take_apart(source.question)
    return story if isinstance(story, Rejected) else join(source, raw, story)


def join(
    source: SourceProblem, raw: RawProgram, story: Story, *, told: Mapping[Fraction, tuple[Origin, ...]] | None = None
) -> Problem | Rejected:
    """Join a story and a program into a problem and certify it, or say why not.

    Args:
        source: Where both are from.
        raw: The program.
        story: The story, whoever took it apart.
        told: Origins of literals that no rule binds, by the literal's value.
    """
    bindings = bind(raw, story.numbers, story.sentences, told=told)
    if isinstance(bindings, Rejected):
        return bindings
    alternate = choose_alternate(bindings, story.candidates, story.sentences, source.id)
    if isinstance(alternate, Rejected):
        return alternate
    program = to_program(bindings, alternate, _parts(story, alternate))
    template = _template(story.statement, program, source.final, alternate.answer)
    if not template:
        return Rejected("unit-unknown", f"the answer's unit is not sure: {story.sentences[-1][:80]!r}")
    problem = _problem(source, story, alternate, program, template)
    fault = check_english(problem)
    if fault is not None:
        return fault
    finding = next((finding for finding in certify(problem) if finding.severity == "error"), None)
    return problem if finding is None else Rejected(finding.code, finding.sentence)


def _parts(story: Story, alternate: Alternate) -> tuple[str, ...]:
    last = len(story.sentences) - 1
    return tuple(
        "question" if index == last else "first_premise" if index <= alternate.number.sentence else "premises"
        for index in range(len(story.sentences))
    )


def _problem(source: SourceProblem, story: Story, alternate: Alternate, program: Program, template: str) -> Problem:
    place = alternate.number.sentence
    start, end = alternate.number.span
    *before, changed = story.sentences[: place + 1]
    other = changed[:start] + alternate.text + changed[end:]
    # What follows the gate opens with a name where it is sure: the gate may speak of somebody else.
    premises = [*story.named[place + 1 : place + 2], *story.sentences[place + 2 : -1]]
    problem = Problem(
        id=source.id,
        first_premise=" ".join((*before, changed)),
        alternate_first_premise=" ".join((*before, other)),
        premises=" ".join(premises),
        question=story.sentences[-1],
        answer=source.final,
        conclusion=_fill(template, source.final),
        counterfactual_answer=alternate.answer,
        wrong_conclusion=_fill(template, alternate.answer),
        wrong_answer=alternate.answer,
        program=program,
        solution=_steps(program),
        source=_SOURCE,
        tags=(f"conclusion:{story.statement.rule}",),
    )
    return _with_names(problem, story)


def _with_names(problem: Problem, story: Story) -> Problem:
    found = find_names(problem.text, problem.alternate_first_premise, problem.conclusion, problem.wrong_conclusion)
    return msgspec.structs.replace(problem, names=tuple(dict.fromkeys((*story.names, *found))))


def _template(statement: Statement, program: Program, *answers: Fraction) -> str:
    """Choose a statement for both answers; "" where none is sure."""
    low = any(answer <= 1 for answer in answers)
    if statement.measured:
        converts = any(given.part == "common" for given in program.givens)
        return "" if converts or low else statement.measured
    return statement.safe if low else statement.usual


def _fill(template: str, answer: Fraction) -> str:
    cents = answer * 100
    broken = answer.denominator != 1 and cents.denominator == 1
    shown = f"{float(answer):.2f}" if f"${SLOT}" in template and broken else render_number(answer)
    return template.replace(SLOT, shown)


def _steps(program: Program) -> tuple[GoldStep, ...]:
    values = {given.name: given.value for given in program.givens}
    origins = dict.fromkeys(values, 0)
    steps: list[GoldStep] = []
    for number, operation in enumerate(program.operations, start=1):
        used = names_in(parsed(operation.expression))
        premises = sorted({origins[name] for name in used}) or [0]
        written = re.sub(r"[A-Za-z_]\w*", lambda match: _operand(values[match[0]]), operation.expression)
        text = f"{written} = {_operand(operation.value)}."
        steps.append(GoldStep(text, tuple(premises), operation.value))
        values[operation.name] = operation.value
        origins[operation.name] = number
    return tuple(steps)


def _operand(value: Fraction) -> str:
    shown = render_number(value)
    return f"({shown})" if value < 0 or "/" in shown else shown
