"""How a model is asked for its answers, and how they are read from what it writes.

- `final`: one answer, to the last question, after `Answer:`.
- `labelled`: every problem's question is listed under a label, and the response ends with one labelled line each.
- `two-turn`: a free solution first; then all answers as JSON under a schema (the paper's way).

Labels Q1, Q2, ... count the questions in **telling order**, the order of the text, so that the list gives away nothing
about the order in which they must be solved.

Reading follows explicit markers only. Where none is found there is no answer: taking the last number of the text would
score a solution that was cut off as a wrong one. Of several answers to the same question the last counts.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction

import msgspec

from dunyazad.chaining.evaluate import final_answer
from dunyazad.chaining.record import ChainedProblem
from dunyazad.chaining.wording import question_span
from dunyazad.numbers import render_number
from dunyazad.solving.extract import final_text, json_texts, labelled_texts, without_thinking
from dunyazad.solving.reading import read_answer
from dunyazad.solving.record import Protocol

__all__ = [
    "PROTOCOLS",
    "ParsedAnswers",
    "answers_prompt",
    "answers_schema",
    "asked_links",
    "first_prompt",
    "labels",
    "parse_answers",
    "render_answers",
]

# Names of the wordings. Any change to a prompt below is a new version: results of different wordings do not compare.
PROTOCOLS: dict[Protocol, str] = {"final": "final/1", "labelled": "labelled/1", "two-turn": "two-turn/1"}

_TASK = "Solve the following problem. Reason step by step and number your steps."
_CHAINED_TASK = """\
Solve the following problem. It joins several smaller problems: which statement holds in one can depend on the answer \
to another. Reason step by step and number your steps."""

_FINAL = """\
{task}

{text}

When you are done, write {asked} on a line of its own, in exactly this form:
{form}"""

_LABELLED = """\
{task}

{text}

These are the questions of all the smaller problems, in the order in which the problems are told (you may have to \
solve them in another order){also}:
{questions}

When you are done, end with one line for each question, its label first, then the answer as a number, in exactly this \
form:
{form}"""

_TWO_TURN = """\
{task}

{text}"""

_ANSWERS = """\
Here are the questions of all the smaller problems, in the order in which the problems were told{also}:
{questions}

Give the answer that your solution found to each of them, as one JSON object and nothing else. Its keys are the \
labels, its values numbers; use null for a question that you did not answer. Like this:
{form}"""


# What a final answer is called. A final question over several problems quotes theirs, and so it is not "the last" one.
_ASKED = {
    "target": "the answer to the last question",
    "sum": "the sum that is asked for at the end",
    "difference": "the difference that is asked for at the end",
    "max": "the largest of the answers that the end asks about",
}


class ParsedAnswers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answers read from a response, in solving order.

    Attributes:
        given: One entry a problem; None where no answer was read, or none was asked for.
        texts: The same as written; empty where there is nothing.
        final: The answer to a final question over several problems; None where there is none.
        final_text: The same as written.
        problems: One sentence for each thing that kept an answer from being read.
    """

    given: tuple[Fraction | None, ...]
    texts: tuple[str, ...]
    problems: tuple[str, ...] = ()
    final: Fraction | None = None
    final_text: str = ""

    @property
    def any_read(self) -> bool:
        """Was at least one answer read?"""
        return self.final is not None or any(value is not None for value in self.given)


def labels(chain: ChainedProblem) -> tuple[int, ...]:
    """The position (in solving order) of the question labelled Q1, Q2, ...: the problems in telling order."""
    return chain.telling


def _label_count(chain: ChainedProblem) -> int:
    # A final question over several problems is no problem's own and takes the last label.
    return chain.length + (chain.final.kind != "target")


def asked_links(chain: ChainedProblem, protocol: Protocol) -> frozenset[int]:
    """The positions (in solving order) that a protocol asks for."""
    if protocol != "final":
        return frozenset(range(chain.length))
    return frozenset({chain.target}) if chain.final.kind == "target" else frozenset()


def first_prompt(chain: ChainedProblem, protocol: Protocol) -> str:
    """What the model is asked first; for all protocols but `two-turn` that is all."""
    # A chain of one is the plain problem, and is asked as one: it is what longer chains are measured against.
    task = _CHAINED_TASK if chain.length > 1 else _TASK
    if protocol == "final" or (protocol == "labelled" and chain.length == 1):
        form = "Answer: <number>" if protocol == "final" else "[Q1] <number>"
        return _FINAL.format(task=task, text=chain.text, asked=_ASKED[chain.final.kind], form=form)
    if protocol == "two-turn":
        return _TWO_TURN.format(task=task, text=chain.text)
    form = "\n".join(f"[Q{label}] <number>" for label in range(1, _label_count(chain) + 1))
    return _LABELLED.format(task=task, text=chain.text, questions=_questions(chain), also=_also(chain), form=form)


def answers_prompt(chain: ChainedProblem) -> str:
    """The second turn of `two-turn`: asks for all answers as JSON."""
    form = ", ".join(f'"Q{label}": <number or null>' for label in range(1, _label_count(chain) + 1))
    return _ANSWERS.format(questions=_questions(chain), also=_also(chain), form=f"{{{form}}}")


def answers_schema(chain: ChainedProblem) -> str:
    """The JSON schema of the second turn's answer, as JSON text: Q1, Q2, ..., each a number, a text or null."""
    keys = [f"Q{label}" for label in range(1, _label_count(chain) + 1)]
    value = {"anyOf": [{"type": "number"}, {"type": "string"}, {"type": "null"}]}
    schema = {
        "type": "object",
        "properties": dict.fromkeys(keys, value),
        "required": keys,
        "additionalProperties": False,
    }
    return json.dumps(schema)


def render_answers(chain: ChainedProblem, protocol: Protocol, given: Sequence[Fraction | None]) -> str:
    """Write answers in the form that a protocol asks for; `parse_answers` reads them back.

    Args:
        chain: The chained problem.
        protocol: The protocol.
        given: The answers in solving order; what is None is left out (in JSON: null).
    """
    if protocol == "final":
        answer = final_answer(chain.final, given)
        return "" if answer is None else f"Answer: {render_number(answer)}"
    answers = [given[position] for position in labels(chain)]
    if chain.final.kind != "target":
        answers.append(final_answer(chain.final, given))
    shown = [None if answer is None else render_number(answer) for answer in answers]
    if protocol == "labelled":
        return "\n".join(f"[Q{label}] {text}" for label, text in enumerate(shown, start=1) if text is not None)
    return json.dumps({f"Q{label}": text for label, text in enumerate(shown, start=1)})


def parse_answers(chain: ChainedProblem, protocol: Protocol, text: str, *, unfinished: bool = False) -> ParsedAnswers:
    """Read the answers from a response; of `two-turn`, from the second turn. Never raises on any text.

    Args:
        chain: The chained problem.
        protocol: How the answers were asked for.
        text: The response. What it holds in `<think>` is not read.
        unfinished: Did it end before its time? The last line is not read then: "[Q1] 1" may have been to become 12.
    """
    if not text.strip():
        return _nothing(chain, "empty response")
    text = without_thinking(text)
    if not text.strip():
        return _nothing(chain, "nothing but thinking in the response")
    lines = text[: text.rfind("\n") + 1] if unfinished else text
    if protocol == "final":
        found = final_text(lines)
        if found is None:
            return _nothing(chain, "no answer marker (Answer:, ####, \\boxed{}) in the response")
        # Where the final question is no problem's own, its answer stands one past the problems'.
        return _read(chain, {chain.target if chain.final.kind == "target" else chain.length: found})
    order = (*labels(chain), chain.length)[: _label_count(chain)]
    questions = dict(enumerate(_asked(chain), start=1))
    labelled = labelled_texts(lines, questions) if protocol == "labelled" or "{" not in text else {}
    texts, problems = _labelled_or_json(protocol, labelled, text)
    problems += [f"there is no question Q{label}" for label in sorted(texts) if not 1 <= label <= len(order)]
    by_position = {order[label - 1]: answer for label, answer in texts.items() if 1 <= label <= len(order)}
    return _read(chain, by_position, problems)


def _labelled_or_json(protocol: Protocol, lines: dict[int, str], text: str) -> tuple[dict[int, str], list[str]]:
    """The texts by label, from the labelled lines or from JSON, and what was wrong.

    Each protocol takes the other's form where its own is missing, since both have explicit labels. Half of a JSON
    object is broken JSON, though, and not a list of labelled lines.
    """
    if protocol == "labelled":
        objects = {} if lines else json_texts(text)[0]
        return lines or objects, [] if lines or objects else ["no labelled answer in the response"]
    objects, problems = json_texts(text)
    return objects or lines, [] if lines else problems


def _read(chain: ChainedProblem, texts: dict[int, str], problems: Sequence[str] = ()) -> ParsedAnswers:
    given: list[Fraction | None] = []
    unread = []
    for position in range(chain.length + 1):
        text = texts.get(position, "")
        value = read_answer(text, expected=_gold(chain, position), others=_others(chain, position)) if text else None
        if text and value is None:
            unread.append(f"no single number in {text[:60]!r}")
        given.append(value)
    shown = tuple(texts.get(position, "") for position in range(chain.length))
    final = texts.get(chain.length, "")
    return ParsedAnswers(tuple(given[:-1]), shown, (*problems, *unread), final=given[-1], final_text=final)


def _gold(chain: ChainedProblem, position: int) -> Fraction:
    return chain.problems[position].answer if position < chain.length else chain.answer


def _others(chain: ChainedProblem, position: int) -> tuple[Fraction, ...]:
    if position == chain.length:
        return ()
    return tuple(answer for answer in chain.problems[position].counterfactual_answers if answer is not None)


def _nothing(chain: ChainedProblem, *problems: str) -> ParsedAnswers:
    return ParsedAnswers((None,) * chain.length, ("",) * chain.length, problems)


def _questions(chain: ChainedProblem) -> str:
    return "\n".join(f"[Q{label}] {question}" for label, question in enumerate(_asked(chain), start=1))


def _also(chain: ChainedProblem) -> str:
    return "" if chain.final.kind == "target" else ", and then the final question"


def _asked(chain: ChainedProblem) -> list[str]:
    """The questions by label: the problems' in telling order, then the final one where it is no problem's own."""
    own = [chain.problems[position].question for position in labels(chain)]
    return own if chain.final.kind == "target" else [*own, chain.slice(question_span(chain))]
