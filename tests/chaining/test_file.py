from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from tests.chaining.joining import join, logic, told

from dunyazad._exceptions import InputError, RecordError
from dunyazad._records import encode, write_records
from dunyazad.chaining.file import check_chains, check_file
from dunyazad.chaining.record import ChainedProblem
from dunyazad.problems.record import Problem


@pytest.fixture(scope="module")
def chains(hens: list[Problem]) -> list[ChainedProblem]:
    return [
        join([told(hens[start]), told(hens[start + 1])], [logic(1, (0,), "if", (claim,))], index=start)
        for start in range(10)
        for claim in (True, False)
    ]


def test_a_sound_file(chains: list[ChainedProblem], hens: list[Problem], tmp_path: Path) -> None:
    write_records(tmp_path / "c.jsonl", chains)
    report = check_file(tmp_path / "c.jsonl", problems={problem.id: problem for problem in hens})
    assert (report.chains, report.sound, report.unsound, report.errors, report.notes) == (20, 20, 0, (), ())


def test_unsound_rows_are_counted_with_their_place(chains: list[ChainedProblem], tmp_path: Path) -> None:
    rows = list(chains)
    rows[4] = msgspec.structs.replace(rows[4], canary="")
    rows[7] = msgspec.structs.replace(rows[7], canary="none")
    rows.append(rows[0])
    report = check_chains(rows, examples=1)
    assert (report.chains, report.sound, report.unsound) == (21, 18, 3)
    assert [(entry.reason, entry.count) for entry in report.errors] == [("canary", 2), ("duplicate-id", 1)]
    assert report.errors[0].examples == ("row 5: the canary is not ours: ''",)
    assert report.errors[1].examples == (f"row 21: the id {rows[0].id!r} stood before",)


def test_problems_that_do_not_fit_are_told(chains: list[ChainedProblem], hens: list[Problem]) -> None:
    report = check_chains(chains, problems={hens[0].id: hens[0]})
    assert report.unsound == 20
    assert report.errors[0].reason == "unknown-problem"


def test_an_empty_file_has_no_chains(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("")
    assert check_file(tmp_path / "empty.jsonl").chains == 0


def test_a_line_that_is_no_chain_is_named(chains: list[ChainedProblem], tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_bytes(encode(chains[0]) + b"\n{}\n")
    with pytest.raises(RecordError, match=r"c\.jsonl:2: "):
        check_file(path)
    with pytest.raises(InputError, match="cannot read"):
        check_file(tmp_path / "absent.jsonl")
