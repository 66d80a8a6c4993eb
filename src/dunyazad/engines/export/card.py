"""The card of a dataset folder: YAML front matter that `datasets` and the Hub read, then prose for people."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from dunyazad._version import __version__
from dunyazad.chaining.floors import FloorCell, FloorReport, Share
from dunyazad.engines.export.columns import Column, Kind
from dunyazad.engines.export.folder import MARK
from dunyazad.engines.export.licences import Licence
from dunyazad.engines.export.tally import Passing

__all__ = ["ALL", "CardText", "dataset_card", "size_category"]

# The config that holds every chain, and is loaded where none is named.
ALL = "all"
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"), (10**7, "1M<n<10M"))


class CardText(msgspec.Struct, frozen=True):
    """What only the user knows of a dataset.

    Attributes:
        name: Its name.
        licence: Its licence.
        command: How its chains were made; empty where not told.
        floors: What policies without reasoning reach; None where not told.
    """

    name: str
    licence: Licence
    command: str = ""
    floors: FloorReport | None = None


def size_category(count: int) -> str:
    """The Hub's word for a number of rows.

    Example:
        >>> size_category(999), size_category(18_000)
        ('n<1K', '10K<n<100K')
    """
    return next((word for bound, word in _SIZES if count < bound), "n>10M")


def dataset_card(text: CardText, passing: Passing, columns: Sequence[Column], sizes: Mapping[str, int]) -> str:
    """Write a dataset's README.md.

    Args:
        text: What only the user knows.
        passing: What was counted of its chains.
        columns: Its columns.
        sizes: How many bytes the rows of each cell take in memory.
    """
    return f"---\n{_front_matter(text, passing, columns, sizes)}---\n\n{_prose(text, passing, columns)}"


def _front_matter(text: CardText, passing: Passing, columns: Sequence[Column], sizes: Mapping[str, int]) -> str:
    cells = [(ALL, passing.total, sum(sizes.values())), *((name, n, sizes[name]) for name, n in passing.cells)]
    features = [_feature(column) for column in columns]
    licences = text.licence.identifiers
    front: dict[str, Any] = {
        "pretty_name": text.name,
        "license": licences[0] if len(licences) == 1 else list(licences),
        **({"license_name": text.licence.name} if text.licence.name else {}),
        "language": ["en"],
        "task_categories": ["question-answering", "text-generation"],
        "tags": ["math-word-problems", "reasoning", "evaluation", "dunyazad"],
        "size_categories": [size_category(passing.total)],
        "configs": [
            {
                "config_name": name,
                **({"default": True} if name == ALL else {}),
                "data_files": [{"split": "test", "path": f"data/{'*' if name == ALL else name}/test-*.parquet"}],
            }
            for name, *_ in cells
        ],
        "dataset_info": [
            {
                "config_name": name,
                "features": features,
                "splits": [{"name": "test", "num_bytes": size, "num_examples": count}],
                "dataset_size": size,
            }
            for name, count, size in cells
        ],
    }
    # JSON is YAML: one line a key, no quoting rules to get wrong, and no library.
    return "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in front.items())


def _feature(column: Column) -> Mapping[str, Any]:
    shapes: dict[Kind, dict[str, Any]] = {
        "text": {"dtype": "string"},
        "whole": {"dtype": "int64"},
        "texts": {"list": "string"},
        "wholes": {"list": "int64"},
        "text_lists": {"list": {"list": "string"}},
    }
    return {"name": column.name, **shapes[column.kind]}


def _prose(text: CardText, passing: Passing, columns: Sequence[Column]) -> str:
    cells = "\n".join(f"| `{name}` | {count} |" for name, count in passing.cells)
    table = "\n".join(f"| `{column.name}` | {column.about} |" for column in columns)
    sources = ", ".join(f"`{source or 'not named'}`" for source in passing.sources)
    return f"""\
# {text.name}

{passing.total} chained math word problems: several problems joined by gates, so that what holds in one depends on the
answer to another. All gold answers are exact and were certified when the chains were made.

{chr(10).join(passing.canaries)}

## Configs

One config for each cell, and `{ALL}` (the default) for all of them. Every config has one split, `test`.

| config | chains |
|---|---|
{cells}

## Columns

| column | what it holds |
|---|---|
{table}

Positions count from 0 in solving order. Exact numbers are text ("18", "33/2").

The lines of the column `record`, written to a file, are a file of chains for `dunyazad solve` and all other commands.

## How it was made

- Generator: {", ".join(passing.generators)}
- Seeds: {", ".join(map(str, passing.seeds))}
- Sources of the problems: {sources}
{f"- Command: `{text.command}`{chr(10)}" if text.command else ""}- {MARK} of dunyazad {__version__}.
{_floors(text.floors)}
## Licence

{text.licence.sentence}
"""


def _floors(report: FloorReport | None) -> str:
    if report is None:
        return ""
    cells = (*report.cells, report.overall)
    policies = [floor.policy for floor in report.overall.floors]
    tables = [
        f"{title}, expected % of chains:\n\n{_floor_table(cells, policies, share)}"
        for title, share in (("All links", "all_links"), ("Final answer", "final"))
    ]
    return f"""
## Shortcut floors

What policies reach that do not reason. A result near these shows nothing.

{chr(10).join(tables)}"""


def _floor_table(cells: Sequence[FloorCell], policies: Sequence[str], share: str) -> str:
    head = " | ".join("all" if cell.length is None else f"{cell.order} {cell.length}" for cell in cells)
    lines = [f"| policy | {head} |", f"|---|{'---|' * len(cells)}"]
    for policy in policies:
        found = [next((floor for floor in cell.floors if floor.policy == policy), None) for cell in cells]
        shares: list[Share | None] = [None if floor is None else getattr(floor, share) for floor in found]
        figures = " | ".join("–" if one is None else f"{100 * one.value:.1f}" for one in shares)
        lines.append(f"| `{policy}` | {figures} |")
    return "\n".join(lines) + "\n"
