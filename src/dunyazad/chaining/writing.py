"""Writing chained problems to a file, by one process or several, to the same bytes.

Strategy for several. The candidates of a cell are handed out in blocks. Everything about a chain but its index is a
function of its candidate's number, and the index only needs the counts of chains in the blocks before. So a worker
takes a block in three steps: it drafts the chains and tells how many there are; is told the first one's index, and
renders them; is told where in the file they belong, and writes them there. A worker drafts and renders on before its
last block has found its place, so that nobody waits for a slower one unless it is far behind.

The file is a temporary one until it is whole. What is no regular file cannot be written to at places: then the workers
hand their bytes over, and they are written in order.
"""

from __future__ import annotations

import contextlib
import gc
import os
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import NamedTuple

from dunyazad._processes import Colleague
from dunyazad._records import AtomicFile, let_go
from dunyazad.chaining.drafting import Block, Drafter
from dunyazad.chaining.make import Cell, ChainStream, row_maker
from dunyazad.chaining.material import Material
from dunyazad.chaining.plan import Recipe
from dunyazad.chaining.pool import Pool
from dunyazad.chaining.rows import RowMaker
from dunyazad.chaining.sampling import Sequences, tally_clashes
from dunyazad.chaining.stock import Stock

__all__ = ["write_chains"]

# Rows are joined and written so many at a time: enough to save calls, few enough to stay in the cache.
_TOGETHER = 32
# Rendered blocks that a worker may hold while their places are not known.
_HELD = 3
_LARGE_BLOCK = 1 << 24
# No system takes fewer pieces in one call.
_MOST_IN_A_CALL = 16 if not hasattr(os, "sysconf") else max(16, os.sysconf("SC_IOV_MAX"))

Progress = Callable[[int], None]


def _silent(_: int) -> None:
    pass


def write_chains(path: Path | str, stream: ChainStream, *, jobs: int = 1, progress: Progress = _silent) -> int:
    """Write all chains of a stream to a JSONL file that appears whole or not at all; gives how many.

    Args:
        path: The file; `-` is standard output.
        stream: The chains; not begun yet.
        jobs: How many processes share the work. The bytes do not depend on it.
        progress: Called with the number of further chains that were made.

    Raises:
        InputError: The place cannot be written to.
        TooFewProblemsError: The problems do not give so many chains.
    """
    with AtomicFile(path) as file, _uncollected():
        if jobs > 1:
            return _Foreman(stream, file, jobs, progress).run()
        _keep_memory()
        rows = stream.rows(end=b"\n")
        count = 0
        while chunk := list(islice(rows, _TOGETHER)):
            file.write(b"".join(chunk))
            count += len(chunk)
            progress(len(chunk))
        return count


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """Keep Python from looking for cycles: rows make none, and looking takes a tenth of the time."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _keep_memory() -> None:
    """Let the memory of rows that are written be used for the next: taking it anew each time costs as much as a row.

    Where memory is glibc's, it gives back what is free at the end of its own, unless blocks as large as this were freed
    before. Elsewhere this does nothing; nowhere is the block touched.
    """
    bytes(_LARGE_BLOCK)


# What travels between the processes


class _Job(NamedTuple):
    """What a worker needs to know once."""

    pool: Pool
    materials: Sequence[Material]
    recipe: Recipe
    cells: Sequence[Cell]
    seed: int
    place: Path | None


class _Task(NamedTuple):
    """A block to draft: its cell, its number there, and its sequences where they were searched for.

    Where a search has found all that it can, there are none.
    """

    cell: int
    block: int
    sequences: Sequences | None


class _Drafted(NamedTuple):
    """How many chains a block has, and what was left out; None for a block past the last one."""

    kept: int | None
    clashes: Counter[int]
    unsound: Counter[str]


class _Order(NamedTuple):
    """Render a drafted block from an index on, so many of it; and write what was held before to its places."""

    first: int
    take: int
    places: list[int]


class _Rendered(NamedTuple):
    """How many bytes a block has."""

    size: int


class _Finished(NamedTuple):
    """All that a worker held is written."""


# The worker


def _work(connection: Connection, job: _Job) -> None:
    """What a worker process does until the connection ends."""
    with _uncollected():
        _keep_memory()
        _Worker(connection, job).run()


class _Worker:
    def __init__(self, connection: Connection, job: _Job) -> None:
        self._connection, self._job = connection, job
        self._stock = Stock(job.materials)
        self._drafters: dict[int, Drafter] = {}
        self._makers: dict[int, RowMaker] = {}
        self._held: list[list[bytes]] = []
        self._file = None if job.place is None else os.open(job.place, os.O_WRONLY)

    def run(self) -> None:
        while True:
            task = self._connection.recv()
            if task is None:
                self._connection.send(_Finished())
                return
            if isinstance(task, _Order):
                self._write(task.places)
                continue
            block = self._draft(task)
            kept = None if block is None else len(block.drafts)
            self._connection.send(
                _Drafted(kept, block.clashes if block else Counter(), block.unsound if block else Counter())
            )
            order = self._connection.recv()
            self._write(order.places)
            if block is not None and order.take:
                self._held.append(list(self._maker(task.cell).rows(block.drafts[: order.take], order.first)))
                self._connection.send(_Rendered(sum(map(len, self._held[-1]))))

    def _drafter(self, length: int) -> Drafter:
        if length not in self._drafters:
            job = self._job
            self._drafters[length] = Drafter(job.pool, job.materials, job.recipe, length, job.seed)
        return self._drafters[length]

    def _draft(self, task: _Task) -> Block | None:
        drafter = self._drafter(self._job.cells[task.cell].length)
        if task.sequences is None:
            return drafter.block(task.block)
        return drafter.drafted(task.sequences, Counter()) if len(task.sequences.numbers) else None

    def _maker(self, number: int) -> RowMaker:
        if number not in self._makers:
            cell = self._job.cells[number]
            drafter = self._drafter(cell.length)
            self._makers[number] = row_maker(cell, drafter, self._job.recipe, self._stock, end=b"\n")
        return self._makers[number]

    def _write(self, places: Sequence[int]) -> None:
        for place in places:
            rows = self._held.pop(0)
            if self._file is None:
                self._connection.send(b"".join(rows))
            else:
                _write_at(self._file, rows, place)
                let_go(self._file, place)


def _write_at(file: int, rows: Sequence[bytes], place: int) -> None:
    """Write rows to a place in a file, without a copy that joins them."""
    for start in range(0, len(rows), _MOST_IN_A_CALL):
        some = rows[start : start + _MOST_IN_A_CALL]
        end = place + sum(map(len, some))
        place += os.pwritev(file, some, place)
        if place < end:  # a full disk, mostly: the next call says so
            left = memoryview(b"".join(some))[place - end :]
            while left:
                done = os.pwrite(file, left, place)
                left, place = left[done:], place + done


# The parent


class _Handed:
    """A block that was handed out."""

    __slots__ = ("drafted", "index", "place", "size", "take")

    def __init__(self) -> None:
        self.drafted: _Drafted | None = None
        self.index = 0
        self.take: int | None = None  # known when all blocks before are drafted
        self.size: int | None = None
        self.place: int | None = None


class _CellState:
    """How far a cell is: what was handed out, and how many chains are settled.

    Blocks are let go when they have their place: a cell may have any number of them.
    """

    def __init__(self, cell: Cell, drafter: Drafter) -> None:
        self.cell, self.drafter = cell, drafter
        self.blocks: deque[_Handed] = deque()  # without a place yet
        self.handed = self.settled = self.placed = 0  # so many blocks
        self.found = 0
        self.is_done = False
        self._searched = None if drafter.is_walk else drafter.searched()

    def next_task(self, number: int) -> _Task | None:
        """The next block to hand out; None where enough are out already."""
        looked_at = self.settled * self.drafter.size
        rate = self.found / looked_at if looked_at else 1.0
        out = self.handed - self.settled
        if self.is_done or (out and self.found + out * self.drafter.size * rate >= self.cell.count):
            return None
        sequences = None
        if self._searched is not None:
            sequences = next(self._searched, Sequences.of((), (), self.cell.length))
        self.blocks.append(_Handed())
        self.handed += 1
        return _Task(number, self.handed - 1, sequences)

    def settle(self, stream: ChainStream) -> None:
        """Number the chains of the blocks whose predecessors are all drafted."""
        for block in list(islice(self.blocks, self.settled - self.placed, None)):
            drafted = block.drafted
            if drafted is None:
                return
            self.settled += 1
            left = self.cell.count - self.found
            if self.is_done:  # handed out before it was known that no more are needed
                block.take = 0
                continue
            if drafted.kept is None:
                raise self.drafter.too_few(self.cell.count, self.found)
            block.index, block.take = self.found, min(left, drafted.kept)
            self.found += block.take
            self.is_done = self.found == self.cell.count
            tally_clashes(stream.pool, drafted.clashes, stream.rejected)
            for reason, count in drafted.unsound.items():
                stream.rejected.add(reason, count=count)
            self.drafter.refuse_hopeless(self.settled * self.drafter.size, self.found, stream.rejected)

    def place(self, end: int) -> int:
        """Give blocks their places in the file, as far as all before them have theirs; takes and gives its end."""
        while self.placed < self.settled:
            block = self.blocks[0]
            if block.take:
                if block.size is None:
                    break
                block.place, end = end, end + block.size
            self.blocks.popleft()
            self.placed += 1
        return end


class _Hand:
    """A worker process, seen from the parent."""

    def __init__(self, job: _Job) -> None:
        self.colleague = Colleague(_work, job)
        self.block: _Handed | None = None
        self.is_rendering = False
        self.held: list[_Handed] = []


class _Foreman:
    """Hands out blocks, numbers chains, and finds each block its place in the file."""

    def __init__(self, stream: ChainStream, file: AtomicFile, jobs: int, progress: Progress) -> None:
        self._stream, self._file, self._progress = stream, file, progress
        self._cells = [_CellState(cell, stream.drafter(cell)) for cell in stream.cells]
        self._place = file.temporary if hasattr(os, "pwritev") else None
        job = _Job(stream.pool, stream.materials, stream.recipe, stream.cells, stream.seed, self._place)
        self._hands = [_Hand(job) for _ in range(jobs)]
        self._end = 0  # of the bytes that have their place
        self._next = 0  # the cell of the next block that needs one
        self._written = 0

    def run(self) -> int:
        """Do all the work; gives the number of chains."""
        try:
            while not self._is_done():
                for hand in self._hands:
                    self._give(hand)
                busy = {hand.colleague.connection: hand for hand in self._hands if hand.block is not None}
                for connection in wait(list(busy)) if busy else ():
                    self._take(busy[connection])  # type: ignore[index]
                for cell in self._cells:  # one after another, so that what was skipped is counted in one order
                    cell.settle(self._stream)
                    if not cell.is_done:
                        break
                self._find_places()
            for hand in self._hands:
                hand.colleague.send(None)
            for hand in self._hands:  # what they still write must be written before the file is whole
                hand.colleague.receive()
            return sum(cell.found for cell in self._cells)
        except BrokenPipeError:  # the reader of what is written is gone
            raise
        except OSError as error:  # a worker could not write
            raise self._file.unwritable(error) from error
        finally:
            for hand in self._hands:
                hand.colleague.end()

    def _is_done(self) -> bool:
        return all(cell.is_done for cell in self._cells) and not any(hand.held or hand.block for hand in self._hands)

    def _give(self, hand: _Hand) -> None:
        """Send a worker what it can do next."""
        if hand.is_rendering or (hand.block is not None and hand.block.drafted is None):
            return
        if hand.block is not None:
            if hand.block.take is None:  # it waits for blocks before its own
                return
            self._send(hand, hand.block.index, hand.block.take)
            hand.is_rendering = bool(hand.block.take)
            if not hand.block.take:
                hand.block = None
            return
        if hand.held and hand.held[0].place is not None:
            self._send(hand, 0, 0)
        if len(hand.held) <= _HELD and (task := self._next_task()) is not None:
            hand.block = self._cells[task.cell].blocks[-1]
            hand.colleague.send(task)

    def _next_task(self) -> _Task | None:
        for number, cell in enumerate(self._cells):
            if (task := cell.next_task(number)) is not None:
                return task
        return None

    def _send(self, hand: _Hand, first: int, take: int) -> None:
        """Send an order, with the places of what the worker holds."""
        placed: list[_Handed] = []
        while hand.held and (place := hand.held[0].place) is not None:
            if self._place is None and place != self._written:  # no file with places: all in order
                break
            placed.append(hand.held.pop(0))
            self._written += placed[-1].size or 0
        hand.colleague.send(_Order(first, take, [block.place or 0 for block in placed]))
        for block in placed:
            if self._place is None:
                self._file.write(hand.colleague.receive())
            self._progress(block.take or 0)

    def _take(self, hand: _Hand) -> None:
        """Receive what a worker says."""
        message = hand.colleague.receive()
        assert hand.block is not None
        if isinstance(message, _Drafted):
            hand.block.drafted = message
            return
        hand.block.size = message.size
        hand.held.append(hand.block)
        hand.block, hand.is_rendering = None, False

    def _find_places(self) -> None:
        while self._next < len(self._cells):
            cell = self._cells[self._next]
            self._end = cell.place(self._end)
            if not cell.is_done or cell.placed < cell.settled:
                break
            self._next += 1
