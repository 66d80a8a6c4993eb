"""The table of codes is what the code says and what the docs show."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from dunyazad.problems.lacking import CODES

REPO = Path(__file__).parents[2]


def said() -> Iterator[object]:
    """The first argument of every `Lacking(...)`: a text, or None where it is none until it runs."""
    for file in (REPO / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Lacking":
                yield node.args[0].value if isinstance(node.args[0], ast.Constant) else None


def test_regression_every_code_that_is_said_is_in_the_table_and_no_other_is() -> None:
    # `chains make` counted chains as skipped (number-negative), and no page said what that means.
    assert set(said()) == set(CODES)


def test_the_docs_show_the_table() -> None:
    rows = [f"| `{name}` | {meaning} |" for name, meaning in sorted(CODES.items())]
    assert "\n".join(rows) in (REPO / "docs/chaining.md").read_text("utf-8")
