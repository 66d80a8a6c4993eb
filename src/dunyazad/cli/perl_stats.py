"""`dunyazad perl stats`."""

from __future__ import annotations

from pathlib import Path

import click

from dunyazad.cli import options
from dunyazad.cli.annotated import in_files, told_apart

__all__ = ["stats"]


@click.command()
@in_files
@options.as_json
def stats(files: tuple[Path, ...], json_: bool) -> None:
    """Count what the annotated chains of FILES hold: labels, premises, shape, and what contradicts itself.

    FILES are PERL's, or JSON lines of such items or of our own records. With several files, each is told and all
    together.
    """
    import msgspec

    from dunyazad.perl import perl_stats, read_annotated

    found = perl_stats(*read_annotated(files))
    told_apart(found.malformed)
    if json_:
        total = msgspec.to_builtins(found.total)
        options.print_json({**total, "files": found.files, "malformed": found.malformed})
        return
    from rich.console import Console

    from dunyazad.cli.tables import print_stats

    print_stats(found, Console())
