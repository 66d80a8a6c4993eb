"""Reading GSM8K and sets in its format: one JSON object a line, with `question` and `answer`.

The answer holds the solution, with calculator annotations (`<<48/2=24>>`), and ends in a line `#### 24`.
"""

from __future__ import annotations

import re
from fractions import Fraction

import msgspec

from dunyazad._exceptions import NumberError
from dunyazad.numbers import parse_number
from dunyazad.problems.decomposition.record import Rejected, SourceProblem

__all__ = ["MAX_CHARACTERS", "read_gsm8k_line", "source_from_gsm8k"]

# Far longer than any word problem; what is longer is some other kind of file, and would take long to parse.
MAX_CHARACTERS = 20_000

_FINAL = re.compile(r"####[ \t]*([^\n]*)\s*\Z")


class _Line(msgspec.Struct, frozen=True):
    question: str
    answer: str


_decoder = msgspec.json.Decoder(_Line)


def read_gsm8k_line(data: bytes, id: str) -> SourceProblem | Rejected:
    """Read one line; whatever is wrong with it is a rejection and never an exception.

    Example:
        >>> read_gsm8k_line(b'{"question": "What is 2 + 3?", "answer": "<<2+3=5>>5 #### 5"}', "set/0").final
        Fraction(5, 1)
    """
    try:
        line = _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return Rejected("line-malformed", f"the line is no object with a question and an answer: {error}", id)
    return source_from_gsm8k(line.question, line.answer, id)


def source_from_gsm8k(question: str, answer: str, id: str) -> SourceProblem | Rejected:
    """Make a source problem of a question and its annotated solution, or say what is wrong with them."""
    if max(len(question), len(answer)) > MAX_CHARACTERS:
        size = max(len(question), len(answer))
        return Rejected(
            "line-too-long", f"a text of {size} characters is no word problem (at most {MAX_CHARACTERS})", id
        )
    if not question.strip():
        return Rejected("question-empty", "the question is empty", id)
    final = _final(answer)
    if isinstance(final, str):
        return Rejected("answer-no-number", final, id)
    return SourceProblem(id, question, answer, final)


def _final(answer: str) -> Fraction | str:
    """The number after the last `####`, or what is wrong with it."""
    match = _FINAL.search(answer)
    if match is None:
        return "the answer does not end in '#### NUMBER'"
    try:
        return parse_number(match[1])
    except NumberError as error:
        return f"the final answer is {error}"
