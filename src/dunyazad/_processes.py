"""Further processes: how they are started, and how they share a stream of bundles.

Strategy. Every process has a connection of its own to the one that shares the work out, and gets its next bundle before
it is done with its last, so that it never waits. Results are given on in the order of the bundles. Only a few bundles
are under way at once, so that memory stays bounded where one is slow or nobody takes the results. The process that
shares out has no thread for this: only while it has one thread can it be copied, which starts a process at once.
"""

from __future__ import annotations

import contextlib
import gc
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from queue import SimpleQueue
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar
from weakref import WeakSet

from dunyazad._exceptions import DunyazadError, ProcessEndedError

__all__ = ["Colleague", "process_context", "shared_out"]

A = TypeVar("A")
B = TypeVar("B")
_Work = Callable[[A], Iterable[B]]

_AHEAD = 2  # bundles that a process has at most: the one that it works on, and its next
_UNDER_WAY = 4  # bundles a process that are not given on yet, so that one slow bundle does not stop the others
_LAST_WORDS = 5  # seconds that a process takes at most to end when its connection has ended
_TOLD = (DunyazadError, OSError)  # errors that travel; any other is a fault, and its traceback is shown
_ENDING = (signal.SIGINT, signal.SIGTERM)

# This process's ends of all connections. A copy of this process has them too: while it does, none of them ever ends.
_ends: WeakSet[Connection] = WeakSet()


def process_context() -> BaseContext:
    """The way of starting processes: a copy of this one where that is safe, else a new interpreter.

    A copy starts at once with all that was loaded; a new interpreter takes a second to load it again. Copies are safe
    on Linux while there is one thread only: whatever lock another thread held would stay locked in the copy.

    Example:
        >>> process_context().get_start_method() in ("fork", "spawn")
        True
    """
    alone = sys.platform == "linux" and threading.active_count() == 1
    return get_context("fork" if alone else "spawn")


@contextlib.contextmanager
def _held_back() -> Iterator[None]:
    """Let signals that end a process wait: one that comes while it is copied is swallowed, or told by the copy."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Colleague:
    """A further process, and the connection to it.

    Args:
        work: What it does, given its end of the connection and the arguments. An error of this package or of the system
            that it raises is sent. Where the process is no copy of this one, both are pickled.
        arguments: Further arguments.

    Attributes:
        connection: This process's end.
    """

    def __init__(self, work: Callable[..., None], *arguments: object) -> None:
        context = process_context()
        self.connection, other = context.Pipe()
        _ends.add(self.connection)
        self._process = context.Process(target=_begin, args=(other, work, arguments), daemon=True)  # type: ignore[attr-defined]
        with _held_back():
            self._process.start()
        other.close()  # held by the colleague alone, so that the connection ends when the colleague does

    def send(self, message: object) -> None:
        """Send it something.

        Raises:
            DunyazadError, OSError: It sent one, and is gone.
            ProcessEndedError: It is gone.
        """
        try:
            self.connection.send(message)
        except (BrokenPipeError, ConnectionResetError):
            while True:  # what it said last tells why
                self.receive()

    def receive(self) -> Any:
        """Wait for the next thing that it sends; an error is raised.

        Raises:
            DunyazadError, OSError: It sent one.
            ProcessEndedError: It is gone.
        """
        try:
            message = self.connection.recv()
        except (EOFError, ConnectionResetError):
            self._lost()
        if isinstance(message, _TOLD):
            raise message
        return message

    def end(self) -> None:
        """End it, whatever it does, even if it was stopped: then a signal that asks it to end would wait with it."""
        self.connection.close()
        self._process.kill()
        self._process.join()

    def _lost(self) -> NoReturn:
        self._process.join(_LAST_WORDS)
        raise ProcessEndedError(self._process.exitcode)


def _begin(connection: Connection, work: Callable[..., None], arguments: tuple[object, ...]) -> None:
    """What a colleague does."""
    for end in _ends:
        end.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that shares the work out is told, and ends this one
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a copy has the handler of what it is a copy of
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    gc.freeze()  # what was there before is looked through no more, nor is what it left ended twice
    # Where the other process is gone there is nobody to tell.
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        try:
            work(connection, *arguments)
        except _TOLD as error:
            connection.send(error)


# A stream of bundles


def shared_out(bundles: Iterable[A], ready: Callable[[], _Work[A, B]], jobs: int) -> Iterator[B]:
    """Have further processes work on bundles; gives what one process would give, in its order.

    An error comes after the results before it, be it one of reading bundles or of working on them.

    Args:
        bundles: Read as they are needed.
        ready: Called once by every process; gives what makes results of a bundle. Can be pickled.
        jobs: How many processes at most; each is started when there is a bundle for it.

    Raises:
        ProcessEndedError: A process was killed, or failed with something else than an error of this package.
    """
    return _Sharing(iter(bundles), ready, jobs).results()


class _Done(NamedTuple, Generic[B]):
    """What came of a bundle: results, and the error that kept it from giving more."""

    results: list[B]
    error: DunyazadError | OSError | None


def _serve(connection: Connection, ready: Callable[[], _Work[A, B]]) -> None:
    work = ready()
    bundles: SimpleQueue[list[A] | None] = SimpleQueue()
    threading.Thread(target=_receive, args=(connection, bundles), daemon=True).start()
    while (told := bundles.get()) is not None:
        connection.send(_done(work, told[0]))


def _receive(connection: Connection, bundles: SimpleQueue[list[A] | None]) -> None:
    # A thread, so that what is sent is always taken: else both sides could wait for each other with full pipes.
    with contextlib.suppress(EOFError, ConnectionResetError):
        while True:
            bundles.put([connection.recv()])
    bundles.put(None)


def _done(work: _Work[A, B], bundle: A) -> _Done[B]:
    results: list[B] = []
    try:
        for result in work(bundle):
            results.append(result)  # noqa: PERF402  # what came before an error is kept
    except _TOLD as error:
        return _Done(results, error)
    return _Done(results, None)


class _Hand(Generic[A, B]):
    """A colleague, with what it was given and what it gave back."""

    def __init__(self, ready: Callable[[], _Work[A, B]]) -> None:
        self.colleague = Colleague(_serve, ready)
        self.given = 0
        self.done: deque[_Done[B]] = deque()

    def give(self, bundle: A) -> None:
        self.colleague.send(bundle)
        self.given += 1

    def take(self) -> None:
        self.done.append(self.colleague.receive())
        self.given -= 1


class _Sharing(Generic[A, B]):
    """Gives bundles out, and results on."""

    def __init__(self, bundles: Iterator[A], ready: Callable[[], _Work[A, B]], jobs: int) -> None:
        self._bundles, self._ready, self._jobs = bundles, ready, jobs
        self._hands: list[_Hand[A, B]] = []
        self._order: deque[_Hand[A, B]] = deque()  # who has the next bundle whose results are due, and so on
        self._is_read = False
        self._unread: Exception | None = None  # what ended the reading of bundles

    def results(self) -> Iterator[B]:
        try:
            while not self._is_read or self._order:
                # What is there goes on first: reading may wait for long.
                if self._order and self._order[0].done:
                    done = self._order.popleft().done.popleft()
                    yield from done.results
                    if done.error is not None:
                        raise done.error
                elif self._has_room():
                    self._give()
                    self._take(0)
                else:
                    self._take(None)
            if self._unread is not None:
                raise self._unread
        finally:
            for hand in self._hands:
                hand.colleague.end()

    def _has_room(self) -> bool:
        if self._is_read or len(self._order) >= self._jobs * _UNDER_WAY:
            return False
        return len(self._hands) < self._jobs or min(hand.given for hand in self._hands) < _AHEAD

    def _give(self) -> None:
        try:
            bundle = next(self._bundles)
        except StopIteration:
            self._is_read = True
        except Exception as error:  # noqa: BLE001  # raised where its turn comes
            self._is_read, self._unread = True, error
        else:
            hand = self._free()
            hand.give(bundle)
            self._order.append(hand)

    def _free(self) -> _Hand[A, B]:
        """Who has least to do; a new one where all have something."""
        least = min(self._hands, key=lambda hand: hand.given, default=None)
        if least is None or (least.given and len(self._hands) < self._jobs):
            self._hands.append(least := _Hand(self._ready))
        return least

    def _take(self, seconds: float | None) -> None:
        """Take what has come; with None, wait for something."""
        busy: dict[object, _Hand[A, B]] = {hand.colleague.connection: hand for hand in self._hands if hand.given}
        for connection in wait(list(busy), seconds):  # type: ignore[arg-type]
            busy[connection].take()
