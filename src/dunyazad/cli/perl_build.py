"""`dunyazad perl build`."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from dunyazad._exceptions import InputError, ModelFailedError
from dunyazad.cli import options
from dunyazad.cli.build_options import set_options, source_options
from dunyazad.cli.call_options import call_options
from dunyazad.cli.progress import note, track
from dunyazad.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dunyazad.engines import CallOptions
    from dunyazad.engines.build_solving import Asked, Solver
    from dunyazad.perl.building import BuildOptions, Manifest
    from dunyazad.perl.questions import Question
    from dunyazad.problems.decomposition import Rejected
    from dunyazad.problems.sources import SourceOptions

__all__ = ["build"]


def _any_model(command: Callable[..., Any]) -> Callable[..., Any]:
    """Let the options of calls hold for either model."""

    @functools.wraps(command)
    def gathered(**given: Any) -> Any:
        return command(**given, asked=given["model"] or given["perturb_model"])

    return gathered


def _without_asked(command: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(command)
    def gathered(**given: Any) -> Any:
        del given["asked"]
        return command(**given)

    return gathered


@click.command()
@click.argument("problems")
@click.option("-o", "--out", type=click.Path(path_type=Path), required=True, help="The folder; appears whole or not.")
@click.option("--model", help="The Inspect model that solves; with --solutions or --simulated it only perturbs.")
@click.option("--solutions", type=options.in_file, help="No sampling: JSON lines, a published set or an Inspect log.")
@click.option(
    "--simulated",
    type=options.FiniteRange(0, 1),
    metavar="ACCURACY",
    help="No model: so many are right; of chained problems, so many links.",
)
@click.option("--perturb-model", help="The Inspect model that perturbs; --model where not given.")
@click.option("--chained-problems", type=options.in_file, help="Where PROBLEMS are chained: what they are made of.")
@set_options
@source_options
@_any_model
@call_options(
    model="asked",
    shown="--model or --perturb-model",
    seed="model-seed",
    temperature="Of the model (0); several samples need more.",
    batch=True,
)
@_without_asked
@click.option("--force", is_flag=True, help="Replace a folder that a build of before left there.")
@options.as_json
@click.pass_context
def build(context: click.Context, /, problems: str, out: Path, json_: bool, **given: Any) -> None:
    """Build sets of chains from the questions of PROBLEMS: right ones, wrong ones, and right ones made wrong.

    PROBLEMS are problems or chained problems of ours, or any set that `problems decompose` reads; answers need not be
    numbers. Solutions are sampled from --model, read from --solutions, or --simulated. Each is cut into steps; its
    final answer says whether it is right. What cannot be read, is cut off, refused or failed is counted, and in no set.

    Synthetic negatives are certified (one step of a gold or simulated solution is changed and all that rests on it
    computed anew: labels and premises are exact), made by a model that follows a mistake through (checked, and not
    labelled), or mixed. OUT holds the sets, and in run/ the manifest, all solutions and everything left out.

    If a run with a model is stopped, the same command goes on where it ended. Exit code 1 if every call failed.
    """
    try:
        manifest = _built(problems, out, given)
    except ModelFailedError as error:
        note(f"dunyazad: error: {error}")
        context.exit(1)
    if json_:
        options.print_json({"out": str(out), **msgspec.to_builtins(manifest)})
    else:
        _tell(manifest, out)


def _built(problems: str, out: Path, given: dict[str, Any]) -> Manifest:
    from dunyazad.engines.build import Plan, build, refuse_folder
    from dunyazad.perl.questions import read_questions
    from dunyazad.problems import read_problems

    wanted: BuildOptions = given["wanted"]
    reading: SourceOptions = given["reading"]
    refuse_folder(out, force=given["force"])
    options.refuse_overwriting((out,), (problems, given["solutions"]))
    questions: Iterable[Question | Rejected] = read_questions(problems, reading)
    if not wanted.name:
        questions, name = _named(iter(questions), problems)
        wanted = msgspec.structs.replace(wanted, name=name)
    elif not re.fullmatch(r"\w[\w.-]{0,79}", wanted.name):
        raise InputError(
            f"--name {wanted.name[:60]!r}: letters, digits, . _ and - make a name, and no sign comes first"
        )
    chained = given["chained_problems"]
    known = {} if chained is None else {problem.id: problem for problem in read_problems(chained)}
    plan = Plan(_last(problems), _solver(given), _perturber(given, wanted), known, wanted)
    return build(questions, out, plan, force=given["force"], watch=track)


def _solver(given: dict[str, Any]) -> Solver:
    from dunyazad.engines.build_solving import Asked, Ready, Simulated

    solutions, simulated, model = given["solutions"], given["simulated"], given["model"]
    if solutions is not None and simulated is not None:
        raise InputError("--solutions and --simulated exclude each other")
    if solutions is not None:
        return Ready(solutions)
    if simulated is not None:
        return Simulated(simulated)
    if model is None:
        raise InputError("say where solutions come from: --model, --solutions or --simulated")
    calls: CallOptions = given["calls"]
    return Asked(model, calls)


def _perturber(given: dict[str, Any], wanted: BuildOptions) -> Asked | None:
    from dunyazad.engines.build_solving import Asked

    model, by_model = given["perturb_model"] or given["model"], wanted.perturb != "certified"
    solves = given["solutions"] is None and given["simulated"] is None
    if not by_model and (given["perturb_model"] is not None or (given["model"] is not None and not solves)):
        raise InputError("a model to perturb means nothing: give --perturb model or --perturb mixed as well")
    calls: CallOptions = given["calls"]
    if given["perturb_model"] is not None and given["model"] not in (None, given["perturb_model"]):
        # The arguments are the solver's: another provider would not know them.
        calls = msgspec.structs.replace(calls, model_args={})
    return Asked(model, calls) if by_model and model is not None else None


def _named(questions: Iterator[Question | Rejected], problems: str) -> tuple[Iterable[Question | Rejected], str]:
    """Name a set after where its questions come from, or after the file."""
    from itertools import chain

    from dunyazad.perl.questions import Question

    seen: list[Question | Rejected] = []
    source = ""
    for question in questions:
        seen.append(question)
        if isinstance(question, Question):
            source = question.source
            break
    name = re.sub(r"[^\w.-]+", "-", source or Path(_last(problems)).stem).strip("-.")
    return chain(seen, questions), name or "set"


def _last(problems: str) -> str:
    """What the questions are read from, without the folders that say nothing to others."""
    return Path(problems).name if Path(problems).exists() else problems


def _tell(manifest: Manifest, out: Path) -> None:
    read, drawn = manifest.questions["read"], manifest.questions["drawn"]
    left = {code: n for code, n in manifest.questions.items() if code not in ("read", "drawn")}
    note(f"{drawn} of {counted(read, 'question')}{''.join(f', {n} left out ({code})' for code, n in left.items())}")
    _tell_outcomes("solutions", manifest.solving.outcomes, manifest.solving.calls)
    if manifest.perturbing is not None:
        _tell_outcomes("perturbed by the model", manifest.perturbing.outcomes, manifest.perturbing.calls)
    for built in manifest.sets.values():
        fewer = f" of {built.asked}" if built.chains < built.asked else ""
        pool = "" if built.pool is None else f", drawn from {built.pool}"
        ways = "" if built.pool is not None else ", ".join(f"{n} {how}" for how, n in built.made.items())
        made = f" ({ways})" if ways else ""
        what = "chain" if built.chains == 1 and not fewer else "chains"
        note(f"{built.chains}{fewer} {what}{pool}{made}: {out / built.file}")


def _tell_outcomes(what: str, outcomes: dict[str, int], calls: int) -> None:
    told = ", ".join(f"{n} {name.replace('_', ' ')}" for name, n in outcomes.items() if n)
    note(f"{what}: {told or 'none'}{f' ({calls} calls)' if calls else ''}")
