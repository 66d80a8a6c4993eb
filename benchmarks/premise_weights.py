"""Fit the weights of `provenance` to annotated chains, and say how well they do on questions left out.

    python -m benchmarks.premise_weights [--data ../shared/data/perl] [--folds 5] [--ablate] [--write]

Which rule speaks about the question, the previous step and steps further back is what the weights file lists; this
script fits the numbers: a logistic regression for each of the three, held small by a ridge penalty on the standardised
values. Chains of one question are never divided between fitting and testing. Needs numpy.

Prints precision, recall and F1 for each set: fitted on all questions, on the questions of other folds, and on the other
sets only. `--ablate` fits again without each rule and prints what F1 loses on questions left out. `--write` puts the
weights of all questions into the package.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from statistics import mean

import numpy as np
from numpy.typing import NDArray

from benchmarks.premises import Score, Set, read_sets, score
from dunyazad.perl import AnnotatedChain
from dunyazad.premises.evidence import book_of, gather
from dunyazad.premises.ledger import Ledger
from dunyazad.premises.provenance import provenance
from dunyazad.premises.rules import RULES
from dunyazad.premises.weights import KINDS, Weights, shipped_weights
from dunyazad.reasoning import ReasoningChain

Spoken = Mapping[str, list[str]]  # for each kind of candidate the rules that speak about it
Table = dict[str, list[tuple[str, dict[str, float], bool]]]  # for each kind: the question, the finds, is it a premise?
Array = NDArray[np.float64]

PENALTY = 10.0
FILE = Path(__file__).resolve().parents[1] / "src/dunyazad/premises/weights.toml"
HEADER = (
    "# What each rule of `rules.py` counts, in log-odds, for the three kinds of candidates.\n"
    "# Fitted to annotated chains: python -m benchmarks.premise_weights --write\n"
)


def table(items: Iterable[AnnotatedChain]) -> Table:
    """What the rules find for every candidate of every step but the first."""
    rows: Table = {kind: [] for kind in KINDS}
    book = book_of(RULES)
    for item in items:
        ledger, gold = Ledger(item.chain), item.premises or ()
        for number, step in enumerate(item.chain.steps, start=1):
            facts = ledger.read(step.text)
            if number > 1:
                evidence = gather(facts, book)
                traits = evidence.traits
                for earlier, found in evidence.finds.items():
                    kind = KINDS[0 if earlier == 0 else 1 if earlier == number - 1 else 2]
                    rows[kind].append((item.chain.question, traits | found, earlier in gold[number - 1]))
            ledger.enter(facts)
    return rows


def fit(rows: Table, spoken: Spoken, keep: Callable[[str], bool] = lambda _: True) -> Weights:
    """Fit the weights to the rows whose questions are kept."""
    return Weights(**{kind: _fit_one([row for row in rows[kind] if keep(row[0])], spoken[kind]) for kind in KINDS})


def _fit_one(rows: list[tuple[str, dict[str, float], bool]], names: list[str]) -> dict[str, float]:
    values = np.array([[found.get(name, 0.0) for name in names] for _, found, _ in rows])
    right = np.array([float(premise) for _, _, premise in rows])
    middle, spread = values.mean(axis=0), np.maximum(values.std(axis=0), 0.03)
    slopes = _logistic((values - middle) / spread, right)
    counts = slopes[1:] / spread
    intercept = float(slopes[0] - middle @ counts)
    return {"intercept": round(intercept, 2)} | {
        name: round(float(count), 2) for name, count in zip(names, counts, strict=True)
    }


def _logistic(values: Array, right: Array) -> Array:
    """Ridge logistic regression by Newton's method; the intercept, which comes first, is not held small."""
    design = np.hstack([np.ones((len(values), 1)), values])
    ridge = PENALTY * np.eye(design.shape[1])
    ridge[0, 0] = 0.0
    slopes: Array = np.zeros(design.shape[1])
    for _ in range(25):
        likely = 1 / (1 + np.exp(-np.clip(design @ slopes, -30, 30)))
        gradient = design.T @ (right - likely) - ridge @ slopes
        curvature = (design.T * (likely * (1 - likely))) @ design + ridge
        change = np.linalg.solve(curvature, gradient)
        slopes = slopes + change
        if float(np.abs(change).max()) < 1e-6:
            break
    return slopes


def _fold(question: str, folds: int, seed: int) -> int:
    """Which fold a question is in; spelling apart, the same question always comes to the same fold."""
    letters = "".join(letter for letter in question.lower() if letter.isalnum())
    return int(hashlib.sha256(f"{seed}{letters}".encode()).hexdigest(), 16) % folds


def left_out(sets: Mapping[str, Set], rows: Table, spoken: Spoken, folds: int) -> list[Score]:
    """The scores on questions that the weights have not seen, averaged over three divisions into folds."""
    divisions = []
    for seed in range(3):
        fitted = [fit(rows, spoken, lambda q, out=k, seed=seed: _fold(q, folds, seed) != out) for k in range(folds)]  # type: ignore[misc]

        def find(chain: ReasoningChain, seed: int = seed, fitted: list[Weights] = fitted) -> object:
            return provenance(chain, weights=fitted[_fold(chain.question, folds, seed)])

        divisions.append([score(find, files) for files in sets.values()])  # type: ignore[arg-type]
    return [Score(*(mean(column) for column in zip(*of_set, strict=True))) for of_set in zip(*divisions, strict=True)]


def render(weights: Weights) -> str:
    """The weights file."""
    parts = [
        f"[{kind}]\n" + "".join(f"{name} = {value}\n" for name, value in getattr(weights, kind).items())
        for kind in KINDS
    ]
    return HEADER + "\n" + "\n".join(parts)


def main() -> None:
    """Fit, print, and write where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[1] / "../shared/data/perl")
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--ablate", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    sets = read_sets(options.data)
    if not sets:
        sys.exit(f"no annotated sets under {options.data}")
    spoken = {kind: [n for n in getattr(shipped_weights(), kind) if n != "intercept"] for kind in KINDS}
    rows = table(item for files in sets.values() for file in files for item in file)
    weights = fit(rows, spoken)
    print(f"(sets: {', '.join(sets)}; precision / recall / F1)")
    _show("all questions", [score(lambda c: provenance(c, weights=weights), files) for files in sets.values()])
    _show("the other folds", whole := left_out(sets, rows, spoken, options.folds))
    _show("the other sets", [_elsewhere(sets, name, spoken) for name in sets])
    if options.ablate:
        _ablate(sets, rows, spoken, [one.f1 for one in whole])
    if options.write:
        FILE.write_text(render(weights), encoding="utf-8")


def _elsewhere(sets: Mapping[str, Set], name: str, spoken: Spoken) -> Score:
    rest = table(item for other, files in sets.items() if other != name for file in files for item in file)
    weights = fit(rest, spoken)
    return score(lambda chain: provenance(chain, weights=weights), sets[name])


def _ablate(sets: Mapping[str, Set], rows: Table, spoken: Spoken, whole: list[float]) -> None:
    print("\nwhat F1 loses on questions left out when the weights are fitted without a rule:")
    for name in dict.fromkeys(name for names in spoken.values() for name in names):
        rest = {kind: [other for other in names if other != name] for kind, names in spoken.items()}
        lost = [f1 - one.f1 for f1, one in zip(whole, left_out(sets, rows, rest, 5), strict=True)]
        print(f"{name:16s}", "   ".join(f"{value:5.2f}" for value in lost), flush=True)


def _show(name: str, scores: list[Score]) -> None:
    print(f"{name:16s}", "   ".join(f"{s.precision:5.1f} / {s.recall:5.1f} / {s.f1:5.1f}" for s in scores), flush=True)


if __name__ == "__main__":
    main()
