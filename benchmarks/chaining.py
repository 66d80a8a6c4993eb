"""How many chains a second: made, certified and written to JSONL at length 10, and the full check of the written rows.

Run it with `python -m benchmarks.chaining`. Rates are for a second of processor time, so that other work on the machine
does not count. The rate should not fall with the number of chains.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from time import process_time

from dunyazad._records import read_records, write_records
from dunyazad.chaining import ChainedProblem, Pool, check_chains, make_chains
from dunyazad.problems import make_problems

LENGTH = 10
PROBLEMS = 1_000
SIZES = (1_000, 10_000, 100_000)
CHECKED = 1_000


def main() -> None:
    pool = Pool(make_problems(PROBLEMS, seed=1))
    print(f"chaining at length {LENGTH} from {len(pool)} template problems, one core")
    rates: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "chains.jsonl"
        for size in SIZES:
            started = process_time()
            chains = make_chains(pool, lengths=[LENGTH], orders=["forward"], per_cell=size, seed=1)
            write_records(path, chains)
            rates.append(size / (process_time() - started))
            megabytes = path.stat().st_size / 1e6
            print(
                f"  {size:>7,} chains made, certified and written: {rates[-1]:>8,.0f} chains/s"
                f"  ({megabytes:,.0f} MB, {rates[-1] / rates[0]:.2f} of the first rate,"
                f" {chains.rejected.total:,} candidates skipped)"
            )
            if size == SIZES[0]:
                _check(path)


def _check(path: Path) -> None:
    chains = list(read_records(path, ChainedProblem))[:CHECKED]
    started = process_time()
    report = check_chains(chains)
    rate = len(chains) / (process_time() - started)
    print(f"  {len(chains):>7,} rows checked in full: {rate:>8,.0f} chains/s  ({report.sound:,} sound)")


if __name__ == "__main__":
    main()
