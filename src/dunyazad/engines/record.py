"""How a run is to be done, and what it came to."""

from __future__ import annotations

from typing import Literal

import msgspec

__all__ = ["CallOptions", "Count", "SolveOptions", "SolveReport"]


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How often one name occurred."""

    name: str
    n: int


class CallOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How calls are made.

    Attributes:
        max_tokens: Tokens that one call may produce.
        temperature: 0 where not given: the same prompt is to give the same answer. None leaves it to the provider.
        seed: For providers that sample with one. Votes draw their own from it.
        model_args: Arguments of the model provider.
        max_connections: Calls in flight at once; None leaves it to the provider. Never more than a local model's slots.
        max_retries: How often a call is tried again after a passing error.
        timeout: Seconds that a call may take, with all that is tried again.
        cache: Take answers from Inspect's cache, and keep them there: a run that was stopped pays no call twice.
        batch: Hand the calls to the provider as batches, where it has them: cheaper, and slower. A number is the size
            of a batch. No time limit holds then.
    """

    max_tokens: int = 1024
    temperature: float | None = 0.0
    seed: int | None = None
    model_args: dict[str, str | int | float | bool] = {}
    max_connections: int | None = None
    max_retries: int = 5
    timeout: int = 600
    cache: bool = True
    batch: bool | int = False


class SolveOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a run is done. All but the last five decide its results: where one of those differs, it is another run.

    Attributes:
        limit: Take only the first so many chains of the file.
        per_cell: Take only the first so many of each length and order.
        epochs: How often each chain is tried.
        max_tokens: Tokens that one call may produce; None leaves it to the provider.
        temperature: None leaves it to the provider.
        seed: For providers that sample with one: each call's own is drawn from it, the chain and the epoch.
        model_args: Arguments of the model provider; for `simulated`, of the simulated solver.
        problems: The problems file, from which `simulated` writes out each problem's own arithmetic.
        max_connections: Calls in flight at once; None leaves it to the provider. Never more than a local model's slots.
        max_retries: How often a call is tried again after what the provider calls a passing error (429, 500, no
            connection). Then it has failed, and the rest goes on.
        timeout: Seconds that a call may take, with all that is tried again. Then it has failed, and the rest goes on.
        display: What Inspect shows meanwhile.
        log_realtime: Keep running samples where Inspect's viewer can watch them, and where a killed run finds them.
    """

    limit: int | None = None
    per_cell: int | None = None
    epochs: int = 1
    max_tokens: int | None = None
    temperature: float | None = None
    seed: int | None = None
    model_args: dict[str, str | int | float | bool] = {}
    problems: str | None = None
    max_connections: int | None = None
    max_retries: int = 5
    timeout: int = 1800
    display: Literal["none", "plain", "rich", "full"] = "none"
    log_realtime: bool = True

    def __post_init__(self) -> None:
        least = {"epochs": 1, "max_retries": 0, "timeout": 1}
        for name, lowest in least.items():
            if getattr(self, name) < lowest:
                raise ValueError(f"{name} must be at least {lowest}, not {getattr(self, name)}")


class SolveReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a run came to.

    Attributes:
        out: The solutions file.
        log: The Inspect log that it was made from; empty where there is none.
        model: The name that stands in the solutions where a model's name does; empty for no solutions.
        n: How many solutions.
        outcomes: Every outcome with its count, zeros included.
        taken_over: How many were done by an earlier run already.
        complete: Did the run come to its end? Otherwise the same call with the same log folder goes on with it.
        problem: Why it did not, in one line; empty where it did.
        failure: The chain of the first failed solution and what its call met, in one line; empty where none failed.
        seconds: Wall time.
    """

    out: str
    log: str = ""
    model: str = ""
    n: int
    outcomes: tuple[Count, ...]
    taken_over: int = 0
    complete: bool = True
    problem: str = ""
    failure: str = ""
    seconds: float = 0.0

    @property
    def all_is_well(self) -> bool:
        """Did the run come to its end, with at least one call that brought a response?"""
        failed = next((count.n for count in self.outcomes if count.name == "failed"), 0)
        return self.complete and (failed < self.n or self.n == 0)
