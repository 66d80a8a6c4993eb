"""`dunyazad models list`."""

from __future__ import annotations

import click

from dunyazad.cli import options

__all__ = ["list_"]


@click.command(name="list")
@options.as_json
def list_(json_: bool) -> None:
    """Show the embedded models: name, whether it is in the cache, size, licence, file."""
    from dunyazad.models import store

    models = store.listing()
    if json_:
        options.print_json(models)
        return
    for model in models:
        state = "in the cache" if model.pulled else f"not pulled: dunyazad models pull {model.name}"
        click.echo(f"gguf/{model.name}  {model.size / 1e6:.0f} MB  {model.licence}  {state}  {model.path}")
    click.echo("A path to any GGUF file works too: gguf/PATH; and with a network: gguf/hf:OWNER/REPO/FILE.gguf")
