"""Solving a file of chained problems with a model, through Inspect, into a file of solutions.

Strategy: the Inspect log is the one store of what happened; the solutions file is derived from it, whole or not at all.
Each run is marked in its log with a digest of everything that decides its results (the chains, the protocol's wording,
the model and its file, the settings). A run that was killed, stopped or lost some calls is found again by that mark,
and Inspect completes it: samples that are done are taken over, the others are run.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from dunyazad._exceptions import InputError
from dunyazad._records import encode, require
from dunyazad.chaining.record import ChainedProblem
from dunyazad.engines.chains_file import read_chains
from dunyazad.engines.record import SolveOptions, SolveReport
from dunyazad.engines.writing import write_solutions
from dunyazad.models import resolve
from dunyazad.solving import PROTOCOLS, Attempt, Protocol, Reply, Solution, check_protocol, judge, solution_id

if TYPE_CHECKING:
    from dunyazad.engines.inspect_run import Run

__all__ = ["solve"]

# Options that decide how fast a run is or what is seen of it, not what comes out.
_INCIDENTAL = ("max_connections", "max_retries", "timeout", "display", "log_realtime")
_LOCAL = "gguf/"


def solve(
    chains_path: Path | str,
    *,
    model: str,
    out: Path | str,
    log_dir: Path | str,
    protocol: Protocol = "labelled",
    options: SolveOptions | None = None,
) -> SolveReport:
    """Have a model solve every chained problem of a file; write one solution for each chain and epoch.

    A call that fails is a solution with the outcome `failed`, and the rest goes on. The same call with the same
    `log_dir` completes a run that was killed or stopped, and tries failed calls again.

    Args:
        chains_path: A JSONL file of chained problems.
        model: A name that Inspect knows ("openai/gpt-4o", "gguf/smollm2-135m"), or "simulated".
        out: The solutions file to write; appears whole or not at all.
        log_dir: Where the Inspect logs are kept; made if it is not there.
        protocol: How the answers are asked for.
        options: How the run is done.

    Raises:
        InputError: A file cannot be read or written, or an option is unusable. Logs are kept.
        ModelNotFoundError: There is no such model, or its provider is not ready (no key, no package).
        MissingExtraError: Inspect AI is not installed.
        KeyboardInterrupt: The run was stopped; what is done stands in the log and in `out`.
    """
    require("inspect_ai", "inspect")
    if str(chains_path) == "-":
        raise InputError("a model's chains are read from a file, not from standard input: a stopped run needs it again")
    from dunyazad.engines.inspect_run import carry_out

    began = time.monotonic()
    options = options or SolveOptions()
    chains = read_chains(chains_path, limit=options.limit, per_cell=options.per_cell)
    run = _plan(chains, chains_path, model=model, log_dir=log_dir, protocol=check_protocol(protocol), options=options)
    _check_places(out, log_dir)
    result = carry_out(run)
    rows = _with_missing(result.solutions(), chains, model=result.model, protocol=protocol, epochs=options.epochs)
    report = write_solutions(out, rows)
    if result.interrupted:
        raise KeyboardInterrupt
    return msgspec.structs.replace(
        report,
        log=result.log,
        taken_over=result.taken_over,
        complete=result.complete,
        problem=result.problem,
        seconds=time.monotonic() - began,
    )


def _plan(
    chains: Sequence[ChainedProblem],
    path: Path | str,
    *,
    model: str,
    log_dir: Path | str,
    protocol: Protocol,
    options: SolveOptions,
) -> Run:
    from dunyazad.engines.inspect_run import Run

    # Whole paths, so that the run is found and completed from any folder.
    place = str(Path(path).resolve())
    if options.problems is not None:
        options = msgspec.structs.replace(options, problems=str(Path(options.problems).resolve()))
    digest = hashlib.sha256()
    settings = {name: value for name, value in msgspec.structs.asdict(options).items() if name not in _INCIDENTAL}
    # Files count by what is in them: a changed one under its old name makes another run.
    contents = [_content(path) for path in _files(model, options)]
    for part in (place, model, PROTOCOLS[protocol], settings, contents, *chains):
        digest.update(encode(part) + b"\n")
    return Run(
        chains_path=place,
        model=model,
        protocol=protocol,
        options=options,
        log_dir=str(Path(log_dir).resolve()),
        mark=digest.hexdigest()[:32],
    )


def _files(model: str, options: SolveOptions) -> Iterator[Path]:
    """The files beside the chains that decide what comes out."""
    if options.problems is not None:
        yield Path(options.problems)
    if model.startswith(_LOCAL):
        yield resolve(model.removeprefix(_LOCAL))


def _content(path: Path) -> str:
    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from None


def _check_places(out: Path | str, log_dir: Path | str) -> None:
    """Find out before hours of work, not after, that there is nowhere to put the results."""
    if str(out) != "-" and not Path(out).parent.is_dir():
        raise InputError(f"cannot write {out}: no such folder")
    if Path(out).is_dir():
        raise InputError(f"cannot write {out}: it is a folder")
    try:
        Path(log_dir).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot write logs to {log_dir}: {error.strerror or error}") from None


def _with_missing(
    solutions: Iterator[Solution], chains: Iterable[ChainedProblem], *, model: str, protocol: Protocol, epochs: int
) -> Iterator[Solution]:
    """One solution a chain and epoch, in the order of the file: where the run never came to one, a failed one says so.

    `solutions` come in the same order, so that this is a merge and nothing is held.
    """
    following = next(solutions, None)
    for chain in chains:
        for epoch in range(1, epochs + 1):
            if following is not None and following.id == solution_id(chain.id, following.model, protocol, epoch):
                yield following
                following = next(solutions, None)
                continue
            reply = Reply(stop="failed", reason="not run: the run was stopped before it")
            yield judge(Attempt(chain=chain, model=model, protocol=protocol, replies=(reply,), epoch=epoch))
