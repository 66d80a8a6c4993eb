"""`dunyazad solve`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from dunyazad._exceptions import InputError
from dunyazad.cli import options
from dunyazad.cli.progress import note, track

if TYPE_CHECKING:
    from dunyazad.engines import SolveOptions, SolveReport
    from dunyazad.solving import Protocol

__all__ = ["solve"]

_PROTOCOLS = click.Choice(["final", "labelled", "two-turn"])
# What a simulation would pass over.
_FOR_MODELS = ("max_tokens", "temperature", "max_connections", "max_retries", "timeout")


@click.command()
@click.argument("file", type=options.in_file, required=False)
@click.option("--model", help="An Inspect model (openai/..., vllm/..., gguf/smollm2-135m) or simulated.")
@click.option("--protocol", type=_PROTOCOLS, default="labelled", show_default=True, help="How answers are asked for.")
@options.out_file("The solutions, as JSON lines")
@click.option("--from-log", metavar="LOG", help="No run: read the solutions from this Inspect log of an earlier one.")
@click.option("--log-dir", type=click.Path(path_type=Path), help="Where Inspect logs are kept.  [default: OUT.logs]")
@options.limit
@click.option("--per-cell", type=click.IntRange(min=1), help="Take only the first so many of each length and order.")
@click.option("--epochs", type=click.IntRange(min=1), default=1, show_default=True, help="How often each is tried.")
@click.option("--max-tokens", type=click.IntRange(min=1), help="Tokens that one call may produce.")
@click.option("--temperature", type=options.FiniteRange(min=0), help="The provider's own where not given.")
@click.option("--max-connections", type=click.IntRange(min=1), help="Calls in flight at once.")
@click.option("--max-retries", type=click.IntRange(min=0), default=5, show_default=True, help="Of one call.")
@click.option("--timeout", type=click.IntRange(min=1), default=1800, show_default=True, help="Seconds for one call.")
@click.option("--seed", type=int, help="For providers that sample with one, and for simulated.")
@click.option("-M", "model_args", multiple=True, metavar="NAME=VALUE", help="Argument of the provider; repeatable.")
@click.option("--problems", type=options.in_file, help="For simulated: write out these problems' own arithmetic.")
@options.as_json
@click.pass_context
def solve(
    context: click.Context, /, file: Path | None, model: str | None, protocol: Any, out: Path, from_log: str | None,
    log_dir: Path | None, json_: bool, **settings: Any,
) -> None:  # fmt: skip
    """Have a model solve the chains of FILE, and diagnose every link of every answer.

    A call that fails, an answer that cannot be read and a wrong answer are kept apart. If the run is stopped or killed,
    the same command goes on where it ended. Exit code 1 if the run is not complete, or every call failed.

    The model `simulated` is no model: it makes known mistakes at known rates (-M accuracy=0.9, or -M wrong_branch=,
    -M slip=, -M skip=), for power analysis and for testing what finds them. It runs without Inspect unless --log-dir
    is given.

    With --from-log no model is called: the answers in a log, also one of `inspect eval`, are read and diagnosed again.
    """
    options.refuse_both(out, json_)
    if from_log is not None:
        from dunyazad.engines import solve_from_log

        _refuse_given(context, "means nothing beside --from-log", but=("out", "from_log", "json_"))
        report = solve_from_log(from_log, out=out)
    elif file is None or model is None:
        missing = "argument 'FILE'" if file is None else "option '--model'"
        raise click.UsageError(f"Missing {missing}.", context)
    else:
        if model == "simulated":
            _refuse_given(context, "means nothing for simulated, which is no model", only=_FOR_MODELS)
        report = _run(file, model, protocol, out, log_dir, _made(settings, quiet=json_))
    if json_:
        options.print_json(report)
    _tell(report, again=from_log is None)
    context.exit(0 if report.all_is_well else 1)


def _run(
    file: Path, model: str, protocol: Protocol, out: Path, log_dir: Path | None, made: SolveOptions
) -> SolveReport:
    from dunyazad.engines import simulate_file
    from dunyazad.engines import solve as carry_out

    if model == "simulated" and log_dir is None:
        return simulate_file(
            file, out=out, protocol=protocol, options=made, watch=lambda rows, total: track(rows, "Simulating", total)
        )
    folder = log_dir or Path(f"{'solutions' if str(out) == '-' else out}.logs")
    try:
        return carry_out(file, model=model, out=out, log_dir=folder, protocol=protocol, options=made)
    except KeyboardInterrupt:
        note(f"stopped; what is done is kept in {folder}, and the same command goes on with it")
        raise


def _made(settings: dict[str, Any], *, quiet: bool) -> SolveOptions:
    from dunyazad.engines import SolveOptions

    arguments, problems = options.model_arguments(settings.pop("model_args")), settings.pop("problems")
    return SolveOptions(
        **settings,
        model_args=arguments,
        problems=None if problems is None else str(problems),
        display="rich" if sys.stderr.isatty() and not quiet else "none",
    )


def _tell(report: SolveReport, *, again: bool) -> None:
    """Say what was written; `again`, that the same command would bring what is missing."""
    shown = ", ".join(f"{entry.n} {entry.name}" for entry in report.outcomes if entry.n)
    # The solver that simulates names itself so, with its rates.
    simulated = report.model.startswith("simulated(")
    of_what = f"by {report.model}, which is no model" if simulated else f"({shown})"
    note(f"{report.n} solutions {of_what}: {report.out}" + (f"; Inspect log: {report.log}" if report.log else ""))
    if report.failure and report.complete:
        from dunyazad.report.visible import reveal_line

        note(f"the first failure: {reveal_line(report.failure)}")
        if again:
            note("the same command tries failed calls again")
    if not report.complete:
        note(f"the run is not complete ({report.problem}){'; the same command goes on with it' if again else ''}")


def _refuse_given(context: click.Context, why: str, *, only: Sequence[str] = (), but: Sequence[str] = ()) -> None:
    """Refuse what was given and would be passed over.

    Raises:
        InputError: One of these parameters (`only`, or all `but` these) was given.
    """
    for parameter in context.command.params:
        name = parameter.name or ""
        concerned = name in only if only else name not in but
        if concerned and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            shown = parameter.opts[0] if isinstance(parameter, click.Option) else name.upper()
            raise InputError(f"{shown} {why}")
