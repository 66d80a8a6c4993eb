"""The options that say how a model is called, gathered into one record."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from dunyazad._exceptions import InputError
from dunyazad.cli import options

if TYPE_CHECKING:
    from dunyazad.engines.record import CallOptions

__all__ = ["call_options"]

_BATCH = click.option("--batch", is_flag=True, help="Call in batches, where the provider has them: cheaper and slower.")


def call_options(
    *,
    model: str = "model",
    seed: str = "seed",
    temperature: str,
    batch: bool = False,
    max_tokens: int = 1024,
    shown: str = "",
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command these options as one argument, `calls`.

    Args:
        model: The command's option that names the model; without it, these mean nothing and are refused.
        seed: What the option of the model's seed is called.
        temperature: The help of that option.
        batch: Can calls be made in batches?
        shown: What to say that they need, where that is not the option `model`.
        max_tokens: How many tokens a call may produce where nothing is said.
    """
    made = (
        click.option(
            "--max-tokens",
            type=click.IntRange(min=1),
            default=max_tokens,
            help=f"Tokens a call may produce ({max_tokens}).",
        ),
        click.option("--temperature", type=options.FiniteRange(min=0), default=0.0, help=temperature),
        click.option(f"--{seed}", type=int, help="For providers that sample with one."),
        click.option("--max-connections", type=click.IntRange(min=1), help="Calls in flight at once."),
        click.option("--max-retries", type=click.IntRange(min=0), default=5, help="Of one call (5)."),
        click.option("--timeout", type=click.IntRange(min=1), default=600, help="Seconds for one call (600)."),
        click.option(
            "--cache/--no-cache", default=True, help="Take answers from Inspect's cache if they are there (yes)."
        ),
        *([_BATCH] if batch else []),
        click.option(
            "-M", "model_args", multiple=True, metavar="NAME=VALUE", help="Argument of the provider; repeatable."
        ),
    )
    names = ["max_tokens", "temperature", seed.replace("-", "_"), "max_connections", "max_retries", "timeout", "cache"]
    names += [*(["batch"] if batch else []), "model_args"]

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def gathered(**given: Any) -> Any:
            calls = {name: given.pop(name) for name in names}
            if given.get(model) is None:
                _refuse(names, shown or f"--{model}")
            return command(calls=_made(calls, seed.replace("-", "_")), **given)

        for option in reversed(made):
            gathered = option(gathered)
        return gathered

    return decorate


def _refuse(names: list[str], needed: str) -> None:
    context = click.get_current_context()
    for name in names:
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            shown = "-M" if name == "model_args" else f"--{name.replace('_', '-')}"
            raise InputError(f"{shown} means nothing without {needed}")


def _made(calls: dict[str, Any], seed: str) -> CallOptions:
    from dunyazad.engines.record import CallOptions

    return CallOptions(model_args=options.model_arguments(calls.pop("model_args")), seed=calls.pop(seed), **calls)
