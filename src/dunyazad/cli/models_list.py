"""`dunyazad models list`."""

from __future__ import annotations

import click

from dunyazad.cli.options import as_json

__all__ = ["list_"]
