"""Solutions that are there already: JSON lines of several kinds, published sets and Inspect logs, with their questions.

A solution is joined to its question by the question's words, by its id, or by the question that stands in its prompt.
Its answer is read where it is told beside it (`model_answer`), else from its text. What a row says of its own
correctness is not taken: the answer is compared like any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from dunyazad._exceptions import InputError
from dunyazad._prompts import Completion
from dunyazad._records import Line, read_lines, require
from dunyazad.engines.inputs import is_log
from dunyazad.perl import AnnotatedChain, ProcessChain, question_id, read_file
from dunyazad.perl.questions import Question
from dunyazad.perl.sampling import Sampled, Sampler, final_answer
from dunyazad.problems.decomposition import Rejected
from dunyazad.reasoning import ReasoningChain
from dunyazad.solving.record import Solution, one_line

__all__ = ["read_ready"]

_TEXTS = ("response", "text", "completion", "output")
_IDS = ("question_id", "problem_id", "id")
_MODELS = ("model", "generator")


class _Ready(NamedTuple):
    """One solution, before its question is known.

    Attributes:
        name: Where it stands, for messages.
        ids: What its question may be called.
        question: The question's words; empty where it brings none.
        completion: The response.
        steps: The response in steps, where it comes so.
        model: Who wrote it.
        read: The answer that its own protocol read, or None and why; None where the text is to be read.
        told: The answer as it is told beside the solution; empty where it is not.
    """

    name: str
    ids: tuple[str, ...]
    question: str
    completion: Completion
    steps: tuple[str, ...] | None = None
    model: str = ""
    read: tuple[Fraction | None, str] | None = None
    told: str = ""


def read_ready(path: Path | str, questions: Iterable[Question], sampler: Sampler) -> Iterator[Sampled | Rejected]:
    """Yield the solutions of a file, each with what it came to; one whose question is not known is a rejection.

    Args:
        path: JSON lines (an id or a question, and a `text`, `response` or `steps`), solutions of ours, a published set,
            or an Inspect log.
        questions: The questions with their gold answers.
        sampler: Reads the responses.

    Raises:
        InputError: The file cannot be read, or holds no solution.
        MissingExtraError: It is a log, and Inspect AI is not installed.
    """
    known = list(questions)
    by_words = {question.key: question for question in known}
    by_id = {question.id: question for question in known}
    counts: Counter[str] = Counter()
    empty = True
    for ready in _of_log(path) if is_log(path) else _of_file(path):
        empty = False
        words = by_words.get(question_id(ready.question)) if ready.question else None
        question = words or next((by_id[name] for name in ready.ids if name in by_id), None)
        question = question or _wrapped(ready.question, known)
        if question is None:
            yield Rejected("question-unknown", "no question of this text or id is among the problems", ready.name)
            continue
        counts[question.id] += 1
        yield _sampled(ready, question, counts[question.id], sampler)
    if empty:
        raise InputError(f"no solutions in {'<stdin>' if str(path) == '-' else path}: the file is empty")


def _wrapped(asked: str, known: Iterable[Question]) -> Question | None:
    """The question that stands in what was asked, with a prompt around it; the longest of several."""
    return max((one for one in known if one.text in asked), key=lambda one: len(one.text), default=None)


def _sampled(ready: _Ready, question: Question, number: int, sampler: Sampler) -> Sampled:
    if ready.completion.outcome != "completed":
        return sampler.read(question, number, ready.completion, ready.model)
    text, read = ready.completion.text, ready.read
    told = final_answer(f"Answer: {ready.told}", question.answer) if ready.told else None
    return sampler.read_text(question, number, text, ready.model, steps=ready.steps, read=told or read)


def _of_file(path: Path | str) -> Iterator[_Ready]:
    lines = read_lines(path)
    first = next(lines, None)
    if first is None:
        return
    if first.data.lstrip().startswith(b"["):
        if str(path) == "-":
            raise InputError("a published set is read from a file, not from standard input")
        for item in read_file(path).items:
            yield _of_annotated(item)
        return
    yield _of_line(first)
    for line in lines:
        yield _of_line(line)


def _of_line(line: Line) -> _Ready:
    known = line.decode(dict[str, Any])
    schema = known.get("schema")
    kinds: dict[str, Any] = {
        "dunyazad.sampled": Sampled,
        "dunyazad.solution": Solution,
        "dunyazad.annotated": AnnotatedChain,
        "dunyazad.process": ProcessChain,
        "dunyazad.reasoning": ReasoningChain,
    }
    if isinstance(schema, str):
        kind = kinds.get(schema.partition("/")[0])
        if kind is None:
            raise line.error(f"a record of another kind: {schema[:60]!r}")
        return _of_record(line.decode(kind))
    return _of_plain(line, known)


def _of_record(record: Any) -> _Ready:
    if isinstance(record, Sampled):
        outcome: Any = record.outcome if record.outcome in ("truncated", "refused", "failed") else "completed"
        completion = Completion(record.id, record.response, outcome, record.reason if outcome != "completed" else "")
        return _Ready(
            record.id, (record.question_id,), record.question, completion, record.steps or None, record.model,
            told=record.answer,
        )  # fmt: skip
    if isinstance(record, Solution):
        return _of_solution(record)
    if isinstance(record, ReasoningChain):
        steps = tuple(step.text for step in record.steps)
        return _Ready(record.id, (record.id,), record.question, Completion(record.id, "\n".join(steps)), steps)
    return _of_annotated(record)


def _of_annotated(item: AnnotatedChain | ProcessChain) -> _Ready:
    if isinstance(item, ProcessChain):
        question, steps, model, told = item.problem, item.steps, item.generator, None
    else:
        question, steps, model = item.question, tuple(step.text for step in item.steps), ""
        told = item.model_answer
    completion = Completion(item.id, "\n".join(steps))
    return _Ready(item.id, (item.id,), question, completion, steps, model, told="" if told is None else str(told))


def _of_solution(solution: Solution) -> _Ready:
    """A solution of ours: its own protocol has read the answer to what is asked at the end."""
    chain, outcome = solution.chain, solution.outcome
    kept: Any = outcome if outcome in ("refused", "failed") else "truncated" if solution.unfinished else "completed"
    reason = one_line(solution.reason)
    completion = Completion(solution.id, solution.response, kept, reason)
    given = solution.final.given if solution.final is not None else None
    if solution.final is None and solution.links:
        given = solution.links[chain.target].given
    read = given, reason or "no answer to what is asked at the end"
    return _Ready(solution.id, (chain.id,), chain.text, completion, None, solution.model, read)


def _of_plain(line: Line, known: dict[str, Any]) -> _Ready:
    ids = tuple(str(known[name]) for name in _IDS if isinstance(known.get(name), str | int))
    question = next((known[name] for name in ("question", "problem") if isinstance(known.get(name), str)), "")
    model = next((known[name] for name in _MODELS if isinstance(known.get(name), str)), "")
    name = f"line {line.number}"
    answer = known.get("model_answer")
    told = str(answer) if isinstance(answer, str | int | float) and not isinstance(answer, bool) else ""
    steps = known.get("steps")
    if isinstance(steps, list) and all(isinstance(step, str) for step in steps):
        return _Ready(name, ids, question, Completion(name, "\n".join(steps)), tuple(steps), model, told=told)
    text = next((known[field] for field in _TEXTS if isinstance(known.get(field), str)), None)
    if text is None:
        raise line.error(f"no list of steps in the field 'steps', and no text in {', '.join(_TEXTS)}")
    return _Ready(name, ids, question, Completion(name, text), None, model, told=told)


def _of_log(path: Path | str) -> Iterator[_Ready]:
    require("inspect_ai", "inspect")
    from dunyazad.engines.inspect_ready import log_completions

    for sample in log_completions(path):
        if isinstance(sample, Solution):
            yield _of_solution(sample)
        else:
            yield _Ready(sample.name, (sample.id,), sample.question, sample.completion, None, sample.model)
