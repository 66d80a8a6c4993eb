"""The options of `verify` that say how chains are read, gathered into a record."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from dunyazad.engines.inputs import Reading

__all__ = ["reading_options"]

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


def reading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command these options as one argument, `reading`."""

    @functools.wraps(command)
    def gathered(**given: Any) -> Any:
        fields = {name: given.pop(f"{name}_field") for name in _FIELDS}
        return command(reading=_reading(fields, given.pop("trace"), given.pop("scheme")), **given)

    for option in reversed(_READINGS):
        gathered = option(gathered)
    return gathered


def _reading(fields: dict[str, str], trace: Any, scheme: Any) -> Reading:
    from dunyazad.engines.inputs import Fields, Reading

    return Reading(fields=Fields(**fields), trace=trace, scheme=scheme)
