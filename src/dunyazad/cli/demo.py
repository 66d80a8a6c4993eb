"""`dunyazad demo`: the main job, end to end, by the same calls that a user would make."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from dunyazad._exceptions import InputError
from dunyazad.cli import options
from dunyazad.cli.progress import note, track

if TYPE_CHECKING:
    from dunyazad.errors import Verification
    from dunyazad.problems import Problem
    from dunyazad.solving import Protocol, Solution

__all__ = ["demo"]

# Sizes that end within minutes on two cores and still show a curve; short stories, to give a small model a chance.
_PROBLEMS, _MOST_OPERATIONS = 120, 3
_LENGTHS, _PER_CELL = (1, 2, 3, 4), 2
_HANDMADE_LENGTHS, _HANDMADE_PER_CELL = (1, 2), 1
_SIMULATED_LENGTHS, _SIMULATED_PER_CELL, _ACCURACY = tuple(range(1, 11)), 30, 0.9
_ORDERS = ("forward", "backward")
_PROTOCOL: Protocol = "two-turn"
_MAX_TOKENS, _SLOTS = 300, 4


class _Set(msgspec.Struct, frozen=True):
    """Problems of one source, and the files that come of them."""

    name: str
    problems: dict[str, Problem]
    chains: Path
    solutions: Path


@click.command()
@click.option("-o", "--out", type=click.Path(path_type=Path, file_okay=False), default="demo", show_default=True)
@click.option("--model", default="gguf/smollm2-135m", show_default=True, help="Any Inspect model.")
@click.option("--handmade", type=options.in_file, help="Also run on this file in the published hand-made format.")
@click.option("--quick", is_flag=True, help="Few chains: to see that everything runs.")
@options.seed
def demo(out: Path, model: str, handmade: Path | None, quick: bool, seed: int) -> None:
    """Make problems, chain them, have a model solve the chains, verify its reasoning, and write a page.

    Uses our own templates and the embedded SmolLM2 (135M), fetched once. If it is stopped, the same command goes on
    where it ended.
    """
    began = time.monotonic()
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make the folder {out}: {error.strerror or error}") from None
    if model.startswith("gguf/") and not model.endswith(".gguf"):
        _pull(model.removeprefix("gguf/"))
    lengths = _LENGTHS[:: 3 if quick else 1]
    sets = [_template_set(out, lengths, seed)]
    if handmade is not None:
        sets.append(_handmade_set(out, handmade, _HANDMADE_LENGTHS[:: 2 if quick else 1], seed))
    for each in sets:
        _solve(each, model, out / "logs")
    simulated = _simulate(sets[0], out, seed, 10 if quick else _SIMULATED_PER_CELL)
    files = [*(each.solutions for each in sets), simulated]
    problems = {name: problem for each in sets for name, problem in each.problems.items()}
    page = _report(files, _verify(files, problems, out / "verifications.jsonl"), out / "report.html")
    note("")
    note(f"Done in {time.monotonic() - began:.0f} s. The page: {page}")
    note(f"Every call to the model: inspect view --log-dir {out / 'logs'}")


def _pull(name: str) -> None:
    from dunyazad.models import store

    store.pull(name, progress=note)


def _template_set(out: Path, lengths: Iterable[int], seed: int) -> _Set:
    from dunyazad.problems import load_templates, make_problems

    note(f"Problems of up to {_MOST_OPERATIONS} operations from templates of our own, each certified ...")
    short = [template for template in load_templates() if len(template.steps) <= _MOST_OPERATIONS]
    problems = list(make_problems(_PROBLEMS, seed=seed, templates=short))
    return _chain_up("templates", problems, out, (tuple(lengths), _PER_CELL, seed))


def _handmade_set(out: Path, file: Path, lengths: Iterable[int], seed: int) -> _Set:
    from dunyazad.problems import read_handmade

    note(f"Hand-made GSM8K problems from {file} ...")
    return _chain_up("handmade", list(read_handmade(file)), out, (tuple(lengths), _HANDMADE_PER_CELL, seed))


def _chain_up(name: str, problems: list[Problem], out: Path, size: tuple[tuple[int, ...], int, int]) -> _Set:
    from dunyazad._records import write_records
    from dunyazad.chaining import make_chains

    lengths, per_cell, seed = size
    write_records(out / f"{name}-problems.jsonl", problems)
    made = _Set(
        name=name,
        problems={problem.id: problem for problem in problems},
        chains=out / f"{name}-chains.jsonl",
        solutions=out / f"{name}-solutions.jsonl",
    )
    stream = make_chains(problems, lengths=lengths, orders=_ORDERS, per_cell=per_cell, seed=seed)
    note(f"  {len(problems)} problems, {write_records(made.chains, stream)} chains: {made.chains}")
    return made


def _solve(each: _Set, model: str, logs: Path) -> None:
    from dunyazad.engines import SolveOptions, solve

    note(f"{model} solves the {each.name} chains ...")
    arguments: dict[str, str | int | float | bool] = {"slots": _SLOTS} if model.startswith("gguf/") else {}
    settings = SolveOptions(
        max_tokens=_MAX_TOKENS, temperature=0.0, model_args=arguments, display="rich" if sys.stderr.isatty() else "none"
    )
    report = solve(each.chains, model=model, out=each.solutions, log_dir=logs, protocol=_PROTOCOL, options=settings)
    if not report.complete:
        note(f"  the run is not complete ({report.problem}); the same command goes on with it")
    shown = ", ".join(f"{entry.n} {entry.name}" for entry in report.outcomes if entry.n)
    note(f"  {report.n} solutions ({shown}) in {report.seconds:.0f} s: {each.solutions}")


def _simulate(each: _Set, out: Path, seed: int, per_cell: int) -> Path:
    from dunyazad._records import write_records
    from dunyazad.chaining import make_chains
    from dunyazad.models import Simulator, make_rates, simulate

    simulator = Simulator(rates=make_rates(accuracy=_ACCURACY), seed=seed, problems=each.problems)
    note(f"{simulator.name}, which is no model, solves chains of 1 to 10 for comparison ...")
    stream = make_chains(
        list(each.problems.values()),
        lengths=_SIMULATED_LENGTHS, orders=_ORDERS, per_cell=per_cell, seed=seed,
    )  # fmt: skip
    place = out / "simulated-solutions.jsonl"
    note(f"  {write_records(place, simulate(stream, simulator, protocol=_PROTOCOL))} solutions: {place}")
    return place


def _read(files: Iterable[Path]) -> Iterator[Solution]:
    from dunyazad._records import read_records
    from dunyazad.solving import Solution

    return chain.from_iterable(read_records(file, Solution) for file in files)


def _verify(files: list[Path], problems: dict[str, Problem], place: Path) -> Path:
    from dunyazad._records import write_records
    from dunyazad.engines.verify import verify_solutions

    note("Every response: its steps, their premises, their verdicts ...")
    rows = verify_solutions(_read(files), premises="provenance", errors="reference", problems=problems)
    note(f"  {write_records(place, track(rows, 'Verifying'))} verified reasoning chains: {place}")
    return place


def _report(files: list[Path], verifications: Path, page: Path) -> Path:
    from rich.console import Console

    from dunyazad._records import AtomicFile, read_records
    from dunyazad.errors import Verification
    from dunyazad.report import build_report, render_html, render_terminal

    verified: Iterator[Verification] = read_records(verifications, Verification)
    data = build_report(_read(files), verified, title="Dunyazad demo")
    with AtomicFile(page) as file:
        file.write(render_html(data).encode("utf-8"))
    note("")
    render_terminal(data, Console())
    return page
