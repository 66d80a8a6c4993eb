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
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

from dunyazad.errors import Reference, Verdict, reference_for_answer, verify
from dunyazad.reasoning import ReasoningChain, Step

PERL = ("gsm8k_positives", "gsm8k_negatives", "gsm8k_positives_perturbed")
TYPES = ("correct", "error", "accumulation")
_ANNOTATION = re.compile(r"<<[^<>]*>>")
Judge = Callable[[ReasoningChain, Reference], tuple[Verdict, ...]]


class Annotated(NamedTuple):
    """A chain, its gold solution, and the type of each step (PERL) or the first wrong step, from 1, 0 for none."""

    chain: ReasoningChain
    reference: Reference
    types: tuple[str, ...] = ()
    first: int = 0


def half_of(question: str) -> int:
    """Which half a question belongs to: 0 or 1."""
    return hashlib.sha256(_flat(question).encode()).digest()[0] % 2


def gold_solutions(path: Path) -> dict[str, str]:
    """The annotated solutions of GSM8K's test problems, by question."""
    items = map(json.loads, path.read_text().splitlines())
    return {_flat(item["question"]): item["answer"] for item in items}


def read_perl(path: Path, gold: dict[str, str]) -> Iterator[Annotated]:
    """Read one of PERL's files."""
    for index, item in enumerate(json.loads(path.read_text())):
        annotated = item["error_annotation"]["error_annotations"]["step_level"]
        types = tuple(_type_of(step) for step in annotated if step["step_number"] != 0)
        chain = _chain(f"{path.stem}-{index}", item["question"], item["steps"])
        yield Annotated(chain, _reference(gold, item["question"]), types)


def _type_of(step: dict[str, Any]) -> str:
    labels = {error["error_type"] for error in step["errors"]}
    if not labels:
        return "correct"
    return "accumulation" if labels == {"Accumulation_Error"} else "error"


def read_processbench(path: Path, gold: dict[str, str]) -> Iterator[Annotated]:
    """Read a ProcessBench file."""
    for item in json.loads(path.read_text()):
        chain = _chain(item["id"], item["problem"], item["steps"])
        yield Annotated(chain, _reference(gold, item["problem"]), first=item["label"] + 1)


def _chain(name: str, question: str, steps: Iterable[str]) -> ReasoningChain:
    return ReasoningChain(id=name, question=question, steps=tuple(map(Step, steps)))


def _reference(gold: dict[str, str], question: str) -> Reference:
    return reference_for_answer(gold[_flat(question)], question)


def _flat(text: str) -> str:
    return " ".join(text.split())


def type_of(verdict: Verdict) -> str:
    """The type that a verdict says; empty where it decides nothing."""
    if verdict.native_error:
        return "error"
    return {"accumulation_error": "accumulation", "correct": "correct"}.get(verdict.label or "", "")


def perl_row(items: Iterable[Annotated], judge: Judge) -> list[float]:
    """Accuracy in per cent: of each type, and of all, weighted by the chains that have the type."""
    shares: dict[str, list[float]] = defaultdict(list)
    for item in items:
        found = [type_of(verdict) for verdict in judge(item.chain, item.reference)]
        pairs = list(zip(item.types, found, strict=True))
        for kind in dict.fromkeys(item.types):
            shares[kind].append(mean(one == other for one, other in pairs if one == kind))
    everything = [share for kind in TYPES for share in shares[kind]]
    return [100 * mean(shares[kind]) if shares[kind] else float("nan") for kind in TYPES] + [100 * mean(everything)]


def processbench_row(items: Iterable[Annotated], judge: Judge) -> list[float]:
    """In per cent: accuracy on erroneous and on correct solutions, F1, and correct steps that are flagged."""
    erroneous: list[bool] = []
    correct: list[bool] = []
    flagged = sound = 0
    for item in items:
        verdicts = judge(item.chain, item.reference)
        first = next((verdict.step for verdict in verdicts if verdict.wrong), 0)
        (erroneous if item.first else correct).append(first == item.first)
        good = verdicts[: item.first - 1] if item.first else verdicts
        flagged += sum(verdict.wrong for verdict in good)
        sound += len(good)
    one, other = 100 * mean(erroneous), 100 * mean(correct)
    f1 = 2 * one * other / (one + other) if one + other else 0.0
    return [one, other, f1, 100 * flagged / sound]


def read_gold(gold: dict[str, str]) -> Iterator[Annotated]:
    """The gold solutions themselves, a line a step."""
    for index, (question, answer) in enumerate(gold.items()):
        lines = _ANNOTATION.sub("", answer.split("####")[0]).splitlines()
        chain = _chain(f"gold-{index}", question, [line for line in lines if line.strip()])
        yield Annotated(chain, _reference(gold, question))


def gold_row(items: Iterable[Annotated], judge: Judge) -> list[float]:
    """Steps, steps called wrong, and their share in per cent."""
    verdicts = [verdict for item in items for verdict in judge(item.chain, item.reference)]
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
    gold = gold_solutions(options.data / "gsm8k/test.jsonl")
    for errors in ("reference", "arithmetic"):
        _show(errors, options.data, gold, partial(_verdicts, options.premises, errors))


def _verdicts(premises: str, errors: str, chain: ReasoningChain, reference: Reference) -> tuple[Verdict, ...]:
    return verify(chain, premises=premises, errors=errors, reference=reference).verdicts


def _show(errors: str, data: Path, gold: dict[str, str], judge: Judge) -> None:
    _print_head(errors, "correct", "error", "accumul.", "weighted")
    for name in PERL:
        _print_rows(name, list(read_perl(data / f"perl/gsm8k/{name}.json", gold)), partial(perl_row, judge=judge))
    _print_head("", "erroneous", "correct", "F1", "flagged")
    items = list(read_processbench(data / "processbench/gsm8k.json", gold))
    _print_rows("processbench gsm8k", items, partial(processbench_row, judge=judge))
    _print_head("", "steps", "wrong", "per cent")
    _print_rows("gsm8k gold solutions", list(read_gold(gold)), partial(gold_row, judge=judge))
    print()


def _print_head(title: str, *columns: str) -> None:
    print(f"{title:34}" + "".join(f"{column:>10}" for column in columns))


def _print_rows(name: str, items: list[Annotated], row: Callable[[list[Annotated]], list[float]]) -> None:
    halves = [[item for item in items if half_of(item.chain.question) == half] for half in (0, 1)]
    parts = [(f"{name}, all {len(items)}", items), ("  first half", halves[0]), ("  second half", halves[1])]
    for label, part in parts:
        print(f"{label:34}" + "".join(f"{value:10.1f}" for value in row(part)))


if __name__ == "__main__":
    main()
