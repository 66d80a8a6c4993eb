"""What the pages share: templates and assets of the package, and how text is let into them.

Nothing is let through as it stands but our own markup: all else is escaped, with hidden signs shown by code.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from importlib import resources
from typing import Any

from dunyazad._records import require
from dunyazad.report.visible import reveal, reveal_html

__all__ = ["asset", "environment", "page_key"]

_FOLDER = resources.files("dunyazad.report") / "templates"


def environment() -> Any:
    """The Jinja2 environment of a page: escaping, strict, with the filters `show`, `called` and `named`.

    Raises:
        MissingExtraError: Jinja2 is not installed.
    """
    jinja2 = require("jinja2", "report")
    markup = require("markupsafe", "report").Markup
    made = jinja2.Environment(
        loader=jinja2.FunctionLoader(_read),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(
        show=lambda text: markup(reveal_html(text)),
        # A name that runs from right to left must not reorder what stands around it.
        called=lambda text: markup(f"<bdi>{reveal_html(text)}</bdi>"),
        named=reveal,
    )
    return made


def asset(name: str) -> Any:
    """A style or script of the package, as markup that is let through as it stands."""
    return require("markupsafe", "report").Markup(_read(name))


def page_key(records: Iterable[tuple[str, str]], begun: Iterable[tuple[str, ...]] = ()) -> str:
    """What the browser keeps marks under: another file, version of it, or set of marks to begin with has others.

    Args:
        records: The ids and digests shown.
        begun: The ids and marks that the page begins with.
    """
    text = "\n".join(sorted("\x1f".join(part) for part in records))
    marks = "\n".join(sorted("\x1f".join(part) for part in begun))
    text = f"{text}\x1e{marks}" if marks else text
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")
