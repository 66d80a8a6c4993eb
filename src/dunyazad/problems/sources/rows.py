"""What every kind of file and every loader gives: one row a problem, or why it could not be read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, TypeAlias

import msgspec

__all__ = ["WRAPPERS", "Damaged", "Row", "Rows", "decode_row", "rows_of"]

# The fields in which a JSON file of one object may hold its problems.
WRAPPERS = ("data", "examples", "problems", "instances", "questions", "rows")
_SHOWN = 200


class Row(msgspec.Struct, frozen=True):
    """One entry of a set, as its file holds it.

    Attributes:
        fields: The values by their names in small letters.
    """

    fields: Mapping[str, Any]


class Damaged(msgspec.Struct, frozen=True):
    """An entry that could not be read; it keeps its place in the set.

    Attributes:
        code: The reason, in kebab case.
        sentence: What is wrong.
    """

    code: str
    sentence: str


Rows: TypeAlias = Iterator[Row | Damaged]

# Decimals stay exact.
_decoder = msgspec.json.Decoder(dict[str, Any], float_hook=Decimal)


def rows_of(fields: Mapping[str, Any]) -> Rows:
    """Give an object as a row, or, where it only wraps a list of objects, those.

    Example:
        >>> [row.fields for row in rows_of({"data": [{"Question": "Why?"}, 3]}) if isinstance(row, Row)]
        [{'question': 'Why?'}]
    """
    wrapped = next((fields[name] for name in WRAPPERS if isinstance(fields.get(name), list)), None)
    if wrapped is None:
        yield _row(fields)
        return
    for entry in wrapped:
        inner = entry["row"] if isinstance(entry, dict) and isinstance(entry.get("row"), dict) else entry
        yield _row(inner) if isinstance(inner, dict) else Damaged("line-malformed", "the entry is no object")


def _row(fields: Mapping[str, Any]) -> Row:
    return Row({str(name).strip().lower(): value for name, value in fields.items()})


def decode_row(data: bytes) -> Mapping[str, Any] | Damaged:
    """Read one JSON object."""
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError, ArithmeticError) as error:
        return Damaged("line-malformed", f"the line is no JSON object: {str(error)[:_SHOWN]}")
    except RecursionError:
        return Damaged("line-malformed", "the line is nested too deeply")
