from fractions import Fraction

import msgspec
import pytest

from dunyazad.problems.decomposition.record import Rejected, SourceProblem
from dunyazad.problems.decomposition.source import MAX_CHARACTERS, read_gsm8k_line


def line(question: str, answer: str) -> bytes:
    return msgspec.json.encode({"question": question, "answer": answer})


@pytest.mark.parametrize(
    ("written", "final"),
    [("18", "18"), ("1,250", "1250"), ("$7.50", "15/2"), ("-3", "-3"), (" 12 ", "12"), ("3/4", "3/4")],
)
def test_final_answer_is_read_exactly(written: str, final: str) -> None:
    source = read_gsm8k_line(line("How many hens?", f"<<1+1=2>>2\n#### {written}"), "own/3")
    assert isinstance(source, SourceProblem)
    assert (source.id, source.final) == ("own/3", Fraction(final))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "line-malformed"),
        (b"{", "line-malformed"),
        (b"[1, 2]", "line-malformed"),
        (b"\xff\xfe", "line-malformed"),
        (b'{"question": "\xff", "answer": "#### 1"}', "line-malformed"),
        (b'{"question": "How many?"}', "line-malformed"),
        (b'{"question": 3, "answer": "#### 1"}', "line-malformed"),
        (line(" ", "#### 1"), "question-empty"),
        (line("How many?", "two"), "answer-no-number"),
        (line("How many?", "#### a lot"), "answer-no-number"),
        (line("How many?", "####"), "answer-no-number"),
        (line("How many?", "#### " + "9" * 500), "answer-no-number"),
        (line("How many? " * 100_000, "#### 1"), "line-too-long"),
        (line("How many?", "1" * (MAX_CHARACTERS + 1)), "line-too-long"),
    ],
)
def test_bad_line_is_a_coded_rejection(data: bytes, code: str) -> None:
    found = read_gsm8k_line(data, "own/4")
    assert isinstance(found, Rejected)
    assert (found.code, found.id) == (code, "own/4")
    assert "\n" not in found.sentence
