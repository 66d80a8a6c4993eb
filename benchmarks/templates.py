"""Draw each of our own templates many times, and print what the certifier refuses or remarks.

Run it with `python -m benchmarks.templates` or `make fuzz`; it exits with 1 if any draw is faulty. Options: `--draws N`
(200), `--seed N` (1), `--jobs N` (one for each core), and template ids (all). It also prints the templates of which few
draws satisfy the constraints: their problems are slow to make.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from time import monotonic
from typing import NamedTuple

from dunyazad._exceptions import InputError
from dunyazad.problems import Problem, load_templates, select_templates, template_faults
from dunyazad.problems.dice import Dice
from dunyazad.problems.making import propose

SAMPLE = 1_000
FEW = 20  # of SAMPLE


class Outcome(NamedTuple):
    """What came of one template: its faults, and how many of SAMPLE draws gave a problem."""

    id: str
    faults: tuple[str, ...]
    satisfied: int


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    try:
        templates = select_templates(options.ids) if options.ids else load_templates()
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    ids = [template.id for template in templates]
    started = monotonic()
    fuzz = partial(_fuzz, draws=options.draws, seed=options.seed)
    with ProcessPoolExecutor(options.jobs) as pool:
        outcomes = list(pool.map(fuzz, ids))
    for outcome in outcomes:
        for fault in outcome.faults:
            print(fault)
    for outcome in sorted(outcomes, key=lambda outcome: outcome.satisfied):
        if outcome.satisfied < FEW:
            print(f"slow: {outcome.id}: {outcome.satisfied} of {SAMPLE} draws satisfy its constraints")
    faulty = sum(bool(outcome.faults) for outcome in outcomes)
    print(
        f"{len(outcomes)} templates, {options.draws} draws each, seed {options.seed}: {faulty} with faults"
        f" ({monotonic() - started:.0f} s)"
    )
    return 1 if faulty else 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Draw each template many times and certify every draw.")
    parser.add_argument("ids", nargs="*", help="templates; all without")
    parser.add_argument("--draws", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    return parser.parse_args(arguments)


def _fuzz(template_id: str, *, draws: int, seed: int) -> Outcome:
    (template,) = select_templates([template_id])
    dice = Dice("satisfied", seed, template_id)
    satisfied = sum(isinstance(propose(template, dice), Problem) for _ in range(SAMPLE))
    try:
        faults = tuple(template_faults(template, draws=draws, seed=seed))
    except InputError as error:
        faults = (str(error),)
    return Outcome(template_id, faults, satisfied)


if __name__ == "__main__":
    sys.exit(main())
