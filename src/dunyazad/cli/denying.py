"""The option `--deny`, and what is said about what it left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from dunyazad.cli import options
from dunyazad.cli.progress import note

if TYPE_CHECKING:
    from dunyazad.problems.deny import DenyList

__all__ = ["deny", "tell"]

_FEW = 5

deny = click.option(
    "--deny",
    "deny_files",
    type=options.in_file,
    multiple=True,
    help="A deny-list, as `problems review --deny` writes it: what it names is left out; repeatable.",
)


def tell(found: DenyList) -> dict[str, object]:
    """Say on standard error what a list left out and what it names that is not there; gives the same for JSON."""
    if not len(found):
        return {}
    note(f"left out {len(found.left_out)} that the deny-list names")
    if found.changed:
        note(f"  changed since somebody judged it: {_some(found.changed)}")
    if found.unknown:
        note(f"the deny-list names what is not here: {_some(found.unknown)}")
    return {"denied": len(found.left_out), "denied_changed": found.changed, "denied_unknown": list(found.unknown)}


def _some(names: list[str] | tuple[str, ...]) -> str:
    more = len(names) - _FEW
    return ", ".join(names[:_FEW]) + (f" and {more} more" if more > 0 else "")
