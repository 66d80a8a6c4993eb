"""Further processes: order, errors in their place, bounded memory, and what happens when somebody is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from multiprocessing import active_children, get_all_start_methods, get_context
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from dunyazad._exceptions import InputError, MissingExtraError, ProcessEndedError, RecordError
from dunyazad._processes import Colleague, _serve, process_context, shared_out

if "fork" not in get_all_start_methods():
    pytest.skip("functions of a test are not found by a new interpreter", allow_module_level=True)

Work = Callable[[range], Iterable[int]]


@pytest.fixture(autouse=True)
def _copies(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    # Tests before these may have left threads that wait for nothing; they are no reason to start new interpreters here.
    if request.function is not test_where_there_are_threads_new_interpreters_do_the_same:
        monkeypatch.setattr("dunyazad._processes.process_context", lambda: get_context("fork"))


def bundles(count: int, size: int = 3) -> Iterator[range]:
    return (range(start, start + size) for start in range(0, count * size, size))


def ready(work: Work) -> Callable[[], Work]:
    return lambda: work


def squares(bundle: range) -> Iterator[int]:
    return (number**2 for number in bundle)


def slow_at_first(bundle: range) -> Iterator[int]:
    if bundle.start % 2 == 0:
        time.sleep(0.02)
    return squares(bundle)


@pytest.mark.parametrize("jobs", [1, 2, 5])
@pytest.mark.parametrize("work", [squares, slow_at_first])
def test_results_are_in_the_order_of_the_bundles(jobs: int, work: Work) -> None:
    assert list(shared_out(bundles(30), ready(work), jobs)) == [number**2 for number in range(90)]
    assert active_children() == []


def test_nothing_gives_nothing_and_starts_nothing() -> None:
    def forbidden() -> Work:
        raise AssertionError

    assert list(shared_out(iter(()), forbidden, 4)) == []


def test_no_more_processes_than_bundles() -> None:
    results = shared_out(bundles(2), ready(slow_at_first), 8)
    assert next(results) == 0
    assert len(active_children()) == 2
    results.close()  # type: ignore[attr-defined]
    assert active_children() == []  # who leaves off early leaves none behind


def test_an_error_of_the_work_comes_after_the_results_before_it() -> None:
    def work(bundle: range) -> Iterator[int]:
        for number in bundle:
            if number >= 40:
                raise RecordError("f.jsonl", number, "no number")
            yield number

    found: list[int] = []
    with pytest.raises(RecordError, match="f.jsonl:40: no number"):
        found.extend(shared_out(bundles(100), ready(work), 3))
    assert found == list(range(40))
    assert active_children() == []


@pytest.mark.parametrize("error", [InputError("the file ends"), ValueError("not ours")])
def test_an_error_of_reading_comes_after_the_results_before_it(error: Exception) -> None:
    def broken() -> Iterator[range]:
        yield from bundles(20)
        raise error

    found: list[int] = []
    with pytest.raises(type(error), match=str(error)):
        found.extend(shared_out(broken(), ready(slow_at_first), 2))
    assert found == [number**2 for number in range(60)]


def test_errors_travel_as_what_they_are() -> None:
    def work(bundle: range) -> Iterable[int]:
        raise MissingExtraError("spacy", "decompose")

    with pytest.raises(MissingExtraError, match="this needs spacy: pip install 'dunyazad") as caught:
        list(shared_out(bundles(1), ready(work), 2))
    assert (caught.value.module, caught.value.extra) == ("spacy", "decompose")


def test_a_killed_process_is_one_clear_error() -> None:
    def work(bundle: range) -> Iterable[int]:
        if bundle.start == 30:
            os.kill(os.getpid(), signal.SIGKILL)
        return squares(bundle)

    with pytest.raises(ProcessEndedError, match="before its share of the work was done, by signal 9") as caught:
        list(shared_out(bundles(100), ready(work), 2))
    assert caught.value.exitcode == -9
    assert active_children() == []


def test_a_fault_of_the_work_shows_its_traceback(capfd: pytest.CaptureFixture[str]) -> None:
    def work(bundle: range) -> Iterable[int]:
        return [number // 0 for number in bundle]

    with pytest.raises(ProcessEndedError, match="with exit code 1"):
        list(shared_out(bundles(9), ready(work), 2))
    assert "ZeroDivisionError" in capfd.readouterr().err


def test_few_bundles_are_read_while_nobody_takes_results() -> None:
    read: list[range] = []

    def noted() -> Iterator[range]:
        for bundle in bundles(1000):
            read.append(bundle)
            yield bundle

    results = shared_out(noted(), ready(squares), 2)
    next(results)
    time.sleep(0.1)
    assert len(read) <= 8
    for _ in range(299):
        next(results)
    assert 100 <= len(read) <= 108
    results.close()  # type: ignore[attr-defined]


def test_bundles_and_results_larger_than_any_pipe() -> None:
    # Both sides have much to say at once: neither may wait for the other to listen.
    large = [bytes([number]) * (3 << 20) for number in range(12)]

    def doubled(data: bytes) -> list[bytes]:
        return [data + data]

    for data, result in zip(large, shared_out(large, lambda: doubled, 2), strict=True):
        assert result == data + data


def test_where_there_are_threads_new_interpreters_do_the_same() -> None:
    done = threading.Event()
    other = threading.Thread(target=done.wait)
    other.start()
    try:
        assert process_context().get_start_method() == "spawn"
        rows = [[3, 1, 2], [6, 5, 4]]
        assert list(shared_out(rows, partial(partial, sorted), 2)) == [1, 2, 3, 4, 5, 6]
    finally:
        done.set()
        other.join()


def _complaining(connection: Connection) -> None:
    connection.send("at work")
    raise InputError("no room")


def test_an_error_is_raised_even_where_something_is_sent_first() -> None:
    colleague = Colleague(_complaining)
    with pytest.raises(InputError, match="no room"):
        for _ in range(1000):
            colleague.send("more work")
            time.sleep(0.01)
    with pytest.raises(ProcessEndedError, match="with exit code 0"):
        colleague.receive()
    colleague.end()


HALF_A_MESSAGE = (1_000).to_bytes(4, "big") + b"the first few bytes"


def _killed_while_telling(connection: Connection) -> None:
    os.write(connection.fileno(), HALF_A_MESSAGE)
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_process_killed_in_the_middle_of_a_message_is_gone_like_any_other() -> None:
    colleague = Colleague(_killed_while_telling)
    with pytest.raises(ProcessEndedError, match="by signal 9"):
        colleague.receive()
    colleague.end()


def test_a_process_ends_where_the_other_was_killed_in_the_middle_of_a_bundle(capfd: pytest.CaptureFixture[str]) -> None:
    colleague = Colleague(_serve, ready(squares))
    [process] = active_children()
    os.write(colleague.connection.fileno(), HALF_A_MESSAGE)
    colleague.connection.close()
    process.join(timeout=30)
    assert process.exitcode == 0
    assert capfd.readouterr().err == ""


def test_a_stopped_process_can_be_ended() -> None:
    colleague = Colleague(_serve, ready(squares))
    [process] = active_children()
    assert process.pid is not None
    os.kill(process.pid, signal.SIGSTOP)
    colleague.end()
    assert active_children() == []


_PARENT = """
import os, time
from multiprocessing import active_children, get_all_start_methods, get_context
from multiprocessing.connection import Connection
from dunyazad._processes import shared_out

results = shared_out(iter([[1]] * 100), lambda: lambda bundle: bundle, 3)
for _ in range(50):
    next(results)
print(*[child.pid for child in active_children()], flush=True)
time.sleep(600)
"""


def test_no_process_outlives_the_one_that_shares_out() -> None:
    with subprocess.Popen([sys.executable, "-c", _PARENT], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        pids = parent.stdout.readline().split()
        parent.kill()
    assert len(pids) == 3
    ends = time.monotonic() + 30
    while (left := [pid for pid in pids if _runs(pid.decode())]) and time.monotonic() < ends:
        time.sleep(0.02)
    assert left == []


def _runs(pid: str) -> bool:
    """Is there such a process, and is it not merely waiting to be counted?"""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
