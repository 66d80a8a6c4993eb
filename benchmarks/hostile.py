"""How long do hostile texts take, through everything that reads a model's text during a verification?

    python -m benchmarks.hostile [--size 100000] [--reader NAME] [--text NAME]

Every text of the corpus is read at a size of 100,000 characters and at half of it: by each reader, the slowest text and
how its time grew are printed. A reader whose time is linear grows by 2.
"""

from __future__ import annotations

import argparse
import time

from tests.fuzz.corpus import TEXTS, text_of
from tests.fuzz.readers import READERS


def seconds(reader: str, name: str, size: int) -> float:
    """The processor's time for one reading."""
    text = text_of(name, size)
    begun = time.process_time()
    READERS[reader](text)
    return time.process_time() - begun


def main() -> None:
    """Print the slowest text of every reader, and all that take over a second."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=100_000)
    parser.add_argument("--reader", choices=sorted(READERS))
    parser.add_argument("--text", choices=sorted(TEXTS))
    options = parser.parse_args()
    texts = [options.text] if options.text else list(TEXTS)
    slow = []
    for reader in [options.reader] if options.reader else list(READERS):
        taken = {name: seconds(reader, name, options.size) for name in texts}
        slowest = max(taken, key=lambda name: taken[name])
        half = seconds(reader, slowest, options.size // 2)
        growth = f", {taken[slowest] / half:.1f} times that of half the size" if half > 0.001 else ""
        print(f"{reader:26} {taken[slowest]:6.3f} s  {slowest}{growth}", flush=True)
        slow += [f"{reader}: {name} takes {spent:.2f} s" for name, spent in taken.items() if spent > 1]
    print(f"{len(texts)} texts of {options.size:,} characters; {len(slow)} readings over a second", *slow, sep="\n  ")


if __name__ == "__main__":
    main()
