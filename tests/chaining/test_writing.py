from __future__ import annotations

import gc
import os
import resource
import signal
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from dunyazad._exceptions import InputError, ProcessEndedError, TooFewProblemsError
from dunyazad._processes import process_context
from dunyazad.chaining import ChainStream, Recipe, make_chains, parse_kinds, write_chains
from dunyazad.chaining.tally import Tally
from dunyazad.chaining.writing import _Handed, _write_at
from dunyazad.problems import make_problems
from dunyazad.problems.record import Problem

Invent = Callable[..., Problem]


def stream(problems: list[Problem], **changes: Any) -> ChainStream:
    wish: dict[str, Any] = {"lengths": [1, 3], "orders": ["forward", "shuffled"], "per_cell": 30, "seed": 7}
    return make_chains(problems, **(wish | changes))


def test_the_file_holds_the_rows(hens: list[Problem], tmp_path: Path) -> None:
    made: list[int] = []
    assert write_chains(tmp_path / "c.jsonl", stream(hens), progress=made.append) == sum(made) == 120
    assert (tmp_path / "c.jsonl").read_bytes().splitlines() == list(stream(hens).rows())


def test_two_processes_write_the_same_bytes(hens: list[Problem], tmp_path: Path) -> None:
    # Many chains, so that both have several blocks; conflicts, so that a block's first index depends on those before.
    wish = {"lengths": [2, 4], "per_cell": 1_560, "orders": ["forward"]}
    problems = [*hens, *make_problems(30, seed=1)]
    made: list[int] = []
    one, two = stream(problems, **wish), stream(problems, **wish)
    assert write_chains(tmp_path / "1.jsonl", one) == 3120
    assert write_chains(tmp_path / "2.jsonl", two, jobs=2, progress=made.append) == sum(made) == 3120
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()
    assert list(one.rejected) == list(two.rejected)
    assert one.rejected.total > 0
    assert sorted(os.listdir(tmp_path)) == ["1.jsonl", "2.jsonl"]


def test_what_is_written_is_let_go(hens: list[Problem], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    if process_context().get_start_method() != "fork":
        pytest.skip("a new interpreter knows nothing of the small blocks")
    monkeypatch.setattr("dunyazad.chaining.drafting.BLOCK", 4)
    held: list[int] = []

    def count_held(_: int) -> None:
        held.append(sum(isinstance(one, _Handed) for one in gc.get_objects()))

    wish: dict[str, Any] = {"lengths": [3], "per_cell": 800}
    write_chains(tmp_path / "2.jsonl", stream(hens, **wish), jobs=2, progress=count_held)
    assert max(held) < 50 < len(held)
    assert (tmp_path / "2.jsonl").read_bytes().splitlines() == list(stream(hens, **wish).rows())


def test_two_processes_feed_a_pipe_in_order(tmp_path: Path) -> None:
    problems = list(make_problems(30, seed=1))
    wish = {"recipe": Recipe(gates=parse_kinds("numeric,if")), "per_cell": 10}
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    write_chains(pipe, stream(problems, **wish), jobs=2)
    reader.join(timeout=60)
    assert read[0].splitlines() == list(stream(problems, **wish).rows())


def test_too_few_leaves_no_file_and_no_process(invent: Invent, tmp_path: Path) -> None:
    both = invent(2, name="Ann", friends=["Bo"])
    problems = [invent(0, name="Ann"), invent(1, name="Bo"), both]
    for jobs in (1, 2):
        wish = stream(problems, lengths=[2], per_cell=3, orders=["forward"])
        with pytest.raises(TooFewProblemsError, match="3 chains of 2 asked for, only 2 found"):
            write_chains(tmp_path / "c.jsonl", wish, jobs=jobs)
    assert os.listdir(tmp_path) == []


def test_a_place_that_cannot_be_written_to(hens: list[Problem], tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot write"):
        write_chains(tmp_path / "none" / "c.jsonl", stream(hens), jobs=2)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_full_disk_is_told_and_nothing_is_left(jobs: int, hens: list[Problem], tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))  # what a process may write fails beyond that
    try:
        with pytest.raises(InputError, match=r"cannot write .*c\.jsonl: File too large"):
            write_chains(tmp_path / "c.jsonl", stream(hens, lengths=[3], per_cell=400), jobs=jobs)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert os.listdir(tmp_path) == []


def test_rows_are_written_whole_where_the_system_takes_a_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def partly(file: int, data: list[bytes], place: int) -> int:
        return os.pwrite(file, b"".join(data)[:7], place)

    rows = [b"%d\n" % number for number in range(3000)]
    monkeypatch.setattr(os, "pwritev", partly)
    handle = os.open(tmp_path / "rows", os.O_WRONLY | os.O_CREAT)
    _write_at(handle, rows, 4)
    os.close(handle)
    assert (tmp_path / "rows").read_bytes() == b"\0\0\0\0" + b"".join(rows)


def test_chains_that_are_searched_for_are_shared_out_too(invent: Invent, tmp_path: Path) -> None:
    # Problems over pairs of 12 names: nearly every row of six of them has a conflict.
    names = ["".join(("Z", "aeiou"[number // 5], "lmnrs"[number % 5])) for number in range(12)]
    pairs = [(one, two) for place, one in enumerate(names) for two in names[place + 1 :]]
    problems = [invent(number, name=one, friends=[two]) for number, (one, two) in enumerate(pairs)]
    wish = {"lengths": [6], "per_cell": 20, "orders": ["backward"]}
    write_chains(tmp_path / "1.jsonl", stream(problems, **wish))
    write_chains(tmp_path / "2.jsonl", stream(problems, **wish), jobs=2)
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()


def test_a_search_goes_on_behind_a_block_without_sound_chains(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("dunyazad.chaining.drafting.walk_of", lambda *_: None)
    wish: dict[str, Any] = {"lengths": [6], "per_cell": 8, "recipe": Recipe(gates=parse_kinds("numeric"))}

    def small_blocks() -> ChainStream:
        made = stream(list(make_problems(60, seed=3)), **wish)
        for cell in made.cells:
            made.drafter(cell).size = 2
        return made

    made = small_blocks()
    assert not all(islice(made.drafter(made.cells[0]).blocks(Tally()), 4))
    write_chains(tmp_path / "2.jsonl", small_blocks(), jobs=2)
    assert (tmp_path / "2.jsonl").read_bytes().splitlines() == list(small_blocks().rows())


def _killed(*_: object) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def test_a_killed_process_leaves_no_file(hens: list[Problem], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if process_context().get_start_method() != "fork":
        pytest.skip("a new interpreter knows nothing of the fault that is put into this one")
    monkeypatch.setattr(os, "pwritev", _killed)
    with pytest.raises(ProcessEndedError, match="before its share of the work was done, by signal 9"):
        write_chains(tmp_path / "c.jsonl", stream(hens), jobs=2)
    assert os.listdir(tmp_path) == []
