"""The columns of exported chains: one flat row a chain, for those who do not use our records.

This is the one place that knows the record's fields: JSON lines, Parquet, the dataset card and the docs all follow
`COLUMNS`. Exact numbers are text ("18", "33/2"), and stand a second time as whole numbers where they are whole and fit
into 64 bits, so that nothing is ever a float.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Literal

import msgspec

from dunyazad._records import encode
from dunyazad.chaining import ChainedProblem, LogicGate, NumericGate, SwitchGate

__all__ = ["COLUMNS", "RECORD", "SMALLEST_AND_LARGEST", "Column", "Kind", "cell_of", "row_of"]

Kind = Literal["text", "whole", "texts", "wholes", "text_lists"]
Value = str | int | None | list[str] | list[int] | list[int | None] | list[list[str]] | list[list[str | None]]

SMALLEST_AND_LARGEST = (-(2**63), 2**63 - 1)


class Column(msgspec.Struct, frozen=True):
    """One column.

    Attributes:
        name: Its name.
        kind: `text`, `whole` (a 64-bit number or null), a list of either, or a list of lists of text.
        about: What it holds, for people.
        value: Takes it from a chain.
    """

    name: str
    kind: Kind
    about: str
    value: Callable[[ChainedProblem], Value]


def _whole(number: Fraction) -> int | None:
    low, high = SMALLEST_AND_LARGEST
    return number.numerator if number.denominator == 1 and low <= number.numerator <= high else None


def _counterfactuals(chain: ChainedProblem) -> list[list[str | None]]:
    return [
        [None if answer is None else str(answer) for answer in problem.counterfactual_answers]
        for problem in chain.problems
    ]


def _gate_kinds(chain: ChainedProblem) -> list[str]:
    return [gate.condition if isinstance(gate, LogicGate) else _tag(gate) for gate in chain.gates]


def _tag(gate: SwitchGate | NumericGate) -> str:
    return "switch" if isinstance(gate, SwitchGate) else "numeric"


COLUMNS: tuple[Column, ...] = (
    Column("id", "text", "The chain's id, unique in the file.", lambda chain: chain.id),
    Column("text", "text", "The chained problem: what a model is asked.", lambda chain: chain.text),
    Column("answer", "text", "The final answer, exact.", lambda chain: str(chain.answer)),
    Column("answer_int", "whole", "The same as a number; null if it is not whole.", lambda chain: _whole(chain.answer)),
    Column("length", "whole", "How many problems are joined.", lambda chain: chain.length),
    Column("structure", "text", "How they depend on one another: path, tree or dag.", lambda chain: chain.structure),
    Column("order", "text", "The order in which they are told.", lambda chain: chain.order),
    Column("style", "text", "How their sentences are laid out.", lambda chain: chain.style),
    Column(
        "asks", "text", "What the final question asks: target, or what is made of several answers.",
        lambda chain: chain.final.kind,
    ),
    Column(
        "problem_ids", "texts", "The problems' ids, in solving order (as in all lists here).",
        lambda chain: list(chain.problem_ids),
    ),
    Column("questions", "texts", "Their questions.", lambda chain: list(chain.questions)),
    Column("answers", "texts", "Their answers, exact.", lambda chain: [str(answer) for answer in chain.answers]),
    Column(
        "answers_int", "wholes", "The same as numbers; null where not whole.",
        lambda chain: [_whole(answer) for answer in chain.answers],
    ),
    Column(
        "counterfactual_answers", "text_lists",
        "Their answers under each alternate first premise; null where not known.", _counterfactuals,
    ),
    Column("names", "text_lists", "Their people and places.", lambda chain: [list(names) for names in chain.names]),
    Column(
        "telling", "wholes", "Their positions, from 0, in the order in which the text begins to tell them.",
        lambda chain: list(chain.telling),
    ),
    Column("gate_kinds", "texts", "The gates' conditions (if, and, ...), switch or numeric.", _gate_kinds),
    Column("gates", "text", "The gates as JSON.", lambda chain: encode(chain.gates).decode()),
    Column("source", "text", "Where the problems come from.", lambda chain: chain.source),
    Column("seed", "whole", "The seed that the chain was made with.", lambda chain: chain.seed),
    Column("index", "whole", "Its number in its cell.", lambda chain: chain.index),
    Column("generator", "text", "What made it, with its version.", lambda chain: chain.generator),
    Column("canary", "text", "A fixed string to find and filter this data in training corpora.", lambda c: c.canary),
)  # fmt: skip

# In tables only: a flat row cannot be turned back into a record, and this can.
RECORD = Column(
    "record", "text", "The whole record as a line of JSON: these lines are a file of chains.",
    lambda chain: encode(chain).decode(),
)  # fmt: skip


def row_of(chain: ChainedProblem, columns: tuple[Column, ...] = COLUMNS) -> dict[str, Value]:
    """Give a chain's row: a plain value for each column, in their order."""
    return {column.name: column.value(chain) for column in columns}


def cell_of(chain: ChainedProblem) -> str:
    """Name the cell that a chain is in, as a file may be named: "forward-5", "dag-shuffled-switch-4-8".

    The last number is the length; before it stands the manner in which the chain is built and told.
    """
    return f"{re.sub('[^a-z0-9]+', '-', chain.manner.lower())}-{chain.length}"
