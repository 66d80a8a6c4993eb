"""Files of problems: our records and the published hand-made format, with errors by line."""

from __future__ import annotations

import gzip
import json
from fractions import Fraction
from pathlib import Path

import pytest
from tests.problems.samples import HONEY, altered

from dunyazad._exceptions import InputError, RecordError
from dunyazad._records import encode
from dunyazad.problems import certify, is_certified, read_handmade, read_problems

SHARED = Path(__file__).parents[2] / "../shared/data/scheherazade/manual-benchmark.jsonl"

HANDMADE = {
    "benchmark_id": 7,
    "first_premise": "Ottilie  keeps 6 hives. ",
    "alternate_first_premise": "Ottilie keeps 8 hives.",
    "nl_premises": "  Each hive gives 4 jars.\n",
    "nl_question": "How many jars does Ottilie get?",
    "nl_answer": "Ottilie gets 24 jars.",
    "int_answer": 24,
    "wrong_nl_answer": "Ottilie gets 30 jars.",
}


def write(path: Path, *records: object) -> Path:
    # No newline at the end: the published file may lack it.
    path.write_text("\n".join(json.dumps(record) for record in records), encoding="utf-8")
    return path


def test_a_handmade_record_becomes_a_problem(tmp_path: Path) -> None:
    (problem,) = read_handmade(write(tmp_path / "h.jsonl", HANDMADE))
    assert problem.id == "handmade/7"
    assert problem.text == "Ottilie keeps 6 hives. Each hive gives 4 jars. How many jars does Ottilie get?"
    assert (problem.answer, problem.wrong_answer) == (Fraction(24), Fraction(30))
    assert problem.counterfactual_answer is None
    assert problem.names == ("Ottilie",)
    assert {finding.code for finding in certify(problem)} == {"counterfactual-unknown"}


def test_the_format_is_told_by_the_first_record(tmp_path: Path) -> None:
    handmade = write(tmp_path / "h.jsonl", HANDMADE)
    assert list(read_problems(handmade)) == list(read_handmade(handmade))
    own = tmp_path / "p.jsonl"
    own.write_bytes(b"\n" + encode(HONEY) + b"\n\n" + encode(altered(id="b")) + b"\n")
    assert [problem.id for problem in read_problems(own)] == ["sample/honey", "b"]


def test_an_empty_file_holds_no_problems(tmp_path: Path) -> None:
    (tmp_path / "e.jsonl").write_text("\n \n")
    assert list(read_problems(tmp_path / "e.jsonl")) == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"int_answer": "many"}, "'many'"),
        ({"int_answer": 2.5}, "exact number"),
        ({"int_answer": None}, "int_answer|exact number"),
        ({"nl_answer": 3}, "nl_answer"),
        ({"wrong_nl_answer": "Ottilie gets 24 jars."}, "differ from nl_answer in one number, its numbers are: 24"),
        ({"wrong_nl_answer": "Ottilie gets jars."}, "its numbers are: none"),
        ({"wrong_nl_answer": "Ottilie gets 2 and 3 jars."}, "its numbers are: 2, 3"),
        ({"benchmark_id": 7, "first_premise": "Another."}, "duplicate id 'handmade/7', first on line 1"),
    ],
)
def test_a_bad_handmade_line_is_named(tmp_path: Path, change: dict[str, object], message: str) -> None:
    path = write(tmp_path / "h.jsonl", HANDMADE, {**HANDMADE, "benchmark_id": 8, **change})
    with pytest.raises(RecordError, match=rf"h\.jsonl:2: .*({message})") as caught:
        list(read_problems(path))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("second", "message"),
    [
        (encode(HONEY), "duplicate id 'sample/honey', first on line 1"),
        (b"{", "truncated"),
        (b'{"schema": "dunyazad.chain/1"}', "dunyazad.chain/1"),
        (encode(HONEY).replace(b'"57"', b'"1e9"'), "not an exact number: '1e9'"),
        (b"\xff\xfe", "."),
        (b"[]", "array"),
        (encode(HONEY)[:-1] + b', "x": ' + b"[" * 100_000, "."),
    ],
)
def test_a_bad_line_of_our_own_is_named(tmp_path: Path, second: bytes, message: str) -> None:
    path = tmp_path / "p.jsonl"
    path.write_bytes(encode(HONEY) + b"\n" + second)
    with pytest.raises(RecordError, match=rf"p\.jsonl:2: .*{message}"):
        list(read_problems(path))


def test_a_first_line_of_no_known_format_is_named(tmp_path: Path) -> None:
    for text in ("{", "[]", "7", '{"question": "?"}', '{"benchmark_id": 1, "x": ' + "[" * 100_000):
        (tmp_path / "p.jsonl").write_text(text)
        with pytest.raises(RecordError, match=r"p\.jsonl:1: "):
            list(read_problems(tmp_path / "p.jsonl"))


def test_a_missing_file_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read"):
        list(read_problems(tmp_path / "none.jsonl"))


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.exists(), reason="the published hand-made set is not beside the checkout")
def test_the_published_set_is_read_whole_and_usable() -> None:
    problems = list(read_problems(SHARED))
    assert len(problems) == 69
    assert all(problem.counterfactual_answer is None and problem.program is None for problem in problems)
    unusable = {problem.id: certify(problem) for problem in problems if not is_certified(problem)}
    assert unusable == {}
    assert all(problem.answer.denominator == problem.wrong_answer.denominator == 1 for problem in problems)
    assert problems[0].answer == Fraction(18)
    # Read by eye: these tell of no one by name, all others name at least one.
    nameless = {problem.id.removeprefix("handmade/") for problem in problems if not problem.names}
    assert nameless == {"1", "10", "23", "43", "59", "60", "67", "80"}
    names = {name for problem in problems for name in problem.names}
    assert {"San Rafael", "Wertz", "Farbo", "Patchy", "Trixie", "Harald", "Raymond"} <= names
    assert not {name for name in names if name.lower() in {"dvds", "post-it", "grandma", "t-rex", "sunday", "every"}}


def test_a_byte_order_mark_and_windows_line_ends_are_no_part_of_the_records(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + encode(HONEY) + b"\r\n" + encode(altered(id="b")) + b"\r\n")
    assert [problem.id for problem in read_problems(path)] == ["sample/honey", "b"]


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (gzip.compress(encode(HONEY)), "compressed by gzip"),
        (b"PK\x03\x04" + encode(HONEY), "zip archive"),
        (encode(HONEY).decode().encode("utf-16"), "UTF-16"),
    ],
)
def test_what_is_no_plain_text_is_named(data: bytes, what: str, tmp_path: Path) -> None:
    (tmp_path / "p.jsonl").write_bytes(data)
    with pytest.raises(RecordError, match=rf"p\.jsonl:1: this is .*{what}"):
        list(read_problems(tmp_path / "p.jsonl"))


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "a\x1b[31m"])
def test_an_id_that_cannot_be_printed_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "p.jsonl").write_bytes(encode(altered(id=name)))
    with pytest.raises(RecordError, match=r"p\.jsonl:1: the id .* is blank or cannot be printed"):
        list(read_problems(tmp_path / "p.jsonl"))
