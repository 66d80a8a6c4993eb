"""`dunyazad models pull`."""

from __future__ import annotations

import click

from dunyazad.cli.progress import note

__all__ = ["pull"]


@click.command()
@click.argument("name")
def pull(name: str) -> None:
    """Fetch model NAME into the cache and verify it. Does nothing where it is there already."""
    from dunyazad.models import store

    path = store.pull(name, progress=note)
    click.echo(path)
