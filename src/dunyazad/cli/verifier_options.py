"""The options of `verify` that say how a model is called, and how chains are read, gathered into records."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from dunyazad._exceptions import InputError
from dunyazad.cli import options

if TYPE_CHECKING:
    from dunyazad.engines.inputs import Reading
    from dunyazad.engines.record import CallOptions

__all__ = ["call_options", "reading_options"]

_CALLS = (
    click.option("--max-tokens", type=click.IntRange(min=1), default=1024, help="Tokens a call may produce (1024)."),
    click.option("--temperature", type=click.FloatRange(min=0), default=0.0, help="Of the model (0); votes need more."),
    click.option("--seed", type=int, help="For providers that sample with one."),
    click.option("--max-connections", type=click.IntRange(min=1), help="Calls in flight at once."),
    click.option("--max-retries", type=click.IntRange(min=0), default=5, help="Of one call (5)."),
    click.option("--timeout", type=click.IntRange(min=1), default=600, help="Seconds for one call (600)."),
    click.option("--cache/--no-cache", default=True, help="Take answers from Inspect's cache where it has them (yes)."),
    click.option("--batch", is_flag=True, help="Call in batches, where the provider has them: cheaper and slower."),
    click.option("-M", "model_args", multiple=True, metavar="NAME=VALUE", help="Argument of the provider; repeatable."),
)
_CALL_NAMES = (
    "max_tokens", "temperature", "seed", "max_connections", "max_retries", "timeout", "cache", "batch", "model_args",
)  # fmt: skip

_FIELDS = ("id", "question", "steps", "text")
_READINGS = (
    click.option(
        "--trace", type=click.Choice(["answer", "thinking", "both"]), default="answer", show_default=True,
        help="What of a response is cut into steps: the answer, what stands in <think>, or both.",
    ),
    click.option(
        "--scheme", default="auto", show_default=True,
        type=click.Choice(["auto", "step", "heading", "number", "bullet", "paragraph", "line", "sentence"]),
        help="How a response is cut.",
    ),
    *(
        click.option(f"--{name}-field", default=name, show_default=True, metavar="NAME", help=f"Of plain lines: {what}")
        for name, what in zip(
            _FIELDS, ("the id.", "the question.", "a list of steps.", "a whole response."), strict=True
        )
    ),
)  # fmt: skip


def call_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command these options as one argument, `calls`; they mean nothing without its `model`."""

    @functools.wraps(command)
    def gathered(**given: Any) -> Any:
        calls = {name: given.pop(name) for name in _CALL_NAMES}
        return command(calls=_made(given.get("model"), calls), **given)

    for option in reversed(_CALLS):
        gathered = option(gathered)
    return gathered


def reading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command these options as one argument, `reading`."""

    @functools.wraps(command)
    def gathered(**given: Any) -> Any:
        fields = {name: given.pop(f"{name}_field") for name in _FIELDS}
        return command(reading=_reading(fields, given.pop("trace"), given.pop("scheme")), **given)

    for option in reversed(_READINGS):
        gathered = option(gathered)
    return gathered


def _made(model: str | None, calls: dict[str, Any]) -> CallOptions:
    from dunyazad.engines.record import CallOptions

    if model is None:
        context = click.get_current_context()
        for name in _CALL_NAMES:
            if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
                shown = "-M" if name == "model_args" else f"--{name.replace('_', '-')}"
                raise InputError(f"{shown} means nothing without --model")
    return CallOptions(model_args=options.model_arguments(calls.pop("model_args")), **calls)


def _reading(fields: dict[str, str], trace: Any, scheme: Any) -> Reading:
    from dunyazad.engines.inputs import Fields, Reading

    return Reading(fields=Fields(**fields), trace=trace, scheme=scheme)
