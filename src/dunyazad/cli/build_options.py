"""Options of `perl build`, gathered into records: where questions are, and what is built."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from dunyazad.cli import options

__all__ = ["set_options", "source_options"]

_SOURCE = (
    click.option("--source-format", "format", type=click.Choice(["gsm8k", "svamp", "multiarith", "asdiv", "plain"]),
                 help="The format of the questions; told by their fields."),
    click.option("--question-field", metavar="NAME", default="", help="The field that holds the question."),
    click.option("--answer-field", metavar="NAME", default="", help="The field that holds the answer."),
    click.option("--config", metavar="NAME", default="", help="The configuration of a set on the Hugging Face Hub."),
    click.option("--split", metavar="NAME", default="", help="Its split; test where it has that, or its only one."),
    click.option("--revision", metavar="NAME", default="", help="Its commit, branch or tag."),
    click.option("--size", type=click.IntRange(min=1), default=100, help="How many reasoning-gym makes (100)."),
)  # fmt: skip

_SIZES = (
    click.option("--positives", type=click.IntRange(min=0), default=0, help="Chains with the right answer."),
    click.option("--negatives", type=click.IntRange(min=0), default=0, help="Chains with a wrong answer."),
    click.option("--synthetic", type=click.IntRange(min=0), default=0, help="Right chains, made wrong in one step."),
)

_SET = (
    click.option("--name", default="", metavar="NAME", help="The set's name; the questions' where not given."),
    click.option("--questions", type=click.IntRange(min=1), help="Solve only so many questions, drawn by the seed."),
    click.option("--samples", type=click.IntRange(1, 9999), default=1, show_default=True,
                 help="Solutions sampled for each question."),
    click.option("--per-question", type=click.IntRange(min=1), default=1, show_default=True,
                 help="How many chains of one question a set may have."),
    click.option("--perturb", type=click.Choice(["certified", "model", "mixed"]), default="certified",
                 show_default=True, help="How synthetic negatives are made: see above."),
    click.option("--certified-share", "share", type=options.FiniteRange(0, 1), default=0.5, show_default=True,
                 help="For mixed: which share is certified."),
    click.option("--kind", "kinds", type=click.Choice(["slip", "operation", "given", "operand", "omitted"]),
                 multiple=True, help="How certified ones are made wrong; repeatable; all where not given."),
    click.option("--min-steps", type=click.IntRange(min=1), default=1, show_default=True,
                 help="Solutions with fewer steps are in no set."),
    click.option("--scheme", default="auto", show_default=True, help="How a response is cut into steps.",
                 type=click.Choice(["auto", "step", "heading", "number", "bullet", "paragraph", "line", "sentence"])),
    click.option("--prompts", type=click.Path(path_type=Path), help="A folder of prompt texts that replace ours."),
    click.option("--format", "--to", "form", type=click.Choice(["jsonl", "perl"]), default="jsonl", show_default=True,
                 help="The sets' format: our records, or PERL's files."),
    click.option("--fewer-is-fine", "fewer", is_flag=True, help="Write what there is where there are too few chains."),
    click.option("--licence", help="The licence of the questions, where it is not known here."),
    options.seed,
)  # fmt: skip


def source_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command these options as one argument, `reading`; the seed and the name are the set's."""

    @functools.wraps(command)
    def gathered(**given: Any) -> Any:
        from dunyazad.problems.sources import SourceOptions

        names = ("format", "question_field", "answer_field", "config", "split", "revision", "size")
        taken = {name: given.pop(name) for name in names}
        taken["format"] = taken["format"] or ""
        return command(reading=SourceOptions(**taken, seed=given["seed"]), **given)

    return _with(_SOURCE, gathered)


def set_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command these options as one argument, `wanted`: all but the name, which may follow from the questions."""

    @functools.wraps(command)
    def gathered(**given: Any) -> Any:
        from dunyazad.perl import KINDS
        from dunyazad.perl.building import BuildOptions, Sizes

        names = [name for name in BuildOptions.__struct_fields__ if name != "sizes"]
        taken = {name: given.pop(name) for name in names if name != "seed"} | {"seed": given["seed"]}
        taken["kinds"] = taken["kinds"] or tuple(KINDS)
        taken["prompts"] = None if taken["prompts"] is None else str(taken["prompts"])
        sizes = Sizes(given.pop("positives"), given.pop("negatives"), given.pop("synthetic"))
        return command(wanted=BuildOptions(sizes=sizes, **taken), **given)

    return _with((*_SIZES, *_SET), gathered)


def _with(made: tuple[Callable[..., Any], ...], command: Callable[..., Any]) -> Callable[..., Any]:
    for option in reversed(made):
        command = option(command)
    return command
