"""Options and argument types that several commands share."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from dunyazad._exceptions import InputError

__all__ = [
    "LENGTHS",
    "TELLINGS",
    "FiniteRange",
    "as_json",
    "in_file",
    "limit",
    "max_risk",
    "model_arguments",
    "out_file",
    "print_json",
    "refuse_both",
    "refuse_overwriting",
    "seed",
    "summarise",
    "threshold",
]

F = TypeVar("F", bound=Callable[..., Any])
_LONGEST = 1000


class FiniteRange(click.FloatRange):
    """A number within bounds; `nan` is within none, which click does not see."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """See click."""
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is no finite number.", param, ctx)
        return number


class Lengths(click.ParamType[tuple[int, ...]]):
    """Chain lengths: `5`, `2-10`, `1,3-5`."""

    name = "lengths"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        """Give the lengths, ascending and distinct."""
        if isinstance(value, tuple):
            return value
        found: set[int] = set()
        for part in str(value).split(","):
            low, _, high = part.strip().partition("-")
            if not low.isdecimal() or (high and not high.isdecimal()):
                self.fail(f"{value!r}: give a length, a range or a list, such as 5, 2-10 or 1,3-5", param, ctx)
            first, last = int(low), int(high or low)
            if not 1 <= first <= last <= _LONGEST:
                self.fail(f"{part.strip()!r}: lengths run from 1 to {_LONGEST}, the smaller first", param, ctx)
            found.update(range(first, last + 1))
        return tuple(sorted(found))


class Tellings(click.ParamType[tuple[str, ...]]):
    """Orders in which chains can be told: names, and positions such as `2,0,1`; several with commas.

    Positions that follow one another are one order; a semicolon parts two.
    """

    name = "orders"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        """Give the orders as asked, without repeats."""
        from dunyazad.chaining.structure import parse_order

        if isinstance(value, tuple):
            return value
        orders: list[str] = []
        for group in str(value).split(";"):
            positions: list[str] = []
            for part in [*(part.strip() for part in group.split(",")), ""]:
                if part.isdecimal():
                    positions.append(part)
                    continue
                if positions:
                    orders.append(",".join(positions))
                    positions = []
                if part:
                    orders.append(part)
        if not orders:
            self.fail(f"{value!r}: no order given", param, ctx)
        try:
            for order in orders:
                parse_order(order)
        except InputError as error:
            self.fail(str(error), param, ctx)
        return tuple(dict.fromkeys(orders))


LENGTHS, TELLINGS = Lengths(), Tellings()

in_file = click.Path(path_type=Path, allow_dash=True)
_out = click.Path(path_type=Path, allow_dash=True)


def out_file(what: str, default: str | None = None) -> Callable[[F], F]:
    """The option `-o` for the file to write."""
    say = f"{what}; - is standard output. Appears whole or not at all."
    if default is None:  # to click, a default of None is a default, and no option with one is missing
        return click.option("-o", "--out", type=_out, required=True, help=say)
    return click.option("-o", "--out", type=_out, default=default, help=say)


seed = click.option("--seed", type=int, default=0, show_default=True, help="Same seed and input, same bytes.")
threshold = click.option(
    "--threshold", type=FiniteRange(0, 1), metavar="T",
    help="For `provenance`: keep premises scored above T; 0.5 where left out. Higher is surer, lower misses less.",
)  # fmt: skip

limit = click.option("--limit", type=click.IntRange(min=1), help="Take only the first so many.")
max_risk = click.option(
    "--max-risk",
    type=click.Choice(["low", "medium", "high"]),
    default="high",
    show_default=True,
    help="Leave out problems that were taken apart and whose risk is greater.",
)
as_json = click.option("--json", "json_", is_flag=True, help="Print JSON on standard output.")


def summarise(out: Path, message: str, summary: Mapping[str, object] | None) -> None:
    """Say what was written: to the person in a sentence, or (where there is a summary) to a script as JSON."""
    if summary is None:
        click.echo(message, err=True)
    else:
        print_json({"out": str(out), **summary})


def refuse_both(out: Path, json_: bool) -> None:
    """Refuse `-o - --json` before any work.

    Raises:
        InputError: Both the records and the summary would go to standard output.
    """
    if json_ and str(out) == "-":
        raise InputError("-o - and --json would both write to standard output: give one of them a file")


def refuse_overwriting(written: Iterable[Path | str | None], read: Iterable[Path | str | None]) -> None:
    """Refuse to write a file that is also read, or two results into one file, before any work.

    What is no file (- , a set's name, nothing) is passed over.

    Raises:
        InputError: A file would be lost.
    """
    inputs = {_place(path) for path in read}
    outputs: set[str] = set()
    for path in written:
        if not (place := _place(path)):
            continue
        if place in inputs:
            raise InputError(f"{path} is read, and writing to it would destroy it: give the result another file")
        if place in outputs:
            raise InputError(f"{path} is given for two results: give each its own file")
        outputs.add(place)


def _place(path: Path | str | None) -> str:
    if path is None or str(path) == "-" or (os.path.exists(path) and not os.path.isfile(path)):
        return ""
    try:
        found = os.stat(path)
    except OSError:
        return os.path.realpath(path)
    return f"{found.st_dev}/{found.st_ino}"  # a file of two names is one file


def print_json(value: object) -> None:
    """Print a record or plain value as indented JSON."""
    import msgspec

    from dunyazad._records import encode

    click.echo(msgspec.json.format(encode(value), indent=2))


def model_arguments(pairs: tuple[str, ...]) -> dict[str, str | int | float | bool]:
    """Read the NAME=VALUE pairs of `-M`; numbers and true or false are taken as such.

    Raises:
        InputError: One is no such pair.
    """
    made: dict[str, str | int | float | bool] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not name or not equals:
            raise InputError(f"-M takes NAME=VALUE, not {pair!r}")
        made[name.replace("-", "_")] = _value(text)
    return made


def _value(text: str) -> str | int | float | bool:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
