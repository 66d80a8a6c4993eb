"""Annotated chains as Parquet tables: one row a chain, in plain columns, with the whole record beside.

The columns are for those who do not use our records; a record cannot be told from them without loss. Tables without
that column are read as published items under the names of their columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import IO, Any

import msgspec

from dunyazad._exceptions import InputError
from dunyazad._records import AtomicFile, encode, require
from dunyazad.perl.record import AnnotatedChain, ProcessChain

__all__ = ["read_table", "write_table"]

# Columns of the table, and what they hold.
COLUMNS: dict[str, str] = {
    "id": "text",
    "source": "text",
    "set": "text",
    "split": "text",
    "question": "text",
    "steps": "texts",
    "step_numbers": "wholes",
    "premises": "lists of wholes",
    "labels": "lists of texts",
    "chain_labels": "texts",
    "first_error": "whole",
    "solution": "text",
    "answer": "text",
    "model_answer": "text",
    "is_correct": "truth",
    "generator": "text",
    "record": "text",
}
_BATCH = 256


def write_table(path: Any, items: Iterable[AnnotatedChain | ProcessChain]) -> int:
    """Write items as a Parquet table that appears whole or not at all; gives how many.

    Premises are step *positions* (0 for the question), each once; `first_error` counts steps from 1. What was not
    annotated is null.

    Raises:
        InputError: The place cannot be written to.
        MissingExtraError: The extra `data` is not installed.
    """
    parquet, arrow = require("pyarrow.parquet", "data"), require("pyarrow", "data")
    rows = [_row(item) for item in items]
    table = arrow.Table.from_pylist(rows, schema=_schema(arrow))
    sink = arrow.BufferOutputStream()
    parquet.write_table(table, sink, compression="zstd")
    with AtomicFile(path) as file:
        file.write(sink.getvalue().to_pybytes())
    return len(rows)


def _row(item: AnnotatedChain | ProcessChain) -> dict[str, Any]:
    record = encode(item).decode()
    if isinstance(item, ProcessChain):
        return {
            "id": item.id,
            "source": item.source,
            "question": item.problem,
            "steps": list(item.steps),
            "first_error": item.first_error,
            "is_correct": item.final_answer_correct,
            "generator": item.generator,
            "record": record,
        }
    plain = {name: getattr(item, name) for name in ("id", "source", "set", "split", "question", "solution")}
    premises, labels = item.premises, item.labels
    known = all(found is not None for found in labels)
    wrong = [place for place, found in enumerate(labels, start=1) if found not in (None, ("correct",))]
    return plain | {
        "steps": [step.text for step in item.steps],
        "step_numbers": [step.number for step in item.steps],
        "premises": None if premises is None else [list(links) for links in premises],
        "labels": [None if found is None else list(found) for found in labels],
        "chain_labels": None if item.chain_labels is None else list(item.chain_labels),
        "first_error": wrong[0] if known and wrong else None,
        "answer": None if item.answer is None else str(item.answer),
        "model_answer": None if item.model_answer is None else str(item.model_answer),
        "is_correct": item.is_correct,
        "record": record,
    }


def _schema(arrow: Any) -> Any:
    text, whole = arrow.string(), arrow.int64()
    types = {
        "text": text,
        "whole": whole,
        "truth": arrow.bool_(),
        "texts": arrow.list_(text),
        "wholes": arrow.list_(whole),
        "lists of texts": arrow.list_(arrow.list_(text)),
        "lists of wholes": arrow.list_(arrow.list_(whole)),
    }
    return arrow.schema([(name, types[kind]) for name, kind in COLUMNS.items()])


def read_table(stream: IO[bytes], name: str) -> Iterator[bytes]:
    """Yield the rows of a Parquet table as JSON: the records where it has them, else the columns under their names.

    Raises:
        InputError: It is damaged.
        MissingExtraError: The extra `data` is not installed.
    """
    parquet, arrow = require("pyarrow.parquet", "data"), require("pyarrow", "data")
    try:
        table = parquet.ParquetFile(arrow.py_buffer(stream.read()))
        for batch in table.iter_batches(batch_size=_BATCH):
            for fields in batch.to_pylist():
                yield _as_json(fields)
    except arrow.ArrowException as error:
        raise InputError(f"cannot read {name}: {str(error).splitlines()[0]}") from None


def _as_json(fields: dict[str, Any]) -> bytes:
    record = fields.get("record")
    if isinstance(record, str):
        return record.encode()
    # A column that a row has nothing for is null in a table, and a missing key in a list of items.
    return msgspec.json.encode({key: value for key, value in fields.items() if value is not None})
