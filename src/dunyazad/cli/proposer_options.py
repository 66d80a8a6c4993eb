"""The option `--proposer` and how its model is called, gathered into one value."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from dunyazad.cli.call_options import call_options

if TYPE_CHECKING:
    from dunyazad.engines import CallOptions

__all__ = ["Proposer", "proposer_options"]


class Proposer(NamedTuple):
    """Which model is asked, and how."""

    model: str
    options: CallOptions


def proposer_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command these options as one argument, `proposer`, which is None where no model is to be asked."""

    @functools.wraps(command)
    def gathered(*, calls: CallOptions, **given: Any) -> Any:
        model = given.pop("proposer")
        return command(proposer=None if model is None else Proposer(model, calls), **given)

    asked = call_options(model="proposer", seed="model-seed", temperature="Of the proposer (0).")(gathered)
    return click.option("--proposer", metavar="MODEL", help="Ask this Inspect model about what the rules reject.")(
        asked
    )
