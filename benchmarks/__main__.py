"""Every benchmark that needs no data beside the checkout, in turn: `python -m benchmarks`."""

from __future__ import annotations

import sys

from benchmarks import chaining, independent, verification


def main() -> None:
    sys.argv = sys.argv[:1]
    for part in (chaining, verification, independent):
        part.main()
        print()


if __name__ == "__main__":
    main()
