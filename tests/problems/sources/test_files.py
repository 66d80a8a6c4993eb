"""Files of every kind give the same rows; a damaged entry keeps its place, and a damaged file is one line."""

from __future__ import annotations

import gzip
import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from dunyazad._exceptions import InputError
from dunyazad.problems.sources import Damaged, Row, read_rows
from dunyazad.problems.sources.files import MAX_LINE

ONE = {"question": "Bo has 3 hens. How many?", "answer": "3"}
TWO = {"question": 'Bo, "the hen", has 4.\nHow many?', "answer": "4"}
LINES = f"{json.dumps(ONE)}\n\n{json.dumps(TWO)}".encode()
CSV = b'Question,Answer\n"Bo has 3 hens. How many?",3\n\n"Bo, ""the hen"", has 4.\nHow many?",4\n'
XML = (
    b"<?xml version='1.0'?><Set><ProblemSet>"
    b"<Problem ID='a'><Body>Bo has 3 &amp; 4.</Body><Question>How <b>many</b>?</Question><Answer>7</Answer></Problem>"
    b"<Problem ID='b'><Body/></Problem></ProblemSet></Set>"
)


def read(path: Path) -> list[Row | Damaged]:
    return list(read_rows(path))


def fields(path: Path) -> list[object]:
    return [row.fields if isinstance(row, Row) else row.code for row in read(path)]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.jsonl", LINES),
        ("a", LINES),
        ("a.jsonl", b"\xef\xbb\xbf" + LINES),
        ("a.json", json.dumps([ONE, TWO]).encode()),
        ("a.json", json.dumps([ONE, TWO], indent=2).encode()),
        ("a.json", json.dumps({"version": 1, "data": [ONE, TWO]}, indent=2).encode()),
        ("a.json", json.dumps({"rows": [{"row": ONE}, {"row": TWO}]}).encode()),
        ("a.csv", CSV),
        ("a.txt", CSV),
        ("a.csv", CSV.replace(b"\n\n", b"\r\n")),
        ("a.csv", CSV.replace(b"Question,Answer", b"Question;Answer").replace(b'",3', b'";3').replace(b'",4', b'";4')),
        (
            "a.tsv",
            CSV.replace(b"Question,Answer", b"Question\tAnswer").replace(b'",3', b'"\t3').replace(b'",4', b'"\t4'),
        ),
    ],
)
@pytest.mark.parametrize("packed", [False, True])
def test_every_kind_of_file_gives_the_same_rows(name: str, data: bytes, packed: bool, tmp_path: Path) -> None:
    path = tmp_path / (f"{name}.gz" if packed else name)
    path.write_bytes(gzip.compress(data) if packed else data)
    assert fields(path) == [ONE, TWO]


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(CSV)))
    assert fields(Path("-")) == [ONE, TWO]


def test_xml_gives_attributes_and_children(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_bytes(XML)
    assert fields(path) == [
        {"id": "a", "body": "Bo has 3 & 4.", "question": "How many?", "answer": "7"},
        {"id": "b", "body": ""},
    ]


def test_numbers_of_json_stay_exact(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"question": "?", "answer": 0.1000000000000000000001}')
    (row,) = read(path)
    assert isinstance(row, Row)
    assert str(row.fields["answer"]) == "0.1000000000000000000001"


@pytest.mark.parametrize(
    "line",
    [
        *(b"no json", b"[1, 2]", b"null", b'"text"', b"3", b'{"question": ', b'{"question": "\xff"}', b"\x80"),
        b'{"question": "\\ud800"}',
        b'{"question": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_a_bad_line_keeps_its_place_and_the_rest_goes_on(line: bytes, first: bool, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    good = json.dumps(ONE).encode()
    path.write_bytes(b"\n".join([line, good] if first else [good, line]))
    assert fields(path) == (["line-malformed", ONE] if first else [ONE, "line-malformed"])


def test_a_line_without_end_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"x" * (2 * MAX_LINE + 5) + b"\n" + json.dumps(ONE).encode())
    assert fields(path) == ["line-too-long", ONE]


@pytest.mark.parametrize(
    "line",
    [b"alone", b"a,b,c", b'"caf\xe9",3', b'"' + b"a" * 200_000 + b'",3'],
    ids=["few cells", "many cells", "no UTF-8", "long cell"],
)
def test_a_bad_line_of_a_table_is_told_and_the_rest_goes_on(line: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"question,answer\n" + line + b"\nHow?,4\n")
    assert fields(path) == ["line-malformed", {"question": "How?", "answer": "4"}]


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.jsonl", "{}".encode("utf-16"), "UTF-16"),
        ("a.jsonl", b"\x00\x01", "no text"),
        ("a.json", b"PK\x03\x04rest", "zip"),
        ("a.gz", b"\x1f\x8bgarbage", "gzip"),
        ("a.gz", gzip.compress(LINES * 99, mtime=0)[:80], "gzip"),
        ("a.xml", b"<a><Problem>", "no sound XML"),
        ("a.xml", b"text", "no sound XML"),
        ("a.xml", b"<!DOCTYPE a [<!ENTITY b 'c'>]><a><Problem><Body>&b;</Body></Problem></a>", "document type"),
        ("a.xml", b"<!DOCTYPE a SYSTEM 'file:///etc/hostname'><a/>", "document type"),
    ],
)
def test_a_file_that_is_no_set_is_one_line(name: str, data: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(InputError, match=said) as caught:
        read(path)
    assert str(path).removesuffix(".gz") in str(caught.value)


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        read(tmp_path / "absent.jsonl")


def test_parquet_tables_are_read_and_damaged_ones_told(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow", reason="needs the extra `data`")
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs the extra `data`")
    path = tmp_path / "a.parquet"
    parquet.write_table(arrow.table({"Question": [ONE["question"]], "Answer": [3.5]}), path)
    assert fields(path) == [{"question": ONE["question"], "answer": 3.5}]
    path.write_bytes(path.read_bytes()[:40])
    with pytest.raises(InputError, match="cannot read"):
        read(path)
