"""`dunyazad benchmark processbench`."""

from __future__ import annotations

from pathlib import Path

import click

from dunyazad.cli import options
from dunyazad.cli.annotated import in_files, records_option, told_apart, verified_by, verifier_options

__all__ = ["processbench"]


@click.command()
@in_files
@verifier_options
@records_option
@options.as_json
def processbench(
    files: tuple[Path, ...], errors: str, premises: str, gold: Path | None, records: Path | None, json_: bool
) -> None:
    """Find the first wrong step of the solutions of FILES, and compare with ProcessBench's labels.

    `reference` needs the gold solutions: --gold takes GSM8K's file, and joins it by the question. To score a critic
    that reads a whole solution, verify with `--errors critic` and give what it wrote with --records.
    """
    from dunyazad.benchmarks import named_first, score_process
    from dunyazad.benchmarks.published import published
    from dunyazad.perl import read_process

    chains, malformed = read_process(files)
    told_apart(malformed)
    find, premises, errors = verified_by(chains, records, gold, premises=premises, errors=errors)
    found = score_process(chains, lambda chain: named_first(find(chain)), method=errors)
    beside = [
        row for name in dict.fromkeys(chain.source for chain in chains) for row in published("processbench", name)
    ]
    if json_:
        import msgspec

        whole = msgspec.to_builtins(found)
        options.print_json({**whole, "premises": premises, "published": beside, "malformed": malformed})
        return
    from rich.console import Console

    from dunyazad.cli.scores import print_process

    print_process(found, beside, Console())
