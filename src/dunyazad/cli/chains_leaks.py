"""`dunyazad chains leaks`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dunyazad.cli import options
from dunyazad.cli.progress import track

if TYPE_CHECKING:
    from rich.table import Table

    from dunyazad.chaining.leaks import LeakReport, LeakTest

__all__ = ["leaks"]


@click.command()
@click.argument("file", type=options.in_file)
@click.option(
    "--alpha", type=options.FiniteRange(0, 1, min_open=True, max_open=True), default=0.01, show_default=True,
    help="A corrected p-value below this is a leak.",
)  # fmt: skip
@click.option("--all", "all_", is_flag=True, help="Show every measure, not only those that come nearest to a leak.")
@options.limit
@options.as_json
@click.pass_context
def leaks(context: click.Context, file: Path, alpha: float, all_: bool, limit: int | None, json_: bool) -> None:
    """Test whether the look of the gates of FILE tells which of their branches is the true one.

    Lengths, spaces, punctuation, places, sizes of numbers and more, each against chance, with problems (not gates) as
    what is independent, and corrected for how many there are. Exit code 1 if one of them tells the branch. Where there
    are too few problems to find a leak, that is said.
    """
    from itertools import islice

    from dunyazad._records import read_records
    from dunyazad.chaining import ChainedProblem
    from dunyazad.chaining.leaks import leaks as test
    from dunyazad.cli.files import some

    rows = islice(some(read_records(file, ChainedProblem), "chains", file), limit)
    report = test(track(rows, "Leaks"), alpha=alpha)
    if json_:
        options.print_json({"found": report.found, "too_few": report.too_few, **_plain(report)})
    else:
        _print(report, all_)
    context.exit(1 if report.found else 0)


_SHOWN = 12
_WIDE = 110


def _plain(report: LeakReport) -> dict[str, object]:
    import msgspec

    return msgspec.structs.asdict(report)


def _print(report: LeakReport, all_: bool) -> None:
    from rich.console import Console

    tests = sorted((test for test in report.tests if test.p is not None), key=lambda test: test.p or 0)
    console = Console()
    if not console.is_terminal:  # in a pipe or file nothing need be folded
        console.width = max(console.width, _WIDE)
    if tests:
        console.print(_table(tests if all_ else tests[:_SHOWN]))
        console.print()
    constant = len(report.tests) - len(tests)
    click.echo(f"{len(tests)} measures tested; {constant} more never differ in this file and cannot tell anything")
    if report.together is not None:
        found = report.together
        click.echo(
            f"all together, learned on {found.learned:,} gates and tried on {found.tried:,} of other problems: "
            f"{100 * found.accuracy:.1f}% right (95%: {100 * found.low:.1f} to {100 * found.high:.1f}), "
            f"by chance {100 * found.chance:.1f}%, p = {_p(found.p)}"
        )
    else:
        click.echo(f"all together: not learned, for {report.together_reason}")
    if report.unread:
        click.echo(f"left out: {report.unread:,} chains whose gates do not stand where the row says", err=True)
    numeric = f" ({report.numeric:,} numeric ones hide no branch)" if report.numeric else ""
    click.echo(f"{report.chains:,} chains, {report.gates:,} gates over {report.problems:,} problems{numeric}")
    click.echo(_verdict(report))


def _verdict(report: LeakReport) -> str:
    if not report.gates:
        return "no gate with branches: there is nothing to tell"
    if report.found:
        return f"leak: {'; '.join(report.found)} (corrected p below {report.alpha:g})"
    if report.too_few:
        return f"too few problems ({report.problems:,}) to find a leak: nothing is known"
    return f"no measure tells the true branch better than chance (each corrected p at least {report.alpha:g})"


def _table(tests: list[LeakTest]) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1, 0, 0), collapse_padding=True)
    table.add_column("of")
    table.add_column("measure")
    for name in ("problems", "area", "would see", "p", "corrected"):
        table.add_column(name, justify="right", no_wrap=True)
    for test in tests:
        table.add_row(
            test.what,
            test.measure,
            f"{test.problems:,}",
            f"{test.area:.3f}",
            f"{test.detectable:.3f}",
            _p(test.p),
            _p(test.adjusted),
        )
    return table


def _p(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.3f}" if value >= 0.001 else f"{value:.0e}"
