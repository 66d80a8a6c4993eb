"""`dunyazad benchmark errors`."""

from __future__ import annotations

from pathlib import Path

import click

from dunyazad.cli import options
from dunyazad.cli.annotated import in_files, records_option, told_apart, verified_by, verifier_options

__all__ = ["errors"]


@click.command()
@in_files
@verifier_options
@records_option
@options.as_json
def errors(
    files: tuple[Path, ...], errors: str, premises: str, gold: Path | None, records: Path | None, json_: bool
) -> None:
    """Compare verdicts on steps with the labels that annotators gave the chains of FILES.

    Accuracy per type of step, in the paper's reading and in strict ones, per file and over all; a confusion matrix.
    `--premises oracle` takes the annotators' premises.
    """
    from dunyazad.benchmarks import score_errors
    from dunyazad.benchmarks.published import published
    from dunyazad.perl import read_annotated

    chains, malformed = read_annotated(files)
    told_apart(malformed)
    find, premises, errors = verified_by(chains, records, gold, premises=premises, errors=errors)
    found = score_errors(chains, lambda chain: find(chain).verdicts, method=errors, premises=premises)
    beside = [row for name in dict.fromkeys(chain.set for chain in chains) for row in published("errors", name)]
    if json_:
        import msgspec

        options.print_json({**msgspec.to_builtins(found), "published": beside, "malformed": malformed})
        return
    from rich.console import Console

    from dunyazad.cli.scores import print_errors

    print_errors(found, beside, Console())
