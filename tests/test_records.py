"""Records survive the disk, and files are whole or absent."""

from __future__ import annotations

import os
import re
import stat
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from dunyazad import _records
from dunyazad._exceptions import InputError, RecordError
from dunyazad._records import AtomicFile, exact, let_go, read_records, write_records
from dunyazad.chaining.record import ChainedProblem
from dunyazad.reasoning.record import Parc, Premise, ReasoningChain, Step
from dunyazad.solving.record import Solution


def chain(steps: int = 2) -> ReasoningChain:
    return ReasoningChain(id="c", question="q", steps=tuple(Step(f"s{i}") for i in range(steps)))


def test_a_written_record_reads_back_equal(tmp_path: Path) -> None:
    parc = Parc(chain=chain(), premises=((Premise(0),), (Premise(0), Premise(1, "uses 3"))), method="all")
    assert write_records(tmp_path / "p.jsonl", [parc, parc]) == 2
    assert list(read_records(tmp_path / "p.jsonl", Parc)) == [parc, parc]


def test_a_bad_line_is_named_by_file_line_and_value(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text('\n{"schema": "dunyazad.parc/2"}\n')
    with pytest.raises(RecordError, match=r"p\.jsonl:2: .*chain") as caught:
        list(read_records(path, Parc))
    assert caught.value.line == 2


def test_deep_nesting_is_a_bad_line_and_no_recursion_error(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text("[" * 100_000 + "\n")
    with pytest.raises(RecordError, match=r"p\.jsonl:1: "):
        list(read_records(path, Parc))


def test_a_record_of_another_kind_is_refused_by_its_tag(tmp_path: Path) -> None:
    write_records(tmp_path / "c.jsonl", [chain()])
    with pytest.raises(RecordError, match=r"dunyazad\.reasoning/2"):
        list(read_records(tmp_path / "c.jsonl", Parc))


@pytest.mark.parametrize(
    ("kind", "record", "message"),
    [
        (
            "dunyazad.chain/1",
            ChainedProblem,
            "dunyazad.chain/1 is of an earlier version of dunyazad, this one reads dunyazad.chain/2: make the file",
        ),
        (
            "dunyazad.solution/1",
            Solution,
            "dunyazad.solution/1 is of an earlier version of dunyazad, this one reads dunyazad.solution/2",
        ),
        ("dunyazad.chain/17", ChainedProblem, "dunyazad.chain/17 is of a later version of dunyazad"),
        ("dunyazad.solution/2", ChainedProblem, "this is 'dunyazad.solution/2', where dunyazad.chain/2 is wanted"),
        ("dunyazad.chain/x", ChainedProblem, "this is 'dunyazad.chain/x', where dunyazad.chain/2 is wanted"),
        ("dunyazad.chain/" + "9" * 5000, ChainedProblem, "this is 'dunyazad.chain/9999"),
        ("", ChainedProblem, "schema"),
        (17, ChainedProblem, "schema"),
    ],
)
def test_a_file_of_another_version_says_so(tmp_path: Path, kind: object, record: type, message: str) -> None:
    (tmp_path / "c.jsonl").write_bytes(msgspec.json.encode({"schema": kind, "id": "x"}))
    with pytest.raises(RecordError, match=rf"c\.jsonl:1: .*{re.escape(message)}"):
        list(read_records(tmp_path / "c.jsonl", record))


def test_an_error_while_writing_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    with pytest.raises(RuntimeError, match="stop"), AtomicFile(path) as file:
        file.write(b"new")
        raise RuntimeError("stop")
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.txt"]


def test_a_full_disk_is_one_clear_line_and_leaves_nothing(tmp_path: Path) -> None:
    # /dev/full accepts opens and refuses writes, as a full disk does.
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full on this system")
    path = tmp_path / "a.txt"
    with pytest.raises(InputError, match=r"cannot write .*a\.txt: No space left on device"):
        with AtomicFile(path) as file:
            assert file._stream is not None
            file._stream.close()
            file._stream = open("/dev/full", "wb", buffering=0)
            file.write(b"x")
    assert list(tmp_path.iterdir()) == []


def test_a_link_stays_a_link_and_a_device_a_device(tmp_path: Path) -> None:
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    real.write_text("old")
    link.symlink_to(real)
    with AtomicFile(link) as file:
        file.write(b"new")
    assert link.is_symlink()
    assert real.read_text() == "new"
    with AtomicFile(os.devnull) as file:
        file.write(b"gone")
    assert not Path(os.devnull).is_file()


def test_a_closed_pipe_is_told_as_one(tmp_path: Path) -> None:
    fifo = tmp_path / "pipe"
    os.mkfifo(fifo)
    reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    with pytest.raises(BrokenPipeError), AtomicFile(fifo) as file:
        os.close(reader)
        for _ in range(100):
            file.write(b"x" * 65536)
    assert stat.S_ISFIFO(fifo.stat().st_mode)


def test_a_missing_folder_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot write"), AtomicFile(tmp_path / "no" / "a.txt"):
        pass


@pytest.mark.parametrize("text", ["1e9", "", "1/0", "--1", "0x1", "1" * 401, "½", "1_000", " 1"])
def test_what_is_no_exact_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not an exact number|division by zero"):
        exact(text)


@pytest.mark.parametrize(("text", "value"), [("-3", Fraction(-3)), ("16.5", Fraction(33, 2)), ("1/3", Fraction(1, 3))])
def test_exact_numbers(text: str, value: Fraction) -> None:
    assert exact(text) == value


def test_a_premise_must_be_earlier_and_distinct() -> None:
    with pytest.raises(ValueError, match="step 1 cannot rest on step 1"):
        Parc(chain=chain(1), premises=((Premise(1),),), method="x")
    with pytest.raises(ValueError, match="not ascending and distinct"):
        Parc(chain=chain(1), premises=((Premise(0), Premise(0)),), method="x")
    with pytest.raises(ValueError, match="1 premise lists for 2 steps"):
        Parc(chain=chain(2), premises=((),), method="x")


def test_of_a_large_file_what_is_written_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int]] = []
    for name, value in {"_CACHED": 1_000, "_STEP": 100, "_REACH": 300}.items():
        monkeypatch.setattr(_records, name, value)

    def noted(file: int, start: int, count: int, advice: int) -> None:
        told.append((start, start + count))

    monkeypatch.setattr(os, "posix_fadvise", noted, raising=False)
    monkeypatch.setattr(os, "POSIX_FADV_DONTNEED", 4, raising=False)
    with AtomicFile(tmp_path / "large") as file:
        for _ in range(30):
            file.write(b"x" * 60)
    # Each time that a further hundred is full, beyond the first thousand, and no further back than three hundred.
    ends = (1020, 1140, 1200, 1320, 1440, 1500, 1620, 1740, 1800)
    assert told == [(max(1000, end - 300), end) for end in ends]
    assert (tmp_path / "large").read_bytes() == b"x" * 1800


def test_advice_that_is_not_taken_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_records, "_CACHED", 0)
    with open(tmp_path / "closed", "wb") as file:
        number = file.fileno()
    let_go(number, 10)
