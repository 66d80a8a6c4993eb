"""The option `--proposer` and how its model is called, gathered into one value."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.core import ParameterSource

from dunyazad._exceptions import InputError
from dunyazad.cli import options

if TYPE_CHECKING:
    from dunyazad.engines import CallOptions

__all__ = ["Proposer", "proposer_options"]


class Proposer(NamedTuple):
    """Which model is asked, and how."""

    model: str
    options: CallOptions


_OPTIONS = (
    click.option("--proposer", metavar="MODEL", help="Ask this Inspect model about what the rules reject."),
    click.option(
        "--max-tokens", type=click.IntRange(min=1), default=1024, help="Tokens that a call may produce (1024)."
    ),
    click.option("--temperature", type=click.FloatRange(min=0), default=0.0, help="Of the proposer (0)."),
    click.option("--model-seed", type=int, help="For providers that sample with one."),
    click.option("--max-connections", type=click.IntRange(min=1), help="Calls in flight at once."),
    click.option("--max-retries", type=click.IntRange(min=0), default=5, help="Of one call (5)."),
    click.option("--timeout", type=click.IntRange(min=1), default=600, help="Seconds for one call (600)."),
    click.option("--cache/--no-cache", default=True, help="Take answers from Inspect's cache where it has them (yes)."),
    click.option("-M", "model_args", multiple=True, metavar="NAME=VALUE", help="Argument of the provider; repeatable."),
)
_CALLS = ("max_tokens", "temperature", "model_seed", "max_connections", "max_retries", "timeout", "cache", "model_args")


def proposer_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command these options as one argument, `proposer`, which is None where no model is to be asked."""

    @functools.wraps(command)
    def gathered(**given: Any) -> Any:
        calls = {name: given.pop(name) for name in _CALLS}
        return command(proposer=_proposer(given.pop("proposer"), calls), **given)

    for option in reversed(_OPTIONS):
        gathered = option(gathered)
    return gathered


def _proposer(model: str | None, calls: dict[str, Any]) -> Proposer | None:
    if model is None:
        context = click.get_current_context()
        for name in _CALLS:
            if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
                shown = "-M" if name == "model_args" else f"--{name.replace('_', '-')}"
                raise InputError(f"{shown} means nothing without --proposer")
        return None
    from dunyazad.engines import CallOptions

    arguments, seed = options.model_arguments(calls.pop("model_args")), calls.pop("model_seed")
    return Proposer(model, CallOptions(model_args=arguments, seed=seed, **calls))
