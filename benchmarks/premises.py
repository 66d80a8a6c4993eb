"""How well do the model-free premise finders agree with the annotators? Needs the real data beside the checkout.

    python -m benchmarks.premises [--data ../shared/data/perl] [--files] [--curve] [--ablate]

Prints precision, recall and F1 in per cent for each set: a step's figures are averaged over a chain, the chains' over a
file, the files' over the set; the first step is left out, since it can rest on the question only. F1 is the mean of the
files' F1, as the published figures are; the one in brackets is that of the mean precision and recall. `--files` prints
`provenance` file by file, `--curve` at other thresholds; `--ablate` prints what F1 loses when each rule is taken
out and the others keep their weights (`benchmarks.premise_weights --ablate` fits them anew).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from dunyazad.perl import AnnotatedChain, read_annotated
from dunyazad.premises import PREMISE_FINDERS, PremiseFinder, provenance
from dunyazad.premises.rules import RULES
from dunyazad.reasoning import Premise, ReasoningChain

Find = Callable[[ReasoningChain], tuple[tuple[Premise, ...], ...]]
Set = list[list[AnnotatedChain]]


class Score(NamedTuple):
    """Precision, recall and F1 of one set, in per cent."""

    precision: float
    recall: float
    f1: float

    def __str__(self) -> str:
        together = self.precision + self.recall
        harmonic = 2 * self.precision * self.recall / together if together else 0.0
        return f"{self.precision:5.1f} / {self.recall:5.1f} / {self.f1:5.1f} ({harmonic:.1f})"


def read_file(path: Path) -> list[AnnotatedChain]:
    """Read one released file; what is malformed is left out."""
    return list(read_annotated([path])[0])


def score(find: Find, files: Set) -> Score:
    """Score a finder on the files of a set."""
    rows = [_file_score(find, file) for file in files]
    return Score(*(100 * mean(row[column] for row in rows) for column in range(3)))


def read_sets(data: Path) -> dict[str, Set]:
    """Read every set below a folder: each sub-folder with files is one."""
    places = sorted(place for place in data.glob("*") if any(place.glob("*.json")))
    return {place.name: [read_file(path) for path in sorted(place.glob("*.json"))] for place in places}


def _file_score(find: Find, file: list[AnnotatedChain]) -> tuple[float, float, float]:
    annotated = [(item.chain, item.premises) for item in file]
    chains = [_chain_score(find(chain), gold) for chain, gold in annotated if gold is not None and len(gold) > 1]
    precision, recall = (mean(chain[column] for chain in chains) for column in range(2))
    return precision, recall, 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _chain_score(found: tuple[tuple[Premise, ...], ...], gold: Sequence[Sequence[int]]) -> tuple[float, float]:
    pairs = [({premise.step for premise in one}, set(other)) for one, other in zip(found[1:], gold[1:], strict=True)]
    return (
        mean(len(one & other) / len(one) if one else 0.0 for one, other in pairs),
        mean(len(one & other) / len(other) if other else 0.0 for one, other in pairs),
    )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    beside = Path(__file__).resolve().parents[1] / "../shared/data/perl"
    parser.add_argument("--data", type=Path, default=beside)
    for option in ("--files", "--curve", "--ablate"):
        parser.add_argument(option, action="store_true")
    options = parser.parse_args()
    sets = read_sets(options.data)
    if not sets:
        sys.exit(f"no annotated sets under {options.data}")
    for name, finder in sorted(PREMISE_FINDERS.items()):
        _show(name, [score(_links_of(finder), files) for files in sets.values()])
    print(f"(sets: {', '.join(sets)}; precision / recall / F1)")
    if options.files:
        _by_file(options.data)
    if options.curve:
        _curve(sets)
    if options.ablate:
        _ablate(sets)


def _show(name: str, scores: list[Score]) -> None:
    print(f"{name:20s}", "   ".join(map(str, scores)), flush=True)


def _by_file(data: Path) -> None:
    print("\nprovenance, file by file:")
    for path in sorted(data.glob("*/*.json")):
        print(f"{path.stem:28s}", score(provenance, [read_file(path)]), flush=True)


def _curve(sets: dict[str, Set]) -> None:
    print("\nprovenance by threshold:")
    for tenths in range(1, 10):
        find = partial(provenance, threshold=tenths / 10)
        _show(f"{tenths / 10}", [score(find, files) for files in sets.values()])


def _ablate(sets: dict[str, Set]) -> None:
    whole = [score(provenance, files).f1 for files in sets.values()]
    print("\nwhat F1 loses without each rule:")
    for rule in RULES:
        rest = partial(provenance, rules=tuple(other for other in RULES if other is not rule))
        lost = [f1 - score(rest, files).f1 for f1, files in zip(whole, sets.values(), strict=True)]
        print(f"{rule.name:20s}", "   ".join(f"{value:5.2f}" for value in lost))


def _links_of(finder: PremiseFinder) -> Find:
    return lambda chain: finder.read(chain, ()).premises


if __name__ == "__main__":
    main()
