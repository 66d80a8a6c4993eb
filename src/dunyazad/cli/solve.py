"""`dunyazad solve`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dunyazad._exceptions import InputError
from dunyazad.cli import options
from dunyazad.cli.progress import note, track

if TYPE_CHECKING:
    from dunyazad.solving import Protocol

__all__ = ["solve"]

_PROTOCOLS = click.Choice(["final", "labelled", "two-turn"])
Arguments = dict[str, str | int | float | bool]


@click.command()
@click.argument("file", type=options.in_file)
@click.option("--model", required=True, help="An Inspect model (openai/..., vllm/..., gguf/smollm2-135m) or simulated.")
@click.option("--protocol", type=_PROTOCOLS, default="labelled", show_default=True, help="How answers are asked for.")
@options.out_file("The solutions, as JSON lines")
@click.option("--log-dir", type=click.Path(path_type=Path), help="Where Inspect logs are kept.  [default: OUT.logs]")
@options.limit
@click.option("--per-cell", type=click.IntRange(min=1), help="Take only the first so many of each length and order.")
@click.option("--epochs", type=click.IntRange(min=1), default=1, show_default=True, help="How often each is tried.")
@click.option("--max-tokens", type=click.IntRange(min=1), help="Tokens that one call may produce.")
@click.option("--temperature", type=click.FloatRange(min=0), help="The provider's own where not given.")
@click.option("--max-connections", type=click.IntRange(min=1), help="Calls in flight at once.")
@click.option("--max-retries", type=click.IntRange(min=0), default=5, show_default=True, help="Of one call.")
@click.option("--timeout", type=click.IntRange(min=1), default=1800, show_default=True, help="Seconds for one call.")
@click.option("--seed", type=int, help="For providers that sample with one, and for simulated.")
@click.option("-M", "model_args", multiple=True, metavar="NAME=VALUE", help="Argument of the provider; repeatable.")
@click.option("--problems", type=options.in_file, help="For simulated: write out these problems' own arithmetic.")
@options.as_json
def solve(
    file: Path, model: str, protocol: Any, out: Path, log_dir: Path | None, model_args: tuple[str, ...],
    problems: Path | None, json_: bool, **settings: Any,
) -> None:  # fmt: skip
    """Have a model solve the chains of FILE, and diagnose every link of every answer.

    A call that fails, an answer that cannot be read and a wrong answer are kept apart. If the run is stopped or killed,
    the same command goes on where it ended.

    The model `simulated` is no model: it makes known mistakes at known rates (-M accuracy=0.9, or -M wrong_branch=,
    -M slip=, -M skip=), for power analysis and for testing what finds them. It runs without Inspect unless --log-dir
    is given.
    """
    arguments = _arguments(model_args)
    if model == "simulated" and log_dir is None:
        _simulated(file, protocol, out, problems, {**arguments, **_some(settings, "seed")}, settings)
        return
    from dunyazad.engines import SolveOptions
    from dunyazad.engines import solve as carry_out

    made = SolveOptions(
        **settings,
        model_args=arguments,
        problems=None if problems is None else str(problems),
        display="rich" if sys.stderr.isatty() and not json_ else "none",
    )
    folder = log_dir or Path(f"{'solutions' if str(out) == '-' else out}.logs")
    try:
        report = carry_out(file, model=model, out=out, log_dir=folder, protocol=protocol, options=made)
    except KeyboardInterrupt:
        note(f"stopped; what is done is kept in {folder}, and the same command goes on with it")
        raise
    if json_:
        options.print_json(report)
    shown = ", ".join(f"{entry.n} {entry.name}" for entry in report.outcomes if entry.n)
    note(f"{report.n} solutions ({shown}): {out}; Inspect log: {report.log}")
    if report.failure and report.complete:
        note(f"the first failure: {report.failure}; the same command tries failed calls again")
    if not report.complete:
        raise InputError(f"the run is not complete ({report.problem}); the same command goes on with it")


def _some(settings: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: settings[name] for name in names if settings[name] is not None}


def _arguments(pairs: tuple[str, ...]) -> Arguments:
    """Read NAME=VALUE pairs; numbers and true or false are taken as such."""
    made: Arguments = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not name or not equals:
            raise InputError(f"-M takes NAME=VALUE, not {pair!r}")
        made[name.replace("-", "_")] = _value(text)
    return made


def _value(text: str) -> str | int | float | bool:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _simulated(
    file: Path, protocol: Protocol, out: Path, problems: Path | None, rates: Arguments, settings: dict[str, Any]
) -> None:
    from dunyazad._records import write_records
    from dunyazad.engines import read_chains
    from dunyazad.models import Simulator, make_rates, simulate
    from dunyazad.problems import read_problems

    number = rates.pop("seed", 0)
    if not isinstance(number, int):
        raise InputError(f"seed must be a whole number, not {number!r}")
    for name, value in rates.items():
        if name not in ("accuracy", "wrong_branch", "slip", "skip"):
            raise InputError(f"simulated takes accuracy, wrong_branch, slip, skip and seed, not {name!r}")
        if not isinstance(value, (int, float)):
            raise InputError(f"{name} must be a number, not {value!r}")
    known = {} if problems is None else {problem.id: problem for problem in read_problems(problems)}
    simulator = Simulator(rates=make_rates(**rates), seed=number, problems=known)  # type: ignore[arg-type]
    chains = read_chains(file, **_some(settings, "limit", "per_cell"))
    rows = simulate(chains, simulator, protocol=protocol, epochs=settings["epochs"])
    written = write_records(out, track(rows, "Simulating", len(chains) * settings["epochs"]))
    note(f"{written} solutions by {simulator.name}, which is no model: {out}")
