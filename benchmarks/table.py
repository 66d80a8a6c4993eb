"""Every method without a model on the real data beside the checkout, written into docs/benchmarks.md.

    python -m benchmarks.table [--data ../shared/data] [--certified 2000] [--seed 11] [-o docs/benchmarks.md]

The same tables as `dunyazad benchmark table`, put between the two marks of the page; three minutes on a busy machine.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from dunyazad.benchmarks import read_gold, table_lines
from dunyazad.perl import certified_chains, read_annotated, read_process

ROOT = Path(__file__).resolve().parents[1]
BEGIN, END = "<!-- tables -->", "<!-- end of tables -->"


def main() -> None:
    """Write the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT / "../shared/data")
    parser.add_argument("--certified", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("-o", "--out", type=Path, default=ROOT / "docs/benchmarks.md")
    options = parser.parse_args()
    annotated = sorted(options.data.glob("perl/*/*.json"))
    if not annotated:
        sys.exit(f"no annotated sets under {options.data}")
    process = sorted(options.data.glob("processbench/*.json"))
    gold = options.data / "gsm8k/test.jsonl"
    lines = table_lines(
        read_annotated(annotated)[0],
        read_process(process)[0],
        list(certified_chains(options.certified, seed=options.seed)),
        read_gold(gold) if gold.exists() else None,
    )
    page = options.out.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    _, after = rest.split(END)
    options.out.write_text(f"{before}{BEGIN}\n\n" + "\n".join(lines) + f"\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
