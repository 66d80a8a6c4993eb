"""How many chains a second: drawn, certified, rendered and written at length 10; and the check of written rows.

Run it with `python -m benchmarks.chaining [SIZE …]`; without sizes 10,000, 100,000 and 1,000,000 (20 GB of disk).
Beside each rate stand that of making the same bytes and giving them to the null device, which tells what is ours from
what is the system's, and that of writing them plainly. Rates for a second of processor time are those of one core; by
the clock, other work on the machine counts as well.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from time import perf_counter, process_time

from benchmarks.apart import apart
from dunyazad._records import AtomicFile, read_records
from dunyazad.chaining import ChainedProblem, ChainStream, Pool, check_chains, make_chains, write_chains
from dunyazad.problems import make_problems

LENGTH = 10
PROBLEMS = 1_000
SIZES = (10_000, 100_000, 1_000_000)
SHARED = 100_000
ROUNDS = 5
CHECKED = 1_000


def main(sizes: tuple[int, ...] = SIZES) -> None:
    pool = Pool(make_problems(PROBLEMS, seed=1))
    print(f"chaining at length {LENGTH} from {len(pool)} template problems")
    rates, nowhere = list[float](), list[float]()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "chains.jsonl"
        for size in sizes:
            chains = stream(pool, size)
            own, system, clock = timed(lambda chains=chains: write_chains(path, chains))  # type: ignore[misc]
            rates.append(size / own)
            nowhere.append(size / made(pool, size))
            plain = timed(lambda: copied(path))
            megabytes = path.stat().st_size / 1e6
            print(
                f"  {size:>9,} chains, one process: {size / clock:>7,.0f} a second by the clock, "
                f"{size / (own + system):>7,.0f} of processor time; at most {peak():,.0f} MB of memory\n"
                f"            its own part of that: {rates[-1]:>7,.0f}, {rates[-1] / rates[0]:.2f} of the first; "
                f"the system's, which writes: {size / system:>7,.0f}\n"
                f"            to the null device: {nowhere[-1]:>7,.0f} by the clock, "
                f"{nowhere[-1] / nowhere[0]:.2f} of the first\n"
                f"            the same {megabytes:,.0f} MB written plainly: {size / plain[2]:>7,.0f} by the clock, "
                f"{size / sum(plain[:2]):>7,.0f} of processor time",
                flush=True,
            )
        check(path)
        shared(path, pool, min(SHARED, max(sizes)))


def shared(path: Path, pool: Pool, size: int) -> None:
    """Print what a second process brings: all in turn, so that other work on the machine meets each."""
    alone, both, nothing = list[float](), list[float](), list[float]()
    halves = [partial(write_half, path.with_name(str(half)), pool, size // 2, half) for half in (1, 2)]
    for _ in range(ROUNDS):
        alone.append(timed(lambda: write_chains(path, stream(pool, size)))[2])
        both.append(timed(lambda: write_chains(path, stream(pool, size), jobs=2))[2])
        nothing.append(apart(*halves) or alone[-1])
    print(
        f"  {size:>9,} chains, --jobs 2: {size / min(both):>7,.0f} by the clock, best of {ROUNDS}; "
        f"{spread(alone, both)} times one process\n"
        f"            two processes that share nothing, half of the chains each: {spread(alone, nothing)} times one"
    )


def write_half(path: Path, pool: Pool, size: int, seed: int) -> None:
    chains = make_chains(pool, lengths=[LENGTH], orders=["forward"], per_cell=size, seed=seed)
    write_chains(path, chains)
    path.unlink()


def spread(ones: list[float], twos: list[float]) -> str:
    ratios = sorted(one / two for one, two in zip(ones, twos, strict=True))
    return f"{ratios[len(ratios) // 2]:.2f} (median; {ratios[0]:.2f} to {ratios[-1]:.2f})"


def made(pool: Pool, size: int) -> float:
    """Seconds by the clock to make chains and give them to nobody."""
    return timed(lambda: write_chains(os.devnull, stream(pool, size)))[2]


def stream(pool: Pool, size: int) -> ChainStream:
    return make_chains(pool, lengths=[LENGTH], orders=["forward"], per_cell=size, seed=1)


def timed(work: Callable[[], object]) -> tuple[float, float, float]:
    """Seconds of processor time, its own and the system's, and by the clock."""
    clock, before = perf_counter(), os.times()
    work()
    after = os.times()
    return after.user - before.user, after.system - before.system, perf_counter() - clock


def copied(path: Path) -> None:
    """Write a file's bytes to another, a megabyte at a time; its reading is a few per cent of that."""
    with AtomicFile(path.with_name("plain")) as file, open(path, "rb") as source:
        while piece := source.read(1 << 20):
            file.write(piece)
    path.with_name("plain").unlink()


def peak() -> float:
    """The most memory so far, in MB."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1e6 if sys.platform == "darwin" else 1e3)


def check(path: Path) -> None:
    chains = list(islice(read_records(path, ChainedProblem), CHECKED))
    started = process_time()
    report = check_chains(chains)
    rate = len(chains) / (process_time() - started)
    print(
        f"  {len(chains):>9,} rows checked in full: {rate:>7,.0f} a second of processor time  ({report.sound:,} sound)"
    )


if __name__ == "__main__":
    main(tuple(int(size.replace(",", "")) for size in sys.argv[1:]) or SIZES)
