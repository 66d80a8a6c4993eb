"""`dunyazad benchmark certified`."""

from __future__ import annotations

from pathlib import Path

import click

from dunyazad.cli import options
from dunyazad.cli.annotated import in_files, records_option, told_apart, verified_by, verifier_options

__all__ = ["certified"]


@click.command()
@in_files
@verifier_options
@records_option
@options.as_json
def certified(
    files: tuple[Path, ...], errors: str, premises: str, gold: Path | None, records: Path | None, json_: bool
) -> None:
    """Judge the certified chains of FILES, as `perl make` and `perl perturb` write them.

    Is the step that was made wrong named, are the labels right, and is anything sound flagged? All together, and by the
    way in which a step was made wrong.
    """
    from dunyazad.benchmarks import score_certified
    from dunyazad.perl import read_annotated

    chains, malformed = read_annotated(files)
    told_apart(malformed)
    find, premises, errors = verified_by(chains, records, gold, premises=premises, errors=errors)
    found = score_certified(chains, lambda chain: find(chain).verdicts, method=errors, premises=premises)
    if json_:
        import msgspec

        whole = msgspec.to_builtins(found[0])
        options.print_json({**whole, "kinds": found[1:], "malformed": malformed})
        return
    from rich.console import Console

    from dunyazad.cli.scores import print_certified

    print_certified(found, Console())
