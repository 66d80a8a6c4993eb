"""How well do the judges without a model agree with annotators? Needs the real data beside the checkout.

    python -m benchmarks.errors [--data ../shared/data] [--premises provenance]

Every chain is joined to its GSM8K test problem by the question's text, whose annotated solution is the reference.

- PERL's GSM8K files: a step's type is `error` (a native label), `accumulation` (that label alone) or `correct`. A
  type's accuracy: over a chain's steps of the type, then over the chains that have it; the last column weights the
  types by the number of chains that have them. A step that is not decided is right for no type.
- GSM8K's own solutions, cut into lines: how many of their steps are called wrong.
- ProcessBench: accuracy on erroneous solutions (the first wrong step, exactly), on correct ones (none), and their
  harmonic mean; and how many correct steps (all before the label) are flagged.

Questions are split in two halves by their sha256, so that rules made on one half can be measured on the other.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from dunyazad.benchmarks import named_first, read_gold, score_errors, score_process, verifier
from dunyazad.benchmarks.running import Verifier
from dunyazad.perl import AnnotatedChain, AnnotatedStep, ProcessChain, read_annotated, read_process
from dunyazad.problems.annotations import ANNOTATION

PERL = ("gsm8k_positives", "gsm8k_negatives", "gsm8k_positives_perturbed")
Item = TypeVar("Item", AnnotatedChain, ProcessChain)


def half_of(question: str) -> int:
    """Which half a question belongs to: 0 or 1."""
    return hashlib.sha256(" ".join(question.split()).encode()).digest()[0] % 2


def perl_row(chains: Sequence[AnnotatedChain], judge: Verifier) -> list[float]:
    """Accuracy in per cent: of each type, and of all, weighted by the chains that have the type."""
    found = score_errors(chains, lambda chain: judge(chain).verdicts, draws=0).total.merged
    return list(map(_percent, (found.correct, found.error, found.accumulation, found.weighted)))


def processbench_row(chains: Sequence[ProcessChain], judge: Verifier) -> list[float]:
    """In per cent: accuracy on erroneous and on correct solutions, F1, and correct steps that are flagged."""
    verified = {chain.id: judge(chain) for chain in chains}
    found = score_process(chains, lambda chain: named_first(verified[chain.id]), draws=0)
    sound = [
        verdict
        for chain in chains
        for verdict in verified[chain.id].verdicts
        if chain.first_error is None or verdict.step < chain.first_error
    ]
    flagged = sum(verdict.wrong for verdict in sound) / len(sound)
    return list(map(_percent, (found.erroneous, found.correct, found.f1, flagged)))


def _percent(rate: float | None) -> float:
    return float("nan") if rate is None else 100 * rate


def gold_chains(path: Path) -> list[AnnotatedChain]:
    """The gold solutions of a file themselves, a line a step."""
    chains = []
    for index, item in enumerate(map(json.loads, path.read_text().splitlines())):
        lines = [line for line in ANNOTATION.sub("", item["answer"].split("####")[0]).splitlines() if line.strip()]
        steps = tuple(AnnotatedStep(number=number, text=line) for number, line in enumerate(lines, start=1))
        chains.append(AnnotatedChain(id=f"gold-{index}", question=item["question"], steps=steps))
    return chains


def gold_row(chains: Sequence[AnnotatedChain], judge: Verifier) -> list[float]:
    """Steps, steps called wrong, and their share in per cent."""
    verdicts = [verdict for chain in chains for verdict in judge(chain).verdicts]
    wrong = sum(verdict.native_error for verdict in verdicts)
    return [len(verdicts), wrong, 100 * wrong / len(verdicts)]


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    beside = Path(__file__).resolve().parents[1] / "../shared/data"
    parser.add_argument("--data", type=Path, default=beside)
    parser.add_argument("--premises", default="provenance", help="the way of finding premises")
    options = parser.parse_args()
    if not (options.data / "gsm8k/test.jsonl").is_file():
        sys.exit(f"no data at {options.data}: give its folder with --data")
    gold = read_gold(options.data / "gsm8k/test.jsonl")
    for errors in ("reference", "arithmetic"):
        _show(errors, options.data, verifier(options.premises, errors, gold))


def _show(errors: str, data: Path, judge: Verifier) -> None:
    _print_head(errors, "correct", "error", "accumul.", "weighted")
    for name in PERL:
        chains, _ = read_annotated([data / f"perl/gsm8k/{name}.json"])
        _print_rows(name, chains, partial(perl_row, judge=judge))
    _print_head("", "erroneous", "correct", "F1", "flagged")
    solutions, _ = read_process([data / "processbench/gsm8k.json"])
    _print_rows("processbench gsm8k", solutions, partial(processbench_row, judge=judge))
    _print_head("", "steps", "wrong", "per cent")
    _print_rows("gsm8k gold solutions", gold_chains(data / "gsm8k/test.jsonl"), partial(gold_row, judge=judge))
    print()


def _print_head(title: str, *columns: str) -> None:
    print(f"{title:34}" + "".join(f"{column:>10}" for column in columns))


def _print_rows(name: str, items: Sequence[Item], row: Callable[[Sequence[Item]], list[float]]) -> None:
    halves = [[item for item in items if half_of(item.chain.question) == half] for half in (0, 1)]
    parts = [(f"{name}, all {len(items)}", items), ("  first half", halves[0]), ("  second half", halves[1])]
    for label, part in parts:
        print(f"{label:34}" + "".join(f"{value:10.1f}" for value in row(part)))


if __name__ == "__main__":
    main()
