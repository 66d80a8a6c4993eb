"""`dunyazad perl perturb`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import click

from dunyazad._exceptions import InputError
from dunyazad.cli import options
from dunyazad.cli.certified_options import certified_options, write_chains

__all__ = ["perturb"]

T = TypeVar("T")


@click.command()
@click.argument("file", type=options.in_file)
@click.option("-n", "--count", type=click.IntRange(min=1), help="How many; as many as there are where not given.")
@click.option(
    "--problems",
    type=options.in_file,
    help="FILE holds chained problems, or their simulated solutions, and this the problems that they are made of.",
)
@certified_options
@options.seed
@options.out_file("The chains")
@options.as_json
def perturb(
    file: Path,
    count: int | None,
    problems: Path | None,
    kinds: tuple[str, ...],
    sound_every: int,
    to: str,
    seed: int,
    out: Path,
    json_: bool,
) -> None:
    """Make the solutions of FILE wrong in one step, with premises and labels that are known exactly.

    FILE holds our problems, or questions and answers as GSM8K's, with calculator annotations: their gold solutions are
    changed. Those whose numbers may come from two places are passed over.

    With --problems, FILE holds chained problems (`chains make`): the simulated solver's right solution is changed in
    one step, and it goes on from there, through the gates that the wrong answer opens. Of a file of simulated solutions
    those are taken in which nothing went wrong.
    """
    from typing import cast

    from dunyazad.perl import KINDS, Kind, certified, certified_simulations, read_simulated, read_sketches

    options.refuse_overwriting((out,), (file, problems))
    chosen = cast("tuple[Kind, ...]", kinds or tuple(KINDS))
    if problems is None:
        chains = certified(_some(read_sketches(file), file), count, seed=seed, kinds=chosen, sound_every=sound_every)
    else:
        from dunyazad.problems import read_problems

        known = {problem.id: problem for problem in read_problems(problems)}
        simulated = _some(read_simulated(file, known), file)
        chains = certified_simulations(simulated, known, count, seed=seed, kinds=chosen, sound_every=sound_every)
    write_chains(out, chains, to, count, json_=json_)


def _some(solutions: Iterable[T], file: Path) -> Iterator[T]:
    empty = True
    for solution in solutions:
        empty = False
        yield solution
    if empty:
        raise InputError(f"{'<stdin>' if str(file) == '-' else file}: there is no solution that could be changed")
