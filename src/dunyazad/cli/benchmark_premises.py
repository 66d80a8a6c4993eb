"""`dunyazad benchmark premises`."""

from __future__ import annotations

from pathlib import Path

import click

from dunyazad.cli import options
from dunyazad.cli.annotated import in_files, records_option, told_apart

__all__ = ["premises"]


@click.command()
@in_files
@click.option(
    "--method", default="provenance", show_default=True, help="How to find premises: a method without a model."
)
@options.threshold
@records_option
@click.option(
    "--first-step",
    type=click.Choice(["leave-out", "keep"]),
    default="leave-out",
    show_default=True,
    help="The first step of a chain can rest on the question only: the paper leaves it out.",
)
@options.as_json
def premises(
    files: tuple[Path, ...], method: str, threshold: float | None, records: Path | None, first_step: str, json_: bool
) -> None:
    """Compare premises with those that annotators gave the chains of FILES.

    Beside the method stand two baselines, and what was published for language models (marked with *).
    """
    from typing import cast

    from dunyazad.benchmarks import compare_premises, premises_by, saved
    from dunyazad.benchmarks.premises import FirstStep
    from dunyazad.perl import read_annotated
    from dunyazad.premises import at_threshold

    if threshold is not None:
        method = at_threshold(method, threshold)
    chains, malformed = read_annotated(files)
    told_apart(malformed)
    if records is None:
        find = premises_by(method)
    else:
        verified = saved(records, chains)
        method, find = verified.premises, verified.links
    found = compare_premises(chains, find, method=method, first_step=cast(FirstStep, first_step))
    if json_:
        import msgspec

        whole = msgspec.to_builtins(found[0])
        options.print_json(
            {
                **whole.pop("scores"),
                **whole,
                "sets": [one for one in found if one.set != "all"],
                "malformed": malformed,
            }
        )
        return
    from rich.console import Console

    from dunyazad.cli.scores import print_premises

    print_premises(found, Console())
