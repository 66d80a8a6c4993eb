"""One run through Inspect: found again by its mark, or begun; carried out; its log read.

The only module that starts Inspect. What Inspect prints is kept off the terminal unless a display is asked for.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

import msgspec
from inspect_ai import eval as inspect_eval
from inspect_ai import eval_retry
from inspect_ai.log import EvalError, EvalLog, list_eval_logs, read_eval_log, read_eval_log_sample_summaries
from inspect_ai.model import Model, get_model
from inspect_ai.solver import Solver

from dunyazad._exceptions import DunyazadError, InputError, ModelNotFoundError
from dunyazad.engines.inspect_chains import chains
from dunyazad.engines.inspect_logs import log_problem, read_solutions_from_log
from dunyazad.engines.inspect_replies import error_line
from dunyazad.engines.record import SolveOptions
from dunyazad.engines.simulated import simulator_arguments, simulator_of
from dunyazad.models.gguf import GgufAPI
from dunyazad.solving import Protocol, Solution

__all__ = ["Result", "Run", "carry_out", "open_model"]

# Where a run's mark stands in its log's metadata.
_MARK = "dunyazad_run"


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be run.

    Attributes:
        chains_path: The chains file.
        model: The model's name, or "simulated".
        protocol: How the answers are asked for.
        options: How it is done.
        log_dir: Where the logs are.
        mark: A digest of everything that decides the results.
    """

    chains_path: str
    model: str
    protocol: Protocol
    options: SolveOptions
    log_dir: str
    mark: str


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it.

    Attributes:
        log: The log's path.
        model: The model's name, for chains that the run never came to.
        taken_over: How many samples were done before.
        complete: Did the run come to its end?
        interrupted: Was it stopped by hand?
        problem: Why it did not come to its end.
    """

    log: str
    model: str
    taken_over: int
    complete: bool
    interrupted: bool
    problem: str

    def solutions(self) -> Iterator[Solution]:
        """The solutions in the log."""
        return read_solutions_from_log(self.log)


class _Earlier(msgspec.Struct, frozen=True):
    log: str
    status: str
    done: int
    failed: int


def carry_out(run: Run) -> Result:
    """Begin a run, or go on with an earlier one of the same mark.

    Raises:
        InputError: The run cannot be started, or its log cannot be written.
        ModelNotFoundError: There is no such model, or its provider is not ready.
    """
    earlier = _find(run)
    if earlier is not None and earlier.status == "success" and not earlier.failed:
        return _result(run, earlier.log, taken_over=earlier.done)
    done = earlier.done if earlier else 0
    try:
        logs = _start(run) if earlier is None else _go_on(run, earlier.log)
    except KeyboardInterrupt:
        logs = []
    if logs:
        return _result(run, _location(run, logs[0]), taken_over=done, error=logs[0].error)
    # After Ctrl-C Inspect raises or returns nothing, but the log is written.
    stopped = _find(run)
    if stopped is None:
        raise KeyboardInterrupt
    return _result(run, stopped.log, taken_over=done, interrupted=True)


def _find(run: Run) -> _Earlier | None:
    """The log of this run with the most done; None where there is none."""
    found = []
    for info in list_eval_logs(run.log_dir, recursive=False):
        try:
            header = read_eval_log(info, header_only=True)
        except (OSError, ValueError, KeyError):
            continue  # not a log, or one that was cut off before its header: nothing to go on with
        if (header.eval.metadata or {}).get(_MARK) == run.mark:
            summaries = read_eval_log_sample_summaries(info)
            done = sum(summary.completed and not summary.error for summary in summaries)
            failed = sum(bool(summary.error) for summary in summaries)
            found.append(_Earlier(_local(info.name), header.status, done, failed))
    return max(found, key=lambda log: (log.done, log.status == "success", log.log), default=None)


def _start(run: Run) -> list[EvalLog]:
    options = run.options
    task = chains(
        run.chains_path,
        protocol=run.protocol,
        limit=options.limit,
        per_cell=options.per_cell,
        epochs=options.epochs,
    )
    config: dict[str, Any] = {
        "max_tokens": options.max_tokens,
        "temperature": options.temperature,
        "seed": options.seed,
    }
    simulated = run.model == "simulated"
    with _one_line_errors(run):
        model = None if simulated else open_model(run.model, run.options.model_args)
        return inspect_eval(
            task,
            model=None if simulated else run.model,
            model_args={} if simulated else dict(options.model_args),
            solver=_simulated_solver(options) if simulated else None,
            metadata={_MARK: run.mark},
            log_dir=run.log_dir,
            **_manner(options, model),
            **{name: value for name, value in config.items() if value is not None},
        )


def _go_on(run: Run, log: str) -> list[EvalLog]:
    with _one_line_errors(run):
        model = None if run.model == "simulated" else open_model(run.model, run.options.model_args)
        return eval_retry(log, log_dir=run.log_dir, **_manner(run.options, model))


def open_model(name: str, model_args: Mapping[str, Any]) -> Model:
    """Give a model, as Inspect will use it. Found out here, a wrong name or a missing key is one error, not many calls.

    Raises:
        ModelNotFoundError: It cannot be had.
    """
    try:
        return get_model(name, **dict(model_args))
    except DunyazadError:
        raise
    except Exception as error:  # noqa: BLE001 - a provider's own code, which raises whatever it likes
        reason = _plain(str(getattr(error, "message", error))) or type(error).__name__
        raise ModelNotFoundError(f"{name}: {reason}") from None


def _manner(options: SolveOptions, model: Model | None) -> dict[str, Any]:
    """What does not change the results. The control servers are for people at a terminal; a library opens no socket."""
    manner: dict[str, Any] = {
        "display": options.display,
        "score_display": False,
        "log_realtime": options.log_realtime,
        "fail_on_error": False,
        "ctl_server": False,
        "acp_server": False,
        # Inspect's own default is to try again for ever: an outage would stop the run without a word.
        "max_retries": options.max_retries,
        "timeout": options.timeout,
        "attempt_timeout": options.timeout,
    }
    connections = options.max_connections
    if model is not None and isinstance(model.api, GgufAPI):
        # More than it has slots would wait inside the provider, where their time limit runs already.
        slots = model.api.max_connections()
        connections = min(connections or slots, slots)
    if connections is not None:
        manner["max_connections"] = connections
    return manner


def _simulated_solver(options: SolveOptions) -> Solver:
    from dunyazad.models.simulated_solver import simulated

    return simulated(**simulator_arguments(options), problems=options.problems)


def _simulator_name(options: SolveOptions) -> str:
    return simulator_of(msgspec.structs.replace(options, problems=None)).name


@contextlib.contextmanager
def _one_line_errors(run: Run) -> Iterator[None]:
    """Turn what Inspect raises before a run into one line of ours."""
    try:
        yield
    except FileNotFoundError as error:
        raise InputError(f"the earlier run in {run.log_dir} cannot be gone on with: {error}") from None
    except OSError as error:
        raise InputError(f"cannot write logs to {run.log_dir}: {error.strerror or error}") from None
    except (ValueError, TypeError) as error:
        if isinstance(error, DunyazadError):
            raise
        raise InputError(f"{run.model}: {_plain(str(error))}") from None
    except Exception as error:
        # What Inspect raises where it cannot begin (a setting of the environment, say) has no public class.
        if not type(error).__module__.startswith("inspect_ai."):
            raise
        raise InputError(f"Inspect cannot run: {_plain(str(getattr(error, 'message', error)))}") from None


def _plain(text: str) -> str:
    """One line without rich's markup, and without saying again that it is an error."""
    return " ".join(re.sub(r"\[/?[a-z ]+\]", "", text).split()).removeprefix("ERROR: ")


def _result(
    run: Run, log: str, *, taken_over: int, interrupted: bool = False, error: EvalError | None = None
) -> Result:
    header = read_eval_log(log, header_only=True)
    return Result(
        log=log,
        model=_simulator_name(run.options) if run.model == "simulated" else str(header.eval.model),
        taken_over=taken_over,
        complete=header.status == "success",
        interrupted=interrupted or header.status == "cancelled",
        problem=log_problem(header, error),
    )


def _location(run: Run, log: EvalLog) -> str:
    place = _local(log.location)
    if not Path(place).exists():
        # Inspect reports a log that it could not write as a task that failed.
        reason = error_line(log.error.message) if log.error else "no file"
        raise InputError(f"cannot write logs to {run.log_dir}: {reason}")
    return place


def _local(location: str) -> str:
    """A log's place as a path."""
    return unquote(urlparse(location).path) if location.startswith("file:") else location
