"""Solving a file of chained problems in simulation, without Inspect."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from dunyazad._exceptions import InputError
from dunyazad.engines.chains_file import read_chains
from dunyazad.engines.record import SolveOptions, SolveReport
from dunyazad.engines.writing import write_solutions
from dunyazad.models import Simulator, make_rates, simulate
from dunyazad.problems import read_problems
from dunyazad.solving import Protocol, Solution, check_protocol

__all__ = ["simulate_file", "simulator_arguments", "simulator_of"]

_RATES = ("accuracy", "wrong_branch", "slip", "skip")


def simulate_file(
    chains_path: Path | str,
    *,
    out: Path | str,
    protocol: Protocol = "labelled",
    options: SolveOptions | None = None,
    watch: Callable[[Iterator[Solution], int], Iterator[Solution]] = lambda solutions, _: solutions,
) -> SolveReport:
    """Simulate a solution for each chain and epoch; the same solutions as `solve` with the model `simulated`.

    Args:
        chains_path: A JSONL file of chained problems.
        out: The solutions file to write; appears whole or not at all.
        protocol: How the answers are asked for.
        options: Of these, what a simulation has a use for: limit, per_cell, epochs, seed, model_args and problems.
        watch: Passes on the solutions, whose number it is told, to show how far they are.

    Raises:
        InputError: A file cannot be read or written, or an option is unusable.
    """
    began = time.monotonic()
    options = options or SolveOptions()
    kind = check_protocol(protocol)
    simulator = simulator_of(options)
    chains = read_chains(chains_path, limit=options.limit, per_cell=options.per_cell)
    solutions = simulate(chains, simulator, protocol=kind, epochs=options.epochs)
    report = write_solutions(out, watch(solutions, len(chains) * options.epochs))
    return msgspec.structs.replace(report, seconds=time.monotonic() - began)


def simulator_of(options: SolveOptions) -> Simulator:
    """The simulator that the options ask for.

    Raises:
        InputError: A rate is unknown or out of range, or the problems cannot be read.
    """
    rates = simulator_arguments(options)
    seed = rates.pop("seed", 0)
    known = {} if options.problems is None else {problem.id: problem for problem in read_problems(options.problems)}
    return Simulator(rates=make_rates(**rates), seed=seed, problems=known)


def simulator_arguments(options: SolveOptions) -> dict[str, Any]:
    """The rates, and the run's seed where the rates come without one of their own.

    Raises:
        InputError: A name is unknown, or its value of the wrong type.
    """
    found = {**({} if options.seed is None else {"seed": options.seed}), **options.model_args}
    for name, value in found.items():
        if name not in (*_RATES, "seed"):
            raise InputError(f"simulated takes {', '.join(_RATES)} and seed, not {name!r}")
        wanted = (int,) if name == "seed" else (int, float)
        if type(value) not in wanted:  # true and false are whole numbers to isinstance
            raise InputError(f"{name} must be a {'whole ' if name == 'seed' else ''}number, not {value!r}")
    return found
