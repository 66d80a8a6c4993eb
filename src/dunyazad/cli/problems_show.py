"""`dunyazad problems show`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dunyazad._exceptions import InputError
from dunyazad.cli import options

if TYPE_CHECKING:
    from dunyazad.problems import Problem

__all__ = ["show"]


@click.command()
@click.argument("name", metavar="ID")
@click.option("--from", "file", type=options.in_file, help="A file of problems; without it, ID names a template.")
@options.seed
@options.as_json
def show(name: str, file: Path | None, seed: int, json_: bool) -> None:
    """Print one problem with its parts, its program and its gold steps.

    ID is a problem's id in the file given with --from, or a template, of which --seed draws one problem.
    """
    problem = _from_file(name, file) if file else _from_template(name, seed)
    if json_:
        options.print_json(problem)
    else:
        from dunyazad.report.visible import reveal_line

        # A text of somebody else's must not command the terminal, nor write lines of its own.
        click.echo("\n".join(map(reveal_line, _lines(problem))))


def _from_file(name: str, file: Path) -> Problem:
    from dunyazad.problems import read_problems

    for problem in read_problems(file):
        if problem.id == name:
            return problem
    raise InputError(f"no problem {name!r} in {file}")


def _from_template(name: str, seed: int) -> Problem:
    from dunyazad.problems import make_problems, select_templates

    return next(make_problems(1, seed=seed, templates=select_templates([name.removeprefix("template:")])))


def _lines(problem: Problem) -> Iterator[str]:
    from dunyazad.numbers import render_number

    def number(value: object) -> str:
        from fractions import Fraction

        return render_number(value) if isinstance(value, Fraction) else "not known"

    yield problem.id
    yield ""
    for label, text in (
        ("first premise", problem.first_premise),
        ("alternate", problem.alternate_first_premise),
        ("other premises", problem.premises or "(none)"),
        ("question", problem.question),
        ("conclusion", problem.conclusion),
        ("wrong conclusion", problem.wrong_conclusion),
        ("answer", number(problem.answer)),
        ("counterfactual", number(problem.counterfactual_answer)),
        ("names", ", ".join(problem.names) or "(none)"),
    ):
        yield f"{label:>16}  {text}"
    if problem.program is not None:
        yield ""
        yield "program"
        for given in problem.program.givens:
            changed = f" (alternate: {number(problem.program.alternate_value)})"
            note = changed if given.name == problem.program.changed else ""
            yield f"  {given.name} = {number(given.value)}   from {given.part.replace('_', ' ')}{note}"
        for operation in problem.program.operations:
            yield f"  {operation.name} = {operation.expression} = {number(operation.value)}"
    if problem.solution:
        yield ""
        yield "gold steps, each with the steps that it rests on (0 is the problem's text)"
        for place, step in enumerate(problem.solution, start=1):
            yield f"  {place}. {step.text}  [{', '.join(map(str, step.premises))}]"
