"""The options that say where a set of problems is and how to read it, gathered into one record."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import click

__all__ = ["source_options"]

_FORMATS = ("gsm8k", "svamp", "multiarith", "asdiv", "plain")

_OPTIONS = (
    click.option("--format", type=click.Choice(_FORMATS), help="The set's format; told by its fields."),
    click.option("--question-field", metavar="NAME", default="", help="The field that holds the question."),
    click.option("--answer-field", metavar="NAME", default="", help="The field that holds the answer."),
    click.option("--name", metavar="NAME", default="", help="What ids begin with; the set's or the format's name."),
    click.option("--config", metavar="NAME", default="", help="The configuration of a set on the Hugging Face Hub."),
    click.option("--split", metavar="NAME", default="", help="Its split; test where it has that, or its only one."),
    click.option("--revision", metavar="NAME", default="", help="Its commit, branch or tag."),
    click.option("--size", type=click.IntRange(min=1), default=100, help="How many reasoning-gym makes (100)."),
    click.option("--seed", type=int, default=0, help="The seed of reasoning-gym (0)."),
)


def source_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command these options as one argument, `reading`."""

    @functools.wraps(command)
    def gathered(**given: Any) -> Any:
        from dunyazad.problems.sources import SourceOptions

        taken = {name: given.pop(name) for name in SourceOptions.__struct_fields__}
        taken["format"] = taken["format"] or ""
        return command(reading=SourceOptions(**taken), **given)

    for option in reversed(_OPTIONS):
        gathered = option(gathered)
    return gathered
