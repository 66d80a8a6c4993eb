"""The formats of published sets, told by their fields: each row becomes a `SourceProblem`, or a rejection.

A format says which rows are its own and how one is read. Most give a formula, which becomes the program; a plain set of
questions and answers gives none, and is taken apart as far as that goes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from dunyazad._exceptions import NumberError
from dunyazad.numbers import parse_expression, render_number
from dunyazad.problems.decomposition.equations import equations_in_prose
from dunyazad.problems.decomposition.record import Rejected, SourceProblem
from dunyazad.problems.decomposition.source import MAX_CHARACTERS, source_from_gsm8k
from dunyazad.problems.sources.answers import answer_of

__all__ = ["ANSWER_FIELDS", "FORMATS", "PLAIN", "QUESTION_FIELDS", "Format", "recognise"]

Fields = Mapping[str, Any]

QUESTION_FIELDS = ("question", "problem", "prompt", "input", "query", "instruction", "text")
ANSWER_FIELDS = (
    *("answer", "final_answer", "final_ans", "target", "answers", "label", "output", "response"),
    *("completion", "solution"),
)
_SOLUTION_FIELDS = ("solution", "rationale", "explanation", "reasoning", "answer_cot", "cot")
_ANNOTATION = re.compile(r"<<[^<>]*>>")
_LABEL = re.compile(r"\A\s*(?:question|problem|q)\s*:\s*|\s*\b(?:answer|a)\s*:\s*\Z", re.IGNORECASE)
# A condition without its end mark, to which the question belongs: "If Bo sells 5 hens" "how many are left?"
_OPEN = re.compile(r"(?:^|[.?!]\s+)(?:if|when|suppose|given that|assuming)\b[^.?!]*\Z", re.IGNORECASE)
_ASKING = re.compile(r"(?:how|what|which|who|when|where|then|in|on|at|after|by|the|will)\b", re.IGNORECASE)


class Format(msgspec.Struct, frozen=True):
    """One format.

    Attributes:
        name: As `--format` names it; problems of a file are named after it.
        fits: Are a row's fields of this format?
        read: Reads a row's fields, with an id for the problem.
    """

    name: str
    fits: Callable[[Fields], bool]
    read: Callable[[Fields, str], SourceProblem | Rejected]


def recognise(rows: list[Fields]) -> Format | None:
    """Tell the format of a set by some of its rows: the most telling one that any of them fits; None where none does.

    Example:
        >>> recognise([{"question": "Why?", "answer": "3"}]).name
        'plain'
    """
    return next((entry for entry in FORMATS.values() if any(entry.fits(row) for row in rows)), None)


def _checked(question: Any, final: Callable[[str], Fraction], id: str, **known: Any) -> SourceProblem | Rejected:
    """Make a source problem of a question and a way to read its answer."""
    if not isinstance(question, str):
        return Rejected("line-malformed", "the line has no question in text", id)
    if len(question) > MAX_CHARACTERS:
        sentence = f"a text of {len(question)} characters is no word problem (at most {MAX_CHARACTERS})"
        return Rejected("line-too-long", sentence, id)
    if not question.strip():
        return Rejected("question-empty", "the question is empty", id)
    try:
        value = final(question)
    except NumberError as error:
        return Rejected("answer-no-number", f"the answer is {error}", id)
    return SourceProblem(id, question.strip(), "", value, **known)


def _joined(body: str, question: str) -> str:
    """Join a story and its question, which a set keeps apart, with the mark between them that may be missing."""
    body, question = body.strip(), question.strip()
    if not body or body[-1] in ".?!":
        return f"{body} {question}".strip()
    if _OPEN.search(body):
        asks = _ASKING.match(question)
        return f"{body.rstrip(',')}, {question[:1].lower() if asks else question[:1]}{question[1:]}"
    return f"{body.rstrip(',;:')}. {question[:1].upper()}{question[1:]}"


def _told(fields: Fields) -> str | None:
    """The whole text of a problem in two parts."""
    body, question = fields.get("body"), fields.get("question")
    if isinstance(body, str) and isinstance(question, str):
        return _joined(body, question)
    whole = fields.get("question_concat")
    return whole if isinstance(whole, str) else None


def _with_formula(source: SourceProblem | Rejected, formula: Any) -> SourceProblem | Rejected:
    """Add the program that a formula states: "( 8.0 - 3.0 )", "X=(6.0*(3.0+5.0))", "7+2=9"."""
    if isinstance(source, Rejected) or not isinstance(formula, str) or not formula.strip():
        return source if isinstance(source, Rejected) else msgspec.structs.replace(source, needs_program=False)
    sides = [side.strip() for side in formula.split("=") if not re.fullmatch(r"\s*[A-Za-z]\s*", side)]
    # What has unknowns or signs of another kind is no calculation: nothing but the answer is known then.
    if not sides or not all(_computes(side) for side in sides):
        return msgspec.structs.replace(source, needs_program=False)
    right = sides[1] if len(sides) > 1 else render_number(source.final)
    return msgspec.structs.replace(source, equations=(f"{sides[0]} = {right}",))


def _computes(side: str) -> bool:
    try:
        parse_expression(side)
    except NumberError:
        return False
    return not re.search(r"[A-Za-z]", side)


def _gsm8k(fields: Fields, id: str) -> SourceProblem | Rejected:
    question, answer = fields.get("question"), fields.get("answer")
    if not isinstance(question, str) or not isinstance(answer, str):
        return Rejected("line-malformed", "the line is no object with a question and an answer in text", id)
    return source_from_gsm8k(question, answer, id)


def _is_gsm8k(fields: Fields) -> bool:
    answer = fields.get("answer")
    return "question" in fields and isinstance(answer, str) and ("####" in answer or "<<" in answer)


def _svamp(fields: Fields, id: str) -> SourceProblem | Rejected:
    source = _checked(_told(fields), lambda question: answer_of(fields.get("answer"), question), id)
    return _with_formula(source, fields.get("equation"))


def _multiarith(fields: Fields, id: str) -> SourceProblem | Rejected:
    question = fields.get("squestion", fields.get("question"))
    answer = fields.get("lsolutions", fields.get("final_ans"))
    equations = fields.get("lequations")
    source = _checked(question, lambda question: answer_of(answer, question), id)
    return _with_formula(source, equations[0] if isinstance(equations, list) and len(equations) == 1 else None)


def _asdiv(fields: Fields, id: str) -> SourceProblem | Rejected:
    source = _checked(_told(fields), lambda question: answer_of(fields.get("answer"), question), id)
    return _with_formula(source, fields.get("formula"))


def _plain(fields: Fields, id: str) -> SourceProblem | Rejected:
    text = next((fields[name] for name in QUESTION_FIELDS if fields.get(name) is not None), None)
    answer = next((fields[name] for name in ANSWER_FIELDS if fields.get(name) is not None), None)
    if text is None or answer is None:
        missing = "a question" if text is None else "an answer"
        return Rejected("line-malformed", f"the line has no field for {missing}: {', '.join(fields)[:120]}", id)
    if isinstance(answer, str) and len(answer) > MAX_CHARACTERS:
        return Rejected("line-too-long", f"an answer of {len(answer)} characters (at most {MAX_CHARACTERS})", id)
    if isinstance(text, str):
        text = _LABEL.sub("", _joined(fields["body"], text) if isinstance(fields.get("body"), str) else text)
    source = _checked(text, lambda question: answer_of(answer, question), id, needs_program=False)
    if isinstance(source, Rejected):
        return source
    solutions = (*(fields.get(name) for name in _SOLUTION_FIELDS), answer)
    found = (_equations(solution, source.final) for solution in solutions)
    return msgspec.structs.replace(source, equations=next((equations for equations in found if equations), ()))


def _equations(solution: Any, final: Fraction) -> tuple[str, ...]:
    if not isinstance(solution, str) or len(solution) > MAX_CHARACTERS:
        return ()
    return equations_in_prose(_ANNOTATION.sub("", solution), final)


def _is_plain(fields: Fields) -> bool:
    return any(name in fields for name in QUESTION_FIELDS) and any(name in fields for name in ANSWER_FIELDS)


def _in_two_parts(fields: Fields, formula: str) -> bool:
    return (
        formula in fields
        and "answer" in fields
        and ("question_concat" in fields or {"body", "question"} <= set(fields))
    )


PLAIN = "plain"
# The most telling first: a plain set of questions and answers is what every other one is too.
FORMATS: dict[str, Format] = {
    entry.name: entry
    for entry in (
        Format("svamp", lambda fields: _in_two_parts(fields, "equation"), _svamp),
        Format("asdiv", lambda fields: _in_two_parts(fields, "formula"), _asdiv),
        Format(
            "multiarith", lambda fields: "squestion" in fields or {"question", "final_ans"} <= set(fields), _multiarith
        ),
        Format("gsm8k", _is_gsm8k, _gsm8k),
        Format(PLAIN, _is_plain, _plain),
    )
}
